"""Seats that somebody is to take, and whether the scripted player can."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from clemtui.engine import Game, Seat
from clemtui.episode.errors import UsageError
from clemtui.language import Interface, LanguageTag, Localised, Sentence, translatable
from clemtui.players.scripted import has_script

if TYPE_CHECKING:
    from clemtui.episode.planning.readiness import Reason
    from clemtui.episode.seat_port import ObserverPort

_NOT_CLAIMED = translatable(
    "there is no scripted player for {role} in '{language}': choose a model or a person "
    "as partner (--partner)"
)
_DOES_NOT_SPEAK = translatable(
    "The scripted player does not speak this language: {language}. Choose a model or a person."
)
_WHO_ELSE = translatable(
    "The scripted player does not speak this language: {language}. Choose a partner."
)


@dataclass(frozen=True, slots=True)
class Casting:
    """Seats of a game that somebody is to take, and the prompt language (a BCP 47 tag)."""

    game: Game
    language: str
    seats: tuple[Seat, ...]

    def unscripted(self) -> tuple[Seat, ...]:
        """The seats of which the scripted player does not speak the language. May take a moment."""
        return unscripted(self.game, self.language, self.seats)

    def obstacle(self) -> Reason | None:
        """Why the scripted player cannot take the seats; None where it can. May take a moment."""
        return does_not_speak(self.language) if self.unscripted() else None


class NoScript(UsageError):
    """The scripted player is to take seats and does not speak the language; ``casting`` says
    which, and the message what to do."""

    def __init__(self, casting: Casting) -> None:
        seat, tag = casting.seats[0], LanguageTag(casting.language)
        super().__init__(
            Sentence(_NOT_CLAIMED, role=seat.role, language=tag), field="partner", seat=seat.name
        )
        self.casting = casting


def casting_in(live: ObserverPort, seat: str | None = None, language: str | None = None) -> Casting:
    """A seat of an episode, or all but that of who plays in it; in its language, or another one."""
    mine = live.human_seats[:1]
    seats = tuple(
        each
        for each in live.seats
        if not each.service and (each.name not in mine if seat is None else each.name == seat)
    )
    return Casting(live.game, language or live.texts.language, seats)


def unscripted(game: Game, language: str, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Those of some seats whose scripted player does not speak a prompt language (a BCP 47 tag).

    May take a moment: scripts load their words.
    """
    return tuple(seat for seat in seats if not has_script(game, seat.name, language))


def does_not_speak(language: str) -> Reason:
    """Why the scripted player of a seat cannot take it."""
    from clemtui.episode.planning.readiness import Reason

    return Reason(Sentence(_DOES_NOT_SPEAK, language=LanguageTag(language)))


def who_else(language: str, ui: Interface) -> Localised:
    """The question for a partner, where the scripted player does not speak a language."""
    return ui.text(_WHO_ELSE, language=ui.language_name(language))
