"""The names that people play under: which are valid, and whom a typed name stands for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from clemtui.episode.errors import UsageError
from clemtui.language import Sentence, translatable
from clemtui.records.names import FORGOTTEN, JOINT, folded, spellings

LONGEST_NAME = 40
"""Maximum length of a name, in terminal cells."""

_NO_NAME = translatable("enter a name: whatever you would like to be called here")
_NO_LINE = translatable("a name must be one line of letters, digits, symbols and spaces")
_TOO_LONG = translatable("this name is too long: at most {limit} letters are allowed")
_ADDRESS = translatable("this is an e-mail address: choose a pseudonym, such as P-07")
_FULL_NAME = translatable(
    "several words can be a full name: choose a pseudonym in one word, such as P-07"
)
_AMBIGUOUS = translatable("'{name}' can be any of {names}: type the name exactly like that")
_JOINT = translatable(
    "'{joint}' separates players in the names of exported folders: choose a pseudonym without it, "
    "such as P-07"
)
_RESERVED = translatable("'{name}' is reserved: choose another pseudonym, such as P-07")
_TAKEN = translatable("the name '{name}' is taken: choose another")


def known_name(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that a typed one stands for, ignoring case; None if it is new.

    Raises:
        UsageError: if it can stand for several.
    """
    found = spellings(name, known)
    if len(found) > 1:
        names = ", ".join(f"'{each}'" for each in found)
        raise UsageError(Sentence(_AMBIGUOUS, name=name.strip(), names=names), field="person")
    return found[0] if found else None


def person_name(name: str, known: Iterable[str]) -> str:
    """Return whom a typed name stands for: a known person, whatever their name, or a new one.

    Raises:
        UsageError: if it can stand for several people; if it is new, and not a valid pseudonym.
    """
    return known_name(name, tuple(known)) or pseudonym(name)


def pseudonym(name: str, others: Iterable[str] = ()) -> str:
    """Return the name of a new person as it is stored; see `readable_name`.

    Raises:
        UsageError: if it is not readable; if it is an e-mail address or has several words, which
            can identify someone; if it contains `JOINT`, or would be confused with the word for
            another player.
    """
    chosen = readable_name(name, others)
    if _LIKE_ADDRESS.search(chosen):
        raise UsageError(Sentence(_ADDRESS), field="person")
    if len(chosen.split()) > 1:
        raise UsageError(Sentence(_FULL_NAME), field="person")
    if folded(chosen) in _RESERVED_NAMES or not _MARKS_OF_PLAYERS.isdisjoint(folded(chosen)):
        raise UsageError(Sentence(_RESERVED, name=chosen), field="person")
    if JOINT in chosen:
        raise UsageError(Sentence(_JOINT, joint=JOINT), field="person")
    return chosen


def readable_name(name: str, others: Iterable[str] = ()) -> str:
    """Return a name trimmed and composed (NFC).

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
    for other in others:
        if folded(other) == folded(chosen):
            raise taken(other)
    return chosen


def taken(name: str) -> UsageError:
    """Return the error that a name is someone else's."""
    return UsageError(Sentence(_TAKEN, name=name), field="person")


def guest_name(seat: str, host: str) -> str:
    """Return the name in the records of an unnamed person who plays alongside ``host``."""
    return f"{seat}{_BESIDE}{host}"


def is_guest(seat: str, name: str) -> bool:
    """Whether a person in a seat has no name of their own, only that of `guest_name`."""
    return name.startswith(f"{seat}{_BESIDE}")


_BESIDE = " with "

_RESERVED_NAMES = frozenset(
    {"human", "scripted", "model", "observer", "service", "all", FORGOTTEN.strip()}
)
_MARKS_OF_PLAYERS = frozenset(":/,")
"""What the words for players contain, such as human:Ann or openai/gpt, or what separates them."""

_LIKE_ADDRESS = re.compile(r"[^\s@]@[^\s@]")

_UNFIT = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories that are invisible or break lines; see UAX 44, table 12."""


def _cells(text: str) -> int:
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    marks = sum(unicodedata.category(letter) in ("Mn", "Me") for letter in text)
    return len(text) + wide - marks
