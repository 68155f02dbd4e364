"""What there is to tell of the sessions of a batch: their commands as text, and what `info` says.

Path of the data: beside it. The state holds numbers; names are looked up here, once a session where that is possible.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from xworld.kernels import kernel
from xworld.maps.oracle import path_efficiency
from xworld.state import FAILURE, OUTCOMES, RUNNING, SUCCESS, TIMEOUT, Batch, Ints
from xworld.teacher.teacher import Teacher

# Why a session failed: the time was up; the object that the command names was reached, though not asked for; the right
# object was reached, but from where it does not count; another object was.
REASONS = TIME_UP, NAMED_OBJECT, WRONG_SIDE, WRONG_OBJECT = "time up", "named object", "wrong side", "wrong object"


def _reason(outcome: int, named: bool, right: bool) -> str:
    """Why a session that is over failed; empty if it did not. Of the object that was reached: whether the command names it,
    and whether it would have counted from another side."""
    if outcome == TIMEOUT:
        return TIME_UP
    if outcome != FAILURE:
        return ""
    return NAMED_OBJECT if named else WRONG_SIDE if right else WRONG_OBJECT


@kernel
def gather(batch: Batch, counts: Ints, efficiency: NDArray[np.float64]) -> None:
    """What `info` tells, collected in one go: outcome, level, steps, optimal [4, N]; SPL [N]."""
    for i in range(len(batch)):
        env = batch[i]
        counts[0, i], counts[1, i], counts[2, i], counts[3, i] = env.outcome, env.level, env.steps, env.optimal
        efficiency[i] = path_efficiency(env.outcome == SUCCESS, env.optimal, env.steps)


class SessionInfo:
    """The sessions of a batch in words."""

    def __init__(self, batch: Batch, teacher: Teacher, first_level: int):
        """`first_level`: the number by which people know the curriculum's first level."""
        self.missions = [""] * len(batch)
        self._batch, self._teacher, self._first_level = batch, teacher, first_level
        self._words = ("", *teacher.grammar.vocabulary.words)  # by their ids
        self._tokens, self._kinds, self._named = batch["tokens"], batch["kind"], batch["named"]
        self._task_numbers, self._relations, self._outcomes = batch["task"], batch["relation"], batch["outcome"]
        self._reached, self._places, self._verdicts = batch["reached"], batch["place"], batch["reach"]
        self._outcome_names = np.array(OUTCOMES, object)
        self._closings = np.array([teacher.grammar.closings.get(outcome, "") for outcome in OUTCOMES], object)
        nobody = {"task": "", "relation": None, "objects": None, "reached": None, "reached_at": None, "reason": ""}
        self._words_of = {name: np.full(len(batch), value, object) for name, value in nobody.items()}
        self.look_up_tracks()

    def look_up_tracks(self) -> None:
        """The environments' tracks, and what makes a level's index its number there; only a state put back changes them."""
        names = np.array([track.name for track in self._teacher.curriculum.tracks], object)
        self.tracks: NDArray[np.object_] = names[self._batch["track"]]
        self.tracks.setflags(write=False)  # it is handed out with every info
        self._level_offsets = self._first_level - self._teacher.tables.tracks["first"][self._batch["track"]]

    def announce(self, which: NDArray[np.int64]) -> None:
        """Look up the words of sessions that have just appeared in the state."""
        words, classes, names = self._words, self._teacher.classes, self._teacher.names
        told = self._renewed()
        for i in which.tolist():
            self.missions[i] = " ".join([words[token] for token in self._tokens[i].tolist() if token])
            kinds = self._kinds[i].tolist()
            told["objects"][i] = tuple([classes[kinds[k]] for k in self._named[i].tolist() if k >= 0])
            number = self._task_numbers[i]
            told["task"][i], told["relation"][i] = names[number], self._teacher.relations[number][self._relations[i]]
            told["reached"][i], told["reached_at"][i], told["reason"][i] = None, None, ""
        self._seal()
        self.conclude(which[self._outcomes[which] != RUNNING])  # a state put back may hold sessions that are over

    def conclude(self, which: NDArray[np.int64]) -> None:
        """Look up how sessions have ended."""
        if len(which):
            told = self._renewed()
            for i, k, outcome in zip(which.tolist(), self._reached[which].tolist(), self._outcomes[which].tolist()):
                named = right = False
                if k >= 0:
                    told["reached"][i] = self._teacher.classes[self._kinds[i, k]]
                    told["reached_at"][i] = tuple(self._places[i, k].tolist())
                    named, right = k in self._named[i].tolist(), SUCCESS in self._verdicts[i, k].tolist()
                told["reason"][i] = _reason(outcome, named, right)
            self._seal()

    def _renewed(self) -> dict[str, NDArray[np.object_]]:
        """What changes only where sessions begin or end, as new arrays: those that were handed out stay as they are."""
        self._words_of = {name: array.copy() for name, array in self._words_of.items()}
        return self._words_of

    def _seal(self) -> None:
        """From now on it is handed out with every info."""
        for array in self._words_of.values():
            array.setflags(write=False)

    def reason(self, i: int) -> str:
        """Why environment i's session failed: see REASONS; empty if it did not."""
        return str(self._words_of["reason"][i])

    def feedback(self, i: int) -> str:
        """What the teacher says at the end of environment i's session; empty while it runs."""
        return str(self._closings[self._outcomes[i]])

    def collect(self, poses: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """What is known of every session, as arrays over the environments."""
        counts = np.empty((4, len(self._batch)), np.int32)
        efficiency = np.empty(len(self._batch))
        gather(self._batch, counts, efficiency)
        outcome, level, steps, optimal = counts
        level += self._level_offsets
        told = self._words_of
        return {
            "task": told["task"],
            "relation": told["relation"],  # of a task that has several, say left; else None
            "objects": told["objects"],  # the classes that the command names
            "success": outcome == SUCCESS,
            "outcome": self._outcome_names.take(outcome),  # running, success, failure, timeout
            "track": self.tracks,  # the ladder of levels that it climbs
            "level": level,
            "steps": steps,
            "optimal_steps": optimal,
            "spl": efficiency,
            "reached": told["reached"],  # the class of the object that was run into at the end, None if none was
            "reached_at": told["reached_at"],  # its row and column
            "reason": told["reason"],  # why the session failed: see REASONS; empty if it did not
            "feedback": self._closings.take(outcome),  # what the teacher says at the end; empty while it runs
            "agent": poses,  # row, column, heading in eighths of a turn clockwise from north
        }
