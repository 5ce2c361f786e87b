"""Tests of saving an episode: every format and view, and existing files kept unless confirmed."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from clemtui.engine import REVEAL
from clemtui.ui.app import ClemtuiApp
from clemtui.ui.archive.export import ExportDialog
from clemtui.ui.archive.review.screen import ReviewScreen
from clemtui.ui.shell.dialogs.confirm import ConfirmDialog
from clemtui.ui.widgets.stepper import Stepper
from tests.support.play_helpers import choices, leave_when, play, sitting
from tests.ui.support.app import on, seen, text_of, until, wait_for_workers
from tests.ui.support.bursts import burst
from tests.ui.support.reviews import open_review

HOSTILE = "[b]x[/] \x1b[31m ``` </pre><script>alert(1)</script> \u202e"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current working directory of the program."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


async def recorded(folder: Path, **changes: object) -> str:
    async with sitting(folder / "clemtui.db") as service:
        wanted = choices("taboo", language="en", **changes)
        return (await play(service, wanted, lambda _: f"CLUE: {HOSTILE}")).live.id


@asynccontextmanager
async def saving(
    folder: Path, episode: str, **given: Any
) -> AsyncIterator[tuple[ExportDialog, Pilot[None], ClemtuiApp]]:
    """Open the export screen for an episode, with everything loaded."""
    async with open_review(folder, episode, **given) as (_, pilot, app):
        await pilot.press("e")
        screen = await on(pilot, ExportDialog)
        await until(pilot, lambda: name(screen))
        await pilot.pause()
        yield screen, pilot, app


def files(folder: Path) -> list[Path]:
    return list(folder.iterdir())


def name(screen: ExportDialog) -> str:
    return screen.query_one("#file", Input).value


def note(screen: ExportDialog) -> str:
    return text_of(screen.query_one("#note", Static))


async def test_enter_saves_markdown_and_shows_the_path(tmp_path: Path, here: Path) -> None:
    episode = await recorded(tmp_path)
    async with saving(tmp_path, episode) as (screen, pilot, app):
        suggested = Path(name(screen))
        assert suggested.suffix == ".md"
        assert suggested.parent == here
        await pilot.press("enter")
        await on(pilot, ReviewScreen)
        (saved,) = files(here)
        assert saved.name == suggested.name
        assert saved.read_text("utf-8").startswith("# Taboo")
        assert any(str(saved) in n.message for n in app._notifications)


@pytest.mark.parametrize(
    ("steps", "suffix", "begins"),
    [(0, ".md", "# "), (1, ".html", "<!DOCTYPE html>"), (2, ".svg", "<svg"), (3, ".json", "{")],
)
async def test_every_format(
    tmp_path: Path, here: Path, steps: int, suffix: str, begins: str
) -> None:
    episode = await recorded(tmp_path)
    async with saving(tmp_path, episode) as (screen, pilot, _):
        await pilot.press(*["right"] * steps)
        await until(pilot, lambda: name(screen).endswith(suffix))
        await pilot.press("enter")
        await on(pilot, ReviewScreen)
        (saved,) = files(here)
        assert saved.suffix == suffix
        text = saved.read_text("utf-8")
        assert text.startswith(begins)
        assert "<script>" not in text or suffix in (".json", ".md")
        if suffix != ".json":
            assert not set(text) & set("\x1b\u202e")


async def test_what_follows_enter_is_no_part_of_the_name(tmp_path: Path, here: Path) -> None:
    episode = await recorded(tmp_path)
    async with saving(tmp_path, episode) as (screen, pilot, app):
        screen.query_one("#file", Input).focus()
        await pilot.pause()
        burst(app, "ctrl+a", "ctrl+k", "mine.md", "enter", "zz", "enter")
        await on(pilot, ReviewScreen)
        assert [each.name for each in files(here)] == ["mine.md"]


async def test_typed_name_survives_format_change(tmp_path: Path, here: Path) -> None:
    episode = await recorded(tmp_path)
    async with saving(tmp_path, episode) as (screen, pilot, app):
        screen.query_one("#file", Input).value = "mine.txt"
        await pilot.press("right")
        await wait_for_workers(app.workers)
        assert name(screen) == "mine.txt"
        await pilot.press("enter")
        await on(pilot, ReviewScreen)
        assert (here / "mine.txt").read_text("utf-8").startswith("<!DOCTYPE html>")


async def test_view_of_one_seat(tmp_path: Path, here: Path) -> None:
    episode = await recorded(tmp_path)
    async with saving(tmp_path, episode) as (screen, pilot, _):
        screen.query_one("#form", Stepper).fill("json")
        view = screen.query_one("#view", Stepper)
        assert view.options[0][0] == REVEAL
        view.fill("Player 2")
        await until(pilot, lambda: name(screen).endswith(".json"))
        await pilot.press("enter")
        await on(pilot, ReviewScreen)
        (saved,) = files(here)
        document = json.loads(saved.read_text("utf-8"))
        assert document["view"] == "Player 2"
        assert document["instance"]["data"] is None


async def test_unfinished_episode_offers_only_own_view(tmp_path: Path, here: Path) -> None:
    async with sitting(tmp_path / "clemtui.db") as service:
        person = await leave_when(
            service, choices("taboo", language="en"), lambda person: len(person.updates) > 1
        )
    async with saving(tmp_path, person.live.id) as (screen, pilot, _):
        assert [value for value, _ in screen.query_one("#view", Stepper).options] == ["Player 1"]
        await pilot.press("enter")
        await on(pilot, ReviewScreen)
        assert len(files(here)) == 1


async def test_replacing_a_file_needs_confirmation(tmp_path: Path, here: Path) -> None:
    episode = await recorded(tmp_path)
    (here / "old.md").write_text("precious", "utf-8")
    async with saving(tmp_path, episode) as (screen, pilot, app):
        screen.query_one("#file", Input).value = "old.md"
        await pilot.press("enter")
        await on(pilot, ConfirmDialog)
        assert "The file old.md already exists." in seen(app)
        await pilot.press("escape")
        await on(pilot, ExportDialog)
        assert (here / "old.md").read_text("utf-8") == "precious"
        await pilot.press("enter")
        await on(pilot, ConfirmDialog)
        await pilot.press("enter")
        await on(pilot, ReviewScreen)
        assert (here / "old.md").read_text("utf-8").startswith("# Taboo")
        assert [path.name for path in files(here)] == ["old.md"], "nothing is left beside it"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("", "Enter a file name"),
        ("nowhere/x.md", "does not exist; create it"),
        (".", "exists"),
        ("x\0y", "cannot write"),
        ("n" * 300 + ".md", "cannot write"),
    ],
)
async def test_write_errors_are_one_line(tmp_path: Path, here: Path, given: str, said: str) -> None:
    episode = await recorded(tmp_path)
    async with saving(tmp_path, episode) as (screen, pilot, app):
        screen.query_one("#file", Input).value = given
        await pilot.press("enter")
        await until(pilot, lambda: said in note(screen))
        assert app.screen is screen
        assert "\n" not in note(screen)
        assert note(screen).startswith("✗")
        assert files(here) == []


async def test_write_errors_are_translated(tmp_path: Path, here: Path) -> None:
    episode = await recorded(tmp_path)
    async with saving(tmp_path, episode, interface_language="de") as (screen, pilot, app):
        screen.query_one("#file", Input).value = "n" * 300 + ".md"
        await pilot.press("enter")
        await until(pilot, lambda: "kann nicht geschrieben werden" in note(screen))
        assert app.screen is screen


async def test_home_is_shown_as_tilde(
    tmp_path: Path, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "at home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    episode = await recorded(tmp_path)
    async with saving(tmp_path, episode) as (screen, pilot, app):
        screen.query_one("#file", Input).value = "~/mine.md"
        await pilot.press("enter")
        await on(pilot, ReviewScreen)
        assert (home / "mine.md").exists()
        assert any("~/mine.md" in n.message for n in app._notifications)


async def test_text_can_be_copied(
    tmp_path: Path, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []
    monkeypatch.setattr(ClemtuiApp, "copy_to_clipboard", lambda self, text: copied.append(text))
    monkeypatch.setenv("SSH_CONNECTION", "there")
    episode = await recorded(tmp_path)
    async with saving(tmp_path, episode) as (screen, pilot, _):
        await pilot.press("down", "down", "right")
        await until(pilot, lambda: not screen.query_one("#row-file").display)
        await pilot.press("enter")
        await on(pilot, ReviewScreen)
        assert copied[0].startswith("# Taboo")
        assert files(here) == []


async def test_svg_cannot_be_copied(tmp_path: Path, here: Path) -> None:
    episode = await recorded(tmp_path)
    async with saving(tmp_path, episode) as (screen, pilot, app):
        place = screen.query_one("#place", Stepper)
        place.fill("clipboard")
        screen.query_one("#form", Stepper).fill("svg")
        await wait_for_workers(app.workers)
        await pilot.pause()
        assert [value for value, _ in place.options] == ["file"]
        assert screen.query_one("#row-file").display


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24)])
async def test_all_fields_fit(tmp_path: Path, here: Path, size: tuple[int, int]) -> None:
    episode = await recorded(tmp_path)
    async with saving(tmp_path, episode, size=size) as (screen, _, app):
        for id in ("form", "view", "place", "file"):
            region = screen.query_one(f"#{id}").region
            assert region.height == 1
            assert region.bottom < size[1]
            assert region.right <= size[0]
        assert "Enter" in seen(app)


async def test_escape_and_click_outside_save_nothing(tmp_path: Path, here: Path) -> None:
    episode = await recorded(tmp_path)
    async with saving(tmp_path, episode) as (_, pilot, __):
        await pilot.press("escape")
        await on(pilot, ReviewScreen)
        await pilot.press("e")
        await on(pilot, ExportDialog)
        await pilot.click(offset=(0, 0))
        await on(pilot, ReviewScreen)
        assert files(here) == []
