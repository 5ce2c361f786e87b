"""What a terminal sends, as it was meant: pastes as they are, and Escape before Enter."""

from __future__ import annotations

from collections.abc import Iterable
from time import monotonic

from textual._xterm_parser import XTermParser
from textual.message import Message

from clemtui.language import safe

_START, _END = "\x1b[200~", "\x1b[201~"

_ESCAPE = "\x1b[27u"
"""The key Escape, in a form that begins no other key."""


_MARK_SECONDS = 1.0
"""The beginning of the mark that opens a paste is no key; so long, the rest is waited for."""

_PASTE_SECONDS = 5.0
"""A paste that has not ended so long after its latest piece has lost its end."""


class LiteralPaste:
    """Replaces ESC within a bracketed paste by its sign.

    Textual's parser takes ESC there for the beginning of a key, and what follows as typed: a line
    break would send an answer, and a control character would give up.
    """

    def __init__(self) -> None:
        self.inside = False
        self._mark = ""
        """The beginning of a mark, up to where the input ends."""
        self._passed = 0
        """How many characters of it were passed on already, for they can be a key."""

    def filtered(self, data: str) -> str:
        """Return input, in pieces of any length, with pastes that are safe to parse.

        The beginning of what may be the mark at either end is held back until the next piece.
        """
        return "".join(map(self._next, data)) + self._keys()

    def rest(self) -> str:
        """Return what is held back, and the end of a paste that has lost it."""
        held = self._take(self._mark) + (_END if self.inside else "")
        self.inside = False
        return held

    @property
    def waits(self) -> float:
        """For how many seconds the next piece should be waited for; 0 if it need not be."""
        if self.inside:
            return _PASTE_SECONDS
        return _MARK_SECONDS if len(self._mark) > self._passed else 0.0

    def _next(self, character: str) -> str:
        self._mark += character
        mark = _END if self.inside else _START
        if self._mark == mark:
            found = mark[self._passed :]
            self.inside, self._mark, self._passed = not self.inside, "", 0
            return found
        given = ""
        while not mark.startswith(self._mark):
            given += self._take(self._mark[0])
        return given

    def _take(self, beginning: str) -> str:
        """Take these characters out of the mark; return those that were not passed on yet."""
        new = beginning[self._passed :]
        self._mark = self._mark[len(beginning) :]
        self._passed = max(0, self._passed - len(beginning))
        return new.replace("\x1b", safe("\x1b")) if self.inside else new

    def _keys(self) -> str:
        """Return what is held back if it can be a key, such as Escape."""
        if self.inside or len(self._mark) > len("\x1b["):
            return ""
        new, self._passed = self._mark[self._passed :], len(self._mark)
        return new


class LiteralPasteParser(XTermParser):
    """Textual's parser of terminal input, for pastes with anything in them.

    Escape and Enter in one burst are these two keys. Textual takes them for Alt+Enter and that for
    Enter, so that what was to be given up would be confirmed.
    """

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self._pastes = LiteralPaste()
        self._latest = monotonic()
        self._ends_in_escape = False

    def feed(self, data: str) -> Iterable[Message]:
        self._latest = monotonic()
        if data and not (data := self._pastes.filtered(data)):
            return ()  # no data would mean the end of the input
        if self._ends_in_escape and self._timeout_time is not None and data.startswith("\r"):
            data = _ESCAPE[1:] + data
        self._ends_in_escape = data.endswith("\x1b")
        return super().feed(data.replace("\x1b\r", f"{_ESCAPE}\r"))

    def tick(self) -> Iterable[Message]:
        yield from super().tick()
        waits = self._pastes.waits
        if waits and monotonic() - self._latest > waits:
            yield from super().feed(self._pastes.rest())


def take_pastes_literally() -> None:
    """Let Textual's drivers use this parser, except on Windows; they offer no other way."""
    from textual.drivers import linux_driver, web_driver

    for driver in (linux_driver, web_driver):
        vars(driver)["XTermParser"] = LiteralPasteParser
