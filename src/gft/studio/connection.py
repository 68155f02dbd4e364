"""One page: its tables, and what goes to and fro.

Path of the data: page ⇄ **connection** ⇄ table. Acting and drawing happen in threads, one thing at a time for each
page, so that no page waits for another and the server's loop never stands still; a step and all that a page is told of
it is one visit to a thread. Pictures go out as fast as the page shows them: while two are on their way the next is not
drawn, and what goes on by itself is not told, so a slow page skips steps and does not lag.
"""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from contextlib import suppress
from typing import Any, NamedTuple

from gft.players.player import Array
from gft.studio import sharing
from gft.studio.cast import Cast
from gft.studio.guard import PER_SECOND, Allowance
from gft.studio.matrices import matrices_for
from gft.studio.messages import FASTEST, Message, packed, read_message
from gft.studio.seat import SIDE, make_ready
from gft.studio.table import Table
from gft.studio.words import help_with
from xworld import ACTIONS, PAPER_TASKS, Session, XWorldError, grammar

ON_THE_WAY = 2  # pictures that the page has not shown yet
PATIENCE = 1.0  # seconds for the step in hand of a page that has gone
Send = Callable[[str | bytes], Awaitable[None]]


class Visit(NamedTuple):
    """What came of something that was done at a table."""

    said: Any
    seats: list[dict[str, Any]]
    views: list[tuple[int, Array]] | None  # the moment and the picture of each seat; None if the page is behind


