"""The agent: sizes by hand, acting and learning agree, sessions do not leak into each other."""

import pytest
import torch

from gft.agent import FIRST, SIZES, Agent, Memory, cost
from gft.agent.encoders import BagOfWords, GRUEncoder
from gft.agent.precision import computing_in
from gft.grounding import METHODS, Grounding

SMALL = {
    "vocabulary": 20,
    "image": (20, 20),
    "filters": ((4, 2, 6), (3, 2, 8)),
    "word": 12,
    "action_size": 5,
    "memory": 16,
    "hidden": 14,
}
T, B, L = 7, 4, 6
IDENTITY = ("adaln", "attention")  # at an orthogonal start, by a layer that is 0; the others learn from the second update on
TILED = {"image": (32, 32), "tile": 16, "filters": ((8, 4, 6), (3, 1, 8))}


def small(method="gft-2", **more):
    torch.manual_seed(0)
    return Agent(method=method, **(SMALL | more))


def play(seed=0, tiled=False):
    """A rollout in which sessions end at different times: commands change there, and the previous action is FIRST. Pictures
    are noise, or made of few different tiles."""
    random = torch.Generator().manual_seed(seed)
    images = torch.randint(0, 256, (T, B, 20, 20, 3), dtype=torch.uint8, generator=random)
    if tiled:
        tiles = torch.randint(0, 256, (5, 16, 16, 3), dtype=torch.uint8, generator=random)
        images = tiles[torch.randint(0, 5, (T, B, 2, 2), generator=random)].transpose(3, 4).flatten(2, 3).flatten(3, 4)
    starts = torch.rand(T, B, generator=random) < 0.3
    starts[0] = torch.tensor([True, False, True, False])
    previous = torch.randint(0, 6, (T, B), generator=random).masked_fill(starts, FIRST)
    tokens = torch.zeros(T, B, L, dtype=torch.long)
    commands = torch.randint(1, 20, (T, B, L - 1), generator=random)
    for t in range(T):
        for b in range(B):
            tokens[t, b, :-1] = commands[t, b] if t == 0 or starts[t, b] else tokens[t - 1, b, :-1]
    memory = Memory(*(torch.randn(B, size, generator=random) for size in (5, 16, 16)))
    return images, tokens, previous, memory


def gru(inputs: int, units: int) -> int:
    return 3 * (inputs * units + units * units + 2 * units)


def linear(inputs: int, outputs: int) -> int:
    return inputs * outputs + outputs


CNN = (3 * 64 * 32 + 32) + (32 * 16 * 64 + 64) + (64 * 9 * 64 + 64)
HEADS = linear(512, 512) + linear(512, 6) + linear(512, 512) + linear(512, 1)
OUT = {
    "concat": 1024,
    "gated": 64 * 36,
    "cgated": 512,
    "film": 64 * 36,
    "concept": 72,
    "gft-1": 64 * 36,
    "gft-2": 64 * 36,
    "gft": 64 * 36,
    "adaln": 64 * 36,
    "attention": 64 * 36,
}


@pytest.mark.parametrize("method", METHODS)
def test_the_papers_agent_has_the_size_worked_out_by_hand(method):
    agent = Agent(vocabulary=164, method=method)
    words = 164 * (64 if method == "concept" else 128)
    grounding = sum(parameter.numel() for parameter in agent.grounding.parameters())  # tested on its own
    if method == "encdec":
        memory = linear(512 + 128, 512) + gru(512, 512) + linear(512 + 512, 512) + gru(512, 512)
    else:
        memory = gru(128, 128) + linear(OUT[method], 512) + gru(512, 512) + linear(512 + 128, 512) + gru(512, 512)
    expected = CNN + words + grounding + 6 * 128 + memory + HEADS
    assert sum(parameter.numel() for parameter in agent.parameters()) == expected


@pytest.mark.parametrize("size", [80, 84])
def test_the_same_code_serves_both_worlds(size):
    agent = Agent(vocabulary=164, image=(size, size))
    image = torch.zeros(2, size, size, 3, dtype=torch.uint8)
    condition = agent.condition(torch.ones(2, 16, dtype=torch.long))
    logits, value, memory = agent.step(image, condition, torch.tensor([FIRST, FIRST]), agent.start(2))
    assert logits.shape == (2, 6)
    assert value.shape == (2,)
    assert [part.shape[1] for part in memory] == [128, 512, 512]


