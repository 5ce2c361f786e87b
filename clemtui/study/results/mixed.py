"""The linear mixed model of quality in each game, with seats, languages and models.

Participants and instances are random, and models fixed. The instance of an episode is its task,
which is the same one in every language and seat; what seats and languages change for all tasks is
their fixed effect. A model enters with what people who are analysed have scores in: the same
instances in the same seats and languages, as in the comparisons. Elsewhere, the seat or language
might have no fixed effect, and would pass for the model. The mixed model is for adjustment: the
intervals of single differences are those of the comparisons.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from clemtui.analysis.baseline.mixed import PEOPLE, MixedModel, Scored, mixed_model
from clemtui.records.studies import MatchResult, StudyResult
from clemtui.study.manifest import FrozenGame, Manifest
from clemtui.study.results.labels import model_labels
from clemtui.study.results.values import participant, place, tasks_of, value_of

LARGEST = 1000
"""The largest number of episodes that a model is fitted to: it takes a few seconds."""


@dataclass(frozen=True, slots=True)
class GameModel:
    """The mixed model of a game.

    Attributes:
        baseline: the seat and the language that the others are compared with, by ``seat`` and
            ``language``, each only if there are several.
        model: coefficients are named ``intercept``, ``seat ...`` with a role, ``language ...``, or
            after a model; None: the game has more than `LARGEST` episodes.
        episodes: how many there are, of people and of models on an instance.
        left_out: how many episodes of models have a score in what people have none in.
    """

    game: str
    baseline: Mapping[str, str]
    model: MixedModel | None
    episodes: int
    left_out: int = 0


def mixed_models(
    manifest: Manifest, kept: Sequence[StudyResult], matched: Sequence[MatchResult]
) -> Iterator[GameModel]:
    """Yield the model of every game.

    Args:
        kept: the episodes of people that count and are not excluded.
        matched: those of models that count.
    """
    names, name_task = manifest.task_names(), tasks_of(manifest)
    labels = model_labels(matched)
    for game in manifest.games:
        own = [each for each in kept if each.game == game.game and _score(each) is not None]
        rows = [
            Scored(PEOPLE, participant(each), name_task(each), each.main_score or 0.0,
                   _covariates(game, own, each.seat, each.language))
            for each in own
        ]  # fmt: skip
        scored = [each for each in matched if each.game == game.game and _score(each) is not None]
        places = set(map(place, own))
        tested = [each for each in scored if place(each) in places]
        for (run, instance, seat, language), scores in _averaged(tested).items():
            task = names.get((game.game, instance), instance)
            covariates = _covariates(game, own, seat, language)
            mean = fsum(scores) / len(scores)
            rows.append(Scored(labels[run], None, task, mean, covariates))
        found = mixed_model(rows) if len(rows) <= LARGEST else None
        left_out = len(scored) - len(tested)
        yield GameModel(game.game, _baseline(game, own), found, len(rows), left_out)


def _score(each: StudyResult | MatchResult) -> float | None:
    return value_of(each.aborted, each.main_score, "quality")


def _averaged(
    matched: Sequence[MatchResult],
) -> dict[tuple[str, str, str, str], list[float]]:
    """Return the scores of the replicates, by run, instance, seat and language."""
    found: defaultdict[tuple[str, str, str, str], list[float]] = defaultdict(list)
    for each in matched:
        score = _score(each)
        if score is not None:
            found[each.run, each.instance, each.seat, each.language].append(score)
    return found


def _levels(game: FrozenGame, results: Sequence[StudyResult]) -> tuple[list[str], list[str]]:
    """Return the seats and the languages that were played, in the order of the protocol."""
    seats = {each.seat for each in results}
    languages = {each.language for each in results}
    return (
        [each for each in dict.fromkeys(cell.seat for cell in game.cells) if each in seats],
        [each for each in dict.fromkeys(cell.language for cell in game.cells) if each in languages],
    )


def _roles(game: FrozenGame) -> dict[str, str]:
    return {cell.seat: cell.called for cell in game.cells}


def _baseline(game: FrozenGame, results: Sequence[StudyResult]) -> dict[str, str]:
    seats, languages = _levels(game, results)
    roles = _roles(game)
    named = (("seat", [roles[each] for each in seats]), ("language", languages))
    return {kind: levels[0] for kind, levels in named if len(levels) > 1}


def _covariates(
    game: FrozenGame, results: Sequence[StudyResult], seat: str, language: str
) -> dict[str, float]:
    seats, languages = _levels(game, results)
    roles = _roles(game)
    return {
        **{f"seat {roles[each]}": float(each == seat) for each in seats[1:]},
        **{f"language {each}": float(each == language) for each in languages[1:]},
    }
