"""The dialog for saving an episode as a document or copying it."""

from __future__ import annotations

import asyncio
import secrets
import stat
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Input, Static

from clemtui.archive.documents import Document, check_suffix, document_of, file_name, render, save
from clemtui.archive.review import Review, review_episode
from clemtui.engine import OBSERVER, REVEAL
from clemtui.episode.errors import PlayError, message_of
from clemtui.language import Sentence, translatable
from clemtui.paths import absolute
from clemtui.records.errors import StoreError
from clemtui.ui.archive.episode_texts import EpisodeTexts
from clemtui.ui.shell.context import Context
from clemtui.ui.shell.dialogs.choice import ChoiceDialog
from clemtui.ui.shell.dialogs.confirm import ConfirmDialog
from clemtui.ui.shell.dialogs.overlay import Dialog
from clemtui.ui.shell.navigation import OpenExport
from clemtui.ui.shell.removal import RemovableScreen
from clemtui.ui.shell.saving import default_folder, display_path
from clemtui.ui.terminal.clipboard import copy
from clemtui.ui.terminal.key_order import OrderedKeys
from clemtui.ui.widgets.answer.editing import Submitted
from clemtui.ui.widgets.line_input import LineInput
from clemtui.ui.widgets.lists import DOWN, UP
from clemtui.ui.widgets.stepper import Stepper

FILE, CLIPBOARD = "file", "clipboard"
CLIPBOARD_FORMATS = ("markdown", "json")
"""The formats that can be copied to the clipboard as text."""

_NOT_WRITTEN = translatable("cannot write {file}: {why}")