@pytest.mark.parametrize(("encoder", "eye"), [("bow", {}), ("gru", {}), ("bow", TILED)])
@pytest.mark.parametrize("method", METHODS)
def test_a_rollout_is_its_steps(method, encoder, eye):
    agent = small(method, encoder=encoder, **eye)
    images, tokens, previous, memory = play(tiled=bool(eye))
    logits, values, end = agent.rollout(images, tokens, previous, memory)
    for t in range(T):
        got, value, memory = agent.step(images[t], agent.condition(tokens[t]), previous[t], memory)
        assert torch.allclose(got, logits[t], atol=1e-5)
        assert torch.allclose(value, values[t], atol=1e-5)
    assert all(torch.allclose(a, b, atol=1e-5) for a, b in zip(memory, end))


@pytest.mark.parametrize("method", METHODS)
def test_nothing_leaks_across_the_beginning_of_a_session(method):
    agent = small(method)
    images, tokens, previous, memory = play()
    previous[3, 1] = FIRST
    before, _, _ = agent.rollout(images, tokens, previous, memory)
    images, tokens, previous = images.clone(), tokens.clone(), previous.clone()
    images[:3, 1], tokens[:3, 1], previous[:3, 1] = 255 - images[:3, 1], 3, 5  # another past
    memory = Memory(*(part + 1 for part in memory))
    after, _, _ = agent.rollout(images, tokens, previous, memory)
    assert torch.allclose(before[3:, 1], after[3:, 1], atol=1e-6)
    assert not torch.allclose(before[:3, 1], after[:3, 1], atol=1e-4)


def test_agents_do_not_see_each_other():
    agent = small()
    images, tokens, previous, memory = play()
    logits, _, _ = agent.rollout(images, tokens, previous, memory)
    images[:, 0] = 0
    tokens[:, 0] = 7
    again, _, _ = agent.rollout(images, tokens, previous, memory)
    assert torch.allclose(logits[:, 1:], again[:, 1:], atol=1e-6)
    assert not torch.allclose(logits[:, 0], again[:, 0], atol=1e-4)


@pytest.mark.parametrize("initialisation", ["paper", "orthogonal"])
@pytest.mark.parametrize("method", METHODS)
def test_gradients_reach_every_parameter(method, initialisation):
    agent = small(method, initialisation=initialisation)
    images, tokens, previous, memory = play()
    optimiser = torch.optim.SGD(agent.parameters(), lr=0.1)
    for _ in range(2 if method in IDENTITY and initialisation == "orthogonal" else 1):
        optimiser.step()  # without gradients it does nothing
        optimiser.zero_grad()
        logits, values, _ = agent.rollout(images, tokens, previous, memory)
        (logits.square().mean() + values.square().mean()).backward()
    for name, parameter in agent.named_parameters():
        assert parameter.grad is not None, name
        assert parameter.grad.abs().sum() > 0, name


@pytest.mark.parametrize("side", [80, 84])
@pytest.mark.parametrize("method", METHODS)
def test_the_small_agent_does_the_same_work_for_a_quarter_of_the_arithmetic(method, side):
    paper, little = (
        Agent(vocabulary=164, method=method, image=(side, side), **SIZES[size]["2d"]) for size in ("paper", "small")
    )
    assert cost(little, (side, side)).step < cost(paper, (side, side)).step / 4
    image = torch.zeros(2, side, side, 3, dtype=torch.uint8)
    condition = little.condition(torch.ones(2, 16, dtype=torch.long))
    logits, value, _ = little.step(image, condition, torch.tensor([FIRST, 3]), little.start(2))
    assert (logits.shape, value.shape) == ((2, 6), (2,))


def gram(weight):
    """Products of the rows or of the columns, whichever are fewer."""
    matrix = weight.detach().flatten(1)
    return matrix @ matrix.T if len(matrix) <= matrix.shape[1] else matrix.T @ matrix


@pytest.mark.parametrize("encoder", ["bow", "gru"])
@pytest.mark.parametrize("method", METHODS)
def test_orthogonal_layers_keep_the_size_of_their_signals(method, encoder):
    agent = small(method, encoder=encoder, initialisation="orthogonal")
    gains = {"policy.2": 1e-4, "value.2": 1.0, "grounding.gate": 1.0}  # squares
    gains |= {f"cnn.{number}": 1.0 for number in range(len(agent.cnn))}
    if method in ("gated", "film"):
        gains["grounding.generator.2"] = 1.0
    elif method == "adaln":
        gains |= {"grounding.generator.2": 0.0, "grounding.block.2": 1.0}
    elif method == "attention":
        gains |= {"grounding.query": 4.0, "grounding.key": 4.0, "grounding.value": 1.0, "grounding.output": 0.0}
    for name, part in agent.named_modules():
        if isinstance(part, torch.nn.Linear | torch.nn.Conv2d) and not name.startswith("grounding.second"):
            product = gram(part.weight)
            assert torch.allclose(product, gains.get(name, 2.0) * torch.eye(len(product)), atol=1e-5), name
        elif isinstance(part, torch.nn.GRU | torch.nn.GRUCell):
            gates = [gate for weight in part.parameters() if weight.ndim == 2 for gate in weight.chunk(3)]
            assert all(torch.allclose(gram(gate), torch.eye(min(gate.shape)), atol=1e-5) for gate in gates), name
    for name, value in agent.named_parameters():
        if "bias" in name:
            expected = torch.eye(8, 9).flatten() if name.startswith("grounding.second") else torch.zeros_like(value)
            assert torch.equal(value, expected), name
    images, tokens, previous, memory = play()
    logits, _, _ = agent.rollout(images, tokens, previous, memory)
    assert logits.abs().max() < 0.1


