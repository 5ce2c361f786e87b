"""Scenes after a game: the result, history, review, export and progress."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot
from textual.widgets import Input

from clemtui.ui.archive.export import ExportDialog
from clemtui.ui.archive.history.screen import HistoryScreen
from clemtui.ui.archive.review.screen import ReviewScreen
from clemtui.ui.results.progress.screen import ProgressScreen
from clemtui.ui.shell.navigation import OpenReview
from tests.ui.snapshots import stage
from tests.ui.snapshots.environment import Scene
from tests.ui.snapshots.records import break_format, lose, win_late
from tests.ui.snapshots.stage import home_screen
from tests.ui.support.app import on, until, wait_for_workers


async def won(pilot: Pilot[Any]) -> None:
    """A correct guess, compared with others."""
    await stage.open_result(pilot, "taboo", win_late, seat="Player 2")


async def lost(pilot: Pilot[Any]) -> None:
    """A clue that contained the target word."""
    await stage.open_result(pilot, "taboo", lose)


async def aborted(pilot: Pilot[Any]) -> None:
    """Answers in the wrong format."""
    await stage.open_result(pilot, "wordle", break_format)


async def first_result(pilot: Pilot[Any]) -> None:
    """The first game in this database."""
    await stage.open_result(pilot, "wordle")


async def transcript(pilot: Pilot[Any]) -> None:
    """The transcript, in a terminal too narrow to show it beside the result."""
    await stage.open_result(pilot, "wordle")
    if await _offered(pilot, "f3"):
        await pilot.press("f3")
        await pilot.pause()


async def _offered(pilot: Pilot[Any], key: str) -> bool:
    return key in pilot.app.screen.active_bindings


async def history(pilot: Pilot[Any]) -> HistoryScreen:
    """All recorded episodes."""
    await home_screen(pilot)
    await pilot.press("r")
    screen = await on(pilot, HistoryScreen)
    await until(pilot, lambda: screen.facets is not None)
    await wait_for_workers(screen.workers)
    await pilot.pause()
    return screen


async def history_filtered(pilot: Pilot[Any]) -> None:
    """A filter combined with search words."""
    screen = await history(pilot)
    await pilot.press("slash")
    screen.query_one("#filter").value = "game:taboo by:Ada lovely"  # type: ignore[attr-defined]
    await pilot.pause()
    await pilot.press("enter")
    await until(pilot, lambda: screen.matches)
    await wait_for_workers(screen.workers)
    await pilot.pause()


async def history_suggesting(pilot: Pilot[Any]) -> None:
    """A filter being typed."""
    screen = await history(pilot)
    await pilot.press("slash")
    # all at once: typed slowly, its beginning would be searched for
    screen.query_one("#filter", Input).insert_text_at_cursor("with:")
    await wait_for_workers(screen.workers)
    await pilot.pause(0.3)
    await wait_for_workers(screen.workers)
    await pilot.pause()


async def review(pilot: Pilot[Any]) -> ReviewScreen:
    """An episode at a step in the middle."""
    await history(pilot)
    screen = pilot.app.screen
    assert isinstance(screen, HistoryScreen)
    wanted = next(e for e in screen.episodes if e.game == "wordle" and e.scores is not None)
    pilot.app.push_screen(ReviewScreen(screen.context, OpenReview(wanted.id)))
    read = await on(pilot, ReviewScreen)
    await until(pilot, lambda: read.reading)
    await wait_for_workers(read.workers)
    await pilot.press("left")
    await pilot.pause()
    pilot.app.clear_notifications()  # hides the temporary note that this exposure is recorded
    await pilot.pause()
    return read


async def export(pilot: Pilot[Any]) -> None:
    """Saving an episode."""
    await review(pilot)
    await pilot.press("e")
    screen = await on(pilot, ExportDialog)
    await until(pilot, lambda: screen.query_one("#file").value)  # type: ignore[attr-defined]
    await pilot.pause()


async def progress(pilot: Pilot[Any]) -> None:
    """A person's progress."""
    await home_screen(pilot)
    await pilot.press("d")
    screen = await on(pilot, ProgressScreen)
    await until(pilot, lambda: screen._everybody is not None and screen._facets is not None)
    await wait_for_workers(screen.workers)
    await pilot.pause()


GERMAN = {"interface_language": "de"}

RESULT = (
    Scene("result-success", won, records=True),
    Scene("result-lost", lost, records=True),
    Scene("result-aborted", aborted, records=True),
    Scene("result-first", first_result),
    Scene("result-transcript", transcript, records=True),
    Scene("result-german", won, records=True, options=GERMAN),
)
HISTORY = (
    Scene("history", history, records=True),
    Scene("history-filtered", history_filtered, records=True),
    Scene("history-suggesting", history_suggesting, records=True),
    Scene("history-empty", history),
)
REVIEW = (Scene("review", review, records=True), Scene("export", export, records=True))
PROGRESS = (Scene("progress", progress, records=True), Scene("progress-empty", progress))
