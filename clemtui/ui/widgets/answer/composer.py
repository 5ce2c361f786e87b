"""The composer: where a person writes the answer to a request."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any, Literal

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static

from clemtui.engine import (
    CLOCK,
    GridField,
    Hint,
    Label,
    Request,
    SavedTiming,
    Timing,
    View,
    problems,
    without_tags,
)
from clemtui.episode.answer_timing import AnswerTiming
from clemtui.episode.condition import END_WARNING
from clemtui.ui.terminal.key_order import OrderedKeys
from clemtui.ui.widgets.answer.box import AnswerBox, free_text_box
from clemtui.ui.widgets.answer.editing import (
    Edited,
    KeyReceived,
    Pasted,
    Refused,
    Submitted,
)
from clemtui.ui.widgets.answer.fields import EditorFactory, FieldGroup
from clemtui.ui.widgets.answer.form_shape import is_large, needs_no_label, quick_choice
from clemtui.ui.widgets.answer.grid_input import GridInput
from clemtui.ui.widgets.answer.letter_cells import LetterCells
from clemtui.ui.widgets.answer.preview import Preview
from clemtui.ui.widgets.answer.side_question import ONE_KEY, SideQuestion
from clemtui.ui.widgets.answer.symbols import symbol_notes
from clemtui.ui.widgets.key_guard import KeyGuard, Press
from clemtui.wording.phrases import Voice

DRAFT_SECONDS = 0.5
"""A draft is posted this long after its first unposted change."""

_LEVELS = ("error", "warning", "note")
_STYLES = {
    "error": "bold $text-error",
    "warning": "bold $text-warning",
    "note": "$foreground-muted",
}
_SIGNS = {"error": "✗", "warning": "!", "note": "·"}
_CLOCK = Hint(Label("form.clock"), level="note", aid=CLOCK)
_UNFINISHED = {"form.missing", "form.wrong_length", "form.too_few"}
"""Normal while typing; shown only on an attempt to send."""


Histories = MutableMapping[str, dict[str, list[str]]]
"""Earlier inputs, by seat and field id (empty for free text)."""

_Kept = AnswerBox | LetterCells | GridInput


@dataclass(frozen=True, slots=True)
class AnswerInProgress:
    """An answer in progress, kept while the composer is rebuilt in another language."""

    request: Request
    view: View
    body: str | dict[str, Any] | None
    answering: AnswerTiming
    editors: tuple[_Kept, ...]


class Composer(Vertical):
    """The form of a request or a free text box, with a preview of the response."""

    class Sent(Message):
        """Posted when the person sends an answer; ``values`` are the form's, if there was one."""

        def __init__(self, request: Request, text: str, values: Mapping[str, Any] | None) -> None:
            super().__init__()
            self.request = request
            self.text = text
            self.values = values

    class DraftChanged(Message):
        """Posted when a draft should be saved."""

    def __init__(
        self,
        voice: Voice,
        histories: Histories,
        would_break_form: Callable[[int, str], bool],
        *,
        assisted: bool,
        id: str | None = None,
    ) -> None:
        """``would_break_form`` tells whether a malformed response to a request would end the
        episode."""
        super().__init__(id=id)
        self._would_break_form = would_break_form
        self.voice = voice
        self.assisted = assisted
        self.request: Request | None = None
        self.answering: AnswerTiming | None = None
        self._view = View()
        self._aids: frozenset[str] = frozenset()
        self._box: AnswerBox | None = None
        self._group: FieldGroup | None = None
        self._histories = histories
        self._written = False
        self._composed: str | None = None
        self._quick = False
        self._warned: str | None = None
        self._ahead: tuple[str, object] | None = None
        self._last_place: Widget | None = None
        self._guard = KeyGuard()
        self._warning_guard = KeyGuard()
        self._timer: Timer | None = None
        self.wants_clock: Callable[[], bool] = bool
        self._clocked: AnswerTiming | None = None

    def on_mount(self) -> None:
        self.set_interval(1, self._show_clock)

    def _show_clock(self) -> None:
        """Show how long the person has been answering, if they want to see it."""
        shown = ""
        if self.answering is not None and self.wants_clock():
            if self._clocked is not self.answering:
                self._clocked = self.answering
                self.answering.hint_shown(_CLOCK)
            shown = self.voice.interface.duration(int(self.answering.seconds))
        self.border_subtitle = Content(shown).markup

    def compose(self) -> ComposeResult:
        yield SideQuestion(id="asked")
        yield VerticalScroll(id="fields", can_focus=False)
        yield Static(id="hint", markup=False)
        yield Preview(id="preview")

    @property
    def _history(self) -> dict[str, list[str]]:
        """The earlier inputs of the seat asked.

        Others may share the keyboard: theirs are not shown.
        """
        seat = self.request.seat if self.request is not None else ""
        return self._histories.setdefault(seat, {})

    async def open(
        self,
        request: Request,
        view: View,
        aids: frozenset[str],
        draft: str | Mapping[str, Any] | None = None,
        timing: SavedTiming | None = None,
    ) -> None:
        """Let the person answer a request, starting from a draft and its timing if there are."""
        self.request = request
        self._view = view
        self._aids = aids
        self._written = draft is not None
        self._warned = None
        ahead, self._ahead = self._ahead, None
        again = draft is None and self._reuse_choice(request)
        same = ahead == self._shape(request)
        if not again and (draft is not None or not same):
            fields = self.query_one("#fields")
            await fields.remove_children()
            content = self._content(request)
            await fields.mount(content)
            form = request.form if self._group is not None else None
            self._quick = self._group is not None and quick_choice(request) is not None
            side = self._quick and request.purpose == "side question"
            self.set_class(form is not None and is_large(form) and not side, "-large")
            self.set_class(side, "-quick")
            self.set_class(self._group is None, "-free")
            self._fill(draft)
        self.answering = AnswerTiming(timing)
        self._guard = KeyGuard()
        self._update_hint()
        self.focus_answer()
        self.take_typed(keep_line=draft is None and same)
        self._set_title(request)
        self.call_after_refresh(self.fit)
        self.call_after_refresh(self._shown, self.answering)

    def _set_title(self, request: Request) -> None:
        """Set the title; for a side question, show the question as well."""
        side = self.query_one(SideQuestion)
        self.set_class(request.purpose == "side question", "-side")
        if self.has_class("-side"):
            self.border_title = side.ask(request, self.voice, assisted=self.assisted)
            return
        side.clear()
        self.border_title = self.voice.interface.text(
            "Your answer · {role}", role=self.voice.seat(request.seat)
        )

    def in_progress(self) -> AnswerInProgress | None:
        """Return the answer in progress, or None if nothing is asked."""
        if self.request is None or self.answering is None:
            return None
        return AnswerInProgress(
            self.request, self._view, self.written(), self.answering, self._editors()
        )

    async def resume(self, writing: AnswerInProgress, aids: frozenset[str]) -> None:
        """Resume an answer started in another composer. Its timing is kept."""
        await self.open(writing.request, writing.view, aids, writing.body)
        self.answering = writing.answering
        self._update_hint()
        for before, editor in zip(writing.editors, self._editors(), strict=False):
            editor.take_over_history(before)

    def _editors(self) -> tuple[_Kept, ...]:
        return tuple(w for w in self.query("*") if isinstance(w, _Kept))

    def _content(self, request: Request) -> Widget:
        self._box = self._group = None
        if self.assisted and request.form is not None:
            form = request.form
            guard = self.query_one(SideQuestion).guard(request)
            factory = EditorFactory(self.voice, self._history, form.private, guard)
            self._group = FieldGroup(form.fields, factory, bare=needs_no_label(form.fields))
            return self._group
        self._box = free_text_box(self.voice.interface, self._history.get("", ()))
        return self._box

    def _reuse_choice(self, request: Request) -> bool:
        """Ask the same quick choice again without rebuilding it, if possible.

        Nothing stays chosen.
        """
        choice = quick_choice(request)
        if choice is None or self._group is None:
            return False
        return self._group.ask_again(choice, self.query_one(SideQuestion).guard(request))

    def _fill(self, draft: str | Mapping[str, Any] | None) -> None:
        if self._group is not None and isinstance(draft, Mapping):
            self._group.fill_all(draft)
        elif self._box is not None and isinstance(draft, str):
            self._box.fill(draft)

    def _shown(self, answering: AnswerTiming) -> None:
        if not self.is_attached or not self.query("#hint"):  # left before it was drawn
            return
        if self.answering is answering and answering.untouched:
            self.answering = answering.restarted()  # time counts from when the request is visible
            self._guard = KeyGuard()
            self._update_hint()
        self.place_cursor()

    def _shape(self, request: Request) -> tuple[str, object]:
        """Return who answers, in which fields. Type-ahead is allowed while both stay the same."""
        form = request.form if self.assisted else None
        return request.seat, form.fields if form is not None else None

    def close(self, *, sent: bool = False) -> None:
        """End the request, if there is one; it was answered or withdrawn.

        What is typed after an answer was ``sent`` goes into the next one if the same person is
        asked for the same fields at once.
        """
        if not sent:
            self.take_typed()
        if self.request is None:
            return
        self._stop_timer()
        self._ahead = None
        if sent and self._cleared_for_next():
            self._ahead = self._shape(self.request)
        self.request = None
        self.answering = None
        self.border_title = ""

    def take_typed(self, *, keep_line: bool = False) -> None:
        """Take keys again after Enter, but nothing typed ahead of the next question.

        ``keep_line``: what was typed up to the next Enter is the beginning of the next answer.
        """
        if isinstance(self.app, OrderedKeys):
            self.app.take_typed(keep_line=keep_line)

    def _cleared_for_next(self) -> bool:
        if self._group is not None:
            return self._group.clear_for_next(self._history)
        if self._box is not None:
            self._box.clear_for_next(self._history.get("", ()))
        return self._box is not None

    def focus_answer(self, field: str | None = None) -> None:
        """Focus the answer, or one of its fields."""
        place = self._place_of(field)
        if place is not None:
            place.focus()

    def _place_of(self, field: str | None = None) -> Widget | None:
        if self._box is not None:
            return self._box
        return self._group.place_of(field) if self._group is not None else None

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        self._last_place = event.widget

    def take_focus(self) -> None:
        """Focus at once where one last answered, or the answer, so that it gets the next key."""
        last = self._last_place
        known = last is not None and last.is_attached and last.focusable and self in last.ancestors
        place = last if known else self._place_of()
        if place is not None:
            self.screen.set_focus(place)

    def multi_line_box(self) -> AnswerBox | None:
        """Return the focused multi-line box, or else the first one."""
        boxes = [box for box in self.query(AnswerBox) if box.several_lines]
        return next((box for box in boxes if box.has_focus), next(iter(boxes), None))

    def place_cursor(self) -> None:
        """Move the terminal's cursor to the focused box.

        A new layout does not do that by itself.
        """
        focused = self.screen.focused if self.screen.is_current else None
        if focused is not None and self in focused.ancestors:
            offset = getattr(focused, "cursor_screen_offset", None)
            if offset is not None:
                self.app.cursor_position = offset

    def show_cursor(self) -> None:
        """Scroll the fields to the line with the cursor: a field may be taller than its place."""
        for fields in self.query("#fields"):
            focused = self.screen.focused
            if not isinstance(focused, AnswerBox) or fields not in focused.ancestors:
                continue
            place, seen = focused.cursor_screen_offset, fields.scrollable_content_region
            line = place.y - seen.y + fields.scroll_offset.y
            fields.scroll_to_region(Region(0, line, 1, 1), animate=False, force=True)

    @on(AnswerBox.SelectionChanged)
    def _follow_cursor(self) -> None:
        self.call_after_refresh(self.show_cursor)

    def on_resize(self) -> None:
        self.call_after_refresh(self.fit)
        self.call_after_refresh(self.place_cursor)

    def fit(self) -> None:
        """Draw grids as large as there is room for them."""
        for fields in self.query("#fields"):  # none if it was left before it was drawn
            for editor in self.query(GridInput):
                used = sum(each.outer_size.height for each in fields.children)
                height = fields.content_size.height - max(0, used - editor.size.height)
                before = editor.region.x - fields.region.x  # what fits needs no scroll bar
                if editor.adapt(height, fields.outer_size.width - before):
                    self._update_hint()

    def written(self) -> str | dict[str, Any] | None:
        """Return the draft to save; None if nothing was written."""
        return self.draft() if self._written else None

    def draft(self) -> str | dict[str, Any]:
        """Return the current input, as a draft."""
        if self._group is not None:
            return self._group.values()
        return self._box.text if self._box is not None else ""

    @property
    def drawn(self) -> GridField | None:
        """The field of the grid that is being drawn; None if none is asked for."""
        if self.request is None:
            return None
        return next((editor.field for editor in self.query(GridInput)), None)

    def may(self, action: Literal["submit", "expand"]) -> bool:
        """Return whether there is an answer to send, or a text for which there can be more room."""
        return self.request is not None and (action == "submit" or bool(self.query(AnswerBox)))

    def typed_word(self) -> str | None:
        """Return the word of fixed length that is being typed; None if none is asked for."""
        if self.request is None:
            return None
        return next((cells.word for cells in self.query(LetterCells)), None)

    def timing_of(self, seat: str) -> Timing | None:
        """Return the timing so far of the request shown to a seat; None if there is none."""
        if self.request is None or self.answering is None or self.request.seat != seat:
            return None
        return self.answering.timing(None)

    def on_key_received(self, event: KeyReceived) -> None:
        event.stop()
        if self.answering is not None:
            self.answering.key()

    def on_pasted(self, event: Pasted) -> None:
        event.stop()
        if self.answering is not None:
            self.answering.pasted(event.characters)

    def on_refused(self, event: Refused) -> None:
        event.stop()
        self._say(event.text, "warning")

    def on_edited(self, event: Edited) -> None:
        if self.request is None:
            return
        if self.answering is not None:
            self.answering.edited()
        self._written = True
        self._warned = None
        self._update_hint()
        if self._timer is None:
            self._timer = self.set_timer(DRAFT_SECONDS, self.post_draft)

    def post_draft(self) -> None:
        """Post the draft if it has changed since it was last posted."""
        if self._timer is not None and self.request is not None:
            self.post_message(self.DraftChanged())
        self._stop_timer()

    @property
    def draft_due(self) -> bool:
        """Whether there are changes that were not posted yet."""
        return self._timer is not None

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def on_submitted(self, event: Submitted) -> None:
        event.stop()
        self.submit(event.press)

    def submit(self, press: Press | None = None) -> None:
        """Send the answer, unless something is missing or must be confirmed first.

        A ``press`` that was meant for the previous request is ignored, while nothing was typed
        here yet; so is one that confirms a warning before it could be read. Once the answer is
        sent, no keys are taken until there is another question, or someone to wait for.
        """
        if isinstance(self.app, OrderedKeys):
            self.app.hold_typed()
        if not self._send(press):
            self.take_typed()

    def _send(self, press: Press | None) -> bool:
        if self.request is None or self.answering is None:
            return False
        if self.answering.untouched and self._guard.rejects(press):
            return False
        values = self._group.values() if self._group is not None else None
        text = self._checked(values, press)
        if text is not None:
            self._remember(values, text)
            self._stop_timer()
            self.post_message(self.Sent(self.request, text, values))
        return text is not None

    def _checked(self, values: Mapping[str, Any] | None, press: Press | None) -> str | None:
        """Return the response to send; None if something is missing or must be confirmed first."""
        hints = (*self._hints(values), *self._end_warning(values))
        first = next((h for level in _LEVELS for h in hints if h.level == level), None)
        if first is not None and first.level == "error":
            self._show_hint(first)
            self.focus_answer(first.field)
            return None
        if first is not None and first.level == "warning":
            if self._warned != self._composed:
                self._warned = self._composed
                self._warning_guard = KeyGuard()
                self._show_hint(first, again=True)
                return None
            if self._warning_guard.rejects(press):
                return None
        if self.answering is not None:
            self.answering.sent_with((*hints, _CLOCK))
        return self._composed

    def _end_warning(self, values: Mapping[str, Any] | None) -> Iterator[Hint]:
        """Yield a warning if the text as it stands would end the episode, and the aid is on."""
        text, request = self._composed, self.request
        if values is not None or not text or request is None or END_WARNING not in self._aids:
            return
        if self._would_break_form(request.id, text):
            yield Hint(Label("form.ends"), aid=END_WARNING)

    def _hints(self, values: Mapping[str, Any] | None) -> tuple[Hint, ...]:
        """Return the hints about the values.

        Also sets ``_composed``, the text that would be sent.
        """
        form = self.request.form if self.request is not None else None
        self._composed = None
        if values is None or form is None:
            text = self._box.text.strip() if self._box is not None else ""
            notes = tuple(symbol_notes(self.request, self))
            if not text:
                return (Hint(Label("form.missing"), level="error"), *notes)
            self._composed = text
            return notes
        read, notes = without_tags(form, values)
        shape = problems(form, read)
        if shape:
            return shape
        self._composed = form.compose(read)
        aids = {None, *self._aids}
        hints = (hint for hint in form.check(read, self._view) if hint.aid in aids)
        return (*hints, *notes)

    def _update_hint(self) -> None:
        hints = self._hints(self._group.values() if self._group is not None else None)
        worth = [hint for hint in hints if hint.text.id not in _UNFINISHED]
        first = next((h for level in _LEVELS for h in worth if h.level == level), None)
        if first is not None:
            self._show_hint(first)
        else:
            notes = [editor.left_out for editor in self.query(GridInput)]
            if self._quick:
                notes.append(self.voice.interface.text(ONE_KEY))
            self.query_one("#hint", Static).update(Content.styled("".join(notes), _STYLES["note"]))
        self._show_preview()

    def _show_hint(self, hint: Hint, *, again: bool = False) -> None:
        said = self.voice.say(hint.text)
        name = self._name_of(hint.field) if hint.level == "error" else ""
        if name:
            said = self.voice.interface.text("{name}: {value}", name=name, value=said)
        if again:
            said = self.voice.interface.text(
                "{warning} Press Enter again to send it anyway.", warning=said
            )
        if self.answering is not None:
            self.answering.hint_shown(hint)
        self._say(said, hint.level)

    def _name_of(self, field: str | None) -> str:
        """Return the name of a field, if there are several; else an empty text."""
        form = self.request.form if self.request is not None else None
        if form is None or self._group is None or needs_no_label(form.fields):
            return ""
        named = (each.name for each in form.fields if each.id == field)
        return next((self.voice.say(name) for name in named), "")

    def _say(self, text: str, level: str) -> None:
        shown = Content.styled(f"{_SIGNS[level]} {text}", _STYLES[level])
        self.query_one("#hint", Static).update(shown)

    def _show_preview(self) -> None:
        preview = self.query_one(Preview)
        self.set_class(preview.shows_order, "-visual")
        if self._group is None:
            preview.show_written(self._box.text if self._box is not None else "")
        else:
            preview.show_composed(self.voice.interface.text("Will be sent:"), self._composed)

    def toggle_expanded(self) -> None:
        """Expand or collapse the answer."""
        self.toggle_class("-expanded")
        self.call_after_refresh(self.place_cursor)

    def _remember(self, values: Mapping[str, Any] | None, text: str) -> None:
        for id, value in _texts({"": text} if values is None else values):
            past = self._history.setdefault(id, [])
            if value.strip() and past[-1:] != [value]:
                past.append(value)

    def recall(self, seat: str, texts: list[str]) -> None:
        """Add what a person sent before the episode was resumed to the earlier inputs."""
        self._histories.setdefault(seat, {}).setdefault("", texts)


def _texts(values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the texts among values, with their field ids, also those within a branch."""
    for id, value in values.items():
        if isinstance(value, str):
            yield id, value
        elif isinstance(value, Mapping):
            yield from _texts(value)
