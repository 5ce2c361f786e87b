"""The primary comparison of a study, game by game: decided in the protocol, before the data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from clemtui.analysis.baseline.data import Observations
from clemtui.analysis.baseline.differences import (
    Difference,
    adjusted,
    people_minus_people,
    people_minus_value,
)
from clemtui.analysis.baseline.equivalence import Equivalence, equivalence
from clemtui.records.studies import StudyResult
from clemtui.study.manifest import Manifest
from clemtui.study.results.marks import Marks
from clemtui.study.results.values import observed, participant


@dataclass(frozen=True, slots=True)
class Compared:
    """One comparison.

    Attributes:
        game: the game in which it was made.
        level, baseline: what was compared with what: languages, seats, or people and a value.
        difference: None: the two have no task in common.
        equivalence: of the difference within the margin of the protocol, if it names one and both
            sides are people.
    """

    game: str
    level: str
    baseline: str
    difference: Difference | None
    equivalence: Equivalence | None


def primary_comparisons(
    manifest: Manifest, results: Sequence[StudyResult], marks: Marks
) -> tuple[Compared, ...]:
    """Return the primary comparisons, with p adjusted for their number as the protocol says.

    A comparison of people and a model is none of them: see `clemtui.study.results.models`.
    """
    primary = manifest.protocol.analysis.primary
    kept = [each for each in results if each.left_out is None and not marks.excludes(each)]
    match primary.between:
        case "people and value":
            found = list(_with_value(manifest, kept, primary.value or 0.0))
        case "languages" | "seats":
            found = list(_levels(manifest, kept))
        case _:
            found = []
    correction = manifest.protocol.analysis.correction
    known = [each.difference for each in found if each.difference is not None]
    if correction == "none":
        return tuple(found)
    corrected = iter(adjusted(known, correction))
    return tuple(
        each if each.difference is None else replace(each, difference=next(corrected))
        for each in found
    )


def _with_value(
    manifest: Manifest, results: Sequence[StudyResult], value: float
) -> Iterator[Compared]:
    for game in manifest.games:
        found = _observed(manifest, [each for each in results if each.game == game.game])
        difference = None if found is None else people_minus_value(found, value)
        yield Compared(game.game, "people", f"{value:g}", difference, None)


def _levels(manifest: Manifest, results: Sequence[StudyResult]) -> Iterator[Compared]:
    analysis = manifest.protocol.analysis
    baseline = analysis.primary.baseline or ""
    for game in manifest.games:
        of_game = [each for each in results if each.game == game.game]
        levels = dict.fromkeys(_level(manifest, cell.seat, cell.language) for cell in game.cells)
        seat_of_baseline = _seat(manifest, game.game, baseline)
        start = seat_of_baseline if analysis.primary.between == "seats" else baseline
        if start not in levels:
            continue
        other = _observed(manifest, [each for each in of_game if _of(manifest, each) == start])
        for level in levels:
            if level == start:
                continue
            one = _observed(manifest, [each for each in of_game if _of(manifest, each) == level])
            if one is None or other is None:
                yield Compared(game.game, level, start, None, None)
                continue
            same = None
            if analysis.margin is not None:
                same = equivalence(one, other, analysis.margin, other_is_people=True)
            yield Compared(game.game, level, start, people_minus_people(one, other), same)


def _seat(manifest: Manifest, game: str, named: str) -> str:
    """Return the seat of a game that a protocol calls by its name or its role."""
    wanted = manifest.wanted(game)
    seats = dict.fromkeys(cell.seat for cell in manifest.game(game).cells)
    return dict(zip(wanted.seats, seats, strict=False)).get(named, named)


def _level(manifest: Manifest, seat: str, language: str) -> str:
    return seat if manifest.protocol.analysis.primary.between == "seats" else language


def _of(manifest: Manifest, result: StudyResult) -> str:
    return _level(manifest, result.seat, result.language)


def _observed(manifest: Manifest, results: Sequence[StudyResult]) -> Observations | None:
    """Return the values of the primary measure, by participant and task; None if there are none.

    A task is the same one in every language.
    """
    names = manifest.task_names()

    def task(result: StudyResult) -> str:
        return names.get((result.game, result.instance), result.instance)

    return observed(results, manifest.protocol.analysis.primary.measure, participant, task)
