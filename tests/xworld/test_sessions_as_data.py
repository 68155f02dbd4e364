"""Sessions as data: written, made again, ordered, commanded; and refused without a trace."""

import json
import subprocess
import sys
from pathlib import Path

import gymnasium as gym
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.xworld import replay
from tests.xworld.sessions import WORLDS, same
from xworld import ACTIONS, FixedMap, Session, XWorldError, grammar

ROOT = Path(__file__).parents[2]
FORWARD, LEFT_TURN = ACTIONS.index("move_forward"), ACTIONS.index("turn_left")

# Two cats' worth of room: A left of B for one who comes from below.
PAIR = """
    .....
    ..AB.
    .....
    ..^..
"""


def names(world) -> tuple[str, ...]:
    return grammar(world.name).objects


def test_replay_is_live_in_another_process(world, tmp_path):
    file = tmp_path / "sessions.jsonl"
    replay.write(file, world.name, 320)
    command = [sys.executable, "-m", "tests.xworld.replay", "check", str(file)]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (printed.returncode, printed.stdout) == (0, "320 sessions made again, 0 differ\n"), printed.stderr


@settings(max_examples=40)
@given(data=st.data())
def test_from_any_moment(world, data):
    live, again = _pair_of(world)
    live.reset(seed=data.draw(st.integers(0, 2**32)))
    for action in data.draw(st.lists(st.integers(0, 5), max_size=20)):
        live.step(action)
    session = live.session()
    assert Session.from_json(session.to_json()) == session
    observation, _ = again.reset(options={"session": session})
    assert same(observation, live._observation())
    assert again.session() == session
    for action in data.draw(st.lists(st.integers(0, 5), max_size=10)):
        a, b = live.step(action), again.step(action)
        assert same(a[0], b[0])
        assert a[1:4] == b[1:4]
    assert same(live.reset()[0], again.reset()[0])  # the stream goes on from where it stood


_PAIRS: dict = {}


def _pair_of(world):
    if world.name not in _PAIRS:
        _PAIRS[world.name] = world.one(size=6, goals=4), world.one(size=6, goals=4)
    return _PAIRS[world.name]


def test_a_session_that_is_over_is_over_again(world):
    env, other = world.one(size=4), world.one(size=8)
    env.reset(seed=3)
    ended = False
    while not ended:
        _, reward, terminated, truncated, info = env.step(env.oracle())
        ended = terminated or truncated
    _, again = other.reset(options={"session": env.session()})
    assert again["outcome"] == "success"
    assert again["reached"] == info["reached"]
    _, reward, terminated, _, _ = other.step(FORWARD)
    assert (reward, terminated) == (0.0, True)


def test_damage_is_refused_and_nothing_changes(world):
    assert replay.damage(world.name, 1000) == 0


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"version": 2}, "version"),
        ({"format": "xsession"}, "format"),
        ({"limit": 0}, "limit"),
        ({"seed": -1}, "seed"),
        ({"actions": [7]}, "actions"),
        ({"command": 4}, "command"),
        ({"start": [0, 0]}, "start"),
        ({"map": ["..", "."]}, "map"),
        ({"objects": [{"class": "cat"}]}, "objects"),
        ({"mapp": 1}, "mapp"),
    ],
)
def test_the_wrong_field_is_named(change, field):
    env = WORLDS["2d"].one(size=5)
    env.reset(seed=0)
    with pytest.raises(XWorldError, match=field):
        Session.from_dict(env.session().to_dict() | change)


def test_what_an_environment_cannot_hold_is_refused_with_what_would(world):
    small = world.one(size=8)
    small.reset(seed=0)
    larger = small.session().to_dict()
    larger["map"] = [row + "." * 12 for row in larger["map"]]
    with pytest.raises(XWorldError, match="size=20"):
        small.reset(options={"session": larger})
    other = WORLDS["3d" if world.name == "2d" else "2d"].one()
    other.reset(seed=0)
    with pytest.raises(XWorldError, match="world"):
        other.reset(options={"session": small.session()})


