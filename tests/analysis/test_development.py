"""Development: a person's episodes in order, with the measures up to each."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from clemtui.analysis.development import Development, development_of
from clemtui.engine.scores import Outcome
from clemtui.records.results import PlayedEpisode


def episodes(*results: tuple[Outcome, float | None]) -> list[PlayedEpisode]:
    begin = datetime(2026, 3, 1, tzinfo=UTC)
    return [
        PlayedEpisode(
            episode=f"e{day}", at=begin + timedelta(days=day), time_known=True, seat="Player 1",
            role="Guesser", language="en", interface="assisted", seats=(), outcome=outcome,
            main_score=score,
        )
        for day, (outcome, score) in enumerate(results)
    ]  # fmt: skip


def test_each_step_has_the_measures_up_to_it() -> None:
    played = episodes(("aborted", None), ("success", 100.0), ("lose", 0.0), ("success", 50.0))
    found = development_of(played, {"practice": 1})
    assert [(s.number, s.played, s.quality, s.joint) for s in found.steps] == [
        (1, 0, None, 0),
        (2, 50, 100, 50),
        (3, pytest.approx(200 / 3), 50, pytest.approx(100 / 3)),
        (4, 75, 50, 37.5),
    ]
    assert [step.episode for step in found.steps] == played
    assert found.left_out == {"practice": 1}


def test_a_game_without_a_main_score_has_no_means() -> None:
    (step,) = development_of(episodes(("success", None)), {}).steps
    assert (step.played, step.quality, step.joint) == (100, None, None)


def test_no_episodes_give_no_steps() -> None:
    assert development_of([], {}) == Development()
