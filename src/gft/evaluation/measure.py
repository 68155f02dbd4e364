"""Evaluation: a checkpoint's agent plays test sessions; how they went is added to RUN/results.jsonl.

Path of the data: checkpoint → **evaluation** → results.jsonl. The agent, its world and its classes are what the checkpoint
says; `playing.py` says what test sessions are.
"""

import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

from gft.agent import Agent
from gft.evaluation.contenders import Contender, load_contender
from gft.evaluation.playing import ENVIRONMENTS, FIRST_SEED, numbered_sessions
from gft.players import named_player
from gft.runs import checkpoint
from gft.runs.build import make_environments, sides_of
from gft.runs.config import MOST_SEEDS, Config
from gft.runs.curricula import curriculum
from gft.runs.folder import checkpoints, is_run, milestones, steps_of, write_config, write_player
from gft.runs.results import (
    HEARD,
    SHUFFLED,
    UNTAUGHT,
    Result,
    Setting,
    Tally,
    append_result,
    letter_of,
    read_results,
    taught_by,
)
from gft.runs.shipped import read_shipped, shipped_file
from gft.runs.splits import TRAINED
from gft.training.processes import Group, device_of
from gft.training.rollout import Session
from xworld import PAPER_TASKS, Level, Options, XWorldError, default_level, grammar, one_of, whole

POLICIES = ("greedy", "sampled")
ONLY_POLICY = "its own"  # of a player without weights

Progress = Callable[[str, int, int], None]  # what is played, sessions done, sessions in all


@dataclass(frozen=True)
class Plan:
    """What to evaluate: on the last level of the run's own world, unless sizes or levels are given."""

    sessions: int = 10_000
    sizes: tuple[int, ...] = ()  # cells a side, with the paper's objects and obstacles
    levels: tuple[int, ...] = ()  # of the run's own curriculum, from 1
    checkpoints: str = "last"  # last, all, milestones, or how many of the latest
    policies: tuple[str, ...] = POLICIES
    shuffled: bool = False  # also with the commands of other sessions
    command: str = ""  # how the user asked for it; kept with the results
    outcomes: bool = False  # keep how each session went, so that agents can be compared session by session

    def __post_init__(self) -> None:
        whole("sessions", self.sessions, 2 if self.shuffled else 1, MOST_SEEDS)
        for policy in self.policies:
            if policy not in POLICIES:
                raise one_of("policy", policy, POLICIES)
        if self.checkpoints not in ("last", "all", "milestones") and not (
            self.checkpoints.isdecimal() and int(self.checkpoints) > 0
        ):
            raise XWorldError(f"checkpoints={self.checkpoints!r} is not usable; give last, all, milestones or a number.")


def evaluate(source: Path | str, plan: Plan, progress: Progress | None = None, device: str = "cpu") -> Iterator[Result]:
    """The results that a plan asks for of a run's folder, of an agent that comes with the package, or of a named player.

    They are added to results.jsonl in `results_folder`; those that are there already are not played again.
    """
    folder = results_folder(source)
    known = {result.key: result for result in read_results(folder)}
    for agent, config, steps in _agents(source, plan.checkpoints):
        if not isinstance(agent, str):
            agent.to(device_of(device, Group())).eval()
        for asked, level in questions(agent, config, steps, plan):
            if asked.key not in known or (plan.outcomes and not known[asked.key].played):
                began, how = time.perf_counter(), (asked.policy, asked.commands)
                side = asked.setting.side
                played = play_in_order(agent, config, level, plan.sessions, *how, progress=progress, side=side)
                found = replace(asked, tasks=counted(played))
                if plan.outcomes:
                    found = replace(found, seconds=round(time.perf_counter() - began, 1), played=spelled(played))
                known[asked.key] = found
                append_result(folder, known[asked.key])
            yield replace(known[asked.key], run=str(folder))


def results_folder(source: Path | str) -> Path:
    """Where the results of a run or of a shipped agent go: into the run's folder, or into one here that looks like it."""
    named = named_player(source)
    if named is not None:
        folder = Path("runs") / f"player-{source}"
        write_player(folder, *named)
        return folder
    if shipped_file(source) is None:
        return Path(source)
    folder = Path("runs") / f"agent-{source}"
    if not is_run(folder):
        write_config(folder, checkpoint.load_agent(source)[1])
    return folder


def _agents(source: Path | str, which: str) -> Iterator[tuple[Contender, Config, int]]:
    """The agents to test, with the steps of their training."""
    if named_player(source) is not None:
        yield *load_contender(source), 0
        return
    file = shipped_file(source)
    if file is not None:
        yield *checkpoint.load_agent(source), read_shipped(file).steps
        return
    files = find_checkpoints(Path(source), which)
    loaded = [(*checkpoint.load_agent(file), steps_of(file)) for file in files]  # at once: a run that goes on removes some
    yield from loaded


def questions(agent: Contender, config: Config, steps: int, plan: Plan) -> Iterator[tuple[Result, Level]]:
    """What a plan asks about an agent: results without their counts, and the levels to play."""
    commands = (HEARD, SHUFFLED) if plan.shuffled else (HEARD,)
    weights = "" if isinstance(agent, str) else fingerprint(agent)
    policies = (ONLY_POLICY,) if isinstance(agent, str) else plan.policies
    for (side, level), policy, heard in product(_places(config, plan), policies, commands):
        asked = _question(config, weights, level, steps, policy, heard, plan, side)
        untaught = replace(asked, encoder="none", agent="none", algo="none", learning=UNTAUGHT)
        yield (untaught if isinstance(agent, str) else asked), level


