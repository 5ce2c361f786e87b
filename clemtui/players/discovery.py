"""Which servers of models answer on this computer, and which models they have.

They are asked, never assumed: a server is known by what it answers, not by its port, and what does
not answer in time is not there. No key is sent, no proxy is used, and nothing here raises.

Every server here, Ollama too, speaks OpenAI's protocol under ``/v1``, so each model is called as
``openai/NAME`` at that address: one way through litellm for all, the one that is tested, with
streams, usage and finish reasons as the server sends them. litellm's adapters for single servers
rewrite requests and answers, and Ollama's looks the model up by another call, in the event loop.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from clemtui.players.addresses import address_problem, addressed
from clemtui.players.http_get import NotHTTP, Reply, TooLong, get

ServerKind = Literal["Ollama", "llama.cpp", "vLLM", "LM Studio", "other"]
"""What a server says that it is; ``other``: it speaks the protocol and does not say."""

Problem = Literal["silent", "no model server", "key wanted", "too long", "no address", "no models"]
"""Why a server offers nothing."""

WELL_KNOWN = (
    "http://127.0.0.1:11434",  # Ollama
    "http://127.0.0.1:8080",  # llama.cpp
    "http://127.0.0.1:8000",  # vLLM
    "http://127.0.0.1:1234",  # LM Studio
)
"""Where these servers listen by default."""

DEADLINE = 0.7
"""Seconds that a server has for everything it is asked."""

LONGEST_ANSWER = 2_000_000
"""Bytes of a list of models."""

_LONGEST_NAME = 300
_MODELS = "/v1/models"
_TAGS = "/api/tags"
_OWNERS: Mapping[str, ServerKind] = {
    "llamacpp": "llama.cpp",
    "vllm": "vLLM",
    "organization_owner": "LM Studio",
}
"""Whose models they are, in the words of the list that each of these servers gives."""


@dataclass(frozen=True, slots=True)
class Place:
    """An address to ask, without ``/v1``. ``named``: by the person, who is told if it fails."""

    address: str
    named: bool = True


@dataclass(frozen=True, slots=True)
class FoundServer:
    """A server that answered, or one that the person named and that cannot be used."""

    kind: ServerKind | None
    """None where what it is could not be found out."""
    address: str
    """Without ``/v1``."""
    models: tuple[str, ...] = ()
    """By the server's own names, in its order; those that only embed texts are left out."""
    problem: Problem | None = None

    @property
    def api_base(self) -> str:
        """The address that a call to one of its models is made to."""
        return self.address + "/v1"

    def word(self, model: str) -> str:
        """What is given as a player to play with a model of this server."""
        return addressed(f"openai/{model}", self.api_base)


def places(
    servers: Iterable[str] = (), environment: Mapping[str, str] = os.environ
) -> tuple[Place, ...]:
    """Where to ask: the servers that were named (`OLLAMA_HOST` names one, too), then the usual
    addresses of this computer. Each once."""
    named = [base_address(server) for server in servers]
    if host := environment.get("OLLAMA_HOST", "").strip():
        named.append(ollama_address(host))
    found = {_identity(address): Place(address) for address in named}
    for address in WELL_KNOWN:
        found.setdefault(_identity(address), Place(address, named=False))
    return tuple(found.values())


def base_address(address: str) -> str:
    """An address of a server as people write it, without the ``/v1`` of its protocol."""
    return address.strip().rstrip("/").removesuffix("/v1").rstrip("/")


def ollama_address(host: str) -> str:
    """The address that `OLLAMA_HOST` means, which may lack a scheme, a host or a port.

    A server that listens on all addresses (0.0.0.0) is asked on this computer's own.
    """
    scheme, separator, rest = host.partition("://")
    if not separator:
        scheme, rest = "http", host
    usual = {"http": 80, "https": 443}.get(scheme) if separator else 11434
    try:
        parts = urlsplit(f"//{rest}")
        name, port = parts.hostname or "127.0.0.1", parts.port or usual
    except ValueError:
        return host  # which will be called no address
    if name in ("0.0.0.0", "::"):
        name = "127.0.0.1"
    name = f"[{name}]" if ":" in name else name
    return base_address(f"{scheme}://{name}:{port}{parts.path}")


