"""A run that stands still says so, and one that gets on does not."""

from itertools import pairwise

from gft.training.watch import LEAST, Watch
from tests.gft.rollouts import tiny

EVERY = 10_000


def lines(successes, levels=None):
    """One line every 10,000 steps."""
    levels = levels or [1] * len(successes)
    return [
        {"steps": EVERY * n, "success": success, "levels": {"main": {str(level): 8}}}
        for n, (success, level) in enumerate(zip(successes, levels), 1)
    ]


LADDER = {"curriculum": "words", "size": None, "classes": None}  # of eight levels


def said(config, told):
    watch = Watch(config, [])
    return [(line["steps"], sentence) for line in told if (sentence := watch.add(line))], watch


def test_chance_for_a_long_time_is_said_and_said_again():
    sentences, watch = said(tiny(steps=500_000, **LADDER), lines([0.3, 0.5] + [0.5, 0.51, 0.49] * 16))
    steps = [step for step, _ in sentences]
    assert 100_000 < steps[0] <= 220_000
    assert all(after - before >= LEAST for before, after in pairwise(steps))
    assert "success stays at 49%" in sentences[0][1] or "50%" in sentences[0][1] or "51%" in sentences[0][1]
    assert "--seed" in sentences[0][1]
    assert watch.still_since() > 300_000


def test_nothing_is_said_of_a_run_that_gets_better_or_moves_up_or_is_good_already():
    slowly = [0.4 + 0.003 * n for n in range(100)]
    climbing = ([0.7] * 100, [1 + n // 5 for n in range(100)])
    for told in (lines(slowly), lines(*climbing), lines([0.95] * 100, [8] * 100), lines([None] * 100)):
        sentences, watch = said(tiny(steps=500_000, **LADDER), told)
        assert sentences == []
        assert watch.still_since() is None


def test_on_the_last_level_only_a_guess_is_standing_still():
    for success, told in ((0.8, False), (0.5, True)):
        sentences, watch = said(tiny(steps=500_000, **LADDER), lines([success] * 60, [8] * 60))
        assert (sentences != [], watch.still_since() is not None) == (told, told)


def test_a_long_run_gets_more_time():
    sentences, _ = said(tiny(steps=10_000_000, **LADDER), lines([0.5] * 80))
    assert sentences == []


def test_a_run_that_leaves_its_plateau_is_no_longer_standing_still():
    _, watch = said(tiny(steps=500_000, **LADDER), lines([0.5] * 30 + [0.6, 0.7, 0.8]))
    assert watch.still_since() is None


def test_a_line_in_which_no_session_has_ended_tells_nothing_and_does_no_harm():
    told = lines([0.5] * 30 + [None] * 10)
    sentences, watch = said(tiny(steps=500_000, **LADDER), told)
    before, _ = said(tiny(steps=500_000, **LADDER), told[:30])
    assert sentences == before != []
    assert watch.still_since() is not None


def test_a_track_that_is_no_longer_in_the_curriculum_does_no_harm():
    watch = Watch(tiny(steps=500_000, **LADDER), [line | {"levels": {"gone": {"1": 8}}} for line in lines([0.5] * 40)])
    assert watch.still_since() is not None
