import numpy as np
import pytest

from xworld import XWorldError
from xworld.envs import XWorld2D, XWorld2DVector
from xworld.state import FAILURE, SUCCESS, TRACK_TYPE, Tables, level_type, new_batch, record_type
from xworld.teacher import PAPER_LEVELS, Curriculum, Level
from xworld.teacher.curriculum import note_session


def test_the_papers_levels():
    got = [(level.rows, level.columns, level.goals, level.obstacles) for level in PAPER_LEVELS]
    assert got == [(3, 3, 2, 0), (4, 4, 2, 3), (5, 5, 2, 6), (6, 6, 4, 9), (7, 7, 4, 12), (8, 8, 4, 16)]


class Student:
    """One environment, without a world."""

    def __init__(self, levels: int = 3, tasks: int = 2, window: int = 200, least: int = 1):
        self.env = new_batch(1, record_type(8, 4, 16, window, 3))[0]
        ladder = np.zeros(levels, level_type(self.env.dtype)).view(np.recarray)
        ladder.is_last[-1], ladder.threshold = 1, 0.7
        track = np.array([(window, least, 0, levels, 0)], TRACK_TYPE).view(np.recarray)
        nothing = Tables(*[None] * len(Tables._fields))
        self.tables = nothing._replace(tracks=track, levels=ladder, enabled=np.ones((levels, tasks), bool))

    def end(self, task: int, success: bool) -> int:
        self.env.task, self.env.outcome = task, SUCCESS if success else FAILURE
        note_session(self.env, self.tables)
        return int(self.env.level)


def test_promotion_needs_every_task_above_the_threshold():
    student = Student()
    for n in range(50):
        student.end(0, True)
        assert student.end(1, n % 2 == 1) == 0
    for won in range(26, 59):  # of 25 lost and more and more won sessions
        assert student.end(1, True) == (won / (won + 25) > 0.7)
    assert student.env.level == 0
    assert student.end(1, True) == 1  # 59 of 84


def test_exactly_the_threshold_is_not_above_it():
    student = Student(tasks=1)
    for n in range(10):
        assert student.end(0, n >= 3) == 0
    assert student.end(0, True) == 1  # 8 of 11, after 7 of 10


def test_a_task_not_seen_blocks():
    student = Student()
    for _ in range(300):
        assert student.end(0, True) == 0
    assert student.end(1, True) == 1


def test_a_lucky_start_is_not_enough_if_more_sessions_are_wanted():
    student = Student(tasks=1, least=20)
    for n in range(1, 20):
        assert student.end(0, True) == 0, n
    assert student.end(0, True) == 1
    assert student.end(0, True) == 1  # and anew on the next level


def test_only_the_window_counts_and_the_history_starts_anew():
    student = Student(tasks=1, window=200)
    for _ in range(200):
        student.end(0, False)
    for _ in range(140):
        assert student.end(0, True) == 0
    assert student.end(0, True) == 1  # 141 of the last 200
    assert student.env.noted == 0
    assert student.end(0, False) == 1


def test_there_is_nothing_above_the_last_level():
    student = Student(levels=1, tasks=1)
    for _ in range(50):
        assert student.end(0, True) == 0


def test_environments_move_up_each_on_its_own(world):
    envs = world.batch(num_envs=6, curriculum=Curriculum(window=20))
    envs.reset(seed=0)
    random = np.random.default_rng(0)
    for _ in range(1500 * world.repeat):
        actions = envs.oracle()
        actions[3:] = random.integers(1, 6, size=3)  # these never reach anything
        *_, info = envs.step(actions)
    assert (info["level"][:3] == 6).all()
    assert (info["level"][3:] == 1).all()
    assert envs.simulation.batch["rows"][:3].tolist() == [8, 8, 8]
    assert envs.simulation.batch["rows"][3:].tolist() == [3, 3, 3]
    solver = envs.simulation.batch[0]
    assert solver.noted > 0
    assert all(entry % 2 == 1 for entry in solver.history[: min(solver.noted, 20)])  # it succeeded every time


