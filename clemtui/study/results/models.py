"""Models beside people, on exactly the same tasks: same instance, seat, language and partner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from clemtui.analysis.baseline.differences import (
    PeopleMinusModel,
    adjusted,
    people_minus_model,
)
from clemtui.analysis.baseline.means import Estimate, model_estimate
from clemtui.records.studies import MatchResult, StudyResult
from clemtui.study.manifest import Manifest
from clemtui.study.results.marks import Marks
from clemtui.study.results.values import observed, participant


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
            of_game = [each for each in people if each.game == game.game]
            # replicates take the place of participants
            model = observed(own, primary.measure, lambda each: str(each.replicate), _place)
            human = observed(of_game, primary.measure, participant, _place)
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


def _place(result: StudyResult | MatchResult) -> str:
    """Return what a model and people must share: the task in a seat and a language."""
    return f"{result.instance} {result.seat} {result.language}"
