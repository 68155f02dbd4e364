"""Ladders of levels, and the rule by which an environment moves up.

Each environment has its own level and its own history: it moves up when, of its last 200 sessions, the success rate of
every task of the level is above 0.7. A task not seen yet blocks; after a promotion the history starts anew. Environments
can climb different ladders side by side, the tracks; which one an environment climbs is its own for ever.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from xworld.errors import XWorldError, whole
from xworld.kernels import subkernel
from xworld.state import SUCCESS, Env, Tables
from xworld.teacher.levels import PAPER_LEVELS, Level, check_threshold

MAIN = "main"  # the only track of a curriculum that is given by its levels


@dataclass(frozen=True)
class Track:
    """Levels in order, when to move up, and how many of the environments climb here: defaults as in the paper."""

    name: str
    share: float = 1.0  # of the environments, in proportion to the other tracks' shares
    levels: tuple[Level, ...] = PAPER_LEVELS
    threshold: float = 0.7  # success rate that every task must be above, unless a level has its own
    window: int = 200  # number of latest sessions that count
    start: int = 1  # level of the first session, counted from 1
    least: int = 1  # sessions on a level before an environment can move up, lest a lucky start does it
    _is_derived: bool = field(default=False, init=False, repr=False, compare=False)  # from a curriculum's own levels

    def __post_init__(self) -> None:
        levels = tuple(self.levels) if isinstance(self.levels, Iterable) else ()
        object.__setattr__(self, "levels", levels)
        if not isinstance(self.name, str) or not re.fullmatch(r"[a-z0-9_]+", self.name):
            raise XWorldError(f"track name {self.name!r} is not usable; take lower-case letters, digits and '_'.")
        if not isinstance(self.share, (int, float)) or isinstance(self.share, bool) or not 0 < self.share < float("inf"):
            raise XWorldError(f"share={self.share!r} of track {self.name!r} is not usable; give a number above 0.")
        if not levels or not all(isinstance(level, Level) for level in levels):
            raise XWorldError("a curriculum needs at least one level, and its levels must be `Level`s.")
        check_threshold(self.threshold)
        whole("window", self.window, 1)
        if whole("least", self.least, 1) > self.window:
            raise XWorldError(f"least={self.least} is more than the window of {self.window} sessions that count.")
        if whole("start", self.start, 1) > len(levels):
            raise XWorldError(f"start={self.start} is out of range; this curriculum has levels 1 to {len(levels)}.")


@dataclass(frozen=True, init=False)
class Curriculum:
    """Levels in order and when to move up, by default as in the paper; or `tracks`, several such ladders side by side.

    Whichever way it is given, `tracks` has the tracks and `levels` the levels of all of them. A curriculum that is given by
    its levels has one track, named "main".
    """

    levels: tuple[Level, ...]
    threshold: float  # these four are the first track's: see `Track`
    window: int
    start: int
    least: int
    tracks: tuple[Track, ...]

    def __init__(
        self,
        levels: Iterable[Level] | None = None,
        threshold: float | None = None,
        window: int | None = None,
        start: int | None = None,
        least: int | None = None,
        tracks: Iterable[Track] | Track = (),
    ):
        mine = {"levels": levels, "threshold": threshold, "window": window, "start": start, "least": least}
        given: dict[str, Any] = {name: value for name, value in mine.items() if value is not None}
        climbed = _tracks(tracks)
        if not climbed or (given and climbed[0]._is_derived):  # `dataclasses.replace` hands on what was derived
            climbed = (Track(MAIN, **given),)
            object.__setattr__(climbed[0], "_is_derived", True)
        for name in ("threshold", "window", "start", "least"):
            object.__setattr__(self, name, getattr(climbed[0], name))
        object.__setattr__(self, "levels", tuple(level for track in climbed for level in track.levels))
        object.__setattr__(self, "tracks", climbed)
        others = [name for name, value in given.items() if value != getattr(self, name)]
        if others and not climbed[0]._is_derived:
            raise XWorldError(f"a curriculum of tracks takes no {' and no '.join(others)}; each Track has its own.")

    @classmethod
    def fixed(cls, level: Level | int) -> "Curriculum":
        """One level for ever: a `Level`, or the number of a level of the paper."""
        if not isinstance(level, Level):
            level = PAPER_LEVELS[whole("level", level, 1, len(PAPER_LEVELS)) - 1]
        return cls((level,), window=1)


def _tracks(given: object) -> tuple[Track, ...]:
    """Tracks as they were given: one, several or none."""
    tracks = tuple(given) if isinstance(given, Iterable) else (given,)
    if not all(isinstance(track, Track) for track in tracks):
        raise XWorldError("the tracks of a curriculum must be `Track`s.")
    names = [track.name for track in tracks]
    if len(set(names)) < len(names):
        raise XWorldError(f"two tracks have one name; got {', '.join(names)}.")
    return tracks


@subkernel
def note_session(env: Env, tables: Tables) -> None:
    """Note the session that has ended, and move the environment up if by its track's rule it has earned it."""
    track = tables.tracks[env.track]
    env.history[env.noted % track.window] = 2 * env.task + (1 if env.outcome == SUCCESS else 0)
    env.noted += 1
    if tables.levels[env.level].is_last or env.noted < track.least:
        return
    for task in range(tables.enabled.shape[1]):
        if tables.enabled[env.level, task]:
            seen, won = 0, 0
            for entry in env.history[: min(env.noted, track.window)]:
                if entry // 2 == task:
                    seen += 1
                    won += int(entry % 2)
            if seen == 0 or won / seen <= tables.levels[env.level].threshold:
                return
    env.level += 1
    env.noted = 0
