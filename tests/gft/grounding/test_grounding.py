"""The modules against the paper's equations, against each other, and against sizes worked out by hand."""

import subprocess
import sys

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

from gft.grounding import (
    GFT,
    METHODS,
    AdaLN,
    Attention,
    CGated,
    Concat,
    Concept,
    FiLM,
    Gated,
    Grounding,
    canonical,
    find_method,
    method_options,
)
from xworld import XWorldError

B, D, H, W, E, L = 5, 8, 3, 4, 16, 6
N = H * W
IDENTITY = {"adaln": "generator.2.weight", "attention": "output.weight"}  # at an orthogonal start, because this is 0
POINTWISE = [name for name in METHODS if find_method(name).kind.pointwise]


@pytest.fixture(autouse=True)
def seed():
    torch.manual_seed(0)


def inputs(sentence: int = E):
    return torch.randn(B, D, H, W), torch.randn(B, sentence)


def words():
    """Sentences of two words or more, then padding: [B, L, E]"""
    return torch.randn(B, L, E) * (torch.arange(L) < torch.arange(2, 2 + B)[:, None])[:, :, None]


def inputs_of(name):
    """Features, and what a method takes of a sentence."""
    kind = find_method(name).kind
    features, sentence = inputs(kind.sentence_size(D, E))
    return features, words() if kind.reads_words else sentence


# The paper's sizes: D = 64, N = 36 (80×80 images), E = 128, hidden layers of 128 and 512.
BY_HAND = {
    "concat": (64 * 36 * 512 + 512) + (128 * 512 + 512),
    "gated": (128 * 128 + 128) + (128 * 64 + 64),
    "cgated": (64 * 36 * 512 + 512) + (128 * 512 + 512),
    "film": (128 * 128 + 128) + (128 * 128 + 128),
    "concept": 64 + 1,
    "encdec": (64 * 36 * 512 + 512) + (128 * 512 + 512),
    "gft-1": (128 * 128 + 128) + (128 * 4160 + 4160),
    "gft-2": (128 * 128 + 128) + 2 * (128 * 4160 + 4160),  # the first layer is shared
    "gft": (128 * 128 + 128) + 2 * (128 * 4160 + 4160),
    "adaln": (128 * 128 + 128) + (128 * 192 + 192) + (64 * 256 + 256) + (256 * 64 + 64),
    "attention": 2 * 64 * 64 + 2 * 128 * 64,
}


@pytest.mark.parametrize("name", METHODS)
def test_sizes_are_the_papers(name):
    module = find_method(name).build(64, 36, 128)
    assert sum(parameter.numel() for parameter in module.parameters()) == BY_HAND[name]


@pytest.mark.parametrize("name", METHODS)
def test_one_interface_and_gradients_everywhere(name):
    module = find_method(name).build(D, N, E)
    features, sentence = inputs_of(name)
    features.requires_grad_()
    sentence.requires_grad_()
    condition = module.condition(sentence)
    output = module(features, condition)
    assert condition.shape[0] == B
    assert output.shape == (B, module.out_features)
    loss = output.square().sum() + (condition.square().sum() if name == "encdec" else 0)  # its sentence joins later
    loss.backward()
    assert features.grad.abs().sum() > 0
    assert sentence.grad.abs().sum() > 0
    for part, parameter in module.named_parameters():
        assert parameter.grad is not None, part
        assert parameter.grad.abs().sum() > 0, part


@pytest.mark.parametrize("name", METHODS)
def test_samples_do_not_mix(name):
    module = find_method(name).build(D, N, E)
    features, sentence = inputs_of(name)
    together = module(features, module.condition(sentence))
    alone = torch.cat([module(features[b : b + 1], module.condition(sentence[b : b + 1])) for b in range(B)])
    assert torch.allclose(together, alone, atol=1e-6)


@pytest.mark.parametrize("name", POINTWISE)
def test_a_pointwise_module_grounds_each_cell_by_itself(name):
    module = find_method(name).build(D, N, E)
    features, sentence = inputs_of(name)
    condition = module.condition(sentence)
    alone = [module.transform(features.flatten(2)[:, :, n : n + 1], condition) for n in range(N)]
    assert torch.allclose(module(features, condition), torch.cat(alone, dim=2).flatten(1), atol=1e-6)


@pytest.mark.parametrize("name", ["film", "gft-1", "gft:steps=2,rank=3", "adaln"])
def test_all_weights_for_the_features_come_from_the_layers_that_are_named(name):
    module = find_method(name).build(D, N, E)
    assert module.condition(torch.randn(B, E)).abs().min() > 0
    with torch.no_grad():
        for parameter in (p for layer in module.generators() for p in layer.parameters()):
            parameter.zero_()
    assert not module.condition(torch.randn(B, E)).any()


