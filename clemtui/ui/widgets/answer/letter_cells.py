"""A word of fixed length, typed letter by letter into cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual import events
from textual.content import Content
from textual.geometry import Offset

from clemtui.engine import WordField, without_tag
from clemtui.language import Interface, one_line
from clemtui.ui.terminal.bidi import GUARD, separator
from clemtui.ui.widgets.answer.editing import ABSENT, Edited, KeyEditor, Pasted, Refused
from clemtui.ui.widgets.board.letters import display_order, upper_case, widest
from clemtui.ui.widgets.columns import pad

_CELL = 4


class LetterCells(KeyEditor):
    """An editor for a `WordField` of fixed length, with one cell for each letter.

    The field's tag, typed before the word as the prompt asks for it, is taken off, and ``tag_note``
    says so.
    """

    def __init__(
        self,
        field: WordField,
        interface: Interface,
        *,
        optional: bool = False,
        history: Sequence[str] = (),
        tag_note: str = "",
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        assert field.length is not None
        self.tag = field.tag
        self.tag_note = tag_note
        self._typed = ""
        self._before_typed = ("", 0)
        self.length = field.length
        self.alphabet = field.alphabet
        self.read = field.read
        self.capitals = field.capitals
        self.interface = interface
        self.optional = optional
        self.past = list(history)
        self._recalled = len(self.past)
        self.word = ""
        self.at = 0
        self._undo: list[tuple[str, int]] = []
        self._redo: list[tuple[str, int]] = []

    def value(self) -> Any:
        """Return the letters typed so far."""
        return ABSENT if self.optional and not self.word else self.word

    def fill(self, value: Any) -> None:
        """Show a word."""
        if isinstance(value, str):
            self.word = value[: self.length]
            self.at = len(self.word)
            self.redraw()

    def take_over_history(self, before: object) -> None:
        """Take over the cursor and the undo history of another editor with the same word."""
        if isinstance(before, LetterCells) and before.word == self.word:
            self.at = before.at
            self._undo, self._redo = before._undo, before._redo
            self.redraw()

    def clear_for_next(self, history: Sequence[str]) -> None:
        """Clear the word and the undo history for the next turn."""
        self.word, self.at = "", 0
        self._undo.clear()
        self._redo.clear()
        self.past = list(history)
        self._recalled = len(self.past)
        self.redraw()

    def draw(self) -> Content:
        cells: list[Content] = []
        for index in range(self.length):
            letter = one_line(self.word[index]) if index < len(self.word) else "_"
            shown = f" {pad(self.capitals.get(letter) or upper_case(letter), self._wide)} "
            here = self.has_focus and index == min(self.at, self.length - 1)
            style = "bold $block-cursor-foreground on $block-cursor-background"
            cells.append(Content.styled(shown, style if here else "bold on $surface-lighten-1"))
        return Content(self._between).join(display_order(cells, self._between))

    @property
    def _between(self) -> str:
        """The separator of the cells, which also keeps right-to-left letters in order."""
        return separator(*self.alphabet, self.word)

    def cursor_cell(self) -> Offset:
        index = min(self.at, self.length - 1)
        before = self.length - 1 - index if self._between == GUARD else index
        return Offset(before * (self._wide + 3) + 1, 0)

    @property
    def _wide(self) -> int:
        """Cells of a letter."""
        return widest((*self.alphabet, *self.word))

    def process_key(self, event: events.Key) -> bool:
        if not event.is_printable:
            self._typed = ""
        match event.key:
            case "left" | "right" | "home" | "ctrl+a" | "end" | "ctrl+e":
                self._move(event.key)
            case "backspace":
                self._edit(self.word[: max(0, self.at - 1)] + self.word[self.at :], self.at - 1)
            case "delete" | "ctrl+d":
                self._edit(self.word[: self.at] + self.word[self.at + 1 :], self.at)
            case "ctrl+k":
                self._edit(self.word[: self.at], self.at)
            case "ctrl+u" | "ctrl+w":
                self._edit("", 0)
            case "ctrl+z":
                self._step(self._undo, self._redo)
            case "ctrl+y":
                self._step(self._redo, self._undo)
            case "up" | "down":
                return self._recall(-1 if event.key == "up" else 1)
            case _ if event.is_printable and event.character is not None:
                self._type(event.character)
            case _:
                return False
        self.redraw()
        return True

    def _move(self, key: str) -> None:
        if key in ("left", "right"):
            onwards = (key == "right") != (self._between == GUARD)
            self.at = max(0, min(len(self.word), self.at + (1 if onwards else -1)))
        else:
            self.at = 0 if key in ("home", "ctrl+a") else len(self.word)

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self.post_message(Pasted(len(event.text)))
        self._typed = ""
        word = without_tag(event.text.strip(), self.tag)
        if word != event.text.strip():
            self.post_message(Refused(self.tag_note))
        if len(self.read(word)) > self.length:
            self._refuse_more()
            return
        for character in word:
            self._type(character)

    def _takes_tag(self, character: str) -> bool:
        """Return whether a character completes the tag; what was typed of it is then taken back."""
        if not self._typed:
            self._before_typed = (self.word, self.at)
        self._typed += character
        if without_tag(self._typed, self.tag) == self._typed:
            return False
        self._typed = ""
        self._edit(*self._before_typed)
        self.post_message(Refused(self.tag_note))
        return True

    def _refuse_more(self) -> None:
        said = self.interface.text("The word has {n} letters.", n=self.length)
        self.post_message(Refused(said))

    def _type(self, character: str) -> None:
        if self._takes_tag(character) or (character.isspace() and not self.word):
            return
        letters = self.read(character)
        if self.alphabet and not set(letters) <= set(self.alphabet):
            letters = self.read(character.lower())
        if character.isspace() or (self.alphabet and not set(letters) <= set(self.alphabet)):
            shown = self.interface.text("“{key}” is not a letter in this game.", key=character)
            self.post_message(Refused(shown))
            return
        for letter in letters:
            self._put(letter)

    def _put(self, letter: str) -> None:
        full = len(self.word) == self.length
        if self.at == self.length:
            self._refuse_more()
            return
        rest = self.word[self.at + 1 :] if full else self.word[self.at :]
        self._edit(self.word[: self.at] + letter + rest, self.at + 1)

    def _edit(self, word: str, at: int) -> None:
        if word != self.word:
            self._undo.append((self.word, self.at))
            self._redo.clear()
            self.word = word
            self.post_message(Edited())
        self.at = max(0, min(at, len(word)))
        self.redraw()

    def _step(self, back: list[tuple[str, int]], forth: list[tuple[str, int]]) -> None:
        if back:
            forth.append((self.word, self.at))
            self.word, self.at = back.pop()
            self.post_message(Edited())

    def _recall(self, step: int) -> bool:
        browsing = self._recalled < len(self.past) and self.word == self.past[self._recalled]
        if not self.past or (self.word and not browsing):
            return False
        start = self._recalled if browsing else len(self.past)
        self._recalled = min(len(self.past), max(0, start + step))
        word = self.past[self._recalled] if self._recalled < len(self.past) else ""
        self._edit(word[: self.length], self.length)
        return True