class ExportDialog(RemovableScreen[Path | None], Dialog[Path]):
    """A dialog that asks for the format, the view and the destination of an export.

    It dismisses with the path of the saved file. An existing file is replaced only after
    confirmation.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", translatable("Back"), id="export.close"),
        Binding("enter", "save", translatable("Save"), id="export.save"),
        Binding("down", "app.focus_next", DOWN, False, id="export.next"),
        Binding("up", "app.focus_previous", UP, False, id="export.before"),
    ]

    def __init__(self, context: Context, to: OpenExport) -> None:
        super().__init__()
        self.context = context
        self.interface = context.interface
        self.episode = to.episode
        self.watcher = to.watcher
        self.review: Review | None = None
        self._documents: dict[str, Document] = {}
        self._suggested = ""
        self._busy = False

    def compose(self) -> ComposeResult:
        ui = self.interface
        forms = [
            ("markdown", "Markdown"),
            ("html", ui.text("HTML (for browsers and printing)")),
            ("svg", ui.text("SVG (image)")),
            ("json", ui.text("JSON (for programs)")),
        ]
        if not self.context.may("files"):
            forms = [each for each in forms if each[0] in CLIPBOARD_FORMATS]
        with Vertical(classes="dialogue"):
            yield Static(ui.text("Save this episode"), markup=False, classes="heading")
            yield self._field(ui.text("Format"), Stepper(forms, id="form"))
            yield self._field(ui.text("View"), Stepper([], id="view"))
            yield self._field(ui.text("To"), Stepper(self._destinations("markdown"), id="place"))
            yield self._field(ui.text("File"), LineInput(id="file"))
            yield Static(markup=False, id="note")
            yield Static(
                ui.text("Enter: save    ← →: choose    Escape: back"),
                markup=False,
                classes="choices",
            )

    def _field(self, name: str, editor: Widget) -> Widget:
        title = Static(name, markup=False, classes="name")
        return Horizontal(title, editor, id=f"row-{editor.id}", classes="field")

    def _destinations(self, form: str) -> list[tuple[str, str]]:
        ui = self.interface
        clipboard: list[tuple[str, str]] = []
        if form in CLIPBOARD_FORMATS:
            clipboard.append((CLIPBOARD, ui.text("the clipboard")))
        if self.context.may("files"):
            return [(FILE, ui.text("a file")), *clipboard]
        return clipboard

    def on_mount(self) -> None:
        self.query_one("#form").focus()
        self.query_one("#row-file").display = self.context.may("files")
        self.run_worker(self._open(), group="open")

    async def _open(self) -> None:
        try:
            service = await self.context.service()
            self.review = await review_episode(service, self.episode, self.context.reader)
        except (PlayError, StoreError) as error:
            self._note(message_of(error), wrong=True)
            return
        self.query_one("#view", Stepper).set_options(self._views(self.review), self.watcher)

    def _views(self, review: Review) -> list[tuple[str, str]]:
        ui = self.interface
        names = {REVEAL: ui.text("everything"), OBSERVER: ui.text("what a spectator saw")}
        voice = EpisodeTexts(self.context).voice(review.stored.summary)
        return [
            (eyes, names[eyes] if eyes in names else voice.seat(eyes)) for eyes in review.watchers
        ]

    @on(Stepper.Stepped)
    def _stepped(self, event: Stepper.Stepped) -> None:
        if event.stepper.id == "form":
            self.query_one("#place", Stepper).set_options(self._destinations(self._chosen("form")))
        self.query_one("#row-file").display = self._chosen("place") == FILE
        if self.review is None:
            return
        self._note("")
        self.run_latest(self._suggest, group="suggest")

    @on(Stepper.Opened)
    def _opened(self, event: Stepper.Opened) -> None:
        stepper = event.stepper

        def chosen(value: str | None) -> None:
            if value is not None:
                stepper.choose(value)

        title = str(self.query_one(f"#row-{stepper.id} .name", Static).visual)
        self.app.push_screen(
            ChoiceDialog(self.interface, title, stepper.options, self._chosen(str(stepper.id))),
            chosen,
        )

    def _chosen(self, id: str) -> str:
        return str(self.query_one(f"#{id}", Stepper).value())

    async def _suggest(self) -> None:
        """Fill in a file name, unless the user has changed the suggestion."""

        try:
            document = await self._document()
        except (PlayError, StoreError) as error:
            self._note(message_of(error), wrong=True)
            return
        box = self.query_one("#file", Input)
        if box.value == self._suggested:
            self._suggested = display_path(default_folder() / file_name(document, self._form()))
            box.value = self._suggested
            box.cursor_position = len(box.value)

    def _form(self) -> Any:
        return self._chosen("form")

    async def _document(self) -> Document:
        view = self._chosen("view")
        if view not in self._documents:
            assert self.review is not None
            service = await self.context.service()
            self._documents[view] = await document_of(service, self.review, view)
        return self._documents[view]

    @on(Input.Submitted)
    @on(Submitted)
    def _submitted(self) -> None:
        self.action_save()

    def action_save(self) -> None:
        if not self._busy and self.review is not None:
            self._busy = True
            if isinstance(self.app, OrderedKeys):
                self.app.hold_typed()
            self.run_latest(self._save, group="save")

    async def _save(self) -> None:
        ui = self.interface
        self._note("")
        try:
            document = await self._document()
            text = await asyncio.to_thread(render, document, self._form(), ui)
            if self._chosen("place") == CLIPBOARD:
                await self._copy(text)
            else:
                await self._write(text)
        except (PlayError, StoreError) as error:
            self._note(message_of(error), wrong=True)
        finally:
            self._busy = False
            if isinstance(self.app, OrderedKeys):
                self.app.take_typed(keep_line=False)

    async def _copy(self, text: str) -> None:
        result = await copy(self.app, text)
        if result.attempted:
            self.app.notify(result.message(self.interface), markup=False, timeout=4)
            self.dismiss(None)
        else:
            self._note(result.message(self.interface), wrong=True)

    async def _write(self, text: str) -> None:
        assert self.context.may("files")
        ui = self.interface
        name = self.query_one("#file", Input).value.strip()
        if not name:
            self._note(ui.text("Enter a file name."), wrong=True)
            self.query_one("#file").focus()
            return
        path, exists = await asyncio.to_thread(_target_path, name)
        check_suffix(path, self._form())
        if not exists:
            await asyncio.to_thread(save, text, path)
            self._saved(path)
            return

        async def answered(yes: bool | None) -> None:
            if yes:
                try:
                    await asyncio.to_thread(_replace, text, path)
                except PlayError as error:
                    self._note(message_of(error), wrong=True)
                else:
                    self._saved(path)

        question = ui.text(
            "The file {name} already exists. Replacing it deletes its contents.", name=name
        )
        self.app.push_screen(ConfirmDialog(ui, question, ui.text("replace it")), answered)

    def _saved(self, path: Path) -> None:
        said = self.interface.text("Saved to {file}", file=display_path(path))
        self.app.notify(said, markup=False, timeout=8)
        if self.is_current:
            self.dismiss(path)

    def _note(self, text: str, *, wrong: bool = False) -> None:
        note = self.query_one("#note", Static)
        note.set_class(wrong, "-wrong")
        note.update(f"✗ {self.interface.show(text)}" if wrong else text)


def _target_path(name: str) -> tuple[Path, bool]:
    """Return the absolute path for a typed name, and whether a file exists there.

    ``~`` means the home directory.

    Raises:
        PlayError: if the name cannot be used for a file.
    """
    path = absolute(name)
    try:
        return path, stat.S_ISREG(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return path, False
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise PlayError(Sentence(_NOT_WRITTEN, file=name, why=str(why))) from None


def _replace(text: str, path: Path) -> None:
    """Replace a file atomically.

    Raises:
        PlayError: if the file cannot be written.
    """

    beside = path.with_name(f".{secrets.token_hex(8)}.new")
    save(text, beside)
    try:
        beside.replace(path)
    except OSError as error:
        with suppress(OSError):  # report the first error, not a failed clean-up
            beside.unlink()
        why = str(error.strerror or error)
        raise PlayError(Sentence(_NOT_WRITTEN, file=str(path), why=why)) from None