def test_a_step_is_a_convolution_with_the_matrix_as_filters():
    module = GFT(channels=D, cells=N, sentence=E, steps=2)
    features, sentence = inputs()
    matrices = module.matrices(sentence)  # [B, J, D, D+1]
    for b in range(B):
        maps = features[b : b + 1]
        for j in range(2):
            weight, bias = matrices[b, j, :, :-1], matrices[b, j, :, -1]
            maps = torch.relu(nn.functional.conv2d(maps, weight[:, :, None, None], bias))
        assert torch.allclose(maps.flatten(), module(features, module.condition(sentence))[b], atol=1e-5)


def test_eq_1_written_out():
    module = GFT(channels=D, cells=N, sentence=E, steps=3)
    features, sentence = inputs()
    matrices = module.matrices(sentence)
    for b in range(B):
        cube = features[b].reshape(D, N)
        for j in range(3):
            cube = torch.relu(matrices[b, j] @ torch.cat([cube, torch.ones(1, N)]))
        assert torch.allclose(cube.flatten(), module(features, module.condition(sentence))[b], atol=1e-5)


def test_gft_with_a_diagonal_matrix_is_film():
    film, gft = FiLM(channels=D, cells=N, sentence=E), GFT(channels=D, cells=N, sentence=E, steps=1)
    features, sentence = inputs()
    scale, bias = film.condition(sentence).chunk(2, dim=1)
    matrices = torch.cat([torch.diag_embed(scale), bias[:, :, None]], dim=2)[:, None]  # [B, 1, D, D+1]
    assert torch.allclose(gft(features, matrices), film(features, film.condition(sentence)), atol=1e-6)


def test_gft_with_a_sigmoid_gate_and_no_bias_is_gated():
    gated, gft = Gated(channels=D, cells=N, sentence=E), GFT(channels=D, cells=N, sentence=E, steps=1)
    gft.activation = nn.Identity()
    features, sentence = inputs()
    gate = gated.condition(sentence)
    assert ((gate > 0) & (gate < 1)).all()
    matrices = torch.cat([torch.diag_embed(gate), torch.zeros(B, D, 1)], dim=2)[:, None]
    assert torch.allclose(gft(features, matrices), gated(features, gate), atol=1e-6)


def test_gft_shares_the_generators_first_layer_or_not():
    shared = GFT(channels=D, cells=N, sentence=E, steps=2)
    apart = GFT(channels=D, cells=N, sentence=E, steps=2, share_first=False)
    assert (len(shared.first), len(apart.first)) == (1, 2)
    _, sentence = inputs()
    hidden = torch.relu(shared.first[0](sentence))
    for j in range(2):
        assert torch.allclose(shared.matrices(sentence)[:, j].flatten(1), shared.second[j](hidden))
        own = torch.relu(apart.first[j](sentence))
        assert torch.allclose(apart.matrices(sentence)[:, j].flatten(1), apart.second[j](own))


def test_a_low_rank_matrix_is_the_full_one_when_unrestricted():
    full = GFT(channels=D, cells=N, sentence=E, steps=1)
    low = GFT(channels=D, cells=N, sentence=E, steps=1, rank=D)
    low.first.load_state_dict(full.first.state_dict())
    weight, bias = full.second[0].weight.unflatten(0, (D, D + 1)), full.second[0].bias.unflatten(0, (D, D + 1))
    with torch.no_grad():  # U = T', V = I, b = b
        low.second[0].weight.zero_()
        low.second[0].weight[: D * D] = weight[:, :-1].flatten(0, 1)
        low.second[0].weight[2 * D * D :] = weight[:, -1]
        low.second[0].bias.copy_(torch.cat([bias[:, :-1].flatten(), torch.eye(D).flatten(), bias[:, -1]]))
    features, sentence = inputs()
    assert torch.allclose(low.matrices(sentence), full.matrices(sentence), atol=1e-6)
    assert torch.allclose(low(features, low.condition(sentence)), full(features, full.condition(sentence)), atol=1e-5)
    small = GFT(channels=D, cells=N, sentence=E, steps=1, rank=2)
    assert (small.singular_values(sentence)[..., 2:] < 1e-5).all()
    assert (small.singular_values(sentence)[..., :2] > 1e-5).all()


