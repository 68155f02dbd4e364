"""GFT's matrices of a command, for pages: as in the paper's appendix, and what another word changes.

Path of the data: command → T_1 … T_J → **bytes** → page.
"""

from base64 import b64encode
from functools import lru_cache
from typing import Any

import torch
from torch import Tensor

from gft.evaluation.matrices import Matrices, matrices_of, mean_matrices
from gft.studio.cast import Role
from xworld import XWorldError, grammar

LARGEST = 127


@lru_cache(maxsize=16)
def _mean(role: Role) -> Tensor:
    assert role.agent is not None
    return mean_matrices(role.agent, grammar(str(role.world)))


def matrices_for(role: Role, command: str, other: str | None) -> dict[str, Any]:
    """The matrices of one or two commands, centred and smoothed, each entry a byte (0 is 128), and how alike they are."""
    if role.agent is None:
        raise XWorldError(f"{role.name} has no matrices; only GFT agents make some of a command.")
    commands = [command, *([other] if other else [])]
    made = matrices_of(role.agent, str(role.world), commands, mean=_mean(role))
    smooth = made.smoothed()
    largest = float(smooth.abs().max()) or 1.0
    shown = (smooth * (LARGEST / largest)).round().to(torch.int16).add(128).to(torch.uint8)  # [S, J, D, D+1]
    rows, columns = shown.shape[2:]
    return {
        "commands": commands,
        "rows": rows,
        "columns": columns,
        "largest": round(largest, 4),
        "steps": [[b64encode(matrix.numpy().tobytes()).decode() for matrix in each] for each in shown],
        "alike": _alike(made),
    }


def _alike(made: Matrices) -> float | None:
    return round(float(made.likeness()[0, 1]), 3) if len(made.commands) > 1 else None
