"""How compiled functions are declared: `@kernel` for those called from Python, `@subkernel` for those called by kernels.

Kernels are compiled by numba at first use and cached on disk for the next start.
"""

import glob
import itertools
import os
import secrets
import sys
import threading
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit
from numba.core.bytecode import FunctionIdentity
from numba.core.caching import IndexDataCacheFile
from numba.extending import register_jitable

Function = TypeVar("Function", bound=Callable[..., Any])

PATIENCE = 1.5  # seconds of silence before we say that we are compiling


def subkernel(function: Function) -> Function:
    """A function that kernels call: compiled into them, and still an ordinary function in Python.

    Without the entry points for Python and C that numba would add, which take a third of the time to compile.
    """
    options: dict[str, Any] = {"error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return register_jitable(**options)(function)  # type: ignore[no-any-return]


def kernel(function: Function) -> Function:
    """Compile a function that Python calls, and keep the result on disk. No division by zero is caught."""
    options: dict[str, Any] = {"error_model": "numpy", "nogil": True, "cache": True, "no_cfunc_wrapper": True}
    dispatcher = njit(**options)(function)
    cache: Any = getattr(dispatcher, "_cache", None)
    if isinstance(getattr(cache, "_cache_file", None), IndexDataCacheFile):
        cache._cache_file = _CacheFile(cache._cache_path, cache._impl.filename_base, _SOURCES)  # type: ignore[no-untyped-call]
    return cast(Function, dispatcher)


class _CacheFile(IndexDataCacheFile):  # type: ignore[misc]  # numba has no types
    """numba's index of what a kernel has been compiled to, for processes that share it and kernels that call functions of
    other files: its stamp is of all our sources, where numba looks at the kernel's own file alone."""

    def _data_name(self, number: int) -> str:
        return f"{self._index_name}.{_process:x}.{number}.nbc"  # two processes that write at once do not meet

    def _save_index(self, overloads: dict[Any, str]) -> None:
        super()._save_index(overloads)  # type: ignore[no-untyped-call]
        for file in Path(self._cache_path).glob(f"{glob.escape(self._index_name)}.*.nbc"):
            if file.name not in overloads.values():  # of other sources, or forgotten by who wrote at once
                file.unlink(missing_ok=True)


_process = 0  # this process among all that share a cache


def _name_by_process() -> None:
    """Let what this process compiles bear names that no other process gives.

    numba numbers functions from 1 in every process. Of kernels that two processes have compiled and a third one loads, it
    silently takes helpers of the same name and number for each other.
    """
    global _process
    _process = secrets.randbits(60)
    FunctionIdentity._unique_ids = itertools.count(_process)


_name_by_process()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_name_by_process)


def _sources() -> tuple[tuple[str, int, int], ...]:
    root = Path(__file__).parent
    files = sorted(root.rglob("*.py"))
    return tuple((str(f.relative_to(root)), f.stat().st_mtime_ns, f.stat().st_size) for f in files)


_SOURCES = _sources()


@contextmanager
def announced(what: str, seconds: str) -> Iterator[None]:
    """Say on stderr what is going on if the block takes long: compiling happens once per machine."""
    started = time.monotonic()
    said = threading.Event()

    def say() -> None:
        said.set()
        print(f"xworld: compiling {what} for this machine, once; {seconds} seconds …", file=sys.stderr, flush=True)

    timer = threading.Timer(PATIENCE, say)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        if said.is_set():
            print(f"xworld: compiled in {time.monotonic() - started:.1f} s", file=sys.stderr, flush=True)


_compiled: set[Hashable] = set()


@contextmanager
def compiling(kind: Hashable, what: str, seconds: str = "15 to 40") -> Iterator[bool]:
    """Announce a block that compiles when it first meets a kind of data. Yields whether this is that time."""
    if kind in _compiled:
        yield False
        return
    with announced(what, seconds):
        yield True
    _compiled.add(kind)
