"""Checks of the models and model servers that are configured or found."""

from __future__ import annotations

from clemtui.config import ConfigError, Settings, resolve_model
from clemtui.episode.doctor.finding import Finding
from clemtui.episode.offers.connection_test import check_connection
from clemtui.episode.planning.readiness import server_obstacle
from clemtui.players.discovery import FoundServer, discover, places
from clemtui.players.llm.check import check_model
from clemtui.players.llm.key import has_own_key
from clemtui.players.llm.parameters import ModelParameters
from clemtui.players.llm.redaction import known_keys

_MODELS_SHOWN = 12


def keys_to_hide(settings: Settings, asked: ModelParameters | None = None) -> tuple[str, ...]:
    """Return the keys that a report must not contain: those of the settings and environment."""
    models = [*settings.models.values(), *([] if asked is None else [asked])]
    return known_keys(*(model.api_key_env for model in models))


async def check_models(
    settings: Settings, asked: tuple[str, ModelParameters] | None = None
) -> tuple[Finding, ...]:
    """Check every configured model, each in one finding: that its API key is set, which sends
    nothing. ``asked`` is the name of a model to test with one short call, and its parameters."""
    found = []
    for name in settings.models:
        if asked is not None and asked[0] == name:
            continue
        try:
            parameters = resolve_model(name, settings)
        except ConfigError as error:
            found.append(Finding("Models", name, str(error), "warning"))
            continue
        check = await check_model(parameters)
        if check.error is None:
            command = f"clemtui doctor --ask {name}"
            said = f"{parameters.model}; {_key(parameters)}; not tested; to test it: {command}"
            found.append(Finding("Models", name, said))
        else:
            found.append(Finding("Models", name, str(check.error), "warning"))
    if asked is not None:
        found.append(await check_model_connection(*asked))
    return tuple(found)


def _key(parameters: ModelParameters) -> str:
    """Say which key a model is called with, if none is missing."""
    if parameters.api_key_env is not None:
        return f"{parameters.api_key_env} is set"
    return "no key is sent" if has_own_key(parameters) else "no key is missing"


async def check_model_connection(name: str, parameters: ModelParameters) -> Finding:
    """Test the connection to a model with one short call."""
    said = await check_connection(parameters)
    if not said.ok:
        return Finding("Models", name, f"{said.problem} {said.hint}", "broken")
    words = " ".join(said.text.split())
    answer = f"answered {words[:60]!r}" if words else "reached the token limit while reasoning"
    first = (
        "" if said.first_seconds is None else (f", first token after {said.first_seconds:.1f} s")
    )
    exact = f", model {said.model_as_answered}" if said.model_as_answered else ""
    base = parameters.api_base
    where = "" if base is None or base in name else f", at {base}"
    return Finding("Models", name, f"{answer} after {said.seconds:.1f} s{first}{exact}{where}")


async def check_servers(settings: Settings) -> tuple[Finding, ...]:
    """List the model servers that respond here, and the configured ones that do not."""
    servers = await discover(places(settings.servers))
    if not servers:
        return (
            Finding(
                "Servers", "on this computer", "no model server responds at the usual addresses"
            ),
        )
    return tuple(_server(server) for server in servers)


def _server(server: FoundServer) -> Finding:
    if server.problem is not None:
        return Finding("Servers", server.address, server_obstacle(server).english, "warning")
    kind = "unidentified server" if server.kind == "other" else server.kind
    shown = ", ".join(server.models[:_MODELS_SHOWN])
    more = len(server.models) - _MODELS_SHOWN
    rest = f" and {more} more" if more > 0 else ""
    as_players = f"; to play with the first: --partner {server.player_word(server.models[0])}"
    return Finding("Servers", server.address, f"{kind}: {shown}{rest}{as_players}")
