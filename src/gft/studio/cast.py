"""Who can play at a table: trained agents, the oracle, chance, and the person at the keyboard.

Path of the data: checkpoint → **player**. An agent is read once and shared by all tables; what it remembers is each seat's
own.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from gft.agent import Agent
from gft.evaluation.measure import fingerprint
from gft.grounding import GFT
from gft.players import AgentPlayer, Keys, Player, make_player
from gft.runs.checkpoint import find, load_agent
from gft.runs.config import Config
from gft.runs.curricula import curriculum, first_classes
from gft.runs.folder import steps_of
from gft.runs.shipped import read_shipped, shipped_file
from xworld import XWorldError, grammar, one_of

PERSON = "you"


@dataclass(frozen=True, eq=False)
class Role:
    """Somebody who can play. `world` is None for those who are at home in both."""

    key: str  # what pages call it
    name: str  # what people call it
    about: str
    world: str | None = None
    agent: Agent | None = None
    config: Config | None = None
    fingerprint: str = ""

    def player(self, envs: Any) -> Player:
        """A player for a table of one environment."""
        if self.agent is not None and self.config is not None:
            return AgentPlayer(self.agent, 1, precision=self.config.precision)
        return Keys(1) if self.key == PERSON else make_player(self.key, envs)

    @cached_property
    def words(self) -> frozenset[str]:
        """The words that its training had in it; of others without training, all."""
        return frozenset() if self.config is None else words_of(self.config)

    def described(self) -> dict[str, Any]:
        """For pages."""
        return {
            "key": self.key,
            "name": self.name,
            "about": self.about,
            "world": self.world,
            "fingerprint": self.fingerprint,
            "matrices": self.agent is not None and isinstance(self.agent.grounding, GFT),
        }


SIMPLE = (
    Role("oracle", "oracle", "knows the map and takes a short way"),
    Role("reader", "reader", "goes by rules, from a description of its view in words"),
    Role("chance", "chance", "any action, each as likely as the other"),
    Role(PERSON, "you", "arrow keys and Q/E"),
)


@dataclass
class Cast:
    """Everybody who can play, by key."""

    roles: dict[str, Role] = field(default_factory=dict)

    @classmethod
    def of(cls, sources: Sequence[str]) -> "Cast":
        """The agents of these sources (runs, checkpoints, names of those that come with the package), and the others."""
        agents = [_role(source, number) for number, source in enumerate(sources, 1)]
        return cls({role.key: role for role in (*agents, *SIMPLE)})

    def role(self, key: object, world: str) -> Role:
        """Somebody by key who can play in this world."""
        role = self.roles.get(key) if isinstance(key, str) else None
        if role is None:
            raise one_of("player", key, self.roles)
        if role.world not in (None, world):
            raise XWorldError(f"{role.name} was trained in XWORLD{str(role.world).upper()}; this is XWORLD{world.upper()}.")
        return role

    def first(self, world: str) -> Role:
        """Who sits down first: an agent if there is one for this world, else the oracle."""
        return next(role for role in self.roles.values() if role.world == world or role.key == "oracle")


def _role(source: str, number: int) -> Role:
    shipped = shipped_file(source)
    agent, config = load_agent(source)
    if shipped is not None:
        given = read_shipped(shipped)
        name, about = (
            f"{source.upper()} agent",
            f"comes with the package: {given.steps / 1e6:.1f} million steps, {given.date}",
        )
    else:
        file = find(Path(source))
        name = file.parent.parent.name if file.parent.name == "checkpoints" else file.stem
        about = f"{config.method}, {steps_of(file):,} steps" if file.stem.isdecimal() else config.method
    return Role(f"agent-{number}", name, about, config.world, agent.eval(), config, fingerprint(agent))


def words_of(config: Config) -> frozenset[str]:
    """Every word that sessions of a run's training can have in their commands."""
    spoken = grammar(config.world)
    allowed = spoken.objects if config.classes is None else first_classes(config.world, config.classes)
    tracks = () if config.curriculum is None else curriculum(config.curriculum, config.world).tracks
    levels = [level for track in tracks for level in track.levels]
    tasks = {task for level in levels for task in level.tasks or spoken.tasks} if levels else set(spoken.tasks)
    tasks &= set(config.tasks or spoken.tasks)
    classes = {name for level in levels for name in level.classes or allowed} if levels else set(allowed)
    patterns = {word for template in spoken.templates if template.task in tasks for word in template.words}
    return frozenset({word for word in patterns if isinstance(word, str)} | (classes & set(allowed)))
