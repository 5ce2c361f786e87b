"""The primary comparison where there is no task in common, its equivalence, and the summary."""

from __future__ import annotations

import random
from dataclasses import replace
from statistics import fmean

import pytest

from clemtui.analysis.baseline.data import observations
from clemtui.analysis.baseline.equivalence import equivalence, equivalence_to_value
from clemtui.analysis.baseline.unpaired import unpaired_difference
from clemtui.records.studies import StudyResult
from clemtui.study.results.models import models_of
from clemtui.study.results.primary import BETWEEN_GAMES, is_paired, primary_comparisons
from clemtui.study.results.summary import over_games
from tests.study.results.synthetic import manifest, matched, result

GAMES = ("taboo", "wordle", "imagegame")


def played(*games: str, languages: tuple[str, ...] = ("en",)) -> list[StudyResult]:
    """Return episodes of eight people, each of whom plays six tasks of every game and language;
    the first game and language are the hardest."""
    draw = random.Random(3)
    return [
        result(
            f"p{who}", (who + at) % 12, draw.choice((0.0, 50.0, 100.0)[: 3 if harder else 2]),
            game=game, language=tag,
        )
        for who in range(8)
        for harder, (game, tag) in enumerate((g, t) for g in games for t in languages)
        for at in range(6)
    ]  # fmt: skip


def mean(results: list[StudyResult], **wanted: str) -> float:
    return fmean(
        each.main_score or 0.0
        for each in results
        if all(getattr(each, name) == value for name, value in wanted.items())
    )


def test_games_are_compared_with_the_baseline_and_never_paired() -> None:
    results = played(*GAMES)
    found = primary_comparisons(
        manifest({"between": "games", "baseline": "wordle"}, GAMES), results
    )
    assert [(each.game, each.level, each.baseline) for each in found] == [
        (BETWEEN_GAMES, "taboo", "wordle"),
        (BETWEEN_GAMES, "imagegame", "wordle"),
    ]
    for each in found:
        assert not each.paired
        assert each.difference is not None
        assert each.difference.method == "unpaired mover"
        assert each.difference.value == pytest.approx(
            mean(results, game=each.level) - mean(results, game="wordle")
        )
        assert (each.difference.participants, each.difference.instances) == (8, 24)
        assert each.difference.adjusted is not None
        assert each.difference.adjusted >= (each.difference.p or 1)


def test_every_game_may_have_a_value_of_its_own() -> None:
    """And the mean over games is compared with the mean of the values of the games played."""
    values = {"taboo": 40.0, "wordle": 10.0, "imagegame": 90.0}
    study = manifest({"between": "people and value", "value": values}, GAMES)
    results = played("taboo", "wordle")
    found = primary_comparisons(study, results)
    assert [(each.game, each.baseline) for each in found] == [
        ("taboo", "40"),
        ("wordle", "10"),
        ("imagegame", "90"),
    ]
    for each in found[:2]:
        assert each.difference is not None
        expected = mean(results, game=each.game) - values[each.game]
        assert each.difference.value == pytest.approx(expected)
    assert found[2].difference is None
    (over,) = over_games(study, results, ())
    assert over.baseline == "25"
    macro = (mean(results, game="taboo") + mean(results, game="wordle")) / 2
    assert over.difference.value == pytest.approx(macro - 25)


def test_a_game_that_nobody_has_played_is_compared_with_nothing() -> None:
    primary = {"between": "games", "baseline": "taboo"}
    (found,) = primary_comparisons(manifest(primary, GAMES[:2]), played("taboo"))
    assert found.difference is None
    (found,) = primary_comparisons(manifest(primary, GAMES[:2]), played("wordle"))
    assert found.difference is None


def test_languages_whose_tasks_differ_are_compared_unpaired() -> None:
    """As in Wordle: t1 in German is not t1 in English."""
    primary = {"between": "languages", "baseline": "en"}
    study = manifest(primary, paired=False, analysis={"margin": 20.0})
    results = played("taboo", languages=("en", "de"))
    assert not is_paired(study.games[0])
    (found,) = primary_comparisons(study, results)
    rows = {
        tag: observations(
            (e.enrolment, e.instance, e.main_score or 0.0) for e in results if e.language == tag
        )
        for tag in ("en", "de")
    }
    expected = unpaired_difference(rows["de"], rows["en"])
    assert found.difference is not None
    assert (found.difference.value, found.difference.low, found.difference.p) == (
        expected.value, expected.low, expected.p,
    )  # fmt: skip
    assert found.difference.instances == 24
    assert not found.paired
    assert found.equivalence is not None
    assert found.equivalence.margin == 20.0


