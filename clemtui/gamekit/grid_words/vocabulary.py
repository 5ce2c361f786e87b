"""The words of a language that the scripted players read in free sentences.

They stand in a family's ``bots/data/wording/``, by kind; several are parted by ``|``. Each is a
regular expression in which a blank is any white space; a hyphen at its end joins it to the word
after it (``l'-``). What is of the kind ``unknown`` is known to mean more than its words do ("one in
two").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from clemtui.engine.policy import POLICIES, TextPolicy

SIZE = 5
"""Rows and columns of every grid."""

LONGEST = 1000
"""Characters of a text that are read; what is longer is cut after its last whole sentence."""

PLACES = ("first", "second", "third", "fourth", "fifth")
NUMBERS = ("one", "two", "three", "four", "five")

STOPS = ".。!?؟;؛\n"
_COMMAS = ",，、،()[]/|"
_BLANKS = "▢□"
_BLANK = "▢"
_SKIPPED = "\"'“”„«»‘’「」『』*:-–—~"
_LETTER_OF_A_WORD = r"[^\W_\u0300-\u036f]|[\u0300-\u036f\u0c00-\u0c7f]"
_PAIR = re.compile(r"[(\[]\s*(\d+)\s*[,/;،、]\s*(\d+)\s*[)\]]")
_DIGITS = re.compile(r"\d+")
_RANGE = r"(\d)\s*[-–—]\s*(\d)"


@dataclass(frozen=True, slots=True)
class Word:
    """A word or phrase by what it says. Words that nobody knows are of the kind ``unknown``."""

    kind: str
    value: Any = None


@dataclass(frozen=True, slots=True)
class Folded:
    """A text as it is compared, and its characters as they were written, one for one."""

    low: str
    shown: str


@dataclass(frozen=True)
class Vocabulary:
    """The words of one language.

    Attributes:
        words: phrases by kind, as the module says.
        policy: how the language's text is compared.
        spaced: whether blanks part the words.
        latin: whether single small letters may be words of the language.
    """

    words: Mapping[str, str]
    policy: TextPolicy
    spaced: bool = True
    latin: bool = True

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> Vocabulary:
        """The vocabulary of a file of ``data/wording/``."""
        return cls(
            table["words"],
            POLICIES[table["policy"]],
            spaced=table.get("spaced", True),
            latin=table.get("latin", True),
        )

    def folded(self, text: str) -> Folded:
        """A text without case and without what the language writes in two ways."""
        low: list[str] = []
        shown: list[str] = []
        for character in self.policy.fold(self.policy.normalise(text)):
            key = _key(self.policy, character)
            low.append(key)
            shown.append(character * len(key))
        return Folded("".join(low), "".join(shown))

    def clause(self, text: Folded, at: int) -> tuple[list[Word], int]:
        """The words up to the end of a sentence, and where the next one begins."""
        found: list[Word] = []
        joined = False
        while at < len(text.low):
            character = text.low[at]
            if character.isspace() and character != "\n":
                at, joined = at + 1, False
                continue
            opens = joined or not self.spaced or not at or not _is_letter(text.low[at - 1])
            word, end, joined = self._next(text, at, opens=opens, first=not found)
            at = end
            if word.kind == "stop":
                break
            if word.kind not in ("filler", "into"):
                found.append(word)
        return found, at

    def _next(self, text: Folded, at: int, *, opens: bool, first: bool) -> tuple[Word, int, bool]:
        pair = _PAIR.match(text.low, at)
        if pair is not None:
            return _pair(pair), pair.end(), False
        word, end, joins = self._known(text.low, at) if opens else (None, at, False)
        letter = self._letter(text, at) if opens else None
        if letter is not None and (
            word is None
            or (end <= letter[1] and (not first or self._goes_into(text.low, letter[1])))
        ):
            return letter[0], letter[1], False
        if word is not None:
            return word, end, joins
        digits = _DIGITS.match(text.low, at)
        if digits is not None and opens:
            number = int(digits[0])
            known = 1 <= number <= SIZE
            return Word("number", number) if known else Word("unknown"), digits.end(), False
        return self._sign(text.low, at)

    def _known(self, low: str, at: int) -> tuple[Word | None, int, bool]:
        """The longest phrase that begins here."""
        best: tuple[Word | None, int, bool] = (None, at, False)
        for pattern, kind, value, joins in self._patterns:
            match = pattern.match(low, at)
            if match is not None and match.end() > best[1]:
                best = (_word(kind, value, match), match.end(), joins)
        return best

    def _goes_into(self, low: str, at: int) -> bool:
        """Whether it is said where the capital that begins a sentence goes: it is no article."""
        after = at + len(low[at:]) - len(low[at:].lstrip())
        word, _, _ = self._known(low, after)
        return after > at and word is not None and word.kind == "into"

    def _letter(self, text: Folded, at: int) -> tuple[Word, int] | None:
        """A letter of the grids that stands alone."""
        sign = text.shown[at]
        if sign in _BLANKS:
            return Word("letter", _BLANK), at + 1
        if not (sign.isascii() and sign.isalpha()) or (sign.islower() and self.latin):
            return None
        beside = text.shown[at - 1 : at] + text.shown[at + 1 : at + 2]
        if any(c.isalnum() and (self.spaced or c.isascii()) for c in beside):
            return None
        ending = self._letter_ending.match(text.low, at + 1)
        return Word("letter", sign.upper()), ending.end() if ending else at + 1

    def _sign(self, low: str, at: int) -> tuple[Word, int, bool]:
        if low[at] in STOPS:
            return Word("stop"), at + 1, False
        if low[at] in _COMMAS:
            return Word("comma"), at + 1, False
        if low[at] in _SKIPPED:
            return Word("filler"), at + 1, False
        end = at + 1
        while self.spaced and end < len(low) and _is_letter(low[end]):
            end += 1
        return Word("unknown"), end, False

    @cached_property
    def _letter_ending(self) -> re.Pattern[str]:
        return re.compile(rf"['’](?:{_LETTER_OF_A_WORD})+")

    @cached_property
    def _patterns(self) -> tuple[tuple[re.Pattern[str], str, Any, bool], ...]:
        return tuple(self._compiled())

    def _compiled(self) -> Iterator[tuple[re.Pattern[str], str, Any, bool]]:
        for name, phrases in {"range ": _RANGE, **self.words}.items():
            kind, value = _kind(name.strip())
            for phrase in _phrases(phrases):
                joins = phrase.endswith("-")
                source = self.folded(phrase.removesuffix("-") if joins else phrase).low
                source = source.replace(" ", r"\s+")
                ends = "" if joins or not self.spaced else f"(?!{_LETTER_OF_A_WORD})"
                yield re.compile(source + ends), kind, value, joins


@lru_cache(maxsize=2000)
def _key(policy: TextPolicy, character: str) -> str:
    return policy.key(character)


def _phrases(text: str) -> list[str]:
    """Parted by ``|``, except within brackets."""
    found, depth = [""], 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if character == "|" and not depth:
            found.append("")
        else:
            found[-1] += character
    return found


def _kind(name: str) -> tuple[str, Any]:
    if name in PLACES:
        return "ordinal", (PLACES.index(name),)
    if name == "last":
        return "ordinal", (SIZE - 1,)
    if name in NUMBERS:
        return "number", NUMBERS.index(name) + 1
    return name, None


def _word(kind: str, value: Any, match: re.Match[str]) -> Word:
    if kind not in ("nth", "range", "count"):
        return Word(kind, value)
    numbers = [int(digit) for digit in match.groups() if digit]
    if not all(1 <= number <= SIZE for number in numbers):
        return Word("unknown")
    if kind == "count":
        return Word(kind, numbers[0])
    if kind == "nth":
        return Word(kind, (numbers[0] - 1,))
    return Word("range", tuple(range(numbers[0] - 1, numbers[-1])))


def _pair(match: re.Match[str]) -> Word:
    row, column = int(match[1]), int(match[2])
    within = 1 <= row <= SIZE and 1 <= column <= SIZE
    return Word("spot", (row - 1, column - 1)) if within else Word("unknown")


def _is_letter(character: str) -> bool:
    return re.match(_LETTER_OF_A_WORD, character) is not None
