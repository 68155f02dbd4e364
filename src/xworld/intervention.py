"""What people set in a running environment: an ordered session, a recorded one, another command on the present map.

Path of the data: beside the loop, for environments of any world. What cannot be is refused with the reason, and the
environment stays as it was. A session that somebody set does not count for the curriculum.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from xworld.errors import XWorldError
from xworld.events import HOLD
from xworld.recording import put_beginning
from xworld.session import Session
from xworld.simulation import Simulation
from xworld.state import OUTCOMES, RUNNING, Env
from xworld.teacher.commands import draw_question, find_question, put_question, understand, why_unsolved
from xworld.teacher.orders import ORDERS, Order, begin_ordered, check_options, order_of

SETTINGS = ("session", *ORDERS)  # the options of a reset that say how the next session is


def begin_sessions(
    simulation: Simulation, which: Iterable[int], options: Mapping[str, Any] | None, seeds: Mapping[int, int]
) -> None:
    """Begin a session in these environments, some of them at a seed, as the options of a reset say: each setting is for all
    of them, or a dictionary with one for some of them, by number."""
    given = check_options(options, (*SETTINGS, "reset_mask"))
    wanted = {i: _wanted(given, i) for i in which} if given.keys() - {"reset_mask"} else dict.fromkeys(which)
    plain = np.array([i for i, each in wanted.items() if each is None], np.int64)
    before = simulation.batch.copy() if len(plain) < len(wanted) else None
    try:
        for i, seed in seeds.items():
            simulation.seed(i, seed)
        simulation.begin(plain)
        for i, each in wanted.items():
            if each is not None:
                begin_as(simulation, i, each)
    except Exception:
        if before is not None:
            simulation.put_back(before)
        raise


def _wanted(options: Mapping[str, Any], i: int) -> Order | Session | None:
    """What the options want of environment i."""
    mine = {name: _of_one(options[name], i) for name in SETTINGS if name in options}
    session = mine.pop("session", None)
    order = order_of(mine)
    if session is None:
        return order
    if order is not None:
        raise XWorldError("a session has a map, a command and a pose of its own; give session alone.")
    if isinstance(session, str):
        return Session.from_json(session)
    return session if isinstance(session, Session) else Session.from_dict(session)


def _of_one(value: Any, i: int) -> Any:
    if isinstance(value, Mapping) and value and all(isinstance(key, (int, np.integer)) for key in value):
        return value.get(i)
    return value


def begin_as(simulation: Simulation, i: int, wanted: Order | Session) -> None:
    """Begin a session in environment i as ordered, or make a recorded one again up to where it was."""

    def begin(env: Env) -> None:
        if isinstance(wanted, Order):
            begin_ordered(simulation.teacher, simulation.batch, i, wanted)
        else:
            put_beginning(wanted, env, simulation.teacher, simulation.world)
        _enter(simulation, i, env)
        if isinstance(wanted, Session):
            _replay(simulation, i, wanted.actions)

    simulation.change(i, begin)


def give_command(simulation: Simulation, i: int, sentence: str) -> None:
    """Another command on the present map of environment i: a new session from where the agent is."""

    def ask(env: Env) -> None:
        meaning = understand(simulation.teacher, sentence)[0]
        put_question(simulation.teacher, env, sentence, meaning, find_question(simulation.teacher, env, meaning))

    _ask(simulation, i, ask)


def draw_command(simulation: Simulation, i: int, task: str | None = None) -> None:
    """The same, but the teacher chooses what to ask, of one task or of any."""
    _ask(simulation, i, lambda env: draw_question(simulation.teacher, env, task))


def _ask(simulation: Simulation, i: int, ask: Callable[[Env], None]) -> None:
    simulation.check_begun()

    def begin(env: Env) -> None:
        ask(env)
        env.start[:] = simulation.world.poses()[i]
        env.outcome, env.guest, env.steps, env.reached = RUNNING, 1, 0, -1
        env.limit = simulation.world.habits.steps_per_cell * env.rows * env.columns
        _enter(simulation, i, env)

    simulation.change(i, begin)


def _enter(simulation: Simulation, i: int, env: Env) -> None:
    """Put the agent where the session starts, if it can be there and do what it is told."""
    world = simulation.world
    world.enter(np.array([i]))
    if not world.fits(i):
        raise XWorldError(f"the agent cannot start at {env.start.tolist()}: something stands in its way.")
    if not world.solution(i):
        raise why_unsolved(env, simulation.teacher.grammar.vocabulary.decode(env.tokens))


def _replay(simulation: Simulation, i: int, actions: Sequence[int]) -> None:
    """Take actions in environment i alone."""
    rewards = np.empty(simulation.n)
    flags = [np.empty(simulation.n, np.bool_) for _ in range(2)]
    for number, action in enumerate(actions):
        if simulation.batch["outcome"][i] != RUNNING:
            raise XWorldError(f"the session's actions go on after its end: it was over after {number} of {len(actions)}.")
        taken = np.full(simulation.n, HOLD)
        taken[i] = action
        simulation.world.advance(taken, rewards, *flags)


def scene_of(simulation: Simulation, i: int) -> dict[str, Any]:
    """The session of environment i as plain data, and how it stands now: all that a drawing of the map needs."""
    session, env = simulation.session(i), simulation.batch[i]
    row, column, heading = simulation.world.poses()[i].tolist()
    return session.to_dict() | {
        "agent": [row, column, int(heading)],
        "seen": simulation.world.seen(i).tolist(),  # of every cell, whether the agent sees any of it
        "steps": int(env.steps),
        "outcome": OUTCOMES[env.outcome],
        "reached": session.objects[env.reached].kind if env.reached >= 0 else None,
        "reason": simulation.reason(i),  # why it failed; empty if it did not
    }
