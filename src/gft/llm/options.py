"""What a language model is asked to play, and how: checked as a whole.

Path of the data: command line → **options** → client, playing. The key to a server is no option: it comes from the
environment and is written nowhere.
"""

import json
import zlib
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import urlsplit

from gft.runs.config import FIRST_TEST_SEED, MOST_SEEDS
from gft.runs.results import HEARD, UNTAUGHT, Result, Setting
from xworld import PAPER_TASKS, Level, XWorldError, default_level, instructions, one_of, whole

# What may change when a run goes on: it decides how fast it is played, not how.
MAY_CHANGE = ("sessions", "concurrency", "timeout", "retries", "budget", "keep")


@dataclass(frozen=True)
class Options:
    """One model on the first test sessions of one world and size."""

    base_url: str
    model: str
    world: str = "2d"
    size: int = 8  # cells a side
    sessions: int = 100
    history: int = 16  # earlier steps that are told again with each question
    temperature: float | None = 0.0  # None: not sent
    max_tokens: int = 256  # of an answer; 0: not sent
    extra: str = "{}"  # more fields of a request, as JSON
    image: bool = False  # send the picture too
    concurrency: int = 8  # sessions side by side
    timeout: float = 60.0  # seconds to wait for an answer
    retries: int = 6  # after a time-out, a hang-up, 429 or 5xx
    budget: int | None = None  # tokens, in and out together
    keep: bool = False  # every exchange, to be read

    def __post_init__(self) -> None:
        address = urlsplit(self.base_url)
        if address.scheme not in ("http", "https") or not address.hostname:
            raise XWorldError(f"base_url={self.base_url!r} is not usable; give an address like http://localhost:8000/v1.")
        if address.username or address.password or address.query:
            raise XWorldError("the base_url has a key or a password in it; give the key in the environment instead.")
        if not self.model:
            raise XWorldError("model is empty; give the name by which the server knows it.")
        if self.world not in ("2d", "3d"):
            raise one_of("world", self.world, ("2d", "3d"))
        whole("sessions", self.sessions, 1, MOST_SEEDS)
        for name, least in (("history", 0), ("max_tokens", 0), ("concurrency", 1), ("retries", 0)):
            whole(name, getattr(self, name), least, 1_000_000)
        if self.budget is not None:
            whole("budget", self.budget, 1)
        if not self.timeout > 0 or (self.temperature is not None and not 0 <= self.temperature <= 5):
            raise XWorldError("timeout and temperature must be positive numbers; a temperature is at most 5.")
        self.fields()
        self.level  # noqa: B018  a bad size is refused here

    def fields(self) -> dict[str, Any]:
        """The fields of every request."""
        try:
            extra = json.loads(self.extra)
        except ValueError:
            extra = None
        if not isinstance(extra, dict):
            raise XWorldError(f"extra={self.extra!r} is not usable; give an object of JSON, say '{{\"top_p\": 0.9}}'.")
        asked = {"temperature": self.temperature, "max_tokens": self.max_tokens or None}
        return {"model": self.model, **{name: value for name, value in asked.items() if value is not None}, **extra}

    @property
    def level(self) -> Level:
        return default_level(self.size)

    def told(self) -> dict[str, Any]:
        """What decides how sessions go, as plain data: a run goes on only with the same."""
        return {name: value for name, value in asdict(self).items() if name not in MAY_CHANGE}

    def question(self, command: str = "") -> Result:
        """The result that is asked for, without its counts."""
        level = self.level
        prompt = zlib.crc32((instructions(self.world) + self.extra + str(self.max_tokens)).encode())
        tasks = tuple(sorted(task.name for task in PAPER_TASKS))
        temperature = "own temperature" if self.temperature is None else f"temperature {self.temperature:g}"
        return Result(
            world=self.world,
            method=self.model,
            encoder="text and image" if self.image else "text",
            agent="none",
            learning=UNTAUGHT,
            algo="none",
            seed=0,
            step=0,
            weights=f"{prompt:08x}",
            setting=Setting(level.rows, level.columns, level.goals, level.obstacles, tasks),
            policy=f"{temperature}, history {self.history}",
            commands=HEARD,
            sessions=self.sessions,
            first_seed=FIRST_TEST_SEED,
            command=command,
        )
