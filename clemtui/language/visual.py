"""Reorder a line for drawing, on terminals that leave that to the program.

The order is that of the Unicode Bidirectional Algorithm (UAX #9), implemented by python-bidi;
letters are shaped by arabic-reshaper. Both are installed by the extra ``bidi``, loaded on first
use, and used only here. Ligatures are disabled so that each letter keeps its cell: lam and alef are
drawn side by side, as in most terminals.

There is one addition to the algorithm. Within a right-to-left line, a run of Latin words with their
punctuation ("GUESS:", "--as", "gpt-4 mini") is kept together as an isolate, as if it were between
U+2068 and U+2069. Texts therefore do not need these invisible characters, which terminals draw
differently, and which would have to be removed from copies and files.
"""

from __future__ import annotations

import importlib
import importlib.util
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from clemtui.language.direction import Direction, has_rtl

EXTRA = "bidi"
PACKAGES = ("python-bidi", "arabic-reshaper")
"""The packages required here, and the extra that installs them."""

_LINES_KEPT = 1024
"""Lines whose order is cached for redrawing, e.g. while scrolling."""
_NON_JOINER = "\u200c"
_NEUTRAL = "\ufffc"
"""Stands for an isolate, and for characters that the algorithm would remove from the line."""
_KNOWN = frozenset({"L", "R", "AL", "EN", "AN", "ES", "ET", "CS", "NSM", "WS", "ON"})
_ENDS = frozenset(".,;!?…،؛؟")
_PAIRS = {"(": ")", "[": "]", "{": "}", "«": "»", "“": "”", '"': '"', "'": "'", "‘": "’"}


class DrawnCharacter(NamedTuple):
    """A character as drawn, and its index in the line in reading order."""

    place: int
    text: str


def available() -> bool:
    """Whether the packages are installed. Loads nothing."""
    return all(importlib.util.find_spec(name) for name in ("bidi", "arabic_reshaper"))


@lru_cache(_LINES_KEPT)
def visual_order(characters: tuple[str, ...], base: Direction) -> tuple[DrawnCharacter, ...]:
    """Return the characters of a line from left to right, in their joined forms.

    Every index occurs once, and each character keeps its width. The packages must be `available`.

    Args:
        characters: the clusters of one line in reading order (see `grapheme_clusters`).
        base: the direction of its paragraph.
    """
    shaped = _shaped(characters)
    places: list[int | range] = list(range(len(characters)))
    if base == "rtl":
        for island in reversed(list(_islands(characters))):
            places[island.start : island.stop] = [island]
    drawn: list[DrawnCharacter] = []
    for place, mirrored in _ordered(places, characters, base):
        if isinstance(place, range):
            inner: list[int | range] = list(place)
            drawn += [
                DrawnCharacter(at, shaped[at])
                for at, _ in _ordered(inner, characters, "ltr")
                if isinstance(at, int)
            ]
        else:
            drawn.append(DrawnCharacter(place, mirrored or shaped[place]))
    return tuple(drawn)


def _ordered(
    places: Sequence[int | range], characters: Sequence[str], base: Direction
) -> list[tuple[int | range, str | None]]:
    """Return the places in drawing order, each with its mirrored form if different."""
    algorithm: Any = importlib.import_module("bidi.algorithm")
    stand_ins = [
        _NEUTRAL if isinstance(at, range) else _representative(characters[at]) for at in places
    ]
    storage = algorithm.get_empty_storage()
    storage["base_level"] = 1 if base == "rtl" else 0
    storage["base_dir"] = "R" if base == "rtl" else "L"
    algorithm.get_embedding_levels("".join(stand_ins), storage)
    for entry, at, stand_in in zip(storage["chars"], places, stand_ins, strict=True):
        entry.update(place=at, before=stand_in)
    algorithm.explicit_embed_and_overrides(storage, False)
    algorithm.resolve_weak_types(storage, False)
    algorithm.resolve_neutral_types(storage, False)
    algorithm.resolve_implicit_levels(storage, False)
    algorithm.reorder_resolved_levels(storage, False)
    algorithm.apply_mirroring(storage, False)
    return [
        (entry["place"], entry["ch"] if entry["ch"] != entry["before"] else None)
        for entry in storage["chars"]
    ]


