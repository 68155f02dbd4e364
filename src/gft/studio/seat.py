"""A seat at a table: one player at one session, and everything that has been played of it.

Path of the data: player → action → world → **moments** → page. All that is shown is derived from a line of moments, and each
of them holds what it takes to go on from there: so one can go back, do something else, and return.
"""

import threading
from functools import cache
from typing import Any, NamedTuple

import gymnasium as gym

from gft.players import AgentPlayer, Keys
from gft.players.player import Array, State
from gft.runs.build import ENVIRONMENTS
from gft.studio.cast import PERSON, Role
from gft.training.actor import Actor
from xworld import ACTIONS, Session, XWorldError, icon

SIDE = 336  # pixels of the agent's view, drawn for people
READY = threading.Lock()
MOST_LINES = 8  # that are kept of a session; then the oldest goes
SEED = 0  # of what a player draws: the same session played anew is the same


class Thought(NamedTuple):
    """What an agent makes of a moment."""

    probabilities: list[float]  # of the actions
    value: float  # the reward that it expects from here on
    response: list[list[float]] | None  # how strongly each cell of its features answers to the command


class Moment(NamedTuple):
    """A session at one step."""

    state: State  # all it takes to go on from here
    agent: list[float]  # row, column, heading
    seen: list[list[bool]]
    outcome: str
    reached: str | None
    reason: str
    action: int | None  # that led here
    by: str  # who chose it
    reward: float
    thought: Thought | None

    def described(self) -> dict[str, Any]:
        """For pages: without the state, and lightly rounded."""
        told = self._asdict()
        del told["state"]
        told["seen"] = ["".join("#" if cell else "." for cell in row) for row in self.seen]
        told["reward"] = round(self.reward, 4)
        if self.thought is not None:
            told["thought"] = {
                "probabilities": [round(p, 4) for p in self.thought.probabilities],
                "value": round(self.thought.value, 4),
                "response": self.thought.response and [[round(r, 4) for r in row] for row in self.thought.response],
            }
        return told

    def brief(self) -> dict[str, Any]:
        """For a time line."""
        value = None if self.thought is None else round(self.thought.value, 4)
        told = {"action": self.action, "by": self.by, "reward": round(self.reward, 4), "value": value}
        return told | {"outcome": self.outcome, "at": self.agent[:2]}


Line = list[Moment]  # from the beginning to the end of what was played


def environments(world: str, **options: Any) -> Any:
    """One environment, as a batch."""
    return gym.make_vec(ENVIRONMENTS[world], num_envs=1, vectorization_mode="vector_entry_point", autoreset=False, **options)


def make_ready(world: str) -> None:
    """Compile what a world, its pictures and its drawings need, once, however many pages wait for it."""
    with READY:
        _compile(world)


@cache
def _compile(world: str) -> None:
    envs = environments(world)
    envs.reset(seed=[0])
    envs.picture(0, SIDE, 1)
    icon(world, envs.session(0).objects[0].kind)


