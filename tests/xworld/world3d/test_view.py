"""The 3D world's pictures, against closed forms."""

import numpy as np
import pytest
from numba import typeof

from tests.xworld.sessions import WORLDS
from xworld.envs import XWorld3D
from xworld.kernels import kernel
from xworld.maps.grid import FREE
from xworld.objects.mesh import Mesh
from xworld.objects.models import models
from xworld.world3d.camera import AHEAD, DOWN, EYE_HEIGHT
from xworld.world3d.canvas import TEXELS, Canvas
from xworld.world3d.picture import AGENT
from xworld.world3d.scene import FIRST_MATERIAL, FIRST_OBJECT, draw_model
from xworld.world3d.scenery import FLOOR, model_scenery
from xworld.world3d.solids import SCALES

SIDE = 128
# The middles of pixels as rays of the camera (x right, y down, 1 ahead).
X, Y = np.meshgrid((np.arange(SIDE) + 0.5) / (SIDE / 2) - 1, (np.arange(SIDE) + 0.5) / (SIDE / 2) - 1)
SEES_ALL = {"depth": True, "segmentation": True, "pixels": SIDE}


def on_map(text: str, **legend: str) -> XWorld3D:
    return WORLDS["3d"].on_map(text, "nav", legend, **SEES_ALL)


def look(env: XWorld3D) -> dict:
    return {key: value[0] for key, value in env.simulation.observe().items()}


def test_depth_of_floor_and_wall_is_the_closed_form():
    env = on_map("...\n...\n...\n...\n...\n...\n.^a", a="cat")
    seen, _ = env.reset(seed=0)
    kind = seen["segmentation"][..., 0]
    floor, wall = EYE_HEIGHT / (Y * AHEAD + DOWN), 6.5 / (AHEAD - Y * DOWN)
    assert (kind == 1).sum() > 3000
    assert seen["depth"][kind == 1] == pytest.approx(floor[kind == 1], rel=1e-5)
    straight = (kind == 2) & (np.abs(X * wall) < 1.4)  # of the wall ahead, not of those beside
    assert straight.sum() > 1000
    assert seen["depth"][straight] == pytest.approx(wall[straight], rel=1e-5)
    assert (seen["depth"][kind == 0] == 0).all()  # sky
    assert (kind == 0).any()
    height = EYE_HEIGHT - wall * (Y * AHEAD + DOWN)  # where a ray meets the plane of the wall
    edge = np.abs(height - 3) > 1e-3
    assert ((kind == 0) == (height > 3))[edge & (np.abs(X * wall) < 1.4)].all()


def test_the_floors_texels_lie_where_projection_says():
    env = on_map("...\n...\n...\n...\n.^a", a="cat")
    env.reset(seed=0)
    world = env.simulation.world
    surfaces = world.scenery.surfaces.copy()
    surfaces[FLOOR, : TEXELS**2] = np.arange(TEXELS**2)  # every texel its own colour
    world.scenery = world.scenery._replace(surfaces=surfaces)
    seen = look(env)
    near = (seen["segmentation"][..., 0] == 1) & (seen["depth"] < 1.4)  # nearer than where smaller textures are used
    ahead = seen["depth"] * (AHEAD - Y * DOWN)
    row, column = 4 - ahead, 1 + X * seen["depth"]
    texel_row, texel_column = (np.floor((at + 0.5) * TEXELS).astype(int) % TEXELS for at in (row, column))
    got = seen["image"].astype(int) @ [1, 256, 65536]
    fractions = np.stack([(at + 0.5) * TEXELS % 1 for at in (row, column)])
    inside = near & (np.abs(fractions - 0.5) < 0.499).all(axis=0)  # not within rounding of a texel's border
    assert inside.sum() > 1000
    assert (got == texel_row * TEXELS + texel_column)[inside].all()


@pytest.mark.parametrize("size", range(4))
@pytest.mark.parametrize("heading", [0, 1])
def test_a_block_covers_the_pixels_of_its_projection(size, heading):
    env = on_map(".....\n..#..\n.....\n..^..\na....", a="cat")
    env.reset(seed=0)
    state = env.simulation.batch[0]
    state.block[1, 2], state.agent[2] = 4 + size, heading
    seen = look(env)
    half = SCALES[size] / 2
    # The block's corners in the agent's frame (right, ahead, up), two cells to the north.
    corners = np.array([[x, 2 + y, z] for x in (-half, half) for y in (-half, half) for z in (0, 2 * half)])
    turn = np.pi / 4 * heading
    right = corners[:, 0] * np.cos(turn) - corners[:, 1] * np.sin(turn)
    ahead = corners[:, 0] * np.sin(turn) + corners[:, 1] * np.cos(turn)
    z = ahead * AHEAD + (EYE_HEIGHT - corners[:, 2]) * DOWN
    x, y = right / z, ((EYE_HEIGHT - corners[:, 2]) * AHEAD - ahead * DOWN) / z
    margin = np.full((SIDE, SIDE), np.inf)  # inside the convex hull: left of every side that has all corners on its left
    for i in range(8):
        for j in range(8):
            side = (x[j] - x[i]) * (y - y[i]) - (y[j] - y[i]) * (x - x[i])
            if i != j and (side >= -1e-12).all():
                margin = np.minimum(margin, (x[j] - x[i]) * (Y - y[i]) - (y[j] - y[i]) * (X - x[i]))
    covered = seen["segmentation"][..., 0] == FIRST_MATERIAL + 1
    sure = np.abs(margin) > 1e-6
    assert covered.any()
    assert (covered == (margin > 0))[sure].all()


