"""The modules against the paper's equations and against each other, written out."""

import pytest
import torch
from torch import nn

from gft.grounding import GFT, AdaLN, Attention, CGated, Concat, Concept, FiLM, Gated
from tests.gft.grounding.inputs import B, D, E, L, N, inputs, words
from xworld import XWorldError


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
