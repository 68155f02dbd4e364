"""Where the time goes: seconds spent in named parts of the work."""

import time
from collections.abc import Iterator
from contextlib import contextmanager


class Clock:
    """Adds up the seconds of `with clock("forward"): …`, part by part."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.began = time.perf_counter()

    @contextmanager
    def __call__(self, part: str) -> Iterator[None]:
        began = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[part] = self.seconds.get(part, 0.0) + time.perf_counter() - began

    def shares(self) -> dict[str, float]:
        """Each part as a share of all seconds since the clock was made or last asked; the count starts anew."""
        now = time.perf_counter()
        shares = {part: seconds / (now - self.began) for part, seconds in self.seconds.items()}
        self.began = now
        self.seconds.clear()
        return shares
