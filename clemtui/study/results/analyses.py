"""The analyses of a study beyond its figures: made twice if marks exclude something."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clemtui.analysis.baseline.means import Estimate, PlayedEpisode, clemscore_estimate
from clemtui.records.studies import StudyResult
from clemtui.study.manifest import Manifest
from clemtui.study.results.consistency import Consistency, consistency_of
from clemtui.study.results.learning import GameLearning, learning_of
from clemtui.study.results.mixed import GameModel, mixed_models
from clemtui.study.results.models import ModelRow, models_of
from clemtui.study.results.partners import PartnerCheck, partners_of
from clemtui.study.results.primary import Compared, primary_comparisons
from clemtui.study.results.records import Recorded
from clemtui.study.results.summary import OverGames, over_games
from clemtui.study.results.times import Times, times_of
from clemtui.study.results.values import tasks_of


@dataclass(frozen=True, slots=True)
class Analyses:
    """What was analysed on one set of episodes.

    Attributes:
        games: how many games the study has.
        clemscore: over the games in which an episode counts; None: they are fewer than two.
        clemscore_games: how many these are.
        compared: the primary comparisons, unless they are with a model.
        models: the models that have played the same tasks.
        over_games: comparisons with a value or a model, over all games.
        mixed: the linear mixed model of quality, by game.
        consistency: intraclass correlations or generalizability coefficients, by cell.
        times: how long participants took, by game and cell.
        learning: the slope over position, by game.
        partners: the manipulation check, by game; empty if the protocol has none.
    """

    games: int
    clemscore: Estimate | None
    clemscore_games: int
    compared: tuple[Compared, ...]
    models: tuple[ModelRow, ...]
    over_games: tuple[OverGames, ...]
    mixed: tuple[GameModel, ...]
    consistency: tuple[Consistency, ...]
    times: tuple[Times, ...]
    learning: tuple[GameLearning, ...]
    partners: tuple[PartnerCheck, ...]

    @property
    def primary(self) -> tuple[Compared, ...]:
        """The primary comparisons, also those of people and a model."""
        with_model = (
            Compared(
                row.game,
                "people",
                row.label,
                None if row.compared is None else row.compared.difference,
                row.equivalence,
            )
            for row in self.models
            if row.primary
        )
        return (*self.compared, *with_model)


def analyses_of(manifest: Manifest, found: Recorded, episodes: Sequence[StudyResult]) -> Analyses:
    """Return the analyses of some episodes that count, with or without those that are excluded."""
    scored = _scored(manifest, episodes)
    return Analyses(
        games=len(manifest.games),
        clemscore=clemscore_estimate(scored) if len(scored) > 1 else None,
        clemscore_games=len(scored),
        compared=primary_comparisons(manifest, episodes),
        models=models_of(manifest, episodes, found.matched),
        over_games=tuple(over_games(manifest, episodes, found.matched)),
        mixed=tuple(mixed_models(manifest, episodes, found.matched)),
        consistency=tuple(consistency_of(manifest, episodes)),
        times=tuple(times_of(manifest, episodes, found.responses)),
        learning=tuple(learning_of(manifest, found.results, episodes)),
        partners=tuple(partners_of(manifest, episodes, found.answers)),
    )


def _scored(manifest: Manifest, episodes: Sequence[StudyResult]) -> dict[str, list[PlayedEpisode]]:
    """Return the episodes as clemscore counts them, by game."""
    task = tasks_of(manifest)
    games: dict[str, list[PlayedEpisode]] = {}
    for each in episodes:
        if each.aborted is not None:
            quality = None if each.aborted else each.main_score
            games.setdefault(each.game, []).append(
                PlayedEpisode(each.enrolment, task(each), quality)
            )
    return games
