"""The scripted players by game and seat, and the player for the guesser of wordle."""

from __future__ import annotations

from functools import lru_cache

from clemtui.engine import Game, Request, Scripted, View, nearest

from ..critic.master import CRITIC
from ..game import Wordle
from ..master import GUESSER
from . import seen
from .clue.guesser import ClueGuesser
from .critic import Critic
from .guesser import ScriptedGuesser
from .word_lists import WordList, with_frequencies
from .wording import WORDINGS


class Guesser:
    """A player in the guesser's seat that maximises expected information."""

    def __init__(self, language: str, seed: int) -> None:
        self._language = language
        self._seed = seed

    def respond(self, request: Request, view: View) -> str:
        guesser = _guesser(seen.words(request), self._language, self._seed, seen.rounds(view))
        move = guesser.move(seen.attempts(view))
        if request.form is None:
            raise LookupError("the request has no form")
        return request.form.compose({"guess": move.guess, "explanation": move.explanation})


def scripted_player(game: Game, seat: str, language: str, seed: int) -> Scripted:
    """Return the scripted player of a seat.

    Raises:
        LookupError: if there is none for the seat or the language.
    """
    assert isinstance(game, Wordle)
    variant = game.variant
    base = nearest(language, WORDINGS)
    if base not in WORDINGS:
        raise LookupError(f"there is no scripted player for the language {language!r}")
    if seat == CRITIC and variant.critic:
        return Critic(base)
    if seat != GUESSER:
        raise LookupError(f"there is no scripted player for the seat {seat!r}")
    return ClueGuesser(base, seed) if variant.clue else Guesser(base, seed)


@lru_cache(maxsize=4)
def _guesser(words: frozenset[str], language: str, seed: int, rounds: int) -> ScriptedGuesser:
    wording = WORDINGS[language]
    return ScriptedGuesser(_listed(words, language), seed, wording=wording, rounds=rounds)


@lru_cache(maxsize=4)
def _listed(words: frozenset[str], language: str) -> WordList:
    """Return one shared object for equal words, so that results cached with it are reused."""
    return with_frequencies(sorted(words), language)
