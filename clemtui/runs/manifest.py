"""What a run was asked to do, kept with its episodes so that it can go on; and its results."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from clemtui.archive.episodes import EpisodeSummary
from clemtui.engine import Aggregate
from clemtui.episode.errors import UsageError
from clemtui.episode.planning.names import check_names
from clemtui.episode.planning.official import files_of_games
from clemtui.episode.planning.plan import HUMAN, Choices, ModelOverrides
from clemtui.episode.service import PlayService
from clemtui.runs.batch import LANGUAGE_TAG, RUN_TAG, RunItem, run_episodes, run_items

SPEC_TAG = "run-arguments"


@dataclass(frozen=True)
class RunSpec:
    """What a run covers.

    Attributes:
        players: one for every seat, or one per seat in the seats' order.
        languages: prompt languages; empty: the instances' own, or English.
        instances: an instance file, as an absolute path, or the bare name of a checkout's files.
        clembench: the checkout of clembench whose instances are meant, as an absolute path.
        limit: at most so many instances of each experiment.
    """

    games: tuple[str, ...]
    players: tuple[str, ...]
    languages: tuple[str, ...] = ()
    instances: str | None = None
    clembench: str | None = None
    experiment: str | None = None
    limit: int | None = None
    models: ModelOverrides = field(default_factory=ModelOverrides)

    def to_tag(self) -> str:
        """The specification as text that is kept with each episode."""
        return json.dumps(asdict(self), sort_keys=True, separators=(",", ":"))

    @classmethod
    def from_tag(cls, text: str) -> RunSpec:
        """Read it back.

        Raises:
            ValueError, TypeError, KeyError: if it is none.
        """
        data: dict[str, Any] = json.loads(text)
        return cls(
            games=tuple(data["games"]),
            players=tuple(data["players"]),
            languages=tuple(data["languages"]),
            instances=data["instances"],
            clembench=data.get("clembench"),
            experiment=data["experiment"],
            limit=data["limit"],
            models=ModelOverrides(**data["models"]),
        )


@dataclass(frozen=True, slots=True)
class RunRow:
    """The results of one game in one language; ``left`` episodes have none yet."""

    game: str
    language: str
    aggregate: Aggregate | None
    left: int


def new_run_id(now: datetime | None = None) -> str:
    """A name for a run: its day, and what tells it from others."""
    moment = now or datetime.now(UTC)
    return f"{moment:%Y%m%d}-{secrets.token_hex(3)}"


async def find_run(service: PlayService, run: str) -> RunSpec:
    """What a run that was interrupted covers.

    Raises:
        UsageError: if no episode of it is recorded.
        StoreError: if the database cannot be read.
    """
    for episode in await run_episodes(service, run):
        for text in episode.tags.get(SPEC_TAG, ()):
            try:
                return RunSpec.from_tag(text)
            except (ValueError, TypeError, KeyError):
                continue
    raise UsageError(f"there is no run {run!r} in {service.database}; is --db right?")


def items_of(service: PlayService, spec: RunSpec) -> tuple[RunItem, ...]:
    """The episodes of a run. Everything that was named is checked, players included.

    Raises:
        UsageError: if something that was named does not exist, or nothing is to be played.
    """
    if any(player == HUMAN for player in spec.players):
        raise UsageError("run plays without people; 'clemtui play GAME' is for them")
    choices = Choices(
        game="",
        partner=spec.players,
        experiment=spec.experiment,
        tags={SPEC_TAG: spec.to_tag()},
        models=spec.models,
    )
    files = files_of_games(
        spec.games,
        Path(spec.instances) if spec.instances else None,
        Path(spec.clembench) if spec.clembench else None,
    )
    languages = spec.languages or (None,)
    for game in spec.games:
        for language in languages:
            check_names(
                service.catalogue,
                Choices(
                    game=game,
                    language=language,
                    instances=files.get(game),
                    experiment=spec.experiment,
                ),
            )
    items = run_items(service.catalogue, choices, spec.games, languages, spec.limit, files)
    first = {(item.game, item.language): item for item in reversed(items)}
    for item in first.values():
        service.plan(item.choices)
    return items


async def run_rows(service: PlayService, run: str, items: Iterable[RunItem]) -> tuple[RunRow, ...]:
    """The results of a run so far, by game and language, in the order of its items.

    Raises:
        StoreError: if the database cannot be read.
    """
    finished: dict[tuple[str, str], list[EpisodeSummary]] = {}
    for episode in await run_episodes(service, run):
        if episode.state == "finished" and episode.scores is not None:
            asked_for = episode.tags.get(LANGUAGE_TAG, ("",))[0]
            finished.setdefault((episode.game, asked_for), []).append(episode)
    wanted: dict[tuple[str, str], int] = {}
    for item in items:
        key = (item.game, item.language or "")
        wanted[key] = wanted.get(key, 0) + 1
    return tuple(
        _row(service, game, language, finished.get((game, language), []), count)
        for (game, language), count in wanted.items()
    )


def _row(
    service: PlayService, game: str, language: str, episodes: list[EpisodeSummary], wanted: int
) -> RunRow:
    scores = [episode.scores for episode in episodes if episode.scores is not None]
    spoken = ", ".join(sorted({episode.language for episode in episodes})) or language
    aggregate = service.catalogue.game(game).aggregate(scores) if scores else None
    return RunRow(game, spoken, aggregate, wanted - len(scores))


__all__ = [
    "LANGUAGE_TAG",
    "RUN_TAG",
    "SPEC_TAG",
    "RunRow",
    "RunSpec",
    "find_run",
    "items_of",
    "new_run_id",
    "run_rows",
]
