import json
import threading
import time

import pytest

from gft.grid.owner import LOCK, NOTE, is_owned, machine, owned, read_note
from gft.runs.folder import write_text


def test_an_owner_leaves_a_note_and_takes_it_away(tmp_path):
    with owned(tmp_path):
        assert read_note(tmp_path)["machine"] == machine()
        assert is_owned(tmp_path)
    assert read_note(tmp_path) is None
    assert not is_owned(tmp_path)


def test_the_note_of_a_process_that_was_killed_here_holds_nobody_up(tmp_path):
    (tmp_path / NOTE).write_text(json.dumps({"machine": machine(), "process": 1, "token": "x"}))
    words: list[str] = []
    assert not is_owned(tmp_path)  # there is a note, but nobody has the lock
    with owned(tmp_path, words.append):
        assert not words


def test_an_owner_on_another_machine_is_waited_for_until_it_is_surely_gone(tmp_path):
    """Its file system does not share locks; its notes keep coming, and then no more."""

    def leave(count):
        write_text(tmp_path / NOTE, json.dumps({"machine": "far 1", "process": 7, "token": "x", "beat": count}))

    def beats():
        for count in range(1, 9):
            time.sleep(0.05)
            leave(count)

    leave(0)
    thread, words, began = threading.Thread(target=beats), [], time.monotonic()
    thread.start()
    with owned(tmp_path, words.append, beat=0.02, gone=1.0):
        waited = time.monotonic() - began
        thread.join()
        assert read_note(tmp_path)["machine"] == machine()
    assert waited >= 8 * 0.05 + 1.0
    assert "process 7 on far" in words[0]


def test_who_has_the_lock_is_waited_for(tmp_path):
    from filelock import FileLock

    words, held = [], threading.Event()

    def hold():
        with FileLock(tmp_path / LOCK):
            held.set()
            time.sleep(1.3)

    threading.Thread(target=hold).start()
    held.wait()
    with owned(tmp_path, words.append):
        assert len(words) == 1


@pytest.mark.parametrize("content", ["", "{", "[1]"])
def test_a_note_that_cannot_be_read_is_waited_for_too_as_long_as_it_takes(tmp_path, content):
    (tmp_path / NOTE).write_text(content)
    with owned(tmp_path, beat=0.02, gone=0.05):
        assert is_owned(tmp_path)
