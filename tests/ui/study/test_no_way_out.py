"""What participants must not reach in the app: an editor, in which most can start a shell."""

from __future__ import annotations

from pathlib import Path

import pytest

from clemtui.config import Settings
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.settings.shortcuts import ShortcutsScreen
from clemtui.ui.shell.navigation import OpenKeys
from clemtui.ui.shell.reader import ReaderScreen
from tests.ui.study.test_participants import Visit, frozen, to_first_episode, visit
from tests.ui.support.app import seen, until

__all__ = ["frozen"]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The editors that are started, each in place of one that was asked for."""
    found: list[str] = []

    async def edit(*given: object) -> None:
        found.append("editor")

    monkeypatch.setenv("EDITOR", "vi")
    monkeypatch.setenv("VISUAL", "vi")
    monkeypatch.setattr("clemtui.ui.play.screen.edit_in_editor", edit)
    return found


async def playing(here: Visit) -> PlayScreen:
    await to_first_episode(here)
    await here.asked()
    screen = here.app.screen
    assert isinstance(screen, PlayScreen)
    return screen


async def test_no_editor_opens_while_one_plays(frozen: Path, started: list[str]) -> None:
    async with visit(frozen, settings=Settings(editor="vi")) as here:
        screen = await playing(here)
        await here.pilot.press("ctrl+s")
        await here.pilot.pause()
        assert not screen.check_action("editor", ())
        assert not screen.context.may("editor")
        assert "editor" not in seen(here.app).casefold()
        assert not any("ditor" in command.name for command in screen.commands())
    assert not started


async def test_neither_help_nor_the_list_of_shortcuts_speaks_of_an_editor(
    frozen: Path, started: list[str]
) -> None:
    async with visit(frozen, size=(100, 200)) as here:
        screen = await playing(here)
        assert "Ctrl+Z undoes a change." in str(list(screen.help_texts()))
        await here.pilot.press("f1")
        await until(here.pilot, lambda: isinstance(here.app.screen, ReaderScreen))
        await until(here.pilot, lambda: "Answering" in seen(here.app))
        assert "editor" not in seen(here.app).casefold()
        await here.pilot.press("escape")
        await until(here.pilot, lambda: here.app.screen is screen)
        screen.open(OpenKeys())
        await until(here.pilot, lambda: isinstance(here.app.screen, ShortcutsScreen))
        await until(here.pilot, lambda: "play.leave" in seen(here.app))
        assert "play.editor" not in seen(here.app)
