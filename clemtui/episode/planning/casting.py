"""Seats to fill, and whether the scripted player can fill them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from clemtui.engine import Game, Seat
from clemtui.episode.errors import UsageError
from clemtui.episode.planning.readiness import Reason
from clemtui.episode.seat_port import ObserverPort
from clemtui.language import Interface, LanguageTag, Localised, Sentence, translatable
from clemtui.players.scripted import has_script

_NOT_CLAIMED = translatable(
    "no scripted player for {role} in {language}: choose a model or a person with --partner"
)
_DOES_NOT_SPEAK = translatable(
    "The scripted player does not speak this language: {language}. Choose a model or a person."
)
_WHO_ELSE = translatable(
    "The scripted player does not speak this language: {language}. Choose a partner."
)


@dataclass(frozen=True, slots=True)
class Casting:
    """Seats of a game to fill, and the prompt language (a BCP 47 tag)."""

    game: Game
    language: str
    seats: tuple[Seat, ...]

    def unscripted(self) -> tuple[Seat, ...]:
        """Return the seats whose scripted player does not speak the language. May be slow."""
        return unscripted(self.game, self.language, self.seats)

    def obstacle(self) -> Reason | None:
        """Return why the scripted player cannot fill the seats; None if it can. May be slow."""
        return language_obstacle(self.language) if self.unscripted() else None


class ScriptedPlayerUnavailable(UsageError):
    """Raised if seats are given to a scripted player that does not speak the language.

    ``casting`` contains the seats; the message says what to do.
    """

    def __init__(self, casting: Casting) -> None:
        seat, tag = casting.seats[0], LanguageTag(casting.language)
        super().__init__(
            Sentence(_NOT_CLAIMED, role=seat.role, language=tag), field="partner", seat=seat.name
        )
        self.casting = casting


def casting_of(live: ObserverPort, seat: str | None = None, language: str | None = None) -> Casting:
    """Return the casting for a seat of an episode, or for all but its person's seat.

    The language is that of the episode unless another is given.
    """
    mine = live.human_seats[:1]
    seats = tuple(
        each
        for each in live.seats
        if not each.service and (each.name not in mine if seat is None else each.name == seat)
    )
    return Casting(live.game, language or live.texts.language, seats)


def unscripted(game: Game, language: str, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Return the seats whose scripted player does not speak a prompt language (a BCP 47 tag).

    May be slow: scripts load their vocabulary.
    """
    return tuple(seat for seat in seats if not has_script(game, seat.name, language))


def language_obstacle(language: str) -> Reason:
    """Return why the scripted player cannot fill a seat."""
    return Reason(Sentence(_DOES_NOT_SPEAK, language=LanguageTag(language)))


def partner_question(language: str, ui: Interface) -> Localised:
    """Return the question for a partner if the scripted player does not speak a language."""
    return ui.text(_WHO_ELSE, language=ui.language_name(language))
