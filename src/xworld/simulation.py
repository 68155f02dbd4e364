"""Environments without Gymnasium around them: state, teacher and world, stepped together.

Path of the data: the middle of the loop, action → world → observation. `envs.py` dresses this for Gymnasium; a single
environment is a simulation of one.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from xworld import snapshot
from xworld.caption import Caption
from xworld.errors import XWorldError, whole
from xworld.info import SessionInfo, gather
from xworld.kernels import compiling
from xworld.language.grammar import grammar
from xworld.maps.ascii import map_text
from xworld.maps.grid import ACTIONS
from xworld.maps.layout import lay_out
from xworld.options import Options
from xworld.recording import record
from xworld.session import Session
from xworld.state import FAILURE, RUNNING, SUCCESS, TIMEOUT, Batch, Env
from xworld.streams import seed_stream
from xworld.teacher.levels import Level
from xworld.teacher.session import accept_question, open_sessions
from xworld.teacher.starters import begin_paper
from xworld.teacher.teacher import Teacher, find_tasks
from xworld.world import Indices, World
from xworld.world2d.world import World2D
from xworld.world3d.world import World3D

COLOURS = {RUNNING: (30, 30, 30), SUCCESS: (20, 120, 40), FAILURE: (180, 30, 30), TIMEOUT: (150, 100, 0)}

TEXT_MODE = "ansi"  # a render mode of every world, as Gymnasium calls it
WORLDS: dict[str, type[World]] = {"2d": World2D, "3d": World3D}


def _rebuilt(n: int, options: Options, world: str, state: dict[str, NDArray[Any]] | None) -> "Simulation":
    simulation = Simulation(n, options, world)
    if state is not None:
        simulation.restore(state)
    return simulation


class Simulation:
    """N environments with the same options, each with its own random stream, level and session."""

    def __init__(self, n: int, options: Options, world: str = "2d"):
        self.n = n = whole("num_envs", n, 1)
        self.options = options
        kind = WORLDS[world]
        pack = kind.load(options.objects)
        words = grammar(world).extend(objects=[name for name in pack.classes if name not in grammar(world).objects])
        counts = dict(zip(pack.classes, pack.counts))
        pack = pack.ordered(words.objects)
        self.teacher = Teacher(
            words,
            [counts.get(name, 0) for name in words.objects],
            find_tasks(options.tasks),
            options.levels(),
            options.parts(),
            kind.habits,
        )
        self.batch = self.teacher.new_batch(n, options.first)
        self.world: World = kind(pack, self.batch, options)
        self.everyone: Indices = np.arange(n)
        self.begun = False
        self.vocabulary = self.teacher.grammar.vocabulary
        self._fields = {name: self.batch[name] for name in self.batch.dtype.names}
        self._first_level = 1 if options.level is None or isinstance(options.level, Level) else int(options.level)
        self._sessions = SessionInfo(self.batch, self.teacher, self._first_level)
        self.missions = self._sessions.missions
        self._fingerprint = snapshot.fingerprint(world, self.teacher)
        longest = sorted(self.teacher.classes, key=len)[-2:]
        self._longest_mission = max((t.fill(longest[-t.objects :]) for t in self.teacher.grammar.templates), key=len)
        self._compile()

    # ---- the loop

    def seed(self, i: int, seed: int) -> None:
        """Start environment i anew: its stream at the seed, no history, its track's first level unless `set_levels` said."""
        kept = {name: self._fields[name][i] for name in ("track", "next_level")}
        stream = seed_stream(whole("seed", seed, 0))
        self.batch[i : i + 1].view(np.uint8)[:] = 0
        self._fields["stream"][i, 0] = stream
        self._fields["level"][i] = self.teacher.tables.tracks["start"][kept["track"]]
        for name, value in kept.items():
            self._fields[name][i] = value

    def begin(self, which: Indices) -> None:
        """Begin the next session in these environments."""
        self.teacher.begin(self.batch, which)
        self.world.enter(which)
        self._announce(which)
        self.begun = True

    def change(self, i: int, change: Callable[[Env], None]) -> None:
        """Begin a session in environment i from outside; if that cannot be, it stays as it was."""
        before = self.batch[i : i + 1].copy()
        try:
            change(self.batch[i])
        except Exception:
            self.batch[i : i + 1] = before
            raise
        self._announce(self.everyone[i : i + 1])
        self.begun = True

    def step(self, actions: Any) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Indices]:
        """One action each: rewards, terminated, truncated, and the environments whose session has ended."""
        self.check_begun()
        actions = np.asarray(actions)
        if actions.shape != (self.n,) or actions.dtype.kind not in "iu":
            raise XWorldError(f"actions must be {self.n} whole numbers; got shape {actions.shape}, {actions.dtype}.")
        rewards = np.empty(self.n)
        terminated, truncated = np.empty(self.n, np.bool_), np.empty(self.n, np.bool_)
        ended = self.world.advance(actions.astype(np.int64, copy=False), rewards, terminated, truncated)
        if ended < 0:
            raise XWorldError(
                f"action {actions[-1 - ended]} of environment {-1 - ended} does not exist; "
                f"0 to {len(ACTIONS) - 1} are {', '.join(ACTIONS)}, and −1 leaves an environment as it is."
            )
        over = np.flatnonzero(terminated | truncated) if ended else self.everyone[:0]
        self._sessions.conclude(over)
        return rewards, terminated, truncated, over

    def observe(self, which: Indices | None = None) -> dict[str, Any]:
        """Images, tokens and missions of some or all environments."""
        if which is None:
            missions = tuple(self.missions)
            return {**self.world.images(self.everyone), "tokens": self._tokens().copy(), "mission": missions}
        return {
            **self.world.images(which),
            "tokens": self._tokens()[which],
            "mission": tuple(self.missions[i] for i in which),
        }

    def info(self) -> dict[str, NDArray[Any]]:
        """What is known of every session, as arrays over the environments."""
        return self._sessions.collect(self.world.poses())

    # ---- what only evaluation, imitation and people ask for

    def reason(self, i: int) -> str:
        """Why the session of environment i failed; empty if it did not."""
        return self._sessions.reason(i)

    def oracle(self) -> Indices:
        """The next action of a shortest (3D: short) solution in every environment, −1 where none is left."""
        self.check_begun()
        return self.world.next_actions()

    def solution(self, i: int) -> list[int]:
        """All actions of a shortest (3D: short) solution in environment i, from where it is."""
        self.check_begun()
        return self.world.solution(i)

    def session(self, i: int) -> Session:
        """The session of environment i as data, up to where it is."""
        self.check_begun()
        return record(self.batch[i], self.teacher, self.world)

    def set_levels(self, levels: Any) -> None:
        """Put environments on levels of their tracks (counted as in `info`) from their next session on, histories empty."""
        wanted = np.asarray(levels)
        if wanted.dtype.kind not in "iu" or wanted.shape not in ((), (self.n,)):
            raise XWorldError(f"levels {levels!r} are not usable; give one whole number, or one for each environment.")
        tracks = self.teacher.tables.tracks[self._fields["track"]]
        numbers = np.broadcast_to(wanted, self.n).astype(np.int64) - self._first_level
        for i in np.flatnonzero((numbers < 0) | (numbers >= tracks["count"])):
            last = self._first_level + tracks["count"][i] - 1
            where = f"track {self._sessions.tracks[i]!r} has" if len(self.teacher.curriculum.tracks) > 1 else "there are"
            raise XWorldError(f"level {levels!r} is out of range; {where} levels {self._first_level} to {last}.")
        self._fields["next_level"][:] = tracks["first"] + numbers + 1

    def render(self, i: int, mode: str | None) -> NDArray[np.uint8] | str:
        """Environment i for a person: as text, or as a picture in one of the world's render modes."""
        self.check_begun()
        command, feedback = self.missions[i], self._sessions.feedback(i)
        if mode == TEXT_MODE:
            return "\n".join([map_text(self.batch[i], self.teacher.classes), command, *([feedback] if feedback else [])])
        caption = Caption(command, feedback, COLOURS[int(self._fields["outcome"][i])], self._longest_mission)
        with self._compiling_pictures():
            return self.world.render(i, caption, mode)

    def picture(self, i: int, side: int, samples: int) -> NDArray[np.uint8]:
        """What the agent of environment i sees, for a person."""
        self.check_begun()
        whole("side", side, 16, 2048)
        whole("samples", samples, 1, 4)
        with self._compiling_pictures():
            return self.world.picture(i, side, samples)

    def describe(self, which: Indices | None = None) -> list[str]:
        """What the agents of some or all environments see, in words."""
        self.check_begun()
        with compiling(
            ("text", self.batch.dtype, self.world.name), f"the {self.world.name.upper()} world's text", "2 to 10"
        ):
            return self.world.describe(self.everyone if which is None else which)

    # ---- taking the state out and putting it back

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and pickles are made anew from the options, and the state put into them."""
        return _rebuilt, (self.n, self.options, self.world.name, self.save() if self.begun else None)

    def put_back(self, batch: Batch) -> None:
        """Put back a copy of the batch that was made a moment ago."""
        self.batch[:] = batch
        if self.begun:
            self._announce(self.everyone)

    def save(self) -> dict[str, NDArray[Any]]:
        """The whole state as a flat dictionary of arrays: streams, levels, histories and running sessions."""
        self.check_begun()
        return snapshot.take(self.batch, self._fingerprint)

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Put a saved state back. The options must be those it was saved with; the future is then the same."""
        snapshot.put_back(self.batch, self._fingerprint, state)
        self._sessions.look_up_tracks()
        self._announce(self.everyone)
        self.begun = True

    # ----

    def _compiling_pictures(self) -> AbstractContextManager[bool]:
        """Around what people look at: it has kernels of its own."""
        kind = ("pictures", self.batch.dtype, self.world.name)
        return compiling(kind, f"the {self.world.name.upper()} world's pictures", "5 to 15")

    def check_begun(self) -> None:
        """Refuse what needs a session."""
        if not self.begun:
            raise XWorldError("no session has begun yet; call reset() first.")

    def _tokens(self) -> NDArray[np.int64]:
        return self._fields["tokens"][:, : self.teacher.tokens]

    def _announce(self, which: Indices) -> None:
        """Follow up on sessions that have just appeared in the state: their pictures, and their commands as text."""
        self.world.begin(which)
        self._sessions.announce(which)

    def _compile(self) -> None:
        """Run every kernel once on a batch to throw away, so that compiling happens here, once, and is announced."""
        # Kernels depend on the record, on the world and its options, and on whether Python draws layouts.
        kind = (self.batch.dtype, self.world.name, self.world.kernels, self.teacher.has_own_tasks)
        with compiling(kind, f"the {self.world.name.upper()} world") as is_first:
            if not is_first:
                return
            scratch, nobody = self.teacher.new_batch(1), self.everyone[:0]
            open_sessions(scratch, nobody, self.teacher.tables)
            begin_paper(scratch, nobody, self.teacher.tables)
            gather(scratch, np.empty((4, 1), np.int32), np.empty(1))
            world = WORLDS[self.world.name](self.world.pack, scratch, self.options)
            world.enter(nobody)
            world.begin(nobody)
            world.images(nobody)
            world.next_actions()
            world.advance(np.full(1, -1), np.empty(1), np.empty(1, np.bool_), np.empty(1, np.bool_))
            if self.teacher.has_own_tasks:
                lay_out(scratch[0], self.teacher.tables)
                accept_question(scratch[0], self.teacher.tables, (0, -1, -1))
