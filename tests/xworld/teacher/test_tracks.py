"""Ladders side by side: who climbs which, and that nobody leaves its own."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.xworld.sessions import random_actions
from xworld import PAPER_LEVELS, Curriculum, Level, Track, XWorld2DVector, XWorldError
from xworld.state import FAILURE, SUCCESS
from xworld.teacher.interleaving import interleave
from xworld.teacher.session import open_sessions

SHARES = st.lists(st.floats(0.01, 1.0), min_size=2, max_size=5)
WORDS = Track("words", 0.2, (Level(3, 2, 0, tasks="nav"), Level(3, 3, 0)), threshold=0.5, window=20, least=5)
CROWDED = Track("crowded", 0.5, (Level(4, 4, 0), Level(4, 5, 2), Level(5, 5, 2)), threshold=0.0, window=10, start=2)
PAPER = Track("paper", 0.3, PAPER_LEVELS[:2], threshold=0.9, window=30)
THREE = Curriculum(tracks=(WORDS, CROWDED, PAPER))
LADDERS = {track.name: track for track in THREE.tracks}


@given(SHARES, st.integers(1, 300), st.integers(1, 8), st.integers(1, 8))
def test_every_minibatch_of_every_process_has_each_track_in_its_share(shares, total, processes, minibatches):
    tracks = interleave(shares, 0, total)
    portions = np.array(shares) / sum(shares)
    for process in range(processes):
        block = tracks[total * process // processes : total * (process + 1) // processes]
        for n in range(minibatches):
            part = block[n::minibatches]
            assert np.abs(np.bincount(part, minlength=len(shares)) - portions * len(part)).max() < 5


@pytest.mark.parametrize("shares", [(0.2, 0.5, 0.3), (1, 1), (1, 2, 1), (0.9, 0.1), (1, 1, 1, 1, 1)])
def test_the_shares_are_close_where_they_are_asked_for_most(shares):
    """256 environments, two processes, four minibatches: parts of 32."""
    tracks, portions = interleave(shares, 0, 256), np.array(shares) / sum(shares)
    parts = [tracks[start : start + 128][n::4] for start in (0, 128) for n in range(4)]
    off = np.abs([np.bincount(part, minlength=len(shares)) - portions * 32 for part in parts])
    assert off.max() <= 2
    assert off.mean() < 0.8
    assert np.abs(np.bincount(tracks) - 256 * portions).max() <= 1.5


@given(SHARES, st.integers(0, 100), st.integers(1, 100), st.integers(1, 100))
def test_a_tracks_number_depends_on_nothing_but_the_environments_own(shares, first, few, more):
    assert (interleave(shares, first, few + more)[:few] == interleave(shares, first, few)).all()
    assert (interleave(shares, 0, first + few)[first:] == interleave(shares, first, few)).all()


def test_levels_alone_are_one_track():
    old = Curriculum(PAPER_LEVELS[:3], threshold=0.5, window=50, start=2, least=3)
    assert old.tracks == (Track("main", 1.0, PAPER_LEVELS[:3], threshold=0.5, window=50, start=2, least=3),)
    assert old.levels == PAPER_LEVELS[:3]
    assert replace(old, window=70).tracks[0].window == 70
    assert replace(old, levels=PAPER_LEVELS).tracks[0].levels == PAPER_LEVELS
    assert Curriculum(tracks=old.tracks) == Curriculum(tracks=[Track("main", 1.0, PAPER_LEVELS[:3], 0.5, 50, 2, 3)]) == old
    assert THREE.levels == (*WORDS.levels, *CROWDED.levels, *PAPER.levels)
    assert replace(THREE) == THREE
    assert Curriculum(tracks=WORDS).tracks == (WORDS,)
    assert replace(replace(old, window=50), window=200).window == 200


def test_one_track_by_name_is_what_levels_alone_are(world):
    rule = {"threshold": 0.0, "window": 10}
    named = Curriculum(tracks=(Track("ladder", 3.0, PAPER_LEVELS[:3], **rule),))
    old = Curriculum(PAPER_LEVELS[:3], **rule)
    one, other = (world.batch(num_envs=6, tasks="avoid", curriculum=ladder) for ladder in (old, named))
    for envs in (one, other):
        envs.reset(seed=4)
    for actions in random_actions(300, 6):
        a, b = one.step(actions), other.step(actions)
        assert (a[0]["image"] == b[0]["image"]).all()
        assert (a[4]["level"] == b[4]["level"]).all()
    assert set(a[4]["track"]) == {"main"}
    assert set(b[4]["track"]) == {"ladder"}
    assert a[4]["level"].max() > 1


def test_two_processes_have_the_tracks_of_one(world):
    whole = world.batch(num_envs=12, curriculum=THREE)
    halves = [world.batch(num_envs=6, curriculum=THREE, first=first) for first in (0, 6)]
    first, _ = whole.reset(seed=9)
    now = [envs.reset(seed=9 + 6 * n)[0] for n, envs in enumerate(halves)]
    assert (first["image"] == np.concatenate([seen["image"] for seen in now])).all()
    tracks = whole.simulation.info()["track"]
    assert tracks.tolist() == [name for envs in halves for name in envs.simulation.info()["track"]]
    assert set(tracks) == set(LADDERS)
    alone = world.one(curriculum=THREE, first=7)
    observation, info = alone.reset(seed=16)
    assert (observation["image"] == first["image"][7]).all()
    assert info["track"] == tracks[7]


def test_nobody_leaves_its_track_and_each_moves_up_by_its_own_rule(world):
    envs = world.batch(num_envs=20, curriculum=THREE, tasks=["nav", "avoid"])
    _, info = envs.reset(seed=0)
    tracks, best = info["track"].copy(), info["level"].copy()
    assert info["level"].tolist() == [LADDERS[name].start for name in tracks]
    for step in range(150 * world.repeat):
        *_, info = envs.step(envs.oracle() if step % 2 else random_actions(1, 20, seed=step)[0])
        assert (info["track"] == tracks).all()
        best = np.maximum(best, info["level"])
        rows = envs.simulation.batch["rows"]
        for name, level, side in zip(tracks, info["level"], rows):
            assert LADDERS[name].levels[level - 1].rows == side
    reached = {name: best[tracks == name].max() for name in LADDERS}
    assert reached["words"] == 2
    assert reached["crowded"] == 3  # and no more, though other tracks have levels after these


@given(st.lists(st.booleans(), max_size=120), st.integers(0, 7))
def test_promotion_is_the_tracks_own_whatever_happens(wins, i):
    envs = BATCH
    envs.simulation.seed(i, 0)
    which, batch, teacher = np.array([i]), envs.simulation.batch, envs.simulation.teacher
    env, track = batch[i], teacher.tables.tracks[batch[i].track]
    open_sessions(batch, which, teacher.tables)
    noted: list[tuple[int, bool]] = []
    for win in wins:
        level, task = int(env.level), int(env.task)
        env.outcome = SUCCESS if win else FAILURE
        noted = [*noted, (task, win)][-int(track["window"]) :]
        due = len(noted) >= track["least"] and all(
            (mine := [won for t, won in noted if t == number])
            and sum(mine) / len(mine) > teacher.tables.levels[level]["threshold"]
            for number in np.flatnonzero(teacher.tables.enabled[level])
        )
        open_sessions(batch, which, teacher.tables)
        is_last = level == track["first"] + track["count"] - 1
        assert env.level == level + (due and not is_last)
        noted = [] if env.level > level else noted


BATCH = XWorld2DVector(num_envs=8, curriculum=THREE, tasks=["nav", "avoid"])


def test_levels_are_set_within_a_track(world):
    envs = world.batch(num_envs=8, curriculum=THREE)
    _, info = envs.reset(seed=0)
    last = np.array([len(LADDERS[name].levels) for name in info["track"]])
    envs.set_levels(last)
    _, info = envs.reset()
    assert (info["level"] == last).all()
    envs.set_levels(2)
    assert (envs.reset()[1]["level"] == 2).all()
    with pytest.raises(XWorldError, match=r"level 3 is out of range; track '(words|paper)' has levels 1 to 2"):
        envs.set_levels(3)
    with pytest.raises(XWorldError, match="is out of range"):
        envs.set_levels(last + 1)
    assert (envs.reset()[1]["level"] == 2).all()  # nothing was set


def test_tracks_are_saved_and_survive_a_new_seed(world):
    envs, other = (world.batch(num_envs=6, curriculum=THREE, first=first) for first in (0, 3))
    _, info = envs.reset(seed=1)
    tracks = info["track"].tolist()
    assert envs.reset(seed=77)[1]["track"].tolist() == tracks
    other.reset(seed=5)
    assert other.simulation.info()["track"].tolist() != tracks
    renamed = Curriculum(tracks=(replace(WORDS, name="drill"), CROWDED, PAPER))
    with pytest.raises(XWorldError, match="other options"):
        world.batch(num_envs=6, curriculum=renamed).restore(envs.save())
    other.restore(envs.save())
    for actions in random_actions(60, 6):
        a, b = envs.step(actions), other.step(actions)
        assert (a[0]["image"] == b[0]["image"]).all()
        assert a[4]["track"].tolist() == b[4]["track"].tolist() == tracks


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Track("Words"), "track name 'Words' is not usable"),
        (lambda: Track("words", 0), "share=0 of track 'words' is not usable"),
        (lambda: Track("words", "half"), "share='half'"),
        (lambda: Track("words", levels=()), "at least one level"),
        (lambda: Track("words", start=7), "start=7 is out of range"),
        (lambda: Track("words", least=300), "least=300 is more than the window"),
        (lambda: Curriculum(tracks=(WORDS, WORDS)), "two tracks have one name"),
        (lambda: Curriculum(tracks=3), "must be `Track`s"),
        (lambda: Curriculum(tracks=("words",)), "must be `Track`s"),
        (lambda: Curriculum(threshold=0.6, window=30, tracks=(WORDS,)), "takes no threshold and no window; each Track has"),
        (lambda: Curriculum(PAPER_LEVELS[:2], tracks=(WORDS,)), "takes no levels"),
        (lambda: XWorld2DVector(1, first=-1), "first=-1 is not usable"),
        (
            lambda: XWorld2DVector(1, curriculum=Curriculum(tracks=(WORDS, replace(PAPER, window=4)))),
            "window=4 cannot hold a session of each of 5 tasks",
        ),
    ],
)
def test_bad_tracks_are_refused_with_a_sentence(make, message):
    with pytest.raises(XWorldError, match=message):
        make()