def test_a_recurrent_matrix_is_the_stack_of_equal_ones():
    stack = GFT(channels=D, cells=N, sentence=E, steps=3)
    again = GFT(channels=D, cells=N, sentence=E, steps=3, recurrent=True)
    again.first.load_state_dict(stack.first.state_dict())
    for layer in (*stack.second, *again.second):
        layer.load_state_dict(stack.second[0].state_dict())
    features, sentence = inputs()
    assert again.condition(sentence).shape[1] == 1
    assert again.matrices(sentence).shape == stack.matrices(sentence).shape
    assert torch.allclose(again(features, again.condition(sentence)), stack(features, stack.condition(sentence)), atol=1e-6)


@pytest.mark.parametrize("options", [{}, {"rank": 3, "residual": True}])
def test_an_orthogonal_start_is_near_doing_nothing(options):
    module = GFT(channels=D, cells=N, sentence=E, steps=2, **options)
    module.start_orthogonal()
    features, sentence = inputs()
    features = features.abs()
    output = module(features, module.condition(sentence))
    assert torch.allclose(output, features.flatten(1), atol=0.3)
    assert not torch.allclose(output, features.flatten(1), atol=1e-6)
    assert torch.allclose(module.singular_values(sentence), torch.ones(B, 2, D), atol=0.3)


@pytest.mark.parametrize("name", IDENTITY)
def test_an_orthogonal_start_that_is_the_identity_still_learns(name):
    """The layer that is 0 gets a gradient at the first update, everything at the second."""
    module = find_method(name).build(D, N, E)
    module.start_orthogonal()
    features, sentence = inputs_of(name)
    features.requires_grad_()
    sentence.requires_grad_()
    optimiser = torch.optim.SGD(module.parameters(), lr=0.1)
    goal = torch.randn(B, D * N)
    reached = []
    for update in range(2):
        output = module(features, module.condition(sentence))
        assert torch.equal(output, features.flatten(1)) == (update == 0)
        optimiser.zero_grad()
        (output - goal).square().mean().backward()
        reached.append({part for part, value in module.named_parameters() if value.grad.abs().sum() > 0})
        optimiser.step()
    assert {part for part in reached[0] if part.endswith("weight")} == {IDENTITY[name]}
    assert reached[1] == {part for part, _ in module.named_parameters()}
    assert sentence.grad.abs().sum() > 0


def test_adaln_gates_are_all_heard_from_at_the_first_update():
    module = AdaLN(channels=D, cells=N, sentence=E)
    module.start_orthogonal()
    features, sentence = inputs()
    module(features, module.condition(sentence)).square().sum().backward()
    scale, shift, gate = module.generator[-1].weight.grad.chunk(3)  # each [D, 128]
    assert (gate.abs().sum(dim=1) > 0).all()
    assert not scale.any()
    assert not shift.any()


def normal(vector):
    return (vector - vector.mean()) / (vector.var(correction=0) + 1e-5).sqrt()


def test_adaln_written_out():
    module = AdaLN(channels=D, cells=N, sentence=E, widening=2)
    features, sentence = inputs()
    output = module(features, module.condition(sentence)).unflatten(1, (D, N))
    first, _, second = module.block
    for b in range(B):
        scale, shift, gate = module.condition(sentence)[b].chunk(3)
        for n in range(N):
            cell = features[b].flatten(1)[:, n]
            inner = torch.relu(first.weight @ ((1 + scale) * normal(cell) + shift) + first.bias)
            expected = cell + gate * (second.weight @ inner + second.bias)
            assert torch.allclose(output[b, :, n], expected, atol=1e-5)


def test_attention_written_out():
    """Cell by cell and head by head, over the words that are there."""
    module = Attention(channels=D, cells=N, sentence=E, heads=2)
    features, sentence = inputs()[0], words()
    output = module(features, module.condition(sentence)).unflatten(1, (D, N))
    d = D // 2
    for b in range(B):
        said = torch.stack([normal(word) for word in sentence[b, : 2 + b]])
        for n in range(N):
            cell = features[b].flatten(1)[:, n]
            query = module.query.weight @ normal(cell)
            heard = []
            for head in (slice(0, d), slice(d, D)):
                keys, values = said @ module.key.weight[head].T, said @ module.value.weight[head].T  # [words, d]
                heard.append(torch.softmax(keys @ query[head] / d**0.5, dim=0) @ values)
            assert torch.allclose(output[b, :, n], cell + module.output.weight @ torch.cat(heard), atol=1e-5)


