"""A person's history: their last choices for a game, and the tasks they have seen."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from clemtui.catalogue import Catalogue
from clemtui.episode.planning.listing import read_experiments
from clemtui.episode.planning.plan import HUMAN, SCRIPTED, Choices
from clemtui.episode.service import PlayService
from clemtui.records.names import folded
from clemtui.records.rows import EpisodeFilter, EpisodeSummary, ExposureKind, SeatAssignment


@dataclass(frozen=True, slots=True)
class ExperimentChoice:
    """An experiment of a game, for choosing an instance.

    Attributes:
        language: the only language it can be played in; None for any.
        exposure_keys: those of its instances by instance number, in order.
    """

    name: str
    language: str | None
    exposure_keys: Mapping[int, str]


def playable_experiments(
    catalogue: Catalogue, game: str, file: Path | None = None
) -> tuple[ExperimentChoice, ...]:
    """Return the experiments of an instance file, or the bundled ones, that have instances.

    Raises:
        UsageError: if the game does not exist, or it or the file cannot be used.
    """
    found = read_experiments(catalogue, game, file)
    key = catalogue.game(game).exposure_key
    return tuple(
        ExperimentChoice(each.name, each.language, {i.game_id: key(i) for i in each.instances})
        for each in found
        if each.instances
    )


async def last_choices(service: PlayService, game: str, person: str) -> Choices | None:
    """Return what a person (a pseudonym) chose when they last played a game; None if never.

    Raises:
        StoreError: if the database cannot be read.
    """
    last = await last_episode(service, game, person)
    if last is None:
        return None
    stored = await service.read(lambda reader: reader.load(last.id))
    return _chosen(last, person, tuple(stored.condition.get("aids", ())))


async def last_episode(service: PlayService, game: str, person: str) -> EpisodeSummary | None:
    """Return the episode of a game that a person (a pseudonym) started last; None if there is none.

    Raises:
        StoreError: if the database cannot be read.
    """
    if not await asyncio.to_thread(service.database.exists):
        return None
    where = EpisodeFilter(game=game, person=person)
    found = await service.read(lambda reader: reader.episodes(where, limit=1))
    return next((each for each in found if not each.erased), None)


def _chosen(episode: EpisodeSummary, person: str, aids: tuple[str, ...]) -> Choices:
    seats = [seat for seat in episode.seats if seat.kind != "service"]
    names = iter(episode.people)  # in the seats' order
    people = {seat.seat: next(names, "") for seat in seats if seat.kind == "human"}
    mine = next(seat for seat, name in people.items() if name == person)
    return Choices(
        game=episode.game,
        seat=mine,
        partner=tuple(_word(each, people) for each in seats if each.seat != mine),
        language=episode.language,
        interface=episode.interface,
        aids=aids,
        experiment=episode.experiment,
        game_id=episode.game_id,
        practice=episode.practice,
        person=person,
    )


def _word(seat: SeatAssignment, people: Mapping[str, str]) -> str:
    match seat.kind:
        case "human":
            return f"{HUMAN}:{people[seat.seat]}" if people[seat.seat] else HUMAN
        case "scripted":
            return SCRIPTED
    return seat.player


async def seen_tasks(service: PlayService, *people: str) -> Mapping[str, frozenset[ExposureKind]]:
    """Return what any of some people (pseudonyms) has met, by exposure key, and how.

    Raises:
        StoreError: if the database cannot be read.
    """
    wanted = {folded(name) for name in people}
    ids = [each.id for each in await service.people() if folded(each.pseudonym) in wanted]
    if not ids:
        return {}
    found: dict[str, frozenset[ExposureKind]] = {}
    for met in await service.read(lambda reader: [reader.exposures(id) for id in ids]):
        for each in met:
            found[each.exposure_key] = found.get(each.exposure_key, frozenset()) | {each.kind}
    return found
