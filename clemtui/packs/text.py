"""Edit the text of a pack file without changing anything else: comments, order, wrapping."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from typing import Any

import tomli
import tomlkit
from tomlkit.items import Comment, Table, Whitespace

WIDTH = 100
"""Width at which comments are wrapped."""


class CannotEdit(ValueError):
    """Raised if a table is written in a way that cannot be extended; the message names it."""


def add_lines(text: str, table: str, lines: Iterable[str]) -> str:
    """Add lines at the end of a table, which is created if missing.

    Raises:
        NoPlace: if the new text would not say exactly what the old text and the lines say.
    """
    block = "".join(f"{line}\n" for line in lines)
    document = tomlkit.parse(text if text.endswith("\n") else f"{text}\n")
    if table not in document:
        return f"{text.rstrip()}\n\n[{table}]\n{block}"
    place = document[table]
    if isinstance(place, Table):
        body = place.value.body
        end = _end(body, last=document.body[-1][1] is place)
        body[end:end] = tomlkit.parse(block).body
        if _says_same(changed := tomlkit.dumps(document), text, table, block):
            return changed
    raise CannotEdit(f"[{table}] cannot be edited automatically; edit it by hand")


def _says_same(changed: str, text: str, table: str, block: str) -> bool:
    """Whether a changed text says what the old text says, plus the block in a table."""
    wanted = tomli.loads(text)
    wanted[table] |= tomli.loads(block)
    try:
        return tomli.loads(changed) == wanted
    except tomli.TOMLDecodeError:
        return False


def _end(body: list[tuple[Any, Any]], *, last: bool) -> int:
    """Return where to add lines to a table.

    Comments directly above the next table belong to it, although in TOML they are part of this one.
    """
    end = len(body)
    while not last and end and isinstance(body[end - 1][1], Comment):
        end -= 1
    while end and isinstance(body[end - 1][1], Whitespace):
        end -= 1
    return end


def set_values(text: str, table: str, values: Mapping[str, str]) -> str:
    """Set the values of a table to exactly these.

    Raises:
        NoPlace: if new values cannot be added to the table.
    """
    document = tomlkit.parse(text)
    there: Any = document.get(table, {})
    for name in there.keys() - values.keys():
        del there[name]
    for name in there.keys() & values.keys():
        if there[name] != values[name]:
            there[name] = values[name]
    new = [f"{key(name)} = {quoted(values[name])}" for name in values if name not in there]
    text = tomlkit.dumps(document)
    return add_lines(text, table, new) if new else text


def key(name: str) -> str:
    """Return a key in TOML syntax."""
    return tomlkit.key(name).as_string()


def quoted(text: str) -> str:
    """Return a text as a one-line TOML string."""
    return tomlkit.string(text).as_string()


def listed(options: Iterable[str]) -> str:
    """Return a list of texts on one line of TOML."""
    return tomlkit.item(list(options)).as_string()


def comment(text: str, *, margin: str = "# ") -> list[str]:
    """Return a text as comment lines, wrapping long ones."""
    lines: list[str] = []
    for line in text.split("\n"):
        wrapped = textwrap.wrap(line, WIDTH - len(margin), break_long_words=False) or [""]
        lines += [f"{margin}{each}".rstrip() for each in wrapped]
    return lines
