"""Sums of gradients over the processes of one machine, through memory that they share.

Path of the data: learner → **summing** → weights. Each process writes its vector where all can read it, sums its part of all
of them, and reads the whole: three passes over memory, where messages would go through the system's network several times.
"""

import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import torch
from torch import Tensor

HERE = Path("/dev/shm")  # memory that looks like a folder, where there is such a thing
BYTES = 4  # of a number


def room(numbers: int) -> Path:
    """A new file with room for so many numbers. OSError if there is none: without it, writing would be fatal."""
    handle, name = tempfile.mkstemp(prefix="gft-", dir=HERE if HERE.is_dir() else None)
    try:
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(handle, 0, BYTES * numbers)
        else:
            os.write(handle, bytes(BYTES * numbers))
    except OSError:
        os.unlink(name)
        raise
    finally:
        os.close(handle)
    return Path(name)


class SharedSum:
    """One of the processes that sum vectors of one length. All of them make it, with the same file, and call it together."""

    def __init__(self, file: Path, rank: int, size: int, length: int, meet: Callable[[], object]):
        self.rank, self.meet = rank, meet  # `meet` returns once all processes have called it
        everything = torch.from_file(str(file), shared=True, size=(size + 1) * length, dtype=torch.float32)
        self.vectors, self.total = everything[:-length].view(size, length), everything[-length:]
        self.mine = slice(length * rank // size, length * (rank + 1) // size)  # the part that this process sums

    def __call__(self, parts: Sequence[Tensor]) -> Tensor:
        """The sum over all processes of the vector that these parts make; to be read before the next call, not changed."""
        torch.cat([part.flatten() for part in parts], out=self.vectors[self.rank])
        self.meet()
        torch.sum(self.vectors[:, self.mine], dim=0, out=self.total[self.mine])
        self.meet()
        return self.total
