"""The report of a study on the screen: what the command line prints, and when it is computed."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from clemtui.config import Settings
from clemtui.language.width import cell_count
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from clemtui.study.pictures.page import page
from clemtui.study.presenting import Presentation, present
from clemtui.study.service import Studies, StudyInRecords
from clemtui.ui.app import ClemtuiApp
from clemtui.ui.shell.dialogs.choice import ChoiceDialog
from clemtui.ui.studies.report import reports
from clemtui.ui.studies.report.screen import ReportPane, StudyReportScreen
from clemtui.ui.studies.screen import StudiesScreen
from tests.study.whole.participant import Character
from tests.support.calling import call
from tests.ui.studies.test_list import listed, words
from tests.ui.support.app import on, resize, seen, until, wait_for_workers
from tests.ui.support.study_records import join_study

Opened = tuple[StudyReportScreen, Pilot[None], ClemtuiApp]


@asynccontextmanager
async def reported(folder: Path, **given: Any) -> AsyncIterator[Opened]:
    """Open the report of the study, and yield it when it is computed or cannot be."""
    async with listed(folder, **given) as (_, pilot, app):
        await pilot.press("enter")
        yield await computed(pilot), pilot, app


async def computed(pilot: Pilot[None]) -> StudyReportScreen:
    screen = await on(pilot, StudyReportScreen)
    await until(pilot, lambda: screen.found or screen.problem)
    await wait_for_workers(screen.workers)
    await pilot.pause()
    return screen


async def printed(folder: Path, *command: str) -> str:
    """Return what a command prints on the database in a folder."""
    database = ("--db", str(folder / "clemtui.db"))
    called = await asyncio.to_thread(call, "study", *command, "memory", *database)
    assert called.code == 0, called.err
    return called.out


def lines(screen: StudyReportScreen, *leave: str) -> list[str]:
    """Return the rows of the report, without headings and the blank rows between sections."""
    laid = screen.laid
    found: list[str] = []
    ends = (*laid.starts[1:], len(laid.rows) + 1)
    for part, start, end in zip(screen.parts, laid.starts, ends, strict=True):
        if part.key not in leave:
            found += laid.rows[start + 1 : end - 1]
    return found


# What is shown


async def test_the_sections_are_those_that_the_command_prints(records: Path) -> None:
    out = await printed(records, "report")
    async with reported(records, size=(130, 60)) as (screen, _, _):
        assert lines(screen, "status", "pictures") == [line for line in out.split("\n") if line]


async def test_the_status_is_what_the_command_prints(records: Path) -> None:
    out = await printed(records, "status")
    async with reported(records, size=(200, 60)) as (screen, _, _):
        status = next(part for part in screen.parts if part.key == "status")
        assert "".join(status.lines(80)).split() == "".join(out.splitlines()).split()


async def test_the_pictures_are_those_that_the_command_prints(records: Path) -> None:
    plain, plotted = await printed(records, "report"), await printed(records, "report", "--plots")
    async with reported(records) as (screen, _, _):
        pictures = next(part for part in screen.parts if part.key == "pictures")
        assert [*pictures.lines(80)] == plotted.removeprefix(plain).splitlines()


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24), (120, 40), (200, 60)])
async def test_nothing_is_wider_than_the_screen(records: Path, size: tuple[int, int]) -> None:
    async with reported(records) as (screen, pilot, app):
        await resize(pilot, *size)
        await until(pilot, lambda: screen._width < size[0] and screen._width > size[0] - 6)
        assert max(map(cell_count, screen.laid.rows)) <= screen._width
        told = screen.query_one("#told")
        await until(pilot, lambda: told.size.height == len(screen.laid.rows))
        await pilot.press("end")
        await until(pilot, lambda: screen.laid.rows[-1].strip() in seen(app))


async def test_what_was_at_the_top_stays_there_in_another_width(records: Path) -> None:
    async with reported(records) as (screen, pilot, _):
        await pilot.press(*["right"] * 4)
        part = screen.laid.part_at(screen._top)
        assert screen.parts[part].key == "scores"
        await resize(pilot, 40, 24)
        await until(pilot, lambda: screen._width < 40)
        await until(pilot, lambda: screen.laid.part_at(screen._top) == part)


@pytest.mark.parametrize(
    ("language", "said"), [("en", False), ("de", True), ("ar", True), ("ja", True)]
)
async def test_in_other_languages_a_line_says_that_the_report_is_in_english(
    records: Path, language: str, said: bool
) -> None:
    settings = Settings(language=language)
    given = {"interface_language": language, "settings": settings}
    async with reported(records, size=(130, 40), **given) as (screen, _, _):
        english = screen.interface.text("What follows is in English, as on the command line.")
        assert (english in [*screen._remarks()]) == said
        assert screen.parts[1].title == "Study", "as on the page for browsers"


async def test_another_language_changes_the_frame_and_keeps_the_report(records: Path) -> None:
    async with reported(records) as (screen, pilot, app):
        await pilot.press("slash", *"taboo", "enter")
        await until(pilot, lambda: screen._match is not None)
        found, rows, match = screen.found, screen.laid.rows, screen._match
        await app.change_settings({"language": "ar"})
        await until(pilot, lambda: "حلقة" in seen(app))
        assert (screen.found, screen.laid.rows, screen._match) == (found, rows, match)
        await pilot.press("n")
        assert screen._match != match


async def test_while_admission_is_open_it_says_that_data_may_still_come(records: Path) -> None:
    warning = "Admission is not closed: data may still come."
    async with reported(records) as (_, pilot, app):
        assert warning in words(app)
        writer = Writer(records / "clemtui.db")
        writer.close_study("memory")
        writer.close()
        await pilot.press("f5")
        await until(pilot, lambda: warning not in words(app))
        assert words(app).count("closed") > 0


# When it is computed


@pytest.fixture
def computations(monkeypatch: pytest.MonkeyPatch) -> list[asyncio.Event]:
    """An event for every computation that was begun, at which it goes on."""
    begun: list[asyncio.Event] = []

    async def waiting(studies: Studies, study: StudyInRecords) -> Presentation:
        begun.append(asyncio.Event())
        await begun[-1].wait()
        return await present(studies, study)

    monkeypatch.setattr(reports, "present", waiting)
    return begun


async def begin(pilot: Pilot[None]) -> StudyReportScreen:
    """Open the report, without waiting for its end."""
    await pilot.press("enter")
    screen = await on(pilot, StudyReportScreen)
    await until(pilot, lambda: screen.computing)
    return screen


async def test_it_can_be_left_while_it_is_computed_and_goes_on(
    records: Path, computations: list[asyncio.Event]
) -> None:
    async with listed(records) as (_, pilot, app):
        screen = await begin(pilot)
        assert "Computing the report" in words(app)
        assert "participants: 7 of 24" in words(app), "the status is there at once"
        assert screen.check_action("save", ()) is False
        await pilot.press("escape")
        await on(pilot, StudiesScreen)
        await begin(pilot)
        computations[0].set()
        screen = await computed(pilot)
        assert len(computations) == 1
        assert "Computing the report" not in words(app)
        assert "scores" in {part.key for part in screen.parts}


async def test_it_is_computed_again_only_if_the_records_have_changed(
    records: Path, computations: list[asyncio.Event]
) -> None:
    async with listed(records) as (_, pilot, _):
        screen = await begin(pilot)
        computations[0].set()
        await computed(pilot)
        await pilot.press("f5")
        await wait_for_workers(screen.workers)
        assert len(computations) == 1
        await asyncio.to_thread(
            lambda: asyncio.run(join_study(records, (Character(20, agrees=False),)))
        )
        await pilot.press("f5")
        await until(pilot, lambda: len(computations) == 2)
        computations[1].set()
        await until(pilot, lambda: not screen.computing)
        assert "declined: 2" in "\n".join(screen.laid.rows)


async def test_a_computation_that_failed_is_tried_again(
    records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from clemtui.study.errors import StudyError

    async def failing(studies: Studies, study: StudyInRecords) -> Presentation:
        raise StudyError("the figures cannot be read")

    monkeypatch.setattr(reports, "present", failing)
    async with reported(records) as (screen, pilot, app):
        assert "✗ the figures cannot be read" in words(app)
        monkeypatch.setattr(reports, "present", present)
        await pilot.press("f5")
        await until(pilot, lambda: screen.found)
        await until(pilot, lambda: "cannot be read" not in words(app))


async def test_without_the_packages_for_statistics_the_rest_is_shown(
    records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [*sys.modules]:
        if name.startswith(("clemtui.analysis.baseline.", "clemtui.study.results.report")):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "clemtui.study.pictures.page", raising=False)
    for name in ("scipy", "scipy.stats", "statsmodels"):
        monkeypatch.setitem(sys.modules, name, None)
    async with reported(records) as (screen, pilot, app):
        assert "The report requires scipy and statsmodels" in words(app)
        assert "stats" in screen.problem
        assert [part.key for part in screen.parts] == ["status", "flow"]
        assert "analysed: 7" in screen.laid.rows, "8 admitted, one of whom used a language model"
        assert screen.check_action("save", ()) is False
        await pilot.press("escape")
        await on(pilot, StudiesScreen)


# What can be done with it


def pages(folder: Path) -> list[str]:
    return [each.read_text("utf-8") for each in folder.glob("*.html")]


async def test_the_page_is_saved_under_a_name_that_is_not_taken(
    records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(records)
    async with reported(records) as (screen, pilot, app):
        assert screen.found is not None
        for number in (1, 2):
            await pilot.press("e")
            await until(pilot, lambda n=number: len(pages(records)) == n)  # type: ignore[misc]
            await wait_for_workers(screen.workers)
        assert pages(records) == [page(screen.found.report)] * 2
        await until(pilot, lambda: "Saved to" in seen(app))


async def test_what_was_erased_meanwhile_is_not_saved(
    records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(records)
    async with reported(records) as (screen, pilot, _):
        before = screen.found
        with Reader(records / "clemtui.db") as reader:
            someone = reader.enrolments("memory")[0].person
        other = Writer(records / "clemtui.db")
        other.delete_person(someone)
        other.close()
        await pilot.press("e")
        await until(pilot, lambda: pages(records))
        await wait_for_workers(screen.workers)
        assert screen.found is not None
        assert screen.found is not before
        assert pages(records) == [page(screen.found.report)]


async def test_the_command_that_prints_the_same_is_copied(records: Path) -> None:
    async with reported(records) as (_, pilot, app):
        await pilot.press("c")
        await until(pilot, lambda: app.clipboard)
        assert app.clipboard == f"clemtui study report memory --db={records / 'clemtui.db'}"


async def test_the_outline_leads_to_every_section(records: Path) -> None:
    async with reported(records) as (screen, pilot, _):
        await pilot.press("o")
        dialog = await on(pilot, ChoiceDialog)
        titles = [title for _, title in dialog.options]
        assert titles[0] == "Status"
        assert titles[-1] == "Pictures"
        assert "Primary comparison" in titles
        await pilot.press(*["down"] * titles.index("Primary comparison"), "enter")
        await on(pilot, StudyReportScreen)
        await until(pilot, lambda: screen.laid.rows[screen._top] == "Primary comparison")


async def test_a_search_goes_from_match_to_match(records: Path) -> None:
    async with reported(records) as (screen, pilot, app):
        await pilot.press("slash", *"TABOO", "enter")
        await until(pilot, lambda: screen._match is not None)
        count = sum("taboo" in text.casefold() for text in screen.laid.texts)
        assert count > 3
        assert f"Match 1 of {count}" in words(app)
        await pilot.press("n", "n")
        assert f"Match 3 of {count}" in words(app)
        await pilot.press(*["N"] * 3)
        assert f"Match {count} of {count}" in words(app), "from the first to the last"
        shown: Callable[[], bool] = lambda: (  # noqa: E731
            0
            <= screen.laid.row_of(screen._match or 0) - screen._top
            < screen.query_one(ReportPane).size.height
        )
        await until(pilot, shown)
        await pilot.press("slash", *["delete"] * 5, *"zzz", "enter")
        await until(pilot, lambda: "No matches for zzz." in words(app))
        assert screen._match is None


async def test_escape_leaves_the_search_and_then_the_report(records: Path) -> None:
    async with reported(records) as (screen, pilot, app):
        await pilot.press("slash", "x", "escape")
        assert app.screen is screen
        assert isinstance(app.focused, ReportPane)
        await pilot.press("escape")
        await on(pilot, StudiesScreen)
