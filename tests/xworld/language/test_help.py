"""Words that may follow, nearest sentences and explanations."""

from collections import defaultdict
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xworld import FEEDBACK, Closest, Explanation, Grammar, NextWords, Template, XWorldError, grammar
from xworld.language.closest import READ_MARK, READ_OTHERWISE
from xworld.language.prices import COMMON, WORD, Prices
from xworld.language.spelling import Letters, read

FEW = replace(grammar("2d"), objects=("cat", "chair", "dog"))
WORLDS = st.sampled_from(["2d", "3d"])
SEEDS = st.integers(0, 2**32 - 1)


@st.composite
def small_grammars(draw) -> Grammar:
    """Few words, among them objects' names as ordinary words: many sentences can be read in several ways."""
    words = st.lists(st.sampled_from(["go", "the", "left", "cat", "dog", "."]), max_size=3)

    def production() -> str:
        symbols = draw(words)
        for slot in draw(st.sampled_from([(), ("G",), ("G1", "G2"), ("G2", "G1")])):
            symbols.insert(draw(st.integers(0, len(symbols))), slot)
        return " ".join(symbols) or "go"

    tasks = {task: " | ".join(production() for _ in range(draw(st.integers(1, 4)))) for task in ("nav", "own")}
    objects = draw(st.sampled_from([(), ("cat",), ("dog", "cat"), ("cat", "goat", "dog", "left")]))
    return Grammar(objects=objects, sentences=tasks, rules={}, closings={"success": "well done !"})


def following(language: Grammar) -> dict[str, tuple[dict[str, set[str]], set[str]]]:
    """By enumeration: for every prefix of every sentence the next words by task, and the tasks it is a sentence of."""
    found: dict = defaultdict(lambda: (defaultdict(set), set()))
    for sentence, meaning in language.enumerate():
        words = sentence.split()
        for cut, word in enumerate(words):
            found[" ".join(words[:cut])][0][meaning.task].add(word)
        found[sentence][1].add(meaning.task)
    return found


def check_next_words(language: Grammar) -> None:
    expected = following(language)
    for prefix, (words, complete) in expected.items():
        answer = language.next_words(prefix)
        assert answer.words == {task: tuple(sorted(some)) for task, some in words.items()}
        assert set(answer.complete) == complete
        assert answer
        for wrong in {"go", "the", "cat", "zebra", "."} - set().union(*words.values()):
            assert not language.next_words(f"{prefix} {wrong}")


@given(small_grammars())
def test_next_words_are_those_of_the_enumeration_and_no_others(language):
    check_next_words(language)


def test_next_words_of_the_teacher_are_those_of_the_enumeration():
    check_next_words(replace(FEW, objects=("cat", "dog")).extend(sentences={"nav": "head for the cat G ."}))


@given(SEEDS, WORLDS, st.data())
def test_every_sentence_can_be_written_word_by_word(seed, world, data):
    sentence, meaning = grammar(world).sample(np.random.default_rng(seed))
    words = sentence.split()
    cut = data.draw(st.integers(0, len(words)))
    answer = grammar(world).next_words(words[:cut])
    assert answer == grammar(world).next_words(" ".join(words[:cut]).upper())
    assert (words[cut] in answer.words[meaning.task]) if cut < len(words) else (meaning.task in answer.complete)


def test_next_words_by_example():
    language = grammar("2d")
    assert language.next_words("Go to the") == NextWords(
        {"near": ("object",), "between": ("grid", "location", "place"), "dir": ("object",)}, ()
    )
    assert language.next_words("go to the object near cat") == NextWords({"near": ("please",)}, ("near",))
    assert language.next_words("cat") == NextWords({"nav": ("is",)}, ("nav",))
    assert language.next_words("cat dog") == NextWords({}, ())
    assert not language.next_words("cat dog")
    assert set(language.next_words()[0]) == {*language.tasks, FEEDBACK}
    assert set(language.objects) < set(language.next_words().words["nav"])


