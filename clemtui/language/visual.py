"""A line in the order in which it is drawn, for terminals that leave that to the program.

The order is that of the Unicode Bidirectional Algorithm (UAX #9), by python-bidi; letters get the
forms in which they join, by arabic-reshaper. Both come with the extra ``bidi``, are loaded when
they are first needed, and are only needed here. Ligatures are left out, so that each letter keeps
its cell: lam and alef are drawn side by side, as in most terminals.

One thing is added to the algorithm. Inside a line that runs from right to left, a stretch of Latin
words with the signs attached to them ("GUESS:", "--as", "gpt-4 mini") is kept together as an
isolate, as if it stood between U+2068 and U+2069. So no text needs these invisible characters,
which terminals draw in different ways, and which would have to be taken out of copies and files.
"""

from __future__ import annotations

import importlib
import importlib.util
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from clemtui.language.direction import Direction, clusters, has_rtl

EXTRA = "bidi"
PACKAGES = ("python-bidi", "arabic-reshaper")
"""The packages needed here, and the program's extra that provides them."""

_LINES_KEPT = 1024
"""Lines whose order is known for when they are drawn again, as while one scrolls."""
_NON_JOINER = "\u200c"
_NEUTRAL = "\ufffc"
"""Stands for an isolate, and for what the algorithm would take out of the line."""
_KNOWN = frozenset({"L", "R", "AL", "EN", "AN", "ES", "ET", "CS", "NSM", "WS", "ON"})
_ENDS = frozenset(".,;!?…،؛؟")
_PAIRS = {"(": ")", "[": "]", "{": "}", "«": "»", "“": "”", '"': '"', "'": "'", "‘": "’"}


class Drawn(NamedTuple):
    """A character as it is drawn, and its place in the line as it is read."""

    place: int
    text: str


def available() -> bool:
    """Whether the packages are installed; nothing is loaded."""
    return all(importlib.util.find_spec(name) for name in ("bidi", "arabic_reshaper"))


@lru_cache(_LINES_KEPT)
def visual(characters: tuple[str, ...], base: Direction) -> tuple[Drawn, ...]:
    """The characters of a line from left to right, in their joined forms.

    ``characters`` are the clusters of one line in reading order (`clusters`), ``base`` is the
    direction of the paragraph that it belongs to. Every place occurs once, and each character is
    as wide as it was. The packages must be `available`.
    """
    shaped = _shaped(characters)
    places: list[int | range] = list(range(len(characters)))
    if base == "rtl":
        for island in reversed(list(_islands(characters))):
            places[island.start : island.stop] = [island]
    drawn: list[Drawn] = []
    for place, mirrored in _ordered(places, characters, base):
        if isinstance(place, range):
            inner: list[int | range] = list(place)
            drawn += [
                Drawn(at, shaped[at])
                for at, _ in _ordered(inner, characters, "ltr")
                if isinstance(at, int)
            ]
        else:
            drawn.append(Drawn(place, mirrored or shaped[place]))
    return tuple(drawn)


def visual_text(text: str, base: Direction) -> str:
    """A line as one string, for what is not drawn character by character."""
    return "".join(each.text for each in visual(tuple(clusters(text)), base))


def _ordered(
    places: Sequence[int | range], characters: Sequence[str], base: Direction
) -> list[tuple[int | range, str | None]]:
    """The places in the order of drawing, each with its mirrored form, if it has another one."""
    algorithm: Any = importlib.import_module("bidi.algorithm")
    stand_ins = [_NEUTRAL if isinstance(at, range) else _stand_in(characters[at]) for at in places]
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


def _stand_in(character: str) -> str:
    """One code point that the algorithm treats as it should treat this character."""
    return character[0] if unicodedata.bidirectional(character[0]) in _KNOWN else _NEUTRAL


def _shaped(characters: Sequence[str]) -> list[str]:
    """The characters in the forms in which Arabic letters join."""
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
    """Stretches of words that run from left to right, as places in the line."""
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
    """The text between blanks; Latin attached to Arabic letters is a separate word."""
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
    """Where a bracket or quote opens that ends outside, as in "gpt (20 words)" before Arabic."""
    for at, character in enumerate(island):
        after_blank = at == 0 or island[at - 1] == " "
        if character in _PAIRS and after_blank and _PAIRS[character] not in island[at + 1 :]:
            return at
    return None


def _trimmed(
    island: range, characters: Sequence[str], ends: frozenset[str] = _ENDS
) -> Iterator[range]:
    """The island without signs at its ends that belong to the sentence around it; ``ends`` are
    those that do so behind its last word."""
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
