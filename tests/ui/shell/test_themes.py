"""Themes: everything is readable in ours, in Textual's, and without colours."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console
from rich.segment import Segment
from textual.color import Color
from textual.pilot import Pilot
from textual.theme import BUILTIN_THEMES

from clemtui.config import Settings
from clemtui.ui.app import ClemtuiApp
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.settings.screen import SettingsScreen
from clemtui.ui.setup.screen import SetupScreen
from clemtui.ui.shell.themes import DARK, LIGHT, SIXTEEN_COLOURS, THEMES, initial_theme
from clemtui.ui.terminal.no_colour import contrast
from clemtui.ui.widgets.games.cards import GameCards
from tests.ui.support.app import on, opened, playing, resize, seen, until

FIRST, SECOND = "Taboo", "Wordle + clue"
"""Two games beside each other, neither of whose names is in the other's."""
READABLE = 4.5
"""WCAG 2.2, success criterion 1.4.3 (AA): contrast of text."""
VISIBLE = 3.0
"""WCAG 2.2, success criterion 1.4.11 (AA): contrast of anything else."""

TEXTS = (
    "foreground",
    "foreground-muted",
    "text-muted",
    "text-primary",
    "text-secondary",
    "text-accent",
    "text-success",
    "text-warning",
    "text-error",
)
GROUNDS = (
    "background",
    "surface",
    "panel",
    "block-cursor-background",
    "block-cursor-blurred-background",
    "block-hover-background",
)


def segments(app: ClemtuiApp) -> Iterator[Segment]:
    for strip in app.screen._compositor.render_strips():
        yield from strip


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_every_text_is_readable_on_every_ground(theme: object) -> None:
    colours = theme.to_color_system().generate()  # type: ignore[attr-defined]
    for text in TEXTS:
        for ground in GROUNDS:
            found = contrast(Color.parse(colours[text]), Color.parse(colours[ground]))
            assert found >= READABLE, f"{text} on {ground}: {found:.2f}"


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_borders_and_the_scrollbar_are_visible(theme: object) -> None:
    colours = theme.to_color_system().generate()  # type: ignore[attr-defined]
    for line in ("primary", "border", "border-blurred", "scrollbar"):
        for ground in ("background", "surface"):
            found = contrast(Color.parse(colours[line]), Color.parse(colours[ground]))
            assert found >= VISIBLE, f"{line} on {ground}: {found:.2f}"


def test_the_contrast_is_that_of_the_guidelines() -> None:
    """White on black has 21, and #777 on white famously just fails."""
    assert contrast(Color(255, 255, 255), Color(0, 0, 0)) == pytest.approx(21)
    assert contrast(Color(119, 119, 119), Color(255, 255, 255)) == pytest.approx(4.48, abs=0.01)


def unreadable(app: ClemtuiApp) -> set[str]:
    """Return the texts on the screen with too little contrast, each with its colours."""
    found = set()
    for text, style, _ in segments(app):
        if style is None or not any(map(str.isalnum, text)):
            continue
        assert style.color is not None
        assert style.bgcolor is not None
        front, behind = map(Color.from_rich_color, (style.color, style.bgcolor))
        if style.reverse:
            front, behind = behind, front
        if contrast(front, behind) < READABLE:
            found.add(f"{text.strip()!r}: {front.hex} on {behind.hex}")
    return found


@pytest.mark.parametrize("name", [DARK, LIGHT])
async def test_every_word_of_the_screens_is_readable(tmp_path: Path, name: str) -> None:
    async with opened(tmp_path, settings=Settings(theme=name), size=(100, 30)) as (app, pilot):
        await on(pilot, HomeScreen)
        assert unreadable(app) == set()
        for keys in (["f12"], ["down", "down", "enter"], ["f1"]):
            await pilot.press(*keys)
            await pilot.pause(0.1)
            await pilot.pause()
            assert unreadable(app) == set()
        await pilot.press("f1", "escape", "escape", "m")
        setup = await on(pilot, SetupScreen)
        await until(pilot, setup.loaded.is_set)
        assert unreadable(app) == set()


