"""What the pictures show is what the report says, and nothing that does not count."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean

import pytest

from clemtui.analysis.baseline.data import observations
from clemtui.analysis.baseline.means import mean_estimate
from clemtui.records.studies import StudyResult
from clemtui.study.pictures.data import Curve, Dots, PlotData, plot_data
from clemtui.study.results.marks import Marks
from tests.study.pictures.made_up import manifest, matched, report, results
from tests.study.results.synthetic import no_marks

CELLS = (("A", "en"), ("B", "en"), ("A", "de"), ("B", "de"))
MANIFEST = manifest(("taboo", "wordle"), CELLS)
PEOPLE = results(MANIFEST, 10, episodes=8)
MODELS = matched(PEOPLE, ("openai/small", "scripted"))


def data(people: Sequence[StudyResult] = PEOPLE, marks: Marks | None = None) -> PlotData:
    return plot_data(report(MANIFEST, people, MODELS, marks))


def test_people_have_the_means_of_the_report() -> None:
    made = report(MANIFEST, PEOPLE, MODELS, no_marks(p3="attention"))
    for intervals in plot_data(made).intervals:
        drawn = [
            each.estimate
            for group in sorted((*intervals.games, *intervals.cells), key=lambda g: g.game)
            for each in group.drawn
            if each.kind != "model"
        ]
        assert drawn == [getattr(row, intervals.measure) for row in made.rows]


def test_models_have_the_means_of_the_report_in_the_primary_measure() -> None:
    made = report(MANIFEST, PEOPLE, MODELS)
    joint, *_ = plot_data(made).intervals
    drawn = [each for group in joint.games for each in group.drawn if each.kind == "model"]
    reported = {(row.game, row.player): row.own for row in made.models}
    assert [each.estimate for each in drawn] == [
        reported[game, player]
        for game in ("taboo", "wordle")
        for player in ("openai/small", "scripted")
    ]


def test_a_cell_has_the_models_own_episodes_in_it() -> None:
    joint, played, quality = data().intervals
    for number, group in enumerate(joint.cells):
        own = [
            0.0 if each.main_score is None else each.main_score
            for each in MODELS
            if (each.game, f"{each.seat}, {each.language}") == (group.game, group.place)
            and each.player == "scripted"
        ]
        scripted = group.drawn[-1]
        assert (scripted.name, scripted.shape) == ("scripted", 1)
        assert scripted.estimate is not None
        assert scripted.estimate.value == pytest.approx(fmean(own))
        assert played.cells[number].place == quality.cells[number].place == group.place


def test_a_game_with_one_seat_and_language_has_no_cells() -> None:
    made = plot_data(report(manifest(), results(manifest(), 3)))
    assert [(group.game, group.place) for group in made.intervals[0].games] == [("taboo", "A, en")]
    assert made.intervals[0].cells == ()


def by_hand(game: str, *without: str) -> list[float]:
    """Return the mean joint scores of participants."""
    scores: defaultdict[str, list[float]] = defaultdict(list)
    for each in PEOPLE:
        if each.game == game and each.enrolment not in without:
            scores[each.enrolment].append(each.main_score or 0.0)
    return sorted(map(fmean, scores.values()))


def dots_of(made: PlotData) -> list[Dots]:
    return list(made.dots)


def test_every_participant_has_a_dot_at_their_mean_joint_score() -> None:
    for dots in dots_of(data()):
        assert dots.values == pytest.approx(by_hand(dots.group.game))
        assert len(dots.values) == 10


def test_excluded_participants_have_no_dot_but_a_mean_with_them_is_given() -> None:
    for dots in dots_of(data(marks=no_marks(p3="attention"))):
        assert dots.values == pytest.approx(by_hand(dots.group.game, "p3"))
        people, including, *_ = dots.group.drawn
        assert (people.kind, including.kind) == ("people", "with excluded")
        assert people.estimate is not None
        assert including.estimate is not None
        assert (people.estimate.participants, including.estimate.participants) == (9, 10)


def taboo_curve(people: Sequence[StudyResult], marks: Marks | None = None) -> Curve:
    curve, _ = data(people, marks).curves
    assert curve.game == "taboo"
    return curve


def test_a_curve_has_the_mean_of_each_place_in_the_game() -> None:
    _, wordle = data().curves
    assert [place for place, _ in wordle.points] == list(range(1, 9))
    for place, found in wordle.points:
        own = [
            (each.enrolment, each.instance, each.main_score or 0.0)
            for each in PEOPLE
            if (each.game, each.position) == ("wordle", 8 + place)
        ]
        assert found == mean_estimate(observations(own))
        assert found.value == pytest.approx(fmean(value for _, _, value in own))


def test_an_episode_that_does_not_count_keeps_its_place() -> None:
    first = [replace(e, left_out="excluded") if e.position == 1 else e for e in PEOPLE]
    assert taboo_curve(first).points == taboo_curve(PEOPLE).points[1:]


def test_practice_has_no_place() -> None:
    practised = [
        replace(e, practice=True, left_out="practice") if e.position == 1 else e for e in PEOPLE
    ]
    places = [place for place, _ in taboo_curve(practised).points]
    assert places == list(range(1, 8))


def test_a_repeated_assignment_has_one_place() -> None:
    twice = [*(replace(e, left_out="not finished") for e in PEOPLE if e.position == 2), *PEOPLE]
    assert taboo_curve(twice).points == taboo_curve(PEOPLE).points


def test_curves_are_without_excluded_participants() -> None:
    for _, found in taboo_curve(PEOPLE, no_marks(p3="attention")).points:
        assert found.participants == 9


def test_models_of_one_name_with_other_parameters_are_told_apart() -> None:
    made = plot_data(report(MANIFEST, PEOPLE, matched(PEOPLE, ("m", "m"))))
    names = [each.name for each in made.intervals[0].games[0].drawn]
    assert names == ["people", "m (00000000)", "m (00000001)"]


def test_published_scores_stand_in_quality_and_played_of_whole_games() -> None:
    """Those of taboo are 80.5 and 100 (Beyer and others, arXiv:2405.20859, section 5)."""
    joint, played, quality = data().intervals
    for intervals, value in ((joint, None), (played, 100.0), (quality, 80.5)):
        found = intervals.games[0].references
        assert [each.value for each in found] == ([] if value is None else [value])
        assert not any(each.references for each in intervals.cells)
    (published,) = quality.games[0].references
    assert published.name == "published 2024-05-31, not comparable"


def test_a_study_that_no_one_has_played_has_pictures_of_nothing() -> None:
    made = plot_data(report(MANIFEST))
    assert all(group.is_empty for each in made.intervals for group in (*each.games, *each.cells))
    assert [dots.values for dots in made.dots] == [(), ()]
    assert [curve.points for curve in made.curves] == [(), ()]
