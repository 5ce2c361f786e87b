"""The screen with how far a study has got, and its report section by section."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Static

from clemtui.archive.documents import save
from clemtui.episode.errors import PlayError, message_of
from clemtui.language import Localised, one_line, translatable
from clemtui.paths import command_on
from clemtui.records.errors import StoreError
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.context import Context
from clemtui.ui.shell.dialogs.choice import ChoiceDialog
from clemtui.ui.shell.navigation import OpenStudyReport
from clemtui.ui.shell.saving import display_path, unused_path
from clemtui.ui.studies.report.layout import Laid, Part, lay_out
from clemtui.ui.studies.states import STATES
from clemtui.ui.terminal.bidi import Paragraph
from clemtui.ui.terminal.clipboard import copy
from clemtui.ui.widgets.fitted_text import FittedText
from clemtui.ui.widgets.headline import Headline
from clemtui.ui.widgets.line_input import LineInput
from clemtui.ui.widgets.lists import TextPane

if TYPE_CHECKING:
    from clemtui.study.overview import State
    from clemtui.study.presenting import Presentation
    from clemtui.study.results.flow import Flow
    from clemtui.study.service import StudyInRecords
    from clemtui.study.status import Status


CONTEXT_ROWS = 2
"""Rows shown above a match."""


class ReportPane(TextPane):
    """The text, whose arrow keys also move from section to section."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "left", "screen.section(-1)", translatable("Previous section"), False, id="move.left"
        ),
        Binding("right", "screen.section(1)", translatable("Next section"), False, id="move.right"),
    ]


