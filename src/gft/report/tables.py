"""Tables in the paper's layout, with its numbers beside ours.

Path of the data: results.jsonl → **tables** → grid → terminal, files, page. What was learned by reward alone never shares
a table with what an oracle has taught, nor one setting, policy or size of agent with another.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from gft.report import paper
from gft.report.grid import Grid
from gft.runs.results import (
    BOTH,
    HEARD,
    IMITATION,
    REWARD,
    SHUFFLED,
    UNTAUGHT,
    Result,
    Setting,
    Tally,
    mean_and_deviation,
    unique,
)

LAST = 3  # checkpoints of a run that count, as in the paper
NAMED = 3  # columns before the first task
NONE = "–"
LABELS = paper.NAMES | {"adaln": "AdaLN", "attention": "Attention"}  # in the order of the tables: the paper's come first


class Kind(NamedTuple):
    """What results must share to stand in one table."""

    learning: str
    algo: str
    setting: Setting
    policy: str
    agent: str
    encoder: str

    @classmethod
    def of(cls, result: Result) -> "Kind":
        return cls(result.learning, result.algo, result.setting, result.policy, result.agent, result.encoder)

    @property
    def title(self) -> str:
        encoder = "" if self.encoder == "bow" else f", {self.encoder} encoder"
        return (
            f"{taught(self.learning, self.algo)} · {self.setting.name} · {self.policy} policy · {self.agent} agent{encoder}"
        )


class Cell(NamedTuple):
    """A cell of the paper's layout, in percent."""

    mean: float
    deviation: float | None
    runs: int
    interval: tuple[float, float] | None = None  # 95 % interval of a single run

    def __str__(self) -> str:
        return f"{self.mean:.1f}" if self.deviation is None else f"{self.mean:.1f}±{self.deviation:.1f}"


Cells = dict[tuple[str, str, str], Cell]  # by (method, task, world)


class Summary(NamedTuple):
    """One table of the paper's layout, as numbers."""

    kind: Kind
    tasks: list[str]
    worlds: list[str]
    cells: Cells
    shuffled: Cells  # the same with shuffled commands
    steps: dict[str, tuple[int, int]]  # of training, of a method's checkpoints: least and most
    seeds: dict[str, int]  # how many random seeds a method has
    shuffled_steps: dict[str, tuple[int, int]]  # as `steps`, of the checkpoints that heard shuffled commands

    @property
    def methods(self) -> list[str]:
        return in_order(unique(method for method, _, _ in self.cells), list(LABELS))

    def paper_cell(self, method: str, task: str, world: str) -> Cell | None:
        """The paper's figure for a cell, if it has one for this setting."""
        figure = paper.FIGURES.get((self.kind.setting.rows, method, task, world))
        return Cell(*figure, runs=12) if figure and paper.has_setting(self.kind.setting) else None


def summaries(results: Iterable[Result]) -> list[Summary]:
    """The tables that these results fill: one for each kind, over seeds × last checkpoints. What nothing has taught here
    stands in tables of its own: see `beside.py`."""
    results = [result for result in results if result.learning != UNTAUGHT]
    kinds = sorted({Kind.of(result) for result in results if result.commands == HEARD}, key=_kind_order)
    return [_summary(kind, [result for result in results if Kind.of(result) == kind]) for kind in kinds]


def _summary(kind: Kind, results: list[Result]) -> Summary:
    counted, shuffled = _counted(results, HEARD), _counted(results, SHUFFLED)
    return Summary(
        kind,
        tasks=in_order(unique(task for result in counted for task in result.tasks), list(paper.TASKS)),
        worlds=sorted(unique(result.world for result in counted)),
        cells=_cells(counted),
        shuffled=_cells(shuffled),
        steps=_steps(counted),
        seeds={method: len({seed for _, seed in runs}) for method, runs in _by_method(counted).items()},
        shuffled_steps=_steps(shuffled),
    )


def _by_method(results: list[Result]) -> dict[str, list[tuple[int, int]]]:
    """Step and seed of each result, by method."""
    found: dict[str, list[tuple[int, int]]] = {}
    for result in results:
        found.setdefault(result.method, []).append((result.step, result.seed))
    return found


def _steps(results: list[Result]) -> dict[str, tuple[int, int]]:
    """Least and most steps of training, by method."""
    return {method: (min(runs)[0], max(runs)[0]) for method, runs in _by_method(results).items()}


def _counted(results: list[Result], commands: str) -> list[Result]:
    """The last checkpoints of every run."""
    runs = by_run(result for result in results if result.commands == commands)
    return [result for run in runs for result in run[-LAST:]]


def _cells(results: list[Result]) -> Cells:
    tallies: dict[tuple[str, str, str], list[Tally]] = {}
    for result in results:
        for task, tally in result.tasks.items():
            tallies.setdefault((result.method, task, result.world), []).append(tally)
    return {key: _cell(runs) for key, runs in tallies.items()}


def _cell(runs: list[Tally]) -> Cell:
    mean, deviation = mean_and_deviation([100 * tally.success for tally in runs])
    low, high = runs[0].interval
    return Cell(mean, deviation, len(runs), (100 * low, 100 * high) if len(runs) == 1 else None)


