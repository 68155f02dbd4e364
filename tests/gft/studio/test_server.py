"""The studio's server without a browser: who is let in, nonsense, many pages, pages that vanish."""

import json
import os
import struct
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from gft.studio import guard
from gft.studio.cast import Cast
from gft.studio.guard import AT_ONCE, PER_SECOND, Allowance
from gft.studio.messages import LONGEST, MESSAGES, read_message
from gft.studio.runs import Runs
from gft.studio.server import MOST_PAGES, Studio, make_app
from xworld import XWorldError

OWN = "http://127.0.0.1:8765"
FUZZING = 60 if os.environ.get("CI") else 10  # seconds
SOCKET = "ws://127.0.0.1:8765/socket"


class Page:
    """A page, as the server sees it."""

    def __init__(self, socket: Any):
        self.socket = socket

    def say(self, do: str, **values: Any) -> None:
        self.socket.send_text(json.dumps({"do": do, **values}))

    def hear(self, wanted: str) -> dict[str, Any]:
        """The next message of a kind; what comes before it is left out."""
        while True:
            message = self.socket.receive()
            if message["type"] == "websocket.close":
                raise WebSocketDisconnect(message.get("code", 1000))
            told = _told(message)
            if told["say"] == wanted:
                return told


def _told(message: dict[str, Any]) -> dict[str, Any]:
    if message.get("text") is not None:
        return dict(json.loads(message["text"]))
    data = message["bytes"]
    (length,) = struct.unpack("<I", data[:4])
    return json.loads(data[4 : 4 + length]) | {"content": data[4 + length :]}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("runs")


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[TestClient]:
    studio = Studio(lambda: Cast.of(["2d"]), Runs([folder]))
    with TestClient(make_app(studio), base_url=OWN) as client:
        yield client


@pytest.fixture
def page(client: TestClient) -> Iterator[Page]:
    with client.websocket_connect(SOCKET) as socket:
        page = Page(socket)
        page.hear("welcome")
        page.say("deal", world="2d", size=5)
        page.hear("session")
        page.hear("view")
        yield page


def test_a_page_commands_and_gets_what_it_needs(page: Page) -> None:
    page.say("paste", text="..A..\n.....\n..^..\n.....\nA = cat")
    session = page.hear("session")
    assert session["session"]["world"] == "2d"
    page.say("sit", players=["oracle"])
    page.hear("session")
    page.say("play", speed=30)
    while not (moments := page.hear("moments"))["over"]:
        pass
    assert moments["seats"][0]["moment"]["outcome"] in ("success", "failure")
    assert page.hear("playing") == {"say": "playing", "table": "play", "playing": False}


def test_views_come_only_as_fast_as_the_page_shows_them(page: Page) -> None:
    for _ in range(6):
        page.say("act", action="turn_left")
    page.say("help", world="2d", text="")  # what comes after it comes after all of them
    numbers = []
    while (told := _told(page.socket.receive()))["say"] != "help":
        if told["say"] == "view":
            numbers.append(told["number"])
    assert len(numbers) == 1  # one was on its way already
    page.say("shown", number=numbers[-1])
    late = page.hear("view")
    assert late["at"] == 6
    assert len(late["content"]) == late["width"] * late["height"] * 3


def test_a_command_with_a_speed_is_obeyed_at_once(page: Page) -> None:
    page.say("paste", text="..A..\n.....\n..^..\n.....\nA = cat")
    page.say("command", sentence="go to unicorn .", speed=30)
    assert "unicorn" in page.hear("refused")["text"]
    page.say("command", sentence="go to cat .", speed=30)
    assert page.hear("session")["session"]["command"] == "go to cat ."
    while not page.hear("moments")["over"]:
        pass


def test_tables_do_not_wait_for_each_others_views(page: Page) -> None:
    page.say("shown", number=1)
    page.say("sit", table="compare", players=["oracle", "chance"])
    while page.hear("view")["table"] != "compare":  # and it is never said that these were shown
        pass
    page.say("step")
    while (view := page.hear("view"))["table"] != "play":
        pass
    assert view["at"] == 1


def test_a_page_that_is_behind_skips_steps_and_misses_none(page: Page) -> None:
    page.say("paste", text="A" + "." * 9 + "\n" + "." * 9 + "^\nA = cat")
    page.say("sit", players=["oracle"])
    page.hear("session")
    page.say("play", speed=30)
    told = []
    while not told or not told[-1]["over"]:
        told.append(page.hear("moments"))  # nothing is shown, so next to nothing is told
    seat = told[-1]["seats"][0]
    assert len(told) < seat["at"]
    assert seat["lines"][0][0]["action"] is None
    assert len(seat["lines"][0]) == seat["at"] + 1


