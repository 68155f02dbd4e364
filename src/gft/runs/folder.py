"""A run's folder: where things are, how they are written and read, and who may write.

    RUN/config.json   metrics.jsonl   results.jsonl   tensorboard/   checkpoints/000000640000.safetensors …

Files are written whole or not at all, and of a file of lines that a crash has cut short the last one is no line.
"""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gft.runs.config import Config
from gft.runs.legacy import renamed
from xworld import XWorldError, replacing

LOCK = ".lock"
LAUNCH = ".launch"  # which torchrun began to train here, or went on last
PLAYER = "player.json"  # in place of a config, where nothing was trained

# ---- text, JSON and files of lines


def write_text(file: Path, text: str) -> None:
    """Write a file whole or not at all."""
    with replacing(file) as temporary:
        temporary.write_text(text, encoding="utf-8")


def read_text(file: Path) -> str:
    """A file's text, or a sentence that says why it cannot be had."""
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise XWorldError(f"cannot read {str(file)!r}: {getattr(error, 'strerror', None) or 'it is not text'}.") from None


def as_line(values: Mapping[str, Any]) -> str:
    """One line of JSON."""
    return json.dumps(values, ensure_ascii=False) + "\n"


def append_line(file: Path, values: Mapping[str, Any]) -> None:
    """Add one line of JSON, whole: what a crash may have left unfinished at the end is cut off first."""
    try:
        with open(file, "ab+") as handle:
            size = handle.tell()
            handle.seek(max(0, size - 1))
            if handle.read() not in (b"", b"\n"):
                handle.seek(0)
                handle.truncate(handle.read().rfind(b"\n") + 1)
            handle.write(as_line(values).encode(errors="backslashreplace"))  # half a character, as JSON spells it
            handle.flush()
            os.fsync(handle.fileno())
    except OSError as error:
        raise XWorldError(f"cannot write {str(file)!r}: {error.strerror or error}.") from None


def read_lines(file: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The numbers and values of a file's lines; none if there is no file."""
    if not file.exists():
        return
    text = read_text(file)
    for number, line in enumerate(text.split("\n")[:-1], 1):  # JSON may hold what else looks like the end of a line
        try:
            values = json.loads(line)
        except ValueError:
            values = None
        if not isinstance(values, dict):
            raise XWorldError(f"line {number} of {str(file)!r} is damaged; delete that line, or move the file away.")
        yield number, values


# ---- the config


def is_run(run: Path) -> bool:
    return (run / "config.json").is_file()


def is_player(folder: Path) -> bool:
    """Whether a folder holds the results of a player without weights, or of a language model."""
    return (folder / PLAYER).is_file()


def write_player(folder: Path, kind: str, world: str) -> None:
    """Say whose results a folder holds."""
    write_text(folder / PLAYER, json.dumps({"player": kind, "world": world}) + "\n")


def check_run(run: Path) -> None:
    """Refuse a folder that is no run's."""
    if not is_run(run):
        raise XWorldError(f"{str(run)!r} is not the folder of a run: there is no config.json in it.")


def is_taken(run: Path) -> bool:
    """Whether there is something already where a new run is to begin."""
    return run.exists() and (not run.is_dir() or any(file.name != LOCK for file in run.iterdir()))


def exists_already(run: Path) -> XWorldError:
    """The error for a new run in a folder that is taken."""
    return XWorldError(
        f"{str(run)!r} exists already; go on with it by --resume {run} (in Python: resume=True), or use another one: --out."
    )


def write_launch(run: Path, name: str | None) -> None:
    """Note which torchrun trains in a folder, if one does."""
    if name is not None:
        write_text(run / LAUNCH, name + "\n")
    else:
        (run / LAUNCH).unlink(missing_ok=True)


def launched_by(run: Path) -> str | None:
    """Which torchrun trained in a folder last, None if none did."""
    return read_text(run / LAUNCH).rstrip("\n") if (run / LAUNCH).is_file() else None


def write_config(run: Path, config: Config) -> None:
    write_text(run / "config.json", json.dumps(config.to_dict(), indent=2) + "\n")


def read_config(run: Path) -> Config:
    """The config of a run, from its folder."""
    check_run(run)
    file = run / "config.json"
    try:
        values = json.loads(read_text(file))
        if not isinstance(values, dict):
            raise ValueError("it is no list of options")
        return Config.from_dict(renamed(values))
    except ValueError as error:
        raise XWorldError(f"{str(file)!r} is not the config of a run ({str(error).rstrip('.')}).") from None


# ---- checkpoints


def file_at(run: Path, steps: int) -> Path:
    """Where the checkpoint after so many steps lies."""
    return run / "checkpoints" / f"{steps:012}.safetensors"


def steps_of(file: Path) -> int:
    """The steps after which a checkpoint was made."""
    return int(file.stem)


def checkpoints(run: Path) -> list[Path]:
    """The checkpoints of a run, the earliest first."""
    return sorted(file for file in (run / "checkpoints").glob("*.safetensors") if file.stem.isdecimal())


def milestones(files: Sequence[Path], every: int | None) -> list[Path]:
    """Of a run's checkpoints the first at or after each milestone."""
    first: dict[int, Path] = {}
    for file in files if every else ():
        first.setdefault(steps_of(file) // every, file)  # type: ignore[operator]
    first.pop(0, None)
    return list(first.values())


def prune(run: Path, keep: int, milestone_every: int | None) -> None:
    """Leave the latest checkpoints, and the first at or after each milestone."""
    files = checkpoints(run)
    lasting = milestones(files, milestone_every)
    for file in files[:-keep]:
        if file not in lasting:
            file.unlink(missing_ok=True)


# ---- who may write


@contextmanager
def locked(run: Path, busy: str = "trained") -> Iterator[None]:
    """A run's folder for one process alone, until the block or the process ends, however it ends."""
    from filelock import FileLock, Timeout  # comes with the extras "train" and "llm"

    try:
        run.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise XWorldError(f"cannot write to {str(run)!r}: {error.strerror}.") from None
    lock = FileLock(run / LOCK)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise XWorldError(f"{str(run)!r} is being {busy} by another process; wait for it, or stop it.") from None
    try:
        yield
    finally:
        lock.release()
