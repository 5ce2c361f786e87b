"""The places of a researcher: the studies, and the report of one."""

from __future__ import annotations

from pathlib import Path

from clemtui.ui.shell.dialogs.choice import ChoiceDialog
from clemtui.ui.shell.saving import default_folder
from clemtui.ui.studies.report.screen import ReportPane, StudyReportScreen
from clemtui.ui.studies.screen import StudiesScreen, StudyList
from clemtui.ui.widgets.line_input import LineInput
from tests.study.protocols import study_folder
from tests.ui.snapshots.records import freeze_study
from tests.ui.support.app import wait_for_workers
from tests.ui.support.key_trials import (
    Action,
    Check,
    Effect,
    Place,
    Trial,
    Walk,
    changes,
    closes,
    focuses,
    in_list,
    in_text,
    opens,
)


async def studies(walk: Walk) -> None:
    """Open the list of studies: a frozen one and drafts, which are made once."""
    if "studies" not in walk.made:
        await freeze_study(walk.folder)
        walk.made["studies"] = True
        for number in range(4):
            study_folder(walk.folder / "studies", name=f"draft-{number}")
    walk.screen.action_studies()
    screen = await walk.on(StudiesScreen)
    await walk.until(lambda: screen.studies, "the studies")
    await wait_for_workers(screen.workers)


async def report(walk: Walk) -> None:
    """Open the report of the frozen study."""
    await studies(walk)
    walk.screen.query_one(StudyList).highlighted = 0
    await walk.press("enter")
    screen = await walk.on(StudyReportScreen)
    await walk.until(lambda: screen.found, "the report")
    await wait_for_workers(screen.workers)
    await walk.until(lambda: walk.one(ReportPane).max_scroll_y > 20, "the text")


async def searched(walk: Walk) -> None:
    """Search for what is there several times."""
    screen = walk.screen
    screen.action_find()
    walk.one("#search").value = "taboo"
    await walk.press("enter")
    await walk.until(lambda: len(screen._matches) > 2, "matches")


def in_section(number: int) -> Action:
    """Return what goes to a section."""

    async def go(walk: Walk) -> None:
        walk.screen._go_to(walk.screen.laid.starts[number])
        await walk.settle()

    return go


def at_section(number: int) -> Effect:
    """The heading of a section is at the top."""

    def effect(walk: Walk) -> Check:
        screen = walk.screen
        return lambda: screen._top == screen.laid.starts[number]

    return effect


def saves_page(walk: Walk) -> Check:
    """The report is saved where files are by default."""

    def pages() -> set[Path]:
        return set(default_folder().glob("clemtui-study-memory-*.html"))

    before = pages()
    return lambda: pages() > before


def copies(walk: Walk) -> Check:
    """The command is on the clipboard."""
    walk.app._clipboard = ""
    return lambda: walk.app.clipboard.startswith("clemtui study report memory")


def reads_again(walk: Walk) -> Check:
    """The records are read, and the report is not computed again."""
    screen = walk.screen
    status, found = screen.status, screen.found
    return lambda: screen.status is not status and screen.found is found


def lists_again(walk: Walk) -> Check:
    """The studies are read again."""
    screen = walk.screen
    before = screen.studies
    return lambda: screen.studies is not before and screen.studies == before


STUDIES = (
    Place(
        "studies",
        (StudiesScreen, StudyList),
        studies,
        {
            "studies.open": opens(StudyReportScreen),
            "studies.reload": lists_again,
            "studies.close": closes,
            **in_list(StudyList),
        },
    ),
    Place(
        "the report of a study",
        (StudyReportScreen, ReportPane),
        report,
        {
            "report.outline": opens(ChoiceDialog),
            "report.find": focuses(LineInput),
            "report.next": Trial(changes(lambda walk: walk.screen._match), searched),
            "report.before": Trial(changes(lambda walk: walk.screen._match), searched),
            "report.save": saves_page,
            "report.copy": copies,
            "report.reload": reads_again,
            "report.close": closes,
            **in_text(ReportPane),
            "move.left": Trial(at_section(1), in_section(2)),
            "move.right": Trial(at_section(2), in_section(1)),
        },
    ),
)
