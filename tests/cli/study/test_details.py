"""What the report of a study prints of a study with many results, and as JSON."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from clemtui.cli.study import report as command
from clemtui.study.pictures.page import page
from clemtui.study.results.report import StudyReport
from clemtui.study.tasks import Cell
from clemtui.study.telling.estimates import difference
from clemtui.study.telling.fitting import fitted
from clemtui.study.telling.sections import sections
from tests.study.results.reports import MODEL, PRIMARIES, full_report, report
from tests.study.results.synthetic import manifest, matched, no_marks, recorded, result


def printed(found: StudyReport) -> str:
    return "\n".join(line for each in sections(found) for line in fitted(each.lines))


@pytest.mark.parametrize("primary", PRIMARIES)
def test_no_line_is_wider_than_80_cells(primary: str) -> None:
    lines = printed(full_report(primary, excluded=True)).splitlines()
    assert max(map(len, lines)) <= 80
    assert not any(line.count("[") != line.count("]") for line in lines), "a broken interval"


def test_every_part_has_its_heading_in_this_order() -> None:
    out = printed(full_report())
    headings = [
        "% played, quality (of the played), joint score (aborted: 0)",
        "primary comparison: people and value, joint, alpha 0.05, correction holm",
        "models on the same tasks, joint:",
        "over all games, joint score",
        "linear mixed model of quality (REML; Wald intervals; p values not adjusted)",
        "consistency of participants, joint score",
        "time in seconds, without pauses: medians, and geometric means with intervals",
        "learning: change of the joint score from one episode to the next",
        'manipulation check: who said that the partner was a "person"',
        "published scores of people, for reference: not comparable with those above",
    ]
    places = [out.index(f"{each}\n") for each in headings]
    assert places == sorted(places)


def test_comparisons_have_their_numbers_method_and_equivalence() -> None:
    found = full_report("games")
    out = printed(found)
    assert "  games: wordle_withcritic minus taboo: " in out
    assert "10 participants, 24 instances, 80 episodes and 80; unpaired mover" in out
    assert "equivalent within 9 points: 90 % interval [" in out
    assert "sign-flip p " in out
    assert "; Cliff's delta " in out


def test_several_games_have_a_summary_without_a_test() -> None:
    out = printed(full_report())
    assert "  mean of 2 games: people minus 50: " in out
    assert f"  mean of 2 games: people minus {MODEL}: " in " ".join(out.split("\n    "))
    before_models, _ = printed(full_report("games")).split("models on the same tasks")
    assert "mean of 2 games" not in before_models


def test_a_mixed_model_names_what_is_compared_with_what() -> None:
    out = printed(full_report())
    for each in ("intercept (people, at the average of roles and languages): ",
                 "language de (minus en): ", "seat Bee (minus Ay): ",
                 f"{MODEL} (minus people): ", "standard deviations: participants "):  # fmt: skip
        assert f"\n    {each}" in out


def test_learning_that_cannot_be_estimated_says_so_and_why() -> None:
    """Two people who play the same two tasks, in different orders: without either, there is no
    slope."""
    played = [
        replace(result(person, task, score), position=position)
        for person, order, scores in (("p1", (0, 1), (0.0, 50.0)), ("p2", (1, 0), (50.0, 75.0)))
        for position, (task, score) in enumerate(zip(order, scores, strict=True), 1)
    ]
    out = printed(report(manifest(games=("taboo", "wordle")), recorded(played)))
    assert "  taboo: cannot be estimated (too few episodes)\n" in out
    assert "wordle: cannot" not in out, "nobody has played it"


def test_episodes_of_models_that_are_left_out_of_the_mixed_model_are_counted() -> None:
    played = [result(f"p{who}", task, 50.0 + who + task) for who in range(6) for task in range(6)]
    german = [matched(task, 10.0, language="de") for task in range(3)]
    out = printed(report(manifest(), recorded(played, models=[matched(1, 5.0), *german])))
    assert "without 3 episodes of models where people have no score" in " ".join(out.split())


def test_comparisons_are_printed_again_with_what_is_excluded() -> None:
    out = printed(full_report(excluded=True))
    without, including = out.split("the same with what is excluded:")
    assert "9 participants, 12 instances, 72 episodes; crossed score" in without
    assert "10 participants, 12 instances, 80 episodes; crossed score" in including
    assert "the same with what is excluded" not in printed(full_report())


def test_the_document_has_everything_that_is_printed() -> None:
    found = full_report(excluded=True)
    document = json.loads(json.dumps(command._document(found), allow_nan=False))
    parts = {"clemscore", "primary", "models", "over_games", "mixed", "consistency", "times",
             "learning", "partners"}  # fmt: skip
    assert parts <= document.keys()
    assert set(document["with_excluded"]) == {*parts, "games", "clemscore_games"}
    assert [each["game"] for each in document["published"]] == ["taboo"]
    assert document["mixed"][0]["baseline"] == {"seat": "Ay", "language": "en"}
    assert document["times"][1]["cell"] == {"seat": "A", "language": "en", "role": "Ay"}


def test_intraclass_correlations_of_people_who_disagree_are_printed_and_valid_json() -> None:
    """The reliability of the mean of people who contradict each other has no lower limit."""
    study = manifest(PRIMARIES["value"], cells=(Cell("A", "en"),))
    results = [
        result(f"p{who}", task, 100.0 * ((who + task) % 2)) for who in range(4) for task in range(4)
    ]
    found = report(study, recorded(results))
    out = printed(found)
    # by hand: -E / (3 E - E), where E is the mean square of the rest and the others are 0
    assert "    ICC(2,1) -0.50 [" in out
    assert "of 4 participants not defined, as that of one is negative" in " ".join(out.split())
    average = command._document(found)["consistency"][0]["reliability"]["average"]
    assert (average["value"], average["low"]) == (None, None)
    json.dumps(command._document(found), allow_nan=False)


def test_the_sections_are_printed_in_their_order(capsys: pytest.CaptureFixture[str]) -> None:
    found = full_report(excluded=True)
    command._print(found)
    told = ["\n".join(fitted(each.lines)) for each in sections(found) if each.lines]
    assert capsys.readouterr().out == "\n\n".join(told) + "\n"


def test_a_study_without_results_has_no_empty_sections() -> None:
    study = manifest(PRIMARIES["value"])
    found = report(study, recorded([]))
    said = [each.key for each in sections(found) if each.lines]
    assert said == ["study", "flow", "scores", "primary", "references"]
    assert "nothing can be compared yet: no episode of a participant counts" in printed(found)


def test_a_comparison_with_a_model_is_printed_as_the_primary_one() -> None:
    found = full_report("model")
    (section,) = (each for each in sections(found) if each.key == "primary")
    said = "\n".join(section.lines)
    for row in found.models:
        assert row.compared is not None
        shown = difference(row.compared.difference)
        assert f"  {row.game}: people minus {MODEL}: {shown}" in said
    document = command._document(found)
    assert [each["game"] for each in document["primary"]] == [row.game for row in found.models]
    assert document["primary_missing"] is None


def test_a_comparison_with_a_model_that_has_not_played_says_what_is_missing() -> None:
    study = manifest({"between": "people and model", "model": "openai/a b"})
    found = report(study, recorded([result("a", 0), result("b", 1)]))
    (section,) = (each for each in sections(found) if each.key == "primary")
    command_ = "clemtui study match memory --players 'openai/a b'"
    assert section.lines[1:] == (
        "  nothing can be compared yet: openai/a b has not played what people played",
        f"  run: {command_}",
        "  or give the name that the model has in your settings",
    )
    assert "run: clemtui study match" in page(found)
    document = command._document(found)
    assert document["primary"] == []
    assert document["primary_missing"]["why"] == "model has not played"
    assert document["primary_missing"]["command"] == command_


def test_a_model_without_a_task_in_common_is_no_comparison() -> None:
    study = manifest({"between": "people and model", "model": "openai/m"})
    found = report(study, recorded([result("a", 0), result("b", 1)], models=[matched(5, 50.0)]))
    assert command._document(found)["primary_missing"]["why"] == "no task in common"


def test_if_everything_that_counts_is_excluded_it_says_so() -> None:
    study = manifest({"between": "people and value", "value": 50.0})
    found = report(study, recorded([result("a", 0), result("a", 1)], no_marks(a="ai_use")))
    missing = command._document(found)["primary_missing"]
    assert missing["why"] == "nothing counts"
    assert missing["text"].endswith("no episode of a participant counts and is not excluded")
    assert "the same with what is excluded:" in printed(found)


def test_a_closed_study_is_not_joined_to_have_something_to_compare() -> None:
    found = report(manifest(PRIMARIES["value"]), recorded([]))
    frozen = replace(found.study.frozen, closed_at=found.study.frozen.frozen_at)
    closed = replace(found, study=replace(found.study, frozen=frozen))
    assert command._document(closed)["primary_missing"]["command"] is None
    assert "run: " not in printed(closed)


def test_without_an_episode_that_counts_it_says_so_whatever_is_compared() -> None:
    for primary in PRIMARIES.values():
        missing = command._document(report(manifest(primary), recorded([])))["primary_missing"]
        assert missing["why"] == "nothing counts"
        assert missing["command"] == "clemtui study join memory"


def test_the_clemscore_says_over_how_many_of_the_games_it_is() -> None:
    games = ("taboo", "wordle", "imagegame")
    study = manifest(PRIMARIES["value"], games)
    played = [result(who, task, 50.0, game=game) for who, task in (("a", 0), ("b", 1))
              for game in games]  # fmt: skip
    (two, all_three) = (
        report(study, recorded([each for each in played if each.game in games[:number]]))
        for number in (2, 3)
    )
    assert "\nover 2 of 3 games\n  clemscore 50.0" in printed(two)
    assert "\nall games\n  clemscore 50.0" in printed(all_three)
    assert "over 2 of 3 games" in page(two)
    assert "over 2 of 3 games" not in page(all_three)
    document = command._document(two)
    assert (document["clemscore_games"], document["games"]) == (2, 3)
    assert "  mean of 2 of 3 games: people minus 50: " in printed(two)
    assert "  mean of 3 games: people minus 50: " in printed(all_three)
    assert [(each["games"], each["of"]) for each in document["over_games"]] == [(2, 3)]


def test_a_variance_below_0_is_said_where_coefficients_are_made_of_it() -> None:
    study = manifest(PRIMARIES["value"], cells=(Cell("A", "en"),))
    # each person is at 50 on average, and so is each task: only the rest varies
    contrary = [
        result(f"p{who}", task, 100.0 * ((who + task) % 2)) for who in range(4) for task in range(4)
    ]
    said = " ".join(printed(report(study, recorded(contrary))).split())
    assert "caution: the variance of participants and instances were estimated below 0" in said
    # what varies between people and between tasks alike: 12.5 times the one plus 25 times the other
    additive = [
        result(f"p{who}", task, 12.5 * who + 25.0 * (task // 2) + 5.0 * ((who * task) % 3))
        for who in range(4)
        for task in range(4)
    ]
    assert "caution" not in printed(report(study, recorded(additive)))


def test_where_nothing_is_compared_with_what_is_excluded_there_is_no_empty_heading() -> None:
    study = manifest({"between": "people and model", "model": "openai/m"})
    found = report(study, recorded([result("a", 0), result("b", 1)], no_marks(a="ai_use")))
    (section,) = (each for each in sections(found) if each.key == "excluded")
    assert section.lines == ("everything below with what is excluded: --html, --json",)


def test_the_episodes_that_count_are_stated_with_those_that_a_mark_excludes() -> None:
    study = manifest(PRIMARIES["value"])
    results = [
        result("a", 0), result("a", 1), result("b", 1), result("b", 2, None),
        result("b", 3, left_out="excluded"), result("b", 4, practice=True, left_out="practice"),
    ]  # fmt: skip
    found = report(study, recorded(results, no_marks(a="ai_use")))
    assert "\nepisodes that count: 4, 2 of them excluded by a mark\n" in printed(found)
    assert command._document(found)["episodes"] == 4
    assert "\nepisodes that count: 4\n" in printed(report(study, recorded(results)))
