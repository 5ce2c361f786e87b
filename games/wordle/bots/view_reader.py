"""What scripted players read from their view and from the form of their request."""

from __future__ import annotations

from functools import lru_cache

from clemtui.engine import Label, LetterBoard, Optional, Request, View, WordField

from ..board import CELL_MARKS
from ..feedback import Attempt, Mark
from .word_lists import WordList, with_frequencies

_MARKS = {cell: mark for mark, cell in CELL_MARKS.items()}


def attempts(view: View) -> list[Attempt]:
    """Return the guesses on the board with their marks.

    Raises:
        KeyError: if the view has no board.
    """
    board = view.block("board")
    rows = board.rows if isinstance(board, LetterBoard) else ()
    found: list[Attempt] = []
    for row in rows:
        if all(cell.mark in _MARKS for cell in row):
            marks: tuple[Mark, ...] = tuple(_MARKS[cell.mark] for cell in row)
            found.append(("".join(cell.letter for cell in row), marks))
    return found


def rounds(view: View) -> int:
    """Return the number of rounds in the game.

    Raises:
        KeyError: if the view does not show it.
    """
    progress = view.value("progress", "round")
    assert isinstance(progress, Label)
    return int(progress.values["all"])


def text(view: View, card: str, row: str) -> str:
    """Return a text from the view.

    Raises:
        KeyError: if the view has no such text.
    """
    value = view.value(card, row)
    if not isinstance(value, str):
        raise KeyError(f"{card}.{row}")
    return value


def words(request: Request) -> frozenset[str]:
    """Return the words that the game accepts as guesses.

    Raises:
        LookupError: if the form has no field for a guess.
    """
    for field in request.form.fields if request.form else ():
        inner = field.field if isinstance(field, Optional) else field
        if isinstance(inner, WordField):
            return inner.words
    raise LookupError("the form has no guess field")


@lru_cache(maxsize=4)
def word_list(words: frozenset[str], language: str) -> WordList:
    """Return the words with their frequencies.

    Equal words give the same object, so that results cached with it are reused.
    """
    return with_frequencies(sorted(words), language)