def test_a_session_through_gymnasiums_wrappers_and_json(world, tmp_path):
    env = gym.make(world.id, size=5)
    env.reset(seed=0)
    file = tmp_path / "session.json"
    file.write_text(env.unwrapped.session().to_json())
    observation, _ = env.reset(options={"session": file.read_text()})
    assert same(observation, env.reset(options={"session": json.loads(file.read_text())})[0])


# ---- ordering


def test_a_map_a_pose_and_a_command_together(world):
    env = world.one()
    first, second = names(world)[:2]
    observation, info = env.reset(
        seed=0, options={"map": PAIR, "legend": {"A": first, "B": second}, "command": f"go to the object left of {second} ."}
    )
    assert observation["mission"] == f"go to the object left of {second} ."
    assert (info["task"], info["objects"]) == ("dir", (second,))
    assert env.session().map == (".....", ".....", ".....", ".....")
    assert info["agent"].tolist() == [3, 2, 0]
    outcome = world.outcome(env, [FORWARD, FORWARD])
    assert outcome == "success"
    assert env._info()["reached"] == first
    assert env._info()["reached_at"] == (1, 2)


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32), task=st.sampled_from(["nav", "avoid", "near", "between", "dir"]))
def test_an_ordered_task_is_asked(world, seed, task):
    env = _pair_of(world)[0]
    _, info = env.reset(seed=seed, options={"task": task})
    assert info["task"] == task
    assert env.solution()


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32))
def test_an_ordered_command_is_asked_as_it_stands(world, seed):
    env = _pair_of(world)[0]
    spoken = grammar(world.name)
    random = np.random.default_rng(seed)
    sentence, meaning = spoken.sample(random)
    if len(set(meaning.objects)) < len(meaning.objects) or meaning.relation == "behind":
        with pytest.raises(XWorldError):
            env.reset(seed=seed, options={"command": sentence})
        return
    observation, info = env.reset(seed=seed, options={"command": sentence})
    assert observation["mission"] == sentence
    assert (info["task"], info["objects"]) == (meaning.task, meaning.objects)
    assert env.vocabulary.decode(observation["tokens"]) == sentence
    for action in env.solution():
        *_, info = env.step(action)
    assert info["outcome"] == "success"


def test_a_pose(world):
    env = world.one(size=5)
    for seed in range(20):
        _, info = env.reset(seed=seed, options={"pose": (4, 1, 6)})
        assert info["agent"].tolist() == [4, 1, 6]
    for pose in ((5, 0, 0), (0, 0, 8), (0, 0), "north", (0.5, 0, 0), (0, 0, 1) if world.name == "2d" else (0, 0, 9)):
        with pytest.raises(XWorldError, match="pose"):
            env.reset(options={"pose": pose})


def test_a_map_keeps_what_it_leaves_open_to_the_teacher(world):
    env = world.one()
    seen = {env.reset(seed=seed, options={"map": FixedMap.parse("..A\n#..\n.B.")})[1]["objects"] for seed in range(20)}
    assert len(seen) > 10
    assert env.session().map == ("...", "#..", "...")
    _, info = env.reset()  # the next session is the environment's own again
    assert (env.session().rows, info["level"]) == (8, 1)


def test_sessions_that_somebody_set_do_not_count_for_the_curriculum(world):
    env = world.one(curriculum=True)
    env.reset(seed=0)
    for _ in range(3):
        env.reset(options={"task": "nav"})
        for action in env.solution():
            env.step(action)
    env.reset()
    assert env.simulation.batch[0].noted == 0
    for action in env.solution():
        env.step(action)
    env.reset()
    assert env.simulation.batch[0].noted == 1


