"""The boards: each seat's grids in its own order, and both orders at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from clemtui.engine import Block, Card, Grid, Grids, Label, Row, TextBlock, label

from .grids import cells
from .task import Task

GRIDS = "grids"
"""The id of the block with a seat's own grids."""

EXPRESSION = "expression"


def giver_board(task: Task) -> Grids:
    """Return the target, highlighted, and the two distractors."""
    return Grids(GRIDS, _giver_drawn(GRIDS, task))


def follower_board(task: Task, options: Sequence[str]) -> Grids:
    """Return the three grids under the names that the follower may answer."""
    return Grids(GRIDS, _follower_drawn(GRIDS, task, options))


def final_boards(
    task: Task, options: Sequence[str], chosen: int | None, *, correct: bool
) -> tuple[Grids, Grids]:
    """Return the grids of both seats for the end, when nothing is secret any more.

    The target is highlighted on both sides. The grid ``chosen`` (an index into the follower's
    grids, from 0) is marked on both.
    """
    names = _follower_drawn("follower", task, options)
    follower = tuple(
        replace(
            grid,
            highlighted=number == task.place,
            **_state(target=number == task.place, chosen=number == chosen, correct=correct),
        )
        for number, grid in enumerate(names)
    )
    choice = task.follower[chosen] if chosen is not None else None
    giver = tuple(
        replace(grid, **_state(target=False, chosen=text == choice, correct=correct))
        for text, grid in zip(task.giver, _giver_drawn("giver", task), strict=True)
    )
    return (
        Grids("giver", giver, title=Label("referencegame.board.giver")),
        Grids("follower", follower, title=Label("referencegame.board.follower")),
    )


def _state(*, target: bool, chosen: bool, correct: bool) -> dict[str, Any]:
    """Return the mark and the tone of a grid at the end."""
    if chosen and correct:
        return {"mark": Label("referencegame.mark.found"), "tone": "good"}
    if chosen:
        return {"mark": Label("referencegame.mark.chosen"), "tone": "bad"}
    return {"mark": Label("referencegame.mark.target"), "tone": "good"} if target else {}


def _giver_drawn(id: str, task: Task) -> tuple[Grid, ...]:
    titles = (
        Label("referencegame.board.target"),
        label("referencegame.board.distractor", number=1),
        label("referencegame.board.distractor", number=2),
    )
    return tuple(
        replace(grid, highlighted=number == 0)
        for number, grid in enumerate(_drawn(id, task.giver, titles))
    )


def _follower_drawn(id: str, task: Task, options: Sequence[str]) -> tuple[Grid, ...]:
    titles = tuple(
        label("referencegame.board.option", number=number, name=name)
        for number, name in enumerate(options, 1)
    )
    return _drawn(id, task.follower, titles)


def _drawn(id: str, grids: Sequence[str], titles: Sequence[Label]) -> tuple[Grid, ...]:
    return tuple(
        Grid(f"{id}{number}", cells(grid), title=name)
        for number, (grid, name) in enumerate(zip(grids, titles, strict=True), 1)
    )


def expression_block(text: str) -> Block:
    """Return a block with the giver's expression."""
    return TextBlock(EXPRESSION, text, title=Label("referencegame.board.expression"))


def answer_card(name: str, *, correct: bool) -> Block:
    """Return a card with the follower's choice."""
    row = Row(
        "answer",
        Label("referencegame.board.answer"),
        name,
        tone="good" if correct else "bad",
    )
    return Card("outcome", (row,))


def strip_tag(text: str, tag: str) -> str:
    """Return an expression without the tag required by the protocol, for display."""
    start = text[: len(tag)]
    return text[len(tag) :].strip() if start.lower() == tag.lower() else text.strip()
