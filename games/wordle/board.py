"""What is seen of the guesses: the board, the keyboard, and how far the game is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from clemtui.engine import Card, Cell, Keyboard, Label, LetterBoard, LetterMark, Row, label

from .feedback import Attempt, Mark, Marks, keyboard
from .forms import KEYBOARD_STATE

CELL_MARKS: dict[Mark, LetterMark] = {Mark.GREEN: "hit", Mark.YELLOW: "near", Mark.RED: "miss"}


def letter_board(
    attempts: Sequence[Attempt], turns: int, length: int, capitals: Mapping[str, str]
) -> LetterBoard:
    """The guesses with their marks, and empty rows for those to come.

    ``capitals`` are the letters whose capital is not Unicode's.
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
    """The best-known mark of each letter, in the rows of a keyboard."""
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
    """The number of the round, and the retries left where one was used."""
    value = label("wordle.board.of", number=number, all=turns)
    rows = [Row("round", Label("wordle.board.round"), value)]
    if retries_left is not None:
        rows.append(
            Row("retries", Label("wordle.board.retries"), f"{retries_left}", tone="bad"),
        )
    return Card("progress", tuple(rows))


def marked(guess: str, marks: Marks) -> str:
    """A guess as it is written without colours: [a] in its place, (a) elsewhere, a not at all."""
    forms = {Mark.GREEN: "[{}]", Mark.YELLOW: "({})", Mark.RED: "{}"}
    return " ".join(forms[mark].format(c) for c, mark in zip(guess, marks, strict=True))