def _places(config: Config, plan: Plan) -> list[tuple[str, Level]]:
    """Each planned level on every side of the run's split, with the tasks that can be asked there."""
    own = config.tasks or tuple(task.name for task in PAPER_TASKS)
    places = []
    for level in planned_levels(config, plan):
        for name, side in sides_of(config).items():
            tasks = [task for task in level.tasks or own if side.tasks is None or task in side.tasks]
            if tasks:
                places.append((name, level if side.tasks is None else replace(level, tasks=tuple(tasks))))
    return places


def check_sides(config: Config) -> None:
    """Refuse a split of which a side could never be tested."""
    places = _places(config, Plan())
    for part in sides_of(config):
        if all(side != part for side, _ in places):
            raise XWorldError(f"the split holds {part} out of tasks that the run does not have; hold out something else.")
    for side, level in places:
        try:
            make_environments(config, 1, level=level, side=side)
        except XWorldError as error:
            if side == TRAINED:
                raise
            raise XWorldError(f"what the split holds out of {side} cannot be tested: {error}") from None


def find_checkpoints(run: Path, which: str) -> list[Path]:
    """The checkpoints of a run that are asked for, the earliest first."""
    if which == "last":
        return [checkpoint.latest(run)]
    files = checkpoints(run)
    if which == "milestones":
        every = checkpoint.read(checkpoint.latest(run), weights_only=True).config.milestone_every
        files = milestones(files, every)
    elif which != "all":
        files = files[-int(which) :]
    if not files:
        kind = "milestones" if which == "milestones" else "checkpoints"
        raise XWorldError(f"{str(run)!r} has no {kind} to evaluate; is it a folder that gft train made?")
    return files


def planned_levels(config: Config, plan: Plan) -> list[Level]:
    """Where the agent is tested: levels of its own world, or maps of other sizes with the tasks and classes of the last."""
    if config.curriculum is None:
        own = Options(size=config.size, goals=config.goals, obstacles=config.obstacles).levels().levels
    else:
        own = curriculum(config.curriculum, config.world).levels  # of all tracks, in order
    for number in plan.levels:
        whole("level", number, 1, len(own))
    chosen_levels = [own[number - 1] for number in plan.levels]
    maps = [replace(default_level(size), tasks=own[-1].tasks, classes=own[-1].classes) for size in plan.sizes]
    return [*chosen_levels, *maps] or [own[-1]]


def play(*arguments: Any, **more: Any) -> dict[str, Tally]:
    """Play test sessions as `play_in_order` does, and count how they went, by task."""
    return counted(play_in_order(*arguments, **more))


def play_in_order(
    agent: Contender,
    config: Config,
    level: Level,
    sessions: int,
    policy: str = "greedy",
    commands: str = HEARD,
    *,
    environments: int = ENVIRONMENTS,
    progress: Progress | None = None,
    side: str | None = None,
) -> list[Session]:
    """Play test sessions 0, 1, … on a level, on a side of the run's split; how they went, in the order of their numbers."""
    heard = "own commands" if commands == HEARD else "commands shuffled"
    heard += "" if side in (None, TRAINED) else f", new {side}"
    played: dict[int, Session] = {}
    more: dict[str, Any] = {"environments": environments, "side": side}
    for number, session in numbered_sessions(agent, config, level, sessions, policy, commands, **more):
        played[number] = session
        if progress:
            progress(f"{level.rows}×{level.columns}, {policy}, {heard}", len(played), sessions)
    return [played[number] for number in range(sessions)]


def counted(sessions: Sequence[Session]) -> dict[str, Tally]:
    """How sessions went, by task."""
    tallies: dict[str, Tally] = {}
    for session in sessions:
        tallies[session.task] = tallies.get(session.task, Tally()) + session.tally()
    return dict(sorted(tallies.items()))


def spelled(sessions: Sequence[Session]) -> str:
    """How each session went, a letter each."""
    tasks = sorted({session.task for session in sessions})
    return "".join(letter_of(tasks.index(session.task), session.success) for session in sessions)


def _question(
    config: Config, weights: str, level: Level, step: int, policy: str, commands: str, plan: Plan, side: str
) -> Result:
    """A result without its counts."""
    return Result(
        world=config.world,
        method=config.method,
        encoder=config.encoder,
        agent=config.agent,
        learning=taught_by(config.to_dict()),
        algo=config.algo,
        seed=config.seed,
        step=step,
        weights=weights,
        setting=setting_of(config, level, side),
        policy=policy,
        commands=commands,
        sessions=plan.sessions,
        first_seed=FIRST_SEED,
        command=plan.command,
    )


def setting_of(config: Config, level: Level, side: str = TRAINED) -> Setting:
    """The test sessions as a table names them."""
    tasks = config.tasks or tuple(task.name for task in PAPER_TASKS)
    classes = set(grammar(config.world).objects)
    narrowed = classes & set(level.classes or classes)
    narrowed = {name for name in narrowed if name in sides_of(config)[side].split.classes}
    return Setting(
        level.rows,
        level.columns,
        level.goals,
        level.obstacles,
        tasks=tuple(sorted(task for task in tasks if level.tasks is None or task in level.tasks)),
        classes=None if narrowed == classes else tuple(sorted(narrowed)),
        map=None if level.map is None else level.map.rows,
        split=config.split,
        side=None if config.split is None else side,
    )


def fingerprint(agent: Agent) -> str:
    """Eight hex digits that change with any weight."""
    checksum = 0
    for name, tensor in sorted(agent.state_dict().items()):
        checksum = zlib.crc32(tensor.cpu().numpy().tobytes(), zlib.crc32(name.encode(), checksum))
    return f"{checksum:08x}"
