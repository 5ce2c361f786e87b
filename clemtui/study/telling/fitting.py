"""Lines of the report of a study in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clemtui.language.width import cell_count
from clemtui.language.wrapping import wrap
from clemtui.study.telling.estimates import TOGETHER

WIDTH = 80
_NO_BREAK = "\u00a0"


def fitted(lines: Iterable[str], width: int = WIDTH) -> Iterator[str]:
    """Break lines that are wider than ``width`` cells, further in than they begin; intervals and p
    values are never broken."""
    for line in lines:
        if cell_count(line) <= width:
            yield line
            continue
        text = line.lstrip(" ")
        indent = len(line) - len(text)
        joined = TOGETHER.sub(lambda found: found[0].replace(" ", _NO_BREAK), text)
        for number, part in enumerate(wrap(joined, width - indent - 2)):
            shift = indent if number == 0 else indent + 2
            yield " " * shift + part.replace(_NO_BREAK, " ")
