"""Whether a run is standing still, so that it is said in words instead of left to be found out.

Path of the data: lines of metrics → **watch** → terminal. The plateau of the first words looks like this: nobody moves up a
level, and success stays where a guess would be.
"""

from statistics import fmean

from gft.runs.build import last_levels
from gft.runs.config import Config
from gft.runs.legacy import levels_by_track
from gft.runs.metrics import Line, mean_level

LEAST = 100_000  # steps without any progress before it is called standing still
SHARE = 10  # or a part of the run: one in so many
HIGHER, BETTER = 0.02, 0.02  # what counts as progress: mean level, success
WELL = 0.6  # success on a last level that is more than a guess between two
ADVICE = "What helps, if it stays so: another --seed, a lower --lr or --generator-lr (docs/training.md, “Standing still”)."


class Watch:
    """Looks at the lines of a run as they come."""

    def __init__(self, config: Config, lines: list[Line]):
        self.span = max(LEAST, config.steps // SHARE)
        self.last = last_levels(config)
        self.lines = [line for line in lines if line["success"] is not None]  # in the others no session has ended
        self.told = 0  # the step at which it was last said

    def add(self, line: Line) -> str | None:
        """Another line; returns a sentence if the run is standing still and that was not said of late."""
        if line["success"] is None:
            return None
        self.lines.append(line)
        since = self.still_since()
        if since is None or line["steps"] - self.told < self.span:
            return None
        self.told = line["steps"]
        return (
            f"standing still since step {since:,}: nobody has moved up a level, and success stays at "
            f"{self.lines[-1]['success']:.0%}. {ADVICE}"
        )

    def still_since(self) -> int | None:
        """The step since which nothing has got better, if that is long ago; None while there is progress."""
        if not self.lines:
            return None
        end = self.lines[-1]["steps"]
        late = [line for line in self.lines if line["steps"] > end - self.span / 2]
        early = [line for line in self.lines if end - 2 * self.span < line["steps"] <= end - self.span]
        if not early:
            return None
        higher = mean_level(late[-1]["levels"]) - mean_level(early[-1]["levels"])
        better = fmean(line["success"] for line in late) - fmean(line["success"] for line in early)
        return early[-1]["steps"] if higher < HIGHER and better < BETTER and not self._arrived() else None

    def _arrived(self) -> bool:
        """Whether most environments are on their last level and do well there: they may get better slowly."""
        levels = levels_by_track(self.lines[-1]["levels"])
        there = sum(counts.get(str(self.last.get(track)), 0) for track, counts in levels.items())
        everybody = sum(sum(counts.values()) for counts in levels.values())
        return there > everybody / 2 and self.lines[-1]["success"] > WELL
