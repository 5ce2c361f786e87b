"""The screen that lists the studies of a researcher: those in the records, and drafts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from clemtui.episode.errors import PlayError, message_of
from clemtui.language import one_line, translatable
from clemtui.paths import command_on
from clemtui.records.errors import StoreError
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.context import Context
from clemtui.ui.shell.navigation import OpenReader, OpenStudies, OpenStudyReport, Texts
from clemtui.ui.studies.states import STATES
from clemtui.ui.widgets.home_lists import Row
from clemtui.ui.widgets.lists import MenuList

if TYPE_CHECKING:
    from clemtui.study.overview import StudyOverview


class StudyList(MenuList):
    """A list of studies; Enter opens one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", translatable("Open"), id="studies.open")
    ]

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id, markup=False)
        self._rows: tuple[Row, ...] = ()
        self._width = 0

    def show(self, rows: Sequence[Row]) -> None:
        """Replace the rows. The highlighted one stays highlighted if it is still there."""
        before = self.highlighted
        kept = self._rows[before].id if before is not None and self._rows else ""
        self._rows = tuple(rows)
        width = self._width or self.app.size.width - 4
        self.clear_options()
        self.add_options(Option(row.drawn(width), id=row.id) for row in rows)
        ids = [row.id for row in rows]
        if ids:
            self.highlighted = ids.index(kept) if kept in ids else 0

    def on_resize(self, event: events.Resize) -> None:
        width = self.scrollable_content_region.width - 2  # padding of a row
        if width > 0 and width != self._width:
            self._width = width
            self.show(self._rows)


class StudiesScreen(BaseScreen[None]):
    """A list of studies. Enter opens one."""

    AUTO_FOCUS = "#studies"

    KEYS = ("studies.open", "studies.reload", "studies.close")

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5", "reload", translatable("Reload"), id="studies.reload"),
        Binding("escape,q", "close", translatable("Back"), id="studies.close", key_display="Esc"),
    ]

    def __init__(self, context: Context, to: OpenStudies) -> None:
        super().__init__(context, to)
        self.studies: tuple[StudyOverview, ...] | None = None
        """None before they are read."""
        self.problem = ""

    def title_text(self) -> str:
        return self.interface.text("Studies")

    def contents(self) -> Iterator[Widget]:
        yield Static(markup=False, id="empty", classes="paragraph")
        yield StudyList(id="studies")

    async def fill(self) -> None:
        ui = self.interface
        if self.problem:
            said = f"✗ {one_line(ui.show(self.problem))}"
        elif self.studies == ():
            said = ui.text(
                "There is no study here yet. Create one with {command}.",
                command="clemtui study new NAME",
            )
        else:
            said = ""
        empty, listed = self.query_one("#empty", Static), self.query_one(StudyList)
        empty.display = bool(said)
        empty.update(said)
        listed.show([self._row(each) for each in self.studies or ()])

    def on_screen_resume(self) -> None:
        """Read the studies: they may have changed, also while one was open."""
        self.load()

    def load(self) -> None:
        """Read the studies."""
        self.run_latest(self._load, group="load")

    async def _load(self) -> None:
        from clemtui.study.overview import overviews
        from clemtui.study.service import Studies

        try:
            with self.busy():
                service = await self.context.service()
                found = await overviews(Studies(service), self.context.options.data)
        except (PlayError, StoreError) as error:
            self.studies, self.problem = None, message_of(error)
        else:
            self.studies, self.problem = found, ""
        await self.wait_composed()
        await self.fill()
        self.refresh_bindings()

    def _row(self, study: StudyOverview) -> Row:
        ui = self.interface
        title = one_line(study.title or study.name)
        if study.problem:
            below = Content(f"✗ {one_line(ui.show(study.problem))}")
        else:
            below = Content.styled(" · ".join(self._facts(study)), "$text-muted")
        return Row(
            id=study.name,
            left=Content.styled(title, "bold"),
            right=Content(ui.text(STATES[study.state])),
            below=below,
        )

    def _facts(self, study: StudyOverview) -> Iterator[str]:
        ui = self.interface
        yield study.name
        if study.state == "draft":
            assert study.planned is not None
            yield ui.plural("{n} participant planned", "{n} participants planned", study.planned)
            return
        yield ui.text("{finished} of {planned} finished", finished=study.finished,
                      planned=study.planned)  # fmt: skip
        yield ui.plural("{n} episode", "{n} episodes", study.episodes)
        if study.last is not None:
            when = ui.date(study.last.astimezone(), length="short")
            yield ui.text("last active {date}", date=when)

    @on(OptionList.OptionSelected, "#studies")
    def _open(self, event: OptionList.OptionSelected) -> None:
        study = next(each for each in self.studies or () if each.name == event.option_id)
        if study.state == "draft":
            self.open(OpenReader(lambda: study.title or study.name, lambda: self._draft(study)))
        else:
            self.open(OpenStudyReport(study.name))

    def _draft(self, study: StudyOverview) -> Texts:
        """Return what to do with a study that is not frozen."""
        ui = self.interface
        if study.problem:
            return [("", f"✗ {ui.show(study.problem)}")]
        return [
            (
                "",
                ui.text(
                    "This study is a draft: no one can take part yet. Its protocol is in {folder}.",
                    folder=str(study.folder),
                ),
            ),
            (ui.text("Check the protocol"), f"clemtui study check {study.name}"),
            (
                ui.text("Freeze it when it is final"),
                command_on(self.context.options.database, "study", "freeze", study.name),
            ),
        ]

    def action_reload(self) -> None:
        self.load()

    def action_close(self) -> None:
        self.dismiss(None)

    def help_texts(self) -> Iterator[tuple[str, str]]:
        yield (
            "",
            self.interface.text(
                "For researchers: studies frozen in this database, the last active first, and "
                "drafts in your folder of studies. Enter shows how far a study has got and its "
                "report. Studies are created, frozen and closed on the command line; “clemtui "
                "study --help” says how."
            ),
        )