def test_what_stands_in_front_hides_what_is_behind():
    env = on_map(".....\n..a..\n..#..\n..^..\n.....", a="cat")
    env.reset(seed=0)
    state = env.simulation.batch[0]
    cat = FIRST_OBJECT + env.simulation.teacher.classes.index("cat")
    counts = []
    for size in range(4):
        state.block[2, 2] = size
        counts.append(int((look(env)["segmentation"][..., 0] == cat).sum()))
    assert counts == sorted(counts)  # the smaller the block, the more of the cat
    assert counts[0] < counts[3]
    hidden = on_map("..a..\n..#..\n.....\n.....\n..^..", a="carpet")  # which lies flat behind a tall block
    hidden.reset(seed=0)
    hidden.simulation.batch[0].block[:] = 0
    carpet = FIRST_OBJECT + env.simulation.teacher.classes.index("carpet")
    assert carpet not in look(hidden)["segmentation"]
    behind = on_map(".....\n..^..\n..a..\n.....\n.....", a="cat")
    assert cat not in behind.reset(seed=0)[0]["segmentation"]


def test_segmentation_numbers_things_of_one_session():
    env = XWorld3D(size=5, goals=4, obstacles=4, segmentation=True)
    for seed in range(20):
        seen, _ = env.reset(seed=seed)
        state = env.simulation.batch[0]
        assert seen["segmentation"] in env.observation_space["segmentation"]
        for kind, number in np.unique(seen["segmentation"].reshape(-1, 2), axis=0):
            name = env.segmentation_classes[kind]
            if kind >= FIRST_OBJECT:
                assert name == env.simulation.teacher.classes[state.kind[number - 1]]
            elif kind >= FIRST_MATERIAL:
                assert name in ("brick", "crate", "cube")
                assert 4 < number <= 8
            else:
                assert name in ("sky", "floor", "wall")
                assert number == 0


@kernel
def draw_one(scenery, camera, colour, near):
    draw_model(
        Canvas(colour, near, np.empty((0, 0), np.int32), len(colour) / 2.0),
        camera,
        scenery,
        0,
        0,
        0.0,
        0.0,
        0,
        np.empty((4, 3)),
    )


def test_kernels_serve_meshes_of_any_layout():
    mesh = models().meshes[0][0]
    layouts = [
        Mesh(order(mesh.vertices), order(mesh.triangles), order(mesh.colours))
        for order in (np.ascontiguousarray, np.asfortranarray)
    ]
    kinds = [typeof(model_scenery([layout])) for layout in layouts]
    assert kinds[0] == kinds[1]


@pytest.mark.parametrize("front", [True, False])
def test_a_triangle_through_the_camera_is_cut_and_its_back_is_not_drawn(front):
    corners = np.array([[-40, -30, -1], [40, -30, -1], [0, 50, -1]], np.float32)  # a floor one cell below the camera
    order = np.array([[0, 1, 2]] if front else [[0, 2, 1]], np.int32)
    mesh = Mesh(corners, order, np.full((1, 3), 200, np.uint8))
    camera = np.array([[0, 0, 0], [1, 0, 0], [0, 0, -1], [0, 1, 0]], np.float64)  # looks north
    colour, near = np.zeros((SIDE, SIDE), np.uint32), np.zeros((SIDE, SIDE), np.float32)
    draw_one(model_scenery([mesh]), camera, colour, near)
    ground = (Y > 1 / 20) & (np.abs(X / Y) < 10)  # rays that meet it well inside its sides
    assert (colour[Y < 0] == 0).all()
    if front:
        assert near[ground] == pytest.approx(Y[ground], rel=1e-4)  # the floor's depth is 1 / y
    else:
        assert not colour.any()


def test_pictures_for_people():
    env = XWorld3D(render_mode="rgb_array", size=(4, 6))
    env.reset(seed=0)
    frame = env.render()
    assert frame.shape == (512, 512, 3)
    assert len(np.unique(frame.reshape(-1, 3), axis=0)) > 500
    env.render_mode = "top_view"
    above = env.render()
    assert above.shape[1] == 512
    assert above.shape[0] > 512 * 4 / 6  # the command stands below
    env.render_mode = "both"
    both = env.render()
    assert (both[:512, :512] == frame).all(axis=-1).mean() > 0.9  # but for the subtitle
    assert (both[: 512 * 4 // 6, -512:] == above[: 512 * 4 // 6]).all()
    env.render_mode = "top_view"
    for _ in range(3):
        env.step(4)
    assert (env.render() != above).any()


def test_the_top_view_shows_the_map_where_it_is():
    env = XWorld3D(render_mode="top_view", map="....\n.#..\n....\n...^\n....\na...", legend={"a": "cat"}, tasks="nav")
    env.reset(seed=0)
    state = env.simulation.batch[0]
    state.block[:] = 2 * len(SCALES) + 3  # a cube of 0.3
    with_block = env.render()[:512]
    state.grid[1, 1] = FREE
    changed = (with_block != env.render()[:512]).any(axis=-1)
    rows, columns = np.nonzero(changed)
    pixels = 512 / 6.8  # six cells and the walls
    assert rows.mean() == pytest.approx(256 + (1 - 2.5) * pixels, abs=0.05 * pixels)
    assert columns.mean() == pytest.approx(with_block.shape[1] / 2 + (1 - 1.5) * pixels, abs=0.05 * pixels)
    assert np.ptp(rows) == pytest.approx(0.3 * pixels, abs=0.05 * pixels)
    red = np.abs(with_block.astype(int) - AGENT).sum(axis=-1) < 30
    rows, columns = np.nonzero(red)
    assert rows.mean() == pytest.approx(256 + (3 - 2.5) * pixels, abs=0.05 * pixels)
    assert columns.mean() == pytest.approx(with_block.shape[1] / 2 + (3 - 1.5) * pixels, abs=0.05 * pixels)
