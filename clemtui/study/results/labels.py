"""What models are called, so that no two are taken for one."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from clemtui.records.studies import MatchResult


def model_labels(matched: Sequence[MatchResult]) -> dict[str, str]:
    """Return a name for the model of each run, in the order of the runs.

    It is the name of the player. Where one played with several sets of parameters, those that
    differ are in it.
    """
    players: dict[str, str] = {}
    sets: defaultdict[str, dict[str, Mapping[str, Any]]] = defaultdict(dict)
    for each in matched:
        if each.run not in players:
            players[each.run] = each.player
            sets[each.player][each.run] = each.parameters
    found = {run: _label(player, run, sets[player]) for run, player in players.items()}
    often = Counter(found.values())
    return {
        run: label if often[label] == 1 else f"{label} ({run.rpartition('.')[2]})"
        for run, label in found.items()
    }


def _label(player: str, run: str, sets: Mapping[str, Mapping[str, Any]]) -> str:
    if len(sets) == 1:
        return player
    names = sorted({name for each in sets.values() for name in each})
    own = sets[run]
    differing = [
        f"{name} {_text(own.get(name))}"
        for name in names
        if len({_text(each.get(name)) for each in sets.values()}) > 1
    ]
    return f"{player} ({', '.join(differing)})" if differing else player


def _text(value: Any) -> str:
    if value is None:
        return "not set"
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True)
