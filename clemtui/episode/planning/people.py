"""People at this keyboard: the names they play under."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from clemtui.episode.errors import UsageError
from clemtui.language import Sentence, translatable

LONGEST_NAME = 40
"""Maximum length of a name, in terminal cells."""

_NO_NAME = translatable("enter a name: whatever you would like to be called here")
_NO_LINE = translatable("a name must be one line of letters, digits, symbols and spaces")
_TOO_LONG = translatable("this name is too long: at most {limit} letters are allowed")
_TAKEN = translatable("the name '{name}' is taken: choose another")


def pseudonym(name: str, taken: Iterable[str] = ()) -> str:
    """Return a name as it is stored: trimmed and composed (NFC).

    Raises:
        UsageError: if the name is empty, contains line breaks or control characters, is too long,
            or is taken, ignoring case.
    """
    chosen = unicodedata.normalize("NFC", name.strip())
    if not chosen:
        raise UsageError(Sentence(_NO_NAME), field="person")
    if any(unicodedata.category(letter) in _UNFIT for letter in chosen):
        raise UsageError(Sentence(_NO_LINE), field="person")
    if _cells(chosen) > LONGEST_NAME:
        raise UsageError(Sentence(_TOO_LONG, limit=LONGEST_NAME), field="person")
    for other in taken:
        if other.casefold() == chosen.casefold():
            raise UsageError(Sentence(_TAKEN, name=other), field="person")
    return chosen


def guest_name(seat: str, host: str) -> str:
    """Return the name in the records of an unnamed person who plays alongside ``host``."""
    return f"{seat}{_BESIDE}{host}"


def is_guest(seat: str, name: str) -> bool:
    """Whether a person in a seat has no name of their own, only that of `guest_name`."""
    return name.startswith(f"{seat}{_BESIDE}")


_BESIDE = " with "

_UNFIT = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories that are invisible or break lines; see UAX 44, table 12."""


def _cells(text: str) -> int:
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    marks = sum(unicodedata.category(letter) in ("Mn", "Me") for letter in text)
    return len(text) + wide - marks