NONSENSE = (
    "", "nonsense", "[]", "3", "null", '"do"', "{}", '{"do": "fly"}', '{"do": 3}', '{"do": "step", "table": "kitchen"}',
    '{"do": "play", "speed": 1000}', '{"do": "play", "speed": true}', '{"do": "deal", "world": "2d", "size": 1e9}',
    '{"do": "command"}', '{"do": "command", "sentence": 3}', '{"do": "open", "session": {}}', '{"do": "step", "more": 1}',
    '{"do": "act", "action": "../../etc"}', '{"do": "sit", "players": ["x", 3]}', "[" * 5000, "{" * 5000,
)  # fmt: skip


def test_nonsense_gets_a_sentence_and_the_session_stays(page: Page) -> None:
    for text in NONSENSE:
        page.socket.send_text(text)
        assert len(page.hear("refused")["text"]) > 10, text
    page.say("step")
    assert page.hear("moments")["seats"][0]["at"] == 1


def test_huge_and_binary_messages_are_refused(page: Page) -> None:
    page.socket.send_text('{"do": "command", "sentence": "' + "x" * LONGEST + '"}')
    assert "at most" in page.hear("refused")["text"]
    page.socket.send_bytes(b"\x00\xff" * 100)
    assert "text" in page.hear("refused")["text"]


def test_so_many_messages_at_once_and_so_many_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    allowance = Allowance()
    assert [allowance.take() for _ in range(AT_ONCE + 1)] == [True] * AT_ONCE + [False]
    now = 1.0
    assert sum(allowance.take() for _ in range(2 * PER_SECOND)) == PER_SECOND


def test_too_many_messages_are_not_read(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "PER_SECOND", 0)  # however slow the machine is
    for _ in range(AT_ONCE + 1):
        page.say("shown", number=0)
    assert "too many messages" in page.hear("refused")["text"]


@pytest.mark.parametrize(
    "headers",
    [{"host": "evil.example"}, {"origin": "http://evil.example"}, {"origin": "null"}, {"host": ""}, {"host": "[::1"},
     {"origin": "http://127.0.0.1:1"}],
)  # fmt: skip
def test_other_sites_are_kept_out(client: TestClient, headers: dict[str, str]) -> None:
    assert client.get("/", headers=headers).status_code == 403
    assert client.get("/runs", headers=headers).status_code == 403
    with pytest.raises((WebSocketDisconnect, WebSocketDenialResponse)), client.websocket_connect(SOCKET, headers=headers):
        pass


def test_pages_of_its_own_are_let_in(client: TestClient) -> None:
    answer = client.get("/", headers={"origin": OWN})
    assert answer.status_code == 200
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert client.get("/", headers={"host": "localhost:8765"}).status_code == 200


def test_beyond_the_machine_a_token_is_asked_for(folder: Path) -> None:
    studio = Studio(lambda: Cast.of([]), Runs([folder]))
    with TestClient(make_app(studio, hosts=("box",), token="secret"), base_url="http://box") as client:
        for address in ("/", "/runs", "/static/main.js", "/?token=wrong"):
            assert client.get(address).status_code == 403
        assert client.get("/?token=secret").status_code == 200
        assert client.get("/static/main.js").status_code == 200  # by the cookie
        client.cookies.clear()
        assert client.get("/runs").status_code == 403


@pytest.mark.parametrize(
    "address", ["/drawings/2d/unicorn/0/0.png", "/drawings/2d/cat/99/0.png", "/drawings/4d/cat/0/0.png", "/runs/..%2f..",
                "/static/../server.py", "/static/%2e%2e/server.py", "/drawings/2d/..%2f..%2fcat/0/0.png"],
)  # fmt: skip
def test_nothing_is_taken_for_a_path(client: TestClient, address: str) -> None:
    assert client.get(address).status_code == 404


def test_drawings_of_both_worlds(client: TestClient) -> None:
    for address in ("/drawings/2d/cat/1/0.png", "/drawings/3d/chair/0/2.png"):
        answer = client.get(address)
        assert answer.status_code == 200
        assert answer.content.startswith(b"\x89PNG")


def test_a_page_too_many_is_told_so_and_a_closed_one_makes_room(client: TestClient) -> None:
    sockets = [client.websocket_connect(SOCKET) for _ in range(MOST_PAGES)]
    pages = [Page(socket.__enter__()) for socket in sockets]
    for page in pages:
        page.hear("welcome")
    with client.websocket_connect(SOCKET) as socket:
        assert str(MOST_PAGES) in Page(socket).hear("refused")["text"]
    for socket in sockets:
        socket.__exit__(None, None, None)
    time.sleep(0.3)
    for _ in range(100 - MOST_PAGES):  # come and go, some in the middle of something
        with client.websocket_connect(SOCKET) as socket:
            Page(socket).hear("welcome")
            socket.send_text('{"do": "ask", "task": null}')


def test_a_page_that_vanishes_while_it_plays_disturbs_nobody(client: TestClient, page: Page) -> None:
    with client.websocket_connect(SOCKET) as socket:
        other = Page(socket)
        other.hear("welcome")
        other.say("deal", world="2d", size=8)
        other.hear("session")
        other.say("play", speed=30)
    page.say("step")
    assert page.hear("moments")["seats"][0]["at"] == 1


