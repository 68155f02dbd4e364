"""A table: one session, and up to four who play it side by side, each in a seat of its own.

Path of the data: page → **table** → page. Everything that a page can want is a method here that takes plain data;
what cannot be is refused with a sentence, and the table stays as it was. Nothing of a browser is in it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from gft.studio.build import built, pasted
from gft.studio.cast import Cast, Role
from gft.studio.seat import Seat, action_number, environments
from gft.studio.words import explained, untrained
from xworld import PAPER_TASKS, Level, Session, XWorldError, default_level, grammar

MOST_SEATS = 4
SMALLEST, LARGEST, MOST_OBJECTS = 3, 16, 8  # cells a side, objects: what the compiled kernels have room for
TASKS = tuple(task.name for task in PAPER_TASKS)


class Table:
    """A session and those who play it."""

    def __init__(self, cast: Cast, world: str = "2d"):
        self.cast, self.world = cast, world
        self.seats: list[Seat] = []
        self.shortest = 0
        self._spare: dict[str, list[Any]] = {}  # environments that nobody uses now
        self._dealer: tuple[object, Any] = (None, None)  # the last kind of map that was asked for, and where they are drawn
        self._random = np.random.default_rng()
        self.deal(world)

    # ---- the session

    def deal(
        self,
        world: str,
        size: int = 8,
        objects: int | None = None,
        obstacles: int | None = None,
        task: str | None = None,
        classes: Sequence[str] | None = None,
    ) -> None:
        """A new random session."""
        kind = world, _level(size, objects, obstacles, classes)
        if self._dealer[0] != kind:
            self._dealer = kind, environments(world, level=kind[1])
        envs = self._dealer[1]
        envs.reset(seed=[int(self._random.integers(2**31))], options={"task": task} if task else None)
        self.open(envs.session(0))

    def open(self, session: Session, players: Sequence[object] | None = None) -> None:
        """This session, with the actions that it has; played by those who sit here, or by these."""
        _check_room(session)
        if players:
            seats = self._seats(players, session.world)
        elif session.world == self.world and self.seats:
            seats = self.seats
        else:
            seats = [self._seat(self.cast.first(session.world), session.world)]
        self._begin(seats, session)

    def command(self, sentence: str) -> None:
        """Another command on this map, from where the (first) agent is: a new session."""
        self._ask(lambda envs: envs.command(0, sentence))

    def ask(self, task: str | None = None) -> None:
        """The same, but the teacher chooses what to ask."""
        self._ask(lambda envs: envs.ask(0, task))

    def build(self, draft: Mapping[str, Any], command: str | None) -> str:
        """A map that somebody has drawn, with this command if it can be done there; returns a remark if it cannot."""
        with self._borrowed() as envs:
            session, remark = built(envs, self.world, draft, command)
        self.open(session)
        return remark

    def paste(self, text: str, task: str | None = None) -> None:
        """A map as text, with what it leaves open drawn."""
        with self._borrowed() as envs:
            session = pasted(envs, text, task)
        self.open(session)

    def restart(self) -> None:
        """Back to the session's beginning; what was played can be gone through again."""
        for seat in self.seats:
            seat.jump(0)

    # ---- who plays

    def sit(self, players: Sequence[object]) -> None:
        """These players, each from the session's beginning."""
        self._begin(self._seats(players, self.world), self.beginning())

    # ---- playing

    def step(self, anew: bool = False) -> None:
        """One step of everybody whose session is not over: as it went before, if it did and is not to be done anew."""
        if self.is_over:
            raise XWorldError("the session is over; restart it, or give another command.")
        for seat in self.seats:
            if seat.has_future and not anew:
                seat.jump(seat.at + 1)
            elif not seat.is_over:
                seat.step()

    def act(self, action: object) -> None:
        """Somebody at the keyboard does this instead of the (first) player, who sees it and remembers."""
        self.seats[0].step(action_number(action))

    def jump(self, at: int, line: int | None = None) -> None:
        """Go to a moment of what was played."""
        for seat in self.seats:
            seat.jump(at, line if seat is self.seats[0] else None)

    @property
    def is_over(self) -> bool:
        return all(seat.is_over for seat in self.seats)

    # ---- for pages

    def session(self) -> Session:
        """The session as data, up to the present moment of the first seat."""
        return self.seats[0].session()

    def beginning(self) -> Session:
        """The session as data, before anything was done."""
        return Session.from_dict(self.session().to_dict() | {"actions": []})

    def described(self) -> dict[str, Any]:
        """Everything about the session and what was played of it."""
        session = self.beginning()
        explanation = grammar(self.world).explain(session.command)
        agents = [seat.role for seat in self.seats if seat.role.config is not None]
        return {
            "session": session.to_dict(),
            "understood": explained(explanation),
            "untrained": {role.key: untrained(session.command, role.words) for role in agents},
            "shortest": self.shortest,
            "seats": [_seat_described(seat) for seat in self.seats],
        }

    def moments(self, editions: Sequence[int] = ()) -> list[dict[str, Any]]:
        """Where every seat is now; with all its lines if these are not of the edition that is known."""
        known = [*editions, *[None] * len(self.seats)]
        return [
            {
                "lines": seat.told_lines() if seat.edition != edition else None,
                "line": seat.line,
                "at": seat.at,
                "verdict": seat.verdict(),
                "brief": seat.now.brief(),
                "moment": seat.now.described(),
            }
            for seat, edition in zip(self.seats, known)
        ]

    # ----

    def _ask(self, ask: Callable[[Any], object]) -> None:
        """A new session that something asked of the first seat's environment begins."""
        first = self.seats[0]
        try:
            ask(first.envs)
            session = first.envs.session(0)
        finally:
            first.jump(first.at)  # this seat's session goes on until the other begins
        self.open(session)

    @contextmanager
    def _borrowed(self) -> Iterator[Any]:
        """An environment to try things in."""
        envs = self._environments(self.world)
        try:
            yield envs
        finally:
            self._spare[self.world].append(envs)

    def _begin(self, seats: list[Seat], session: Session) -> None:
        """Begin a session in these seats; those of before are given up only if it can be."""
        for seat in seats:
            before = (seat.lines, seat.line, seat.at)
            try:
                seat.begin(session)
            except XWorldError:
                seat.lines, seat.line, seat.at = before
                if seat.lines:
                    seat.jump(seat.at)
                raise
        for seat in self.seats:
            if seat not in seats:
                self._spare.setdefault(self.world, []).append(seat.envs)
        self.seats, self.world = seats, session.world
        first = seats[0]
        where = first.line, first.at
        first.jump(0)
        self.shortest = len(first.envs.solution(0))
        first.jump(where[1], where[0])

    def _seats(self, players: Sequence[object], world: str) -> list[Seat]:
        if not 1 <= len(players) <= MOST_SEATS:
            raise XWorldError(f"{len(players)} players are not possible; give 1 to {MOST_SEATS}.")
        roles = [self.cast.role(key, world) for key in players]
        return [self._seat(role, world) for role in roles]

    def _seat(self, role: Role, world: str) -> Seat:
        return Seat(role, self._environments(world))

    def _environments(self, world: str) -> Any:
        """An environment that nobody uses; making one takes a while."""
        spare = self._spare.setdefault(world, [])
        return spare.pop() if spare else environments(world)


