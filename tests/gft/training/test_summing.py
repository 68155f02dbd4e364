"""Gradients of several processes, summed through memory that they share."""

import threading
from functools import partial

import pytest
import torch

from gft.training import processes, summing
from gft.training.processes import Group, launch
from gft.training.summing import SharedSum, room


@pytest.mark.parametrize(("size", "length"), [(2, 7), (3, 10), (4, 3)])
def test_everybody_gets_the_sum_again_and_again(size, length):
    file, barrier = room((size + 1) * length), threading.Barrier(size)
    members = [SharedSum(file, rank, size, length, barrier.wait) for rank in range(size)]
    file.unlink()  # the memory is still there
    given = torch.randn(5, size, length)
    got = torch.zeros_like(given)

    def work(rank: int) -> None:
        for turn, vectors in enumerate(given):
            got[turn, rank] = members[rank](vectors[rank].split(2))

    threads = [threading.Thread(target=work, args=(rank,)) for rank in range(size)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert torch.allclose(got, given.sum(1, keepdim=True).expand_as(got))


def test_no_room_is_an_error_and_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(summing, "HERE", tmp_path)
    monkeypatch.setattr(summing.os, "posix_fallocate", full, raising=False)
    with pytest.raises(OSError):
        room(10)
    assert not list(tmp_path.iterdir())


def full(*_: object) -> None:
    raise OSError("no room")


def summed_gradients(shared: bool) -> int:
    """The work of a process: the gradients of two parameters become their sums; the first must be asked for room in vain if
    nothing is to be shared."""
    if not shared:
        processes.room = full  # type: ignore[assignment]
    with Group() as group:
        a, b = torch.nn.Parameter(torch.zeros(2, 3)), torch.nn.Parameter(torch.zeros(4))
        for turn in range(3):
            a.grad, b.grad = torch.full((2, 3), 1.0 + group.rank + turn), torch.arange(4.0) * (1 + group.rank)
            group.sum_gradients([a, b])
            assert torch.equal(a.grad, torch.full((2, 3), 3.0 + 2 * turn))
            assert torch.equal(b.grad, torch.arange(4.0) * 3)
        assert (group.sums[10] is not None) == shared
    return 0


@pytest.mark.parametrize("shared", [True, False])
def test_two_processes_sum_their_gradients_with_and_without_shared_memory(shared):
    before = set(summing.HERE.glob("gft-*"))
    assert launch(partial(summed_gradients, shared), 2) == 0
    assert set(summing.HERE.glob("gft-*")) <= before
