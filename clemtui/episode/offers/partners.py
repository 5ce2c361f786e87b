"""Players offered for a seat, with any obstacle to choosing them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import urlsplit

from pydantic import ValidationError

from clemtui.config import ConfigError, Settings, resolve_model, with_server
from clemtui.episode.errors import UsageError
from clemtui.episode.planning.casting import Casting
from clemtui.episode.planning.plan import HUMAN, SCRIPTED, find_model
from clemtui.episode.planning.readiness import (
    NOT_NAMED,
    Reason,
    missing_key_reason,
    server_obstacle,
)
from clemtui.episode.service import PlayService
from clemtui.players.addresses import is_local, with_address
from clemtui.players.discovery import FoundServer, Place, base_address, discover, places
from clemtui.players.llm.check import missing_keys
from clemtui.players.llm.key import has_own_key, unset_variable
from clemtui.players.llm.parameters import ModelParameters
from clemtui.records.findings import RecentModel
from clemtui.store.database import has_records

Source = Literal["scripted", "person", "recent", "settings", "server"]

RECENT = 8
"""Number of recently used models to offer."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A player offered for a seat.

    Attributes:
        word: the value for `Choices.partner`, as a user would type it; empty for a configured
            server that has no models to offer.
        title: our word for a kind of player (see `phrases.player_name`), or a name.
        detail: the model behind a name, and its address; may be empty. Both are content.
        ready: None if not checked yet, e.g. when only litellm knows which key variable is needed.
        why: the obstacle, if not ready.
    """

    word: str
    title: str
    source: Source
    detail: str = ""
    ready: bool | None = True
    why: Reason | None = None


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A configured or recently used model; the parameters are None if no longer known."""

    offer: Offer
    parameters: ModelParameters | None


async def offers(
    service: PlayService,
    *,
    casting: Casting | None = None,
    ask_servers: bool = True,
    asked: Sequence[Place] | None = None,
) -> AsyncIterator[tuple[Offer, ...]]:
    """Yield lists of the players offered for a seat, each better informed than the last.

    Each list replaces the one before. The first contains what is known locally: the scripted
    player, a person, recently used models, and models in the settings. The next adds the models of
    servers that responded, and marks models whose server does not run; the last adds whether keys
    are set. Players that are not ready are listed last.

    Args:
        casting: the seats to fill, if known; their scripted player may not speak the language.
        ask_servers: if False, send nothing at all.
        asked: the servers to ask instead of the configured ones and the usual ports of this
            computer.

    Raises:
        StoreError: if the records cannot be read.
    """
    candidates = _distinct([*await _recent(service), *_named(service.settings)])
    why = None if casting is None else await asyncio.to_thread(casting.obstacle)
    yield _arranged(candidates, why)
    if ask_servers:
        here = places(service.settings.servers) if asked is None else tuple(asked)
        servers = await _servers(here, candidates)
        candidates = [_with_server_state(each, servers) for each in candidates]
        wanted = {place.address for place in here}
        told = [server for server in servers.values() if server.address in wanted]
        named = {place.address for place in here if place.named}
        candidates = _distinct([*candidates, *_served(told, named)])
        yield _arranged(candidates, why)
    if any(each.offer.ready is None for each in candidates):
        yield _arranged(await _with_keys(candidates), why)


async def silent_server(service: PlayService, word: str) -> Reason | None:
    """Return why a model cannot be reached: its server does not respond.

    Only a server on this computer or in the settings is asked, and nothing else, so that this takes
    no longer than the server does, and `discovery.DEADLINE` at most.

    Args:
        word: the model, as in `Choices.partner`.
    """
    try:
        base = _at_its_server(find_model(word, service.settings)).api_base
    except UsageError:
        return None
    if base is None:
        return None
    address = base_address(base)
    known = {place.address for place in places(service.settings.servers) if place.named}
    if not is_local(base) and address not in known:
        return None
    found = await discover((Place(address),))
    return next((server_obstacle(each) for each in found if each.problem == "silent"), None)


def _arranged(candidates: Iterable[_Candidate], why: Reason | None) -> tuple[Offer, ...]:
    always = (Offer(SCRIPTED, SCRIPTED, "scripted"), Offer(HUMAN, HUMAN, "person"))
    return mark_scripted((*always, *(each.offer for each in candidates)), why)


def mark_scripted(offers: Iterable[Offer], why: Reason | None) -> tuple[Offer, ...]:
    """Mark the scripted player as not ready for the reason given, if any.

    The order is kept, except that players that are not ready are moved to the end.
    """
    found = (
        replace(each, ready=why is None, why=why) if each.source == "scripted" else each
        for each in offers
    )
    return tuple(sorted(found, key=lambda offer: offer.ready is False))


def _distinct(candidates: Iterable[_Candidate]) -> list[_Candidate]:
    """Keep the first of each word; servers without models are compared by title."""
    found: dict[str, _Candidate] = {}
    for each in candidates:
        found.setdefault(each.offer.word or each.offer.title, each)
    return list(found.values())


