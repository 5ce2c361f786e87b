"""The text of a pack file, changed without a touch on anything else: comments, order, wrapping."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from typing import Any

import tomli
import tomlkit
from tomlkit.items import Comment, Table, Whitespace

WIDTH = 100
"""Where comments are wrapped."""


class NoPlace(ValueError):
    """A table is written in a way that a program cannot add to; the message says which."""


def with_lines(text: str, table: str, lines: Iterable[str]) -> str:
    """The text with lines at the end of a table, which is added where there is none.

    Raises:
        NoPlace: if the text would then say anything else than before and what the lines say.
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
        if _says(changed := tomlkit.dumps(document), text, table, block):
            return changed
    raise NoPlace(f"[{table}] cannot be edited automatically; edit it by hand")


def _says(changed: str, text: str, table: str, block: str) -> bool:
    """Whether a changed text says what the text does, and in a table what the block does."""
    wanted = tomli.loads(text)
    wanted[table] |= tomli.loads(block)
    try:
        return tomli.loads(changed) == wanted
    except tomli.TOMLDecodeError:
        return False


def _end(body: list[tuple[Any, Any]], *, last: bool) -> int:
    """Where lines are added to a table. What stands directly above the next table is about that
    one, although TOML has it in this."""
    end = len(body)
    while not last and end and isinstance(body[end - 1][1], Comment):
        end -= 1
    while end and isinstance(body[end - 1][1], Whitespace):
        end -= 1
    return end


def with_values(text: str, table: str, values: Mapping[str, str]) -> str:
    """The text with these values in a table, and no others.

    Raises:
        NoPlace: if values are new to a table without a place for them.
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
    return with_lines(text, table, new) if new else text


def key(name: str) -> str:
    """A key as TOML has it."""
    return tomlkit.key(name).as_string()


def quoted(text: str) -> str:
    """A text on one line as TOML has it."""
    return tomlkit.string(text).as_string()


def listed(options: Iterable[str]) -> str:
    """A list of texts on one line."""
    return tomlkit.item(list(options)).as_string()


def comment(text: str, *, margin: str = "# ") -> list[str]:
    """A text as lines of comments, long ones wrapped."""
    lines: list[str] = []
    for line in text.split("\n"):
        wrapped = textwrap.wrap(line, WIDTH - len(margin), break_long_words=False) or [""]
        lines += [f"{margin}{each}".rstrip() for each in wrapped]
    return lines