def test_runs_are_shown_and_what_is_wrong_with_them(client: TestClient, folder: Path) -> None:
    assert client.get("/runs").json()["runs"] == []
    broken = folder / "broken"
    broken.mkdir()
    (broken / "config.json").write_text("{")
    (told,) = client.get("/runs").json()["runs"]
    assert (told["name"], told["state"]) == ("broken", "unreadable")
    assert "config" in told["wrong"]
    assert client.get(f"/runs/{told['key']}").json()["state"] == "unreadable"
    assert client.get("/runs/0123456789abcdef").status_code == 404


def test_fuzzed_messages_are_read_or_refused() -> None:
    """Every message is understood or refused by a sentence; nothing else comes out of reading one."""
    random = np.random.default_rng(0)
    values: list[Any] = [
        None,
        True,
        -1,
        0,
        1,
        3.5,
        1e300,
        "",
        "2d",
        "cat",
        "x" * 5000,
        [],
        ["a"],
        [[]],
        {},
        {"a": 1},
        "\ud800",
    ]
    until = time.monotonic() + 2
    refused = read = 0
    while time.monotonic() < until:
        do = [*MESSAGES, "", None, 3][int(random.integers(len(MESSAGES) + 3))]
        names = [*MESSAGES.get(do, {}), "table", "other"] if isinstance(do, str) else ["a"]
        message = {name: values[int(random.integers(len(values)))] for name in names if random.random() < 0.8}
        text = json.dumps({"do": do, **message})
        if random.random() < 0.3:
            place = int(random.integers(len(text)))
            text = text[:place] + chr(int(random.integers(1, 256))) + text[place + int(random.integers(3)) :]
        try:
            read_message(text)
            read += 1
        except XWorldError:
            refused += 1
    assert refused > 100
    assert read > 10


def test_fuzzed_pages_leave_the_server_as_it_was(client: TestClient) -> None:
    """For a minute: messages of the right shape with any values, and texts that are not; a page beside it goes on."""
    random = np.random.default_rng(1)
    pick = lambda items: items[int(random.integers(len(items)))]  # noqa: E731
    sentences = ["go to cat .", "cat", "avoid dog please .", "", "go to", "\x00", "go to the object left of cat ."]
    maps = ["A.^", "###", "..^..\n.A.B.\nA = cat", "", "^", "A" * 500]
    until = time.monotonic() + FUZZING
    with client.websocket_connect(SOCKET) as socket:
        page = Page(socket)
        page.hear("welcome")
        page.say("deal", world="2d", size=4)
        page.hear("session")
        while time.monotonic() < until:
            session = {"format": "xworld session", "version": 1, "world": pick(["2d", "4d"]), "map": pick([["..", ".."], 3])}
            page.say(
                *[
                    do := pick(
                        [
                            "command",
                            "ask",
                            "step",
                            "act",
                            "jump",
                            "restart",
                            "sit",
                            "paste",
                            "build",
                            "open",
                            "play",
                            "pause",
                            "python",
                            "help",
                            "deal",
                            "matrices",
                            "fine",
                        ]
                    )
                ],
                **_values(do, pick, sentences, maps, session),
            )
            page.say("help", world="2d", text="mark")
            while page.hear("help")["text"] != "mark":
                pass
            page.say("shown", number=2**40)
            time.sleep(0.02)
        page.say("pause")
        page.say("deal", world="2d", size=4)
        assert page.hear("session")["session"]["map"]


def _values(do: str, pick: Any, sentences: list[str], maps: list[str], session: dict[str, Any]) -> dict[str, Any]:
    """Values that a page might send with a message, sensible or not."""
    table = {"table": pick(["play", "compare"])}
    players = pick([["agent-1"], ["oracle", "chance"], ["you"], [], ["nobody"], ["agent-1"] * 4])
    draft = {"map": pick([["...", "..."], [".#"], []]), "objects": pick([[], [{"class": "cat", "at": [0, 1]}], [{}]])}
    return table | {
        "command": {"sentence": pick(sentences)},
        "ask": {"task": pick([None, "nav", "between"])},
        "act": {"action": pick(["move_forward", "turn_left", "fly"])},
        "jump": {"at": pick([0, 3, 10**6]), "line": pick([None, 0, 7])},
        "sit": {"players": players},
        "paste": {"text": pick(maps)},
        "build": {"draft": draft | {"start": pick([[0, 0, 0], None, [9, 9, 9]])}, "command": pick([None, *sentences])},
        "open": {"session": session, "players": pick([None, players])},
        "play": {"speed": 30},
        "help": {"world": "2d", "text": pick(sentences)},
        "deal": {"world": "2d", "size": pick([3, 4, 8]), "objects": pick([None, 1, 8]), "obstacles": pick([None, 0, 99])},
        "matrices": {"player": pick(["agent-1", "oracle"]), "command": pick(sentences), "other": pick([None, *sentences])},
        "fine": {"fine": pick([True, False])},
    }.get(do, {})
