"""`gft studio` from the command line: it says where it listens, what was wrong, and ends when it is told to."""

import re
import signal
import socket
import subprocess
import sys
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


def test_ctrl_c_ends_it_cleanly_while_a_page_plays(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "gft", "studio", "--no-browser", "--port", "0", "--runs", str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    address = re.search(r"http://(\S+)", process.stdout.readline())
    assert address
    with connect(f"ws://{address[1]}socket") as page:
        assert '"welcome"' in str(page.recv(60))
        page.send('{"do": "deal", "world": "2d", "size": 11}')
        page.send('{"do": "play", "speed": 30}')
        while '"playing": true' not in str(page.recv(120)):
            pass
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
    assert process.returncode in (0, 130)
    assert "\n".join(line for line in errors.splitlines() if "xworld: compil" not in line) == ""
