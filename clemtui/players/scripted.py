"""The scripted player: a game's own program in a seat, run off the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from clemtui.engine import Game, Scripted, Text, base_language
from clemtui.language import Sentence, translatable
from clemtui.players.base import Ask, PlayerFailed, PlayerKind, PlayerResponse

_CANNOT_PLAY = translatable("The scripted player cannot play {seat}: {reason}.")
_CHOOSE_ANOTHER = translatable("Choose a model or a person for that seat.")


def has_script(game: Game, seat: str, language: str) -> bool:
    """Whether the scripted player of a seat plays in a prompt language (a BCP 47 tag).

    May be slow: scripts load their vocabulary.
    """
    try:
        game.scripted(seat, base_language(language), 0)
    except LookupError:
        return False
    return True


class ScriptedPlayer:
    """Plays a seat with the game's `Scripted`, created on first use because it may load word data.

    With ``threaded`` False, moves are computed in place, for batches without a screen.
    """

    kind: PlayerKind = "scripted"

    def __init__(self, make: Callable[[], Scripted], *, threaded: bool = True) -> None:
        self._make = make
        self._script: Scripted | None = None
        self._threaded = threaded

    async def respond(self, ask: Ask) -> PlayerResponse:
        text = await asyncio.to_thread(self._move, ask) if self._threaded else self._move(ask)
        return PlayerResponse((Text(text.strip()),))

    def _move(self, ask: Ask) -> str:
        try:
            if self._script is None:
                self._script = self._make()
        except LookupError as error:
            raise PlayerFailed(
                "no_script",
                Sentence(_CANNOT_PLAY, seat=ask.request.seat, reason=str(error)),
                Sentence(_CHOOSE_ANOTHER),
            ) from error
        return self._script.respond(ask.request, ask.view)
