"""Who can take a seat: what is offered for it, with what stands in the way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

from pydantic import ValidationError

from clemtui.config import ConfigError, Settings, resolve_model
from clemtui.episode.planning.plan import HUMAN, SCRIPTED
from clemtui.episode.planning.readiness import NOT_NAMED, Reason, missing_variable, unusable
from clemtui.players.addresses import addressed
from clemtui.players.discovery import FoundServer, Place, base_address, discover, places
from clemtui.players.llm.check import missing_keys
from clemtui.players.llm.key import says_its_key, unset_variable
from clemtui.players.llm.parameters import ModelParameters

if TYPE_CHECKING:
    from clemtui.episode.planning.casting import Casting
    from clemtui.episode.service import PlayService
    from clemtui.records.findings import RecentModel
    from clemtui.store.read.reader import Reader

Source = Literal["scripted", "person", "recent", "settings", "server"]

RECENT = 8
"""How many of the models that were played with last are offered."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Somebody who could take a seat.

    Attributes:
        word: what goes into `Choices.partner`, and what one would type; empty where a server that
            was named has nothing to offer.
        title: whom it is about: our word for a kind (see `phrases.player_name`), or a name.
        detail: which model a name stands for, and where it is; may be empty. Both are content.
        ready: None: not looked into yet, as for a key of which litellm must tell the variable.
        why: what stands in the way, where it is not ready.
    """

    word: str
    title: str
    source: Source
    detail: str = ""
    ready: bool | None = True
    why: Reason | None = None


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A model that was named or played with; no parameters: nobody knows them any more."""

    offer: Offer
    parameters: ModelParameters | None


async def offers(
    service: PlayService,
    *,
    casting: Casting | None = None,
    ask_servers: bool = True,
    asked: Sequence[Place] | None = None,
) -> AsyncIterator[tuple[Offer, ...]]:
    """Everybody who could take a seat: a list at once, then better ones as more is known.

    Each list replaces the one before. The first holds what is known here: the scripted player, a
    person, the models played with last, and those that the settings name. The next adds the
    servers that answered, and tells which of the named ones run; the last tells of keys. What is
    not ready comes last in each.

    Args:
        casting: the seats that are offered, where it is known: their scripted player may not speak
            the language.
        ask_servers: without it nothing is sent at all.
        asked: where to ask, instead of the settings' servers and this computer's usual ports.

    Raises:
        StoreError: if the records cannot be read.
    """
    candidates = _distinct([*await _recent(service), *_named(service.settings)])
    why = None if casting is None else await asyncio.to_thread(casting.obstacle)
    yield _arranged(candidates, why)
    if ask_servers:
        here = places(service.settings.servers) if asked is None else tuple(asked)
        servers = await _servers(here, candidates)
        candidates = [_at_its_server(each, servers) for each in candidates]
        wanted = {place.address for place in here}
        told = [server for server in servers.values() if server.address in wanted]
        named = {place.address for place in here if place.named}
        candidates = _distinct([*candidates, *_served(told, named)])
        yield _arranged(candidates, why)
    if any(each.offer.ready is None for each in candidates):
        yield _arranged(await _with_keys(candidates), why)


def _arranged(candidates: Iterable[_Candidate], why: Reason | None) -> tuple[Offer, ...]:
    always = (Offer(SCRIPTED, SCRIPTED, "scripted"), Offer(HUMAN, HUMAN, "person"))
    return with_obstacle((*always, *(each.offer for each in candidates)), why)


def with_obstacle(offers: Iterable[Offer], why: Reason | None) -> tuple[Offer, ...]:
    """Offers for seats whose scripted player cannot play for this reason, if there is one, in their
    order: what is not ready comes last."""
    found = (
        replace(each, ready=why is None, why=why) if each.source == "scripted" else each
        for each in offers
    )
    return tuple(sorted(found, key=lambda offer: offer.ready is False))


