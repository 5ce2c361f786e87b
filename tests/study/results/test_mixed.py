"""The linear mixed model of a study: its rows, and what its coefficients mean."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from clemtui.records.studies import MatchResult, StudyResult
from clemtui.study.results import mixed
from clemtui.study.results.labels import model_labels
from clemtui.study.results.mixed import GameModel, mixed_models
from clemtui.study.tasks import Cell
from tests.study.results.synthetic import CELLS, manifest, matched, result


def study(people: int = 16, *, seat: float = 0.0, language: float = 0.0) -> list[StudyResult]:
    """Return people who play all twelve tasks, in four cells; seat B and German add points."""
    draw = np.random.default_rng(2)
    skill, hard = draw.normal(0, 8, people), draw.normal(0, 8, 12)
    found = []
    for who in range(people):
        for task in range(12):
            cell = CELLS[(who + task) % 4]
            score = 50 + skill[who] + hard[task] + draw.normal(0, 6)
            score += seat * (cell.seat == "B") + language * (cell.language == "de")
            found.append(
                result(f"p{who}", task, float(score), language=cell.language, seat=cell.seat)
            )
    return found


def fitted(
    results: list[StudyResult], models: list[MatchResult] | None = None
) -> tuple[GameModel, dict[str, float]]:
    (found,) = mixed_models(manifest(), results, models or [])
    assert found.model is not None
    assert found.model.refused is None
    return found, {each.name: each.value for each in found.model.coefficients}


def test_seats_and_languages_are_fixed_effects_against_the_first_of_the_protocol() -> None:
    found, values = fitted(study(seat=-10.0, language=5.0))
    assert found.baseline == {"seat": "Ay", "language": "en"}
    assert set(values) == {"intercept", "seat Bee", "language de"}
    assert values["seat Bee"] == pytest.approx(-10, abs=2.5)
    assert values["language de"] == pytest.approx(5, abs=2.5)


def test_the_intercept_is_that_of_people_at_the_average_of_seats_and_languages() -> None:
    """Everyone plays every task once, so that without models it is the mean of all scores."""
    results = study(seat=-30.0, language=20.0)
    _, values = fitted(results)
    scores = [each.main_score or 0.0 for each in results]
    assert values["intercept"] == pytest.approx(np.mean(scores), abs=0.01)
    at_the_baseline = [e.main_score or 0.0 for e in results if (e.seat, e.language) == ("A", "en")]
    assert abs(values["intercept"] - np.mean(at_the_baseline)) > 3, "which is another number"


def test_a_task_is_the_same_instance_in_every_language_and_seat() -> None:
    found, _ = fitted(study())
    assert found.model is not None
    assert (found.model.participants, found.model.instances, found.model.episodes) == (16, 12, 192)


def test_one_seat_and_language_leave_no_fixed_effect() -> None:
    results = [replace(each, seat="A", language="en") for each in study()]
    (found,) = mixed_models(manifest(cells=(Cell("A", "en"),)), results, [])
    assert found.baseline == {}
    assert found.model is not None
    assert [each.name for each in found.model.coefficients] == ["intercept"]


def test_models_are_compared_with_people_after_averaging_replicates() -> None:
    models = [
        matched(task, score, replicate=number, seat=cell.seat, language=cell.language)
        for task in range(12)
        for number, score in enumerate((10.0, 30.0), 1)
        for cell in CELLS
    ]
    found, values = fitted(study(), models)
    assert found.episodes == 192 + 48
    people = np.mean([each.main_score for each in study()])
    assert values["openai/m"] == pytest.approx(20 - people, abs=2.5)


def test_the_model_is_that_of_lme4() -> None:
    """Against R 4.2.2 with lme4 1.1-31, which was run once on the R script of these data: for each
    effect the estimate with its Wald interval, and the standard deviations."""
    models = [
        matched(task, 10.0 * (task % 4), seat=cell.seat, language=cell.language)
        for task in range(12)
        for cell in CELLS
    ]
    (found,) = mixed_models(manifest(), study(seat=-10.0, language=5.0), models)
    assert found.model is not None
    effects = {each.name: (each.value, each.low, each.high) for each in found.model.coefficients}
    assert effects["openai/m"] == pytest.approx((-33.1100722, -37.6584624, -28.5616821), abs=1e-5)
    assert effects["seat Bee"] == pytest.approx((-8.2606510, -10.4800003, -6.0413016), abs=1e-5)
    assert effects["language de"] == pytest.approx((4.5545428, 2.3351935, 6.7738921), abs=1e-5)
    variances = found.model.participant, found.model.instance, found.model.residual
    assert variances == pytest.approx((54.112, 40.080, 76.932), abs=1e-3)


def test_models_enter_only_with_what_people_have_scores_in() -> None:
    """Nobody has a score in German, which so has no effect: a model that is worse in German must
    not be worse for it in English."""
    people = [
        replace(each, aborted=True, main_score=None) if each.language == "de" else each
        for each in study(32)
    ]
    same = [matched(task, 40.0 + task, seat=seat) for task in range(12) for seat in ("A", "B")]
    german = [matched(task, 0.0, seat="A", language="de") for task in range(12)]
    alone, expected = fitted(people, same)
    found, values = fitted(people, same + german)
    assert values == expected
    assert (alone.left_out, found.left_out) == (0, 12)
    assert found.episodes == alone.episodes == 192 + 24
    assert found.baseline == {"seat": "Ay"}
    assert found.model is not None
    assert [each.name for each in found.model.coefficients] == ["intercept", "openai/m", "seat Bee"]


def test_models_enter_with_all_places_of_people() -> None:
    """Roles and languages that people have scores in have an effect of their own."""
    models = [
        matched(task, 30.0, seat=cell.seat, language=cell.language)
        for task in range(12)
        for cell in CELLS
    ]
    found, values = fitted(study(language=20.0), models)
    assert (found.episodes, found.left_out) == (192 + 48, 0)
    assert {"seat Bee", "language de", "openai/m"} < set(values)


def test_aborted_episodes_have_no_quality() -> None:
    results = study()
    aborted = [replace(each, aborted=True, main_score=None) for each in results[:10]]
    found, _ = fitted([*aborted, *results[10:]], [matched(1, None)])
    assert found.episodes == 182


def test_models_of_one_name_with_other_parameters_are_told_apart() -> None:
    models = [
        matched(1, 5.0),
        matched(1, 5.0, run="study-x.2"),
        matched(1, 5.0, run="r", player="q"),
    ]
    assert model_labels(models) == {
        "study-x.1": "openai/m (1)",
        "study-x.2": "openai/m (2)",
        "r": "q",
    }


def test_a_small_study_is_refused_and_says_why() -> None:
    (found,) = mixed_models(manifest(), study(people=3), [])
    assert found.model is not None
    assert found.model.refused == "few participants"


def test_too_many_episodes_are_not_fitted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mixed, "LARGEST", 100)
    (found,) = mixed_models(manifest(), study(), [])
    assert (found.model, found.episodes) == (None, 192)
