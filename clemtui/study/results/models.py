"""Models beside people, on exactly the same tasks: same instance, seat, language and partner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from clemtui.analysis.baseline.differences import (
    PeopleMinusModel,
    adjusted,
    people_minus_model,
)
from clemtui.analysis.baseline.equivalence import Equivalence, equivalence
from clemtui.analysis.baseline.equivalence import adjusted as adjusted_equivalences
from clemtui.analysis.baseline.means import Estimate, model_estimate
from clemtui.analysis.effect.model import Correction
from clemtui.records.studies import MatchResult, StudyResult
from clemtui.study.manifest import Manifest
from clemtui.study.protocol.model import Measure
from clemtui.study.results.labels import model_labels
from clemtui.study.results.values import (
    Task,
    observed,
    observed_beside,
    replicate,
    tasks_of,
)


@dataclass(frozen=True, slots=True)
class ModelRow:
    """A model in one game.

    Attributes:
        run: the run that it was played in, which tells models of one name with other parameters
            apart; ``label`` is a name that does so too.
        own: the primary measure of the model; None: nothing to count.
        compared: people minus the model, on the tasks that both have; None: they share none.
        primary: whether this is the primary comparison of the protocol.
        equivalence: of the difference within the margin of the protocol, if it names one and there
            is a difference.
    """

    run: str
    player: str
    label: str
    game: str
    own: Estimate | None
    compared: PeopleMinusModel | None
    primary: bool
    equivalence: Equivalence | None = None


def models_of(
    manifest: Manifest, kept: Sequence[StudyResult], matched: Sequence[MatchResult]
) -> tuple[ModelRow, ...]:
    """Return every model in every game, with p adjusted.

    The primary comparison is a family of its own, so that no other model changes it, nor the same
    one with other parameters; all others are one. Tests of equivalence are families beside these.

    Args:
        kept: the episodes of people that count and are not excluded.
        matched: those of models that count.
    """
    found = tuple(_rows(manifest, kept, matched))
    correction = manifest.protocol.analysis.correction
    if correction == "none":
        return found
    corrected = {
        (row.run, row.game): row
        for primary in (True, False)
        for row in _corrected([each for each in found if each.primary is primary], correction)
    }
    return tuple(corrected[each.run, each.game] for each in found)


def _corrected(rows: Sequence[ModelRow], correction: Correction) -> Iterator[ModelRow]:
    """Yield rows with p adjusted for their number, tests of equivalence on their own."""
    differences = [each.compared.difference for each in rows if each.compared is not None]
    values = iter(adjusted(differences, correction))
    equivalences = iter(
        adjusted_equivalences(
            [each.equivalence for each in rows if each.equivalence is not None], correction
        )
    )
    for each in rows:
        same = None if each.equivalence is None else next(equivalences)
        if each.compared is None:
            yield replace(each, equivalence=same)
        else:
            compared = replace(each.compared, difference=next(values))
            yield replace(each, compared=compared, equivalence=same)


def _rows(
    manifest: Manifest, people: Sequence[StudyResult], matched: Sequence[MatchResult]
) -> Iterator[ModelRow]:
    primary, margin = manifest.protocol.analysis.primary, manifest.protocol.analysis.margin
    task, first = tasks_of(manifest), primary_run(manifest, matched)
    for run, label in model_labels(matched).items():
        for game in manifest.games:
            own = [each for each in matched if each.run == run and each.game == game.game]
            if not own:
                continue
            of_game = [each for each in people if each.game == game.game]
            both = observed_beside(of_game, own, primary.measure, task)
            compared = same = None
            if both is not None:
                compared = people_minus_model(both)
                if margin is not None:
                    alpha = manifest.protocol.analysis.alpha
                    same = equivalence(both.people, both.model, margin, alpha=alpha)
            yield ModelRow(
                run=run,
                player=own[0].player,
                label=label,
                game=game.game,
                own=model_mean(own, primary.measure, task),
                compared=compared,
                primary=run == first,
                equivalence=same,
            )


def primary_run(manifest: Manifest, matched: Sequence[MatchResult]) -> str | None:
    """Return the run that the primary comparison is with; None if there is none.

    The protocol names a model; if it was matched with several sets of parameters, the one that
    played first is meant, so that no later run changes the result.
    """
    primary = manifest.protocol.analysis.primary
    if primary.between != "people and model":
        return None
    runs = [each for each in matched if each.player == primary.model]
    return min(runs, key=lambda each: each.episode).run if runs else None


def model_mean(own: Sequence[MatchResult], measure: Measure, task: Task) -> Estimate | None:
    """Return the mean of a model's episodes, whose replicates take the place of participants; None
    if none of them has a value."""
    values = observed(own, measure, replicate, task)
    return None if values is None else model_estimate(values)