def test_attention_goes_by_words_not_by_their_places():
    module = Attention(channels=D, cells=N, sentence=E)
    features, sentence = inputs()[0], words()
    expected = module(features, module.condition(sentence))
    places = torch.stack([torch.randperm(L + 3) for _ in range(B)])  # another order, and more padding, anywhere
    moved = torch.cat([sentence, torch.zeros(B, 3, E)], dim=1).gather(1, places[:, :, None].expand(-1, -1, E))
    assert torch.allclose(module(features, module.condition(moved)), expected, atol=1e-5)
    without = sentence.clone()
    without[:, 0] = 0  # a word less
    assert not torch.allclose(module(features, module.condition(without)), expected, atol=1e-3)
    nothing = module(features, module.condition(torch.zeros(B, L, E)))
    assert torch.equal(nothing, features.flatten(1))


def test_concept_is_two_maps():
    module = Concept(channels=D, cells=N, sentence=D)
    features, sentence = inputs(D)
    output = module(features, module.condition(sentence)).unflatten(1, (2, N))
    expected = torch.relu((features.flatten(2) * sentence[:, :, None]).sum(dim=1))
    assert torch.allclose(output[:, 0], expected, atol=1e-6)
    with pytest.raises(XWorldError, match="sentence=16 must equal channels=8"):
        Concept(channels=D, cells=N, sentence=E)


def test_concat_and_cgated_by_hand():
    features, sentence = inputs()
    concat = Concat(channels=D, cells=N, sentence=E, hidden=7)
    visual, language = torch.relu(concat.visual(features.flatten(1))), torch.relu(concat.language(sentence))
    assert torch.equal(concat(features, concat.condition(sentence)), torch.cat([visual, language], dim=1))
    gated = CGated(channels=D, cells=N, sentence=E, hidden=7)
    expected = torch.sigmoid(gated.gate(sentence)) * torch.relu(gated.visual(features.flatten(1)))
    assert torch.equal(gated(features, gated.condition(sentence)), expected)


def test_bad_options_are_refused_with_a_sentence():
    with pytest.raises(XWorldError, match="method 'gft2' is unknown; did you mean 'gft-2'"):
        find_method("gft2")
    with pytest.raises(XWorldError, match="steps=0"):
        GFT(channels=D, cells=N, sentence=E, steps=0)
    with pytest.raises(XWorldError, match="rank=9"):
        GFT(channels=D, cells=N, sentence=E, rank=9)
    with pytest.raises(XWorldError, match="residual goes with a rank"):
        GFT(channels=D, cells=N, sentence=E, residual=True)


@pytest.mark.parametrize("name", METHODS)
def test_every_size_of_every_module_is_a_whole_number_from_1(name):
    method = find_method(name)
    sizes = [option for option, kinds in method_options(method).items() if int in kinds] + ["channels", "cells", "sentence"]
    usual = {"channels": D, "cells": N, "sentence": D if name == "concept" else E}
    for size in sizes:
        for bad in (0, -1):
            with pytest.raises(XWorldError, match=f"{size}={bad}"):
                method.kind(**usual | method.options | {size: bad})


def test_a_mistake_in_a_module_is_no_polite_sentence(monkeypatch):
    class Wrong(Grounding):
        """Has a bug."""

        def __init__(self, *, channels, cells, sentence):
            super().__init__()
            int("a bug of ours")

    monkeypatch.setitem(METHODS, "wrong", Wrong)
    with pytest.raises(ValueError, match="a bug of ours") as raised:
        find_method("wrong").build(D, N, E)
    assert not isinstance(raised.value, XWorldError)


@pytest.mark.parametrize("options", [{}, {"rank": 3}, {"rank": 3, "residual": True}, {"recurrent": True}])
def test_how_a_module_starts_is_in_its_weights_alone(options):
    """Weights put into a module of the same architecture are the same function, however either of them started."""
    started, plain = (GFT(channels=D, cells=N, sentence=E, steps=2, **options) for _ in range(2))
    started.start_orthogonal()
    plain.load_state_dict(started.state_dict())
    features, sentence = inputs()
    output = started(features, started.condition(sentence))
    assert torch.equal(output, plain(features, plain.condition(sentence)))
    assert output.abs().max() > 0.1


def test_a_low_rank_matrix_starts_as_a_projection():
    module = GFT(channels=D, cells=N, sentence=E, steps=1, rank=3)
    module.start_orthogonal()
    _, sentence = inputs()
    expected = torch.zeros(D, D + 1)
    expected[:3, :3] = torch.eye(3)
    assert torch.allclose(module.matrices(sentence), expected, atol=0.2)


