"""Every contract game on the screen, watched from start to result."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import ContentSwitcher

from clemtui.ui.results.screen import ResultScreen
from tests.support.paths import ROOT
from tests.ui.support.app import on, playing, seen, stored_episode, until

GAMES = sorted(p.parent.name for p in (ROOT / "tests").glob("contract_games/games/*/game.toml"))


@pytest.mark.parametrize("game", GAMES)
async def test_watching_scripted_players_reaches_result(game: str, tmp_path: Path) -> None:
    async with playing(tmp_path, game, seat="observer") as table:
        table.live.pace = 0
        dock = table.screen.query_one("#dock", ContentSwitcher)
        await until(table.pilot, lambda: dock.current == "choose")
        await table.pilot.pause()
        await table.pilot.press("enter")
        await on(table.pilot, ResultScreen)
        assert "main score" in seen(table.app)
        assert "‹" not in seen(table.app), "every label has its words"
        assert stored_episode(tmp_path, table.live.id).state == "finished"
