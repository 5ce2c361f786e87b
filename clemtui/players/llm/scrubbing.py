"""Hide keys in the body of a response, also if they are spread over the events of a stream."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from clemtui.players.llm.events import parsed
from clemtui.players.llm.key_search import find_keys, replaced
from clemtui.players.llm.redaction import REDACTED, hide_keys
from clemtui.records.attempts import stated

_DATA = "data:"
_Paths = dict[tuple[int, object], int]
"""A number for each path: that of the path one step shorter, and the step."""

_ESCAPED = re.compile(r"\\u(?!d[89a-f]|00[01]|0022|005c)([0-9a-f]{4})|\\[nrtbf]", re.I)


@dataclass(frozen=True, slots=True)
class _Piece:
    """A string in one of several JSON values: it is in ``holder`` under ``name``.

    Attributes:
        value: the number of the value that contains it.
        path: strings of the same number belong together; see `hide_in_values`.
        member: the same without the places in lists.
    """

    value: int
    holder: Any
    name: Any
    path: int
    member: int

    @property
    def text(self) -> str:
        """The string."""
        found: str = self.holder[self.name]
        return found


def scrubbed(body: bytes, keys: Sequence[str]) -> bytes:
    """Return a body with these keys replaced by `[key]`.

    Every other byte is kept, except that a line with a key in pieces or in JSON escapes is written
    anew.
    """
    if not keys:
        return body
    text = body.decode("utf-8", "surrogateescape")
    lines = text.split("\n")
    if _DATA not in text:
        lines = [text]
    lines = [_without_escaped_keys(line, keys) for line in lines]
    values = [_value(line) for line in lines]
    for number in hide_in_values(values, keys):
        start = _DATA + " " if lines[number].startswith(_DATA) else ""
        try:
            lines[number] = start + json.dumps(values[number])
        except RecursionError:  # nested more deeply than any answer
            lines[number] = start + REDACTED
    found = "\n".join(lines)
    found = replaced(found, find_keys(found, keys, may_break_off=True), REDACTED)
    return found.encode("utf-8", "surrogateescape")


def hide_in_values(values: list[object], keys: Sequence[str]) -> set[int]:
    """Hide keys in the strings of JSON values, also if they continue in the following values.

    Strings belong together if they have the same path, or the same path but for places in lists,
    as the parts of an answer have. Choices are told apart by their index.

    Returns:
        the numbers of the values that were changed.
    """
    paths: _Paths = {}
    pieces = [piece for number in range(len(values)) for piece in _strings(number, values, paths)]
    changed: set[int] = set()
    for path in (attrgetter("path"), attrgetter("member")):
        together: dict[int, list[_Piece]] = {}
        for piece in pieces:
            together.setdefault(path(piece), []).append(piece)
        for each in together.values():
            changed |= _hide(each, keys)
    return changed


def _without_escaped_keys(line: str, keys: Sequence[str]) -> str:
    """Hide keys of which letters are escaped, also in what is not valid JSON, or too deep."""
    plain = _ESCAPED.sub(lambda match: chr(int(match[1], 16)) if match[1] else " ", line)
    if plain == line:
        return line
    hidden = hide_keys(plain, keys)
    return line if hidden == plain else hidden


def _value(line: str) -> object:
    value = parsed(line.removeprefix(_DATA))
    return value if isinstance(value, dict | list) else None


def stated_without_keys(value: object, keys: Sequence[str]) -> str:
    """Return any value that a server sent as text, for the notes."""
    values = [value]
    hide_in_values(values, keys)
    return hide_keys(stated(values[0]), keys)


def _strings(number: int, values: list[object], paths: _Paths) -> Iterator[_Piece]:
    """Yield the strings in one of the values, in their order; add their paths to those known."""
    waiting: list[tuple[int, int, Any, Any, object]] = [(0, 0, values, number, values[number])]
    while waiting:
        path, member, holder, name, each = waiting.pop()
        if isinstance(each, str):
            yield _Piece(number, holder, name, path, member)
        elif isinstance(each, dict | list):
            inside = each.items() if isinstance(each, dict) else enumerate(each)
            for below, inner in reversed(list(inside)):
                step = _step(below, inner)
                longer = paths.setdefault((path, step), len(paths) + 1)
                named = member
                if isinstance(below, str):
                    named = paths.setdefault((member, below), len(paths) + 1)
                waiting.append((longer, named, each, below, inner))


def _step(name: object, value: object) -> object:
    """Return what tells a member or element apart: for choices, this is their index."""
    index = value.get("index", name) if isinstance(value, dict) else name
    return index if isinstance(index, int | str) else name


def _hide(pieces: Sequence[_Piece], keys: Sequence[str]) -> set[int]:
    """Hide keys in strings that belong together; return the numbers of the values that changed."""
    texts = [piece.text for piece in pieces]
    spans = deque(find_keys("".join(texts), keys, may_break_off=True))
    changed: set[int] = set()
    end = 0
    for piece, text in zip(pieces, texts, strict=True):
        if not spans:
            break
        start, end = end, end + len(text)
        kept: list[str] = []
        at = start
        while spans and spans[0][0] < end:
            first, last = spans[0]
            kept += (text[at - start : max(first - start, 0)], REDACTED if first >= start else "")
            at = min(last, end)
            if last > end:
                break
            spans.popleft()
        if kept:
            piece.holder[piece.name] = "".join((*kept, text[at - start :]))
            changed.add(piece.value)
    return changed
