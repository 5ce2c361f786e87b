"""The contract of a game: what a family's folder gives to the program."""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, Protocol

from clemtui.engine.instances import Experiment, Instance
from clemtui.engine.master import GameMaster
from clemtui.engine.messages import Part
from clemtui.engine.originals import ReferenceFiles
from clemtui.engine.requests import Request, Response
from clemtui.engine.scores import Aggregate, Scores, mean_of_played
from clemtui.engine.texts import Texts
from clemtui.engine.views import View


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of a game. A ``service`` seat is filled by the game's own service, never a player."""

    name: str
    role: str
    service: bool = False


@dataclass(frozen=True, slots=True)
class GameCard:
    """What a family's ``game.toml`` says of one of its games, readable without its code.

    Attributes:
        chance: the main score that guessing gives on average; None where nobody can say.
    """

    id: str
    family: str
    version: str
    seats: tuple[Seat, ...]
    aids: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    chance: float | None = None

    def seat(self, name: str) -> Seat:
        """The seat of that name, or of that role where the role is unique (any case).

        Raises:
            KeyError: if no seat, or more than one, is meant; the message lists the choices.
        """
        wanted = name.casefold()
        named = [seat for seat in self.seats if seat.name.casefold() == wanted]
        found = named or [seat for seat in self.seats if seat.role.casefold() == wanted]
        if len(found) == 1:
            return found[0]
        raise KeyError(", ".join(f"{seat.name} ({seat.role})" for seat in self.seats))


class UnreadableInstances(ValueError):
    """An instance file does not hold what the game needs; the message says where and what."""


Resources = Callable[[str], Any]
"""Reads a JSON file that lies beside an instance file in a clembench checkout, by its path from the
family's folder (``resources/words.json``). Raises `UnreadableInstances`, naming a missing file."""


@dataclass(frozen=True, slots=True)
class Secret:
    """A piece of text that only some seats may meet before the end (none, for a hidden target)."""

    text: str
    known_to: frozenset[str] = frozenset()


class Scripted(Protocol):
    """A scripted player of one seat: a pure function of what a person in that seat gets."""

    def respond(self, request: Request, view: View) -> str:
        """The raw response to a request."""
        ...


class Service(Protocol):
    """What fills a service seat: a tool, judge or simulator that the rules ask like any seat."""

    async def respond(self, request: Request) -> tuple[Part, ...]:
        """Do the work of a request. Its answer is recorded and never computed again on replay."""
        ...

    def restore(self, exchanges: Sequence[tuple[Request, Response]]) -> None:
        """Bring the service to the state it had after these exchanges, for resuming.

        Raises:
            CannotRestore: if its effects cannot be brought back.
        """
        ...


class CannotRestore(RuntimeError):
    """A service cannot be brought back to where it was: the episode cannot be resumed."""


class Game(ABC):
    """A game: reads instances, starts masters and scores episodes.

    One object serves any number of episodes and holds no state of any. Its module belongs to the
    rules. Scripted players and the instance generator do not: they stand beside it in the packages
    ``bots`` and ``generate``, which are loaded on first use.

    Attributes:
        programmatic: seats that the reference has for what is part of the rules here, and that its
            event log names: their roles there.
    """

    programmatic: ClassVar[Mapping[str, str]] = {}

    def __init__(self, card: GameCard, folder: Path) -> None:
        self.card = card
        self.folder = folder

    def complete(self, document: Mapping[str, Any], resources: Resources) -> Mapping[str, Any]:
        """The document of an instance file with all that its instances need in it.

        For official instances whose texts lie in files of their own: what is read of them here
        becomes part of the instances, so that a record lacks nothing. By default nothing is added.

        Raises:
            UnreadableInstances: if something that the game needs is missing or wrong.
        """
        return document

    @abstractmethod
    def read(self, document: Mapping[str, Any], source: str) -> tuple[Experiment, ...]:
        """Read an instance file, ours or the reference's own.

        Raises:
            UnreadableInstances: if something that the game needs is missing or wrong.
        """

    def bundled(self) -> tuple[Path, ...]:
        """The instance files that come with the game."""
        return tuple(sorted((self.folder / "instances").glob("*.json")))

    def generate(self, language: str, seed: int) -> Instance:
        """One new instance from a seed: ``instance(game, language, seed)`` of ``generate``.

        Raises:
            LookupError: if the game has no generator for the language.
        """
        package = self._beside("generate")
        if package is None:
            raise LookupError(f"{self.card.id} has no instance generator for {language!r}")
        made: Instance = package.instance(self, language, seed)
        return made

    def texts(self, instance: Instance) -> Texts | None:
        """An official instance's own prompts, or None: a language pack is needed."""
        return None

    def reference_files(self, instance: Instance, texts: Texts) -> ReferenceFiles:
        """An instance of ours in the form that the reference's files have, where results are
        written for it: its scorer reads them beside the event log.

        By default parameters and data under their names here, with the language, and all texts
        under ``texts``.
        """
        shared = {"name": instance.experiment, "language": texts.language, **instance.parameters}
        return ReferenceFiles(
            {**shared, "texts": texts.to_json()}, {"game_id": instance.game_id, **instance.data}
        )

    @abstractmethod
    def start(self, instance: Instance, texts: Texts) -> GameMaster:
        """A new master for one episode, with its first request pending."""

    @abstractmethod
    def score(self, master: GameMaster) -> Scores:
        """The scores of a finished episode. One that a control ended is aborted."""

    def aggregate(self, scores: Sequence[Scores]) -> Aggregate:
        """Scores of several episodes: clembench's means, unless the game has its own."""
        return mean_of_played(scores)

    def scripted(self, seat: str, language: str, seed: int) -> Scripted:
        """The scripted player of a seat: ``scripted_player(game, seat, language, seed)`` of
        ``bots``.

        Raises:
            LookupError: if there is none for that seat or language.
        """
        package = self._beside("bots")
        if package is None:
            raise LookupError(f"{self.card.id} has no scripted players")
        player: Scripted = package.scripted_player(self, seat, language, seed)
        return player

    def _beside(self, package: str) -> ModuleType | None:
        """A package beside the game's own module; None if there is none."""
        name = f"{type(self).__module__.rpartition('.')[0]}.{package}"
        try:
            return importlib.import_module(name)
        except ModuleNotFoundError as error:
            if error.name == name:
                return None
            raise

    def service(self, seat: str, instance: Instance) -> Service:
        """The service of a service seat.

        Raises:
            LookupError: if the seat is none.
        """
        raise LookupError(f"{self.card.id} has no service for {seat!r}")

    @abstractmethod
    def secrets(self, instance: Instance) -> tuple[Secret, ...]:
        """What must not reach other seats before the end; the conformance kit looks for it."""

    def swapped(self, instance: Instance, seat: str) -> Instance:
        """The same task, but with everything changed that ``seat`` may not know, for the kit.

        Under equal verdicts (kind, reason and the reason's values) the seat cannot tell the two
        apart: what an answer rightly uncovers, like the marks of a guess, belongs in the reason of
        its verdict. A game that keeps nothing from the seat returns the instance itself.
        """
        return instance
