"""Simulated participants: what they answer, and how they play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from clemtui.engine import Timing
from clemtui.episode.live import LiveEpisode
from clemtui.episode.planning.listing import listing
from clemtui.episode.seat_port import SeatPort
from clemtui.episode.service import PlayService
from clemtui.episode.updates import Asked as AskedToPlay
from clemtui.episode.updates import Update
from clemtui.language import Interface, Labels
from clemtui.study.joining.front import Leaves, PlayedUntil, Withdraws
from clemtui.study.path.participant import Keep
from clemtui.study.path.wording import Asked
from clemtui.wording.phrases import Voice
from tests.study.whole.world import LADDERS, World

WRONG_WORDS = ("crane", "lousy", "tepid", "buggy", "windy", "chump", "vivid")
KEEPS: tuple[Keep, ...] = ("everything", "other sessions", "nothing")


@dataclass(frozen=True, slots=True)
class Character:
    """How a participant behaves.

    Attributes:
        person: their number in the world.
        adult, agrees: what they say before they are admitted.
        understands: whether they answer questions about the rules rightly.
        uses_ai: what they say at the end.
        leaves_at, withdraws_at: before which of their episodes that count, from 1; 0: never.
        keeps: what they want kept when they withdraw.
    """

    person: int
    adult: bool = True
    agrees: bool = True
    understands: bool = True
    uses_ai: bool = False
    leaves_at: int = 0
    withdraws_at: int = 0
    keeps: Keep = "everything"

    def option(self, asked: Asked) -> int:
        """Return the index of the option that they choose."""
        if asked.right is not None:
            return (asked.right - (1 if self.understands else 2)) % len(asked.options)
        if asked.id.startswith("language."):
            return len(asked.options) - 1
        if asked.id == "ai_use":
            return 0 if self.uses_ai else 1
        if asked.id == "kept":
            return KEEPS.index(self.keeps)
        return self.person % len(asked.options)

    def confirms(self, question: str) -> bool:
        """Return whether they say yes."""
        if question.startswith("Is this true"):
            return self.adult
        return self.agrees if question.startswith("Do you agree") else True

    def guesses(self, world: World, live: SeatPort) -> list[str] | None:
        """Return their guesses in an episode; None: they break the form, or give up."""
        assert isinstance(live, LiveEpisode)
        game, target = live.game.card.id, str(live.instance.data["target_word"])
        ladder, value = LADDERS[game], world.value(game, self.person, target)
        if value < ladder.broken:
            return None
        attempt = ladder.attempt(value)
        wrong = [word for word in WRONG_WORDS if word != target]
        if attempt is None:
            return wrong[: len(ladder.attempts)]
        return [*wrong[: attempt - 1], target]


class SimulatedFront:
    """A front with a participant before it; see `clemtui.study.joining.front.Front`."""

    how_to_leave = how_to_withdraw = ""

    def __init__(self, play: PlayService, world: World, character: Character) -> None:
        self.ui = Interface("en")
        self.code = ""
        self.said: list[str] = []
        self._play = play
        self._world = world
        self._character = character
        self._begun = 0
        self._left = False

    async def use_language(self, tag: str) -> None:
        self.ui = Interface(tag)

    def known_as(self, pseudonym: str) -> None:
        self.code = pseudonym

    def voice(self, game: str, names: Mapping[str, str]) -> Voice:
        found = listing(self._play.catalogue, self._play.catalogue.card(game))
        return Voice(self.ui, Labels(self.ui, found.words), found, names)

    def say(self, *lines: str) -> None:
        self.said += lines

    async def read(self, *paragraphs: str, last: bool = False) -> None:
        pass

    async def ask(self, asked: Asked, *before: str) -> object:
        if not asked.options:
            return None if asked.optional else "nothing"
        return asked.values[self._character.option(asked)]

    async def ask_number(self, asked: Asked, last: int) -> int:
        return last // 2

    async def confirm(self, question: str, *before: str, withdrawing: bool = False) -> bool:
        return self._character.confirms(question)

    async def announce(self, *lines: str) -> None:
        if any("practice" in line for line in lines):
            return
        self._begun += 1
        if self._begun == self._character.leaves_at and not self._left:
            self._left = True
            self._begun -= 1
            raise Leaves
        if self._begun == self._character.withdraws_at:
            raise Withdraws

    async def play(self, live: SeatPort, voice: Voice) -> PlayedUntil:
        answers = self._answers(live)

        def hear(update: Update) -> None:
            if isinstance(update, AskedToPlay) and update.request.seat in live.human_seats:
                live.answer(update.request.id, next(answers), Timing(submitted_ms=4000.0))

        end = await live.updates(hear)
        if end == "finished" and not live.condition.withheld:
            await self._play.record_solution_seen(live)
        return end

    def _answers(self, live: SeatPort) -> Iterator[str]:
        guesses = self._character.guesses(self._world, live)
        if guesses is None:
            yield "I do not know."
            return
        for guess in guesses:
            taboo = live.game.card.id == "taboo"
            yield f"GUESS: {guess}" if taboo else f"explanation: it fits\nguess: {guess}"
