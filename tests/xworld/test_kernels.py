"""Compiling: once per machine, and announced."""

import subprocess
import sys

SCRIPT = """
from xworld.envs import {name}
from xworld.teacher.session import open_sessions
from xworld.teacher.starters import _begin_paper
{name}(num_envs=2).reset(seed=0)
for kernel in (open_sessions, _begin_paper):
    print(sum(kernel.stats.cache_hits.values()), sum(kernel.stats.cache_misses.values()))
"""


def test_a_second_process_finds_everything_compiled(world):
    world.batch(num_envs=2).reset(seed=0)
    script = SCRIPT.format(name=world.batch.__name__)
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert result.stdout.split() == ["1", "0", "1", "0"]  # read from disk, compiled
