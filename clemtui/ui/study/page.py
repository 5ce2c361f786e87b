"""A page of the path of a participant: texts to read, and perhaps a question below them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from clemtui.language import Interface, translatable
from clemtui.ui.terminal.bidi import Paragraph
from clemtui.ui.widgets.answer.box import AnswerBox
from clemtui.ui.widgets.answer.editing import Submitted
from clemtui.ui.widgets.line_input import LineInput
from clemtui.ui.widgets.lists import MenuList, TextPane

_LEAST_TEXT, _LEAST_OPTIONS = 2, 2
"""How many lines of the text and of the options are seen at least."""

_MARK = translatable("Mark the option with this number")


@dataclass(frozen=True, slots=True)
class Page:
    """What a participant sees at once. All texts are safe to show.

    Attributes:
        said: what was said since the page before, such as that an answer was right.
        paragraphs: the first is a heading if there is no question.
        question: what is asked; empty: the page is only read.
        options: what can be chosen; empty: the answer is typed.
        optional: whether it is said that the question may be left without an answer.
        in_lines: whether an answer in words may have several lines.
        back: whether one can go back to the question before.
        given: the number of the option that was chosen before, from 0, or what was typed; None:
            nothing.
        withdrawing: it is asked of someone who wants to withdraw; the last option is not to, which
            Esc chooses.
        last: who leaves here has finished.
    """

    said: tuple[str, ...] = ()
    paragraphs: tuple[str, ...] = ()
    question: str = ""
    options: tuple[str, ...] = ()
    optional: bool = False
    in_lines: bool = False
    back: bool = False
    given: int | str | None = None
    withdrawing: bool = False
    last: bool = False

    @property
    def is_read(self) -> bool:
        """Whether there is nothing to answer."""
        return not self.question


class Answered(Message):
    """Posted when a page is answered.

    Attributes:
        option: the number of the option, from 0; None: the answer was typed, or the page was read.
        text: what was typed.
    """

    def __init__(self, option: int | None = None, text: str = "") -> None:
        super().__init__()
        self.option = option
        self.text = text


class PageText(TextPane):
    """The texts of a page that is only read; Enter goes on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go_on", translatable("Go on"), id="study.go_on"),
    ]

    def action_go_on(self) -> None:
        self.post_message(Answered())


class PageOptions(MenuList):
    """The options of a question. None is chosen at first, so that no one answers by accident.

    A number is typed digit by digit; a digit that makes no number of an option begins another one.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", translatable("Choose"), id="study.choose"),
        *(
            Binding(f"{number}", f"mark({number})", _MARK, False, id="study.mark")
            for number in range(10)
        ),
    ]  # fmt: skip

    _typed = 0

    def action_mark(self, digit: int) -> None:
        begun = self._typed if self.highlighted == self._typed - 1 else 0
        for number in (10 * begun + digit, digit):
            if 1 <= number <= self.option_count:
                self._typed = number
                self.highlighted = number - 1
                return

    def action_page_down(self) -> None:
        if not self._is_below_long_text:
            super().action_page_down()  # type: ignore[no-untyped-call]

    def action_page_up(self) -> None:
        if not self._is_below_long_text:
            super().action_page_up()  # type: ignore[no-untyped-call]

    @property
    def _is_below_long_text(self) -> bool:
        """Whether these keys scroll the text of the page, at the end of which they do nothing."""
        return any(isinstance(each, PageView) and each.overflows for each in self.ancestors)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.post_message(Answered(event.option_index))


class WithdrawalOptions(PageOptions):
    """The options of someone who wants to withdraw; the last one is not to."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "stay", translatable("Back"), id="study.stay"),
    ]

    def action_stay(self) -> None:
        self.post_message(Answered(self.option_count - 1))


class PageInput(LineInput):
    """The answer in words; Enter sends it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", translatable("Send"), id="study.send"),
    ]

    def _on_paste(self, event: events.Paste) -> None:
        """Take all lines of a pasted text, in one; Textual takes the first alone."""
        event.stop()
        event.prevent_default()
        self.insert_text_at_cursor(" ".join(event.text.split()))

    def on_input_submitted(self, event: LineInput.Submitted) -> None:
        event.stop()
        self.post_message(Answered(text=event.value.strip()))


class PageBox(AnswerBox):
    """The answer in words of several lines; Enter sends it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", translatable("Send"), id="study.send"),
    ]

    def on_submitted(self, event: Submitted) -> None:
        event.stop()
        self.post_message(Answered(text=self.text.strip()))


