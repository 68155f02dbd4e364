"""Compiling: once per machine, and announced; several processes may share what they have compiled."""

import os
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


# Two kernels whose helpers differ in nothing but a constant; `inner` is too large to be compiled into `outer`.
TWINS = """
import sys
import numpy as np
from xworld.kernels import kernel, subkernel

def make(n):
    @subkernel
    def inner(a):
        for i in range(len(a)):
            for j in range(len(a)):
                if a[i] > a[j]:
                    a[i], a[j] = a[j], a[i]
        for i in range(len(a)):
            if a[i] % 7 == 3:
                a[i] = n * a[i] + a[(i * 3) % len(a)]
            elif a[i] % 5 == 2:
                a[i] = n + a[(i * 5) % len(a)]
            else:
                a[i] += n
        return a.sum() + n

    def outer(size):
        a, b = np.arange(size), np.arange(size)
        return inner(a) + inner(b) + inner(a) + inner(b[1:])

    return kernel(outer)

twins = {"one": make(1), "two": make(2)}
if "fork" in sys.argv:  # a child has the names of its parent, if nobody sees to it
    import os
    if os.fork() == 0:
        twins["one"](10)
        os._exit(0)
    os.wait()
    sys.argv = ["", "two"]
for name in sys.argv[1:]:
    print(twins[name](10), sum(twins[name].stats.cache_hits.values()))
"""


def run_twins(folder, *arguments):
    """Each asked-for kernel's answer, and whether it came from the cache."""
    script = folder / "twins.py"
    if not script.exists():
        script.write_text(TWINS)
    command = [sys.executable, str(script), *arguments]
    environment = os.environ | {"NUMBA_CACHE_DIR": str(folder / "cache")}
    result = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return [tuple(map(int, line.split())) for line in result.stdout.splitlines()]


def test_kernels_compiled_by_different_processes_do_not_take_each_others_helpers(tmp_path):
    (one,), (two,) = run_twins(tmp_path, "one"), run_twins(tmp_path, "two")
    assert one[0] != two[0]
    assert run_twins(tmp_path, "one", "two") == [(one[0], 1), (two[0], 1)]


def test_nor_do_those_of_a_process_and_its_child(tmp_path):
    (alone,) = run_twins(tmp_path, "two")
    folder = tmp_path / "forked"
    folder.mkdir()
    run_twins(folder, "fork")
    one, two = run_twins(folder, "one", "two")
    assert (two, one[1]) == ((alone[0], 1), 1)
    assert one[0] != two[0]
