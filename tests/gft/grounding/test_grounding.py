"""Every module alike: the paper's sizes, one interface, gradients everywhere, and how they start."""

import pytest
import torch

from gft.grounding import GFT, METHODS, AdaLN, find_method
from tests.gft.grounding.inputs import B, D, E, N, inputs, inputs_of

IDENTITY = {"adaln": "generator.2.weight", "attention": "output.weight"}  # at an orthogonal start, because this is 0

POINTWISE = [name for name in METHODS if find_method(name).kind.pointwise]

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
