"""How long participants took, computed by hand from what is recorded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import geometric_mean

import pytest

from clemtui.records.studies import StudyResponse, StudyResult
from clemtui.study.results.times import Times, times_of
from clemtui.study.tasks import Cell
from tests.study.results.synthetic import manifest, result

ONE = (Cell("A", "en"),)


def times(
    taken: Mapping[StudyResult, Sequence[float | None]], cells: Sequence[Cell] = ONE
) -> list[Times]:
    responses = [
        StudyResponse(each.episode, "x", seconds, 0)
        for each, found in taken.items()
        for seconds in found
    ]
    return list(times_of(manifest(cells=cells), list(taken), responses))


def test_an_answer_and_an_episode() -> None:
    taken = {
        result("a", 0): (1.0, 4.0),
        result("a", 1): (2.0, 8.0, 4.0),
        result("b", 0): (16.0,),
        result("b", 1): (5.0, 5.0),
    }
    (found,) = times(taken)
    assert (found.answers, found.unknown) == (8, 0)
    assert found.median_answer == 4.5
    assert found.median_episode == 12.0, "5, 14, 16 and 10 seconds"
    assert found.answer is not None
    assert found.episode is not None
    assert found.answer.value == pytest.approx(geometric_mean([2.0, 4.0, 16.0, 5.0]))
    assert found.episode.value == pytest.approx(geometric_mean([5.0, 14.0, 16.0, 10.0]))
    assert found.episode.low is not None
    assert found.episode.low < found.episode.value
    episode = found.episode
    assert (episode.participants, episode.instances, episode.episodes) == (2, 2, 4)
    assert episode.method == "crossed t"


def test_answers_of_unknown_time_are_counted_and_left_out_with_their_episode() -> None:
    (found,) = times({result("a", 0): (1.0, None), result("b", 1): (3.0, 5.0)})
    assert (found.answers, found.unknown) == (3, 1)
    assert found.median_answer == 3.0
    assert found.median_episode == 8.0
    assert found.episode is not None
    assert found.episode.episodes == 1


def test_responses_of_other_episodes_are_not_counted() -> None:
    other = StudyResponse("another episode", "x", 99.0, 0)
    (found,) = times_of(manifest(cells=ONE), [result("a", 0)], [other])
    assert (found.answers, found.median_answer, found.episode) == (0, None, None)


def test_what_took_less_than_a_clock_can_tell_is_a_millisecond() -> None:
    (found,) = times({result("a", 0): (0.0,), result("b", 1): (0.004,)})
    assert found.episode is not None
    assert found.episode.value == pytest.approx(0.002)


def test_every_seat_and_language_has_times_of_its_own() -> None:
    cells = (Cell("A", "en"), Cell("B", "en"))
    whole, first, second = times({result("a", 0): (1.0,), result("a", 1, seat="B"): (9.0,)}, cells)
    assert (whole.cell, first.cell, second.cell) == (None, *cells)
    assert (whole.median_answer, first.median_answer, second.median_answer) == (5.0, 1.0, 9.0)
