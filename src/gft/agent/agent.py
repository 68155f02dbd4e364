"""The recurrent agent of the paper (appendices A and B) around any grounding module.

Path of the data: grounding → **agent** → action. One step (`step`, for acting) and a whole rollout (`rollout`, for
learning) give the same numbers: a rollout runs the CNN and the grounding for all its steps at once, each command is
understood once, and in the GRUs only what needs the step before waits for it. Under autocast products are computed in its
precision; memory, logits and values are in the weights'.

    h_m[t] = GRU(m(o[t], l), h_m[t−1])        h_a[t] = GRU(a[t], h_a[t−1])
    f[t]   = GRU(h_m[t], h_a[t−1], f[t−1])    π, v from f[t]
"""

from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from gft.agent.encoders import ENCODERS
from gft.agent.recurrent import over_time
from gft.agent.vision import Convolutions, Filters, Tiles
from gft.grounding import find_method
from gft.grounding.initialisation import orthogonal
from xworld import one_of

PAPER_FILTERS = ((8, 4, 32), (4, 2, 64), (3, 1, 64))  # (size, stride, filters) of each layer
SMALL = {"filters": ((8, 8, 32), (3, 1, 32), (3, 1, 32)), "action_size": 32, "memory": 128, "hidden": 128}
LAPTOP = {"action_size": 64, "memory": 256, "hidden": 256}  # with the paper's CNN, unless a world has tiles to look at
SIZES: dict[str, dict[str, dict[str, Any]]] = {  # keyword arguments of Agent by name and world
    "paper": {"2d": {}, "3d": {}},
    "small": {"2d": SMALL, "3d": SMALL},
    "laptop": {
        "2d": LAPTOP | {"tile": 16, "filters": ((4, 2, 32), (3, 2, 128), (3, 1, 128), (1, 1, 64))},
        "3d": LAPTOP,
    },
}
INITIALISATIONS = ("paper", "orthogonal")
FIRST = -1  # "previous action" of a session's first step


class Memory(NamedTuple):
    """What the agent remembers: history of actions, of what it saw, and its state."""

    action: Tensor  # [B, 128]
    visual: Tensor  # [B, 512]
    state: Tensor  # [B, 512]


