"""A person's own results as a distribution."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from clemtui.analysis.own_results import Bar, OwnResult, own_results
from clemtui.language import Interface
from clemtui.wording.own_results import bar_label


def solved(episode: str, tries: int) -> OwnResult:
    return OwnResult(episode, tries, 100 / tries)


def lost(episode: str) -> OwnResult:
    return OwnResult(episode, None, 0.0)


def test_there_is_a_bar_for_each_number_of_tries_and_one_for_what_was_not_solved() -> None:
    found = own_results(
        [solved("a", 3), lost("b"), solved("c", 3), solved("d", 2)], "d", in_tries=True
    )
    assert found.bars == (
        Bar(0, False, 1),
        Bar(1, True, 2),
        Bar(2, False, 3),
        Bar(1, False, None),
    )
    assert (found.episodes, found.best_tries, found.is_best) == (4, 2, True)


def test_an_aborted_episode_has_a_bar_of_its_own_as_it_does_not_count_as_played() -> None:
    aborted = OwnResult("c", None, None)
    found = own_results([solved("a", 1), lost("b"), aborted], "c", in_tries=True)
    assert found.bars == (Bar(1, False, 1), Bar(1, False), Bar(1, True, aborted=True))
    found = own_results([OwnResult("a", None, 40.0), aborted], "c", in_tries=False)
    assert found.bars[2] == Bar(1, False, scores=(40, 59))
    assert found.bars[-1] == Bar(1, True, aborted=True)


def test_a_bar_says_what_it_stands_for() -> None:
    bars = own_results([solved("a", 1), lost("b"), OwnResult("c", None, None)], "c", in_tries=True)
    said = [bar_label(bar, Interface("en")) for bar in bars.bars]
    assert said == ["1", "not solved", "aborted"]


def test_a_game_that_counts_tries_has_them_even_if_nothing_is_solved() -> None:
    assert own_results([lost("a"), lost("b")], "b", in_tries=True).bars == (Bar(2, True),)


def test_scores_have_ranges_and_the_highest_a_bar_of_its_own() -> None:
    results = [OwnResult(str(n), None, score) for n, score in enumerate((0, 19.9, 99.9, 100))]
    found = own_results(results, "3", in_tries=False)
    assert [(bar.scores, bar.count) for bar in found.bars] == [
        ((0, 19), 2),
        ((20, 39), 0),
        ((40, 59), 0),
        ((60, 79), 0),
        ((80, 99), 1),
        ((100, 100), 1),
    ]
    assert (found.bars[-1].here, found.is_best, found.best_score) == (True, True, 100)


def test_a_best_is_better_than_all_before_it_and_the_first_is_none() -> None:
    first, same, better, worse = solved("a", 3), solved("b", 3), solved("c", 2), lost("d")
    results = [first, same, better, worse]
    assert [
        own_results(results[: n + 1], each.episode, in_tries=True).is_best
        for n, each in enumerate(results)
    ] == [
        False,
        False,
        True,
        False,
    ]
    assert not own_results([lost("a"), lost("b")], "b", in_tries=True).is_best


@given(st.lists(st.none() | st.integers(1, 8), min_size=1, max_size=30), st.booleans())
def test_every_episode_is_in_one_bar_and_the_marked_one_in_the_marked_bar(
    tries: list[int | None], in_tries: bool
) -> None:
    results = [lost(str(n)) if t is None else solved(str(n), t) for n, t in enumerate(tries)]
    found = own_results(results, "0", in_tries=in_tries)
    assert sum(bar.count for bar in found.bars) == len(results)
    assert sum(bar.here for bar in found.bars) == 1


def test_without_results_there_is_nothing() -> None:
    found = own_results([], "a", in_tries=False)
    assert (found.bars, found.is_best, found.best_score) == ((), False, None)
