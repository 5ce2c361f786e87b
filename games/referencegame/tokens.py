"""From a text to what its words say about grids, in the order of the text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from .grids import SIZE
from .lexicon import Lexicon, Token
from .lexicon_de import GERMAN
from .lexicon_en import ENGLISH

LEXICONS: Final[Mapping[str, Lexicon]] = {"en": ENGLISH, "de": GERMAN}

LONGEST = 4000
"""Characters of a text that are read; nobody describes a grid in more."""

_FILLED_SIGNS = "Xx■█#"
_EMPTY_SIGNS = "□▢_.·O0o-"
_SIGN = rf"[{re.escape(_FILLED_SIGNS + _EMPTY_SIGNS)}]"
_PATTERN = re.compile(rf"(?<![\w.])(?:{_SIGN}[ ,|]{{0,2}}){{{SIZE - 1}}}{_SIGN}(?![\w□▢])")
_PAIR = re.compile(r"[(\[]\s*([1-5])\s*[,/;]\s*([1-5])\s*[)\]]|\br([1-5])\s?c([1-5])\b")
_WORD = re.compile(
    r"[^\W\d_]+(?:-[^\W\d_]+)*(?:['’][^\W\d_]+)*|\d+(?:st|nd|rd|th)?|[.,;:!?\n&–-]|[□▢■█]"
)
_SINGLE: Mapping[str, Token] = {
    ",": Token("comma"),
    ".": Token("full stop"),
    ";": Token("stop"),
    "!": Token("full stop"),
    "?": Token("full stop"),
    "\n": Token("full stop"),
    ":": Token("colon"),
    "&": Token("and"),
    "–": Token("to"),
    "-": Token("to"),
    "□": Token("state", False),
    "▢": Token("state", False),
    "■": Token("state", True),
    "█": Token("state", True),
}


def tokens(text: str, lexicon: Lexicon) -> list[Token]:
    """What a text says. Words that say nothing about grids are left out."""
    text = text[:LONGEST].replace("’", "'")
    found: list[tuple[int, Token]] = []
    text = _take_shapes(text, lexicon, found)
    text = _take_patterns(text, found)
    text = _take_phrases(text.lower(), lexicon, found)
    for match in _WORD.finditer(text):
        found += [(match.start(), token) for token in _word(match[0], lexicon)]
    found.sort(key=lambda item: item[0])
    return [token for _, token in found if token.kind != "filler"]


def _word(word: str, lexicon: Lexicon) -> list[Token]:
    """What a word says; one with hyphens that has no meaning of its own says what its parts say."""
    if word.isdecimal():
        return [Token("number", int(word[:4]))]
    known = lexicon.words.get(word) or _SINGLE.get(word)
    if known is not None:
        return [known]
    parts = word.split("-") if "-" in word else []
    return [token for part in parts for token in _word(part, lexicon)]


def _take_shapes(text: str, lexicon: Lexicon, found: list[tuple[int, Token]]) -> str:
    def take(match: re.Match[str]) -> str:
        name = match[1]
        token = lexicon.words.get(name.lower())
        if token is not None and token.kind == "number":
            name = str(token.value)
        found.append((match.start(), Token("shape", (name.upper(),))))
        return " " * len(match[0])

    for pattern in lexicon.shape_patterns:
        text = pattern.sub(take, text)
    return text


def _take_patterns(text: str, found: list[tuple[int, Token]]) -> str:
    def take(match: re.Match[str]) -> str:
        signs = [sign for sign in match[0] if sign in _FILLED_SIGNS + _EMPTY_SIGNS]
        if not set(signs) & set(_FILLED_SIGNS + "□▢"):  # five dots are a way of speaking
            return match[0]
        found.append((match.start(), Token("pattern", tuple(s in _FILLED_SIGNS for s in signs))))
        return " " * len(match[0])

    def take_pair(match: re.Match[str]) -> str:
        row, column = (int(digit) - 1 for digit in match.groups() if digit)
        found.append((match.start(), Token("pair", (row, column))))
        return " " * len(match[0])

    text = _PATTERN.sub(take, text)
    return re.sub(_PAIR, take_pair, text)


def _take_phrases(text: str, lexicon: Lexicon, found: list[tuple[int, Token]]) -> str:
    if lexicon.numbered:
        ordinal = re.compile(rf"\b([1-5])\.{lexicon.numbered}")
        found += [
            (match.start(), Token("ordinal", int(match[1]) - 1)) for match in ordinal.finditer(text)
        ]
        text = ordinal.sub("  ", text)
    for pattern, token in lexicon.phrase_patterns:
        for match in pattern.finditer(text):
            value = token.value
            if match.re.groups:
                value = lexicon.words[match[1]].value
            found.append((match.start(), Token(token.kind, value)))
        text = pattern.sub(lambda match: " " * len(match[0]), text)
    return text
