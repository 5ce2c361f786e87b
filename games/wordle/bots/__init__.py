"""The scripted players by game and seat, and the player for the guesser of wordle."""

from __future__ import annotations

from functools import lru_cache

from clemtui.engine import Game, Request, Scripted, View, nearest

from ..critic.master import CRITIC
from ..game import Wordle
from ..master import GUESSER
from . import view_reader
from .clue.guesser import ClueGuesser
from .critic import Critic
from .guesser import ScriptedGuesser
from .wording import WORDINGS


class Guesser:
    """A player in the guesser's seat that maximises expected information."""

    def __init__(self, language: str, seed: int) -> None:
        self._language = language
        self._seed = seed

    def respond(self, request: Request, view: View) -> str:
        guesser = _guesser(
            view_reader.words(request), self._language, self._seed, view_reader.rounds(view)
        )
        move = guesser.move(view_reader.attempts(view))
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
        raise LookupError(f"no scripted player for the language {language!r}")
    if seat == CRITIC and variant.critic:
        return Critic(base)
    if seat != GUESSER:
        raise LookupError(f"no scripted player for the seat {seat!r}")
    return ClueGuesser(base, seed) if variant.clue else Guesser(base, seed)


@lru_cache(maxsize=4)
def _guesser(words: frozenset[str], language: str, seed: int, rounds: int) -> ScriptedGuesser:
    word_list = view_reader.word_list(words, language)
    return ScriptedGuesser(word_list, seed, wording=WORDINGS[language], rounds=rounds)
