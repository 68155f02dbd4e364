"""What every grounding module is: features and a sentence in, one vector out.

Path of the data: tokens → **grounding** → agent. To make a new one, subclass `Grounding`, set `out_features`, and
write `condition`, and `transform` or `forward`; then add a line to the registry in `methods.py`. Options that cannot be
raise XWorldError; whatever else a module raises is a mistake in it.
"""

from collections.abc import Iterable
from typing import ClassVar

from torch import Tensor, nn

from gft.grounding.initialisation import orthogonal
from xworld import whole


def check_sizes(**sizes: int) -> None:
    """Refuse, by name and in a sentence, a size that is no whole number from 1."""
    for name, size in sizes.items():
        whole(name, size, 1)


class Grounding(nn.Module):
    """A module that grounds a sentence in visual features.

    The work is split in two, because a command stays the same for a whole session: `condition` does what depends on
    the sentence alone, `forward` the rest. Outside an agent: `module(features, module.condition(sentence))`.
    """

    out_features: int  # length of the output vector
    # Where not 0: the condition, so long, joins the agent's memory in place of the history of actions, which goes in with
    # the output instead.
    late_features: int = 0
    # What `condition` is given: the sentence as one vector [B, E], or the vectors of its words [B, L, E], 0 where there is
    # none.
    reads_words: ClassVar[bool] = False
    # Size of the entries of the sentence's vector in the agent's orthogonal initialisation.
    sentence_scale: ClassVar[float] = 1.0
    # Whether each cell of the features is grounded by itself; then `transform` does it.
    pointwise: ClassVar[bool] = False

    @classmethod
    def sentence_size(cls, channels: int, word: int) -> int:
        """E for features of so many channels; `word` is what the agent would take."""
        return word

    def condition(self, sentence: Tensor) -> Tensor:
        """What depends on the sentence alone; its first axis is the batch."""
        raise NotImplementedError

    def forward(self, features: Tensor, condition: Tensor) -> Tensor:
        """Ground a condition in features [B, D, H, W] → [B, out_features]."""
        return self.transform(features.flatten(2), condition).flatten(1)

    def transform(self, cells: Tensor, condition: Tensor) -> Tensor:
        """Of a pointwise module: ground a condition in any number of cells, [B, D, N] → [B, D', N]."""
        raise NotImplementedError

    def response(self, features: Tensor, condition: Tensor) -> Tensor | None:
        """How strongly each cell of features [B, D, H, W] answers to the sentence, [B, H, W]; None if the module mixes cells
        before the sentence meets them. Of a pointwise module: the length of the cell's grounded vector."""
        if not self.pointwise:
            return None
        return self.transform(features.flatten(2), condition).norm(dim=1).unflatten(1, features.shape[2:])

    def generators(self) -> Iterable[nn.Module]:
        """The layers whose outputs are weights for the features, if there are any."""
        return ()

    def start_orthogonal(self) -> None:
        """The agent's orthogonal initialisation; a module overrides it for layers that no ReLU follows."""
        orthogonal(self)

    def __call__(self, features: Tensor, condition: Tensor) -> Tensor:
        output: Tensor = super().__call__(features, condition)
        return output
