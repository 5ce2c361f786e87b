"""The text of a pack file, changed without a touch on anything else: comments, order, wrapping.

Reading TOML gives values without their places. Here the places of the tables are found, by passing
over strings and comments as TOML defines them.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass

WIDTH = 100
"""Where comments are wrapped."""

_STEP = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}'  # a text of several lines
    r"|'''.*?'{3,5}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|\#[^\n]*"
    r"|^[ \t]*\[[ \t]*(?P<name>[A-Za-z0-9_.\-\" \t]+?)[ \t]*\][ \t]*(?=\#|\r?$)"
    r"|.",
    re.DOTALL | re.MULTILINE,
)
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class TableText:
    """Where a table stands in the text: from its heading to the next one, or to the comment that
    stands directly above that."""

    name: str
    start: int
    end: int


def tables(text: str) -> tuple[TableText, ...]:
    """The tables of a TOML text, in its order. The text must be sound; arrays hold no tables."""
    heads: list[tuple[str, int]] = []
    depth = 0
    for step in _STEP.finditer(text):
        if step["name"] is not None and depth == 0:
            heads.append((step["name"].replace('"', ""), step.start()))
        elif step["name"] is None and step[0] in "[]":
            depth += 1 if step[0] == "[" else -1
    ends = [_above(text, start) for _, start in heads[1:]] + [len(text)]
    return tuple(
        TableText(name, start, end) for (name, start), end in zip(heads, ends, strict=True)
    )


def _above(text: str, start: int) -> int:
    """Where the comment directly above a place begins; the place itself if there is none."""
    while (line := text.rfind("\n", 0, max(start - 1, 0)) + 1) < start:
        if not text[line:start].lstrip().startswith("#"):
            break
        start = line
    return start


def with_lines(text: str, table: str, lines: Iterable[str]) -> str:
    """The text with lines at the end of a table, which is added where there is none."""
    block = "\n".join(lines)
    place = next((each for each in tables(text) if each.name == table), None)
    if place is None:
        return f"{text.rstrip()}\n\n[{table}]\n{block}\n"
    before, behind = text[: place.end].rstrip(), text[place.end :]
    return f"{before}\n{block}\n" + (f"\n{behind}" if behind else "")


def with_table(text: str, table: str, lines: Iterable[str]) -> str:
    """The text with a table of these lines at its end, in the place of one that it had."""
    place = next((each for each in tables(text) if each.name == table), None)
    if place is not None:
        text = f"{text[: place.start].rstrip()}\n\n{text[place.end :]}"
    return f"{text.rstrip()}\n\n[{table}]\n" + "\n".join(lines) + "\n"


def key(name: str) -> str:
    """A key as TOML has it."""
    return name if _BARE_KEY.fullmatch(name) else quoted(name)


def quoted(text: str) -> str:
    """A text on one line as TOML has it. (The escapes of JSON are TOML's as well.)"""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def listed(options: Iterable[str]) -> str:
    """A list of texts on one line."""
    return f"[{', '.join(map(quoted, options))}]"


def comment(text: str, *, margin: str = "# ") -> list[str]:
    """A text as lines of comments, long ones wrapped."""
    lines: list[str] = []
    for line in text.split("\n"):
        wrapped = textwrap.wrap(line, WIDTH - len(margin), break_long_words=False) or [""]
        lines += [f"{margin}{each}".rstrip() for each in wrapped]
    return lines