def test_an_orthogonal_gft_starts_as_the_identity_and_an_orthogonal_bag_at_unit_size():
    agent = Agent(vocabulary=164, initialisation="orthogonal")
    sentence = agent.encoder(torch.randint(1, 164, (64, 8)))
    assert 0.8 < sentence.std() < 1.25
    assert torch.allclose(agent.grounding.matrices(sentence), torch.eye(64, 65), atol=0.2)
    assert (agent.encoder.embedding.weight[0] == 0).all()


def test_words_that_are_filters_themselves_start_small():
    tokens = torch.randint(1, 164, (64, 8))
    assert 0.08 < Agent(vocabulary=164, method="concept", initialisation="orthogonal").encoder(tokens).std() < 0.125
    assert Agent(vocabulary=164, method="concept").encoder(tokens).std() > 2  # the paper's start is PyTorch's


def test_a_bag_of_words_knows_no_order_and_padding_has_no_effect():
    torch.manual_seed(0)
    bag = BagOfWords(vocabulary=20, size=8)
    words = torch.tensor([[3, 9, 4, 0, 0]])
    assert torch.allclose(bag(words), bag(torch.tensor([[4, 3, 9, 0, 0]])), atol=1e-6)
    assert torch.allclose(bag(words), bag(torch.tensor([[3, 9, 4]])), atol=1e-6)
    assert not torch.allclose(bag(words), bag(torch.tensor([[3, 9, 5]])))
    gru = GRUEncoder(vocabulary=20, size=8)
    assert torch.allclose(gru(words), gru(torch.tensor([[3, 9, 4]])), atol=1e-6)
    assert not torch.allclose(gru(words), gru(torch.tensor([[4, 3, 9]])), atol=1e-3)


@pytest.mark.parametrize("encoder", ["bow", "gru"])
def test_attention_hears_the_order_of_words_through_its_encoder_alone(encoder):
    agent = small("attention", encoder=encoder)
    image, memory = torch.zeros(1, 20, 20, 3, dtype=torch.uint8), agent.start(1)
    logits = [
        agent.step(image, agent.condition(torch.tensor([tokens])), torch.tensor([FIRST]), memory)[0]
        for tokens in ([3, 9, 4, 0, 0], [3, 9, 4], [4, 3, 9, 0, 0])
    ]
    assert torch.allclose(logits[0], logits[1], atol=1e-6)  # padding has no effect
    assert torch.allclose(logits[0], logits[2], atol=1e-6) == (encoder == "bow")


@pytest.mark.parametrize("method", METHODS)
def test_the_command_matters(method):
    agent = small(method)
    images, tokens, previous, memory = play()
    logits, _, _ = agent.rollout(images, tokens, previous, memory)
    other, _, _ = agent.rollout(images, tokens.flip(1), previous, memory)
    assert not torch.allclose(logits, other, atol=1e-4)


def test_bad_options_are_refused_with_a_sentence():
    with pytest.raises(ValueError, match="encoder 'lstm' is unknown"):
        small(encoder="lstm")
    with pytest.raises(ValueError, match="initialisation 'zeros' is unknown; accepted: paper, orthogonal"):
        small(initialisation="zeros")
    with pytest.raises(ValueError, match="method 'flim' is unknown; did you mean 'film'"):
        small("flim")


def test_a_method_may_read_the_words_instead_of_the_sentence(monkeypatch):
    class Longest(Grounding):
        """Takes the number of words."""

        reads_words = True

        def __init__(self, *, channels, cells, sentence):
            super().__init__()
            self.out_features = 1

        def condition(self, sentence):
            return (sentence != 0).any(dim=2).sum(dim=1, keepdim=True).float()

        def forward(self, features, condition):
            return condition

    monkeypatch.setitem(METHODS, "longest", Longest)
    for encoder in ("bow", "gru"):
        agent = small("longest", encoder=encoder)
        assert agent.condition(torch.tensor([[3, 4, 0, 0], [5, 6, 7, 0]])).tolist() == [[2.0], [3.0]]


