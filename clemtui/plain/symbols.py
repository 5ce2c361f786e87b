"""Typing symbols that no keyboard has, in line input."""

from __future__ import annotations

import re
from collections.abc import Sequence

from clemtui.engine import Symbol

LITERAL = "\\"
"""Typed before a symbol's replacement, keeps it as it is."""


def with_symbols(line: str, symbols: Sequence[Symbol]) -> str:
    """Return a line with typed replacements turned into symbols."""
    by_typed = {symbol.typed: symbol.character for symbol in symbols}

    def put_in(found: re.Match[str]) -> str:
        literal, typed = found[1], found[2]
        return typed if literal else by_typed[typed]

    return _pattern(symbols).sub(put_in, line) if symbols else line


def without_symbols(line: str, symbols: Sequence[Symbol]) -> str:
    """Return a line that `with_symbols` turns into this one."""
    return _pattern(symbols).sub(rf"\{LITERAL}\g<0>", line) if symbols else line


def _pattern(symbols: Sequence[Symbol]) -> re.Pattern[str]:
    typed = sorted((symbol.typed for symbol in symbols), key=len, reverse=True)
    return re.compile(f"({re.escape(LITERAL)})?({'|'.join(map(re.escape, typed))})")