def _representative(character: str) -> str:
    """Return one code point that the algorithm treats as it should treat this character."""
    return character[0] if unicodedata.bidirectional(character[0]) in _KNOWN else _NEUTRAL


def _shaped(characters: Sequence[str]) -> list[str]:
    """Shape Arabic letters into their joined forms."""
    if not any(map(has_rtl, characters)):
        return list(characters)
    letters, places = "", []
    for character in characters:
        places.append(len(letters))
        letters += character[0] if has_rtl(character[0]) else _NEUTRAL
        if _NON_JOINER in character:
            letters += _NEUTRAL
    forms = _reshaper().reshape(letters)
    assert len(forms) == len(letters)
    return [
        (forms[at] if has_rtl(character[0]) else character[0]) + character[1:]
        for at, character in zip(places, characters, strict=True)
    ]


def _islands(characters: Sequence[str]) -> Iterator[range]:
    """Yield runs of left-to-right words, as ranges of indices."""
    first = last = None
    for word in _words(characters):
        kind = _kind("".join(characters[word.start : word.stop]))
        if kind == "rtl":
            if first is not None and last is not None:
                yield from _trimmed(range(first, last), characters)
            first = last = None
        elif kind == "number" and first is None:
            if _unclosed(characters[word.start : word.stop]) is None:
                yield from _trimmed(word, characters, _ENDS | {":"})
            else:
                first, last = word.start, word.stop
        elif kind != "sign":
            first, last = word.start if first is None else first, word.stop
    if first is not None and last is not None:
        yield from _trimmed(range(first, last), characters)


def _words(characters: Sequence[str]) -> Iterator[range]:
    """Yield the text between spaces; Latin attached to Arabic letters is a separate word."""
    start, before = 0, " "
    for at, character in enumerate([*characters, " "]):
        here = " " if character == " " else "rtl" if has_rtl(character) else "other"
        if here != before:
            if before != " ":
                yield range(start, at)
            start, before = at, here


def _kind(word: str) -> str:
    if has_rtl(word):
        return "rtl"
    kinds = {unicodedata.bidirectional(character) for character in word}
    return "latin" if "L" in kinds else "number" if kinds & {"EN", "AN"} else "sign"


def _unclosed(island: Sequence[str]) -> int | None:
    """Return the index of a bracket or quote that closes outside the island; None if there is none.

    An example is "gpt (20 words)", if the words are Arabic.
    """
    for at, character in enumerate(island):
        after_blank = at == 0 or island[at - 1] == " "
        if character in _PAIRS and after_blank and _PAIRS[character] not in island[at + 1 :]:
            return at
    return None


def _trimmed(
    island: range, characters: Sequence[str], ends: frozenset[str] = _ENDS
) -> Iterator[range]:
    """Yield the island without outer punctuation that belongs to the sentence around it.

    ``ends`` are the characters that belong to the sentence when they follow the last word.
    """
    start, stop = island.start, island.stop
    while start < stop:
        inner = characters[start:stop]
        last = inner[-1]
        opened = _unclosed(inner)
        if opened is not None:
            yield from _trimmed(range(start, start + opened), characters)
            yield from _trimmed(range(start + opened + 1, stop), characters)
            return
        closes = last in _PAIRS.values() and not any(_PAIRS.get(e) == last for e in inner[:-1])
        if last in ends or last == " " or closes:
            stop -= 1
        else:
            yield range(start, stop)
            return


@cache
def _reshaper() -> Any:
    library: Any = importlib.import_module("arabic_reshaper")
    return library.ArabicReshaper(
        configuration={
            "delete_harakat": False,
            "delete_tatweel": False,
            "support_ligatures": False,
            "support_zwj": False,
            "use_unshaped_instead_of_isolated": True,
        }
    )
