"""What the agent sees, against maps drawn by hand: left the map, right the view (x: not seen)."""

import numpy as np
import pytest

from tests.xworld.sessions import WORLDS
from xworld.envs import XWorld2DVector
from xworld.maps.grid import FREE, OBSTACLE
from xworld.world2d.view import UNSEEN, see

MARKS = {FREE: ".", OBSTACLE: "#", UNSEEN: "x"}

CASES = {
    "open floor, seen as far as five cells": (
        """
        .......
        .......
        .......
        .......
        .......
        ...^...
        """,
        """
        .....
        .....
        .....
        .....
        .....
        """,
    ),
    "an obstacle ahead hides its column": (
        """
        .....
        .....
        ..#..
        .....
        ..^..
        """,
        """
        ..x..
        ..x..
        ..#..
        .....
        .....
        """,
    ),
    "an obstacle beside the agent hides the columns beyond, and its own": (
        """
        .....
        .....
        .....
        .....
        .#^..
        """,
        """
        xx...
        xx...
        xx...
        xx...
        x#...
        """,
    ),
    "an obstacle two cells aside hides only its own column": (
        """
        .....
        .....
        .....
        .....
        ..^.#
        """,
        """
        ....x
        ....x
        ....x
        ....x
        ....#
        """,
    ),
    "an obstacle right ahead of the agent hides the column, not the row": (
        """
        .....
        .....
        .....
        #.#.#
        ..^..
        """,
        """
        x.x.x
        x.x.x
        x.x.x
        #.#.#
        .....
        """,
    ),
    "beyond the border nothing is seen": (
        """
        ...
        ...
        ^..
        """,
        """
        xxxxx
        xxxxx
        xx...
        xx...
        xx...
        """,
    ),
    "looking east, forward is up": (
        """
        .....#.
        >......
        ...#...
        """,
        """
        x..xx
        x..#x
        x...x
        x...x
        x...x
        """,
    ),
    "looking south": (
        """
        ..v.#
        .....
        #....
        .....
        .....
        """,
        """
        x...x
        x...x
        x...#
        x....
        #....
        """,
    ),
    "looking west": (
        """
        ......
        .....<
        ..#...
        ......
        """,
        """
        .x..x
        .#..x
        ....x
        ....x
        ....x
        """,
    ),
}


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines()]


def seen(env) -> list[str]:
    view = see(env.simulation.batch[0], 5)
    return ["".join(MARKS.get(int(cell), "o") for cell in row) for row in view]


@pytest.mark.parametrize("name", CASES)
def test_occlusion(name):
    drawn, expected = CASES[name]
    env = WORLDS["2d"].on_map(drawn, "nav", goals=1)
    for seed in range(12):
        env.reset(seed=seed)
        # The one object, wherever it stands, neither hides nor is hidden differently from floor.
        assert [row.replace("o", ".") for row in seen(env)] == lines(expected)


def test_the_image_shows_what_is_seen():
    env = WORLDS["2d"].on_map("..#..\n.....\n#.^.#", "nav", goals=1)
    observation, _ = env.reset(seed=1)
    image = observation["image"]
    view = see(env.simulation.batch[0], 5)
    assert image.shape == (80, 80, 3)
    for row in range(5):
        for column in range(5):
            cell = image[16 * row : 16 * row + 16, 16 * column : 16 * column + 16]
            if view[row, column] == UNSEEN:
                assert (cell == 0).all()
            elif (row, column) == (4, 2):
                assert 0 < (cell != 255).any(axis=-1).sum() < 256  # the agent on white floor
            elif view[row, column] == FREE:
                assert (cell == 255).all()
            else:
                assert not (cell == 0).all()
                assert (cell != 255).any()


def test_looks_are_drawn_from_the_whole_range_and_stay_inside_the_cell():
    envs = XWorld2DVector(num_envs=500)
    envs.reset(seed=0)
    yaw, scale, down, right = envs.simulation.batch["look"][:, :4].reshape(-1, 4).T
    assert (yaw.min(), yaw.max()) < (20, 4076)
    assert np.histogram(yaw, bins=8, range=(0, 4096))[0].min() > 180
    assert scale.min() < 520
    assert scale.max() > 1015
    assert ((scale >= 512) & (scale <= 1024)).all()
    for offset in (down, right):
        assert (2 * np.abs(offset) <= 1024 - scale + 1).all()  # the disc of diameter `scale` stays in the cell
        assert (np.abs(offset) > 200).any()


def test_an_object_keeps_its_look_from_every_side():
    """Seen from the four sides the same object is the same picture, turned."""
    tiles = {}
    for mark, heading in (("^", 0), (">", 1), ("v", 2), ("<", 3)):
        text = {"^": "...\n.a.\n.^.", ">": "...\n>a.\n...", "v": ".v.\n.a.\n...", "<": "...\n.a<\n..."}[mark]
        env = WORLDS["2d"].on_map(text, "nav", {"a": "cow"})
        observation, _ = env.reset(seed=5)
        state = env.simulation.batch[0]
        tiles[heading] = (state.look[0].tolist(), observation["image"][48:64, 32:48])
    look = {str(value[0]) for value in tiles.values()}
    assert len(look) == 1  # same seed, same draws
    for heading, (_, tile) in tiles.items():
        assert (np.rot90(tiles[0][1], heading) == tile).all()


@pytest.mark.parametrize(("view", "pixels"), [(3, 16), (7, 16), (5, 7), (5, 5), (9, 32)])
def test_other_view_sizes(view, pixels):
    env = WORLDS["2d"].on_map(".....\n..a..\n..^..", "nav", view=view, pixels=pixels)
    observation, _ = env.reset(seed=0)
    assert observation["image"].shape == (view * pixels, view * pixels, 3)
    object_cell = observation["image"][-2 * pixels : -pixels, view // 2 * pixels : (view // 2 + 1) * pixels]
    assert (object_cell != 255).any()
