"""The worlds in words: all that the picture shows of cells and things, and nothing else."""

from dataclasses import replace

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from tests.xworld.sessions import WORLDS, random_actions
from xworld import DEFAULT_ACTION, SPOKEN_ACTIONS, BalrogEnv, XWorldError, instructions, read_action, read_scene, read_view
from xworld.maps.grid import FREE, OBSTACLE
from xworld.session import Session
from xworld.text.view import describe_view
from xworld.world2d.view import UNSEEN, see

MARKS = {FREE: ".", OBSTACLE: "#", UNSEEN: "?"}


@pytest.fixture(scope="module")
def flat():
    return WORLDS["2d"].one()


@pytest.fixture(scope="module")
def deep():
    return WORLDS["3d"].one(depth=True, segmentation=True)


def walks(env, sessions: int, steps: int = 12):
    """An environment at random moments of random sessions."""
    for seed in range(sessions):
        observation, info = env.reset(seed=seed)
        for action in random_actions(steps, 1, seed)[:, 0]:
            if info["outcome"] == "running":
                observation, _, _, _, info = env.step(int(action))
        yield observation


def test_the_seen_cells_can_be_rebuilt_from_the_text_in_2d(flat):
    for _ in walks(flat, 60):
        env = flat.simulation.batch[0]
        names = [flat.simulation.teacher.classes[kind] for kind in env.kind]
        seen = [[MARKS[c] if c < 0 else names[c] for c in row] for row in see(env, 5).tolist()]
        assert read_view(flat.text()) == seen


def test_what_is_hidden_in_2d_changes_nothing(flat):
    """Neither moving hidden things about, nor what the picture does not show of the map; and black is black."""
    changed = 0
    for number, _ in enumerate(walks(flat, 40)):
        text, image = flat.text(), flat.simulation.observe()["image"].copy()
        env, random = flat.simulation.batch[0], np.random.default_rng(number)
        hidden = np.argwhere(~np.array(flat.scene()["seen"]))
        free = [tuple(cell) for cell in hidden.tolist() if env.grid[tuple(cell)] < 0]
        for cell in free:
            if random.random() < 0.5:
                env.grid[cell] = random.choice([FREE, OBSTACLE])
                changed += 1
        assert (flat.simulation.observe()["image"] == image).all()
        assert flat.text() == text
    assert changed > 100
    outside, behind = np.full((3, 3), UNSEEN), np.full((3, 3), UNSEEN)
    assert describe_view(outside, []) == describe_view(behind, [])


def without(session: Session, name: str) -> dict:
    """The session as data, one object gone."""
    left = tuple(thing for thing in session.objects if thing.kind != name)
    return replace(session, objects=left, actions=()).to_dict()


def test_what_no_pixel_shows_is_not_told_in_3d_and_what_is_told_is_there(deep):
    other, told, hidden = WORLDS["3d"].one(), 0, 0
    for observation in walks(deep, 24, steps=6):
        text, session, pose = deep.text(), deep.session(), deep.scene()["agent"]
        sights = {sight.name: sight for sight in read_scene(text)[0] if sight.is_object}
        for thing in session.objects:
            if thing.kind in session.named or len(session.objects) - len(session.named) < 2:
                continue
            data = without(session, thing.kind) | {"start": pose}
            try:
                picture, _ = other.reset(options={"session": data})
            except XWorldError:
                continue  # nothing is left to go to
            same = (picture["image"] == observation["image"]).all()
            if same:
                hidden += 1
                assert thing.kind not in sights
                assert other.text() == text
            told += thing.kind in sights
    assert told > 10
    assert hidden > 10


