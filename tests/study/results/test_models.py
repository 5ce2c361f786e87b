"""Models beside people: in the same places, and told apart by their parameters."""

from __future__ import annotations

from dataclasses import replace

import pytest

from clemtui.records.studies import MatchResult
from clemtui.study.results.labels import model_labels
from clemtui.study.results.models import models_of, primary_run
from clemtui.study.results.summary import over_games
from tests.study.results.synthetic import manifest, matched, result

PRIMARY = {"between": "people and model", "model": "openai/m"}


def runs(
    *parameters: dict[str, object], scores: tuple[float, ...] = (50.0, 50.0, 50.0)
) -> list[MatchResult]:
    """Return a run for each set of parameters, on four tasks; the last one played first."""
    return [
        replace(
            matched(task, scores[number], run=f"study-x.{number}"),
            parameters=each,
            episode=f"{len(parameters) - number}-{task}",
        )
        for number, each in enumerate(parameters)
        for task in range(4)
    ]


def test_one_model_of_a_name_has_this_name() -> None:
    assert model_labels(runs({"temperature": 0.0})) == {"study-x.0": "openai/m"}


def test_models_of_one_name_are_called_by_the_parameters_that_differ() -> None:
    one = {"temperature": 0.0, "api_base": "http://a", "max_tokens": 300}
    other = {"temperature": 0.7, "api_base": "http://a"}
    assert model_labels(runs(one, other)) == {
        "study-x.0": "openai/m (max_tokens 300, temperature 0.0)",
        "study-x.1": "openai/m (max_tokens not set, temperature 0.7)",
    }


def test_models_without_any_known_difference_are_called_by_their_runs() -> None:
    assert model_labels(runs({}, {})) == {
        "study-x.0": "openai/m (0)",
        "study-x.1": "openai/m (1)",
    }


def test_the_primary_comparison_is_with_the_model_that_played_first() -> None:
    """Whatever else is matched later under the same name changes nothing of it."""
    study = manifest(PRIMARY)
    people = [
        result(f"p{who}", task, 60.0 + 10 * (who % 3)) for who in range(6) for task in range(4)
    ]
    several = runs({"t": 0}, {"t": 1}, {"t": 2}, scores=(90.0, 10.0, 30.0))
    alone = [each for each in several if each.run == "study-x.2"]
    assert primary_run(study, several) == "study-x.2"
    (before,) = models_of(study, people, alone)
    rows = {row.run: row for row in models_of(study, people, several)}
    assert [run for run, row in rows.items() if row.primary] == ["study-x.2"]
    assert rows["study-x.2"].compared == before.compared
    assert rows["study-x.0"].label == "openai/m (t 0)"
    assert primary_run(manifest({"between": "seats", "baseline": "A"}), several) is None


@pytest.mark.parametrize("measure", ["joint", "quality"])
def test_people_and_a_model_with_equal_scores_in_every_seat_and_language_do_not_differ(
    measure: str,
) -> None:
    """German is harder, and fewer people played it."""
    scores = {"en": 80.0, "de": 20.0}
    people = [
        result(f"p{who}", task, scores[tag] + task, language=tag, game=game)
        for game in ("taboo", "wordle")
        for who in range(8)
        for task in range(6)
        for tag in ("de" if who % 4 == 0 else "en",)
    ]
    models = [
        matched(task, scores[tag] + task, language=tag, game=game)
        for game in ("taboo", "wordle")
        for task in range(6)
        for tag in scores
    ]
    study = manifest({**PRIMARY, "measure": measure}, ("taboo", "wordle"))
    for row in models_of(study, people, models):
        assert row.compared is not None
        assert row.compared.difference.value == pytest.approx(0, abs=1e-9)
        assert row.compared.cliffs_delta.value == 0
    (over,) = over_games(study, people, models)
    assert over.difference.value == pytest.approx(0, abs=1e-9)


def test_a_place_where_the_model_has_no_quality_is_not_compared_in_quality() -> None:
    """It aborted in German: German episodes of people have nothing to be compared with."""
    people = [
        result(f"p{who}", task, 80.0 if tag == "en" else 20.0, language=tag)
        for who in range(6)
        for task in range(4)
        for tag in ("de" if who % 2 else "en",)
    ]
    models = [
        matched(task, 80.0 if tag == "en" else None, language=tag)
        for task in range(4)
        for tag in ("en", "de")
    ]
    (row,) = models_of(manifest({**PRIMARY, "measure": "quality"}), people, models)
    assert row.compared is not None
    assert row.compared.difference.value == pytest.approx(0)
    assert row.compared.difference.episodes == 12
