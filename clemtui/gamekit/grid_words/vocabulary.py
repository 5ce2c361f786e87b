"""The vocabulary that scripted players recognise in free text.

The phrases are stored in a family's ``bots/data/wording/``, grouped by kind and separated by ``|``.
Each phrase is a regular expression in which a blank matches any white space; a trailing hyphen
joins it to the next word (``l'-``). The kind ``unknown`` lists phrases whose meaning goes beyond
their words ("one in two").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from clemtui.engine.policy import POLICIES, TextPolicy

SIZE = 5
"""The number of rows and of columns in every grid."""

MAX_LENGTH = 1000
"""The maximum length of a text in characters; a longer one is cut at a sentence end."""

PLACES = ("first", "second", "third", "fourth", "fifth")
NUMBERS = ("one", "two", "three", "four", "five")

STOPS = ".。!?؟;؛\n"
_COMMAS = ",，、،()[]/|"
_BLANKS = "▢□"
_BLANK = "▢"
_SKIPPED = "\"'“”„«»‘’「」『』*:-–—~"
_LETTER_OF_A_WORD = r"[^\W_\u0300-\u036f]|[\u0300-\u036f\u0c00-\u0c7f]"
_LETTER_ENDING = re.compile(rf"['’](?:{_LETTER_OF_A_WORD})+")
_PAIR = re.compile(r"[(\[]\s*(\d+)\s*[,/;،、]\s*(\d+)\s*[)\]]")
_DIGITS = re.compile(r"\d+")
_RANGE = r"(\d)\s*[-–—]\s*(\d)"


@dataclass(frozen=True, slots=True)
class Token:
    """The meaning of a word or phrase; unrecognised words have the kind ``unknown``."""

    kind: str
    value: Any = None


@dataclass(frozen=True, slots=True)
class Folded:
    """A text folded for comparison, and the original characters, aligned one to one."""

    low: str
    shown: str


@dataclass(frozen=True)
class Vocabulary:
    """The vocabulary of one language.

    Attributes:
        words: The phrases by kind; see the module docstring.
        policy: How text in this language is compared.
        spaced: Whether blanks separate words.
        latin: Whether a single lower-case letter can be a word of the language.
    """

    words: Mapping[str, str]
    policy: TextPolicy
    spaced: bool = True
    latin: bool = True

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> Vocabulary:
        """Create the vocabulary from a parsed wording file."""
        return cls(
            table["words"],
            POLICIES[table["policy"]],
            spaced=table.get("spaced", True),
            latin=table.get("latin", True),
        )

    def folded(self, text: str) -> Folded:
        """Fold case and spelling variants of a text."""
        low: list[str] = []
        shown: list[str] = []
        for character in self.policy.fold(self.policy.normalise(text)):
            key = _key(self.policy, character)
            low.append(key)
            shown.append(character * len(key))
        return Folded("".join(low), "".join(shown))

    def read_clause(self, text: Folded, at: int) -> tuple[list[Token], int]:
        """Return the words up to the end of the sentence, and the position after it."""
        found: list[Token] = []
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

    def _next(self, text: Folded, at: int, *, opens: bool, first: bool) -> tuple[Token, int, bool]:
        pair = _PAIR.match(text.low, at)
        if pair is not None:
            return _pair(pair), pair.end(), False
        word, end, joins = self._known(text.low, at) if opens else (None, at, False)
        letter = self._letter(text, at) if opens else None
        if letter is not None and (
            word is None
            or (end <= letter[1] and (not first or self._is_followed_by_into(text.low, letter[1])))
        ):
            return letter[0], letter[1], False
        if word is not None:
            return word, end, joins
        digits = _DIGITS.match(text.low, at)
        if digits is not None and opens:
            number = int(digits[0])
            known = 1 <= number <= SIZE
            return Token("number", number) if known else Token("unknown"), digits.end(), False
        return self._punctuation_or_unknown(text.low, at)

    def _known(self, low: str, at: int) -> tuple[Token | None, int, bool]:
        """Return the longest phrase starting here, its end, and whether it joins the next word."""
        best: tuple[Token | None, int, bool] = (None, at, False)
        for pattern, kind, value, joins in self._patterns:
            match = pattern.match(low, at)
            if match is not None and match.end() > best[1]:
                best = (_matched_word(kind, value, match), match.end(), joins)
        return best

    def _is_followed_by_into(self, low: str, at: int) -> bool:
        """Check whether a phrase of the kind ``into`` follows.

        If so, a capital at the start of a sentence is a letter of the grid, not an article.
        """
        after = at + len(low[at:]) - len(low[at:].lstrip())
        word, _, _ = self._known(low, after)
        return after > at and word is not None and word.kind == "into"

    def _letter(self, text: Folded, at: int) -> tuple[Token, int] | None:
        """Return a grid letter that stands on its own, and its end."""
        sign = text.shown[at]
        if sign in _BLANKS:
            return Token("letter", _BLANK), at + 1
        if not (sign.isascii() and sign.isalpha()) or (sign.islower() and self.latin):
            return None
        beside = text.shown[at - 1 : at] + text.shown[at + 1 : at + 2]
        if any(c.isalnum() and (self.spaced or c.isascii()) for c in beside):
            return None
        ending = _LETTER_ENDING.match(text.low, at + 1)
        return Token("letter", sign.upper()), ending.end() if ending else at + 1

    def _punctuation_or_unknown(self, low: str, at: int) -> tuple[Token, int, bool]:
        if low[at] in STOPS:
            return Token("stop"), at + 1, False
        if low[at] in _COMMAS:
            return Token("comma"), at + 1, False
        if low[at] in _SKIPPED:
            return Token("filler"), at + 1, False
        end = at + 1
        while self.spaced and end < len(low) and _is_letter(low[end]):
            end += 1
        return Token("unknown"), end, False

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
    """Split at ``|``, except within brackets."""
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


def _matched_word(kind: str, value: Any, match: re.Match[str]) -> Token:
    if kind not in ("nth", "range", "count"):
        return Token(kind, value)
    numbers = [int(digit) for digit in match.groups() if digit]
    if not all(1 <= number <= SIZE for number in numbers):
        return Token("unknown")
    if kind == "count":
        return Token(kind, numbers[0])
    if kind == "nth":
        return Token(kind, (numbers[0] - 1,))
    return Token("range", tuple(range(numbers[0] - 1, numbers[-1])))


def _pair(match: re.Match[str]) -> Token:
    row, column = int(match[1]), int(match[2])
    within = 1 <= row <= SIZE and 1 <= column <= SIZE
    return Token("spot", (row - 1, column - 1)) if within else Token("unknown")


def _is_letter(character: str) -> bool:
    return re.match(_LETTER_OF_A_WORD, character) is not None
