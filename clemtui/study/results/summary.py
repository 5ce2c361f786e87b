"""One figure over all games of a study, beside the comparisons that are made game by game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from clemtui.analysis.baseline.beside import Beside
from clemtui.analysis.baseline.data import Observations
from clemtui.analysis.baseline.macro import (
    macro_minus_model,
    macro_minus_value,
)
from clemtui.analysis.baseline.means import Estimate
from clemtui.records.studies import MatchResult, StudyResult
from clemtui.study.manifest import Manifest
from clemtui.study.results.labels import model_labels
from clemtui.study.results.models import primary_run
from clemtui.study.results.values import (
    observed_beside,
    observed_tasks,
    tasks_of,
)


@dataclass(frozen=True, slots=True)
class OverGames:
    """The mean over games of people minus a value or a model; every game weighs the same.

    Attributes:
        baseline: the value, or the name of the model; ``run``: the run of the model; None: a value.
        difference: in points, with its interval.
        games: the number of games that it is over; ``of``: that of the study.
        primary: whether this summarises the primary comparison of the protocol.
    """

    baseline: str
    run: str | None
    difference: Estimate
    games: int
    of: int
    primary: bool


def over_games(
    manifest: Manifest, kept: Sequence[StudyResult], matched: Sequence[MatchResult]
) -> Iterator[OverGames]:
    """Yield the summary of the comparison with a value, and of that with every model.

    Nothing where fewer than two games have something that counts.

    Args:
        kept: the episodes of people that count and are not excluded.
        matched: those of models that count.
    """
    primary, of = manifest.protocol.analysis.primary, len(manifest.games)
    if primary.between == "people and value":
        tasks = _by_game(
            (game.game, observed_tasks(manifest, [e for e in kept if e.game == game.game]))
            for game in manifest.games
        )
        if len(tasks) > 1:
            value = fmean(primary.value_of(game) for game in tasks)
            found = macro_minus_value(tasks, value)
            yield OverGames(f"{round(value, 1):g}", None, found, len(tasks), of, primary=True)
    labels, first = model_labels(matched), primary_run(manifest, matched)
    for run, label in labels.items():
        own = [each for each in matched if each.run == run]
        games = {game.game: _beside(manifest, game.game, kept, own) for game in manifest.games}
        both = {game: found for game, found in games.items() if found is not None}
        difference = macro_minus_model(both)
        if difference is not None:
            yield OverGames(label, run, difference, len(both), of, run == first)


def _beside(
    manifest: Manifest, game: str, kept: Sequence[StudyResult], own: Sequence[MatchResult]
) -> Beside | None:
    return observed_beside(
        [each for each in kept if each.game == game],
        [each for each in own if each.game == game],
        manifest.protocol.analysis.primary.measure,
        tasks_of(manifest),
    )


def _by_game(
    games: Iterator[tuple[str, Observations | None]],
) -> Mapping[str, Observations]:
    return {name: found for name, found in games if found is not None}
