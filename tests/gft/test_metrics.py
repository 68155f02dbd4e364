"""What a run says while it is trained."""

import io

import pytest

from gft.runs import metrics
from gft.runs.metrics import Progress

SUMS = {"played.all.nav": 200.0, "won.all.nav": 150.0}
LEVELS = {"3": 32, "4": 96}


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def clock(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(metrics.time, "monotonic", lambda: now[0])
    return now


def test_on_a_terminal_one_line_is_rewritten(clock):
    out = Terminal()
    progress = Progress(10_000, out)
    for step in range(3):
        progress.show(1000 * step, SUMS, None, LEVELS)
        clock[0] += 10.0
    progress.close()
    *_, last = out.getvalue().split("\r\x1b[2K")
    assert last == "2,000 of 10,000 steps  100/s  1 min left  nav 75%  on level 3: 25%  4: 75%\n"
    assert out.getvalue().count("\n") == 1


def test_elsewhere_it_is_a_line_a_minute(clock):
    out = io.StringIO()
    progress = Progress(10_000, out)
    for step in range(130):
        progress.show(step, SUMS, None, LEVELS)
        clock[0] += 1.0
    progress.close()
    assert [line.split(" of ")[0] for line in out.getvalue().splitlines()] == ["60", "120"]


def test_few_sessions_since_the_last_record_are_not_shown_instead_of_it(clock):
    out = Terminal()
    record = {"tasks": {"nav": {"sessions": 500, "success": 0.9}}}
    progress = Progress(10_000, out)
    progress.show(10, {"played.all.nav": 3.0, "won.all.nav": 0.0}, record, LEVELS)
    assert "nav 90%" in out.getvalue()
