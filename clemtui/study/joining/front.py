"""What a front does for a participant of a study: it shows texts, asks, and lets them play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Protocol

from clemtui.episode.seat_port import SeatPort
from clemtui.language import Interface
from clemtui.study.path.wording import Asked
from clemtui.wording.phrases import Voice

PlayedUntil = Literal["finished", "left", "withdraws", "not recorded"]
"""How playing an episode ended, at a front."""


class Leaves(Exception):
    """The participant leaves, to go on later."""


class Withdraws(Exception):
    """The participant wants to withdraw from the study."""


class GoesBack(Exception):
    """The participant wants to go back to the question before."""


class Front(Protocol):
    """A front, as the path of a participant uses it.

    Every method that waits for the participant raises `Leaves` or `Withdraws` if that is what they
    want instead. All texts are safe to show.
    """

    @property
    def ui(self) -> Interface:
        """The texts of the participant's language."""
        ...

    @property
    def how_to_leave(self) -> str:
        """A sentence."""
        ...

    @property
    def how_to_withdraw(self) -> str:
        """A sentence."""
        ...

    async def use_language(self, tag: str) -> None:
        """Show everything in this language from now on."""
        ...

    def known_as(self, pseudonym: str) -> None:
        """Note who takes part."""
        ...

    def voice(self, game: str, names: Mapping[str, str]) -> Voice:
        """Return the voice for a game and its players, by their seats."""
        ...

    def say(self, *lines: str) -> None:
        """Say something that needs no answer: it is shown with what comes next, or last of all."""
        ...

    async def read(self, *paragraphs: str, last: bool = False) -> None:
        """Show a text until the participant goes on; ``last``: they have finished, and who leaves
        now has nothing to come back for."""
        ...

    async def ask(self, asked: Asked, *before: str) -> object:
        """Ask a question, after the paragraphs ``before``, and return what is to be recorded; None
        if it was left without an answer.

        Raises:
            GoesBack: if they want that, and the question allows it.
        """
        ...

    async def ask_number(self, asked: Asked, last: int) -> int:
        """Ask for a whole number from 0 to ``last``."""
        ...

    async def confirm(self, question: str, *before: str, withdrawing: bool = False) -> bool:
        """Ask a question that is answered with yes or no, after the paragraphs ``before``; for
        ``withdrawing`` see `Asked`."""
        ...

    async def announce(self, *lines: str) -> None:
        """Say which episode comes next; a front may wait until the participant is ready."""
        ...

    async def play(self, live: SeatPort, voice: Voice) -> PlayedUntil:
        """Let the participant play an episode.

        It shows how the episode ended, unless its condition withholds that, and
        records that the solution was seen.
        """
        ...
