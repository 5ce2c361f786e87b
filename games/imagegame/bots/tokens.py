"""A giver's command as a sequence of tokens: words with a meaning on the grid."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..grids import BLANK, SIZE
from .lexicon import Lexicon
from .regions import ALL, Region
from .spelt_rows import EMPTY_MARKS, separate_spelt_rows


@dataclass(frozen=True, slots=True)
class Token:
    """A unit of meaning: its kind (one character) and its value."""

    kind: str
    value: Any = None


_PARTS = (
    ("pair", r"[(\[]\s*(\d{1,3})\s*[,;/|]\s*(\d{1,3})\s*[)\]]"),
    ("pair", r"\br\s?(\d)\s*,?\s*c\s?(\d)\b"),
    ("pair", r"\bz\s?(\d)\s*,?\s*s(?:p\.?)?\s?(\d)\b"),
    ("sheet", r"\b([a-e])([1-5])\b"),
    ("size", r"\b(\d)\s*(?:x|×|by|mal)\s*(\d)\b"),
    ("range", r"\b(\d{1,3})\s*[-–—]\s*(\d{1,3})\b"),
    ("ordinal", r"\b(\d{1,3})ENDINGS"),
    ("number", r"\b(\d{1,3})(?!\d)"),
    ("quoted", r"[\"'“”„‘’‚`*«»]+([a-zA-Z])[\"'“”‘’`*«»]+"),
    ("plural", r"\b([A-Z])['’]s\b|\b([B-HJ-TV-Z])s\b|(?<=\bthe )([AIU])s\b"),
    ("mark", rf"[{EMPTY_MARKS}]"),
    ("arrow", r"->|→"),
    ("end", r"[.!?]"),
    ("comma", r"[,;:()\[\]/|–—]"),
    ("and", r"[&+]"),
    ("word", r"[^\W\d_]+(?:['’][^\W\d_]+)*"),
)


def tokens(command: str, words: Lexicon) -> list[Token]:
    """Return the tokens of a command, without words that mean nothing on a grid."""
    found = list(_raw(command, words))
    return list(_meant(found, words))


def _raw(command: str, words: Lexicon) -> Iterator[tuple[str, re.Match[str]]]:
    text = separate_spelt_rows(re.sub(r"(?<=\d)['’]s\b", "", command), words.phrases)
    text = re.sub(r"(?<=[^\W\d_])[-‐‑](?=[^\W\d_])", " ", text)
    at = 0
    while at < len(text):
        for name, pattern in _patterns(words.ordinal_endings):
            match = pattern.match(text, at)
            if match is not None:
                yield name, match
                at = match.end()
                break
        else:
            at += 1


@cache
def _patterns(ordinal_endings: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the pattern of each kind of part, in the order in which they are tried."""
    return tuple(
        (name, re.compile(pattern.replace("ENDINGS", ordinal_endings), _flags(name)))
        for name, pattern in _PARTS
    )


def _flags(name: str) -> re.RegexFlag:
    return re.NOFLAG if name in ("quoted", "plural") else re.IGNORECASE


def _meant(raw: list[tuple[str, re.Match[str]]], words: Lexicon) -> Iterator[Token]:
    at = 0
    opens = True
    while at < len(raw):
        name, match = raw[at]
        at += 1
        if name != "word":
            yield from _of_mark(name, match)
            opens = name in ("end", "comma")
            continue
        word = match[0]
        if len(word) == 1:
            if _is_letter(word, raw, at - 1, words, opens=opens):
                yield Token("L", word.upper())
            opens = False
            continue
        length, kind, value = _phrase(raw, at - 1, words)
        if opens and length == 1 and at < len(raw) and raw[at][0] == "word":
            kind = words.opening.get(word.lower(), kind)
        if kind:
            yield Token(kind, value)
        at += length - 1
        opens = kind == "&"


def _of_mark(name: str, match: re.Match[str]) -> Iterator[Token]:
    match name:
        case "pair":
            cell = (int(match[1]), int(match[2]))
            yield Token("X", Region(frozenset({cell}) & ALL))
        case "sheet":
            column = ord(match[1].lower()) - ord("a") + 1
            yield Token("X", Region(frozenset({(int(match[2]), column)})))
        case "size":
            yield Token("z", (int(match[1]), int(match[2])))
        case "range":
            first, last = int(match[1]), int(match[2])
            yield Token("N", tuple(range(first, min(last, SIZE * SIZE) + 1)))
        case "ordinal":
            yield Token("o", (int(match[1]),))
        case "number":
            yield Token("n", int(match[1]))
        case "quoted" | "plural":
            yield Token("L", next(filter(None, match.groups())).upper())
        case "mark":
            yield Token("L", BLANK)
        case _:
            yield Token({"arrow": "t", "end": ".", "comma": ",", "and": "&"}[name], match[0])


def _phrase(raw: list[tuple[str, re.Match[str]]], at: int, words: Lexicon) -> tuple[int, str, Any]:
    """Return the length in words, kind and value of the longest known phrase from a word on."""
    run: list[str] = []
    for name, match in raw[at : at + words.longest]:
        if name != "word":
            break
        run.append(match[0].lower().replace("’", "'"))
    for length in range(len(run), 0, -1):
        phrase = " ".join(run[:length])
        known = words.phrases.get(phrase) or words.phrases.get(phrase.removesuffix("'s"))
        if known is not None:
            kind, value = known
            return length, kind, (value,) if kind in "oRC" else value
    return 1, "", None


def _is_letter(
    word: str, raw: list[tuple[str, re.Match[str]]], at: int, words: Lexicon, *, opens: bool
) -> bool:
    """Return whether a one-letter word is that letter, not an article or a pronoun."""
    if not ("a" <= word.lower() <= "z"):
        return False
    if word.lower() not in words.articles:
        return True
    name, match = raw[at + 1] if at + 1 < len(raw) else ("end", None)
    following = match[0].lower() if name == "word" and match is not None else ""
    kind = _phrase(raw, at + 1, words)[1] if name == "word" else ""
    before_place = name in _BEHIND_A_LETTER or kind in tuple("i&xfe~hmy")
    if word.isupper() and (not opens or _begins_list(raw, at)):
        return following not in ("want", "would", "need", "think")
    return before_place


_BEHIND_A_LETTER = ("end", "comma", "and", "pair", "mark", "arrow")


def _begins_list(raw: list[tuple[str, re.Match[str]]], at: int) -> bool:
    """Return whether at least three single letters follow each other, as in a row spelt out."""
    return all(len(match[0]) == 1 and name in ("word", "mark") for name, match in raw[at : at + 3])