class StudyReportScreen(BaseScreen[None]):
    """A frozen study: its status at once, and its report when it is computed."""

    AUTO_FOCUS = "#report"

    KEYS = (
        *("report.outline", "report.find", "report.save", "report.copy", "report.close"),
        *("report.reload", "report.next", "report.before"),
    )

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "outline", translatable("Sections"), id="report.outline"),
        Binding("slash", "find", translatable("Find"), id="report.find"),
        Binding("n", "found(1)", translatable("Next match"), False, id="report.next"),
        Binding("N", "found(-1)", translatable("Previous match"), False, id="report.before"),
        Binding("e", "save", translatable("Save"), id="report.save"),
        Binding("c", "copy_command", translatable("Copy the command"), id="report.copy"),
        Binding("f5", "reload", translatable("Reload"), False, id="report.reload"),
        Binding("escape,q", "close", translatable("Back"), id="report.close", key_display="Esc"),
    ]

    def __init__(self, context: Context, to: OpenStudyReport) -> None:
        super().__init__(context, to)
        self.name_of_study = to.study
        self.study: StudyInRecords | None = None
        self.status: Status | None = None
        self.flow: Flow | None = None
        """While the packages for statistics are missing."""
        self.found: Presentation | None = None
        self.computing = False
        self.problem = ""
        self.wanted = ""
        self.parts: tuple[Part, ...] = ()
        self.laid = Laid()
        self._width = 0
        self._line: int | None = None
        """The line at the top; None: what is above the text."""
        self._moving = False
        """Whether the text has been laid out in another width, and that line is elsewhere."""
        self._matches: tuple[int, ...] = ()
        self._match: int | None = None

    # Contents

    def title_text(self) -> str:
        if self.study is None:
            return self.name_of_study
        return one_line(self.study.manifest.protocol.title)

    def contents(self) -> Iterator[Widget]:
        ui = self.interface
        yield Paragraph(markup=False, id="stated")
        yield Paragraph(markup=False, id="doing")
        yield ReportPane(Paragraph(markup=False, id="remarks"), FittedText(id="told"), id="report")
        yield LineInput(self.wanted, placeholder=ui.text("Find in the report"), id="search")

    async def fill(self) -> None:
        self.watch(self.query_one(ReportPane), "scroll_y", self._scrolled, init=False)
        self._show()

    def on_mount(self) -> None:
        self.load()

    def load(self) -> None:
        """Read the study, and compute its report unless nothing has changed since."""
        self.run_latest(self._load, group="load")

    async def _load(self) -> None:
        self.problem = ""
        try:
            await self._read()
        except (PlayError, StoreError) as error:
            self.problem = message_of(error)
        self.computing = False
        await self.wait_composed()
        self._show()
        self.refresh_bindings()

    async def _read(self) -> None:
        from clemtui.study.presenting import (
            StatisticsMissing,
            flow_without_statistics,
            traces_of,
        )
        from clemtui.study.service import Studies
        from clemtui.study.status import status_of
        from clemtui.ui.studies.report.reports import Reports

        with self.busy():
            studies = Studies(await self.context.service())
            self.study = study = await studies.study(self.name_of_study)
            self.status = await status_of(studies, study)
            task = self.context.kept(Reports).of(studies, study, await traces_of(studies, study))
        if not task.done():
            self.computing = True
            await self.wait_composed()
            self._show()
        try:
            self.found = await asyncio.shield(task)
        except StatisticsMissing:
            self.found = None
            self.flow = await flow_without_statistics(studies, study)
            raise

    def _show(self) -> None:
        """Show what is known by now."""
        study, doing = self.study, self.query_one("#doing", Static)
        if study is not None:
            self.query_one(Headline).show(title=self.title_text())
        doing.display = self.computing
        doing.update(self.interface.text("Computing the report. You can leave meanwhile."))
        remarks, lines = self.query_one("#remarks", Static), list(self._remarks())
        remarks.display = bool(lines)
        remarks.update("\n".join(lines))
        self.query_one(FittedText).show(self._lay_out)
        self.query_one("#stated", Static).update(self._stated())

    def _stated(self) -> str:
        """Return the state of the study in a line, after the place of a match."""
        ui, status = self.interface, self.status
        if status is None:
            return ""
        finished, planned = status.stages["finished"], status.study.manifest.protocol.participants
        told = " · ".join(
            (
                ui.text(STATES[self._state(status)]),
                ui.text(
                    "{finished} of {planned} finished", finished=finished, planned=planned.number
                ),
                ui.plural("{n} episode", "{n} episodes", status.episodes),
            )
        )
        if self._match not in self._matches:
            return told
        return ui.text(
            "Match {number} of {count} · {told}",
            number=self._matches.index(self._match) + 1,
            count=len(self._matches),
            told=Localised(told),
        )

    def _state(self, status: Status) -> State:
        from clemtui.study.overview import state_of

        return state_of(status.study.frozen, sum(status.stages.values()))

    def _remarks(self) -> Iterator[str]:
        """Yield what to know before reading on."""
        ui = self.interface
        if self.problem:
            yield f"✗ {one_line(ui.show(self.problem))}"
        if self.status is None:
            return
        if self._state(self.status) != "closed":
            yield ui.text("! Admission is not closed: data may still come.")
        if not ui.language.startswith("en"):
            yield ui.text("What follows is in English, as on the command line.")

    def _parts(self) -> Iterator[Part]:
        from clemtui.ui.studies.report.parts import flow_part, report_parts, status_part

        if self.status is not None:
            yield status_part(self.status)
        if self.found is not None:
            yield from report_parts(self.found)
        elif self.flow is not None:
            yield flow_part(self.flow)

    def _lay_out(self, width: int) -> Content:
        """Lay out the text; where the width has changed, the line at the top stays there."""
        if self._width not in (0, width):
            self._keep_place()
        self.parts = tuple(self._parts())
        self.laid, self._width = lay_out(self.parts, width), width
        self._matches = self.laid.found(self.wanted) if self.wanted else ()
        if self._match not in self._matches:
            self._match = None
        return self.laid.content(self._matches, self._match)

    # Moving

    @property
    def _first_row(self) -> int:
        """The row of the pane at which the text begins, below the remarks."""
        return self.query_one(FittedText).virtual_region.y

    @property
    def _top(self) -> int:
        """The row of the text at the top of the pane; negative above the text."""
        return round(self.query_one(ReportPane).scroll_target_y) - self._first_row

    def _go_to(self, row: int) -> None:
        pane = self.query_one(ReportPane)
        pane.scroll_to(y=self._first_row + row, animate=False)

    def _scrolled(self) -> None:
        """Note the line at the top; above the text, there is none."""
        if not self._moving:
            self._line = self.laid.line_at(self._top) if self._top >= 0 else None

    def _keep_place(self) -> None:
        """Bring the line at the top back there once the text is laid out anew."""
        if self._line is None or self._moving:
            return
        self._moving = True
        self.call_after_refresh(self._move_back)

    def _move_back(self) -> None:
        self._moving = False
        if self._line is not None:
            self._go_to(self.laid.row_of(self._line))

    def action_section(self, way: int) -> None:
        """Go to the next heading, or to the one before what is at the top."""
        starts, top = self.laid.starts, self._top
        ahead = [row for row in starts if (row > top if way > 0 else row < top)]
        if ahead:
            self._go_to(ahead[0] if way > 0 else ahead[-1])

    def action_outline(self) -> None:
        """Ask to which section to go."""

        def chosen(key: str | None) -> None:
            keys = [part.key for part in self.parts]
            if key in keys:
                self._go_to(self.laid.starts[keys.index(key)])

        ui, here = self.interface, self.parts[self.laid.part_at(self._top)]
        named = [(part.key, part.title) for part in self.parts]
        self.app.push_screen(ChoiceDialog(ui, ui.text("Sections"), named, here.key), chosen)

    # Searching

    def action_find(self) -> None:
        self.add_class("-searching")
        search = self.query_one("#search", LineInput)
        search.focus()
        search.select_all()

    @on(Input.Submitted, "#search")
    def _submitted(self, event: Input.Submitted) -> None:
        self.wanted = event.value.strip()
        self._stop_typing()
        self._match = None
        top, found = self._top, self.laid.found(self.wanted) if self.wanted else ()
        if self.wanted and not found:
            said = self.interface.text("No matches for {text}.", text=one_line(self.wanted))
            self.note(said, timeout=4)
        ahead = [line for line in found if self.laid.row_of(line) >= top]
        self._show_match(next(iter((*ahead, *found)), None))

    def _stop_typing(self) -> None:
        self.remove_class("-searching")
        self.query_one(ReportPane).focus()

    def _show_match(self, line: int | None) -> None:
        self._match = line
        self._show()
        if line is not None:
            self._go_to(max(0, self.laid.row_of(line) - CONTEXT_ROWS))
        self.refresh_bindings()

    def action_found(self, way: int) -> None:
        """Go to the next match (1) or the one before (-1), and from the last to the first."""
        matches = self._matches
        at = matches.index(self._match) + way if self._match in matches else 0
        self._show_match(matches[at % len(matches)])

    # Other actions

    def action_save(self) -> None:
        """Save the report as a page for browsers, under a name that is not taken."""
        self.run_latest(self._save, group="save")

    async def _save(self) -> None:
        from clemtui.study.pictures.page import page

        await self._load()  # what was erased meanwhile is not saved
        if self.found is None or self.problem:
            return
        day = f"{datetime.now().astimezone():%Y%m%d}"
        path = unused_path(("study", self.name_of_study), (day,), "html")
        try:
            with self.busy():
                text = await asyncio.to_thread(page, self.found.report)
                await asyncio.to_thread(save, text, path)
        except PlayError as error:
            self.show_error(message_of(error))
            return
        self.note(self.interface.text("Saved to {file}", file=display_path(path)), timeout=8)

    @property
    def command(self) -> str:
        """The command that prints the same."""
        return command_on(self.context.options.database, "study", "report", self.name_of_study)

    def action_copy_command(self) -> None:
        self.run_latest(self._copy, group="copy")

    async def _copy(self) -> None:
        result = await copy(self.app, self.command)
        said = f"{result.message(self.interface)} {one_line(self.command)}"
        self.note(said, timeout=6)

    def action_reload(self) -> None:
        self.load()

    def action_close(self) -> None:
        if self.has_class("-searching"):
            self._stop_typing()
        else:
            self.dismiss(None)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "save":
                return self.found is not None and self.context.may("files")
            case "outline" | "find" | "section":
                return bool(self.laid.starts)
            case "found":
                return bool(self._matches)
        return True

    def help_texts(self) -> Iterator[tuple[str, str]]:
        ui = self.interface
        yield (
            "",
            ui.text(
                "How far the study has got, its report and its pictures, as “clemtui study report "
                "--plots” prints them. Left and Right go from section to section, o lists them. "
                "The report is computed again only if the records have changed; F5 looks for "
                "changes."
            ),
        )
        yield (
            ui.text("Save"),
            ui.text(
                "e saves a page for browsers in the current folder, with everything that is "
                "printed, the pictures, and all analyses with what is excluded. c copies the "
                "command that prints the report."
            ),
        )
