"""The teacher: tasks, curriculum, splits, and how sessions begin."""

from xworld.state import Env
from xworld.teacher.curriculum import Curriculum, Track
from xworld.teacher.levels import PAPER_LEVELS, PAPER_SIZES, Level
from xworld.teacher.split import Split, only, without
from xworld.teacher.starters import PAPER_TASKS
from xworld.teacher.task import CANNOT_ASK, Question, Task, approachable
from xworld.teacher.teacher import Teacher

__all__ = [
    "CANNOT_ASK",
    "PAPER_LEVELS",
    "PAPER_SIZES",
    "PAPER_TASKS",
    "Curriculum",
    "Env",
    "Level",
    "Question",
    "Split",
    "Task",
    "Teacher",
    "Track",
    "approachable",
    "only",
    "without",
]
