"""What a run is to play: the plan that a user gave, and the manifest that is recorded with it."""

from __future__ import annotations

import platform
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from importlib import metadata
from typing import TYPE_CHECKING, Any

from clemtui import __version__
from clemtui.config import Settings
from clemtui.episode.errors import UsageError
from clemtui.episode.planning.plan import SEED_BITS, EpisodePlan, ModelOverrides
from clemtui.episode.service import PlayService
from clemtui.players.llm.parameters import ModelParameters
from clemtui.records.errors import NotFound

if TYPE_CHECKING:
    from clemtui.store.read.reader import Reader


@dataclass(frozen=True)
class RunPlan:
    """What a user asked a run to cover.

    Attributes:
        players: one for every seat, or one per seat in the seats' order.
        languages: prompt languages; empty: the instances' own, or English.
        instances: an instance file, as an absolute path, or the bare name of a checkout's files.
        clembench: the checkout of clembench whose instances are meant, as an absolute path.
        limit: at most so many instances of each experiment.
        replicates: how often each instance is played.
        seed: what the seeds of scripted players are derived from.
    """

    games: tuple[str, ...]
    players: tuple[str, ...]
    languages: tuple[str, ...] = ()
    instances: str | None = None
    clembench: str | None = None
    experiment: str | None = None
    limit: int | None = None
    models: ModelOverrides = field(default_factory=ModelOverrides)
    replicates: int = 1
    seed: int = field(default_factory=lambda: secrets.randbits(SEED_BITS))

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> RunPlan:
        """Read a plan out of a manifest.

        Raises:
            ValueError, TypeError, KeyError: if it is none.
        """
        return cls(
            games=tuple(data["games"]),
            players=tuple(data["players"]),
            languages=tuple(data["languages"]),
            instances=data["instances"],
            clembench=data.get("clembench"),
            experiment=data["experiment"],
            limit=data["limit"],
            models=ModelOverrides(**data["models"]),
            replicates=data["replicates"],
            seed=data["seed"],
        )


@dataclass(frozen=True)
class Run:
    """A run.

    Attributes:
        models: the models that play, by what the plan calls them, with all their parameters. Empty
            until the run is recorded; settings that change later do not change the run.
        recorded: its manifest in the records; None for a run that is new.
    """

    id: str
    plan: RunPlan
    models: Mapping[str, ModelParameters] = field(default_factory=dict)
    recorded: Mapping[str, Any] | None = None

    def settings(self, settings: Settings) -> Settings:
        """Settings under which the words for players mean what they meant when the run began."""
        return replace(settings, models={**settings.models, **self.models})

    def manifest(self, plans: Iterable[EpisodePlan]) -> Mapping[str, Any]:
        """What is recorded of the run: the plan, and everything that its episodes depend on."""
        if self.recorded is not None:
            return self.recorded
        rules: dict[str, dict[str, str]] = {}
        texts: dict[str, dict[str, str]] = {}
        models: dict[str, Any] = {}
        for plan in plans:
            card = plan.game.card
            rules[card.id] = {"version": card.version, "hash": plan.rules_hash}
            texts.setdefault(card.id, {})[plan.texts.language] = plan.texts.hash
            for seat in plan.seats:
                if seat.parameters is not None and seat.name not in models:
                    models[seat.name] = seat.parameters.record()
        return {
            "plan": asdict(self.plan),
            "models": models,
            "versions": {
                "clemtui": __version__,
                "python": platform.python_version(),
                "litellm": metadata.version("litellm"),
            },
            "rules": rules,
            "texts": texts,
        }


def new_run(plan: RunPlan, now: datetime | None = None) -> Run:
    """A run under a new id: its day, and what tells it from others."""
    moment = now or datetime.now(UTC)
    return Run(f"{moment:%Y%m%d}-{secrets.token_hex(3)}", plan)


async def find_run(service: PlayService, id: str) -> Run:
    """A run that was interrupted.

    Raises:
        UsageError: if it is not recorded, or not with a plan that this version can read.
        StoreError: if the database cannot be read.
    """
    unknown = UsageError(f"there is no run {id!r} in {service.database}; is --db right?")
    if not service.database.exists():
        raise unknown
    await service.recorder()  # which brings an older database up to date

    def read(reader: Reader) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        manifest = reader.run(id).manifest
        return manifest, manifest["models"] or reader.models_of_run(id)

    try:
        manifest, models = await service.read(read)
        return Run(
            id,
            RunPlan.from_json(manifest["plan"]),
            {word: ModelParameters.model_validate(each) for word, each in models.items()},
            manifest,
        )
    except NotFound:
        raise unknown from None
    except (ValueError, TypeError, KeyError) as error:
        raise UsageError(
            f"run {id!r} cannot be resumed: this version cannot read its plan"
        ) from error
