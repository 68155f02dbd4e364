"""The order of methods, with differences paired over test sessions.

Path of the data: results.jsonl → **comparison** → grid → files, page. All agents play the same numbered sessions, so two
methods are compared session by session: what is hard about a session falls out of the difference. Intervals come from
resampling the sessions; what another training seed would give is a question of its own, and is answered in words.
"""

from collections.abc import Iterable, Sequence
from math import comb
from statistics import fmean
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gft.report import paper
from gft.report.grid import Grid
from gft.report.tables import LAST, NONE, Kind, Summary, by_run, method_label
from gft.runs.results import HEARD, Result

RESAMPLED = 2_000  # times
Rates = NDArray[np.float64]


class Standing(NamedTuple):
    """How a method did in each session: successes, averaged over its seeds and their last checkpoints."""

    method: str
    sessions: Rates  # [S]
    seeds: list[float]  # success of each seed


class Difference(NamedTuple):
    """In points of percent, with its 95 % interval."""

    mean: float
    low: float
    high: float

    @property
    def apart(self) -> bool:
        """Whether there is any difference, but for how computers add up thirds."""
        return abs(self.mean) > 1e-9

    @property
    def clear(self) -> bool:
        return self.low > 0 or self.high < 0

    def __str__(self) -> str:
        return f"{self.mean:z.1f} ({self.low:z.1f} to {self.high:z.1f})".replace("-", "−")


def order_tables(results: Iterable[Result], tables: Iterable[Summary]) -> list[Grid]:
    """One table of the order for each setting, policy and world in which several methods have played the same sessions."""
    results = [result for result in results if result.played and result.commands == HEARD]
    found = []
    for table in tables:
        for world in table.worlds:
            mine = [result for result in results if Kind.of(result) == table.kind and result.world == world]
            ranked = standings(mine)
            if len(ranked) > 1:
                found.append(_order(table, world, ranked))
    return found


def standings(results: Iterable[Result]) -> list[Standing]:
    """The methods, the best first, over the sessions that all of them have played."""
    runs = [run[-LAST:] for run in by_run(results)]
    played = min((len(result.played) for run in runs for result in run), default=0)
    seeds: dict[str, list[Rates]] = {}
    for run in runs:
        wins = np.array([[letter.isupper() for letter in result.played[:played]] for result in run], float)  # [K, S]
        seeds.setdefault(run[0].method, []).append(wins.mean(axis=0))
    ranked = [
        Standing(method, np.mean(rows, axis=0), [100 * float(row.mean()) for row in rows]) for method, rows in seeds.items()
    ]
    return sorted(ranked, key=lambda standing: -standing.sessions.mean())


def differences(ranked: Sequence[Standing]) -> dict[tuple[str, str], Difference]:
    """Each method less each that stands below it, paired session by session."""
    rates = 100 * np.stack([standing.sessions for standing in ranked])  # [M, S]
    random, count = np.random.default_rng(0), rates.shape[1]
    drawn = np.stack([rates[:, random.integers(0, count, count)].mean(axis=1) for _ in range(RESAMPLED)])  # [R, M]
    found = {}
    for a, above in enumerate(ranked):
        for b, below in enumerate(ranked[a + 1 :], a + 1):
            low, high = np.quantile(drawn[:, a] - drawn[:, b], (0.025, 0.975))
            mean = float((rates[a] - rates[b]).mean())
            found[above.method, below.method] = Difference(mean, float(low), float(high))
    return found


def _order(table: Summary, world: str, ranked: Sequence[Standing]) -> Grid:
    theirs = {method: _paper_mean(table, method, world) for method in (standing.method for standing in ranked)}
    places = sorted((mean for mean in theirs.values() if mean is not None), reverse=True)
    found, rows = differences(ranked), []
    for place, standing in enumerate(ranked):
        below = ranked[place + 1].method if place + 1 < len(ranked) else None
        mean = theirs[standing.method]
        rows.append(
            [
                f"{place + 1}",
                method_label(standing.method),
                f"{100 * standing.sessions.mean():.1f}",
                ", ".join(f"{seed:.1f}" for seed in standing.seeds),
                str(found[standing.method, below]) if below else NONE,
                str(found[ranked[0].method, standing.method]) if place else NONE,
                NONE if mean is None else f"{mean:.1f}",
                NONE if mean is None else f"{places.index(mean) + 1}",
            ]
        )
    columns = ["", "method", "success", "each seed", "ahead of the next by", "behind the first by", "paper", "its place"]
    title = f"Order of the methods · XWORLD{world.upper()} · {table.kind.title}"
    return Grid(title, [(column, "") for column in columns], rows, 2, notes=_notes(ranked, found, theirs))


def _notes(
    ranked: Sequence[Standing], found: dict[tuple[str, str], Difference], theirs: dict[str, float | None]
) -> list[str]:
    count, fewest = len(ranked[0].sessions), min(len(standing.seeds) for standing in ranked)
    notes = [
        f"Success in percent, all tasks together. Differences are paired over the same {count:,} numbered sessions, means "
        f"over seeds and over those of their last {LAST} checkpoints that have played; 95 % intervals come from drawing "
        f"those sessions anew {RESAMPLED:,} times. They say what other test sessions would change, not what other seeds "
        "would."
    ]
    if fewest == 1:
        notes.append("With one seed of a method nothing tells a better method from a luckier seed.")
    else:
        apart = max(max(standing.seeds) - min(standing.seeds) for standing in ranked)
        more = "or more " if max(len(standing.seeds) for standing in ranked) > fewest else ""
        notes.append(
            f"{fewest} seeds {more}of each method: those of one differ by up to {apart:.1f} points here. Of two methods "
            "that are equally good, all seeds of the first lie above those of the second once in "
            f"{comb(2 * fewest, fewest)} times; "
            + ("that alone is no proof of anything." if fewest < 4 else "so that tells something.")
        )
    # Two that are equal here stand in no order.
    shared = {pair: each for pair, each in found.items() if each.apart and None not in [theirs[name] for name in pair]}
    if shared:
        same = [pair for pair in shared if (theirs[pair[0]] or 0) > (theirs[pair[1]] or 0)]
        clear = [pair for pair, difference in shared.items() if difference.clear]
        sure = f"of the {len(clear)} whose interval excludes 0, {len(set(same) & set(clear))}"
        notes.append(
            f"Of {len(shared)} pairs of methods that differ, {len(same)} are in the paper's order; "
            + (f"{sure}." if clear else "no pair's interval excludes 0.")
        )
    return notes


def _paper_mean(table: Summary, method: str, world: str) -> float | None:
    """The paper's mean over the five tasks."""
    cells = [table.paper_cell(method, task, world) for task in paper.TASKS]
    return fmean(cell.mean for cell in cells if cell) if all(cells) else None
