"""Scripted players that do not speak a language, whatever the games have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clemtui.engine import Game, base_language

if TYPE_CHECKING:
    import pytest


def silence(monkeypatch: pytest.MonkeyPatch, game: Game, language: str) -> None:
    """Let the scripted players of a game not speak a language."""
    kind = type(game)
    speaks = kind.scripted

    def scripted(self: Any, seat: str, tongue: str, seed: int) -> Any:
        if base_language(tongue) == language:
            raise LookupError(f"nothing to say in {tongue}")
        return speaks(self, seat, tongue, seed)

    monkeypatch.setattr(kind, "scripted", scripted)
