"""One page: its tables, and what goes to and fro.

Path of the data: page ⇄ **connection** ⇄ table. Acting and drawing happen in threads, one thing at a time for each
page, so that no page waits for another and the server's loop never stands still. Pictures go out as fast as the page
shows them: while two are on their way the next is not drawn, so a slow page skips pictures and does not lag.
"""

import asyncio
import json
import struct
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from contextlib import suppress
from functools import cache
from typing import Any

from gft.players.player import Array
from gft.studio import sharing
from gft.studio.cast import Cast
from gft.studio.matrices import matrices_for
from gft.studio.messages import FASTEST, Message, read_message
from gft.studio.seat import environments
from gft.studio.table import Table
from gft.studio.words import help_with
from xworld import ACTIONS, PAPER_TASKS, Session, XWorldError, grammar, icon

SIDE = 336  # pixels of the agent's view, drawn for people
ON_THE_WAY = 2  # pictures that the page has not shown yet
PER_SECOND, AT_ONCE = 120, 240  # messages of a page
Send = Callable[[str | bytes], Awaitable[None]]


class Allowance:
    """So many messages a second, and some more at once."""

    def __init__(self) -> None:
        self.left, self.since = float(AT_ONCE), time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        self.left = min(AT_ONCE, self.left + PER_SECOND * (now - self.since))
        self.since = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Connection:
    """A page that is open."""

    def __init__(self, cast: Cast, send: Send, threads: Executor):
        self.cast, self._send, self._threads = cast, send, threads
        self.tables: dict[str, Table] = {}
        self.playing: dict[str, tuple[asyncio.Task[None], asyncio.Event]] = {}  # what goes on by itself, and its stop
        self.fine = True
        self._one_at_a_time = asyncio.Lock()
        self._number, self._shown, self._owed = 0, 0, set[str]()
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
        for task, stop in list(self.playing.values()):
            stop.set()
            await asyncio.gather(task, return_exceptions=True)
        self.tables.clear()

    async def _do(self, message: Message) -> None:
        do, name, values = message
        match do:
            case "shown":
                self._shown = max(self._shown, min(values["number"], self._number))
                await self._send_owed()
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
                await self._send(_packed({"say": "file", "name": f"session.{values['kind']}"}, made))
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
                await self._run(lambda: getattr(table, do)(**values))
                await self._tell_moments(name)
            case _:
                await self._pause(name)
                await self._begin(name, do, values)

    async def _begin(self, name: str, do: str, values: dict[str, Any]) -> None:
        """Another session at a table, or other players."""
        if do == "open":
            values["session"] = await self._run(Session.from_dict, values["session"])
        table = await self._table(name, values["session"].world if do == "open" else values.get("world"))
        remark = await self._run(lambda: getattr(table, do)(**values))
        await self._tell("session", table=name, remark=remark or "", **await self._run(table.described))
        self._editions[name] = [seat.edition for seat in table.seats]
        await self._tell_moments(name)

    async def _table(self, name: str, world: str | None = None) -> Table:
        """A table by name, with a session in this world if there is none yet."""
        if name in self.tables and world is None:
            return self.tables[name]
        wanted = world or "2d"
        if wanted not in self._ready:
            await self._tell(
                "busy", text=f"Making XWORLD{wanted.upper()} ready. The first time on a machine takes a minute."
            )
            await self._run(_make_ready, wanted)
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
                await self._run(table.step, anew)
                await self._tell_moments(name)
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

    async def _tell_moments(self, name: str) -> None:
        table = self.tables[name]
        seats = await self._run(table.moments, self._editions.get(name, ()))
        self._editions[name] = [seat.edition for seat in table.seats]
        await self._tell("moments", table=name, over=table.is_over, seats=seats)
        await self._view(name)

    async def _view(self, name: str) -> None:
        """The pictures of a table, unless the page is behind: then they are owed."""
        if name not in self.tables:
            return
        if self._number - self._shown >= ON_THE_WAY * len(self.tables[name].seats):
            self._owed.add(name)
            return
        self._owed.discard(name)
        table, side = self.tables[name], SIDE if self.fine else None
        for place, seat in enumerate(table.seats):
            picture: Array = await self._run(seat.view, side)
            self._number += 1
            header = {"say": "view", "table": name, "seat": place, "number": self._number, "at": seat.at}
            await self._send(_packed(header | {"width": picture.shape[1], "height": picture.shape[0]}, picture.tobytes()))

    async def _send_owed(self) -> None:
        for name in list(self._owed):
            await self._view(name)

    async def _run(self, work: Callable[..., Any], *values: Any) -> Any:
        """Work in a thread, one thing at a time for this page."""
        async with self._one_at_a_time:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work, *values)


@cache
def _make_ready(world: str) -> None:
    """Compile what a world, its pictures and its drawings need, before anybody waits for them."""
    envs = environments(world)
    envs.reset(seed=[0])
    envs.picture(0, SIDE, 1)
    icon(world, envs.session(0).objects[0].kind)


def _packed(header: dict[str, Any], content: bytes) -> bytes:
    """A binary message: the length of its header, the header as JSON, the content."""
    head = json.dumps(header).encode()
    return struct.pack("<I", len(head)) + head + content


def _known() -> dict[str, Any]:
    """What a page needs to know once."""
    return {
        "actions": list(ACTIONS),
        "tasks": [task.name for task in PAPER_TASKS],
        "objects": {world: list(grammar(world).objects) for world in ("2d", "3d")},
        "fastest": FASTEST,
    }
