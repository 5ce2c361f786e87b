"""What the conformance kit examines, and how it reports a failure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from clemtui.engine import OBSERVER, REVEAL, Game, Instance, Seat, Texts
from clemtui.kit.samples import SAMPLES


class Nonconforming(AssertionError):
    """A game breaks its contract; the message is one sentence on how."""


@dataclass(frozen=True)
class Language:
    """A language pack as the kit needs it: the game's texts and the words for people.

    Attributes:
        any_number: ids of options whose number may differ between languages.
    """

    texts: Texts
    words: Mapping[str, str]
    any_number: frozenset[str] = frozenset()


@dataclass(frozen=True, eq=False)
class Subject:
    """One instance of a game in one language, to be checked.

    Attributes:
        game, instance, texts: what is played.
        samples: arbitrary texts that players might say.
        languages: every language pack of the family, by language; empty if the instance brings its
            own prompts, and the checks of packs are skipped.
        limit: most responses in a play that need not reach the end.
        budget: most responses that scripted players may need to finish.
        depth: how many entries of their plays the other checks examine.
    """

    game: Game
    instance: Instance
    texts: Texts
    samples: tuple[str, ...] = SAMPLES
    languages: Mapping[str, Language] = field(default_factory=dict)
    limit: int = 30
    budget: int = 400
    depth: int = 120

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the game, services included."""
        return self.game.card.seats

    @property
    def watchers(self) -> tuple[str, ...]:
        """Everyone who can look at an episode."""
        return (*(seat.name for seat in self.seats), OBSERVER, REVEAL)

    def seat(self, name: str) -> Seat:
        """Return the seat with this name.

        Raises:
            Nonconforming: if the game has no such seat.
        """
        for seat in self.seats:
            if seat.name == name:
                return seat
        raise Nonconforming(f"a request goes to {name!r}, but game.toml declares no such seat")


def require(condition: bool, sentence: str) -> None:
    """Require a condition of the contract.

    Raises:
        Nonconforming: with the sentence, if the condition is false.
    """
    if not condition:
        raise Nonconforming(sentence)


@contextmanager
def never_raises(what: str) -> Iterator[None]:
    """Attribute any exception inside this context to the game.

    Raises:
        Nonconforming: in place of any other exception.
    """
    try:
        yield
    except Nonconforming:
        raise
    except Exception as error:
        raise Nonconforming(f"{what} raised {type(error).__name__}: {error}") from error
