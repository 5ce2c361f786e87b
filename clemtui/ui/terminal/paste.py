"""Pastes as they are, whatever is in them."""

from __future__ import annotations

from collections.abc import Iterable

from textual._xterm_parser import XTermParser
from textual.message import Message

from clemtui.language import safe

_START, _END = "\x1b[200~", "\x1b[201~"


class LiteralPaste:
    """Replaces ESC within a bracketed paste by its sign.

    Textual's parser takes ESC there for the beginning of a key, and what follows as typed: a line
    break would send an answer, and a control character would give up.
    """

    def __init__(self) -> None:
        self._inside = False
        self._recent = ""
        self._held = ""

    def filtered(self, data: str) -> str:
        """Return input, in pieces of any length, with pastes that are safe to parse.

        The beginning of what may be the end of a paste is held back until the next piece.
        """
        return "".join(map(self._next, data))

    def _next(self, character: str) -> str:
        if not self._inside:
            self._recent = (self._recent + character)[-len(_START) :]
            self._inside = self._recent == _START
            return character
        self._held += character
        if self._held == _END:
            self._inside, self._recent, self._held = False, "", ""
            return _END
        literal = ""
        while not _END.startswith(self._held):
            literal += safe(self._held[0]) if self._held[0] == "\x1b" else self._held[0]
            self._held = self._held[1:]
        return literal


class LiteralPasteParser(XTermParser):
    """Textual's parser of terminal input, for pastes with anything in them."""

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self._pastes = LiteralPaste()

    def feed(self, data: str) -> Iterable[Message]:
        if data and not (data := self._pastes.filtered(data)):
            return ()  # no data would mean the end of the input
        return super().feed(data)


def take_pastes_literally() -> None:
    """Let Textual's drivers use this parser, except on Windows; they offer no other way."""
    from textual.drivers import linux_driver, web_driver

    for driver in (linux_driver, web_driver):
        vars(driver)["XTermParser"] = LiteralPasteParser
