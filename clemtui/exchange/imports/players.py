"""Reading who played, in any version of the format.

3.x has ``{"Player 1": {"game_role": ..., "model_name": ...}}`` with the models' own parameters
beside it. Earlier versions have ``{"Player 1": "Word Guesser (gpt-4)"}``, ``"PathGuesser, gpt-4"``,
``"Answerer: gpt-4"`` or, without a role, ``{"Player_1": "gpt-4"}``. If that gives no name, the name
of the models' folder is used.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from clemtui.engine import GAME_MASTER
from clemtui.exchange.imports.logged import LoggedEvent, LoggedPlayer, PlayerKind
from clemtui.exchange.imports.own.export import own_id
from clemtui.exchange.imports.results_tree import UnreadableEpisode, model_names

_IN_BRACKETS = re.compile(r"(?P<role>.*\S)\s*\((?P<name>[^()]+)\)\s*$", re.DOTALL)
_AFTER_COMMA = re.compile(r"(?P<role>.*\S)\s*,\s*(?P<name>[^,\s]+)\s*$", re.DOTALL)
_AFTER_COLON = re.compile(r"(?P<role>[^:]*\S)\s*:\s*(?P<name>\S+)\s*$", re.DOTALL)
_SEAT_OF_A_NAME = re.compile(r"(Player)_(\d+)$")
_TEMPERATURE = re.compile(r"-t(?P<temperature>\d+(?:\.\d+)?)$")

_HUMAN = frozenset({"human", "terminal"})
_SCRIPTED = frozenset({"mock", "programmed", "custom"})
_PART_OF_THE_RULES = "programmatic"
UNKNOWN_NAME = "unknown"


def read_players(
    players: Any, models: Any, folder: str, events: Iterable[LoggedEvent]
) -> tuple[LoggedPlayer, ...]:
    """Return the players of an episode, in the order of their seats.

    A player that was neither told nor asked anything is silent: before 3.x, the log also names
    players of seats that a game does not have.

    Args:
        players: the log's ``players``.
        models: the log's ``player_models``, if any.
        folder: the name of the models' folder.
        events: the log's events: seats that only occur there count too.

    Raises:
        UnreadableEpisode: if no one said anything.
    """
    at_work: dict[str, None] = {}
    for event in events:
        if event.is_message or event.is_probe:
            at_work[event.recipient] = None
        elif event.is_response or event.is_reply:
            at_work[event.sender] = None
    if not at_work:
        raise UnreadableEpisode("its log contains neither messages nor answers")
    named = _by_seat(players) if isinstance(players, Mapping) else {}
    seats = [seat for seat in named if seat != GAME_MASTER]
    seats += [seat for seat in at_work if seat not in named]
    specs = _specs(models)
    by_folder = model_names(folder)
    found = tuple(
        replace(
            _player(seat, named.get(seat), specs, _name_at(by_folder, place)),
            silent=seat not in at_work,
        )
        for place, seat in enumerate(seats)
    )
    if all(player.kind == "service" for player in found):  # a game among the reference's own bots
        return tuple(replace(player, kind="scripted") for player in found)
    return found


def finite(value: Any) -> Any:
    """Return a value with infinity and NaN as text, as Python writes them, at any depth.

    JSON lacks them; the records would keep nothing but null.
    """
    if isinstance(value, float):
        return value if math.isfinite(value) else json.dumps(value)
    if isinstance(value, dict):
        return {key: finite(each) for key, each in value.items()}
    if isinstance(value, list):
        return [finite(each) for each in value]
    return value


def _by_seat(players: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is said of each seat; ``{"Player_1": "gpt-4"}`` names only the model."""
    found: dict[str, Any] = {}
    for key, said in players.items():
        seat = _SEAT_OF_A_NAME.sub(r"\1 \2", key)
        found[seat] = {"model_name": said} if seat != key else said
    return found


def _player(seat: str, said: Any, specs: _Specs, in_folder: str) -> LoggedPlayer:
    role, name = _role_and_name(said)
    ours = _player_of_our_export(seat, role, specs.own.get(seat))
    if ours is not None:
        return ours
    if not name:
        name = in_folder or UNKNOWN_NAME
    kind = _kind(name)
    if kind == "human":
        return LoggedPlayer(seat, role or seat, kind, "")
    if kind in ("scripted", "service"):
        return LoggedPlayer(seat, role or seat, kind, f"reference {name.casefold()}")
    parameters: Mapping[str, Any]
    if name in specs.by_name:
        parameters = specs.by_name[name]
    else:
        parameters = {}
        in_name = _TEMPERATURE.search(in_folder)
        if in_name is not None and in_folder.startswith(name):
            parameters = {"gen_args": {"temperature": float(in_name["temperature"])}}
    return LoggedPlayer(seat, role or seat, kind, name, {"model": name, **parameters})


def _role_and_name(said: Any) -> tuple[str, str]:
    if isinstance(said, Mapping):
        role, name = said.get("game_role"), said.get("model_name")
        return (role if isinstance(role, str) else ""), (name if isinstance(name, str) else "")
    if isinstance(said, str):
        forms = (_IN_BRACKETS, _AFTER_COMMA, _AFTER_COLON)
        found = next((match for form in forms if (match := form.match(said))), None)
        return (found["role"], found["name"].strip()) if found else (said, "")
    return "", ""


def _kind(name: str) -> PlayerKind:
    if name.casefold() in _HUMAN:
        return "human"
    if name.casefold() == _PART_OF_THE_RULES:
        return "service"
    return "scripted" if name.casefold() in _SCRIPTED else "model"


@dataclass(slots=True)
class _Specs:
    """The log's entries about models: by name, and by seat in a tree exported by this program."""

    by_name: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    own: dict[str, Mapping[str, Any]] = field(default_factory=dict)


def _specs(models: Any) -> _Specs:
    found = _Specs()
    for model in models.values() if isinstance(models, Mapping) else ():
        spec = model.get("model_spec") if isinstance(model, Mapping) else None
        name = spec.get("model_name") if isinstance(spec, Mapping) else None
        if not isinstance(spec, Mapping) or not isinstance(name, str):
            continue
        found.by_name[name] = {k: model[k] for k in ("model_spec", "gen_args") if k in model}
        ours = spec.get("clemtui")
        if isinstance(ours, Mapping) and isinstance(ours.get("seat"), str):
            found.own[ours["seat"]] = {"gen_args": model.get("gen_args"), **ours}
    return found


def _player_of_our_export(
    seat: str, role: str, ours: Mapping[str, Any] | None
) -> LoggedPlayer | None:
    """Return the original player in a tree exported by this program: a person by their pseudonym,
    a model by its whole name and with its own settings."""
    if ours is None:
        return None
    kind, name = ours.get("kind"), ours.get("player")
    if kind not in ("human", "model", "scripted") or not isinstance(name, str) or not name:
        return None
    settings = (ours.get("gen_args"), ours.get("parameters"))
    return LoggedPlayer(
        seat,
        role or seat,
        kind,
        name,
        {key: each for part in settings if isinstance(part, Mapping) for key, each in part.items()},
        seed=_seed(ours.get("seed")),
        person=own_id(ours.get("person")),
    )


def _seed(value: Any) -> int | None:
    stored = isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**63
    return value if stored else None


def _name_at(names: tuple[str, ...], place: int) -> str:
    """Return the name for a seat: a single model has every seat."""
    if len(names) == 1:
        return names[0]
    return names[place] if place < len(names) else ""
