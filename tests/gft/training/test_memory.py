"""Memory that was freed is used again."""

import subprocess
import sys

import pytest

from gft.training.memory import keep_memory

# Page faults of asking for 64 MB and freeing them, ten times.
PROGRAM = """
import resource, numpy
from gft.training.memory import keep_memory
{first}
def use():
    arrays = [numpy.ones(16 << 20, numpy.uint8) for _ in range(4)]
use()
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(10):
    use()
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


def faults(first: str) -> int:
    program = PROGRAM.format(first=first)
    return int(subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a switch of Linux's C library")
def test_freed_memory_is_used_again():
    if not keep_memory():
        pytest.skip("this C library has no such switch")
    assert faults("keep_memory()") * 5 < faults("")
