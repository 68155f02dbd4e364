"""Players that need no weights, by name: "oracle-2d", "reader-3d" and so on, wherever a run can be named."""

from typing import Any

from gft.players.player import Player
from gft.players.reader import Reader, Speaker
from gft.players.simple import Chance, OraclePlayer

KINDS = ("chance", "reader", "speaker", "oracle")
PLAYER_NAMES = tuple(f"{kind}-{world}" for kind in KINDS for world in ("2d", "3d"))


def named_player(name: object) -> tuple[str, str] | None:
    """The kind and the world of a player's name, None if it is none."""
    if str(name) not in PLAYER_NAMES:
        return None
    kind, _, world = str(name).partition("-")
    return kind, world


def make_player(kind: str, envs: Any) -> Player:
    """A player of this kind for the sessions of a batch of environments."""
    if kind == "chance":
        return Chance(int(envs.num_envs))
    if kind == "reader":
        return Reader(envs)
    return Speaker(envs) if kind == "speaker" else OraclePlayer(envs)
