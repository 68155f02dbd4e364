"""Several processes as one: who I am among them, sums over all, and how they are started.

Started by `torchrun`, a process finds the others through torch's environment variables; `launch` starts processes on this
machine in the same way. Alone, everything here does nothing.
"""

import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import TracebackType
from typing import Any

import torch
import torch.distributed as dist
from torch import Tensor

from gft.runs.machine import end_with_parent, keep_to, usable_cores
from gft.training.summing import SharedSum, room
from xworld import XWorldError

ASKED_TO_STOP = 130  # exit code of a process that has saved and stopped because it was asked to
PATIENCE = 20.0  # seconds that the other processes get to end by themselves when one has failed


def started_by_torchrun() -> int | None:
    """The number of processes that torchrun has started, None if it did not start this one."""
    return int(os.environ["WORLD_SIZE"]) if "RANK" in os.environ and "WORLD_SIZE" in os.environ else None


def first_process() -> bool:
    """Whether this is the process that writes and speaks."""
    return os.environ.get("RANK", "0") == "0"


def restarted() -> bool:
    """Whether torchrun has started all processes again, because one was lost."""
    return os.environ.get("TORCHELASTIC_RESTART_COUNT", "0") != "0"


def torchrun_name() -> str | None:
    """Which torchrun has started this process, the same after restarts; None: it was not torchrun."""
    if started_by_torchrun() is None:
        return None
    name = os.environ.get("TORCHELASTIC_RUN_ID", "none")
    return name if name != "none" else f"process {os.getppid()}"


class Group:
    """The processes of a run, entered with `with`."""

    def __init__(self) -> None:
        self.size = started_by_torchrun() or 1
        self.rank = int(os.environ["RANK"]) if self.size > 1 else 0
        self.local = int(os.environ.get("LOCAL_WORLD_SIZE", self.size)) if self.size > 1 else 1  # on this machine
        self.sums: dict[int, SharedSum | None] = {}  # by length; None: there is no memory to share

    def __enter__(self) -> "Group":
        if self.size > 1:
            dist.init_process_group("cpu:gloo,cuda:nccl" if torch.cuda.is_available() else "gloo")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.size > 1:
            dist.destroy_process_group()

    def sum(self, tensor: Tensor) -> Tensor:
        """The sum over all processes, in place."""
        if self.size > 1:
            with _all_there():
                dist.all_reduce(tensor)
        return tensor

    def sum_gradients(self, parameters: Iterable[torch.nn.Parameter]) -> None:
        """Every parameter's gradient becomes its sum over all processes: all of them at once."""
        if self.size > 1:
            gradients = [parameter.grad for parameter in parameters if parameter.grad is not None]
            counts = [gradient.numel() for gradient in gradients]
            shared = self._shared_sum(sum(counts)) if not gradients[0].is_cuda else None
            total = shared(gradients) if shared else self.sum(torch.cat([gradient.flatten() for gradient in gradients]))
            for gradient, part in zip(gradients, total.split(counts)):
                gradient.copy_(part.view_as(gradient))

    def _shared_sum(self, length: int) -> SharedSum | None:
        """How vectors of this length are summed if all processes are on this machine and it has the memory."""
        if length not in self.sums:
            self.sums[length] = self._share(length) if self.local == self.size else None
        return self.sums[length]

    def _share(self, length: int) -> SharedSum | None:
        file: Path | None = None
        if self.rank == 0:
            with suppress(OSError):
                file = room((self.size + 1) * length)
        file = self.told(file)
        if file is None:
            return None
        try:
            return SharedSum(file, self.rank, self.size, length, lambda: self.any(False))
        finally:
            self.any(False)  # all have it open
            if self.rank == 0:
                file.unlink()  # the memory stays until the last of them ends

    def gather(self, item: Any) -> list[Any]:
        """The items of all processes in the first one; the others get an empty list."""
        if self.size == 1:
            return [item]
        items = [None] * self.size if self.rank == 0 else None
        with _all_there():
            dist.gather_object(item, items)
        return items or []

    def told(self, item: Any) -> Any:
        """The first process's item, in all of them."""
        if self.size == 1:
            return item
        items = [item]
        with _all_there():
            dist.broadcast_object_list(items)
        return items[0]

    def any(self, flag: bool) -> bool:
        """Whether it is true in one of the processes."""
        return bool(self.sum(torch.tensor(float(flag)))) if self.size > 1 else flag


