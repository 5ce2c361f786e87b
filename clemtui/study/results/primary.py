"""The primary comparison of a study: decided in the protocol, before the data.

It is made game by game, on the same tasks. Games, and languages of a game whose tasks differ
between languages, are compared unpaired. Games of one family can have tasks in common, which no one
plays twice: in this comparison they are different ones.
"""

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
from clemtui.analysis.baseline.equivalence import (
    Equivalence,
    equivalence,
    equivalence_to_value,
    unpaired_equivalence,
)
from clemtui.analysis.baseline.equivalence import adjusted as adjusted_equivalences
from clemtui.analysis.baseline.unpaired import unpaired_difference
from clemtui.analysis.effect.model import Correction
from clemtui.records.studies import StudyResult
from clemtui.study.manifest import FrozenGame, Manifest
from clemtui.study.results.values import observed_tasks

BETWEEN_GAMES = "games"
"""What stands for the game in a comparison of games with each other."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One comparison.

    Attributes:
        game: the game in which it was made; `BETWEEN_GAMES` if two games are compared.
        level, baseline: what was compared with what: languages, roles, games, or people and a
            value or a model.
        difference: None: the two have no task in common, or one of them has no value.
        equivalence: of the difference within the margin of the protocol, if it names one.
        paired: whether both were compared on the same tasks; a value has none.
    """

    game: str
    level: str
    baseline: str
    difference: Difference | None
    equivalence: Equivalence | None
    paired: bool = True


def primary_comparisons(manifest: Manifest, kept: Sequence[StudyResult]) -> tuple[Compared, ...]:
    """Return the primary comparisons, with p adjusted for their number as the protocol says.

    A comparison of people and a model is none of them: see `clemtui.study.results.models`.

    Args:
        kept: the episodes that count and are not excluded.
    """
    analysis = manifest.protocol.analysis
    match analysis.primary.between:
        case "people and value":
            found = list(_with_value(manifest, kept))
        case "games":
            found = list(_games(manifest, kept))
        case "languages" | "seats":
            found = list(_levels(manifest, kept))
        case "people and model":
            found = []
    if analysis.correction == "none":
        return tuple(found)
    return tuple(_corrected(found, analysis.correction))


def _corrected(found: Sequence[Compared], correction: Correction) -> Iterator[Compared]:
    """Yield the comparisons with p adjusted: tests for a difference and tests of equivalence are a
    family each, see `clemtui.analysis.baseline.equivalence`."""
    differences = iter(
        adjusted([each.difference for each in found if each.difference is not None], correction)
    )
    equivalences = iter(
        adjusted_equivalences(
            [each.equivalence for each in found if each.equivalence is not None], correction
        )
    )
    for each in found:
        yield replace(
            each,
            difference=None if each.difference is None else next(differences),
            equivalence=None if each.equivalence is None else next(equivalences),
        )


def _with_value(manifest: Manifest, kept: Sequence[StudyResult]) -> Iterator[Compared]:
    analysis = manifest.protocol.analysis
    margin = analysis.margin
    for game in manifest.games:
        value = analysis.primary.value_of(game.game)
        found = observed_tasks(manifest, [each for each in kept if each.game == game.game])
        difference = None if found is None else people_minus_value(found, value)
        same = None
        if found is not None and margin is not None:
            same = equivalence_to_value(found, value, margin, alpha=analysis.alpha)
        yield Compared(game.game, "people", f"{value:g}", difference, same, paired=False)


def _games(manifest: Manifest, kept: Sequence[StudyResult]) -> Iterator[Compared]:
    """Yield every other game against the baseline."""
    baseline = manifest.protocol.analysis.primary.baseline or ""
    if baseline not in (game.game for game in manifest.games):
        return
    other = observed_tasks(manifest, [each for each in kept if each.game == baseline])
    for game in manifest.games:
        if game.game != baseline:
            one = observed_tasks(manifest, [each for each in kept if each.game == game.game])
            yield _compared(
                manifest, (BETWEEN_GAMES, game.game, baseline), one, other, paired=False
            )


def _levels(manifest: Manifest, kept: Sequence[StudyResult]) -> Iterator[Compared]:
    primary = manifest.protocol.analysis.primary
    baseline = primary.baseline or ""
    for game in manifest.games:
        of_game = [each for each in kept if each.game == game.game]
        levels = {_level(manifest, each.seat, each.language): each for each in game.cells}
        start = _seat(game, baseline) if primary.between == "seats" else baseline
        if start not in levels:
            continue
        called = {
            level: cell.called if primary.between == "seats" else level
            for level, cell in levels.items()
        }
        paired = primary.between == "seats" or is_paired(game)
        other = observed_tasks(manifest, [each for each in of_game if _of(manifest, each) == start])
        for level in levels:
            if level != start:
                one = [each for each in of_game if _of(manifest, each) == level]
                names = game.game, called[level], called[start]
                yield _compared(
                    manifest, names, observed_tasks(manifest, one), other, paired=paired
                )


def _compared(
    manifest: Manifest,
    names: tuple[str, str, str],
    one: Observations | None,
    other: Observations | None,
    *,
    paired: bool,
) -> Compared:
    margin, alpha = manifest.protocol.analysis.margin, manifest.protocol.analysis.alpha
    if one is None or other is None:
        return Compared(*names, None, None, paired)
    if not paired:
        same = None if margin is None else unpaired_equivalence(one, other, margin, alpha=alpha)
        return Compared(*names, unpaired_difference(one, other), same, paired)
    same = (
        None
        if margin is None
        else equivalence(one, other, margin, other_is_people=True, alpha=alpha)
    )
    return Compared(*names, people_minus_people(one, other), same, paired)


def is_paired(game: FrozenGame) -> bool:
    """Whether every task of a game is set in all of its languages."""
    languages = {cell.language for cell in game.cells}
    return all(languages <= task.instances.keys() for task in game.tasks)


def _seat(game: FrozenGame, named: str) -> str:
    """Return the seat of a game that a protocol calls by its name or its role."""
    roles = {cell.role: cell.seat for cell in game.cells if cell.role}
    return roles.get(named, named)


def _level(manifest: Manifest, seat: str, language: str) -> str:
    return seat if manifest.protocol.analysis.primary.between == "seats" else language


def _of(manifest: Manifest, result: StudyResult) -> str:
    return _level(manifest, result.seat, result.language)
