"""Hide keys in the body of a response, also if they are spread over the events of a stream."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from clemtui.players.llm.events import parsed
from clemtui.players.llm.redaction import REDACTED, beginning, hide_keys

_DATA = "data:"
_ESCAPED = re.compile(r"\\u00(2[013-9a-f]|[3467][0-9a-f]|5[0-9a-bd-f])", re.I)  # no " and \


@dataclass(frozen=True, slots=True)
class _Piece:
    """A string in the JSON of one line, and where it is: in ``holder`` under ``name``."""

    line: int
    holder: Any
    name: Any
    text: str


def scrubbed(body: bytes, keys: Sequence[str]) -> bytes:
    """Return a body with these keys, given longest first, replaced by `[key]`.

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
    strings: dict[tuple[object, ...], list[_Piece]] = {}
    for number, value in enumerate(values):
        for path, piece in _strings(number, value):
            strings.setdefault(path, []).append(piece)
    changed: set[int] = set()
    for pieces in strings.values():
        changed |= _hide(pieces, keys)
    for number in changed:
        start = _DATA + " " if lines[number].startswith(_DATA) else ""
        try:
            lines[number] = start + json.dumps(values[number])
        except RecursionError:  # nested more deeply than any answer
            lines[number] = start + REDACTED
    found = hide_keys("\n".join(lines), keys)
    tail = max(beginning(key, found) for key in keys)
    if tail:
        found = found[: len(found) - tail] + REDACTED
    return found.encode("utf-8", "surrogateescape")


def _without_escaped_keys(line: str, keys: Sequence[str]) -> str:
    """Hide keys of which letters are escaped, also in what is not valid JSON, or too deep."""
    plain = _ESCAPED.sub(lambda match: chr(int(match[1], 16)), line)
    hidden = hide_keys(plain, keys)
    return line if hidden == plain else hidden


def _value(line: str) -> object:
    value = parsed(line.removeprefix(_DATA))
    return value if isinstance(value, dict | list) else None


def _strings(line: int, value: object) -> Iterator[tuple[tuple[object, ...], _Piece]]:
    """Yield the strings in a JSON value with their paths. Choices are told apart by their index."""
    waiting: list[tuple[tuple[object, ...], Any]] = [((), value)]
    while waiting:
        path, holder = waiting.pop()
        members = holder.items() if isinstance(holder, dict) else enumerate(holder or ())
        for name, each in members:
            if isinstance(each, str):
                yield (*path, name), _Piece(line, holder, name, each)
            elif isinstance(each, dict):
                index = each.get("index", name)
                waiting.append(((*path, index if isinstance(index, int | str) else name), each))
            elif isinstance(each, list):
                waiting.append(((*path, name), each))


def _hide(pieces: Sequence[_Piece], keys: Sequence[str]) -> set[int]:
    """Hide keys in strings that belong together; return the lines that changed."""
    whole = "".join(piece.text for piece in pieces)
    hidden = bytearray(len(whole))
    starts: set[int] = set()
    for key in keys:
        at = whole.find(key)
        while at >= 0:
            if not any(hidden[at : at + len(key)]):
                starts.add(at)
                hidden[at : at + len(key)] = b"\1" * len(key)
            at = whole.find(key, at + 1)
    tail = max(beginning(key, whole) for key in keys)
    if tail and not any(hidden[-tail:]):
        starts.add(len(whole) - tail)
        hidden[-tail:] = b"\1" * tail
    changed: set[int] = set()
    offset = 0
    for piece in pieces if starts else ():
        places = range(offset, offset + len(piece.text))
        if any(hidden[places.start : places.stop]):
            piece.holder[piece.name] = "".join(
                (REDACTED if at in starts else "") + ("" if hidden[at] else whole[at])
                for at in places
            )
            changed.add(piece.line)
        offset = places.stop
    return changed
