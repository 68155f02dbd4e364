"""What a data set is to hold: everything that decides it, as plain data. Two folders of one recipe hold the same bytes."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from xworld.errors import XWorldError, one_of, whole
from xworld.options import Options
from xworld.teacher.split import Split

FORMAT, VERSION = "xworld dataset", 1
FIRST_SEED = 2 * 10**12  # session n of seed s starts its stream at FIRST_SEED + s · MOST + n: far from training and tests
MOST = 10**9  # sessions
SHARD = 64  # sessions of a file


@dataclass(frozen=True)
class Recipe:
    """Which sessions, and who plays them."""

    world: str = "2d"
    policy: str = "oracle"  # who plays, for people to read
    sessions: int = 1000
    seed: int = 0
    size: int = 8  # cells a side
    goals: int | None = None  # objects; None: the paper's number for the size
    obstacles: int | None = None
    tasks: tuple[str, ...] = ()  # none: all five
    objects: str | None = None  # a pack; None: the built-in ones
    split: dict[str, Any] | None = None  # what sessions may use: see xworld.teacher.split
    shard: int = SHARD

    def __post_init__(self) -> None:
        if self.world not in ("2d", "3d"):
            raise one_of("world", self.world, ("2d", "3d"))
        whole("sessions", self.sessions, 1, MOST)
        whole("seed", self.seed, 0, 10**6 - 1)
        whole("shard", self.shard, 1, 10**4)
        object.__setattr__(self, "tasks", tuple(self.tasks))
        if self.split is not None:  # written in one way only
            object.__setattr__(self, "split", Split.from_dict(self.split).to_dict() or None)
        Options.of(self.options(), self.world).levels()  # refuses what cannot be

    @property
    def shards(self) -> int:
        """Files of sessions."""
        return -(-self.sessions // self.shard)

    def seeds(self, number: int) -> range:
        """Where the random streams of a shard's sessions start."""
        first = FIRST_SEED + self.seed * MOST
        return range(first + number * self.shard, first + min((number + 1) * self.shard, self.sessions))

    def options(self) -> dict[str, Any]:
        """Those of `gym.make`."""
        given: dict[str, Any] = {name: getattr(self, name) for name in ("size", "goals", "obstacles", "objects", "split")}
        return {name: value for name, value in given.items() if value is not None} | {"tasks": self.tasks or None}

    def to_json(self) -> str:
        return json.dumps({"format": FORMAT, "version": VERSION, **asdict(self)}, indent=2) + "\n"

    @classmethod
    def from_json(cls, text: str) -> "Recipe":
        """Read JSON; what is damaged or foreign is refused."""
        try:
            values = json.loads(text)
        except (ValueError, RecursionError):
            raise XWorldError("it is not JSON") from None
        if not isinstance(values, Mapping) or values.get("format") != FORMAT:
            raise XWorldError(f"its format is not {FORMAT!r}")
        if values.get("version") != VERSION:
            raise XWorldError(f"its version is {values.get('version')!r}, and this program reads version {VERSION}")
        known = {each.name for each in fields(cls)}
        given = {name: value for name, value in values.items() if name not in ("format", "version")}
        if set(given) != known:
            raise XWorldError(f"it must have {', '.join(sorted(known))}, and has {', '.join(sorted(map(str, given)))}")
        try:
            return cls(**given)
        except (TypeError, AttributeError) as error:
            raise XWorldError(f"its values are not usable ({error})") from None
