"""Scripted players that do not support a language, independent of the real games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clemtui.engine import Game, base_language

if TYPE_CHECKING:
    import pytest


def reject_language(monkeypatch: pytest.MonkeyPatch, game: Game, language: str) -> None:
    """Make the scripted players of a game reject a language."""
    kind = type(game)
    speaks = kind.scripted

    def scripted(self: Any, seat: str, tongue: str, seed: int) -> Any:
        if base_language(tongue) == language:
            raise LookupError(f"nothing to say in {tongue}")
        return speaks(self, seat, tongue, seed)

    monkeypatch.setattr(kind, "scripted", scripted)