def by_run(results: Iterable[Result]) -> list[list[Result]]:
    """Results of one training run each, in the order of its checkpoints; of a checkpoint the one with most sessions."""
    runs: dict[Any, dict[int, Result]] = {}
    for result in sorted(results, key=lambda r: r.sessions):
        runs.setdefault((result.run, result.world, result.method, result.seed), {})[result.step] = result
    return [[run[step] for step in sorted(run)] for run in runs.values()]


def paper_table(summary: Summary) -> Grid:
    """Methods × tasks × worlds: under ours those with shuffled commands, and the paper's numbers."""
    keys = [(task, world) for task in summary.tasks for world in summary.worlds]
    rows: list[list[str]] = []
    best: set[tuple[int, int]] = set()
    for method in summary.methods:
        best |= {(len(rows), c + NAMED) for c, key in enumerate(keys) if _is_best(summary, method, *key)}
        ours = [summary.cells.get((method, *key)) for key in keys]
        shuffled = [summary.shuffled.get((method, *key)) for key in keys]
        theirs = [summary.paper_cell(method, *key) for key in keys]
        rows.append([method_label(method), "ours", _from_to(*summary.steps[method]), *map(_shown, ours)])
        if any(shuffled):
            rows.append(["", "shuffled", _from_to(*summary.shuffled_steps[method]), *map(_shown, shuffled)])
        rows += [["", "paper", short_number(paper.STEPS), *map(_shown, theirs)]] if any(theirs) else []
    columns = [("method", ""), ("", ""), ("steps", ""), *((task, world.upper()) for task, world in keys)]
    return Grid(summary.kind.title, columns, rows, NAMED - 1, frozenset(best), list(_remarks(summary)))


def _is_best(summary: Summary, method: str, task: str, world: str) -> bool:
    rivals = {m: cell.mean for (m, t, w), cell in summary.cells.items() if (t, w) == (task, world)}
    return len(set(rivals.values())) > 1 and rivals.get(method) == max(rivals.values())


def _remarks(summary: Summary) -> Iterator[str]:
    """What a reader must know to take the numbers for what they are."""
    runs = {method: max(c.runs for (m, _, _), c in summary.cells.items() if m == method) for method in summary.methods}
    counts = {m: f"{_plural(summary.seeds[m], 'seed')}, {_plural(runs[m], 'test run')}" for m in summary.methods}
    each = ", ".join(f"{method_label(method)} {count}" for method, count in counts.items())
    same = f"each method {counts[summary.methods[0]]}" if len(set(counts.values())) == 1 < len(counts) else each
    yield f"Success in percent, mean and standard deviation over seeds × last {LAST} checkpoints: {same}."
    if min(runs.values()) == 1:
        yield "A single test run has no deviation."
    if summary.shuffled:
        yield "In the rows “shuffled” the same agents hear commands of other sessions."
    if not paper.has_setting(summary.kind.setting):
        yield "The paper has no numbers for this setting."
        return
    missing = [name for method, name in paper.NAMES.items() if method not in summary.methods]
    if missing:
        yield f"No results yet of {', '.join(missing)}."
    if summary.kind.learning != REWARD:
        yield "The paper's agents learned from reward alone; these did not, so this is no comparison of ways to learn."
    if summary.kind.agent != "paper":
        yield f"The paper's network is larger than this {summary.kind.agent} one."


def method_label(method: str) -> str:
    """A method's name as people write it; one with options, or of a user's own, stays as it is."""
    return LABELS.get(method, method)


def in_order(values: Sequence[Any], order: Sequence[Any]) -> list[Any]:
    """Values in a known order; those it does not know come last, as they came."""
    return sorted(values, key=lambda value: order.index(value) if value in order else len(order))


def taught(learning: str, algo: str) -> str:
    """What has taught an agent, with the algorithm."""
    return learning if algo == IMITATION else f"{learning} ({algo if algo == 'cloning' else algo.upper()})"


def short_number(number: int) -> str:
    """1,234 as it is, then 12.3 k, 4.5 M."""
    for unit, size in (("M", 1_000_000), ("k", 1_000)):
        if number >= 10 * size or (unit == "M" and number >= size):
            return f"{number / size:.3g} {unit}" if number < 1000 * size else f"{number / size:,.0f} {unit}"
    return f"{number:,}"


def _kind_order(kind: Kind) -> tuple[Any, ...]:
    """Reward first, the paper's settings before others, small maps before large."""
    setting = kind.setting
    taught = in_order([kind.learning, REWARD, BOTH, IMITATION], [REWARD, BOTH, IMITATION]).index(kind.learning)
    return (taught, kind.learning, not paper.has_setting(setting), setting.rows, setting.columns, repr(kind))


def _from_to(least: int, most: int) -> str:
    return short_number(most) if least == most else f"{short_number(least)} to {short_number(most)}"


def _shown(cell: Cell | None) -> str:
    return NONE if cell is None else str(cell)


def _plural(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