async def _recent(service: PlayService) -> list[_Candidate]:
    if not has_records(service.database):
        return []
    # four times as many, because a name may occur with several parameters
    models = await service.read(lambda reader: reader.recent_models(4 * RECENT))
    return _distinct(_again(model, service.settings) for model in models)[:RECENT]


def _again(model: RecentModel, settings: Settings) -> _Candidate:
    """Return a recently used model, named by a word for the same model at the same place."""
    then = _recorded(model.parameters)
    by_hand = None
    if then is not None and then.api_key_env is None:
        by_hand = then.model if then.api_base is None else with_address(then.model, then.api_base)
    for word in filter(None, (model.name, by_hand)):
        try:
            now = resolve_model(word, settings)
        except ConfigError:
            continue
        if then is None or _place(now) == _place(then):
            return _candidate(word, now, "recent", settings)
    detail = "" if then is None else _detail(then)
    return _Candidate(Offer(model.name, model.name, "recent", detail, False, NOT_NAMED), None)


def _recorded(parameters: Mapping[str, object]) -> ModelParameters | None:
    try:
        return ModelParameters.model_validate(dict(parameters))
    except ValidationError:
        return None  # of another version of the program


def _place(parameters: ModelParameters) -> tuple[str, str | None, str | None]:
    return parameters.model, parameters.api_base, parameters.api_key_env


def _named(settings: Settings) -> list[_Candidate]:
    return [
        _candidate(name, _at_its_server(parameters), "settings", settings)
        for name, parameters in settings.models.items()
    ]


def _at_its_server(parameters: ModelParameters) -> ModelParameters:
    """Add the address from the environment; an invalid one is reported when the player is made."""
    try:
        return with_server(parameters)
    except ConfigError:
        return parameters


def _candidate(
    word: str, parameters: ModelParameters, source: Source, settings: Settings
) -> _Candidate:
    base = parameters.api_base
    if word in settings.models:
        title, detail = word, _detail(parameters)
    elif base is not None:
        title, detail = parameters.model.removeprefix("openai/"), base
    else:
        title, detail = word, ""
    offer = Offer(word, title, source, detail, ready=None)
    if has_own_key(parameters):
        offer = _with_key_state(offer, unset_variable(parameters))
    return _Candidate(offer, parameters)


def _detail(parameters: ModelParameters) -> str:
    return " · ".join(filter(None, (parameters.model, parameters.api_base)))


async def _servers(
    here: Sequence[Place], candidates: Iterable[_Candidate]
) -> dict[str, FoundServer]:
    """Return the responses by address: of the places given, and of candidates' local servers."""
    to_ask = {place.address: place for place in here}
    for each in candidates:
        # only on this computer is a model looked for unasked
        if each.parameters is not None and is_local(each.parameters.api_base):
            address = base_address(each.parameters.api_base or "")
            to_ask[address] = Place(address)
    found = await discover(tuple(to_ask.values()))
    return {server.address: server for server in found}


def _with_server_state(candidate: _Candidate, servers: Mapping[str, FoundServer]) -> _Candidate:
    """Update a model with what its server answered or failed to answer."""
    base = candidate.parameters.api_base if candidate.parameters else None
    server = servers.get(base_address(base)) if base else None
    if server is None:
        return candidate
    offer = candidate.offer
    if server.problem == "silent":
        return replace(candidate, offer=replace(offer, ready=False, why=server_obstacle(server)))
    if server.kind is not None and offer.source == "recent" and offer.detail == base:
        return replace(candidate, offer=replace(offer, detail=_label(server)))
    return candidate


def _served(servers: Iterable[FoundServer], named: set[str]) -> list[_Candidate]:
    """List the models of these servers, and problems of servers that are known or configured."""
    found: list[_Candidate] = []
    for server in servers:
        label = _label(server)
        found += [
            _Candidate(Offer(server.player_word(model), model, "server", label), None)
            for model in server.models
        ]
        if server.problem is not None and (server.kind is not None or server.address in named):
            offer = Offer("", server.address, "server", "", False, server_obstacle(server))
            found.append(_Candidate(offer, None))
    return found


def _label(server: FoundServer) -> str:
    where = urlsplit(server.address).netloc
    return where if server.kind in (None, "other") else f"{server.kind} · {where}"


async def _with_keys(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """Determine for each candidate whether its key is set."""
    unsure = {
        each.offer.word: each.parameters
        for each in candidates
        if each.offer.ready is None and each.parameters is not None
    }
    missing = dict(zip(unsure, await missing_keys(tuple(unsure.values())), strict=True))
    return [
        replace(each, offer=_with_key_state(each.offer, missing[each.offer.word]))
        if each.offer.word in missing
        else each
        for each in candidates
    ]


def _with_key_state(offer: Offer, missing: str | None) -> Offer:
    """Return the offer with the variable it lacks, or ready if it lacks none."""
    if missing is None:
        return replace(offer, ready=True)
    return replace(offer, ready=False, why=missing_key_reason(missing))