def _distinct(candidates: Iterable[_Candidate]) -> list[_Candidate]:
    """Each word once, where it comes first; servers without a model have no word."""
    found: dict[str, _Candidate] = {}
    for each in candidates:
        found.setdefault(each.offer.word or each.offer.title, each)
    return list(found.values())


async def _recent(service: PlayService) -> list[_Candidate]:
    if not service.database.exists():
        return []

    def query(reader: Reader) -> tuple[RecentModel, ...]:
        return reader.recent_models(4 * RECENT)  # one name may be there with several parameters

    models = await service.read(query)
    return _distinct(_again(model, service.settings) for model in models)[:RECENT]


def _again(model: RecentModel, settings: Settings) -> _Candidate:
    """A model that was played with, by a word that means the same model at the same place."""
    then = _recorded(model.parameters)
    by_hand = None
    if then is not None and then.api_key_env is None:
        by_hand = then.model if then.api_base is None else addressed(then.model, then.api_base)
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
        _candidate(name, parameters, "settings", settings)
        for name, parameters in settings.models.items()
    ]


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
    if says_its_key(parameters):
        offer = _keyed(offer, unset_variable(parameters))
    return _Candidate(offer, parameters)


def _detail(parameters: ModelParameters) -> str:
    return " · ".join(filter(None, (parameters.model, parameters.api_base)))


async def _servers(
    here: Sequence[Place], candidates: Iterable[_Candidate]
) -> dict[str, FoundServer]:
    """What answered, by address: there, and where candidates on this computer are."""
    to_ask = {place.address: place for place in here}
    for each in candidates:
        if each.parameters is not None and _is_local(each.parameters.api_base):
            address = base_address(each.parameters.api_base or "")
            to_ask[address] = Place(address)
    found = await discover(tuple(to_ask.values()))
    return {server.address: server for server in found}


def _is_local(address: str | None) -> bool:
    """Whether an address is of this computer: only there a model is looked for unasked."""
    host = urlsplit(address or "").hostname or ""
    return host in ("localhost", "::1") or host.startswith("127.")


def _at_its_server(candidate: _Candidate, servers: Mapping[str, FoundServer]) -> _Candidate:
    """What its server's answer, or silence, says of a model."""
    base = candidate.parameters.api_base if candidate.parameters else None
    server = servers.get(base_address(base)) if base else None
    if server is None:
        return candidate
    offer = candidate.offer
    if server.problem == "silent":
        return replace(candidate, offer=replace(offer, ready=False, why=unusable(server)))
    if server.kind is not None and offer.source == "recent" and offer.detail == base:
        return replace(candidate, offer=replace(offer, detail=_label(server)))
    return candidate


def _served(servers: Iterable[FoundServer], named: set[str]) -> list[_Candidate]:
    """The models of these servers, and why there are none; that only where it was asked for."""
    found: list[_Candidate] = []
    for server in servers:
        label = _label(server)
        found += [
            _Candidate(Offer(server.word(model), model, "server", label), None)
            for model in server.models
        ]
        if server.problem is not None and (server.kind is not None or server.address in named):
            offer = Offer("", server.address, "server", "", False, unusable(server))
            found.append(_Candidate(offer, None))
    return found


def _label(server: FoundServer) -> str:
    where = urlsplit(server.address).netloc
    return where if server.kind in (None, "other") else f"{server.kind} · {where}"


async def _with_keys(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """The candidates, each known to be ready or not."""
    unsure = {
        each.offer.word: each.parameters
        for each in candidates
        if each.offer.ready is None and each.parameters is not None
    }
    missing = dict(zip(unsure, await missing_keys(tuple(unsure.values())), strict=True))
    return [
        replace(each, offer=_keyed(each.offer, missing[each.offer.word]))
        if each.offer.word in missing
        else each
        for each in candidates
    ]


def _keyed(offer: Offer, missing: str | None) -> Offer:
    """The offer, now that it is known which variable it lacks, if any."""
    if missing is None:
        return replace(offer, ready=True)
    return replace(offer, ready=False, why=missing_variable(missing))
