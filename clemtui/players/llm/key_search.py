"""Find keys in text, also if they are written with other cases, separators or invisible characters.

Two forms of a text are searched in one pass each, in linear time:

- the *plain* form, in which case, compatibility forms (such as full-width letters) and invisible
  characters do not matter;
- the *loose* form, of which only the letters and digits remain.

Keys that no one writes by chance are searched in the loose form: those with letters and digits, at
least 12 of them, and any with at least 20. From 16 on, each part that has letters and digits, and
half of the key's length (8 to 12 characters), is a key of its own, so that one that is divided
between two fields does not remain as a whole; of digits alone, or letters alone, each part of 24.
Of a long key, only the parts one after the other are. Other keys are searched in the plain form.
"""

from __future__ import annotations

import unicodedata
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

SHORTEST = 8
"""Keys and beginnings of keys with fewer characters are words; they are not hidden."""

_SHORTEST_LOOSE = 12
_SHORTEST_IN_PARTS = 16
_SHORTEST_UNMIXED = 20
_UNMIXED_PART = 24
_LONG = 128  # letters and digits
_CACHED = 0x10000  # a server cannot fill the memory with the characters beyond
_BLANK_LETTERS = frozenset("ᅟᅠ")  # letters that nobody can see
_INVISIBLE = frozenset({"Cc", "Cf", "Mn", "Me"})

Span = tuple[int, int]
"""Where a key is in a text: the positions of its first character and after its last one."""


def _plain(char: str) -> str:
    folded = unicodedata.normalize("NFKC", char).casefold()
    return "".join(each for each in folded if each.isspace() or not _is_invisible(each))


def _is_invisible(char: str) -> bool:
    return unicodedata.category(char) in _INVISIBLE or char in _BLANK_LETTERS


def _loose(char: str) -> str:
    return "".join(each for each in _plain(char) if each.isalnum())


class _Folding(dict[int, str | None]):
    """The form of each code point, computed when it first appears; a table of ``str.translate``.

    What has no form is None, with which ``str.translate`` is many times faster than with ``""``.
    """

    def __init__(self, fold: Callable[[str], str]) -> None:
        super().__init__()
        self._fold = fold

    def __missing__(self, point: int) -> str | None:
        folded = self._fold(chr(point)) or None
        if point < _CACHED:
            self[point] = folded
        return folded


_PLAIN, _LOOSE = _Folding(_plain), _Folding(_loose)


def _is_mixed(text: str) -> bool:
    """Whether a text in its loose form has letters and digits, as words and numbers have not."""
    return text.isalnum() and not (text.isalpha() or text.isdigit())


