"""Choices by keys or clicks: one option, or several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual import events
from textual.content import Content
from textual.geometry import Offset
from textual.style import Style

from clemtui.language import Interface
from clemtui.language.width import cell_count
from clemtui.ui.widgets.answer.editing import ABSENT, CURSOR, KeyEditor, Submitted
from clemtui.ui.widgets.key_guard import KeyGuard, Press

Options = Sequence[tuple[str, str]]
"""Values with their labels."""


_OPTION = "option"

_WORD_SECONDS = 1.0
"""After a pause of this length between two letters, another word begins."""


def _clickable(index: int, text: str, style: str) -> Content:
    """Return an option as it is drawn; a click on it tells its index."""
    return Content.styled(text, style).stylize(Style.from_meta({_OPTION: index}))


def _clicked(event: events.Click) -> int | None:
    """Return the index of the option that was clicked, wherever it was wrapped to."""
    index = event.style.meta.get(_OPTION)
    return index if isinstance(index, int) else None


class ChoiceRow(KeyEditor):
    """A choice of one option, by arrow keys, digit, initial or click.

    Letters are read word by word: a word chooses the option that begins with it, and one with which
    none begins, such as a tag of the prompt, chooses none. A blank, a colon, a pause or another key
    ends a word; a key of another option does so too while the word is right.

    With a ``guard``, a digit, a unique initial or a click sends what it had chosen before, so that
    a slip can be corrected and yet one key suffices. What came too early to be meant is ignored.
    """

    ALLOW_SELECT = False

    def __init__(
        self,
        options: Options,
        interface: Interface,
        *,
        optional: bool = False,
        guard: KeyGuard | None = None,
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self.guard = guard
        self._word = ""
        self._typed_at = 0.0
        self.options: list[tuple[Any, str]] = list(options)
        if optional:
            self.options.insert(0, (ABSENT, interface.text("no answer")))
        self.index: int | None = 0 if optional else None

    def value(self) -> Any:
        """Return the chosen value, or `ABSENT` before the first choice."""
        return self.options[self.index][0] if self.index is not None else ABSENT

    def fill(self, value: Any) -> None:
        """Choose a value."""
        for index, (option, _) in enumerate(self.options):
            if option == value:
                self.index = index
                self.redraw()

    def ask_again(self, guard: KeyGuard | None) -> None:
        """Ask again, with nothing chosen."""
        self.index = None
        self.guard = guard
        self._word, self._typed_at = "", 0.0
        self.redraw()

    def draw(self) -> Content:
        parts = []
        for index, (_, name) in enumerate(self.options):
            chosen = index == self.index
            style = CURSOR if chosen and self.has_focus else "bold" if chosen else ""
            mark = "•" if chosen else self._key(index) if self.takes_keys else " "
            if self.index is None and self.has_focus and index == 0:
                style = "underline"
            parts.append(_clickable(index, f"({mark}) {name}", style))
        return Content("  ").join(parts)

    @property
    def takes_keys(self) -> bool:
        """Whether the keys of the options choose them now."""
        return self.has_focus or self.guard is not None

    def cursor_cell(self) -> Offset:
        before = sum(cell_count(name) + 6 for _, name in self.options[: self.index or 0])
        return Offset((before + 1) % max(1, self.size.width), 0)

    def process_key(self, event: events.Key) -> bool:
        last = len(self.options) - 1
        in_word = event.time - self._typed_at <= _WORD_SECONDS
        if event.character is None or not event.character.isalpha():
            self._word = ""
        match event.key:
            case "left" | "up":
                self.index = last if self.index is None else max(0, self.index - 1)
            case "right" | "down":
                self.index = 0 if self.index is None else min(last, self.index + 1)
            case "space" if in_word:  # it ends the word
                return True
            case "space":  # choose where the cursor is; keep what an arrow key chose
                self.index = self.index or 0
            case _ if event.character is not None and event.is_printable:
                return self._jump(event, event.character)
            case _:
                return False
        self.changed()
        return True

    def _initials(self, character: str) -> list[int]:
        """Return the options whose labels start with a character."""
        return [
            index
            for index, (_, name) in enumerate(self.options)
            if name.casefold().startswith(character.casefold())
        ]

    def _key(self, index: int) -> str:
        """Return the key of an option: its initial, or its number if it shares the initial."""
        initial = self.options[index][1][:1]
        return initial if self._initials(initial) == [index] else str(index + 1)

    def _beginning(self, word: str) -> list[int]:
        """Return the options whose label or value begins with a word."""
        return [
            index
            for index, texts in enumerate(self.options)
            if any(str(each).casefold().startswith(word) for each in texts)
        ]

    def _goes_on(self, event: events.Key, character: str) -> bool:
        """Return whether a letter goes on with a word, which then decides what is chosen."""
        paused = event.time - self._typed_at > _WORD_SECONDS
        self._typed_at = event.time
        before = "" if paused else self._word
        word = before + character.casefold()
        self._word = word
        if not character.isalpha() or not before:
            return False
        if found := self._beginning(word):
            if self.index not in found:
                self.index = found[0]
                self.changed()
            return True
        right = bool(self._beginning(before))
        if (right or len(before) == 1) and self._initials(character):
            self._word = character.casefold()
            return False
        if right and self.index is not None:
            self.index = None
            self.changed()
        return True

    def _jump(self, event: events.Key, character: str) -> bool:
        if self._goes_on(event, character):
            return True
        number = character.isdecimal() and 1 <= int(character) <= len(self.options)
        begins = self._initials(character) or self._beginning(character.casefold())
        if not number and not begins:
            return False
        if number:
            begins = [int(character) - 1]
        later = [index for index in begins if self.index is not None and index > self.index]
        self._choose(event, (later or begins)[0], send=len(begins) == 1)
        return True

    def on_click(self, event: events.Click) -> None:
        index = _clicked(event)
        if index is not None:
            event.stop()
            self._choose(event, index, send=True)

    def _choose(self, event: Press, index: int, *, send: bool) -> None:
        """Choose an option; with a guard, ``send`` it if it was chosen, and ignore early keys."""
        if self.guard is not None and self.guard.rejects(event):
            return
        if self.guard is not None and send and index == self.index:
            self.post_message(Submitted(event))
            return
        self.index = index
        self.changed()


class MultiChoiceRow(KeyEditor):
    """A choice of several options, in the order chosen.

    Space, a digit or a click selects or deselects one.
    """

    ALLOW_SELECT = False

    def __init__(self, options: Options, *, optional: bool = False, id: str | None = None) -> None:
        super().__init__(id=id)
        self.options = list(options)
        self.optional = optional
        self.chosen: list[str] = []
        self.at = 0

    def value(self) -> Any:
        """Return the chosen values."""
        return ABSENT if self.optional and not self.chosen else list(self.chosen)

    def fill(self, value: Any) -> None:
        """Choose values."""
        if isinstance(value, Sequence) and not isinstance(value, str):
            known = [option for option, _ in self.options]
            self.chosen = [item for item in value if item in known]
            self.redraw()

    def draw(self) -> Content:
        parts = []
        for index, (value, name) in enumerate(self.options):
            order = str(self.chosen.index(value) + 1) if value in self.chosen else " "
            style = CURSOR if index == self.at and self.has_focus else ""
            parts.append(_clickable(index, f"[{order}] {name}", style))
        return Content("  ").join(parts)

    def cursor_cell(self) -> Offset:
        before = sum(cell_count(name) + 6 for _, name in self.options[: self.at])
        return Offset((before + 1) % max(1, self.size.width), 0)

    def process_key(self, event: events.Key) -> bool:
        match event.key:
            case "left" | "up":
                self.at = max(0, self.at - 1)
            case "right" | "down":
                self.at = min(len(self.options) - 1, self.at + 1)
            case "space" if self.options:
                self._toggle(self.options[self.at][0])
            case _ if event.character and event.character.isdecimal():
                index = int(event.character) - 1
                if not 0 <= index < len(self.options):
                    return False
                self.at = index
                self._toggle(self.options[index][0])
            case _:
                return False
        self.redraw()
        return True

    def on_click(self, event: events.Click) -> None:
        index = _clicked(event)
        if index is not None:
            event.stop()
            self.at = index
            self._toggle(self.options[index][0])

    def _toggle(self, value: str) -> None:
        if value in self.chosen:
            self.chosen.remove(value)
        else:
            self.chosen.append(value)
        self.changed()
