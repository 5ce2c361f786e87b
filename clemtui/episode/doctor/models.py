"""Checks of the models and model servers that are configured or found."""

from __future__ import annotations

from clemtui.config import ConfigError, Settings, resolve_model
from clemtui.episode.doctor.finding import Finding
from clemtui.episode.offers.connection_test import check_connection
from clemtui.episode.planning.readiness import server_obstacle
from clemtui.players.discovery import FoundServer, discover, places
from clemtui.players.llm.check import check_model
from clemtui.players.llm.parameters import ModelParameters
from clemtui.players.llm.redaction import known_keys

_MODELS_SHOWN = 12


def keys_to_hide(settings: Settings, asked: ModelParameters | None = None) -> tuple[str, ...]:
    """Return the keys that a report must not contain: those of the settings and environment."""
    models = [*settings.models.values(), *([] if asked is None else [asked])]
    return known_keys(*(model.api_key_env for model in models))


async def check_model_keys(settings: Settings) -> tuple[Finding, ...]:
    """Check that the API key of every configured model is set. Sends nothing."""
    found = []
    for name in settings.models:
        try:
            parameters = resolve_model(name, settings)
        except ConfigError as error:
            found.append(Finding("Models", name, str(error), "warning"))
            continue
        check = await check_model(parameters)
        if check.error is None:
            found.append(Finding("Models", name, f"{parameters.model}: ready"))
        else:
            found.append(Finding("Models", name, str(check.error), "warning"))
    return tuple(found)


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