def test_languages_with_the_same_tasks_are_compared_paired() -> None:
    study = manifest({"between": "languages", "baseline": "en"})
    (found,) = primary_comparisons(study, played("taboo", languages=("en", "de")))
    assert is_paired(study.games[0])
    assert found.paired
    assert found.difference is not None
    assert (found.difference.method, found.difference.instances) == ("mover", 12)


def test_a_margin_tests_the_equivalence_to_a_value_and_to_a_model() -> None:
    primary = {"between": "people and value", "value": 40.0}
    results = played("taboo")
    models = [matched(task, 50.0) for task in range(12)]
    (compared,) = primary_comparisons(manifest(primary, analysis={"margin": 15.0}), results)
    rows = observations((e.enrolment, e.instance, e.main_score or 0.0) for e in results)
    single = equivalence_to_value(rows, 40.0, 15.0)
    assert compared.equivalence == replace(single, adjusted=single.p)
    (row,) = models_of(manifest(primary, analysis={"margin": 15.0}), results, models)
    response = observations(("1", f"t{task}-en", 50.0) for task in range(12))
    same = equivalence(rows, response, 15.0)
    assert same is not None
    assert row.equivalence == replace(same, adjusted=same.p)
    (without,) = primary_comparisons(manifest(primary), results)
    assert without.equivalence is None
    assert models_of(manifest(primary), results, models)[0].equivalence is None


def test_several_games_are_summarised_with_equal_weights() -> None:
    study = manifest({"between": "people and value", "value": 40.0}, GAMES[:2])
    results = played(*GAMES[:2]) + [result("p9", task, 100.0) for task in range(5)]
    models = [matched(task, 10.0, game=game) for game in GAMES[:2] for task in range(12)]
    value, model = over_games(study, results, models)
    middle = (mean(results, game="taboo") + mean(results, game="wordle")) / 2
    assert (value.baseline, value.run, value.games, value.primary) == ("40", None, 2, True)
    assert value.difference.value == pytest.approx(middle - 40)
    assert (model.baseline, model.games, model.primary) == ("openai/m", 2, False)
    assert model.difference.value == pytest.approx(middle - 10)
    assert value.difference.low is not None


def test_the_summary_of_the_named_model_is_primary() -> None:
    study = manifest({"between": "people and model", "model": "openai/m"}, GAMES[:2])
    models = [matched(task, 10.0, game=game) for game in GAMES[:2] for task in range(12)]
    (found,) = over_games(study, played(*GAMES[:2]), models)
    assert found.primary
    assert found.run == "study-x.1"


@pytest.mark.parametrize("games", [("taboo",), GAMES[:2]])
def test_one_game_alone_has_no_summary(games: tuple[str, ...]) -> None:
    study = manifest({"between": "people and value", "value": 40.0}, games)
    assert list(over_games(study, played("taboo"), [matched(1, 10.0)])) == []


def test_a_model_and_people_are_compared_by_task_where_both_have_played_it() -> None:
    study = manifest({"between": "people and model", "model": "openai/m"})
    results = played("taboo", languages=("en", "de"))
    models = [matched(task, 50.0, language=tag) for task in range(12) for tag in ("en", "de")]
    (row,) = models_of(study, results, models)
    assert row.compared is not None
    assert row.compared.difference.instances == 12
    (english,) = models_of(study, results, [each for each in models if each.language == "en"])
    assert english.compared is not None
    people = [each for each in results if each.language == "en"]
    assert english.compared.difference.value == pytest.approx(mean(people) - 50)


def test_another_model_changes_no_p_value_of_the_primary_comparison() -> None:
    study = manifest({"between": "people and model", "model": "openai/m"}, GAMES[:2])
    results = played(*GAMES[:2])
    own = [matched(task, 30.0, game=game) for game in GAMES[:2] for task in range(12)]
    others = [
        replace(each, run="study-x.2", player="openai/other", main_score=35.0) for each in own
    ]
    alone = models_of(study, results, own)
    beside = [each for each in models_of(study, results, [*own, *others]) if each.primary]
    assert [each.compared for each in beside] == [each.compared for each in alone]


def test_equivalence_is_tested_at_the_level_of_the_protocol() -> None:
    primary = {"between": "people and value", "value": 50.0}
    results = played("taboo")
    (usual,) = primary_comparisons(manifest(primary, analysis={"margin": 40.0}), results)
    strict = manifest(primary, analysis={"margin": 40.0, "alpha": 0.001})
    (found,) = primary_comparisons(strict, results)
    assert usual.equivalence is not None
    assert found.equivalence is not None
    assert usual.equivalence.low is not None
    assert found.equivalence.low is not None
    assert found.equivalence.low < usual.equivalence.low
    assert found.equivalence.alpha == 0.001
