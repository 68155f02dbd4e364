"""Where the time goes: seconds spent in named parts of the work."""

import time
from collections.abc import Iterator
from contextlib import contextmanager


class Clock:
    """Adds up the seconds of `with clock("forward"): …`, part by part."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def __call__(self, part: str) -> Iterator[None]:
        began = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[part] = self.seconds.get(part, 0.0) + time.perf_counter() - began

    def shares(self, total: float) -> dict[str, float]:
        """Each part as a share of so many seconds; the count starts anew."""
        shares = {part: seconds / total for part, seconds in self.seconds.items()}
        self.seconds.clear()
        return shares
