"""What the report of a study prints of a study with many results, and as JSON."""

from __future__ import annotations

import json

import pytest

from clemtui.cli.study import report as command
from clemtui.study.results.report import StudyReport
from clemtui.study.tasks import Cell
from clemtui.study.telling.fitting import fitted
from clemtui.study.telling.sections import sections
from tests.study.results.reports import MODEL, PRIMARIES, full_report, report
from tests.study.results.synthetic import manifest, recorded, result


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
    for each in ("intercept: ", "language de (minus en): ", "seat B (minus A): ",
                 f"{MODEL} (minus people): ", "standard deviations: participants "):  # fmt: skip
        assert f"\n    {each}" in out


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
    assert set(document["with_excluded"]) == parts
    assert [each["game"] for each in document["published"]] == ["taboo"]
    assert document["mixed"][0]["baseline"] == {"seat": "A", "language": "en"}
    assert document["times"][1]["cell"] == {"seat": "A", "language": "en"}


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
    assert "nothing counts yet" in printed(found)
