"""A scripted giver and a scripted seeker."""

from __future__ import annotations

import random

from clemtui.engine import Game, LetterBoard, Request, Scripted, TextBlock, View, WordField

from ..game import GIVER


class Giver:
    """Gives the first two letters separately, and says in the plan what the word is."""

    def respond(self, request: Request, view: View) -> str:
        assert request.form is not None
        word = view.block("word")
        assert isinstance(word, TextBlock)
        assert isinstance(word.text, str)
        plan = f"The word is {word.text}.\nI give letters only."
        return request.form.compose({"plan": plan, "clues": list(word.text[:2])})


class Seeker:
    """Guesses any word of the list that it has not guessed yet; the clues only break ties."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def respond(self, request: Request, view: View) -> str:
        assert request.form is not None
        guess = request.form.fields[1]
        assert isinstance(guess, WordField)
        board = view.block("board")
        assert isinstance(board, LetterBoard)
        tried = {"".join(cell.letter for cell in row) for row in board.rows}
        left = sorted(guess.words - tried)
        clue = request.messages[-1].text
        random.Random(f"{self.seed} {len(tried)}").shuffle(left)
        left.sort(key=lambda word: f"\n{word[0]}\n" not in f"{clue}\n")
        return request.form.compose({"plan": "", "guess": left[0]})


def scripted_player(game: Game, seat: str, language: str, seed: int) -> Scripted:
    """Return the scripted player of a seat."""
    return Giver() if seat == GIVER else Seeker(seed)