def nearest(language: Grammar, text: str, n: int) -> list[Closest]:
    """The closest sentences by looking at all of them, each distance by its definition."""
    closings = [Template(FEEDBACK, tuple(said.split()), outcome) for outcome, said in language.closings.items()]
    prices = Prices([*language.templates, *closings], language.objects, language.vocabulary)
    typed, marks, otherwise = read(text, language.vocabulary)
    leave = [prices.leave(word) for word in typed]
    take = [dict(zip(language.vocabulary.words, prices.replace(word)[1:].tolist())) for word in typed]
    add = dict(zip(language.vocabulary.words, prices.add[1:].tolist()))

    def distance(words: list[str]) -> int:
        far = {(-1, -1): 0}
        for i in range(-1, len(typed)):
            for j in range(-1, len(words)):
                ways = [far[i, j]] if (i, j) in far else []
                if i >= 0:
                    ways.append(far[i - 1, j] + leave[i])
                if j >= 0:
                    ways.append(far[i, j - 1] + add[words[j]])
                if i >= 0 and j >= 0:
                    ways.append(far[i - 1, j - 1] + take[i][words[j]])
                if i > 0 and j > 0 and (typed[i], typed[i - 1]) == (words[j - 1], words[j]):
                    ways.append(far[i - 2, j - 2] + COMMON)
                far[i, j] = min(ways)
        return far[len(typed) - 1, len(words) - 1]

    sentences = list(dict.fromkeys(sentence for sentence, _ in language.enumerate()))
    extra = READ_MARK * marks + READ_OTHERWISE * otherwise
    found = sorted((distance(sentence.split()), number) for number, sentence in enumerate(sentences))[:n]
    return [Closest(sentences[number], (far + extra) / WORD) for far, number in found]


TEXTS = st.lists(
    st.sampled_from("go to the left left of cat chair chiar dgo dog zebra and between near not . ! , goto wlel".split()),
    max_size=6,
).map(" ".join)


@given(small_grammars(), TEXTS, st.integers(1, 8))
def test_the_closest_sentences_are_the_nearest_of_all(language, text, n):
    assert list(language.closest(text, n)) == nearest(language, text, n)


@settings(max_examples=20)
@given(TEXTS, st.sampled_from([1, 3, 30]))
def test_the_closest_sentences_of_the_teacher_are_the_nearest_of_all(text, n):
    some = replace(FEW, sentences={task: FEW.sentences[task] for task in ("nav", "avoid", "between")})  # 1,032 sentences
    assert list(some.closest(text, n)) == nearest(some, text, n)


@given(
    st.text(alphabet="abcde", max_size=7),
    st.lists(st.text(alphabet="abcde", min_size=1, max_size=7), min_size=1, max_size=5),
)
def test_letters_are_counted_as_by_definition(typed, words):
    @cache
    def wrong(a: str, b: str) -> int:
        if not a or not b:
            return len(a) + len(b)
        ways = [wrong(a[1:], b) + 1, wrong(a, b[1:]) + 1, wrong(a[1:], b[1:]) + (a[0] != b[0])]
        if a[:2] == b[1::-1] and len(a) > 1:
            ways.append(wrong(a[2:], b[2:]) + 1)
        return min(ways)

    counted, length = Letters(words).compare(typed)
    assert counted.tolist() == [wrong(typed, word) for word in words]
    assert length.tolist() == [max(len(typed), len(word)) for word in words]


@given(SEEDS, WORLDS, st.integers(1, 6))
def test_a_sentence_is_its_own_closest_however_it_is_written(seed, world, n):
    sentence, _ = grammar(world).sample(np.random.default_rng(seed))
    written = sentence.capitalize().replace(" .", ".").replace(" ?", "?")
    found = grammar(world).closest(written, n)
    assert found[0] == Closest(sentence, 0.0)
    assert len({near.sentence for near in found}) == n
    assert all(near.sentence in grammar(world) and near.distance > 0 for near in found[1:])
    assert [near.distance for near in found] == sorted(near.distance for near in found)


@given(st.text(max_size=30) | TEXTS, WORLDS)
def test_any_text_has_closest_sentences_and_distance_0_means_that_it_is_one(text, world):
    found = grammar(world).closest(text)
    assert len(found) == 3
    assert (found[0].distance == 0) == (text in grammar(world))


@given(SEEDS, WORLDS, st.data())
def test_slips_are_mended(seed, world, data):
    """A misspelled object, an article before it, a comma after it, no mark at the end."""
    names = [name for name in grammar(world).objects if len(name) > 4]
    name = data.draw(st.sampled_from(names))
    place = data.draw(st.sampled_from([i for i in range(len(name) - 1) if name[i] != name[i + 1]]))
    misspelled = name[:place] + name[place + 1] + name[place] + name[place + 2 :]
    task = data.draw(st.sampled_from(["nav", "avoid", "near", "dir"]))
    sentence, _ = grammar(world).sample(np.random.default_rng(seed), task=task, objects=[name])
    for slip in (sentence.replace(name, misspelled), sentence.replace(name, f"the {name},")):
        assert grammar(world).closest(slip)[0].sentence == sentence
    found = grammar(world).closest(sentence.rstrip(" .?"))
    assert grammar(world).parse(found[0].sentence) == grammar(world).parse(sentence)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("go to the left of the chair", "go to the object left of chair ."),
        ("Go to the chiar.", "go to chair ."),
        ("Please, go to the chair!", "please go to chair ."),
        ("don't go to the lion", "do not go to lion ."),
        ("stay away from the lion", "avoid lion ."),
        ("not the chair", "do not reach chair ."),
        ("go next to the sofa", "go to the object near sofa"),
        ("move between the cat and the dog", "move to the location between cat and dog ."),
        ("go to the thing in front of the tiger", "go to the object in the front of tiger ."),
        ("goto the washing machine", "go to washingmachine ."),
        ("could you reach the elefant ?", "could you please reach elephant ?"),
        ("anything but the zebra", "anything but zebra is the destination ."),
        ("reach any object that is not the cat", "anything but cat is the destination ."),
        ("hello go to cat", "go to cat ."),
        ("avoid", "avoid apple ."),
        ("well don", "well done !"),
    ],
)
def test_closest_by_example(text, sentence):
    assert grammar("2d").closest(text, n=1)[0].sentence == sentence


