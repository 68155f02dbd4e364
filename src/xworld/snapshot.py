"""The state of a batch, taken out and put back: a flat dictionary of arrays that any file format can hold."""

import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from xworld.errors import XWorldError
from xworld.state import Batch
from xworld.teacher.teacher import Teacher

Snapshot = Mapping[str, NDArray[Any]]


def fingerprint(world: str, teacher: Teacher) -> NDArray[np.uint8]:
    """Changes with anything that gives the numbers in the state their meaning."""
    digest = hashlib.sha256(f"{world} {teacher.grammar.vocabulary.fingerprint}".encode())
    tracks = [track.name for track in teacher.curriculum.tracks]
    digest.update(repr((teacher.names, teacher.classes, teacher.relations, tracks)).encode())
    for table in teacher.tables:
        array = np.asarray(table)
        digest.update(repr((array.dtype, array.shape)).encode() + array.tobytes())
    return np.frombuffer(digest.digest(), np.uint8)


def take(batch: Batch, mark: NDArray[np.uint8]) -> dict[str, NDArray[Any]]:
    """Everything that decides the future of a batch, and the fingerprint of what it belongs to."""
    return {"world": mark.copy(), **{name: batch[name].copy() for name in batch.dtype.names}}


def put_back(batch: Batch, mark: NDArray[np.uint8], state: Snapshot) -> None:
    """Fill a batch with what was taken; nothing is changed if it does not fit."""
    if not np.array_equal(state.get("world", ()), mark):
        raise XWorldError("this state is of environments with other options; restore it with those it was saved with.")
    for name in batch.dtype.names:
        got, field = np.asarray(state.get(name, ())), batch[name]
        if got.shape != field.shape or got.dtype != field.dtype:
            raise XWorldError(
                f"this state does not fit these environments: {name} is {got.dtype}{list(got.shape)}, expected "
                f"{field.dtype}{list(field.shape)}; restore it with the same number of environments."
            )
    for name in batch.dtype.names:
        batch[name][:] = state[name]
