"""The words for players that are no models; no model of the settings can have such a name."""

from __future__ import annotations

from clemtui.records.names import named_kind

HUMAN = "human"
"""A person; the name of one may follow after a colon."""

SCRIPTED = "scripted"
"""The scripted player of a game."""


def is_person(player: str) -> bool:
    """Return whether the word for a player stands for a person."""
    return player.partition(":")[0] == HUMAN


def is_reserved(name: str) -> bool:
    """Return whether a name stands for a player that is no model."""
    return named_kind(name) is not None or is_person(name.casefold())