@pytest.mark.parametrize("initialisation", ["paper", "orthogonal"])
@pytest.mark.parametrize("method", METHODS)
def test_looking_at_each_tile_once_is_looking_at_all_of_them(method, initialisation):
    """Numbers and gradients are those of a CNN that is run on every tile of every picture."""
    agent = small(method, initialisation=initialisation, **TILED)
    images, tokens, previous, memory = play(tiled=True)
    vectors, which = agent.cnn.look(images.flatten(0, 1))
    assert (len(vectors), which.shape) == (5, (T * B, 4))
    cut = images.flatten(0, 1).view(T * B, 2, 16, 2, 16, 3).transpose(2, 3).flatten(0, 2)
    alone = agent.cnn.each(cut).view(T * B, 2, 2, 8).permute(0, 3, 1, 2)  # [T·B, D, 2, 2]
    assert torch.allclose(agent.cnn(images.flatten(0, 1)), alone, atol=1e-6)
    gradients = []
    for features in (None, alone):
        if features is not None:
            agent.cnn.forward = lambda images, features=features: features
            agent._ground = lambda images, condition, session: agent.grounding(agent.cnn(images), condition[session])
        logits, values, _ = agent.rollout(images, tokens, previous, memory)
        agent.zero_grad()
        (logits.square().mean() + values.square().mean()).backward()
        gradients.append({name: parameter.grad.clone() for name, parameter in agent.named_parameters()})
    assert gradients[0]["cnn.each.0.weight"].abs().max() > 0
    for name, gradient in gradients[0].items():
        assert torch.allclose(gradient, gradients[1][name], rtol=1e-3, atol=1e-6), name


def test_tiles_that_differ_by_one_bit_are_told_apart():
    agent = small(**TILED)
    image = torch.zeros(1, 32, 32, 3, dtype=torch.uint8)
    image[0, 3, 5, 1] = 1
    image[0, 20, 20, 2] = 1
    vectors, which = agent.cnn.look(image)
    assert len(vectors) == 3
    assert which[0, 1] == which[0, 2]
    with pytest.raises(ValueError, match="do not make one vector of each"):
        small(image=(32, 32), tile=16, filters=((8, 4, 6),))


@pytest.mark.parametrize("eye", [{}, TILED])
@pytest.mark.parametrize("method", METHODS)
def test_bf16_is_float32_but_for_rounding(method, eye):
    agent = small(method, initialisation="orthogonal", **eye)
    with torch.no_grad():
        agent.policy[-1].weight *= 100  # logits of a size that shows
    images, tokens, previous, memory = play(tiled=bool(eye))
    exact = agent.rollout(images, tokens, previous, memory)
    with computing_in("bf16", agent):
        rounded = agent.rollout(images, tokens, previous, memory)
        acting = agent.step(images[0], agent.condition(tokens[0]), previous[0], memory)
    for a, b, c in ((exact[0], rounded[0], acting[0]), (exact[1], rounded[1], acting[1])):
        assert b.dtype == c.dtype == torch.float32
        assert not torch.equal(a, b)
        assert torch.allclose(a, b, atol=0.05 * float(a.detach().abs().max()))
        assert torch.allclose(b[0], c, atol=0.05 * float(a.detach().abs().max()))
    assert all(part.dtype == torch.float32 for part in rounded[2])
    rounded[0].square().mean().backward()
    assert all(p.grad is None or p.grad.dtype == torch.float32 for p in agent.parameters())


@pytest.mark.parametrize(("size", "world"), [(size, world) for size in SIZES for world in ("2d", "3d")])
def test_a_cell_sees_its_receptive_field_and_nothing_else(size, world):
    side = {"2d": 80, "3d": 84}[world]
    agent = Agent(vocabulary=20, image=(side, side), initialisation="orthogonal", **SIZES[size][world])
    random = torch.Generator().manual_seed(0)
    image = torch.randint(0, 256, (1, side, side, 3), dtype=torch.uint8, generator=random)
    first, step, width = agent.cnn.field
    with torch.no_grad():
        before = agent.cnn(image)
        for row, column in ((0, 0), (agent.cnn.height - 1, 1)):
            top, left = (int(first + step * place - width / 2) for place in (row, column))
            inside, outside = image.clone(), (255 - image)
            inside[:, top : top + width, left : left + width] = 255 - inside[:, top : top + width, left : left + width]
            outside[:, top : top + width, left : left + width] = image[:, top : top + width, left : left + width]
            assert not torch.equal(agent.cnn(inside)[..., row, column], before[..., row, column])
            assert torch.allclose(agent.cnn(outside)[..., row, column], before[..., row, column], atol=1e-4)
