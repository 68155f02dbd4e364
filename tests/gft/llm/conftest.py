import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest


class Server(NamedTuple):
    """The scripted endpoint of `server.py`."""

    url: str
    log: Path

    def requests(self) -> list[dict]:
        return [json.loads(line) for line in self.log.read_text().splitlines()]


@pytest.fixture
def server(tmp_path) -> Iterator[Server]:
    log = tmp_path / "requests.jsonl"
    log.touch()
    program = [sys.executable, "-S", str(Path(__file__).with_name("server.py")), str(log)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Server(f"http://127.0.0.1:{process.stdout.readline().strip()}/v1", log)
        finally:
            process.kill()