def test_users_bring_their_own_levels(world):
    levels = (Level(4, 1, 0, tasks=("nav",), classes=("cat", "dog")), Level((3, 6), 3, 2))
    envs = world.batch(num_envs=8, tasks=["nav", "near"], curriculum=Curriculum(levels, threshold=0.0, window=5))
    _, info = envs.reset(seed=0)
    assert set(info["task"]) == {"nav"}
    assert {name for objects in info["objects"] for name in objects} <= {"cat", "dog"}
    for _ in range(40 * world.repeat):
        *_, info = envs.step(envs.oracle())
    assert (info["level"] == 2).all()
    assert envs.simulation.batch["columns"].tolist() == [6] * 8
    envs.set_levels(1)
    assert envs.simulation.batch["columns"].tolist() == [6] * 8  # the running sessions go on
    envs.reset()
    assert envs.simulation.batch["columns"].tolist() == [4] * 8


def test_a_level_that_is_set_holds_from_the_next_session_on_and_counts_nothing_of_the_last(world):
    envs = world.batch(num_envs=2, curriculum=True, tasks="nav")
    envs.set_levels(3)
    _, info = envs.reset()
    assert info["level"].tolist() == [3, 3]
    envs.set_levels([2, 5])
    while True:
        *_, terminated, _, info = envs.step(envs.oracle())
        if terminated[0]:
            break
    assert info["final_info"]["level"][0] == 3
    assert info["level"][0] == 2
    assert envs.simulation.batch["noted"][0] == 0


def test_a_fixed_level_stays(world):
    env = world.one(level=3)
    for _ in range(20):
        _, info = env.reset()
        assert info["level"] == 3
        while not info["success"]:
            *_, info = env.step(env.oracle())
    assert env.simulation.batch[0].rows == 5


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: XWorld2D(level=7), "level=7 is not usable; give a whole number, from 1 to 6"),
        (lambda: XWorld2D(level="two"), "level='two' is not usable"),
        (lambda: Curriculum(levels=()), "at least one level"),
        (lambda: Curriculum(3), "at least one level"),
        (lambda: Curriculum(threshold=1.5), "threshold=1.5"),
        (lambda: Curriculum(window=0), "window=0"),
        (lambda: XWorld2D(curriculum=Curriculum(window=4)), "window=4 cannot hold a session of each of 5 tasks"),
        (lambda: Curriculum(start=9), "start=9 is out of range"),
        (lambda: Curriculum(least=201), "least=201 is more than the window of 200"),
        (lambda: Curriculum(levels=[3, 4]), "must be `Level`s"),
        (lambda: Curriculum(window=10.5), "window=10.5 is not usable"),
        (lambda: Curriculum(threshold=1.0), "threshold=1.0 is not usable"),
        (lambda: Level(size=(8, 8, 8)), "size=\\(8, 8, 8\\) is not usable"),
        (lambda: Level(size=None), "size=None is not usable"),
        (lambda: Level(map="..."), "FixedMap.parse"),
        (lambda: XWorld2D(size=5, goals=1, tasks=["nav", "near"]), "task 'near' needs 2 objects"),
        (lambda: XWorld2D(size=5, goals=1, tasks="avoid"), "task 'avoid' needs 2 objects"),
        (lambda: XWorld2DVector(num_envs=2, curriculum=True).set_levels("two"), "levels 'two' are not usable"),
        (lambda: XWorld2DVector(num_envs=2, curriculum=True).set_levels(9), "level 9 is out of range"),
        (lambda: XWorld2D(level=Level(5, 2, 2, tasks=("navi",))), "level's task 'navi'"),
        (lambda: XWorld2D(level=Level(5, 2, 2, classes=("catt",))), "level's class 'catt'"),
    ],
)
def test_bad_levels_are_refused_with_a_sentence(make, message):
    with pytest.raises(XWorldError, match=message):
        make()
