"""Lines of the report of a study in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clemtui.language.width import cell_count
from clemtui.language.wrapping import wrap
from clemtui.study.telling.estimates import TOGETHER

_WIDTH = 80
_NO_BREAK = "\u00a0"


def fitted(lines: Iterable[str]) -> Iterator[str]:
    """Break lines that are wider than 80 cells, further in than they begin; intervals and p
    values are never broken."""
    for line in lines:
        if cell_count(line) <= _WIDTH:
            yield line
            continue
        text = line.lstrip(" ")
        indent = len(line) - len(text)
        joined = TOGETHER.sub(lambda found: found[0].replace(" ", _NO_BREAK), text)
        for number, part in enumerate(wrap(joined, _WIDTH - indent - 2)):
            shift = indent if number == 0 else indent + 2
            yield " " * shift + part.replace(_NO_BREAK, " ")
