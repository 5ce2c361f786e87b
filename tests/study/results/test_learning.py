"""Learning: positions are those among the episodes of a participant in a game."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from clemtui.records.studies import StudyResult
from clemtui.study.results.learning import learning_of
from tests.study.results.synthetic import manifest, result


def study(gain: float, people: int = 8) -> list[StudyResult]:
    """Return people who play taboo after wordle, get better by a gain from episode to episode, and
    play the tasks in orders of their own; each begins with a practice episode, and has another one
    after three episodes of taboo."""
    found = []
    for who in range(people):
        rows = [("wordle", at, 50.0) for at in range(3)]
        rows += [("taboo", (who + at) % 6, 40.0 + who + gain * at) for at in range(6)]
        places = [position for position in range(2, 12) if position != 8]
        for position, (game, task, score) in zip(places, rows, strict=True):
            found.append(replace(result(f"p{who}", task, score, game=game), position=position))
        practice = result(f"p{who}", 11, 0.0, practice=True, left_out="practice")
        found += [replace(practice, position=position) for position in (1, 8)]
    return found


def counting(results: list[StudyResult]) -> list[StudyResult]:
    return [each for each in results if each.left_out is None]


@pytest.mark.parametrize("gain", [0.0, 3.0, -2.0])
def test_the_slope_is_the_gain_from_one_episode_to_the_next(gain: float) -> None:
    results = study(gain)
    taboo, wordle = learning_of(manifest(games=("taboo", "wordle")), results, counting(results))
    assert taboo.learning.slope == pytest.approx(gain)
    assert taboo.learning.adjusted
    assert (taboo.learning.participants, taboo.learning.episodes, taboo.instances) == (8, 48, 6)
    assert wordle.learning.slope == pytest.approx(0.0)


def test_the_slope_agrees_with_a_regression_with_constants() -> None:
    draw = np.random.default_rng(1)
    results = [
        replace(each, main_score=float(draw.uniform(0, 100))) if each.game == "taboo" else each
        for each in study(0.0)
    ]
    own = [each for each in counting(results) if each.game == "taboo"]
    people, tasks = (
        sorted({getattr(each, name) for each in own}) for name in ("enrolment", "instance")
    )
    table = np.array(
        [
            [each.position - (4.0 if each.position < 8 else 5.0)]
            + [float(each.enrolment == name) for name in people]
            + [float(each.instance == name) for name in tasks]
            for each in own
        ]
    )
    slope = np.linalg.lstsq(table, np.array([each.main_score for each in own]), rcond=None)[0][0]
    taboo, _ = learning_of(manifest(games=("taboo", "wordle")), results, counting(results))
    assert taboo.learning.slope == pytest.approx(slope)


def test_episodes_that_do_not_count_keep_their_place() -> None:
    """Whoever had an episode excluded has still played it: the slope is not steeper."""
    results = study(3.0)
    third = [each for each in results if each.position == 7]
    kept = [each for each in counting(results) if each not in third]
    taboo, _ = learning_of(manifest(games=("taboo", "wordle")), results, kept)
    assert taboo.learning.slope == pytest.approx(3.0)


def test_an_episode_that_was_played_again_is_one_position() -> None:
    """The first one was void, and does not count."""
    results = study(3.0)
    first = next(each for each in results if each.game == "taboo")
    void = replace(first, episode="void", left_out="void", main_score=None)
    taboo, _ = learning_of(manifest(games=("taboo", "wordle")), [*results, void], counting(results))
    assert taboo.learning.slope == pytest.approx(3.0)


def test_without_episodes_there_is_no_slope() -> None:
    (found,) = learning_of(manifest(), [], [])
    assert (found.learning.slope, found.learning.missing) == (None, "one position")