@contextmanager
def _all_there() -> Iterator[None]:
    """Around what all processes do together."""
    try:
        yield
    except RuntimeError:  # gloo's and nccl's word for it
        raise XWorldError("another process of this run has ended; go on with gft train --resume.") from None


def pin(group: Group) -> int:
    """Keep this process to its share of the cores, if there are enough for all on this machine; returns how many it has.

    Left to itself the system moves processes about, and each move costs what the core's cache held.
    """
    cores = usable_cores()
    share = len(cores) // group.local
    if group.local > 1 and share > 0:
        number = int(os.environ.get("LOCAL_RANK", group.rank))
        keep_to(cores[number * share : (number + 1) * share])
    return max(1, share)


def device_of(name: str, group: Group) -> torch.device:
    """A device by name; on a machine with several GPUs each process takes its own."""
    if name == "cpu":
        return torch.device("cpu")
    kind, _, number = name.partition(":")
    if kind != "cuda" or (number and not number.isdecimal()):
        raise XWorldError(f"device={name!r} is unknown; give cpu, cuda or cuda:N.")
    count = torch.cuda.device_count() if torch.cuda.is_available() else 0
    if count == 0:
        raise XWorldError(f"device={name!r} is not usable; there is no CUDA here, use cpu.")
    if number and int(number) >= count:
        raise XWorldError(f"device={name!r} is not usable; here is cuda:0 to cuda:{count - 1}.")
    own = number or (os.environ.get("LOCAL_RANK", "0") if group.size > 1 else "")
    return torch.device("cuda", int(own)) if own else torch.device("cuda")


class Stopping:
    """Ctrl-C or SIGTERM: the rollout in hand is finished and everything saved. A second Ctrl-C stops at once."""

    def __init__(self) -> None:
        self.asked = False
        self.before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> "Stopping":
        if threading.current_thread() is threading.main_thread():  # only there are signals delivered
            self.before = {number: signal.signal(number, self._ask) for number in (signal.SIGINT, signal.SIGTERM)}
        return self

    def __exit__(self, *error: object) -> None:
        for number, handler in self.before.items():
            signal.signal(number, handler)

    def _ask(self, number: int, frame: Any) -> None:
        self.asked = True
        signal.signal(signal.SIGINT, signal.default_int_handler)


def launch(work: Callable[..., int], count: int, *arguments: Any) -> int:
    """Run `work(*arguments)` in so many new processes and return the first exit code that is not 0, or 0."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    context = get_context("spawn")
    children: list[BaseProcess] = [
        context.Process(target=_work, args=(rank, count, port, work, arguments)) for rank in range(count)
    ]
    previous = {number: signal.signal(number, _forward(children)) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        for child in children:
            child.start()
        return _wait(children)
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)


def _forward(children: list[BaseProcess]) -> Callable[[int, Any], None]:
    def forward(number: int, frame: Any) -> None:
        for child in children:
            if child.is_alive() and child.pid:
                os.kill(child.pid, signal.SIGTERM)

    return forward


def _wait(children: list[BaseProcess]) -> int:
    """Wait for all; once one has failed the others get some time to notice, then they are stopped."""
    well = (None, 0, ASKED_TO_STOP)  # the one that writes may take longer
    while all(child.exitcode in well for child in children) and any(child.is_alive() for child in children):
        for child in children:
            child.join(0.2)
    for child in children:
        child.join(PATIENCE)
        if child.is_alive():
            child.kill()
            child.join()
    codes = [child.exitcode or 0 for child in children if child.exitcode]
    return abs(codes[0]) if codes else 0


def _work(rank: int, count: int, port: int, work: Callable[..., int], arguments: tuple[Any, ...]) -> None:
    parent = parent_process()
    if parent is not None:
        end_with_parent(parent.join)  # nobody trains on when whoever started it was killed
    os.environ |= {
        "RANK": str(rank),
        "LOCAL_RANK": str(rank),
        "WORLD_SIZE": str(count),
        "LOCAL_WORLD_SIZE": str(count),
        "MASTER_ADDR": "127.0.0.1",
        "MASTER_PORT": str(port),
    }
    code = work(*arguments)
    sys.stdout.flush()
    sys.stderr.flush()
    # All is written. At Python's own end a thread of gloo may still ask for the interpreter, which aborts the process: so we
    # explain aborts that were seen there.
    os._exit(code)