def test_where_a_thing_is_said_to_be_it_is(deep):
    """Of what nothing hides: within a quarter of a cell."""
    checked = 0
    for observation in walks(deep, 50, steps=6):
        row, column, heading = deep.scene()["agent"]
        ahead = np.array([-np.cos(heading * np.pi / 4), np.sin(heading * np.pi / 4)])
        right = np.array([ahead[1], -ahead[0]])
        places = {thing.kind: np.array(thing.at) - (row, column) for thing in deep.session().objects}
        numbers = observation["segmentation"][..., 1]
        for sight in read_scene(deep.text())[0]:
            if sight.is_object and not sight.is_cut:
                number = 1 + list(places).index(sight.name)
                away = places[sight.name] - sight.ahead * ahead - sight.right * right
                alone = (numbers == number).sum() > 60
                if alone and np.abs(away).max() > 0.3:
                    rows, columns = np.nonzero(numbers == number)
                    around = numbers[rows.min() : rows.max() + 2, columns.min() : columns.max() + 1]
                    assert len(np.unique(around[around > 0])) > 1, sight  # something stands before it
                checked += alone
    assert checked > 15


def test_walls_are_where_they_are_said_to_be(deep):
    for seed in range(10, 25):
        deep.reset(seed=seed)
        for action in random_actions(8, 1, seed)[:, 0]:
            deep.step(int(action))
            row, column, heading = deep.scene()["agent"]
            walls = read_scene(deep.text())[1]
            assert walls
            for wall in walls:
                away = {0: row + 0.5, 2: 7.5 - column, 4: 7.5 - row, 6: column + 0.5}[(heading + wall.direction) % 8]
                assert wall.distance == pytest.approx(away, abs=0.06)


def test_answers_are_read_by_their_last_action():
    for number, name in enumerate(SPOKEN_ACTIONS):
        for answer in (name, name.upper(), f"**{name}**.", name.replace(" ", "_"), f"Not turn left, but: {name}!", number):
            assert read_action(answer) == number
        assert read_action(f" {number}.\n") == number
    for answer in ("", "fly", "move up", "turn", "remove left", "7", "12", 6, -1, None, True, "turn forward", b"turn left"):
        assert read_action(answer) is None


@pytest.mark.filterwarnings("ignore:.*not within the observation space:UserWarning")
@pytest.mark.parametrize("world", ["2D", "3D"])
def test_the_environments_in_words_are_gymnasiums_and_those_of_the_pictures(world):
    env = gym.make(f"XWorldText{world}-v0", size=4, image=True, render_mode="ansi").unwrapped
    check_env(env, skip_render_check=True)
    pictures = gym.make(f"XWorld{world}-v0", size=4).unwrapped
    seen, told = pictures.reset(seed=3)[0], env.reset(seed=3)[0]
    for action in ("turn left", "move forward", "nonsense", "I turn right"):
        assert (seen["image"] == told["image"]).all()
        assert seen["mission"] == told["mission"]
        number = DEFAULT_ACTION if read_action(action) is None else read_action(action)
        seen = pictures.step(number)[0]
        told, *_, info = env.step(action)
        assert info["unreadable"] == (action == "nonsense")
    words = instructions(world.lower()) + told["text"]
    assert not any(word in words.lower() for word in ("north", "east of", "south", "coordinate", "steps left"))
    with pytest.raises(XWorldError, match="image='yes' is not usable"):
        gym.make(f"XWorldText{world}-v0", image="yes")


def test_balrogs_shape(tmp_path):
    env = BalrogEnv("2d", vlm=True, size=3)
    observation, _ = env.reset(seed=1)
    assert set(observation["text"]) == {"long_term_context", "short_term_context"}
    assert observation["image"].size == (80, 80)
    assert observation["mission"] in env.get_instruction_prompt(observation["mission"])
    assert env.max_steps == 27
    assert env.check_action_validity("fly") == env.default_action == "turn right"
    assert env.check_action_validity("move left") == "move left"
    ended = False
    while not ended:
        _, _, ended, _, _ = env.step(env.get_text_action(env.env.inner.oracle()))
    assert env.progression == 1.0
    env.write_stats(tmp_path / "session.json")
    assert '"progression": 1.0' in (tmp_path / "session.json").read_text()
    assert env.get_stats()["failed_candidates"] == ["fly"]
