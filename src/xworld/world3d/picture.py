"""XWORLD3D for people: what the agent sees, large and smooth; the map from above; a portrait of one model.

Path of the data: beside it. Nothing here is needed to train.
"""

import math

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from xworld.caption import PAPER, Caption, caption_strip, lines
from xworld.kernels import kernel
from xworld.maps.grid import STEP_COLUMN, STEP_ROW
from xworld.objects.mesh import Mesh
from xworld.state import Env
from xworld.world3d.camera import Camera, look_from
from xworld.world3d.canvas import Canvas
from xworld.world3d.dynamics import LENGTH, RADIUS
from xworld.world3d.scene import draw_model, draw_scene
from xworld.world3d.scenery import Scenery, model_scenery
from xworld.world3d.solids import WALL_HEIGHT, Solids
from xworld.world3d.view import develop

Bytes = NDArray[np.uint8]
SIDE = 512  # pixels of a picture
SAMPLES = 3  # per pixel and axis
MARGIN = 0.4  # cells: from above, the border's walls take so much on the longer side of the map
SHADE = 0.62  # brightness of what lies outside the field of view
AGENT = (214, 40, 57)
PITCH = 22.0  # degrees that a portrait is looked down at
GAP, LETTERS = 8, 26  # pixels: between two views, and of the command below them


@kernel
def photograph(env: Env, camera: Camera, scenery: Scenery, solids: Solids, focal: float, corners: int, image: Bytes) -> None:
    """What a camera sees of a session, in bytes [H, W, 3]."""
    height, width = image.shape[0], image.shape[1]
    nothing = np.empty((0, 0), np.int32)
    canvas = Canvas(np.empty((height, width), np.uint32), np.empty((height, width), np.float32), nothing, focal)
    draw_scene(canvas, camera, scenery, solids, env, np.empty((corners, 3)))
    develop(canvas.colour, image)


def first_person(env: Env, scenery: Scenery, solids: Solids, corners: int, caption: Caption | None = None) -> Bytes:
    """Through the agent's eyes [512, 512, 3], the command as a subtitle."""
    return _subtitled(through_eyes(env, scenery, solids, corners, SIDE, SAMPLES), caption)


def through_eyes(env: Env, scenery: Scenery, solids: Solids, corners: int, side: int, samples: int) -> Bytes:
    """What the agent sees [side, side, 3], so many samples a pixel and axis."""
    camera = np.empty((4, 3))
    look_from(env.position[0], env.position[1], int(env.agent[2]), camera)
    large = np.empty((side * samples, side * samples, 3), np.uint8)
    photograph(env, camera, scenery, solids, side * samples / 2.0, corners, large)
    return _smooth(large, samples)


