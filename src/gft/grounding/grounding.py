"""What every grounding module is: features and a sentence in, one vector out.

Path of the data: tokens → **grounding** → agent. To make a new one, subclass `Grounding`, set `out_features`, and
write two methods; then add a line to the registry in `__init__.py`.
"""

from torch import Tensor, nn

from gft.agent.initialisation import orthogonal


class Grounding(nn.Module):
    """A module that grounds a sentence in visual features.

    The work is split in two, because a command stays the same for a whole session: `condition` does what depends on
    the sentence alone, `forward` the rest. Outside an agent: `module(features, module.condition(sentence))`.
    """

    out_features: int  # length of the output vector

    def condition(self, sentence: Tensor) -> Tensor:
        """What depends on the sentence embedding [B, E] alone; its first axis is the batch."""
        raise NotImplementedError

    def forward(self, features: Tensor, condition: Tensor) -> Tensor:
        """Ground a condition in features [B, D, H, W] → [B, out_features]."""
        raise NotImplementedError

    def start_orthogonal(self) -> None:
        """The agent's orthogonal initialisation; a module overrides it for layers that no ReLU follows."""
        orthogonal(self)

    def __call__(self, features: Tensor, condition: Tensor) -> Tensor:
        output: Tensor = super().__call__(features, condition)
        return output