def test_a_name_carries_options():
    module = find_method("gft:steps=3,rank=2,residual=yes,share_first=no").build(D, N, E)
    assert (module.steps, module.rank, module.residual, len(module.first)) == (3, 2, True, 3)
    assert find_method("film:hidden=7").build(D, N, E).generator[0].out_features == 7
    assert find_method("gft-1:rank=none").build(D, N, E).rank is None
    assert set(method_options(find_method("gft-2"))) == {"hidden", "share_first", "rank", "recurrent", "residual"}
    assert find_method("concept").build(D, N, E).condition(torch.randn(B, D)).shape == (B, D)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("gft:stps=3", "'stps=3' is no option of gft; it takes steps, hidden"),
        ("gft:steps", "'steps' is no option of gft"),
        ("gft-2:steps=3", "'steps=3' is no option of gft-2"),
        ("gft:steps=many", "steps='many' is not usable; give a whole number"),
        ("gft:recurrent=3", "recurrent='3' is not usable; give true or yes or false or no"),
        ("gft:steps=0", "GFT needs steps ≥ 1"),
        ("concept:hidden=3", "'hidden=3' is no option of concept; it takes none"),
        ("attention:heads=3", "8 channels evenly among heads; got heads=3"),
    ],
)
def test_a_bad_name_is_refused_with_a_sentence(name, sentence):
    with pytest.raises(XWorldError) as refused:
        find_method(name).build(D, N, E)
    assert sentence in str(refused.value)


@pytest.mark.parametrize("name", METHODS)
def test_the_response_of_a_cell_is_that_of_its_own_features(name):
    torch.manual_seed(0)
    module = find_method(name).build(16, 9, 32)
    words = (2, 5, 16 if name == "concept" else 32) if module.reads_words else (2, 16 if name == "concept" else 32)
    condition, features = module.condition(torch.randn(*words)), torch.rand(2, 16, 3, 3)
    response = module.response(features, condition)
    if not module.pointwise:
        assert response is None
        return
    assert response is not None
    assert response.shape == (2, 3, 3)
    changed = features.clone()
    changed[:, :, 1, 2] += 1
    differs = (module.response(changed, condition) - response).abs() > 1e-6
    assert differs[:, 1, 2].any()
    differs[:, 1, 2] = False
    assert not differs.any()
    if name != "concept":
        grounded = module(features, condition).view(2, -1, 3, 3)
        assert torch.allclose(response, grounded.norm(dim=1), atol=1e-5)


@pytest.mark.parametrize(
    ("names", "one"),
    [
        ("gft gft-2 gft:steps=2 gft:rank=none,steps=2 gft-2:hidden=128,share_first=true", "gft-2"),
        ("gft-1 gft:steps=1 gft:steps=01", "gft-1"),
        ("gft:rank=4 gft-2:rank=4 gft:rank=4,steps=2", "gft-2:rank=4"),
        ("gft:residual=true,rank=4,steps=3 gft:steps=3,rank=4,residual=yes", "gft:steps=3,rank=4,residual=yes"),
        ("film film:hidden=128", "film"),
        ("film:hidden=7", "film:hidden=7"),
        ("attention attention:heads=4", "attention"),
    ],
)
def test_an_architecture_has_one_name(names, one):
    assert {canonical(name) for name in names.split()} == {one}


@given(st.data())
def test_the_one_name_means_the_same_module(data):
    known = data.draw(st.sampled_from(list(METHODS)))
    values = {int: st.integers(1, 9).map(str), bool: st.sampled_from(["yes", "no", "true"]), type(None): st.just("none")}
    parts = []
    for option, kinds in method_options(find_method(known)).items():
        if data.draw(st.booleans()):
            parts.append(f"{option}={data.draw(st.one_of(*(values[kind] for kind in kinds)))}")
    name = ":".join([known, *([",".join(data.draw(st.permutations(parts)))] if parts else [])])
    one, method = canonical(name), find_method(name)
    assert canonical(one) == one
    assert (find_method(one).kind, find_method(one).values) == (method.kind, method.values)


def test_modules_are_imported_without_worlds_or_agents():
    """Whoever takes one into a model of their own gets nothing else of this repository, but for the error of bad options."""
    program = "import sys, gft.grounding; print(*(n for n in sys.modules if n.split('.')[0] in ('gft', 'xworld', 'numba')))"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = {name for name in ended.stdout.split() if not name.startswith("gft.grounding")}
    assert loaded == {"gft", "xworld", "xworld.errors"}
