"""The visible state of the game: the board, the keyboard and the progress."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from clemtui.engine import Card, Cell, Keyboard, Label, LetterBoard, LetterMark, Row, label

from .feedback import Attempt, Mark, Marks, keyboard
from .forms import KEYBOARD_STATE

CELL_MARKS: dict[Mark, LetterMark] = {Mark.GREEN: "hit", Mark.YELLOW: "near", Mark.RED: "miss"}


def letter_board(
    attempts: Sequence[Attempt], turns: int, length: int, capitals: Mapping[str, str]
) -> LetterBoard:
    """Return the guesses with their marks, plus empty rows for the remaining rounds.

    ``capitals`` maps letters to their capitals where these differ from Unicode's.
    """
    rows = [
        tuple(
            Cell(c, CELL_MARKS[mark], capitals.get(c, ""))
            for c, mark in zip(guess, marks, strict=True)
        )
        for guess, marks in attempts
    ]
    rows += [(Cell("", "empty"),) * length] * (turns - len(rows))
    return LetterBoard("board", tuple(rows))


def keyboard_block(
    attempts: Sequence[Attempt], layout: Sequence[str], capitals: Mapping[str, str]
) -> Keyboard:
    """Return a keyboard with the best-known mark of each letter."""
    known = keyboard(attempts)
    rows = tuple(
        tuple(
            Cell(c, CELL_MARKS[known[c]] if c in known else "open", capitals.get(c, ""))
            for c in row
        )
        for row in layout
    )
    return Keyboard("keyboard", rows, aid=KEYBOARD_STATE)


def progress(number: int, turns: int, retries_left: int | None) -> Card:
    """Return the card with the round number and, if a retry was used, the retries left."""
    value = label("wordle.board.of", number=number, all=turns)
    rows = [Row("round", Label("wordle.board.round"), value)]
    if retries_left is not None:
        rows.append(
            Row("retries", Label("wordle.board.retries"), f"{retries_left}", tone="bad"),
        )
    return Card("progress", tuple(rows))


def format_marks(guess: str, marks: Marks) -> str:
    """Format a guess without colours: [a] for green, (a) for yellow, a for red."""
    forms = {Mark.GREEN: "[{}]", Mark.YELLOW: "({})", Mark.RED: "{}"}
    return " ".join(forms[mark].format(c) for c, mark in zip(guess, marks, strict=True))
