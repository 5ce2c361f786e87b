"""Drawings of letters, digits and simple figures on a few cells."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from .facts import LooksLike
from .regions import Cells

DATA = Path(__file__).with_name("data") / "shapes.txt"


@cache
def shapes() -> dict[str, tuple[Cells, ...]]:
    """Return the drawings by name: a capital letter, a digit, or the name of a figure."""
    found: dict[str, list[Cells]] = {}
    text = "\n".join(
        line for line in DATA.read_text("utf-8").splitlines() if not line.startswith("#")
    )
    for block in text.strip().split("\n\n"):
        head, *rows = block.splitlines()
        for at, name in enumerate(head.split()):
            drawing = frozenset(
                (row, column)
                for row, line in enumerate(rows)
                for column, cell in enumerate(line.split()[at])
                if cell == "X"
            )
            found.setdefault(name, []).append(drawing)
    return {name: tuple(drawings) for name, drawings in found.items()}


@cache
def likenesses() -> dict[str, LooksLike]:
    """Return a fact for looking like each of the shapes, by name."""
    return {name: LooksLike(drawings) for name, drawings in shapes().items()}
