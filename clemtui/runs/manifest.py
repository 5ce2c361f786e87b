"""The definition of a run: the user's plan, and the manifest that is recorded with it."""

from __future__ import annotations

import platform
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from importlib import metadata
from typing import Any

from clemtui import __version__
from clemtui.config import Settings
from clemtui.episode.errors import UsageError
from clemtui.episode.planning.plan import EpisodePlan, ModelOverrides
from clemtui.episode.service import PlayService
from clemtui.players.llm.parameters import ModelParameters
from clemtui.players.llm.server_variables import server_in_environment
from clemtui.records.errors import NotFound
from clemtui.records.studies import STUDY_RUN_PREFIX
from clemtui.store.database import has_records
from clemtui.store.read.reader import Reader


@dataclass(frozen=True)
class RunPlan:
    """What a user asked a run to play.

    Attributes:
        players: one for all seats, or one per seat in seat order.
        languages: prompt languages; empty: those of the instances, or English.
        instances: an instance file, as an absolute path or as the bare name of a file of the
            checkout.
        clembench: the clembench checkout that has the instances, as an absolute path.
        limit: maximum number of instances per experiment.
        replicates: how often to play each instance.
        seed: the source of the seeds of scripted players.
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
    seed: int = 0

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> RunPlan:
        """Read a plan from a manifest.

        Raises:
            ValueError, TypeError, KeyError: if it is not a plan.
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
        models: the models that play, by their name in the plan, with all parameters. Empty until
            the run is recorded; later changes of the settings do not affect the run.
        recorded: its manifest in the records; None for a new run.
        items: the keys of its items in the records.
    """

    id: str
    plan: RunPlan
    models: Mapping[str, ModelParameters] = field(default_factory=dict)
    recorded: Mapping[str, Any] | None = None
    items: frozenset[str] = frozenset()

    def settings(self, settings: Settings) -> Settings:
        """Return settings in which model names mean what they meant when the run started."""
        return replace(settings, models={**settings.models, **self.models})

    def manifest(self, plans: Iterable[EpisodePlan]) -> Mapping[str, Any]:
        """Return the record of the run: the plan and everything that its episodes depend on."""
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
    """Return a run with a new id: the date and a random suffix."""
    moment = now or datetime.now(UTC)
    return Run(f"{moment:%Y%m%d}-{secrets.token_hex(3)}", plan)


async def is_recorded(service: PlayService, run: Run) -> bool:
    """Whether a run is in the database.

    Raises:
        StoreError: if the database cannot be read.
    """
    if not has_records(service.database):
        return False
    try:
        await service.read(lambda reader: reader.run(run.id))
    except NotFound:
        return False
    return True


async def find_run(service: PlayService, id: str) -> Run:
    """Return a recorded run, to resume it.

    Raises:
        UsageError: if it is not recorded, is that of a study, or this version cannot read its plan.
        StoreError: if the database cannot be read.
    """
    if id.startswith(STUDY_RUN_PREFIX):
        raise UsageError(
            f"{id!r} contains the assignments of a study, which people play: use 'clemtui study'"
        )
    unknown = UsageError(f"unknown run {id!r} in {service.database}; check --db")
    if not has_records(service.database):
        raise unknown
    await service.recorder()  # this also migrates an older database

    def read(reader: Reader) -> tuple[Mapping[str, Any], Mapping[str, Any], frozenset[str]]:
        manifest = reader.run(id).manifest
        items = frozenset(each.ref.key for each in reader.work_items(id))
        return manifest, manifest["models"] or reader.models_of_run(id), items

    try:
        manifest, models, items = await service.read(read)
        plan = RunPlan.from_json(manifest["plan"])
        players = {word: ModelParameters.model_validate(each) for word, each in models.items()}
    except NotFound:
        raise unknown from None
    except (ValueError, TypeError, KeyError) as error:
        raise UsageError(
            f"run {id!r} cannot be resumed: this version cannot read its plan"
        ) from error
    for each in players.values():
        variable = server_in_environment(each.model)
        if each.api_base is None and variable is not None:
            raise UsageError(
                f"run {id!r} cannot be resumed: it was started without the address in "
                f"{variable.name}, which is now set; remove {variable.name} from the environment"
            )
    return Run(id, plan, players, manifest, items)
