"""Sessions written down at a random moment, and made again in another process: nothing may differ.

python -m tests.xworld.replay write FILE 2d 10000     plays sessions of all tasks and sizes, writes a line each
python -m tests.xworld.replay check FILE              makes each again, plays on, and counts what differs
python -m tests.xworld.replay damage 2d 10000         offers damaged ones, and counts those that are not refused
"""

import json
import sys
import zlib
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from tests.xworld.damage import damaged
from tests.xworld.sessions import WORLDS
from xworld import XWorldError

SIZES = (3, 4, 5, 6, 7, 8, 9, 10, 11)
BATCH = 64
ON = 25  # steps played after the moment at which a session is written down
INFO = ("task", "relation", "objects", "success", "outcome", "steps", "reached", "reached_at", "reason", "feedback")


def trace(envs: Any, i: int, observation: Any, info: Any, rest: Any = ()) -> int:
    """A checksum of all that there is to see and to know of environment i."""
    told = [str(info[name][i]) for name in INFO] + [repr(info["agent"][i].tolist()), observation["mission"][i], repr(rest)]
    seen = zlib.crc32(observation["image"][i].tobytes(), zlib.crc32(observation["tokens"][i].tobytes()))
    return zlib.crc32("|".join(told).encode(), seen)


def play_on(envs: Any, observation: Any, info: Any, actions: np.ndarray) -> list[int]:
    """Play on with the same actions in all environments; a checksum for each of all that happens."""
    sums = [trace(envs, i, observation, info) for i in range(envs.num_envs)]
    for action in actions:
        observation, rewards, terminated, truncated, info = envs.step(np.full(envs.num_envs, action))
        for i in range(envs.num_envs):
            rest = (rewards[i].item(), bool(terminated[i]), bool(truncated[i]))
            sums[i] = zlib.crc32(str(sums[i]).encode(), trace(envs, i, observation, info, rest))
    return sums


def write(file: Path, world: str, count: int) -> None:
    """Play sessions of every size in turn and write them down, each with what comes after."""
    random, written = np.random.default_rng(1), 0
    kept: dict[int, Any] = {}
    with file.open("w") as out:
        while written < count:
            size = SIZES[written // BATCH % len(SIZES)]
            envs = kept.setdefault(size, WORLDS[world].batch(num_envs=BATCH, size=size, autoreset=False))
            observation, info = envs.reset(seed=1000 + written)
            for _ in range(int(random.integers(40))):  # mostly as the oracle would, so that some sessions have ended
                acts = np.where(random.random(BATCH) < 0.7, envs.oracle(), random.integers(6, size=BATCH))
                observation, _, _, _, info = envs.step(np.maximum(acts, 0))
            sessions = [envs.session(i) for i in range(BATCH)]
            actions = random.choice([0, 0, 0, 1, 2, 3, 4, 5], size=ON)
            for session, checksum in zip(sessions, play_on(envs, observation, info, actions)):
                if written < count:
                    line = {"session": session.to_dict(), "actions": actions.tolist(), "checksum": checksum}
                    out.write(json.dumps(line) + "\n")
                    written += 1


def check(file: Path) -> tuple[int, int]:
    """Make every session again, in environments with other options; returns how many there are, and how many differ."""
    count = wrong = 0
    envs: Any = None
    with file.open() as lines:
        while group := [json.loads(line) for line in islice(lines, BATCH)]:
            world = group[0]["session"]["world"]
            if envs is None:
                envs = WORLDS[world].batch(num_envs=BATCH, size=12, goals=8, autoreset=False, tasks=None)
                envs.reset(seed=7)
            places = np.random.default_rng(count).permutation(BATCH)[: len(group)].tolist()
            mask = np.isin(np.arange(BATCH), places)
            sessions = {place: line["session"] for place, line in zip(places, group)}
            observation, info = envs.reset(options={"reset_mask": mask, "session": sessions})
            sums = play_on(envs, observation, info, np.array(group[0]["actions"]))
            wrong += sum(sums[place] != line["checksum"] for place, line in zip(places, group))
            count += len(group)
    return count, wrong


def damage(world: str, count: int, each: int = 250) -> int:
    """Offer so many damaged sessions; returns how many were not refused by a sentence with everything left as it was."""
    env = WORLDS[world].one(size=7)
    random, wrong = np.random.default_rng(0), 0
    for first in range(0, count, each):
        env.reset(seed=first)
        for action in random.integers(6, size=5):
            env.step(action)
        good, before = env.session().to_dict(), env.save()
        for _, bad in islice(damaged(good, random), min(each, count - first)):
            try:
                env.reset(options={"session": bad})
                wrong += 1
            except XWorldError as refused:
                after = env.save()
                same = all(np.array_equal(after[name], before[name]) for name in before)
                wrong += not (same and 0 < len(str(refused)) < 600)
        env.reset(options={"session": good})
    return wrong


if __name__ == "__main__":
    if sys.argv[1] == "write":
        write(Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
    elif sys.argv[1] == "damage":
        wrong = damage(sys.argv[2], int(sys.argv[3]))
        print(f"{int(sys.argv[3]):,} damaged sessions, {wrong:,} not refused with everything as it was")
        sys.exit(wrong > 0)
    else:
        count, wrong = check(Path(sys.argv[2]))
        print(f"{count:,} sessions made again, {wrong:,} differ")
        sys.exit(wrong > 0)