def _loose_patterns(letters: str) -> set[str]:
    """Return what to search for a key, given in its loose form."""
    if not _is_mixed(letters):
        if len(letters) < _SHORTEST_UNMIXED:
            return set()
        size = min(len(letters), _UNMIXED_PART)
        return {letters, *(letters[at : at + size] for at in _places(letters, size))}
    if len(letters) < _SHORTEST_LOOSE:
        return set()
    if len(letters) < _SHORTEST_IN_PARTS:
        return {letters}
    size = min(-(-len(letters) // 2), _SHORTEST_LOOSE)
    backwards = {each[::-1] for each in _mixed_parts(letters[::-1], size)}
    return {letters} | _mixed_parts(letters, size) | backwards


def _places(letters: str, size: int) -> range:
    """Return where parts of this size begin: everywhere, or in a long key one after the other.

    Preparing the search takes as long as all parts together.
    """
    return range(0, len(letters) - size + 1, 1 if len(letters) <= _LONG else size)


def _mixed_parts(letters: str, size: int) -> set[str]:
    """Return the shortest part of at least this size that has letters and digits, at each place."""
    found = set()
    for at in _places(letters, size):
        ends = range(at + size, len(letters) + 1)
        part = next((letters[at:end] for end in ends if _is_mixed(letters[at:end])), None)
        if part is not None:
            found.add(part)
    return found


@dataclass(frozen=True, slots=True)
class _Form:
    """A form of a text, and what is searched in it.

    Attributes:
        folding: the form of each character.
        ends: every beginning of a pattern, and how long the longest pattern at its end is.
        blocks: all parts of patterns with ``size`` characters. Any place at which a pattern is
            contains one of them at a multiple of this size, so most texts need no search.
        longest: the length of the longest pattern.
    """

    folding: _Folding
    ends: Mapping[str, int]
    blocks: frozenset[str]
    size: int
    longest: int

    @classmethod
    def of(cls, patterns: set[str], folding: _Folding) -> _Form:
        """Prepare the search for these patterns, which are in this form."""
        lengths = sorted(map(len, patterns), reverse=True) or [1]
        size = (lengths[-1] + 1) // 2
        return cls(
            folding=folding,
            ends=_ends(patterns),
            blocks=frozenset(
                each[at : at + size] for each in patterns for at in range(len(each) - size + 1)
            ),
            size=size,
            longest=lengths[0],
        )

    def may_be_in(self, text: str, *, may_break_off: bool) -> bool:
        """Whether a search can find anything in a text."""
        if not self.blocks:
            return False
        letters = text.translate(self.folding)
        size = self.size
        blocks = (letters[at : at + size] for at in range(0, len(letters), size))
        if not self.blocks.isdisjoint(blocks):
            return True
        if not may_break_off:
            return False
        reader = _Reader(self)
        reader.feed(letters[-self.longest :], 0)
        return len(reader.begun) >= SHORTEST


def _ends(patterns: set[str]) -> dict[str, int]:
    """Return every beginning of a pattern, and how long the longest pattern at its end is.

    As Aho and Corasick do (Communications of the ACM 18, 1975, section 3), in linear time.
    """
    beginnings = {each[:length] for each in patterns for length in range(1, len(each) + 1)}
    ends, suffix = {"": 0}, {"": ""}  # suffix: the longest other beginning at its end
    for each in sorted(beginnings, key=len):
        last, shorter = each[-1], suffix[each[:-1]]
        while shorter and shorter + last not in beginnings:
            shorter = suffix[shorter]
        found = shorter + last
        suffix[each] = found if len(each) > 1 and found in beginnings else ""
        ends[each] = len(each) if each in patterns else ends[suffix[each]]
    return ends


@lru_cache(maxsize=8)
def _forms(keys: tuple[str, ...]) -> tuple[_Form, _Form]:
    """Return the plain and the loose form in which these keys are searched."""
    loose = {key: _loose_patterns("".join(map(_loose, key))) for key in keys}
    plain = {"".join(map(_plain, key)) for key in keys if not loose[key]} - {""}
    return _Form.of(plain, _PLAIN), _Form.of(set().union(*loose.values()), _LOOSE)


class _Reader:
    """Searches one form of a text that arrives in pieces.

    Attributes:
        begun: the longest end of the text so far with which a pattern begins, in this form.
        places: where each of its characters is in the text.
    """

    def __init__(self, form: _Form) -> None:
        self._form = form
        self.begun = ""
        self.places: deque[int] = deque()

    def feed(self, piece: str, offset: int) -> list[Span]:
        """Read the next piece, which is at this offset; return the keys that end in it."""
        patterns, folding = self._form.ends, self._form.folding
        places, begun = self.places, self.begun
        found: list[Span] = []
        for at, char in enumerate(piece, offset):
            for letter in folding[ord(char)] or "":
                begun += letter
                places.append(at)
                while begun not in patterns:  # the empty text always is
                    begun = begun[1:]
                    places.popleft()
                if length := patterns[begun]:
                    found.append((places[-length], at + 1))
        self.begun = begun
        return found


class KeySearch:
    """Finds keys in a text that arrives in pieces.

    Attributes:
        spans: where the keys that were found are; they do not overlap.
        settled: the length of the text in which no other key can be found any more.
    """

    def __init__(self, keys: Sequence[str]) -> None:
        self._plain, self._loose = map(_Reader, _forms(tuple(keys)))
        self._length = 0
        self.spans: list[Span] = []
        self.settled = 0

    def feed(self, piece: str) -> None:
        """Read the next piece of the text."""
        readers = (self._plain, self._loose)
        found = [span for reader in readers for span in reader.feed(piece, self._length)]
        self._length += len(piece)
        if found:
            self.spans = _merged([*self.spans, *found])
        self.settled = min(
            (reader.places[0] for reader in readers if reader.places), default=self._length
        )
        for start, end in reversed(self.spans):
            if start < self.settled < end:
                self.settled = start

    def end(self) -> list[Span]:
        """Return where keys are in the whole text, including one of which only the beginning is."""
        begun = [
            (reader.places[0], reader.places[-1] + 1)
            for reader in (self._plain, self._loose)
            if len(reader.begun) >= SHORTEST and (reader is self._plain or _is_mixed(reader.begun))
        ]
        return _merged([*self.spans, *begun])


def find_keys(text: str, keys: Sequence[str], *, may_break_off: bool = False) -> list[Span]:
    """Return where these keys are in a text.

    Args:
        may_break_off: also find the beginning of a key at the end of the text.
    """
    forms = _forms(tuple(keys))
    if not any(form.may_be_in(text, may_break_off=may_break_off) for form in forms):
        return []
    search = KeySearch(keys)
    search.feed(text)
    return search.end() if may_break_off else search.spans


def replaced(text: str, spans: Iterable[Span], replacement: str) -> str:
    """Return a text in which these parts, in order, are replaced."""
    kept: list[str] = []
    end = 0
    for start, stop in spans:
        kept += (text[end:start], replacement)
        end = stop
    return "".join((*kept, text[end:]))


def _merged(spans: Iterable[Span]) -> list[Span]:
    """Return spans in order, those that overlap as one."""
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
