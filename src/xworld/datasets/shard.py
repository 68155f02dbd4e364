"""One file of a data set: some sessions with all their pictures, and beside it the same sessions as data.

    000000.npz      images [F, H, W, 3], tokens [S, L], actions [T], rewards [T], lengths [S], outcomes [S]; F = T + S,
                    because a session has one picture more than actions: the last one is seen, and not acted on
    000000.jsonl    a line of JSON a session, as `xworld play` takes it

Reading executes nothing and allocates no more than the file says it holds; every array is checked before it is believed.
"""

import zipfile
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from xworld.errors import XWorldError
from xworld.files import replacing
from xworld.maps.grid import ACTIONS
from xworld.session import Session
from xworld.state import OUTCOMES, RUNNING, TIMEOUT

ARRAYS: dict[str, tuple[type[np.generic], int]] = {  # kind and number of axes
    "images": (np.uint8, 4),
    "tokens": (np.int16, 2),
    "actions": (np.int8, 1),
    "rewards": (np.float64, 1),
    "lengths": (np.int32, 1),
    "outcomes": (np.int8, 1),
}
LARGEST = 1 << 33  # bytes of a shard, unpacked


class Episode(NamedTuple):
    """One session, played."""

    session: Session  # as data, with its actions
    images: NDArray[np.uint8]  # [T + 1, H, W, 3]
    tokens: NDArray[np.int16]  # [L]
    actions: NDArray[np.int8]  # [T]
    rewards: NDArray[np.float64]  # [T]
    outcome: str

    @property
    def cut_off(self) -> bool:
        """Whether the time was up."""
        return self.outcome == OUTCOMES[TIMEOUT]


class Shard(NamedTuple):
    """Some sessions, one after the other."""

    images: NDArray[np.uint8]
    tokens: NDArray[np.int16]
    actions: NDArray[np.int8]
    rewards: NDArray[np.float64]
    lengths: NDArray[np.int32]
    outcomes: NDArray[np.int8]
    sessions: list[Session]

    def episodes(self) -> Iterator[Episode]:
        """Its sessions one by one."""
        ends = np.cumsum(self.lengths)
        for n, (session, end, length) in enumerate(zip(self.sessions, ends.tolist(), self.lengths.tolist())):
            steps, shown = slice(end - length, end), slice(end - length + n, end + n + 1)
            outcome = OUTCOMES[self.outcomes[n]]
            yield Episode(session, self.images[shown], self.tokens[n], self.actions[steps], self.rewards[steps], outcome)

    @classmethod
    def of(cls, episodes: Sequence[Episode]) -> "Shard":
        """Sessions put one after the other."""
        joined = {
            name: np.concatenate([getattr(each, name) for each in episodes]) for name in ("images", "actions", "rewards")
        }
        arrays = joined | {
            "tokens": np.stack([each.tokens for each in episodes]),
            "lengths": np.array([len(each.actions) for each in episodes]),
            "outcomes": np.array([OUTCOMES.index(each.outcome) for each in episodes]),
        }
        kinds = {name: arrays[name].astype(kind, copy=False) for name, (kind, _) in ARRAYS.items()}
        return cls(**kinds, sessions=[each.session for each in episodes])


def lines_of(file: Path) -> Path:
    """Where the sessions of a shard stand as data."""
    return file.with_suffix(".jsonl")


def write_shard(file: Path, shard: Shard) -> None:
    """Write a shard: whole or not at all, the arrays last, so that who finds them has everything."""
    with replacing(lines_of(file)) as temporary:
        temporary.write_text("".join(session.to_json() + "\n" for session in shard.sessions), encoding="utf-8")
    with replacing(file) as temporary:
        np.savez_compressed(temporary, **{name: getattr(shard, name) for name in ARRAYS})  # type: ignore[arg-type]


def read_shard(file: Path) -> Shard:
    """Read a shard; a damaged one is refused by name."""
    try:
        arrays = _arrays(file)
        _check(arrays)
        return Shard(**arrays, sessions=_sessions(lines_of(file), arrays))
    except FileNotFoundError as error:
        raise _damaged(file, f"{Path(error.filename).name} is missing") from None
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError) as error:
        raise _damaged(file, str(error).rstrip(".") or type(error).__name__) from None


def _damaged(file: Path, why: str) -> XWorldError:
    return XWorldError(
        f"{str(file)!r} is damaged ({why}); delete it, and the command that wrote the data set makes it again, alone."
    )


def _arrays(file: Path) -> dict[str, Any]:
    with zipfile.ZipFile(file) as archive:
        sizes = {info.filename: info.file_size for info in archive.infolist()}
        if sorted(sizes) != sorted(f"{name}.npy" for name in ARRAYS) or len(archive.infolist()) != len(ARRAYS):
            raise ValueError(f"it must hold {', '.join(ARRAYS)}")
        if sum(sizes.values()) > LARGEST:
            raise ValueError(f"it unpacks to more than {LARGEST >> 30} GiB")
        return {name: _array(archive, name, *kind) for name, kind in ARRAYS.items()}


def _array(archive: zipfile.ZipFile, name: str, kind: type[np.generic], axes: int) -> NDArray[Any]:
    """One array of a shard: what its header says is checked before anything is made of it."""
    with archive.open(f"{name}.npy") as stream:
        if npy.read_magic(stream) != (1, 0):  # type: ignore[no-untyped-call]
            raise ValueError(f"{name} has an unknown header")
        shape, fortran, dtype = npy.read_array_header_1_0(stream)  # type: ignore[no-untyped-call]
        if dtype != np.dtype(kind) or len(shape) != axes or fortran or min(shape) < 0:
            raise ValueError(f"{name} is {dtype}{list(shape)}")
        content = stream.read()  # at most what the archive's index says, and checked against its checksum
        if len(content) != int(np.prod(shape, dtype=object)) * dtype.itemsize:
            raise ValueError(f"{name} is shorter or longer than it says")
    return np.frombuffer(content, dtype).reshape(shape)


def _check(arrays: dict[str, Any]) -> None:
    """Refuse arrays that do not fit together."""
    lengths, outcomes, actions = arrays["lengths"], arrays["outcomes"], arrays["actions"]
    steps, sessions = len(actions), len(lengths)
    counts = (len(arrays["rewards"]), len(arrays["images"]), len(arrays["tokens"]), len(outcomes))
    if counts != (steps, steps + sessions, sessions, sessions) or (lengths < 1).any() or int(lengths.sum()) != steps:
        raise ValueError("its parts are not of one length")
    if ((actions < 0) | (actions >= len(ACTIONS))).any() or ((outcomes <= RUNNING) | (outcomes > TIMEOUT)).any():
        raise ValueError("there are actions or outcomes that do not exist")
    if not np.isfinite(arrays["rewards"]).all() or (arrays["tokens"] < 0).any():
        raise ValueError("there are rewards or tokens that cannot be")


def _sessions(file: Path, arrays: dict[str, Any]) -> list[Session]:
    """The sessions as data, the same as in the arrays."""
    sessions = [Session.from_json(line) for line in file.read_text(encoding="utf-8").splitlines()]
    ends = np.cumsum(arrays["lengths"])
    played = [part.tolist() for part in np.split(arrays["actions"], ends[:-1])]
    if [list(session.actions) for session in sessions] != played:
        raise ValueError(f"its sessions are not those of {file.name}")
    return sessions
