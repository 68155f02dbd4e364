"""The precision of products: bf16 where the hardware has it, float32 elsewhere.

Path of the data: around acting and learning. Weights, optimiser, memory, logits and values stay float32.
"""

from contextlib import AbstractContextManager

import torch

from gft.agent.agent import Agent

# PyTorch's word on what the processor has; these names are its own and may go, then `auto` means float32.
PROCESSOR = ("_is_avx512_bf16_supported", "_is_amx_tile_supported")


def has_bf16(device: torch.device) -> bool:
    """Whether products of bf16 are faster than those of float32 there."""
    if device.type == "cuda":
        return bool(torch.cuda.is_bf16_supported(including_emulation=False))
    return any(bool(getattr(torch.cpu, name, bool)()) for name in PROCESSOR)


def resolved(precision: str, device: torch.device) -> str:
    """bf16 or float32 for `auto`."""
    if precision != "auto":
        return precision
    return "bf16" if has_bf16(device) else "float32"


def computing_in(precision: str, agent: Agent) -> AbstractContextManager[None]:
    """Within: the agent's products in this precision. Weights are converted once for the whole block."""
    kind = agent.action_embedding.weight.device.type
    return torch.autocast(kind, torch.bfloat16, enabled=precision == "bf16")
