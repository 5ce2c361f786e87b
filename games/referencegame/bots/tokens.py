"""The tokens of a text: what its words say about grids, in the order of the text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from ..grids import SIZE
from .lexicon import THEN, Lexicon, Token
from .lexicon.english import ENGLISH
from .lexicon.german import GERMAN

LEXICONS: Final[Mapping[str, Lexicon]] = {"en": ENGLISH, "de": GERMAN}

LONGEST = 4000
"""The number of characters that are read; no one describes a grid in more."""

_FILLED_SIGNS = "Xx■█#"
_EMPTY_SIGNS = "□▢_.·O0o-"
_SIGN = rf"[{re.escape(_FILLED_SIGNS + _EMPTY_SIGNS)}]"
_PATTERN = re.compile(rf"(?<![\w.])(?:{_SIGN}[ ,|]{{0,2}}){{{SIZE - 1}}}{_SIGN}(?![\w□▢])")
_PAIR = re.compile(r"[(\[]\s*([1-5])\s*[,/;]\s*([1-5])\s*[)\]]|\br([1-5])\s?c([1-5])\b")
_WORD = re.compile(
    r"[^\W\d_]+(?:-[^\W\d_]+)*(?:['’][^\W\d_]+)*|\d+(?:st|nd|rd|th)?|[.,;:!?\n&–-]|[□▢■█]"
)
_RUN = re.compile(r"x{2,5}")
_COUNTED = ["number", "state"]
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
    """Return the tokens of a text, without words that say nothing about grids."""
    text = text[:LONGEST].replace("’", "'")
    found: list[tuple[int, Token]] = []
    text = _take_shapes(text, lexicon, found)
    text = _take_patterns(text, found)
    text = _take_phrases(text.lower(), lexicon, found)
    for match in _WORD.finditer(text):
        found += [(match.start(), token) for token in _word(match[0], lexicon)]
    found.sort(key=lambda item: item[0])
    return _rows_in_words([token for _, token in found if token.kind != "filler"])


def _rows_in_words(found: Sequence[Token]) -> list[Token]:
    """Merge five cells listed one by one into a row of signs.

    Examples: ``full, empty, full, full, empty``, ``XXX then blank then X``, ``two filled, one
    empty, two filled``.
    """
    tokens: list[Token] = []
    at = 0
    while at < len(found):
        row, end = _row_in_words(found, at)
        if row is not None:
            tokens.append(Token("pattern", row))
            at = end
        else:
            token = found[at]
            is_run = token.kind == "run"
            tokens += [Token("number", token.value), Token("state", True)] if is_run else [token]
            at += 1
    return tokens


def _row_in_words(found: Sequence[Token], start: int) -> tuple[tuple[bool, ...] | None, int]:
    """Return the five cells listed from a position on, and where they end.

    The cells are None if there are fewer or more than five.
    """
    row: list[bool] = []
    items, at = 0, start
    counted = ordered = False
    while at < len(found):
        after = at
        while items and after < len(found) and _joins(found[after]):
            ordered = ordered or found[after].kind == "stop"
            after += 1
        number = 1
        if after + 1 < len(found) and [t.kind for t in found[after : after + 2]] == _COUNTED:
            number, counted = found[after].value, True
            after += 1
        token = found[after] if after < len(found) else None
        if token is None or token.kind not in ("state", "run"):
            break
        row += [True] * token.value if token.kind == "run" else [token.value] * min(number, SIZE)
        items += 1
        at = after + 1
        if at < len(found) and found[at].kind == "cell":
            at += 1
    # "three filled and two empty cells" is a count; "then" or more items make it a sequence
    told = len(row) == SIZE and items > (2 if counted and not ordered else 1)
    return (tuple(row), at) if told else (None, start)


def _joins(token: Token) -> bool:
    return token.kind in ("comma", "and") or token == Token("stop", THEN)


def _word(word: str, lexicon: Lexicon) -> list[Token]:
    """Return the tokens of a word; an unknown hyphenated word yields those of its parts."""
    if word.isdecimal():
        return [Token("number", int(word[:4]))]
    if _RUN.fullmatch(word):
        return [Token("run", len(word))]
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
        if not set(signs) & set(_FILLED_SIGNS + "□▢"):  # five dots are punctuation
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
