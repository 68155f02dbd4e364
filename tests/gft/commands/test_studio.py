"""`gft studio` from the command line: it says where it listens, what was wrong, and ends when it is told to."""

import json
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from websockets.sync.client import connect

from gft.cli import main


def test_a_port_in_use_is_said_with_one_that_is_free(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["studio", "--no-browser", "--port", str(port)]) == 2
    said = capsys.readouterr().err
    offered = re.fullmatch(rf"gft: port {port} is in use, maybe by another studio; --port (\d+) is free\.\n", said)
    assert offered
    assert int(offered[1]) > port


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["nowhere"], "no run's folder"),
        (["--port", "70000"], "0 to 65535"),
        (["--host", "203.0.113.7"], "cannot listen"),
    ],
)
def test_bad_input_gets_a_sentence(options: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["studio", "--no-browser", *(["--port", "0"] if "--port" not in options else []), *options]) == 2
    assert said in capsys.readouterr().err


def started(folder: Path) -> tuple[subprocess.Popen[str], str]:
    """A studio, and the address of its socket."""
    command = [sys.executable, "-m", "gft", "studio", "--no-browser", "--port", "0", "--runs", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    address = re.search(r"http://(\S+)", process.stdout.readline())
    assert address
    return process, f"ws://{address[1]}socket"


def test_the_page_is_served_before_agents_and_worlds_are_loaded() -> None:
    needed = "import sys, gft.cli, gft.studio.server, gft.studio.runs; print(sorted({'torch', 'numba'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", needed], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_ctrl_c_ends_it_cleanly_while_a_page_plays(tmp_path: Path) -> None:
    process, address = started(tmp_path)
    with connect(address) as page:
        assert '"welcome"' in str(page.recv(60))
        page.send('{"do": "deal", "world": "2d", "size": 11}')
        page.send('{"do": "play", "speed": 30}')
        while '"playing": true' not in str(page.recv(120)):
            pass
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
    assert process.returncode in (0, 130)
    assert "\n".join(line for line in errors.splitlines() if "xworld: compil" not in line) == ""


def test_it_ends_although_a_page_reads_nothing_any_more(tmp_path: Path) -> None:
    process, address = started(tmp_path)
    host, port = address.split("/")[2].split(":")
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    narrow.connect((host, int(port)))
    with connect(address, sock=narrow, max_queue=1, ping_interval=None, close_timeout=1) as page:
        assert '"welcome"' in str(page.recv(60))
        page.send('{"do": "deal", "world": "2d", "size": 11}')
        while '"moments"' not in str(page.recv(120)):
            pass
        until = time.monotonic() + 4
        while time.monotonic() < until:  # more and more is on its way to it
            for message in ({"do": "shown", "number": 2**40}, {"do": "act", "action": "turn_left"}):
                page.send(json.dumps(message))
            time.sleep(0.02)
        process.terminate()
        _, errors = process.communicate(timeout=20)
    assert "Traceback" not in errors
