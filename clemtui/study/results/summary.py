"""One figure over all games of a study, beside the comparisons that are made game by game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from clemtui.analysis.baseline.data import Observations
from clemtui.analysis.baseline.macro import (
    macro_minus_model,
    macro_minus_value,
    on_shared_instances,
)
from clemtui.analysis.baseline.means import Estimate
from clemtui.records.studies import MatchResult, StudyResult
from clemtui.study.manifest import Manifest
from clemtui.study.results.values import (
    observed,
    observed_tasks,
    on_shared_places,
    participant,
    replicate,
    tasks_of,
)


@dataclass(frozen=True, slots=True)
class OverGames:
    """The mean over games of people minus a value or a model; every game weighs the same.

    Attributes:
        baseline: the value, or the name of the model; ``run``: the run of the model; None: a value.
        difference: in points, with its interval.
        games: the number of games.
        primary: whether this summarises the primary comparison of the protocol.
    """

    baseline: str
    run: str | None
    difference: Estimate
    games: int
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
    primary = manifest.protocol.analysis.primary
    if primary.between == "people and value":
        tasks = _by_game(
            (game.game, observed_tasks(manifest, [e for e in kept if e.game == game.game]))
            for game in manifest.games
        )
        if len(tasks) > 1:
            value = fmean(primary.value_of(game) for game in tasks)
            found = macro_minus_value(tasks, value)
            yield OverGames(f"{round(value, 1):g}", None, found, len(tasks), primary=True)
    task = tasks_of(manifest)
    for run in dict.fromkeys(each.run for each in matched):
        own = [each for each in matched if each.run == run]
        both = on_shared_places(kept, own)
        people = _by_game(
            (
                game.game,
                observed(
                    [e for e in both[0] if e.game == game.game], primary.measure, participant, task
                ),
            )
            for game in manifest.games
        )
        model = _by_game(
            (
                game.game,
                observed(
                    [e for e in both[1] if e.game == game.game], primary.measure, replicate, task
                ),
            )
            for game in manifest.games
        )
        difference = macro_minus_model(people, model)
        if difference is not None:
            player = own[0].player
            is_primary = primary.between == "people and model" and player == primary.model
            games = len(on_shared_instances(people, model)[0])
            yield OverGames(player, run, difference, games, is_primary)


def _by_game(
    games: Iterator[tuple[str, Observations | None]],
) -> Mapping[str, Observations]:
    return {name: found for name, found in games if found is not None}