def top_view(env: Env, scenery: Scenery, solids: Solids, corners: int, caption: Caption | None = None) -> Bytes:
    """The map from above, north up, the agent's field of view bright, the command below."""
    rows, columns = int(env.rows), int(env.columns)
    pixels = max(8.0, SIDE / (max(rows, columns) + 2 * MARGIN))  # of a cell of the floor
    altitude = WALL_HEIGHT * (1 + max(rows, columns) / 2 / MARGIN)
    grown = altitude / (altitude - WALL_HEIGHT)  # the tops of the walls are the picture's border
    width, height = round(columns * grown * pixels), round(rows * grown * pixels)
    axes = [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]]
    camera = np.array([[(columns - 1) / 2, -(rows - 1) / 2, altitude], *axes])
    large = np.empty((height * SAMPLES, width * SAMPLES, 3), np.uint8)
    photograph(env, camera, scenery, solids, pixels * SAMPLES * altitude, corners, large)
    picture = _with_agent(_smooth(large), env, pixels)
    return picture if caption is None else np.concatenate([picture, caption_strip(caption, width, max(11, width // 26))])


def both_views(env: Env, scenery: Scenery, solids: Solids, corners: int, caption: Caption) -> Bytes:
    """Through the agent's eyes and from above, side by side, the command below."""
    views = [first_person(env, scenery, solids, corners), top_view(env, scenery, solids, corners)]
    height, width = max(len(view) for view in views), sum(view.shape[1] for view in views) + GAP
    picture = np.full((height, width, 3), PAPER, np.uint8)
    for view, left in zip(views, (0, width - views[1].shape[1])):
        picture[: len(view), left : left + view.shape[1]] = view
    return np.concatenate([picture, caption_strip(caption, width, LETTERS)])


def portrait(mesh: Mesh, pixels: int, yaw: float) -> Bytes:
    """A picture of one model on white, seen from the front, turned by `yaw` degrees, somewhat from above."""
    return _smooth(_portrayed(mesh, pixels, yaw)[0])


def cut_out(mesh: Mesh, pixels: int, yaw: float) -> Bytes:
    """The same with nothing behind it: red, green, blue and opacity, [pixels, pixels, 4]."""
    colours, covered = _portrayed(mesh, pixels, yaw)
    share = covered.reshape(pixels, SAMPLES, pixels, SAMPLES).mean(axis=(1, 3))  # of each pixel
    light = np.where(covered[..., None], colours, 0).reshape(pixels, SAMPLES, pixels, SAMPLES, 3).mean(axis=(1, 3))
    own = light / np.maximum(share, 1e-9)[..., None]  # the model's own colour, without what is behind it
    return np.concatenate([own, 255 * share[..., None]], axis=2).round().clip(0, 255).astype(np.uint8)


def _portrayed(mesh: Mesh, pixels: int, yaw: float) -> tuple[Bytes, NDArray[np.bool_]]:
    """A portrait in SAMPLES × SAMPLES samples a pixel, and where the model is in it."""
    turned = mesh.turned(yaw)
    low, high = turned.bounds
    tilt, distance, middle = math.radians(PITCH), 3.2, (low + high).astype(np.float64) / 2
    radius = float(np.linalg.norm(turned.vertices - middle, axis=1).max())
    ahead, down = [0.0, math.cos(tilt), -math.sin(tilt)], [0.0, -math.sin(tilt), -math.cos(tilt)]
    camera = np.array([middle - distance * np.array(ahead), [1.0, 0.0, 0.0], down, ahead])
    large = np.empty((pixels * SAMPLES, pixels * SAMPLES, 3), np.uint8)
    focal = 0.5 * len(large) * math.sqrt(distance**2 - radius**2) / radius * 0.98
    near = np.zeros(large.shape[:2], np.float32)
    _portray(camera, model_scenery([turned]), focal, large, near)
    return large, near > 0


@kernel
def _portray(camera: Camera, scenery: Scenery, focal: float, image: Bytes, near: NDArray[np.float32]) -> None:
    """The first model of a scenery, on white; `near` says where it is."""
    side = len(image)
    colour = np.full((side, side), 0xFFFFFF, np.uint32)
    canvas = Canvas(colour, near, np.empty((0, 0), np.int32), focal)
    draw_model(canvas, camera, scenery, 0, 0, 0.0, 0.0, 0, np.empty((scenery.first_corner[1], 3)))
    develop(colour, image)


def _smooth(large: Bytes, samples: int = SAMPLES) -> Bytes:
    """The mean of samples × samples samples for every pixel."""
    if samples == 1:
        return large
    height, width = large.shape[0] // samples, large.shape[1] // samples
    return large.reshape(height, samples, width, samples, 3).mean(axis=(1, 3)).round().astype(np.uint8)


def _with_agent(picture: Bytes, env: Env, pixels: float) -> Bytes:
    """Darken what lies outside the agent's 90° of view, and draw the agent as an arrow in its disc."""
    size = (picture.shape[1], picture.shape[0])
    heading = int(env.agent[2])
    x = size[0] / 2 + (float(env.position[1]) - (int(env.columns) - 1) / 2) * pixels
    y = size[1] / 2 + (float(env.position[0]) - (int(env.rows) - 1) / 2) * pixels
    right, down = float(STEP_COLUMN[heading] * LENGTH[heading]), float(STEP_ROW[heading] * LENGTH[heading])
    far = 3.0 * sum(size)
    fine = tuple(2 * side for side in size)
    mask = Image.new("L", fine, round(255 * SHADE))
    corners = [(x, y), *((x + far * (right + s * down), y + far * (down - s * right)) for s in (1, -1))]
    ImageDraw.Draw(mask).polygon([(2 * a, 2 * b) for a, b in corners], fill=255)
    light = np.asarray(mask.resize(size, Image.Resampling.BOX), np.float32)[..., None] / 255
    large = Image.fromarray((picture * light).round().astype(np.uint8)).resize(fine, Image.Resampling.NEAREST)
    draw = ImageDraw.Draw(large)
    r = RADIUS * pixels
    draw.ellipse(
        [2 * (x - r), 2 * (y - r), 2 * (x + r), 2 * (y + r)], fill=AGENT, outline="white", width=max(2, round(pixels / 16))
    )
    arrow = [(0.75, 0.0), (-0.45, 0.5), (-0.2, 0.0), (-0.45, -0.5)]
    draw.polygon(
        [(2 * (x + r * (a * right - b * down)), 2 * (y + r * (a * down + b * right))) for a, b in arrow], fill="white"
    )
    return np.asarray(large.resize(size, Image.Resampling.BOX))


def _subtitled(picture: Bytes, caption: Caption | None) -> Bytes:
    """The command in light letters on a dark band at the foot of the picture, the teacher's last word under it."""
    if caption is None:
        return picture
    font = ImageFont.load_default(19)
    text = [*lines(caption.text, font, picture.shape[1]), *([caption.feedback] if caption.feedback else [])]
    height = 25 * len(text) + 10
    band = picture.copy()
    band[-height:] = (band[-height:] * 0.35).astype(np.uint8)
    image = Image.fromarray(band)
    draw = ImageDraw.Draw(image)
    for n, line in enumerate(text):
        colour = PAPER if line is not caption.feedback else tuple(min(255, 110 + channel) for channel in caption.colour)
        left, top = (picture.shape[1] - font.getlength(line)) / 2, picture.shape[0] - height + 4 + 25 * n
        draw.text((left, top), line, fill=colour, font=font)
    return np.asarray(image)
