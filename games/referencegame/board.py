"""What is shown of the grids: to each seat its own order, everything at the end."""

from __future__ import annotations

from collections.abc import Sequence

from clemtui.engine import Block, Card, Grid, Grids, Label, Row, TextBlock, label

from .grids import cells
from .task import Task

GRIDS = "grids"
"""Id of the block with a seat's own grids."""

EXPRESSION = "expression"


def giver_grids(task: Task, id: str = GRIDS, title: Label | None = None) -> Grids:
    """The target, marked, and the two distractors."""
    titles = (
        Label("referencegame.board.target"),
        label("referencegame.board.distractor", number=1),
        label("referencegame.board.distractor", number=2),
    )
    return _grids(id, task.giver, titles, 0, title)


def follower_grids(
    task: Task,
    options: Sequence[str],
    id: str = GRIDS,
    title: Label | None = None,
    *,
    solved: bool = False,
) -> Grids:
    """The three grids under the names that the follower may answer; the target is marked only
    where the task is ``solved``."""
    titles = tuple(
        label("referencegame.board.option", number=number, name=name)
        for number, name in enumerate(options, 1)
    )
    return _grids(id, task.follower, titles, task.place if solved else None, title)


def _grids(
    id: str, grids: Sequence[str], titles: Sequence[Label], marked: int | None, title: Label | None
) -> Grids:
    drawn = tuple(
        Grid(f"{id}{number + 1}", cells(grid), title=name, highlighted=number == marked)
        for number, (grid, name) in enumerate(zip(grids, titles, strict=True))
    )
    return Grids(id, drawn, title=title)


def expression_block(text: str) -> Block:
    """What the giver wrote."""
    return TextBlock(EXPRESSION, text, title=Label("referencegame.board.expression"))


def answer_card(name: str, *, right: bool) -> Block:
    """What the follower chose."""
    row = Row(
        "answer",
        Label("referencegame.board.answer"),
        name,
        tone="good" if right else "bad",
    )
    return Card("outcome", (row,))


def without_tag(text: str, tag: str) -> str:
    """An expression as people read it: without the tag that the protocol wants."""
    start = text[: len(tag)]
    return text[len(tag) :].strip() if start.lower() == tag.lower() else text.strip()
