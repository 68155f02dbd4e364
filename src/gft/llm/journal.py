"""The journal of a model's sessions: one line for each step and one for each session that has ended.

Path of the data: answers → **journal.jsonl** → results.jsonl. A step is in the journal before the next question is asked,
and lines are written whole: a run that is killed, at whatever moment, goes on where it was. Sessions can be made again from
their numbers, so actions are all there is to note; nothing is played twice, and no answer is paid for twice but the one that
was on its way.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gft.llm.options import Options
from gft.runs.folder import append_line, read_lines
from gft.runs.results import Tally
from xworld import XWorldError

FILE, VERSION = "journal.jsonl", 1


@dataclass
class Journal:
    """What is in a run's journal."""

    folder: Path
    steps: dict[int, list[dict[str, Any]]] = field(default_factory=dict)  # of each session, in order
    ends: dict[int, dict[str, Any]] = field(default_factory=dict)

    @property
    def file(self) -> Path:
        return self.folder / FILE

    @classmethod
    def open(cls, folder: Path, options: Options) -> "Journal":
        """The journal of a run, new or as it was; one that was begun with other options is refused."""
        journal = cls(folder)
        lines = list(read_lines(journal.file))
        if not lines:
            append_line(journal.file, {"kind": "begin", "version": VERSION, **options.told()})
            return journal
        journal._check(lines[0][1], options)
        for number, values in lines[1:]:
            try:
                if values["kind"] == "end":
                    journal.ends[values["session"]] = values
                else:
                    known = journal.steps.setdefault(values["session"], [])
                    if values["kind"] != "step" or values["step"] != len(known):
                        raise KeyError
                    known.append(values)
            except (KeyError, TypeError):
                raise XWorldError(
                    f"line {number} of {str(journal.file)!r} is out of order; move the folder away, and play again."
                ) from None
        return journal

    def _check(self, begun: Mapping[str, Any], options: Options) -> None:
        for name, value in {"kind": "begin", "version": VERSION, **options.told()}.items():
            if begun.get(name) != value:
                raise XWorldError(
                    f"{str(self.folder)!r} was begun with {name}={begun.get(name)!r}, not {value!r}; "
                    "give the same options to go on, or use another folder: --out."
                )

    def add_step(self, session: int, step: int, action: int, unread: bool, answer: str, cost: tuple[int, int, int]) -> None:
        """Note a step; `cost`: tokens in, tokens out, calls."""
        told = {"kind": "step", "session": session, "step": step, "action": action, "unread": unread, "answer": answer}
        line = told | dict(zip(("tokens_in", "tokens_out", "calls"), cost))
        append_line(self.file, line)
        self.steps.setdefault(session, []).append(line)

    def add_end(self, session: int, told: Mapping[str, Any]) -> None:
        """Note how a session has ended."""
        line = {"kind": "end", "session": session, **told}
        append_line(self.file, line)
        self.ends[session] = line

    def left(self, sessions: int) -> list[int]:
        """The sessions that have not ended yet; those that have begun come first."""
        open_ones = [number for number in range(sessions) if number not in self.ends]
        return sorted(open_ones, key=lambda number: (number not in self.steps, number))

    def spent(self, sessions: int | None = None) -> dict[str, int]:
        """What the first sessions, or all of them, have cost."""
        steps = [step for number, steps in self.steps.items() if sessions is None or number < sessions for step in steps]
        sums = {name: sum(step[name] for step in steps) for name in ("tokens_in", "tokens_out", "calls")}
        return {"answers": len(steps), "unread": sum(step["unread"] for step in steps), **sums}

    def tallies(self, sessions: int) -> dict[str, Tally]:
        """How the first sessions went, by task."""
        counted: dict[str, Tally] = {}
        for number in range(sessions):
            end = self.ends[number]
            outcome = end["outcome"]
            tally = Tally(1, outcome == "success", outcome == "failure", outcome == "timeout", end["steps"], end["spl"])
            counted[end["task"]] = counted.get(end["task"], Tally()) + tally
        return dict(sorted(counted.items()))
