"""The scripted players of the reference game. They read the board of their seat."""

from __future__ import annotations

import random

from clemtui.engine import (
    ChoiceField,
    Game,
    Grid,
    Grids,
    Request,
    Scripted,
    TextBlock,
    View,
    nearest,
)

from ..board import EXPRESSION, GRIDS
from ..grids import FILLED
from ..master import FOLLOWER, GIVER
from .describing import description
from .facts import fit_key
from .regions import Cells
from .vocabulary_reader import facts_in
from .wording import WORDINGS


class Giver:
    """A player that describes the target by what sets it apart from the distractors."""

    def __init__(self, language: str, seed: int) -> None:
        self._words = WORDINGS[language]
        self._seed = seed

    def respond(self, request: Request, view: View) -> str:
        grids = _grids(view)
        target = next(grid for grid in grids if grid.highlighted)
        distractors = [_filled(grid) for grid in grids if not grid.highlighted]
        text = description(_filled(target), distractors, self._words, self._seed)
        return _composed(request, {"expression": text})


class Follower:
    """A player that chooses the grid which best fits what it understands of the expression."""

    def __init__(self, language: str, seed: int) -> None:
        self._language = language
        self._seed = seed

    def respond(self, request: Request, view: View) -> str:
        grids = [_filled(grid) for grid in _grids(view)]
        expression = _expression(view)
        facts = facts_in(expression, self._language)
        fits = [fit_key(facts, grid) for grid in grids]
        best = [number for number, fit in enumerate(fits) if fit == max(fits)]
        choice = random.Random(f"follower {self._seed} {expression} {fits}")
        return _composed(request, {"answer": _options(request)[choice.choice(best)]})


def scripted_player(game: Game, seat: str, language: str, seed: int) -> Scripted:
    """Return the scripted player of a seat.

    Raises:
        LookupError: if the seat or the language has none.
    """
    language = nearest(language, WORDINGS)
    if language not in WORDINGS:
        raise LookupError(f"no scripted player for the language {language!r}")
    if seat == GIVER:
        return Giver(language, seed)
    if seat == FOLLOWER:
        return Follower(language, seed)
    raise LookupError(f"no scripted player for the seat {seat!r}")


def _grids(view: View) -> tuple[Grid, ...]:
    block = view.block(GRIDS)
    assert isinstance(block, Grids)
    return block.grids


def _filled(grid: Grid) -> Cells:
    return frozenset(
        (row, column)
        for row, cells in enumerate(grid.cells)
        for column, sign in enumerate(cells)
        if sign == FILLED
    )


def _expression(view: View) -> str:
    """Return the expression, or an empty string if the prompt does not show it."""
    for block in view.blocks:
        if block.id == EXPRESSION and isinstance(block, TextBlock) and isinstance(block.text, str):
            return block.text
    return ""


def _options(request: Request) -> list[str]:
    for field in request.form.fields if request.form else ():
        if isinstance(field, ChoiceField):
            return [option.value for option in field.options]
    raise LookupError("the request has no choice of grids")


def _composed(request: Request, values: dict[str, str]) -> str:
    if request.form is None:
        raise LookupError("the request has no form")
    return request.form.compose(values)