class PageView(Vertical):
    """Shows a page. ``number`` tells it from the others, so that nothing typed is carried over."""

    def __init__(self, page: Page, number: int, ui: Interface) -> None:
        super().__init__(id=f"page-{number}", classes="page")
        self._page = page
        self._ui = ui

    def compose(self) -> Iterator[Widget]:
        page, texts = self._page, list(self._texts())
        if page.is_read:
            yield PageText(*texts, classes="texts")
            return
        pane = TextPane(*texts, classes="texts", can_focus=False)
        pane.display = bool(texts)
        yield pane
        yield Vertical(*self._question(), classes="question")

    def _texts(self) -> Iterator[Paragraph]:
        """Yield the paragraphs. Of a text in Markdown, only the headings are marked as such."""
        page = self._page
        for line in page.said:
            yield _paragraph(line, "paragraph said")
        titled = page.is_read and len(page.paragraphs) > 1
        for at, text in enumerate(page.paragraphs):
            for part in text.split("\n\n"):
                heading = part.startswith("#") and "\n" not in part
                kind = "heading" if heading or (titled and not at) else "paragraph"
                yield _paragraph(part.lstrip("# ") if heading else part, kind)

    def _question(self) -> Iterator[Widget]:
        page, ui = self._page, self._ui
        yield _paragraph(page.question, "heading")
        if page.options:
            kind = WithdrawalOptions if page.withdrawing else PageOptions
            options = kind(
                *(
                    Option(ui.text("{number}. {name}", number=number, name=name))
                    for number, name in enumerate(page.options, 1)
                ),
                markup=False,
                compact=True,
            )
            yield options
            hint: str = ui.text("Move with the arrow keys or a number, then press Enter.")
        else:
            yield self._field()
            hint = ui.text("Leave it empty if you like.") if page.optional else ""
        yield Static(hint, markup=False, classes="hint")

    def _field(self) -> Widget:
        """Return where words are typed."""
        given = self._page.given
        words = given if isinstance(given, str) else ""
        if not self._page.in_lines:
            return PageInput(words)
        keys = self._ui.text("Enter sends, Ctrl+J starts a new line.")
        box = PageBox(several_lines=True, placeholder=keys)
        box.fill(words)
        return box

    def take_focus(self) -> None:
        """Focus what is to be answered, or read."""
        for kind in (PageOptions, PageInput, PageBox, PageText):
            for widget in self.query(kind):
                widget.focus()

    def scroll_text(self, step: int) -> None:
        """Scroll the text by pages, while the question has the focus."""
        for pane in self.query(TextPane):
            (pane.scroll_page_down if step > 0 else pane.scroll_page_up)(animate=False)

    @property
    def overflows(self) -> bool:
        """Whether the text is longer than its place."""
        return any(pane.max_scroll_y > 0 for pane in self.query(TextPane))

    def has_more(self, step: int) -> bool:
        """Whether there is more of the text below what is shown, or above it (-1)."""
        return any(
            pane.scroll_y < pane.max_scroll_y if step > 0 else pane.scroll_y > 0
            for pane in self.query(TextPane)
        )

    def on_mount(self) -> None:
        given = self._page.given
        for options in self.query(PageOptions):
            options.highlighted = given if isinstance(given, int) else None
        for pane in self.query(TextPane):
            self.watch(pane, "scroll_y", self.screen.refresh_bindings, init=False)
        self.call_after_refresh(self._fit)

    def on_resize(self) -> None:
        self.call_after_refresh(self._fit)

    def _fit(self) -> None:
        """Let the options have the lines that the question and a little of the text leave, and a
        long text those that are left then; both scroll there."""
        panes = [pane for pane in self.query(TextPane) if pane.display]
        for options in self.query(PageOptions):
            question = options.parent
            assert isinstance(question, Vertical)
            others = (each for each in question.children if each is not options and each.display)
            taken = sum(each.outer_size.height + each.styles.margin.height for each in others)
            above = _LEAST_TEXT if panes else 0
            options.styles.max_height = max(_LEAST_OPTIONS, self.size.height - taken - above)
        self.call_after_refresh(self._fit_text)

    def _fit_text(self) -> None:
        for pane in self.query(TextPane):
            asked = sum(each.outer_size.height for each in self.query(".question"))
            pane.styles.max_height = max(_LEAST_TEXT, self.size.height - asked)
        for options in self.query(PageOptions):
            options.call_after_refresh(options.scroll_to_highlight)
        if self.is_attached:
            self.call_after_refresh(self.screen.refresh_bindings)


def _paragraph(text: str, classes: str) -> Paragraph:
    shown = Paragraph(text, markup=False, classes=classes)
    shown.align(text)
    return shown
