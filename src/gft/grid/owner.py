"""Who works on a cell: one process at a time, on whatever machine.

On one machine a lock of the system is enough: it is released when its owner ends, however it ends. On file systems that
machines share it often is (NFS since version 4, Lustre mounted with flock), but some keep locks to each machine and say
nothing. So the owner also leaves a note beside the lock, OWNER.json, and writes it anew every few seconds. Whoever finds a
note from another machine waits until it has not changed for a minute, by his own clock; and an owner that finds somebody
else's note in place of his, because he was asleep for that long, ends at once. Should both have written for a moment:
checkpoints are written whole, and the same run gives the same bytes.
"""

import json
import os
import platform
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

from gft.runs.folder import write_text
from gft.runs.machine import LOST
from xworld import XWorldError

LOCK, NOTE = ".owner.lock", "owner.json"
BEAT = 5.0  # seconds between two notes
GONE = 60.0  # seconds without a new note after which an owner on another machine is surely gone: it would have ended itself


def machine() -> str:
    """This machine since it was started: two that have the same name are told apart, and a reboot ends all owners."""
    boot = Path("/proc/sys/kernel/random/boot_id")
    with suppress(OSError):
        return f"{platform.node()} {boot.read_text().strip()}"
    return platform.node()


@contextmanager
def owned(folder: Path, say: Callable[[str], None] = print, beat: float = BEAT, gone: float = GONE) -> Iterator[None]:
    """A cell's folder for this process alone; waits until whoever had it before is surely gone."""
    from filelock import FileLock, Timeout  # comes with the extra "train"

    folder.mkdir(parents=True, exist_ok=True)
    lock, mine = FileLock(folder / LOCK), {"machine": machine(), "process": os.getpid(), "token": uuid4().hex}
    try:
        lock.acquire(timeout=1.0)
    except Timeout:
        say(f"{folder} is being worked on by {_who(read_note(folder))}; waiting for its end")
        lock.acquire()
    try:
        _wait_for_other_machines(folder, mine, say, beat, gone)
        ended = threading.Event()
        thread = threading.Thread(target=_beat, args=(folder, mine, beat, ended), daemon=True)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()
            with suppress(OSError):
                (folder / NOTE).unlink()
    finally:
        lock.release()


def read_note(folder: Path) -> dict[str, Any] | None:
    """The owner's note; None if there is none, empty if it cannot be read."""
    try:
        note = json.loads((folder / NOTE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        return {}
    return note if isinstance(note, dict) else {}


def is_owned(folder: Path) -> bool:
    """Whether somebody is at work on a cell now, for those who look on."""
    from filelock import FileLock, Timeout

    note = read_note(folder)
    if note is None:
        return False
    if note.get("machine") != machine():
        with suppress(OSError):
            return time.time() - (folder / NOTE).stat().st_mtime < GONE
        return False
    lock = FileLock(folder / LOCK)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        return True
    lock.release()
    return False


def _wait_for_other_machines(
    folder: Path, mine: dict[str, Any], say: Callable[[str], None], beat: float, gone: float
) -> None:
    """Wait until the note of another machine has not changed for long enough, then leave ours."""
    while True:
        note, since = read_note(folder), time.monotonic()
        other = note is not None and note.get("machine") != mine["machine"]
        if other:
            say(f"{folder} was being worked on by {_who(note)}; waiting until it is surely gone")
        while note is not None and other and time.monotonic() - since < gone:
            time.sleep(beat / 5)
            latest = read_note(folder)
            if latest != note:
                note, since = latest, time.monotonic()
        _write(folder, mine, 0)
        if other:
            time.sleep(2 * beat)  # somebody else may have waited like us; the last note counts
        if (read_note(folder) or {}).get("token") == mine["token"]:
            return


def _beat(folder: Path, mine: dict[str, Any], beat: float, ended: threading.Event) -> None:
    count = 0
    while not ended.wait(beat):
        note = read_note(folder)
        if note and note.get("token") != mine["token"]:
            print(f"{folder} has been taken over by {_who(note)}; ending", flush=True)
            os._exit(LOST)
        count += 1
        with suppress(XWorldError):  # a file system that is away for a moment: the next beat tries again
            _write(folder, mine, count)


def _write(folder: Path, mine: dict[str, Any], count: int) -> None:
    write_text(folder / NOTE, json.dumps(mine | {"beat": count}) + "\n")


def _who(note: dict[str, Any] | None) -> str:
    return "another process" if not note else f"process {note.get('process')} on {str(note.get('machine')).split()[0]}"
