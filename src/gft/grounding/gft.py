"""GFT: the sentence becomes a stack of matrices that transform the visual features (the paper's Eq. 1).

    C[j] = g(T_j [C[j−1]; 1ᵀ]),   1 ≤ j ≤ J,   C[0] = C ∈ R^{D×N},   T_j ∈ R^{D×(D+1)}

Each step is a 1×1 convolution whose weights the sentence chooses. The T_j come from a two-layer network that shares its
first layer between the steps. Of the paper's "limitations" two are options here: low-rank and recurrent T.
"""

from collections.abc import Iterable
from typing import cast

import torch
from torch import Tensor, nn

from gft.grounding.grounding import Grounding, check_sizes
from xworld import XWorldError

SMALL = 0.02  # size of the command-dependent part of T at an orthogonal start


class GFT(Grounding):
    """Guided feature transformation. The defaults are the paper's; J = 1 and 2 are its GFT-1 and GFT-2."""

    pointwise = True

    def __init__(
        self,
        *,
        channels: int = 64,  # D
        cells: int = 36,  # N
        sentence: int = 128,  # E
        steps: int = 2,  # J
        hidden: int = 128,  # first layer of the generator
        share_first: bool = True,  # one first layer for all T_j
        rank: int | None = None,  # T' = U Vᵀ with so many columns each
        recurrent: bool = False,  # one T applied J times
        residual: bool = False,  # with a rank: T = [I 0] + [U Vᵀ b]; a full T can start there by its bias alone
        activation: nn.Module | None = None,  # g; ReLU
    ):
        super().__init__()
        check_sizes(channels=channels, cells=cells, sentence=sentence, hidden=hidden)
        if steps < 1 or (rank is not None and not 1 <= rank <= channels):
            raise XWorldError(f"GFT needs steps ≥ 1 and a rank from 1 to {channels}; got steps={steps}, rank={rank}.")
        if residual and rank is None:
            raise XWorldError("GFT's residual goes with a rank: a full T can be [I 0] plus anything as it is.")
        self.channels, self.steps, self.rank, self.recurrent, self.residual = channels, steps, rank, recurrent, residual
        self.out_features = channels * cells
        generated = 1 if recurrent else steps
        outputs = channels * (channels + 1) if rank is None else 2 * channels * rank + channels
        self.first = nn.ModuleList(nn.Linear(sentence, hidden) for _ in range(1 if share_first else generated))
        self.second = nn.ModuleList(nn.Linear(hidden, outputs) for _ in range(generated))
        self.activation = activation if activation is not None else nn.ReLU()

    def condition(self, sentence: Tensor) -> Tensor:
        """The matrices T_j: [B, E] → [B, J, D, D+1]; a recurrent module has J = 1 of them."""
        hidden = [torch.relu(layer(sentence)) for layer in self.first]  # each [B, 128]
        if len(hidden) < len(self.second):
            hidden = hidden * len(self.second)
        matrices = [self._matrix(layer(h)) for layer, h in zip(self.second, hidden)]
        return torch.stack(matrices, dim=1)

    def transform(self, cells: Tensor, condition: Tensor) -> Tensor:
        matrices = condition.unbind(1)  # each [B, D, D+1]
        for matrix in matrices * self.steps if self.recurrent else matrices:
            weight, bias = matrix.split([self.channels, 1], dim=2)  # [B, D, D], [B, D, 1]
            cells = self.activation(torch.baddbmm(bias, weight, cells))
        return cells  # [B, D, N]

    def matrices(self, sentence: Tensor) -> Tensor:
        """The matrix of every step, for analysis: [B, E] → [B, J, D, D+1]."""
        matrices = self.condition(sentence)
        return matrices.expand(-1, self.steps, -1, -1) if self.recurrent else matrices

    def singular_values(self, sentence: Tensor) -> Tensor:
        """How strongly each step stretches the feature space: singular values of T' (without bias), [B, J, D]."""
        return torch.linalg.svdvals(self.matrices(sentence)[..., :-1])

    def generators(self) -> Iterable[nn.Module]:
        return self.second

    def start_orthogonal(self) -> None:
        """As every module, and T = [I 0] plus entries of size SMALL that depend on the command.

        A low-rank T is a projection on its first `rank` dimensions instead, or with `residual` has a small U alone: were
        both factors small, neither would get a gradient.
        """
        super().start_orthogonal()
        d = self.channels
        for layer in cast("Iterable[nn.Linear]", self.second):
            spread = layer.in_features**-0.5
            nn.init.normal_(layer.weight, std=SMALL * spread)
            nn.init.zeros_(layer.bias)
            with torch.no_grad():
                if self.rank is None:
                    layer.bias.copy_(torch.eye(d, d + 1).flatten())
                elif self.residual:
                    nn.init.normal_(layer.weight[d * self.rank : 2 * d * self.rank], std=spread)
                else:
                    layer.bias[: 2 * d * self.rank] = torch.eye(d, self.rank).flatten().repeat(2)

    def _matrix(self, outputs: Tensor) -> Tensor:
        """One T from the generator's output [B, …]."""
        d = self.channels
        if self.rank is None:
            matrix = outputs.unflatten(1, (d, d + 1))
        else:
            left, right, bias = outputs.split([d * self.rank, d * self.rank, d], dim=1)
            product = left.unflatten(1, (d, self.rank)) @ right.unflatten(1, (d, self.rank)).transpose(1, 2)
            matrix = torch.cat([product, bias.unsqueeze(2)], dim=2)
        return matrix + torch.eye(d, d + 1, device=matrix.device, dtype=matrix.dtype) if self.residual else matrix
