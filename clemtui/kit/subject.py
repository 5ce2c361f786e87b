"""What the conformance kit looks at, and how it says that something is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from clemtui.engine import OBSERVER, REVEAL, Game, Instance, Seat, Texts
from clemtui.kit.samples import SAMPLES


class Nonconforming(AssertionError):
    """A game breaks its contract; the message is one sentence that says how."""


@dataclass(frozen=True)
class Language:
    """A language pack as the kit needs it: the game's texts and the words for people.

    Attributes:
        any_number: the options of which a language may have more or fewer than another one.
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
        languages: every language pack of the family, by language; empty where the instance brings
            its own prompts and the checks of packs are left out.
        limit: most responses in a play that is not meant to end.
        budget: most responses that scripted players may need to finish.
        depth: how many entries of their plays the other checks look at.
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
        """Everybody who can look at an episode."""
        return (*(seat.name for seat in self.seats), OBSERVER, REVEAL)

    def seat(self, name: str) -> Seat:
        """The seat of a request.

        Raises:
            Nonconforming: if the game has no such seat.
        """
        for seat in self.seats:
            if seat.name == name:
                return seat
        raise Nonconforming(f"{name!r} is asked, but game.toml declares no such seat")


def demand(condition: bool, sentence: str) -> None:
    """Hold a game to its contract.

    Raises:
        Nonconforming: with the sentence, if the condition does not hold.
    """
    if not condition:
        raise Nonconforming(sentence)


@contextmanager
def never_raises(what: str) -> Iterator[None]:
    """Whatever goes wrong inside is the game's fault.

    Raises:
        Nonconforming: in the place of any other exception.
    """
    try:
        yield
    except Nonconforming:
        raise
    except Exception as error:
        raise Nonconforming(f"{what} raised {type(error).__name__}: {error}") from error
