from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from xworld import XWorldError, grammar
from xworld.language import FEEDBACK, Meaning, tokenize

WORLDS = {"2d": (115, 1_187_850), "3d": (88, 709_383)}
PER_TASK = {"nav": (39, 1), "avoid": (52, 1), "near": (102, 1), "between": (84, 2), "dir": (476, 1)}


@pytest.mark.parametrize("world", WORLDS)
def test_counts_are_the_papers(world):
    objects, total = WORLDS[world]
    language = grammar(world)
    assert len(language.objects) == objects
    assert language.count() == total
    for task, (templates, slots) in PER_TASK.items():
        assert language.count(task) == templates * objects**slots
    assert sum(language.count(task) for task in language.tasks) + 15 == total


def test_enumeration_agrees_with_the_count_and_repeats_only_closings():
    sentences = {task: grammar("3d").sentences[task] for task in ("nav", "between", "dir")}
    small = replace(grammar("3d"), sentences=sentences)
    said = [sentence for sentence, _ in small.enumerate()]
    assert len(said) == small.count()
    assert len(said) - len(set(said)) == 3 * 2  # three closings, counted in each of three tasks


def test_no_sentence_is_ambiguous():
    for template in grammar("2d").templates:
        assert len(grammar("2d").meanings(template.fill(["cat", "dog"][: template.objects]))) == 1


@given(st.integers(0, 2**32 - 1), st.sampled_from(["2d", "3d"]))
def test_parse_inverts_sample(seed, world):
    random = np.random.default_rng(seed)
    for _ in range(40):
        sentence, meaning = grammar(world).sample(random)
        assert grammar(world).parse(sentence) == meaning
        assert sentence in grammar(world)
        assert grammar(world).vocabulary.decode(grammar(world).vocabulary.encode(sentence)) == sentence


def test_every_word_of_every_sentence_is_in_the_vocabulary_and_none_is_idle():
    for world in WORLDS:
        used = {word for template in grammar(world).templates for word in template.words if isinstance(word, str)}
        used |= {word for text in grammar(world).closings.values() for word in text.split()}
        assert used | set(grammar(world).objects) == set(grammar(world).vocabulary.words)
        lengths = [len(template.words) for template in grammar(world).templates]
        assert (min(lengths), max(lengths)) == (1, 15)


def test_sampling_is_uniform_over_derivations_of_what_is_bound():
    random = np.random.default_rng(0)
    draws = [grammar("2d").sample(random, task="near", objects=["cat"])[0] for _ in range(20_000)]
    kinds, counts = np.unique(draws, return_counts=True)
    assert len(kinds) == 102
    expected = 20_000 / 102
    chi_square = ((counts - expected) ** 2 / expected).sum()
    assert chi_square < 160  # 101 degrees of freedom: above this with probability 0.0002


def test_bound_arguments_are_kept():
    random = np.random.default_rng(1)
    for relation in ("left", "right", "behind", "front"):
        sentence, meaning = grammar("2d").sample(random, task="dir", objects=["chair"], relation=relation)
        assert meaning == Meaning("dir", ("chair",), relation)
        assert grammar("2d").parse(sentence) == meaning


def test_parse_reads_ordinary_writing_and_closings():
    language = grammar("2d")
    assert language.parse("Please go to the object left of chair.") == Meaning("dir", ("chair",), "left")
    assert language.parse("Go to the location between cat and dog.") == Meaning("between", ("cat", "dog"))
    assert language.parse("well done!") == Meaning(FEEDBACK, (), "success")
    assert tokenize("Will you avoid cat?") == ["will", "you", "avoid", "cat", "?"]


@pytest.mark.parametrize("sentence", ["", "go", "go to", "cat dog", "the object left of", "go to cat dog ."])
def test_what_is_no_sentence_is_refused(sentence):
    assert sentence not in grammar("2d")
    with pytest.raises(XWorldError):
        grammar("2d").parse(sentence)


def test_an_unknown_word_is_named_with_close_ones():
    with pytest.raises(XWorldError, match=r"'chiar'.*chair"):
        grammar("2d").parse("go to chiar .")


def test_users_add_objects_words_templates_and_tasks():
    base = grammar("2d")
    larger = base.extend(
        objects=["robot"],
        words=["hello"],
        sentences={"nav": "head for G .", "rank": "A the SIZE object ."},
        rules={"rank": {"SIZE": {"big": "biggest | largest", "small": "smallest"}}},
    )
    assert larger.count("nav") == 40 * 116
    assert larger.count("rank") == 5 * 3
    assert larger.parse("Head for robot.") == Meaning("nav", ("robot",))
    assert larger.parse("collect the largest object .") == Meaning("rank", (), "big")
    assert larger.vocabulary.words[: len(base.vocabulary)] == base.vocabulary.words
    assert {"robot", "hello", "head", "for", "biggest"} <= set(larger.vocabulary.words)
    assert larger.count() == sum(map(larger.count, larger.tasks)) + 3 * 6
    assert base.count() == 1_187_850


@pytest.mark.parametrize(
    ("sentences", "rules", "message"),
    [
        ("go to X .", {}, "rule X, which is not defined"),
        ("go to L .", {"L": "the L"}, "uses itself"),
        ("go to Cat .", {}, "neither a word"),
        ("P P G", {"P": {"left": "left"}}, "two relations"),
        ("go to G2 .", {}, "G1"),
        ("G and G", {}, "once"),
        ("go | | stop", {}, "empty"),
    ],
)
def test_bad_productions_are_refused_with_a_sentence(sentences, rules, message):
    with pytest.raises(XWorldError, match=message):
        grammar("2d").extend(sentences={"mine": sentences}, rules={"mine": rules})


def test_contradicting_arguments_are_refused():
    random = np.random.default_rng(0)
    with pytest.raises(XWorldError, match="no sentence"):
        grammar("2d").sample(random, task="nav", relation="left")
    with pytest.raises(XWorldError, match="task 'navi' is unknown; did you mean 'nav'"):
        grammar("2d").sample(random, task="navi")
    with pytest.raises(XWorldError, match="object 'cta'"):
        grammar("2d").sample(random, objects=["cta"])
    with pytest.raises(XWorldError, match="world '4d'"):
        grammar("4d")