def _seat_described(seat: Seat) -> dict[str, Any]:
    return {"player": seat.role.described(), "lines": seat.told_lines(), "field": _field(seat)}


def _field(seat: Seat) -> dict[str, float] | None:
    """Where the cells of the agent's features lie in its picture, in shares of the picture's side."""
    if seat.role.agent is None or seat.lines[0][0].thought is None or seat.lines[0][0].thought.response is None:
        return None
    side, field = len(seat.actor.images[0]), seat.role.agent.cnn.field
    return {"first": field.first / side, "step": field.step / side, "width": field.width / side}


def _level(size: int, objects: int | None, obstacles: int | None, classes: Sequence[str] | None) -> Level:
    """A level of so many cells a side; what is left open is the paper's for the size, or near it."""
    if not SMALLEST <= size <= LARGEST:
        raise XWorldError(f"maps here have {SMALLEST} to {LARGEST} cells a side, not {size}.")
    usual = default_level(size)
    goals = min(MOST_OBJECTS, usual.goals) if objects is None else objects
    if not 1 <= goals <= MOST_OBJECTS:
        raise XWorldError(f"maps here have 1 to {MOST_OBJECTS} objects, not {goals}.")
    blocks = usual.obstacles if obstacles is None else obstacles
    return Level(size, goals, blocks, classes=tuple(classes) if classes else None)


def _check_room(session: Session) -> None:
    if max(session.rows, session.columns) > LARGEST or len(session.objects) > MOST_OBJECTS:
        raise XWorldError(
            f"the session has {session.rows}×{session.columns} cells and {len(session.objects)} objects; the studio has "
            f"room for {LARGEST}×{LARGEST} and {MOST_OBJECTS}."
        )
