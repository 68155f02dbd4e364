import numpy as np
import pytest

from xworld import Vocabulary, XWorldError, vocabulary


def test_sizes_and_shared_ids():
    two, three = vocabulary("2d"), vocabulary("3d")
    assert (len(two), len(three)) == (163, 136)
    assert two.words[:48] == three.words[:48]
    assert two.size == 164


def test_encode_pads_with_zero_and_decode_inverts():
    words = vocabulary("2d")
    tokens = words.encode("Could you please navigate to cat?")
    assert tokens.shape == (16,)
    assert tokens.dtype == np.int64
    assert (tokens[7:] == 0).all()
    assert (tokens[:7] > 0).all()
    assert words.decode(tokens) == "could you please navigate to cat ?"


def test_fingerprint_depends_on_words_and_order():
    assert Vocabulary(("a", "b")).fingerprint == Vocabulary(("a", "b")).fingerprint
    assert Vocabulary(("a", "b")).fingerprint != Vocabulary(("b", "a")).fingerprint
    # Trained agents depend on these ids: a change here breaks every checkpoint.
    assert vocabulary("2d").fingerprint == "ac5ed4f5a0791af2"
    assert vocabulary("3d").fingerprint == "891a28944a6ded7b"


def test_bad_input_is_refused_with_a_sentence():
    words = vocabulary("2d")
    with pytest.raises(XWorldError, match=r"'zebar'.*zebra"):
        words.encode("go to zebar .")
    with pytest.raises(XWorldError, match="17 words does not fit 16 tokens"):
        words.encode(" ".join(["cat"] * 17))
    with pytest.raises(XWorldError, match="token 999"):
        words.decode([999])
    with pytest.raises(XWorldError, match="stand twice: a"):
        Vocabulary(("a", "a"))
