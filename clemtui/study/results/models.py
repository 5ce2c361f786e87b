"""Models beside people, on exactly the same tasks: same instance, seat, language and partner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from clemtui.analysis.baseline.data import Observations, observations
from clemtui.analysis.baseline.differences import (
    PeopleMinusModel,
    adjusted,
    people_minus_model,
)
from clemtui.analysis.baseline.means import Estimate, model_estimate
from clemtui.records.studies import MatchResult, StudyResult
from clemtui.study.manifest import Manifest
from clemtui.study.protocol.model import Measure
from clemtui.study.results.marks import Marks
from clemtui.study.results.primary import value_of


@dataclass(frozen=True, slots=True)
class ModelRow:
    """A model in one game.

    Attributes:
        run: the run that it was played in, which tells models of one name with other parameters
            apart.
        own: the primary measure of the model; None: nothing to count.
        compared: people minus the model, on the tasks that both have; None: they share none.
        primary: whether this is the primary comparison of the protocol.
    """

    run: str
    player: str
    game: str
    own: Estimate | None
    compared: PeopleMinusModel | None
    primary: bool


def models_of(
    manifest: Manifest,
    results: Sequence[StudyResult],
    matched: Sequence[MatchResult],
    marks: Marks,
) -> tuple[ModelRow, ...]:
    """Return every model in every game, with p adjusted for the number of games and models."""
    kept = [each for each in results if each.left_out is None and not marks.excludes(each)]
    found = list(_rows(manifest, kept, [each for each in matched if each.left_out is None]))
    correction = manifest.protocol.analysis.correction
    if correction == "none":
        return tuple(found)
    differences = [each.compared.difference for each in found if each.compared is not None]
    corrected = iter(adjusted(differences, correction))
    return tuple(
        each
        if each.compared is None
        else replace(each, compared=replace(each.compared, difference=next(corrected)))
        for each in found
    )


def _rows(
    manifest: Manifest, people: Sequence[StudyResult], matched: Sequence[MatchResult]
) -> Iterator[ModelRow]:
    primary = manifest.protocol.analysis.primary
    for run in dict.fromkeys(each.run for each in matched):
        for game in manifest.games:
            own = [each for each in matched if each.run == run and each.game == game.game]
            if not own:
                continue
            model = _of_model(own, primary.measure)
            human = _of_people([p for p in people if p.game == game.game], primary.measure)
            yield ModelRow(
                run=run,
                player=own[0].player,
                game=game.game,
                own=None if model is None else model_estimate(model),
                compared=(
                    None if model is None or human is None else people_minus_model(human, model)
                ),
                primary=primary.between == "people and model" and own[0].player == primary.model,
            )


def _of_people(results: Sequence[StudyResult], measure: Measure) -> Observations | None:
    rows = [
        (each.enrolment, _place(each), value)
        for each in results
        if (value := value_of(each.aborted, each.main_score, measure)) is not None
    ]
    return observations(rows) if rows else None


def _of_model(results: Sequence[MatchResult], measure: Measure) -> Observations | None:
    """Return the values of a model, whose replicates take the place of participants."""
    rows = [
        (f"{each.replicate}", _place(each), value)
        for each in results
        if (value := value_of(each.aborted, each.main_score, measure)) is not None
    ]
    return observations(rows) if rows else None


def _place(result: StudyResult | MatchResult) -> str:
    """Return what a model and people must share: the task in a seat and a language."""
    return f"{result.instance} {result.seat} {result.language}"