class Connection:
    """A page that is open."""

    def __init__(self, cast: Cast, send: Send, threads: Executor):
        self.cast, self._send, self._threads = cast, send, threads
        self.tables: dict[str, Table] = {}
        self.playing: dict[str, tuple[asyncio.Task[None], asyncio.Event]] = {}  # what goes on by itself, and its stop
        self.fine = True
        self._one_at_a_time = asyncio.Lock()
        self._sent, self._shown = Counter[str](), Counter[str]()  # pictures of each table
        self._owed = set[str]()
        self._editions: dict[str, list[int]] = {}  # of the lines that the page knows
        self._ready = set[str]()  # worlds that a table of this page was made in
        self._allowance = Allowance()

    # ---- what comes in

    async def greet(self) -> None:
        """The first message."""
        await self._tell("welcome", players=[role.described() for role in self.cast.roles.values()], **_known())

    async def handle(self, text: str | bytes) -> None:
        """One message of the page. What is wrong with it is said; nothing else happens."""
        try:
            message = read_message(text)
            if not self._allowance.take():
                raise XWorldError(f"too many messages; at most {PER_SECOND} a second are read.")
            await self._do(message)
        except XWorldError as error:
            await self._tell("refused", text=str(error))

    async def close(self) -> None:
        """The page is gone."""
        going_on = list(self.playing.values())
        for _, stop in going_on:
            stop.set()
        if going_on:
            _, stuck = await asyncio.wait([task for task, _ in going_on], timeout=PATIENCE)
            for task in stuck:  # it waits to send something that nobody reads any more
                task.cancel()
        self.tables.clear()

    async def _do(self, message: Message) -> None:
        do, name, values = message
        match do:
            case "shown":
                self._shown[name] = max(self._shown[name], min(values["number"], self._sent[name]))
                await self._send_owed(name)
            case "fine":
                self.fine = values["fine"]
                await self._view(name)
            case "help":
                await self._tell("help", **await self._run(help_with, values["world"], values["text"]))
            case "matrices":
                table = await self._table(name)
                role = self.cast.role(values["player"], table.world)
                await self._tell("matrices", **await self._run(matrices_for, role, values["command"], values["other"]))
            case "save":
                session = await self._run((await self._table(name)).session)
                made = await self._run(sharing.film if values["kind"] == "gif" else sharing.picture, session)
                await self._send(packed({"say": "file", "name": f"session.{values['kind']}"}, made))
            case "python":
                session = await self._run((await self._table(name)).session)
                await self._tell("python", text=sharing.python_lines(session))
            case "play":
                await self._play(name, values["speed"], bool(values["anew"]))
            case "pause":
                await self._pause(name)
            case "step" | "act" | "jump" | "restart":
                await self._pause(name)
                table = await self._table(name)
                await self._tell_moments(name, await self._visit(name, lambda: getattr(table, do)(**values)))
            case _:
                await self._pause(name)
                await self._begin(name, do, values)

    async def _begin(self, name: str, do: str, values: dict[str, Any]) -> None:
        """Another session at a table, or other players."""
        speed = values.pop("speed", None)
        if do == "open":
            values["session"] = await self._run(Session.from_dict, values["session"])
        table = await self._table(name, values["session"].world if do == "open" else values.get("world"))

        def begin() -> tuple[str, dict[str, Any]]:
            remark = getattr(table, do)(**values) or ""
            self._editions[name] = [seat.edition for seat in table.seats]  # they are told with the session
            return remark, table.described()

        visit = await self._visit(name, begin)
        await self._tell("session", table=name, remark=visit.said[0], **visit.said[1])
        await self._tell_moments(name, visit)
        if speed is not None:
            await self._play(name, speed, False)

    async def _table(self, name: str, world: str | None = None) -> Table:
        """A table by name, with a session in this world if there is none yet."""
        if name in self.tables and world is None:
            return self.tables[name]
        wanted = world or "2d"
        if wanted not in self._ready:
            text = f"Making XWORLD{wanted.upper()} ready. The first time on a machine takes a minute."
            await self._tell("busy", text=text)
            await self._run(make_ready, wanted)
            self._ready.add(wanted)
        if name not in self.tables:
            self.tables[name] = await self._run(Table, self.cast, wanted)
        return self.tables[name]

    # ---- playing

    async def _play(self, name: str, speed: int, anew: bool) -> None:
        """Go on by itself, so many steps a second, until it is over."""
        await self._pause(name)
        table, stop = await self._table(name), asyncio.Event()
        self.playing[name] = asyncio.create_task(self._go_on(name, table, speed, anew, stop)), stop

    async def _pause(self, name: str) -> None:
        """Let the step in hand end, and no other begin."""
        if name in self.playing:
            task, stop = self.playing[name]
            stop.set()
            await asyncio.gather(task, return_exceptions=True)

    async def _go_on(self, name: str, table: Table, speed: int, anew: bool, stop: asyncio.Event) -> None:
        due = time.monotonic()
        try:
            await self._tell("playing", table=name, playing=True)
            while not table.is_over and not stop.is_set():
                visit = await self._visit(name, lambda: table.step(anew))
                if self._is_behind(name) and not table.is_over:
                    self._owed.add(name)
                    self._editions.pop(name, None)  # the next time it is told the whole line
                else:
                    await self._tell_moments(name, visit)
                due = max(due + 1 / speed, time.monotonic() - 0.1)  # what is late is not made up for
                with suppress(TimeoutError):
                    await asyncio.wait_for(stop.wait(), max(0.001, due - time.monotonic()))
        except XWorldError as error:
            await self._tell("refused", text=str(error))
        finally:
            self.playing.pop(name, None)
        await self._tell("playing", table=name, playing=False)

    # ---- what goes out

    async def _tell(self, say: str, **values: Any) -> None:
        await self._send(json.dumps({"say": say, **values}, ensure_ascii=False))

    async def _visit(self, name: str, work: Callable[[], Any]) -> Visit:
        """Do something at a table, and look how it stands then."""
        table, draws = self.tables[name], not self._is_behind(name)

        def visit() -> Visit:
            said = work()
            seats = table.moments(self._editions.get(name, ()))
            self._editions[name] = [seat.edition for seat in table.seats]
            return Visit(said, seats, self._pictures(table) if draws else None)

        done: Visit = await self._run(visit)
        return done

    async def _tell_moments(self, name: str, visit: Visit) -> None:
        await self._tell("moments", table=name, over=self.tables[name].is_over, seats=visit.seats)
        if visit.views is None:
            await self._view(name)
        else:
            await self._send_views(name, visit.views)

    async def _view(self, name: str) -> None:
        """The pictures of a table, unless the page is behind: then they are owed."""
        if name in self.tables and self._is_behind(name):
            self._owed.add(name)
        elif name in self.tables:
            await self._send_views(name, await self._run(self._pictures, self.tables[name]))

    def _is_behind(self, name: str) -> bool:
        return self._sent[name] - self._shown[name] >= ON_THE_WAY * len(self.tables[name].seats)

    def _pictures(self, table: Table) -> list[tuple[int, Array]]:
        return [(seat.at, seat.view(SIDE if self.fine else None)) for seat in table.seats]

    async def _send_views(self, name: str, views: list[tuple[int, Array]]) -> None:
        self._owed.discard(name)
        for place, (at, picture) in enumerate(views):
            self._sent[name] += 1
            header = {"say": "view", "table": name, "seat": place, "number": self._sent[name], "at": at}
            await self._send(packed(header | {"width": picture.shape[1], "height": picture.shape[0]}, picture.tobytes()))

    async def _send_owed(self, name: str) -> None:
        if name in self._owed and name in self._editions:
            await self._view(name)
        elif name in self._owed and not self._is_behind(name):
            await self._tell_moments(name, await self._visit(name, lambda: None))

    async def _run(self, work: Callable[..., Any], *values: Any) -> Any:
        """Work in a thread, one thing at a time for this page."""
        async with self._one_at_a_time:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work, *values)


def _known() -> dict[str, Any]:
    """What a page needs to know once."""
    return {
        "actions": list(ACTIONS),
        "tasks": [task.name for task in PAPER_TASKS],
        "objects": {world: list(grammar(world).objects) for world in ("2d", "3d")},
        "fastest": FASTEST,
    }
