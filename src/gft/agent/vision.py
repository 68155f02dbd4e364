"""How an agent sees: from pixels to features, a vector for each cell of a small grid.

Path of the data: observation → **features** → grounding. `Convolutions` runs over the whole picture (the paper's).
`Tiles` looks at each tile of the picture by itself, and at tiles that are the same only once: XWORLD2D is made of tiles, and
of the 25 that an agent sees most are floor, or stood there a step ago. A batch of pictures has about as many different
tiles as pictures.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from numba import njit
from numpy.typing import NDArray
from torch import Tensor, nn

Filters = Sequence[tuple[int, int, int]]  # (size, stride, number) of each layer
WORD = 8  # bytes that are read as one number


def low_precision(weight: Tensor) -> torch.dtype:
    """The type that products are computed in: that of autocast if it is on, else that of the weights."""
    kind = weight.device.type
    return torch.get_autocast_dtype(kind) if torch.is_autocast_enabled(kind) else weight.dtype


class Field(NamedTuple):
    """What a cell of the features sees of the picture, in pixels: cell (r, c) sees a square of side `width` around the point
    (first + step·r, first + step·c)."""

    first: float  # middle of the first cell's square, from the picture's upper left corner
    step: int  # from one cell to the next
    width: int


class Convolutions(nn.Sequential):
    """A CNN with a ReLU after every layer, from bytes: [B, H, W, 3] → [B, D, h, w]."""

    def __init__(self, image: tuple[int, int], filters: Filters):
        layers: list[nn.Module] = []
        depth, (height, width) = 3, image
        for size, stride, count in filters:
            layers += [nn.Conv2d(depth, count, size, stride), nn.ReLU()]
            depth, height, width = count, (height - size) // stride + 1, (width - size) // stride + 1
        super().__init__(*layers)
        self.channels, self.height, self.width = depth, height, width
        self.field = _field(filters)

    def forward(self, images: Tensor) -> Tensor:
        weight: Tensor = self[0].weight  # type: ignore[assignment]
        scaled = images.permute(0, 3, 1, 2).to(low_precision(weight), copy=True).div_(127.5).sub_(1)  # in [−1, 1]
        features: Tensor = super().forward(scaled)
        return features


def _field(filters: Filters) -> Field:
    """The receptive field of layers without padding."""
    step, width = 1, 1
    for size, stride, _ in filters:
        width += (size - 1) * step
        step *= stride
    return Field(width / 2, step, width)


class Tiles(nn.Module):
    """A CNN over each tile of a picture, which makes one vector of it: [B, H, W, 3] bytes → [B, D, h, w]."""

    def __init__(self, image: tuple[int, int], tile: int, filters: Filters):
        super().__init__()
        self.each = Convolutions((tile, tile), filters)
        if (self.each.height, self.each.width) != (1, 1) or image[0] % tile or image[1] % tile or 3 * tile % WORD:
            raise ValueError(f"filters {filters} do not make one vector of each {tile}×{tile} tile of a {image} picture.")
        self.tile, self.channels = tile, self.each.channels
        self.height, self.width = image[0] // tile, image[1] // tile
        self.field = Field(tile / 2, tile, tile)
        self.factors = 2 * np.random.default_rng(0).integers(2**62, size=(tile, 3 * tile // WORD)) + 1

    def forward(self, images: Tensor) -> Tensor:
        vectors, which = self.look(images)
        cells = vectors.index_select(0, which.flatten()).unflatten(0, which.shape)  # [B, N, D]
        return cells.transpose(1, 2).unflatten(2, (self.height, self.width))

    def look(self, images: Tensor) -> tuple[Tensor, Tensor]:
        """The vectors of the different tiles [P, D], and which of them stands in each cell [B, N]."""
        b, tile = len(images), self.tile
        # Two tiles with the same 64-bit sum of their numbers are taken for the same; that they differ all the same has a
        # chance of one in 10¹⁰ for ten thousand tiles.
        sums = torch.from_numpy(_weighted_sums(_words(images), self.factors)).to(images.device)
        values, which = torch.unique(sums, return_inverse=True)  # [P], [B, N]
        example = torch.empty_like(values).scatter_(0, which.flatten(), torch.arange(which.numel(), device=which.device))
        cells = images.view(b, self.height, tile, self.width, tile, 3).transpose(2, 3)  # [B, h, w, t, t, 3]
        n = self.height * self.width
        tiles = cells[example // n, example % n // self.width, example % self.width]  # [P, t, t, 3]
        vectors: Tensor = self.each(tiles)  # [P, D, 1, 1]
        return vectors.flatten(1), which


def _words(images: Tensor) -> NDArray[np.int64]:
    """Rows of pixels as numbers of eight bytes: [B, H, W, 3] → [B, H, 3W / 8]."""
    rows: NDArray[np.uint8] = images.cpu().contiguous().flatten(2).numpy()
    return rows.view(np.int64)


@njit(cache=True, nogil=True)
def _weighted_sums(rows: NDArray[np.int64], factors: NDArray[np.int64]) -> NDArray[np.int64]:
    """Of each tile the sum of its numbers, each times a large odd one of its own; [B, H, W'] → [B, N], modulo 2⁶⁴."""
    tall, wide = factors.shape
    down, across = rows.shape[1] // tall, rows.shape[2] // wide
    sums = np.empty((len(rows), down * across), np.int64)
    for b in range(len(rows)):
        for r in range(down):
            for c in range(across):
                total = np.int64(0)
                for y in range(tall):
                    for x in range(wide):
                        total += rows[b, r * tall + y, c * wide + x] * factors[y, x]
                sums[b, r * across + c] = total
    return sums
