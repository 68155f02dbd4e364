"""A session and those who play it, without a browser."""

import pytest

from gft.players import AgentPlayer
from gft.runs.config import Config
from gft.studio.cast import PERSON, Cast, words_of
from gft.studio.sharing import python_lines
from gft.studio.table import Table
from gft.studio.words import help_with
from xworld import Session, XWorldError

ROOM = "..B..\n.....\n.....\n.....\n..^..\n.A...\nA = cat\nB = dog"


@pytest.fixture(scope="module")
def cast() -> Cast:
    return Cast.of(["2d"])


@pytest.fixture
def table(cast: Cast) -> Table:
    table = Table(cast, "2d")
    table.paste(ROOM)
    table.command("go to dog .")
    return table


def finish(table: Table) -> None:
    while not table.is_over:
        table.step()


def test_an_agent_sits_down_first_and_the_oracle_where_there_is_none(cast: Cast) -> None:
    assert isinstance(Table(cast, "2d").seats[0].player, AgentPlayer)
    assert Table(cast, "3d").seats[0].role.key == "oracle"


def test_a_command_is_obeyed_from_where_the_agent_stands(table: Table) -> None:
    table.act("move_forward")
    table.command("go to cat .")
    assert table.session().start == (3, 2, 0)
    assert table.described()["understood"]["text"] == "reach the cat"
    assert table.session().actions == ()


def test_the_oracle_does_it_in_the_shortest_way_and_the_verdict_says_so(table: Table) -> None:
    table.sit(["oracle"])
    assert table.shortest == 4
    finish(table)
    seat = table.moments()[0]
    assert seat["verdict"] == "Well done in 4 steps."
    assert seat["moment"]["outcome"] == "success"


def test_a_wrong_object_is_named_in_the_verdict(table: Table) -> None:
    table.sit([PERSON])
    table.command("go to cat .")
    for _ in range(4):
        table.act("move_forward")
    assert table.moments()[0]["verdict"] == "Reached the dog: wrong object. 4 steps."
    with pytest.raises(XWorldError, match="over"):
        table.act("move_forward")


def test_what_cannot_be_is_refused_and_the_table_stays_as_it_was(table: Table) -> None:
    table.act("turn_left")
    before = table.session(), table.moments()
    refused = (
        lambda: table.command("go to unicorn ."),
        lambda: table.command("go to apple ."),  # not on this map
        lambda: table.ask("juggle"),
        lambda: table.sit(["nobody"]),
        lambda: table.sit([PERSON] * 5),
        lambda: table.act("fly"),
        lambda: table.paste("no map"),
        lambda: table.build({"map": ["..."], "objects": [], "start": [0, 0, 0]}, None),
        lambda: table.build({"map": 3}, None),
        lambda: table.deal("2d", size=99),
        lambda: table.jump(0, line=5),
    )
    for wanted in refused:
        with pytest.raises(XWorldError):
            wanted()
        assert (table.session(), table.moments()) == before


def test_going_back_and_doing_something_else_keeps_the_old_line(table: Table) -> None:
    table.sit(["oracle"])
    finish(table)
    table.jump(1)
    table.act("turn_left")
    seat = table.seats[0]
    assert [len(line) for line in seat.lines] == [5, 3]
    assert [moment.by for moment in seat.lines[1]] == ["", "oracle", PERSON]
    table.jump(4, line=0)
    assert seat.now.outcome == "success"
    table.jump(2, line=1)
    assert seat.now.outcome == "running"


def test_an_agent_goes_on_from_a_moment_as_it_did_before(table: Table) -> None:
    for _ in range(3):
        table.step()
    before = [moment._replace(state={}) for moment in table.seats[0].lines[0]]
    table.jump(1)
    for _ in range(2):
        table.step(anew=True)  # its memory and its random stream are those of that moment
    assert len(table.seats[0].lines) == 1
    assert [moment._replace(state={}) for moment in table.seats[0].lines[0]] == before


def test_an_agent_remembers_what_somebody_did_in_its_place(table: Table) -> None:
    table.step()
    own = table.seats[0].lines[0][1].action
    table.jump(0)
    table.act("turn_right" if own != 5 else "turn_left")
    player = table.seats[0].player
    assert isinstance(player, AgentPlayer)
    assert player.previous[0] == table.seats[0].now.action != own


def test_a_session_with_its_actions_opens_as_it_was(table: Table, cast: Cast) -> None:
    for _ in range(3):
        table.step()
    session = Session.from_json(table.session().to_json())
    other = Table(cast, "3d")
    other.open(session, ["chance"])
    assert other.session() == session
    assert other.moments()[0]["moment"]["agent"] == table.moments()[0]["moment"]["agent"]
    other.jump(0)
    other.step()  # along the line that it came with, whoever sits there
    assert other.seats[0].lines[0][1].action == session.actions[0]


def test_several_play_the_same_session_in_step(table: Table) -> None:
    table.sit(["agent-1", "oracle", "chance", "reader"])
    table.step()
    assert [seat["at"] for seat in table.moments()] == [1, 1, 1, 1]
    assert len({str(seat.session().map) for seat in table.seats}) == 1


def test_a_drawn_map_keeps_its_command_or_says_why_not(table: Table) -> None:
    session = table.session().to_dict()
    draft = {"map": session["map"], "objects": session["objects"], "start": [0, 0, 2]}
    assert table.build(draft, "go to dog .") == ""
    assert table.session().command == "go to dog ."
    assert table.session().start == (0, 0, 2)
    walled = [".#B#.", "..#..", ".....", ".....", ".....", ".A..."]
    draft["map"] = [row.replace("B", ".").replace("A", ".") for row in walled]
    remark = table.build(draft, "go to dog .")
    assert "cannot be done" in remark
    assert table.session().command != "go to dog ."


def test_what_the_agent_thinks_is_told(table: Table) -> None:
    told = table.described()["seats"][0]
    moment = table.moments()[0]["moment"]
    assert sum(moment["thought"]["probabilities"]) == pytest.approx(1, abs=0.01)
    assert [len(row) for row in moment["thought"]["response"]] == [5] * 5
    assert told["field"] == {"first": 0.1, "step": 0.2, "width": 0.2}  # a cell of the view each


def test_lines_of_python_make_the_session_again(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    table.sit(["oracle"])
    finish(table)
    exec(python_lines(table.session()), {})
    assert capsys.readouterr().out == "go to dog . success\n"


def test_words_that_training_never_had(cast: Cast) -> None:
    config = Config(world="2d", classes=2, tasks=("nav",))
    known = words_of(config)
    assert "go" in known
    assert "between" not in known
    assert len(known & set(cast.roles["agent-1"].words)) == len(known)
    assert words_of(Config(world="2d", curriculum="words")) < words_of(Config(world="2d", curriculum="evening"))


def test_help_for_whoever_types() -> None:
    assert "to" in help_with("2d", "go ")["next"]
    assert help_with("2d", "go to ca")["next"][:1] == ["cabbage"]
    assert help_with("2d", "go to cat .")["understood"]["task"] == "nav"
    wrong = help_with("2d", "go to the unicorn .")
    assert "unicorn" in wrong["wrong"]
    assert len(wrong["closest"]) == 3
    assert "asks for nothing" in help_with("2d", "well done !")["wrong"]


def test_agents_of_other_worlds_do_not_sit_down(cast: Cast) -> None:
    with pytest.raises(XWorldError, match="trained in XWORLD2D"):
        Table(cast, "3d").sit(["agent-1"])
