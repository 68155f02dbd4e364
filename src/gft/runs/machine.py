"""The machine that a program runs on: its cores, and that a program ends with the one that started it.

Path of the data: beside it; training's processes and the cells of a grid ask here. It needs no PyTorch.
"""

import ctypes
import os
import signal
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress

PR_SET_PDEATHSIG = 1  # of Linux: a signal to get when the parent ends
LOST = 3  # exit code of a process whose parent has ended


def usable_cores() -> list[int]:
    """The cores that this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def keep_to(cores: Iterable[int]) -> None:
    """Keep this process, and those that it starts from now on, to some cores, where the system can."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, set(cores))


def end_with_parent(wait: Callable[[], object]) -> None:
    """End this process when the one that started it ends, however that ends, `kill -9` included.

    Linux sends a signal, at once, even while Python is busy elsewhere. Everywhere, and if the parent was gone before the
    signal could be asked for, a thread does it: `wait` returns when the parent has ended.
    """
    with suppress(AttributeError, OSError, TypeError):  # elsewhere there is no such call
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)

    def watch() -> None:
        wait()
        os._exit(LOST)

    threading.Thread(target=watch, name="end with parent", daemon=True).start()
