"""The scripted guesser as a player: it reads the board and the words of its form."""

from __future__ import annotations

from functools import lru_cache

from clemtui.engine import Label, LetterBoard, Request, Scripted, View, WordField

from .feedback import Attempt, Mark
from .guesser import ScriptedGuesser
from .master import CELL_MARKS, GUESSER
from .wording import WORDINGS
from .words import WordList, with_frequencies

_MARKS = {cell: mark for mark, cell in CELL_MARKS.items()}


class Guesser:
    """Plays the guesser's seat by expected information."""

    def __init__(self, language: str, seed: int) -> None:
        self._language = language
        self._seed = seed

    def respond(self, request: Request, view: View) -> str:
        words = self._words(request)
        progress = view.value("progress", "round")
        assert isinstance(progress, Label)
        rounds = int(progress.values["all"])
        guesser = _guesser(words, self._language, self._seed, rounds)
        move = guesser.move(_attempts(view))
        if request.form is None:
            raise LookupError("the request has no form")
        return request.form.compose({"guess": move.guess, "explanation": move.explanation})

    @staticmethod
    def _words(request: Request) -> frozenset[str]:
        for field in request.form.fields if request.form else ():
            if isinstance(field, WordField):
                return field.words
        raise LookupError("the form has no field for the guess")


def scripted_guesser(seat: str, language: str, seed: int) -> Scripted:
    """The scripted player of a seat.

    Raises:
        LookupError: if there is none for the seat or the language.
    """
    base = language.partition("-")[0]
    if seat != GUESSER:
        raise LookupError(f"there is no scripted player for the seat {seat!r}")
    if base not in WORDINGS:
        raise LookupError(f"there is no scripted player for the language {language!r}")
    return Guesser(base, seed)


@lru_cache(maxsize=4)
def _guesser(words: frozenset[str], language: str, seed: int, rounds: int) -> ScriptedGuesser:
    wording = WORDINGS[language]
    return ScriptedGuesser(_listed(words, language), seed, wording=wording, rounds=rounds)


@lru_cache(maxsize=4)
def _listed(words: frozenset[str], language: str) -> WordList:
    """One object for equal words: what is computed of a list is kept with the object."""
    return with_frequencies(sorted(words), language)


def _attempts(view: View) -> list[Attempt]:
    board = view.block("board")
    rows = board.rows if isinstance(board, LetterBoard) else ()
    attempts: list[Attempt] = []
    for row in rows:
        if all(cell.mark in _MARKS for cell in row):
            marks: tuple[Mark, ...] = tuple(_MARKS[cell.mark] for cell in row)
            attempts.append(("".join(cell.letter for cell in row), marks))
    return attempts