class Agent(nn.Module):
    """Actor and critic with a shared, recurrent trunk. The defaults are the paper's, for 80×80 and 84×84 images alike."""

    def __init__(
        self,
        *,
        vocabulary: int,  # number of word ids, padding included
        method: str = "gft-2",
        encoder: str = "bow",
        image: tuple[int, int] = (80, 80),
        actions: int = 6,
        filters: Filters = PAPER_FILTERS,
        tile: int | None = None,  # pixels; the CNN looks at each tile by itself
        word: int = 128,  # length of a word's vector, unless the method wants another
        action_size: int = 128,
        memory: int = 512,
        hidden: int = 512,
        initialisation: str = "paper",  # PyTorch's defaults; or "orthogonal"
    ):
        super().__init__()
        if encoder not in ENCODERS:
            raise one_of("encoder", encoder, ENCODERS)
        if initialisation not in INITIALISATIONS:
            raise one_of("initialisation", initialisation, INITIALISATIONS)
        self.cnn = Convolutions(image, filters) if tile is None else Tiles(image, tile, filters)
        depth, cells = self.cnn.channels, self.cnn.height * self.cnn.width
        found = find_method(method)
        self.encoder = ENCODERS[encoder](vocabulary=vocabulary, size=found.kind.sentence_size(depth, word))
        self.grounding = found.build(depth, cells, word)

        # The sentence is grounded in what is seen, or joins the memory late: then what was done goes in with what is seen.
        late = self.grounding.late_features
        self.action_embedding = nn.Embedding(actions, action_size)
        seen = self.grounding.out_features + (action_size if late else 0)
        before = memory + (late or action_size)
        self.action_gru = None if late else nn.GRUCell(action_size, action_size)
        self.visual_hidden, self.visual_gru = nn.Linear(seen, hidden), nn.GRUCell(hidden, memory)
        self.state_hidden, self.state_gru = nn.Linear(before, hidden), nn.GRUCell(hidden, memory)
        self.policy = nn.Sequential(nn.Linear(memory, hidden), nn.ReLU(), nn.Linear(hidden, actions))
        self.value = nn.Sequential(nn.Linear(memory, hidden), nn.ReLU(), nn.Linear(hidden, 1))
        self.sizes = (action_size, memory, memory)
        if initialisation == "orthogonal":
            self._start_orthogonal()

    def start(self, n: int) -> Memory:
        """The memory of n agents that have seen nothing."""
        weight = self.action_embedding.weight
        return Memory(*(weight.new_zeros(n, size) for size in self.sizes))

    def condition(self, tokens: Tensor) -> Tensor:
        """What depends on the command alone: compute it once a session. [B, L] → [B, …]"""
        sentence = self.encoder.words(tokens) if self.grounding.reads_words else self.encoder(tokens)
        return self.grounding.condition(sentence)

    def response(self, image: Tensor, condition: Tensor) -> Tensor | None:
        """How strongly each cell of what is seen answers to the command: images [B, H, W, 3] bytes → [B, h, w], None if the
        method has no such thing. `agent.cnn.field` says where the cells lie in the picture."""
        return self.grounding.response(self.cnn(image), condition)

    def step(self, image: Tensor, condition: Tensor, previous: Tensor, memory: Memory) -> tuple[Tensor, Tensor, Memory]:
        """One step of B agents: images [B, H, W, 3] bytes, previous actions [B] (FIRST begins a session) →
        logits [B, A], values [B], memory."""
        return self.step_on(self.cnn(image), condition, previous, memory)

    def step_on(
        self, features: Tensor, condition: Tensor, previous: Tensor, memory: Memory
    ) -> tuple[Tensor, Tensor, Memory]:
        """The same from features [B, D, h, w], for who wants them for something else too."""
        seen = self.grounding(features, condition)
        states, memory = self._remember(seen.unsqueeze(0), condition.unsqueeze(0), previous.unsqueeze(0), memory)
        return (*self._decide(states[0]), memory)

    def rollout(self, images: Tensor, tokens: Tensor, previous: Tensor, memory: Memory) -> tuple[Tensor, Tensor, Memory]:
        """T steps of B agents: images [T, B, H, W, 3], tokens [T, B, L], previous actions [T, B] →
        logits [T, B, A], values [T, B], memory. A command changes only where a session begins."""
        begins = previous == FIRST
        begins[0] = True
        session = begins.t().flatten().cumsum(0).sub_(1).view(begins.t().shape).t()  # [T, B]: numbers from 0
        condition = self.condition(tokens.transpose(0, 1)[begins.t()])  # [S, …]
        seen = self._ground(images.flatten(0, 1), condition, session.flatten())  # [T·B, F]
        late = condition[session] if self.grounding.late_features else condition
        states, memory = self._remember(seen.unflatten(0, previous.shape), late, previous, memory)
        return (*self._decide(states), memory)

    def _ground(self, images: Tensor, condition: Tensor, session: Tensor) -> Tensor:
        """What is seen, grounded: images [M, H, W, 3], conditions [S, …], the session of each image [M] → [M, F]."""
        if not (isinstance(self.cnn, Tiles) and self.grounding.pointwise):
            return self.grounding(self.cnn(images), condition.index_select(0, session))
        vectors, which = self.cnn.look(images)  # [P, D], [M, N]
        # Each session grounds each of its tiles once: its condition is not copied for every step.
        pairs, place = torch.unique(session.unsqueeze(1) * len(vectors) + which, return_inverse=True)  # [Q], [M, N]
        owner = pairs // len(vectors)
        counts = torch.bincount(owner, minlength=len(condition))
        slot = torch.arange(len(pairs), device=pairs.device) - (counts.cumsum(0) - counts)[owner]  # within its session
        most = int(counts.max())
        tiles = torch.zeros(len(condition) * most, dtype=torch.long, device=pairs.device)  # [S·K], those without use are 0
        tiles[owner * most + slot] = pairs % len(vectors)
        # `index_select`, because the gradient of plain indexing is several times as slow.
        seen = vectors.index_select(0, tiles).unflatten(0, (len(condition), most)).transpose(1, 2)  # [S, D, K]
        grounded = self.grounding.transform(seen, condition).transpose(1, 2).flatten(0, 1)  # [S·K, D']
        cells = grounded.index_select(0, (owner * most + slot)[place].flatten()).unflatten(0, which.shape)  # [M, N, D']
        return cells.transpose(1, 2).flatten(1)

    def _start_orthogonal(self) -> None:
        """Orthogonal weights: a policy that begins near uniform, a value of unit size, a GFT that begins as the identity.

        The CNN has gain 1, because its pictures are mostly floor: larger features were grounded later, or not at all.
        """
        orthogonal(self)
        orthogonal(self.cnn, gain=1.0)
        orthogonal(self.policy[-1], gain=0.01)
        orthogonal(self.value[-1], gain=1.0)
        self.grounding.start_orthogonal()
        self.encoder.start_orthogonal(self.grounding.sentence_scale)

    def _remember(self, seen: Tensor, condition: Tensor, previous: Tensor, memory: Memory) -> tuple[Tensor, Memory]:
        """The three GRUs, each over all T steps: [T, B, …] → states [T, B, 512], memory. A first step forgets everything."""
        goes_on = (previous != FIRST).unsqueeze(2).to(memory.state.dtype)  # [T, B, 1]
        done = self.action_embedding(previous.clamp(min=0)) * goes_on  # [T, B, 128]
        if self.action_gru is None:
            action, inputs, beside = memory.action.unsqueeze(0), torch.cat([seen, done], dim=2), condition
        else:
            # No action leads to a first step, and none is remembered after it.
            since = torch.cat([torch.ones_like(goes_on[:1]), goes_on[:-1]])
            action = over_time(self.action_gru, done, memory.action, goes_on * since) * goes_on
            inputs, beside = seen, action
        visual = over_time(self.visual_gru, torch.relu(self.visual_hidden(inputs)), memory.visual, goes_on)
        both = torch.cat([visual, beside], dim=2)
        state = over_time(self.state_gru, torch.relu(self.state_hidden(both)), memory.state, goes_on)
        return state, Memory(action[-1], visual[-1], state[-1])

    def _decide(self, state: Tensor) -> tuple[Tensor, Tensor]:
        logits: Tensor = self.policy(state)
        value: Tensor = self.value(state)
        return logits.to(state.dtype), value.squeeze(-1).to(state.dtype)