@pytest.mark.parametrize("name", ["ansi-dark", "ansi-light"])
async def test_with_sixteen_colours_no_word_has_the_colour_of_its_ground(
    tmp_path: Path, name: str
) -> None:
    """The terminal's default text colour may be invisible on any other background."""

    def lost(app: ClemtuiApp) -> set[str]:
        return {
            text
            for text, style, _ in segments(app)
            if style is not None
            and any(map(str.isalnum, text))
            and (style.color is None or style.color.is_default)
            and style.bgcolor is not None
            and not style.bgcolor.is_default
        }

    async with opened(tmp_path, settings=Settings(theme=name), collections=()) as (app, pilot):
        await on(pilot, HomeScreen)
        assert lost(app) == set()
        assert any("Wordle" in line for line in cursor_lines(app))
        for keys in (["f12"], ["down"], ["enter"], ["escape", "f10"], ["escape", "escape", "f6"]):
            await pilot.press(*keys)
            await pilot.pause()
            assert lost(app) == set()
            assert any(line.strip() for line in cursor_lines(app)) or keys[-1] == "f6"


@pytest.mark.parametrize("name", [DARK, LIGHT])
@pytest.mark.parametrize("game", ["wordle", "taboo"])
async def test_boards_and_transcripts_are_readable(tmp_path: Path, name: str, game: str) -> None:
    async with playing(tmp_path, game, size=(100, 30)) as table:
        table.app.preview_theme(name)
        await table.wait_for_request()
        if game == "wordle":
            await table.type("crane", "enter")
            await until(table.pilot, lambda: "crane" in table.transcript_text)
        await table.wait_for_request()
        await table.pilot.pause()
        assert unreadable(table.app) == set()


@pytest.mark.parametrize("name", sorted(BUILTIN_THEMES))
async def test_every_theme_of_textual_can_be_used(tmp_path: Path, name: str) -> None:
    async with opened(tmp_path, settings=Settings(theme=name)) as (app, pilot):
        await on(pilot, HomeScreen)
        assert app.theme == name
        assert FIRST in seen(app)


@pytest.mark.parametrize(
    "name",
    [
        name if name == "solarized-dark" else pytest.param(name, marks=pytest.mark.nightly)
        for name in sorted(BUILTIN_THEMES)
    ],
)
async def test_the_settings_name_every_theme_of_textual(tmp_path: Path, name: str) -> None:
    async with opened(tmp_path, settings=Settings(theme=name)) as (_, pilot):
        app = pilot.app
        await on(pilot, HomeScreen)
        await pilot.press("f12")
        await on(pilot, SettingsScreen)
        await pilot.press("enter")
        await until(pilot, lambda: name in seen(app))


def cursor_lines(app: ClemtuiApp) -> list[str]:
    """Return the texts that are shown reversed."""
    return [text for text, style, _ in segments(app) if style is not None and style.reverse]


def coloured(app: ClemtuiApp) -> set[str]:
    return {
        text
        for text, style, _ in segments(app)
        if style is not None
        and any(colour and not colour.is_default for colour in (style.color, style.bgcolor))
    }


async def cursor_follows(app: ClemtuiApp, pilot: Pilot[None]) -> None:
    home = await on(pilot, HomeScreen)
    games = home.query_one(GameCards)
    assert games.has_focus
    await pilot.press("right")
    await pilot.pause()
    for name in (FIRST, SECOND):
        assert any(name in line for line in cursor_lines(app)), name
        assert sum(name in line for name in (FIRST, SECOND) for line in cursor_lines(app)) == 1
        await pilot.press("right")
        await pilot.pause()


