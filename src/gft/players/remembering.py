"""What a reader remembers of a session: cells around it, in its own frame, by dead reckoning.

Path of the data: text → **memory** → rules. Row 0 and column 0 are where the session began, "north" is where it looked then
(in 3D: one of the two nearest directions along the rows of cells). Nothing comes from anywhere but the text.
"""

from dataclasses import asdict, dataclass, field
from math import hypot, inf, sqrt
from typing import Any

from xworld import ACTIONS, HIDDEN, Sight, Wall, read_scene, read_view

Cell = tuple[int, int]
FREE, BLOCK = ".", "#"
# A heading counts eighths of a turn clockwise from north; rows run south, columns east.
STEPS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
UNITS = tuple((row / sqrt(row * row + column * column), column / sqrt(row * row + column * column)) for row, column in STEPS)
MOTION = {"move_forward": 0, "move_backward": 4, "move_left": 6, "move_right": 2}

FAR = 5.5  # cells: what is farther in 3D may be too small to be told
TRUST_CUT = 1.5  # cells: what the picture's edge cuts counts as if it were so much farther
SURE = 0.15  # cells: so far a wall must disagree with where the reader thinks that it is


@dataclass
class Memory:
    """One session as remembered."""

    world: str
    row: float = 0.0
    column: float = 0.0
    heading: int = 0
    side: int = 0  # cells of a side of what is seen in 2D
    oriented: bool = False  # whether it knows how the rows of cells run: in 3D walls tell
    text: str = ""  # what was seen last, and where the reader stood before its last move
    before: tuple[float, ...] = ()
    cells: dict[Cell, str] = field(default_factory=dict)  # FREE, BLOCK or an object's class
    nearest: dict[Cell, float] = field(default_factory=dict)  # from how near each was seen; 0 in 2D
    looked: dict[Cell, float] = field(default_factory=dict)  # in 3D, from how near each was looked at, whatever was made out
    limits: list[float] = field(default_factory=lambda: [inf] * 4)  # outermost cells known north, east, south, west

    # ---- where it is

    @property
    def at(self) -> Cell:
        return round(self.row), round(self.column)

    def moved(self, action: int) -> None:
        """It did this; whether it got anywhere, the next look tells."""
        name, self.before = ACTIONS[action], ()
        turn, stride = (2, 1.0) if self.world == "2d" else (1, 0.5)
        if name.startswith("turn"):
            self.heading = (self.heading + (turn if name == "turn_right" else -turn)) % 8
            return
        self.before = self.row, self.column
        row, column = UNITS[(self.heading + MOTION[name]) % 8]
        self.row, self.column = self.row + stride * row, self.column + stride * column
        if self.world == "2d" and self.cells.get(self.at) != FREE:  # something stood there
            self.row, self.column = self.row - row, self.column - column

    def inside(self, cell: Cell) -> bool:
        """Whether a cell may be inside the maze."""
        north, east, south, west = self.limits
        row, column = cell
        return -north <= row <= south and -west <= column <= east

    def objects(self) -> dict[str, Cell]:
        """Where each object is."""
        return {mark: cell for cell, mark in self.cells.items() if mark not in (FREE, BLOCK)}

    def forget(self) -> None:
        """Look at everything anew."""
        self.cells, self.nearest, self.looked = {self.at: FREE}, {}, {}

    def _limit(self, direction: int, cell: Cell) -> None:
        """The maze ends here in this direction."""
        row, column = STEPS[direction]
        self.limits[direction // 2] = min(self.limits[direction // 2], row * cell[0] + column * cell[1])

    # ---- looking

    def look(self, text: str) -> None:
        """Take in what is seen now."""
        if self.world == "2d":
            self._look_at_view(read_view(text))
        else:
            sights, walls = read_scene(text)
            if text == self.text and self.before and (sights or len(walls) > 1):
                self._stopped()
            self._look_at_scene(sights, walls)
        self.text = text
        self.cells[self.at] = FREE

    def _look_at_view(self, view: list[list[str]]) -> None:
        """A cell that no obstacle hides and that is not seen either is outside."""
        self.side, self.oriented = len(view), True
        side = self.side
        middle, ahead, right = side // 2, STEPS[self.heading], STEPS[(self.heading + 2) % 8]
        for way in (-1, 1):
            for aside in range(middle + 1):
                for far in range(side):
                    mark = view[side - 1 - far][middle + way * aside]
                    cell = (
                        self.at[0] + far * ahead[0] + way * aside * right[0],
                        self.at[1] + far * ahead[1] + way * aside * right[1],
                    )
                    if mark == HIDDEN:
                        direction = self.heading if far else (self.heading + 2 * way) % 8
                        self._limit(direction, (cell[0] - STEPS[direction][0], cell[1] - STEPS[direction][1]))
                        break
                    self.cells[cell], self.nearest[cell] = mark, 0.0
                    if mark == BLOCK:
                        break
                if view[side - 1][middle + way * aside] in (HIDDEN, BLOCK):
                    break

    def _look_at_scene(self, sights: list[Sight], walls: list[Wall]) -> None:
        if not self.oriented:
            if not walls:
                return
            self.heading, self.oriented = walls[0].direction % 2, True
        for wall in walls:
            self._look_at_wall(wall)
        told: dict[Cell, tuple[float, str]] = {}
        for sight in sights:
            far = hypot(sight.ahead, sight.right) + TRUST_CUT * sight.is_cut
            cell = self._cell(sight.ahead, sight.right)
            if cell != self.at and far < told.get(cell, (inf, ""))[0]:
                told[cell] = far, sight.name if sight.is_object else BLOCK
        for cell in cells_in_view(self, self.row, self.column, self.heading):
            far = hypot(cell[0] - self.row, cell[1] - self.column)
            told.setdefault(cell, (far, FREE))
            self.looked[cell] = min(far, self.looked.get(cell, inf))
        for cell, (far, mark) in told.items():
            if self.inside(cell) and far <= self.nearest.get(cell, inf) + 0.25:
                self._put(cell, mark, far)

    def _stopped(self) -> None:
        """A move in 3D changes the distances to what is seen; it did not, so something unseen was in the way."""
        row, column = self.before
        cell = round(2 * self.row - row), round(2 * self.column - column)
        self.row, self.column = row, column
        if self.cells.get(cell) == FREE and cell != self.at:
            self.cells[cell], self.nearest[cell] = BLOCK, 0.6

    def _look_at_wall(self, wall: Wall) -> None:
        """A wall tells where the maze ends; or, once that is known, where the reader is."""
        direction = (self.heading + wall.direction) % 8
        row, column = STEPS[direction]
        limit = self.limits[direction // 2]
        along = row * self.row + column * self.column
        if limit == inf:
            self.limits[direction // 2] = round(along + wall.distance - 0.5)
            return
        error = along + wall.distance - 0.5 - limit
        if abs(error) > SURE:
            self.row, self.column = self.row - error * row, self.column - error * column

    def _put(self, cell: Cell, mark: str, far: float) -> None:
        before = self.objects().get(mark) if mark not in (FREE, BLOCK) else None
        if before not in (None, cell):
            if self.nearest[before] < far:  # type: ignore[index]
                return  # it was seen better elsewhere
            del self.cells[before], self.nearest[before]  # type: ignore[arg-type]
        self.cells[cell], self.nearest[cell] = mark, far

    def _cell(self, ahead: float, right: float) -> Cell:
        (down, east), (down_right, east_right) = UNITS[self.heading], UNITS[(self.heading + 2) % 8]
        return (
            round(self.row + ahead * down + right * down_right),
            round(self.column + ahead * east + right * east_right),
        )

    # ---- as plain data

    def to_dict(self) -> dict[str, Any]:
        plain = asdict(self)
        for name in ("cells", "nearest", "looked"):
            plain[name] = [[*cell, value] for cell, value in plain[name].items()]
        return plain

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> "Memory":
        maps = {
            name: {(row, column): value for row, column, value in plain[name]} for name in ("cells", "nearest", "looked")
        }
        return cls(**(plain | maps))


def cells_in_view(memory: Memory, row: float, column: float, heading: int) -> list[Cell]:
    """The cells whose middle is in the picture of somebody in 3D who stands there; obstacles are looked over."""
    (down, east), (down_right, east_right) = UNITS[heading], UNITS[(heading + 2) % 8]
    found = []
    reach = int(FAR)
    for r in range(round(row) - reach, round(row) + reach + 1):
        for c in range(round(column) - reach, round(column) + reach + 1):
            ahead = (r - row) * down + (c - column) * east
            aside = (r - row) * down_right + (c - column) * east_right
            if 0.6 <= ahead <= FAR and abs(aside) <= 0.8 * ahead + 0.2 and memory.inside((r, c)):
                found.append((r, c))
    return found