class Seat:
    """A player and its session."""

    def __init__(self, role: Role, envs: Any):
        self.role, self.envs = role, envs
        self.player = role.player(envs)
        self.actor = Actor(self.player, envs)
        self.lines: list[Line] = []
        self.line, self.at = 0, 0
        self.edition = 0  # grows whenever the lines are others than before, not only longer

    @property
    def now(self) -> Moment:
        return self.lines[self.line][self.at]

    @property
    def has_future(self) -> bool:
        """Whether it has been played on from here."""
        return self.at + 1 < len(self.lines[self.line])

    @property
    def is_over(self) -> bool:
        return self.now.outcome != "running"

    def begin(self, session: Session) -> None:
        """Sit down at the beginning of a session, and go through the actions that it has already."""
        beginning = session.to_dict() | {"actions": []}
        self.actor.begin([SEED], {"session": beginning})
        self.lines, self.line, self.at = [[self._moment(None, "", 0.0)]], 0, 0
        self.edition += 1
        for action in session.actions:
            self.step(action, by="")

    def step(self, action: int | None = None, by: str = PERSON) -> None:
        """One step: the player's, or somebody else's action in its place. What was played from here is kept as another line,
        unless it was the same."""
        if self.is_over:
            raise XWorldError("the session is over; restart it, or give another command.")
        if isinstance(self.player, Keys):
            if action is None:
                raise XWorldError("nobody plays here but you: press an arrow key, Q or E.")
            self.player.press(0, action)
        step = self.actor.step(None if action is None else {0: action})
        taken = int(step.actions[0])
        line = self.lines[self.line]
        if self.has_future and line[self.at + 1].action == taken:
            self.at += 1  # as it went before; the state is the same, for all that is random is in it
            return
        moment = self._moment(taken, self.role.key if action is None else by, float(step.rewards[0]))
        if self.at + 1 == len(line):
            line.append(moment)
        else:
            self.lines.append([*line[: self.at + 1], moment])
            self.line = len(self.lines) - 1
            self.edition += 1
            self._forget_oldest()
        self.at += 1

    def jump(self, at: int, line: int | None = None) -> None:
        """Go to a moment; from there it can go on differently."""
        number = self.line if line is None else line
        if not 0 <= number < len(self.lines):
            raise XWorldError(f"there is no line {number}; there are {len(self.lines)}.")
        self.line, self.at = number, max(0, min(at, len(self.lines[number]) - 1))
        self.actor.restore(self.now.state)

    def session(self) -> Session:
        """The session as data, up to this moment."""
        session: Session = self.envs.session(0)
        return session

    def told_lines(self) -> list[list[dict[str, Any]]]:
        """Everything that was played, in brief."""
        return [[moment.brief() for moment in line] for line in self.lines]

    def verdict(self) -> str:
        """How it ended, in words; empty while it goes on."""
        moment, steps = self.now, self.at
        if moment.outcome == "running":
            return ""
        taken = f"{steps} step{'s' * (steps != 1)}"
        if moment.outcome == "success":
            return f"Well done in {taken}."
        if moment.reached is None:
            return f"Time is up after {taken}."
        return f"Reached the {moment.reached}: {moment.reason}. {taken}."

    def view(self, side: int | None) -> Array:
        """What the agent sees: as it gets it, or drawn finer for people."""
        picture: Array = self.actor.images[0] if side is None else self.envs.picture(0, side, 1)
        return picture

    # ----

    def _moment(self, action: int | None, by: str, reward: float) -> Moment:
        scene = self.envs.scene(0)
        thought = self._think() if scene["outcome"] == "running" else None
        row, column, heading = scene["agent"]
        where = [float(row), float(column), int(heading)]
        outcome, reached, reason = scene["outcome"], scene["reached"], scene["reason"]
        return Moment(self.actor.state(), where, scene["seen"], outcome, reached, reason, action, by, reward, thought)

    def _think(self) -> Thought | None:
        """What the agent makes of the present; what it does next comes from the same look."""
        if not isinstance(self.player, AgentPlayer):
            return None
        present, response = self.player.look(self.actor.images), self.player.response(self.actor.images)
        cells = None if response is None else response[0].float().tolist()
        return Thought(present.logits[0].double().softmax(0).tolist(), float(present.values[0]), cells)

    def _forget_oldest(self) -> None:
        if len(self.lines) > MOST_LINES:
            del self.lines[0]
            self.line -= 1


def action_number(action: object) -> int:
    """An action by number or name."""
    if isinstance(action, str) and action in ACTIONS:
        return ACTIONS.index(action)
    if isinstance(action, int) and not isinstance(action, bool) and 0 <= action < len(ACTIONS):
        return action
    raise XWorldError(f"action {action!r} does not exist; there are {', '.join(ACTIONS)}.")
