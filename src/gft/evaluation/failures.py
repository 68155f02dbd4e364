"""What an agent gets wrong: why sessions failed, which classes it takes for which, which it knows least, and whether it had
seen what was named.

Path of the data: test sessions → **failures** → tables.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gft.report.grid import Grid
from gft.training.rollout import Session

WAYS = ("success", "wrong object", "named object", "wrong side", "time up")
MOST = 12  # rows of a list
SIGHT = re.compile(r"You see (\S+) ")  # in the worlds' own words for what an agent sees


class Sights:
    """Which classes have been in sight so far, in each of the sessions that are being played: told by the worlds' texts, in
    which a thing of few pixels is left out."""

    def __init__(self) -> None:
        self.seen: defaultdict[int, set[str]] = defaultdict(set)

    def __call__(self, envs: Any, playing: NDArray[np.int64]) -> None:
        for i, text in zip(playing.tolist(), envs.texts(playing)):
            self.seen[i].update(SIGHT.findall(text))

    def of(self, session: Session) -> set[str]:
        """Those of a session that has ended; its environment begins anew."""
        return self.seen.pop(session.environment, set())


@dataclass
class Failures:
    """Counts over sessions."""

    ways: Counter[tuple[str, str | None, str]] = field(default_factory=Counter)  # (task, relation, how it ended)
    taken: Counter[tuple[str, str]] = field(default_factory=Counter)  # nav: (asked for, reached instead)
    asked: Counter[str] = field(default_factory=Counter)  # nav: sessions by the class asked for
    found: Counter[str] = field(default_factory=Counter)  # nav: of these, successes
    sights: Counter[tuple[str, bool, bool]] = field(default_factory=Counter)  # (task, success, all that was named was seen)

    def add(self, session: Session, seen: Collection[str] | None = None) -> None:
        """Count a session, and the classes that had been in sight, if somebody watched."""
        self.ways[session.task, session.relation, session.reason or "success"] += 1
        if seen is not None:
            self.sights[session.task, session.success, all(name in seen for name in session.objects)] += 1
        if session.task == "nav":
            (name,) = session.objects
            self.asked[name] += 1
            self.found[name] += session.success
            if session.reached is not None and not session.success:
                self.taken[name, session.reached] += 1

    @classmethod
    def of(cls, sessions: Iterable[Session]) -> "Failures":
        failures = cls()
        for session in sessions:
            failures.add(session)
        return failures


def failure_tables(failures: Failures, title: str) -> list[Grid]:
    """How sessions ended, by task; which classes are taken for which; which are known least and best; and what had been in
    sight, if somebody watched."""
    return [_ways(failures, title), _taken(failures), _classes(failures), *([_sights(failures)] if failures.sights else [])]


def _ways(failures: Failures, title: str) -> Grid:
    """A row for each task, and below it one for each of its relations, if it has several."""
    tasks: defaultdict[str, defaultdict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for (task, relation, way), count in failures.ways.items():
        tasks[task][relation or ""][way] += count
    rows = []
    for task, relations in sorted(tasks.items()):
        rows.append(_row(task, sum(relations.values(), Counter())))
        if len(relations) > 1:
            rows += [_row(f"{task}: {relation}", ways) for relation, ways in sorted(relations.items())]
    columns = [("task", ""), ("sessions", ""), *((way, "") for way in WAYS)]
    return Grid(f"How sessions ended, in percent · {title}", columns, rows)


def _row(name: str, ways: Counter[str]) -> list[str]:
    sessions = ways.total()
    return [name, f"{sessions:,}", *(f"{100 * ways[way] / sessions:.1f}" for way in WAYS)]


def _taken(failures: Failures) -> Grid:
    """The pairs that are confused most, both ways together: each class stands on a map about as often as any other."""
    pairs: Counter[tuple[str, str]] = Counter()
    for (asked, reached), count in failures.taken.items():
        pairs[min(asked, reached), max(asked, reached)] += count
    rows = [
        [f"{one} / {other}", str(count), str(failures.taken[one, other]), str(failures.taken[other, one])]
        for (one, other), count in sorted(pairs.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST]
    ]
    total, different = sum(pairs.values()), len(pairs)
    columns = [(name, "") for name in ("nav: taken for each other", "sessions", "first asked for", "second asked for")]
    note = f"{total:,} sessions ended at another object, over {different:,} different pairs of classes."
    return Grid("Which classes are confused", columns, rows, notes=[note])


def _classes(failures: Failures) -> Grid:
    success = {name: failures.found[name] / count for name, count in failures.asked.items()}
    order = sorted(success, key=lambda name: (success[name], name))
    worst, best = order[:MOST], order[::-1][:MOST]
    rows = [
        [low, f"{100 * success[low]:.1f}", str(failures.asked[low]), high, f"{100 * success[high]:.1f}"]
        for low, high in zip(worst, best)
    ]
    columns = [(name, "") for name in ("known least", "success", "sessions", "known best", "success ")]
    return Grid("Success of nav by the class that is asked for, in percent", columns, rows)


def _sights(failures: Failures) -> Grid:
    """Not looked for, or not recognised?"""
    rows = []
    for task in sorted({task for task, _, _ in failures.sights}):
        row = [task]
        for success in (True, False):
            seen, unseen = (failures.sights[task, success, known] for known in (True, False))
            row += [f"{seen + unseen:,}", f"{100 * seen / (seen + unseen):.1f}" if seen + unseen else "–"]
        rows.append(row)
    columns = [("task", ""), ("successes", ""), ("seen", ""), ("failures", ""), ("seen ", "")]
    note = "Seen: everything that the command names was in the picture at some step, in percent of the sessions before it."
    return Grid("Had it seen what was named?", columns, rows, notes=[note])
