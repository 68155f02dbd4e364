"""A language model plays test sessions, several side by side; what it does is in the journal, how it went in results.jsonl.

Path of the data: session in words → prompt → server → action → world, round and round → **journal** → results.jsonl. The
sessions are those of `gft eval`: session s starts at seed FIRST_TEST_SEED + s.
"""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium as gym

from gft.llm.client import Budget, Client, tokens_of
from gft.llm.journal import Journal
from gft.llm.options import Options
from gft.llm.prompt import Turn, messages_of, transcript
from gft.runs.config import FIRST_TEST_SEED
from gft.runs.folder import append_line, read_lines, write_player, write_text
from gft.runs.results import FILE, Result
from xworld import DEFAULT_ACTION, XWorldError, default_level, read_action

ENVIRONMENTS = {"2d": "XWorldText2D-v0", "3d": "XWorldText3D-v0"}
ENDINGS = ("task", "outcome", "steps", "optimal_steps", "spl", "objects", "reached", "reason")
PER_ANSWER = 8  # tokens of an answer that is an action and little else

Progress = Callable[[int, int], None]  # sessions ended, sessions in all


class Played(NamedTuple):
    """How far a run got."""

    result: Result | None  # None if some sessions are left
    ended: int
    problem: XWorldError | None  # what stopped it


@cache
def make_environment(world: str, size: int, image: bool, seat: int = 0) -> Any:
    """A world in words, one for each seat; where finding the shortest way is not free, it is asked for, for SPL."""
    more = {"optimal": True} if world == "3d" else {}
    return gym.make(ENVIRONMENTS[world], level=default_level(size), image=image, **more).unwrapped


def play(
    options: Options,
    folder: Path,
    key: str | None = None,
    *,
    command: str = "",
    progress: Progress | None = None,
    pause: float = 1.0,
) -> Played:
    """Play what is left of a run's sessions; with the last one the result is added to results.jsonl, once."""
    folder.mkdir(parents=True, exist_ok=True)
    write_player(folder, options.model, options.world)
    journal = Journal.open(folder, options)
    problem = asyncio.run(_Table(options, journal, key, progress, pause).play())
    ended = sum(number < options.sessions for number in journal.ends)
    if ended < options.sessions:
        return Played(None, ended, problem)
    result = options.question(command)
    result = replace(result, tasks=journal.tallies(options.sessions), spent=journal.spent(options.sessions), run=str(folder))
    _write_once(folder, result)
    return Played(result, ended, None)


def _write_once(folder: Path, result: Result) -> None:
    """Add the result, unless it is there: a run may be killed after its last session as at any other moment."""
    counted = ("tasks", "command", "spent")
    line = json.loads(json.dumps({name: value for name, value in result.to_dict().items() if name not in counted}))
    if not any(line.items() <= values.items() for _, values in read_lines(folder / FILE)):
        append_line(folder / FILE, result.to_dict())


class _Table:
    """Where the sessions are played: as many side by side as the options say."""

    def __init__(self, options: Options, journal: Journal, key: str | None, progress: Progress | None, pause: float):
        self.options, self.journal, self.progress = options, journal, progress
        self.left = journal.left(options.sessions)
        self.problem: XWorldError | None = None  # once there is one, nobody asks any more
        spent = journal.spent()
        budget = Budget(options.budget, spent["tokens_in"] + spent["tokens_out"])
        self.client = Client(
            options.base_url,
            options.fields(),
            key,
            timeout=options.timeout,
            retries=options.retries,
            budget=budget,
            pause=pause,
        )

    async def play(self) -> XWorldError | None:
        async with self.client:
            await asyncio.gather(*map(self._sit, range(min(self.options.concurrency, len(self.left)))))
        return self.problem

    async def _sit(self, seat: int) -> None:
        """One session after the other."""
        env = make_environment(self.options.world, self.options.size, self.options.image, seat)
        while self.left and self.problem is None:
            try:
                await self._session(env, self.left.pop(0))
            except XWorldError as error:
                self.problem = self.problem or error
            if self.progress and self.problem is None:
                self.progress(len(self.journal.ends), self.options.sessions)

    async def _session(self, env: Any, number: int) -> None:
        """A session to its end: first what the journal knows of it, then by asking."""
        options = self.options
        observation, info = env.reset(seed=FIRST_TEST_SEED + number)
        command, turns, exchanges = observation["mission"], list[Turn](), list[str]()
        while info["outcome"] == "running":
            text = observation["text"]
            known = self.journal.steps.get(number, [])
            messages = messages_of(options.world, command, turns, text, options.history, observation.get("image"))
            if len(turns) == len(known):
                if self.problem is not None:
                    return
                await self._ask(number, len(turns), messages)
            step = self.journal.steps[number][len(turns)]
            turns.append(Turn(text, step["action"], step["unread"]))
            exchanges += [transcript(messages, step["answer"])] if options.keep else []
            observation, _, _, _, info = env.step(step["action"])
        if options.keep:
            head = f"# Session {number}: {command}\n\n{info['task']}, {info['outcome']} after {info['steps']} steps\n"
            write_text(self.journal.folder / "exchanges" / f"{number:06}.md", "\n".join([head, *exchanges]))
        self.journal.add_end(number, {name: info[name] for name in ENDINGS} | {"command": command})

    async def _ask(self, number: int, step: int, messages: list[dict[str, Any]]) -> None:
        answer = await self.client.ask(messages)
        action = read_action(answer.text)
        taken = DEFAULT_ACTION if action is None else action
        cost = answer.tokens_in, answer.tokens_out, answer.calls
        self.journal.add_step(number, step, taken, action is None, answer.text, cost)


class Estimate(NamedTuple):
    """What is left to play, and about what it will cost."""

    sessions: int
    calls: int  # at the most, without any that must be repeated
    tokens: int  # at the most, about
    best_calls: int  # of a player as good as the oracle
    best_tokens: int


def estimate(options: Options, folder: Path) -> Estimate:
    """What a run would cost; nothing is asked and nothing is written."""
    journal = Journal.open(folder, options) if (folder / "journal.jsonl").exists() else Journal(folder)
    env, left = make_environment(options.world, options.size, options.image), journal.left(options.sessions)
    counts = [0, 0, 0, 0]
    for number in left:
        observation, info = env.reset(seed=FIRST_TEST_SEED + number)
        known = len(journal.steps.get(number, []))
        lengths = env.max_steps - known, max(1, info["optimal_steps"] - known)
        for place, calls in enumerate(lengths):
            counts[2 * place] += calls
            counts[2 * place + 1] += _tokens(options, observation, calls)
    return Estimate(len(left), *counts)


def _tokens(options: Options, observation: dict[str, Any], calls: int) -> int:
    """About how many tokens so many steps of a session take, if all its observations are as long as the first."""
    turn = Turn(observation["text"], DEFAULT_ACTION, False)

    def told(turns: int) -> int:
        image = observation.get("image")
        return tokens_of(messages_of(options.world, observation["mission"], [turn] * turns, turn.text, turns, image))

    none, each = told(0), told(1) - told(0)
    full = min(calls, options.history)  # steps until the history is full
    turns = full * (full - 1) // 2 + (calls - full) * options.history
    return calls * (none + PER_ANSWER) + turns * each
