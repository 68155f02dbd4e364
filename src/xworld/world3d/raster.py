"""Drawing triangles: perspective, depth buffer, back-face culling, flat shading by one light and ambient."""

import math

import numpy as np
from numpy.typing import NDArray

from xworld.kernels import kernel
from xworld.world3d.mesh import Mesh

AMBIENT = 0.45
LIGHT = np.array([-0.45, -0.65, 0.62]) / np.linalg.norm([-0.45, -0.65, 0.62])  # towards the light, in world axes
NEAR = 0.05
SAMPLES = 3  # per pixel and axis, in pictures for people


@kernel
def fill(
    corners: NDArray[np.float32],
    colours: NDArray[np.uint8],
    shades: NDArray[np.float32],
    focal: float,
    image: NDArray[np.uint8],
    depth: NDArray[np.float32],
) -> None:
    """Draw triangles given in the camera's axes (x right, y down, z ahead): corners [F, 3, 3], shades [F] in 0…1.

    `depth` keeps 1/z of the nearest surface so far, 0 for none. Triangles that reach behind the camera are left out.
    """
    height, width = depth.shape
    half_width, half_height = width / 2.0, height / 2.0
    for f in range(len(corners)):
        a, b, c = corners[f, 0], corners[f, 1], corners[f, 2]
        if a[2] < NEAR or b[2] < NEAR or c[2] < NEAR:
            continue
        ax, ay, az = focal * a[0] / a[2] + half_width, focal * a[1] / a[2] + half_height, 1.0 / a[2]
        bx, by, bz = focal * b[0] / b[2] + half_width, focal * b[1] / b[2] + half_height, 1.0 / b[2]
        cx, cy, cz = focal * c[0] / c[2] + half_width, focal * c[1] / c[2] + half_height, 1.0 / c[2]
        area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        if area >= 0.0:  # y points down: what faces us turns the other way
            continue
        left, right = max(0, int(min(ax, bx, cx))), min(width - 1, int(max(ax, bx, cx)))
        top, bottom = max(0, int(min(ay, by, cy))), min(height - 1, int(max(ay, by, cy)))
        shade = shades[f]
        for y in range(top, bottom + 1):
            for x in range(left, right + 1):
                px, py = x + 0.5, y + 0.5
                u = ((bx - px) * (cy - py) - (by - py) * (cx - px)) / area
                v = ((cx - px) * (ay - py) - (cy - py) * (ax - px)) / area
                w = 1.0 - u - v
                if u < 0.0 or v < 0.0 or w < 0.0:
                    continue
                near = u * az + v * bz + w * cz
                if near > depth[y, x]:
                    depth[y, x] = near
                    for channel in range(3):
                        image[y, x, channel] = int(colours[f, channel] * shade + 0.5)


def shades(mesh: Mesh) -> NDArray[np.float32]:
    """How bright each triangle is under the light: [F] in AMBIENT…1."""
    corners = mesh.corners.astype(np.float64)
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    return (AMBIENT + (1 - AMBIENT) * np.clip(normals @ LIGHT, 0, 1)).astype(np.float32)


def portrait(mesh: Mesh, pixels: int = 160, yaw: float = 30.0, pitch: float = 22.0) -> NDArray[np.uint8]:
    """A picture of one model on white, seen from the front, turned by `yaw`, from above by `pitch` degrees."""
    turned = mesh.turned(yaw)
    side = pixels * SAMPLES
    image = np.full((side, side, 3), 255, np.uint8)
    depth = np.zeros((side, side), np.float32)
    low, high = turned.bounds
    points = turned.corners - (low + high) / 2
    tilt, distance = math.radians(pitch), 3.2
    x, away, up = points[..., 0], points[..., 1], points[..., 2]
    ahead = away * math.cos(tilt) - up * math.sin(tilt) + distance
    down = -(up * math.cos(tilt) + away * math.sin(tilt))
    radius = float(np.linalg.norm(points, axis=-1).max())
    focal = 0.5 * side * math.sqrt(distance**2 - radius**2) / radius * 0.98
    corners = np.stack([x, down, ahead], axis=-1).astype(np.float32)
    fill(corners, mesh.colours, shades(turned), focal, image, depth)
    return image.reshape(pixels, SAMPLES, pixels, SAMPLES, 3).mean(axis=(1, 3)).round().astype(np.uint8)