async def discover(
    asked: Sequence[Place], *, deadline: float = DEADLINE
) -> tuple[FoundServer, ...]:
    """Ask all these places at the same time; what answered, in the order of the places.

    Takes `deadline` seconds at most, and never raises.
    """
    answers = await asyncio.gather(*(_ask(place, deadline) for place in asked))
    return tuple(server for server in answers if server is not None)


async def _ask(place: Place, deadline: float) -> FoundServer | None:
    if address_problem(place.address) is not None:
        return FoundServer(None, place.address, problem="no address")
    waiting = [asyncio.ensure_future(_fetch(place.address + path)) for path in (_MODELS, _TAGS)]
    try:
        await asyncio.wait(waiting, timeout=deadline)
    finally:
        for task in waiting:
            task.cancel()
        answers = await asyncio.gather(*waiting, return_exceptions=True)
    models, tags = (
        _Refused("silent") if isinstance(answer, BaseException) else answer for answer in answers
    )
    server = _judged(place.address, models, tags)
    if server.kind is None and not place.named:
        return None  # not a model server, and not one that the person named
    return server


@dataclass(frozen=True, slots=True)
class _Refused:
    """No document came, for this reason."""

    problem: Problem


async def _fetch(url: str) -> object:
    """The JSON document at an address, or why there is none."""
    try:
        reply = await get(url, limit=LONGEST_ANSWER)
    except OSError:
        return _Refused("silent")
    except TooLong:
        return _Refused("too long")
    except NotHTTP:
        return _Refused("no model server")
    except ValueError:
        return _Refused("no address")
    document = _document(reply)
    if reply.status in (401, 403) and isinstance(document, dict) and "error" in document:
        return _Refused("key wanted")
    if reply.status != 200 or document is None:
        return _Refused("no model server")
    return document


def _document(reply: Reply) -> object:
    """What JSON says; None where it is none, or one that is made to exhaust its reader."""
    try:
        return json.loads(reply.body)
    except (ValueError, RecursionError):
        return None


def _judged(address: str, models: object, tags: object) -> FoundServer:
    """Which server gives these answers."""
    listed = _entries(models, "data", "id")
    tagged = _entries(tags, "models", "name")
    owners = {str(entry.get("owned_by")) for entry in listed or ()}
    kind: ServerKind | None = None
    names: list[str] = []
    if listed and len(owners) == 1 and (owner := owners.pop()) in _OWNERS:
        kind = _OWNERS[owner]
        names = [str(entry["id"]) for entry in listed if not _embeds(kind, entry)]
    elif tagged is not None and listed is not None:
        kind = "Ollama"
        names = [str(entry["name"]) for entry in tagged if not _embeds(kind, entry)]
    elif listed is not None:
        kind = "other"
        names = [str(entry["id"]) for entry in listed]
    else:
        return FoundServer(None, address, problem=_why_not(models))
    found = tuple(dict.fromkeys(name for name in names if _is_name(name)))
    return FoundServer(kind, address, found, None if found else "no models")


def _why_not(models: object) -> Problem:
    return models.problem if isinstance(models, _Refused) else "no model server"


def _entries(document: object, key: str, name: str) -> list[dict[str, object]] | None:
    """The entries of a list of models; None where the document is no such list.

    Servers written in Go say null for a list without entries.
    """
    if not isinstance(document, dict) or key not in document:
        return None
    entries = document[key] if document[key] is not None else []
    if not isinstance(entries, list):
        return None
    known = [e for e in entries if isinstance(e, dict) and isinstance(e.get(name), str)]
    return known if len(known) == len(entries) else None


def _embeds(kind: ServerKind, entry: Mapping[str, object]) -> bool:
    """Whether a model only turns texts into vectors, and cannot answer."""
    if kind == "LM Studio":
        return str(entry["id"]).startswith("text-embedding-")
    details = entry.get("details")
    return isinstance(details, dict) and str(details.get("family")).endswith("bert")


def _is_name(name: str) -> bool:
    """Whether a name can be shown, typed and sent as it is."""
    return (
        0 < len(name) <= _LONGEST_NAME
        and name.isprintable()
        and name == name.strip()
        and "," not in name  # which separates players on the command line
    )


def _identity(address: str) -> str:
    """Equal for two spellings of the same address."""
    return address.casefold().replace("://localhost", "://127.0.0.1")
