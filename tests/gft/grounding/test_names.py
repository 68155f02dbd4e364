"""Methods by name: their options, what is refused, and one name for one architecture."""

import subprocess
import sys

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from gft.grounding import GFT, METHODS, Grounding, canonical, find_method, method_options
from tests.gft.grounding.inputs import B, D, E, N
from xworld import XWorldError


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