def test_a_known_word_is_taken_as_it_is_and_one_spelled_alike_costs_less_than_another():
    language = grammar("2d")
    assert language.closest("fig")[0] == Closest("fig", 0.0)
    alike, other = (language.closest(f"go to {word} .")[0].distance for word in ("chiar", "fridge"))
    assert alike < 0.5 < 1 < other


def test_long_texts_and_bad_numbers():
    distances = [grammar("2d").closest("go to the cat and " * times, n=1)[0].distance for times in (10, 100)]
    assert distances[0] < distances[1]
    assert grammar("2d").closest("x" * 10_000, n=1)[0].sentence == "apple"
    with pytest.raises(XWorldError, match="n=0"):
        grammar("2d").closest("cat", n=0)


@given(SEEDS, WORLDS)
def test_an_explanation_has_the_meaning_and_names_every_object(seed, world):
    sentence, meaning = grammar(world).sample(np.random.default_rng(seed))
    explanation = grammar(world).explain(sentence)
    assert explanation[:3] == meaning
    assert all(f"the {name}" in explanation.text for name in meaning.objects)
    assert "the task" not in explanation.text  # the teacher's own tasks are told in words


def test_explanations_by_example():
    language = grammar("2d")
    for sentence, text in {
        "chair": "nav: reach the chair",
        "avoid chair .": "avoid: reach any object but the chair",
        "go to the object near chair": "near: reach an object next to the chair, diagonals count",
        "go to the place between chair and cat .": "between: stand in the cell between the chair and the cat",
        "go to the object left of chair .": "dir: reach the object to the left of the chair, as seen when you run into it",
        "wrong!": "feedback: the session is over: an object was reached that was not asked for",
    }.items():
        assert str(language.explain(sentence)) == text
    assert "same object twice" in language.explain("go to the place between cat and cat .").text
    assert "no session asks" in language.explain("go to the object behind cat .").text
    assert language.explain("cat") == Explanation("nav", ("cat",), None, "reach the cat")


def test_tasks_of_the_users_own_are_explained_by_their_name():
    rules = {"rank": {"SIZE": {"big": "biggest | largest", "small": "smallest"}}}
    own = {
        "nav": "head for G .",
        "rank": "A the SIZE object .",
        "carry": "carry G1 to G2 .",
        "dir": "A the object P above G .",
    }
    language = grammar("2d").extend(sentences=own, rules={**rules, "dir": {"P": {"above": "far"}}})
    assert language.explain("head for cat .").text == "reach the cat"
    assert language.explain("go to the largest object .").text == "do the task 'rank' (big)"
    assert language.explain("carry cat to dog .").text == "do the task 'carry' with the cat and the dog"
    assert "same object twice" in language.explain("carry cat to cat .").text
    assert language.explain("go to the object far above cat .").text == "do the task 'dir' (above) with the cat"
    assert language.closest("go to the bigest object")[0].sentence == "go to the biggest object ."


@pytest.mark.parametrize(
    ("sentence", "message"),
    [
        (
            "go to the chiar .",
            "'chiar' is no word .*'chiar' does not fit after 'go to the'.*'object'.* closest one is 'go to chair .'",
        ),
        ("foo bar cat", "'foo', 'bar' are no words .*'foo' does not fit at the beginning"),
        ("go to cat", "breaks off after 'go to cat'; there may come: '.', 'please'. The closest one is 'go to cat .'"),
        ("go to cat . please", "'please' does not fit after 'go to cat .', where it should end"),
        ("avoid is", "'is' does not fit after 'avoid'; there may come: an object"),
        ("", "it is empty; there may come: 'anything'"),
    ],
)
def test_what_is_no_sentence_is_refused_with_what_is_wrong_and_the_closest(sentence, message):
    with pytest.raises(XWorldError, match=message):
        grammar("2d").explain(sentence)
