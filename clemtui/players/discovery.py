"""Find the model servers on this computer, and the models that they offer.

Servers are asked, never assumed: a server is recognised by its answers, not by its port, and one
that does not answer in time counts as not running. No key is sent, no proxy is used, and nothing
here raises.

Every server here, including Ollama, speaks OpenAI's protocol under ``/v1``. Each model is therefore
called as ``openai/NAME`` at that address: one tested path through litellm, with streams, usage and
finish reasons as the server sends them. litellm's adapters for individual servers rewrite requests
and answers, and the one for Ollama looks the model up with another call, in the event loop.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from clemtui.players.addresses import invalid_address_reason, with_address
from clemtui.players.http_get import NotHTTP, Reply, TooLong, get

ServerKind = Literal["Ollama", "llama.cpp", "vLLM", "LM Studio", "other"]
"""What a server identifies as; ``other``: it speaks the protocol but does not identify itself."""

Problem = Literal["silent", "no model server", "key wanted", "too long", "no address", "no models"]
"""Why a server offers no models."""

WELL_KNOWN = (
    "http://127.0.0.1:11434",  # Ollama
    "http://127.0.0.1:8080",  # llama.cpp
    "http://127.0.0.1:8000",  # vLLM
    "http://127.0.0.1:1234",  # LM Studio
)
"""Default addresses of these servers."""

DEADLINE = 0.7
"""Time limit in seconds for all requests to one server."""

LONGEST_ANSWER = 2_000_000
"""Maximum size of a model list, in bytes."""

_LONGEST_NAME = 300
_MODELS = "/v1/models"
_TAGS = "/api/tags"
_OWNERS: Mapping[str, ServerKind] = {
    "llamacpp": "llama.cpp",
    "vllm": "vLLM",
    "organization_owner": "LM Studio",
}
"""Server kinds by the owner that each server reports in its model list."""


@dataclass(frozen=True, slots=True)
class Place:
    """An address to ask, without ``/v1``.

    ``named``: configured by the person, who is told if it fails.
    """

    address: str
    named: bool = True


@dataclass(frozen=True, slots=True)
class FoundServer:
    """A server that answered, or a configured one that cannot be used."""

    kind: ServerKind | None
    """None if it could not be determined."""
    address: str
    """Without ``/v1``."""
    models: tuple[str, ...] = ()
    """The server's own model names, in its order, without models that only compute embeddings."""
    problem: Problem | None = None

    @property
    def api_base(self) -> str:
        """The address for calls to its models."""
        return self.address + "/v1"

    def player_word(self, model: str) -> str:
        """Return the word for a model of this server, to be used as a player."""
        return with_address(f"openai/{model}", self.api_base)


def places(
    servers: Iterable[str] = (), environment: Mapping[str, str] = os.environ
) -> tuple[Place, ...]:
    """Return the servers to ask, without duplicates.

    These are the configured servers, the one in `OLLAMA_HOST`, and the usual addresses on this
    computer.
    """
    named = [base_address(server) for server in servers]
    if host := environment.get("OLLAMA_HOST", "").strip():
        named.append(ollama_address(host))
    found = {_identity(address): Place(address) for address in named}
    for address in WELL_KNOWN:
        found.setdefault(_identity(address), Place(address, named=False))
    return tuple(found.values())


def base_address(address: str) -> str:
    """Return a server address without the ``/v1`` of its protocol."""
    return address.strip().rstrip("/").removesuffix("/v1").rstrip("/")


def ollama_address(host: str) -> str:
    """Return the address meant by `OLLAMA_HOST`, which may lack a scheme, a host or a port.

    For a server that listens on all addresses (0.0.0.0), this is this computer's own address.
    """
    scheme, separator, rest = host.partition("://")
    if not separator:
        scheme, rest = "http", host
    usual = {"http": 80, "https": 443}.get(scheme) if separator else 11434
    try:
        parts = urlsplit(f"//{rest}")
        name, port = parts.hostname or "127.0.0.1", parts.port or usual
    except ValueError:
        return host  # will be reported as not an address
    if name in ("0.0.0.0", "::"):
        name = "127.0.0.1"
    name = f"[{name}]" if ":" in name else name
    return base_address(f"{scheme}://{name}:{port}{parts.path}")


async def discover(
    asked: Sequence[Place], *, deadline: float = DEADLINE
) -> tuple[FoundServer, ...]:
    """Ask all these places at the same time. Returns those that answered, in the given order.

    Takes at most `deadline` seconds, and never raises.
    """
    answers = await asyncio.gather(*(_ask(place, deadline) for place in asked))
    return tuple(server for server in answers if server is not None)


async def _ask(place: Place, deadline: float) -> FoundServer | None:
    if invalid_address_reason(place.address) is not None:
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
    server = _identify(place.address, models, tags)
    if server.kind is None and not place.named:
        return None  # not a model server, and not one that the person configured
    return server


@dataclass(frozen=True, slots=True)
class _Refused:
    """A failed request for a document, with the reason."""

    problem: Problem


async def _fetch(url: str) -> object:
    """Return the JSON document at an address, or why there is none."""
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
    """Parse the body as JSON; None if it is invalid or nested to exhaust the parser."""
    try:
        return json.loads(reply.body)
    except (ValueError, RecursionError):
        return None


def _identify(address: str, models: object, tags: object) -> FoundServer:
    """Identify the server that gave these answers."""
    listed = _model_entries(models, "data", "id")
    tagged = _model_entries(tags, "models", "name")
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


def _model_entries(document: object, key: str, name: str) -> list[dict[str, object]] | None:
    """Return the entries of a model list; None if the document is not such a list.

    Servers written in Go send null for an empty list.
    """
    if not isinstance(document, dict) or key not in document:
        return None
    entries = document[key] if document[key] is not None else []
    if not isinstance(entries, list):
        return None
    known = [e for e in entries if isinstance(e, dict) and isinstance(e.get(name), str)]
    return known if len(known) == len(entries) else None


def _embeds(kind: ServerKind, entry: Mapping[str, object]) -> bool:
    """Whether a model only computes embeddings and cannot answer."""
    if kind == "LM Studio":
        return str(entry["id"]).startswith("text-embedding-")
    details = entry.get("details")
    return isinstance(details, dict) and str(details.get("family")).endswith("bert")


def _is_name(name: str) -> bool:
    """Whether a name can be shown, typed and sent unchanged."""
    return (
        0 < len(name) <= _LONGEST_NAME
        and name.isprintable()
        and name == name.strip()
        and "," not in name  # a comma separates players on the command line
    )


def _identity(address: str) -> str:
    """Return a key that is equal for two spellings of the same address."""
    return address.casefold().replace("://localhost", "://127.0.0.1")