@pytest.mark.parametrize("name", [DARK, LIGHT, "ansi-dark", "ansi-light", "nord"])
async def test_without_colours_there_are_none_and_the_cursor_is_seen(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with opened(tmp_path, settings=Settings(theme=name), collections=()) as (app, pilot):
        await cursor_follows(app, pilot)
        assert coloured(app) == set()
        await pilot.press("f10")
        await pilot.pause()
        assert any(line.strip() for line in cursor_lines(app))


@pytest.mark.parametrize("name", [DARK, "ansi-dark", "ansi-light"])
async def test_in_every_theme_a_bar_marks_what_has_the_cursor(tmp_path: Path, name: str) -> None:
    async with opened(tmp_path, settings=Settings(theme=name), collections=()) as (app, pilot):
        await on(pilot, HomeScreen)
        await pilot.press("right")
        await pilot.pause()
        assert f"▐{FIRST}▌" in seen(app)
        await pilot.press("right")
        await pilot.pause()
        assert f"▐{FIRST}▌" not in seen(app)
        await resize(pilot, 60, 20)

        def marked() -> list[str]:
            return [line for line in seen(app).splitlines() if "▌" in line]

        await until(pilot, lambda: len(marked()) == 1)
        assert SECOND in marked()[0]


def test_a_terminal_of_sixteen_colours_keeps_its_own_unless_a_theme_is_set() -> None:
    known = {DARK, LIGHT, SIXTEEN_COLOURS, "nord"}
    assert initial_theme(None, known, "truecolor") == DARK
    assert initial_theme(None, known, "256") == DARK
    assert initial_theme(None, known, "standard") == SIXTEEN_COLOURS
    assert initial_theme(None, known, "windows") == SIXTEEN_COLOURS
    assert initial_theme("nord", known, "standard") == "nord"
    assert initial_theme("nrod", known, "truecolor") == DARK


async def test_reduced_motion_moves_nothing_gradually(tmp_path: Path) -> None:
    async with opened(tmp_path, settings=Settings(motion="reduced")) as (app, pilot):
        home = await on(pilot, HomeScreen)
        await resize(pilot, 80, 14)
        await pilot.press("f1")
        await pilot.pause()
        texts = app.screen.query_one("#texts")
        assert app.screen is not home
        await until(pilot, lambda: texts.max_scroll_y >= 5)
        texts.scroll_to(y=5, animate=True, duration=10)
        await until(pilot, lambda: texts.scroll_y)
        assert texts.scroll_y == 5


@pytest.mark.parametrize("size", [(39, 24), (80, 11)])
async def test_below_the_smallest_size_a_notice_is_shown_also_above_questions(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with opened(tmp_path) as (app, pilot):
        await on(pilot, HomeScreen)
        for keys in ([], ["f10"], ["escape", "f12", "enter"], ["escape", "f6"]):
            await pilot.press(*keys)
            await pilot.pause()
            await pilot.resize_terminal(*size)
            await until(pilot, lambda: "too small" in all_seen(app))
            assert "What do you want" not in all_seen(app)
            await resize(pilot, 80, 24)


@pytest.mark.parametrize("name", [DARK, "ansi-dark", "ansi-light"])
async def test_what_is_behind_a_question_stays_in_sight(tmp_path: Path, name: str) -> None:
    async with opened(tmp_path, settings=Settings(theme=name)) as (app, pilot):
        await on(pilot, HomeScreen)
        for key in ("f6", "f10"):
            await pilot.press(key)
            await pilot.pause()
            assert "Wordle" in all_seen(app)
            await pilot.press("escape")


def all_seen(app: ClemtuiApp) -> str:
    """Return what the terminal shows: the top screen and the visible parts of those behind it."""
    drawn = app.screen._compositor.render_update(full=True, screen_stack=app._background_screens)
    assert drawn is not None
    console = Console(file=io.StringIO(), width=app.size.width, height=app.size.height)
    with console.capture() as capture:
        console.print(drawn)
    return capture.get()
