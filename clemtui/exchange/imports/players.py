"""Reading who played, in any version of the format.

3.x has ``{"Player 1": {"game_role": ..., "model_name": ...}}`` with the models' own parameters
beside it; earlier versions have ``{"Player 1": "Word Guesser (gpt-4)"}`` or ``"PathGuesser,
gpt-4"``. If that gives no name, the name of the models' folder is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from clemtui.engine import GAME_MASTER
from clemtui.exchange.imports.logged import LoggedEvent, LoggedPlayer, PlayerKind
from clemtui.exchange.imports.results_tree import UnreadableEpisode, model_names

_IN_BRACKETS = re.compile(r"(?P<role>.*\S)\s*\((?P<name>[^()]+)\)\s*$", re.DOTALL)
_AFTER_COMMA = re.compile(r"(?P<role>.*\S)\s*,\s*(?P<name>[^,\s]+)\s*$", re.DOTALL)
_TEMPERATURE = re.compile(r"-t(?P<temperature>\d+(?:\.\d+)?)$")

_HUMAN = frozenset({"human", "terminal"})
_SCRIPTED = frozenset({"mock", "programmatic", "programmed", "custom"})
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
        if event.is_message:
            at_work[event.recipient] = None
        elif event.is_response:
            at_work[event.sender] = None
    if not at_work:
        raise UnreadableEpisode("its log contains neither messages nor answers")
    named = dict(players) if isinstance(players, Mapping) else {}
    seats = [seat for seat in named if seat != GAME_MASTER]
    seats += [seat for seat in at_work if seat not in named]
    specs = _specs(models)
    by_folder = model_names(folder)
    return tuple(
        replace(
            _player(seat, named.get(seat), specs, _name_at(by_folder, place)),
            silent=seat not in at_work,
        )
        for place, seat in enumerate(seats)
    )


def _player(
    seat: str, said: Any, specs: Mapping[str, Mapping[str, Any]], in_folder: str
) -> LoggedPlayer:
    role, name = _role_and_name(said)
    if not name:
        name = in_folder or UNKNOWN_NAME
    kind = _kind(name)
    if kind == "human":
        return LoggedPlayer(seat, role or seat, kind, "")
    if kind == "scripted":
        return LoggedPlayer(seat, role or seat, kind, f"reference {name.casefold()}")
    if name in specs:
        parameters = specs[name]
        ours = _player_of_our_export(seat, role, parameters)
        if ours is not None:
            return ours
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
        found = _IN_BRACKETS.match(said) or _AFTER_COMMA.match(said)
        return (found["role"], found["name"].strip()) if found else (said, "")
    return "", ""


def _kind(name: str) -> PlayerKind:
    if name.casefold() in _HUMAN:
        return "human"
    return "scripted" if name.casefold() in _SCRIPTED else "model"


def _specs(models: Any) -> dict[str, Mapping[str, Any]]:
    """Return the log's entry of each model, by its name."""
    found: dict[str, Mapping[str, Any]] = {}
    for model in models.values() if isinstance(models, Mapping) else ():
        spec = model.get("model_spec") if isinstance(model, Mapping) else None
        name = spec.get("model_name") if isinstance(spec, Mapping) else None
        if isinstance(name, str):
            found[name] = {key: model[key] for key in ("model_spec", "gen_args") if key in model}
    return found


def _player_of_our_export(
    seat: str, role: str, parameters: Mapping[str, Any]
) -> LoggedPlayer | None:
    """Return the original player in a tree exported by this program: a person by their
    pseudonym."""
    ours = parameters["model_spec"].get("clemtui")
    if not isinstance(ours, Mapping):
        return None
    kind, name = ours.get("kind"), ours.get("player")
    if kind not in ("human", "scripted") or not isinstance(name, str) or not name:
        return None
    return LoggedPlayer(seat, role or seat, kind, name)


def _name_at(names: tuple[str, ...], place: int) -> str:
    """Return the name for a seat: a single model has every seat."""
    if len(names) == 1:
        return names[0]
    return names[place] if place < len(names) else ""