def test_members_of_a_batch_are_set_alone(world):
    envs = world.batch(num_envs=4, size=5)
    plain, _ = envs.reset(seed=0)
    ordered, info = envs.reset(seed=0, options={"task": {2: "between"}, "pose": {1: (0, 0, 2)}})
    assert info["task"][2] == "between"
    assert info["agent"][1].tolist() == [0, 0, 2]
    for i in (0, 3):
        assert same(plain["image"][i], ordered["image"][i])
    sessions = [envs.session(i) for i in range(4)]
    again, _ = envs.reset(options={"session": {3: sessions[0], 0: sessions[3]}, "reset_mask": np.array([1, 0, 0, 1], bool)})
    assert [again["mission"][i] for i in (3, 1, 2, 0)] == list(ordered["mission"])
    before = envs.save()
    with pytest.raises(XWorldError, match="task"):
        envs.reset(seed=9, options={"task": {0: "nav", 3: "swim"}})
    assert all(np.array_equal(envs.save()[name], before[name]) for name in before)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"command": "go to the moon ."}, "moon"),
        ({"command": "well done !"}, "end of a session"),
        ({"command": "go to the location between cat and cat ."}, "twice"),
        ({"command": "go to cat .", "task": "avoid"}, "avoid"),
        ({"command": 3}, "command"),
        ({"task": "swim"}, "swim"),
        ({"map": "A.\n.", "command": "go to cat ."}, "equal length"),
        ({"map": "A#.\n##.\n..^", "legend": {"A": "cat"}, "command": "go to cat ."}, "no way"),
        ({"map": "A..\n..^", "legend": {"A": "cat"}, "command": "go to dog ."}, "shows cat"),
        (
            {"map": "A.B\n..^", "legend": {"A": "cat", "B": "dog"}, "command": "go to the object near cat"},
            "nothing on this map",
        ),
        ({"map": "A..\n..^", "legend": {"A": "cat"}, "task": "avoid"}, "needs 2 objects"),
        ({"legend": {"A": "cat"}}, "legend"),
        ({"map": "\n".join(["." * 20] * 20)}, "room"),
        ({"sesion": 1}, "sesion"),
        ({"session": {}, "task": "nav"}, "session alone"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_changes(options, reason):
    env = WORLDS["2d"].one(size=5)
    env.reset(seed=0)
    before = env.save()
    with pytest.raises(XWorldError, match=reason):
        env.reset(seed=5, options=options)
    assert all(np.array_equal(env.save()[name], before[name]) for name in before)


# ---- commands on the present map


def test_another_command_moves_nothing(world):
    env = world.one()
    first, second = names(world)[:2]
    env.reset(seed=0, options={"map": PAIR, "legend": {"A": first, "B": second}, "command": f"go to {first} ."})
    for _ in range(world.repeat):
        env.step(FORWARD)
    image = env._observation()["image"]
    observation, info = env.command(f"avoid {first} .")
    assert same(observation["image"], image)
    assert (info["task"], info["steps"], info["agent"].tolist()) == ("avoid", 0, [2, 2, 0])
    assert env.session().start == (2, 2, 0)
    observation, info = env.ask("dir")
    assert info["task"] == "dir"
    assert same(observation["image"], image)
    assert env.solution()
    again, _ = world.one().reset(options={"session": env.session()})
    assert same(again, observation)


def test_a_command_after_the_end_begins_anew_from_there(world):
    env = world.one(size=5)
    env.reset(seed=1, options={"task": "nav"})
    for action in env.solution():
        env.step(action)
    pose = env._info()["agent"].tolist()
    _, info = env.ask()
    assert (info["outcome"], info["reached"], info["agent"].tolist()) == ("running", None, pose)
    for action in env.solution():
        *_, info = env.step(action)
    assert info["success"]


@pytest.mark.parametrize(
    ("sentence", "reason"),
    [
        ("go to fox .", "no 'fox' on this map; there are cat, dog"),
        ("go to the object behind cat .", "cannot be done"),
        ("go to the location between cat and dog .", "nothing on this map"),
        ("reach cat", "not a sentence"),
        (None, "sentence"),
    ],
)
def test_a_command_that_cannot_be_done_is_refused_and_nothing_changes(sentence, reason):
    env = WORLDS["2d"].one()
    env.reset(seed=0, options={"map": PAIR, "legend": {"A": "cat", "B": "dog"}})
    before = env.save()
    with pytest.raises(XWorldError, match=reason):
        env.command(sentence)
    assert all(np.array_equal(env.save()[name], before[name]) for name in before)


# ---- what happened, and what is seen


@pytest.mark.parametrize(
    ("command", "actions", "reached", "reason"),
    [
        ("go to {1} .", [FORWARD, FORWARD], 0, "wrong object"),
        ("avoid {0} .", [FORWARD, FORWARD], 0, "named object"),
        ("go to the object right of {1} .", [FORWARD, FORWARD], 0, "wrong side"),
        ("go to {0} .", [FORWARD, FORWARD], 0, ""),
    ],
)
def test_info_tells_what_was_reached_and_why_it_failed(world, command, actions, reached, reason):
    env = world.one()
    two = names(world)[:2]
    order = {"map": PAIR, "legend": dict(zip("AB", two))}
    if "right" in command:  # seen from the other side it would be right
        order["map"] = PAIR.replace("^", ".").replace("..AB.", "..AB.\n    ..^..")
        actions = [FORWARD]
    env.reset(seed=0, options=order | {"command": command.format(*two)})
    assert env._info()["reached"] is None
    world.outcome(env, actions)
    info = env._info()
    assert (info["reached"], info["reached_at"], info["reason"]) == (two[reached], (1, 2), reason)


def test_time_up_is_a_reason(world):
    env = world.one(size=3)
    env.reset(seed=0)
    info = {}
    for _ in range(env.session().limit):
        *_, info = env.step(LEFT_TURN)
    assert (info["outcome"], info["reason"], info["reached"]) == ("timeout", "time up", None)


def test_a_scene_has_what_a_drawing_needs(world):
    env = world.one(size=6)
    env.reset(seed=5)
    scene = json.loads(json.dumps(env.scene()))
    assert Session.from_dict({name: scene[name] for name in env.session().to_dict()}) == env.session()
    seen = np.array(scene["seen"])
    assert seen.shape == (6, 6)
    row, column, heading = scene["agent"]
    assert seen.any()
    assert not seen.all()
    # Nothing behind the agent's back is seen.
    ahead = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)][heading]
    for r, c in np.argwhere(seen):
        assert (r - row) * ahead[0] + (c - column) * ahead[1] >= -1.0


def test_seen_objects_are_those_in_the_picture():
    """In 3D the cells that are seen are those of the pixels, which know what they belong to."""
    env = WORLDS["3d"].one(segmentation=True, size=6)
    for seed in range(10):
        observation, _ = env.reset(seed=seed)
        classes = env.simulation.world.segmentation_classes
        seen = env.scene()["seen"]
        for thing in env.session().objects:
            row, column = thing.at
            pixels = (observation["segmentation"][..., 0] == classes.index(thing.kind)).sum()
            if pixels > 0:
                assert seen[row][column], (seed, thing)


def test_a_picture_is_the_agents_view_in_any_size(world):
    env = world.one()
    observation, _ = env.reset(seed=2)
    side = observation["image"].shape[0]
    assert same(env.picture(side), observation["image"])
    large = env.picture(2 * side, samples=1 if world.name == "2d" else 2)
    assert large.shape == (2 * side, 2 * side, 3)
    small = large.reshape(side, 2, side, 2, 3).mean(axis=(1, 3))
    assert np.abs(small - observation["image"]).mean() < 12
    for bad in ({"side": 3}, {"side": 5000}, {"samples": 0}):
        with pytest.raises(XWorldError):
            env.picture(**bad)
