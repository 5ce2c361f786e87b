"""The contract of a game: what a family's folder provides to the program."""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, Literal, Protocol

from clemtui.engine.instances import Experiment, Instance
from clemtui.engine.master import GameMaster
from clemtui.engine.messages import Part
from clemtui.engine.originals import ReferenceFiles
from clemtui.engine.requests import Request, Response
from clemtui.engine.scores import Aggregate, Scores, mean_of_played
from clemtui.engine.texts import Texts
from clemtui.engine.views import View

FIRST_LISTED_SEED = 2**31
"""The first seed of `Game.listed_seeds`: those below are drawn, or chosen by people."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of a game. A ``service`` seat is filled by the game's own service, never by a
    player."""

    name: str
    role: str
    service: bool = False


Accent = Literal["teal", "rose", "blue", "violet", "orange"]
"""The colour by which the screens of a family's games are told apart. Each theme has its own shade
of it."""


PictureKind = Literal["tiles", "word", "good", "bad", "said", "cells"]
"""What a part of a picture is:

- ``tiles``: a label with letters, each after its mark: ``=`` in place, ``~`` elsewhere, ``-`` not
  in the word;
- ``word``, ``good``, ``bad``, ``said``: a label with a word that stands out, one with the sign for
  right or wrong, or something that is said;
- ``cells``: the rows of a grid, separated by ``/``, with ``#`` for each cell that is filled. Grids
  that follow each other stand side by side.
"""


@dataclass(frozen=True, slots=True)
class PicturePart:
    """A part of the small picture of a game's board; ``text`` is the id of a label, or cells."""

    kind: PictureKind
    text: str


COMPREHENSION_OPTIONS = 3
"""The number of options of a comprehension question."""


@dataclass(frozen=True, slots=True)
class ComprehensionQuestion:
    """A question that checks whether a person has understood the rules, with one right option.

    Its words are labels of the game (see `labels`). They are right in every interface and whatever
    the role.

    Attributes:
        right: the number of the right option, from 1.
    """

    id: str
    right: int

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the question and of its options in order, without the game's id."""
        name = f"comprehension.{self.id}"
        return (name, *(f"{name}.{number}" for number in range(1, COMPREHENSION_OPTIONS + 1)))


@dataclass(frozen=True, slots=True)
class GameCard:
    """The description of a game in its family's ``game.toml``, readable without its code.

    Attributes:
        chance: the main score that guessing gives on average; None if unknown.
        script: version of the scripted players: another one is another player.
        place: where the game stands in a list for people: those with a smaller number before it.
        generates: whether it can create new instances, at least in one language.
        picture: a small picture of a board, from top to bottom. It is invented, since everyone sees
            it before play.
        comprehension: the questions that check whether a person has understood the rules.
    """

    id: str
    family: str
    version: str
    seats: tuple[Seat, ...]
    aids: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    chance: float | None = None
    script: str = "1"
    accent: Accent = "blue"
    place: int = 100
    generates: bool = False
    picture: tuple[PicturePart, ...] = ()
    comprehension: tuple[ComprehensionQuestion, ...] = ()

    def seat(self, name: str) -> Seat:
        """Return the seat with that name, or with that role if the role is unique (any case).

        Raises:
            KeyError: if no seat or more than one matches; the message lists the choices.
        """
        wanted = name.casefold()
        named = [seat for seat in self.seats if seat.name.casefold() == wanted]
        found = named or [seat for seat in self.seats if seat.role.casefold() == wanted]
        if len(found) == 1:
            return found[0]
        raise KeyError(", ".join(f"{seat.name} ({seat.role})" for seat in self.seats))


class UnreadableInstances(ValueError):
    """An instance file lacks something the game needs; the message says where and what."""


Resources = Callable[[str], Any]
"""Reads a JSON file beside an instance file in a clembench checkout, given its path within the
family's folder (``resources/words.json``). Raises `UnreadableInstances`, naming the file, if it is
missing."""


@dataclass(frozen=True, slots=True)
class Secret:
    """A piece of text that only some seats may see before the end (none, for a hidden target)."""

    text: str
    known_to: frozenset[str] = frozenset()


class Scripted(Protocol):
    """A scripted player of one seat: a pure function of what a person in that seat sees."""

    def respond(self, request: Request, view: View) -> str:
        """Return the raw response to a request."""
        ...


class Service(Protocol):
    """What fills a service seat: a tool, judge or simulator that the rules ask like any other
    seat."""

    async def respond(self, request: Request) -> tuple[Part, ...]:
        """Answer a request. The answer is recorded and never computed again on replay."""
        ...

    def restore(self, exchanges: Sequence[tuple[Request, Response]]) -> None:
        """Restore the state after these exchanges, to resume the episode.

        Raises:
            CannotRestore: if its effects cannot be restored.
        """
        ...


class CannotRestore(RuntimeError):
    """A service's state cannot be restored, so the episode cannot be resumed."""


class Game(ABC):
    """A game: reads instances, starts masters and scores episodes.

    One object serves any number of episodes and keeps no state of any. Its module belongs to the
    rules. Scripted players and the instance generator do not: they are in the packages ``bots`` and
    ``generate`` beside it, which are loaded on first use.

    Attributes:
        programmatic: players that the reference's event log names but that are part of the rules
            here, with their roles there.
        counts_tries: whether it is solved in a number of tries (`tries`).
    """

    programmatic: ClassVar[Mapping[str, str]] = {}
    counts_tries: ClassVar[bool] = False

    def __init__(self, card: GameCard, folder: Path) -> None:
        self.card = card
        self.folder = folder

    def complete(self, document: Mapping[str, Any], resources: Resources) -> Mapping[str, Any]:
        """Return the document of an instance file completed with everything its instances need.

        For official instances whose texts are in separate files: what is read here becomes part of
        the instances, so that records are self-contained. Adds nothing by default.

        Raises:
            UnreadableInstances: if something the game needs is missing or wrong.
        """
        return document

    @abstractmethod
    def read(self, document: Mapping[str, Any], source: str) -> tuple[Experiment, ...]:
        """Read an instance file, ours or the reference's own.

        Raises:
            UnreadableInstances: if something the game needs is missing or wrong.
        """

    def bundled(self) -> tuple[Path, ...]:
        """Return the instance files that come with the game."""
        return tuple(sorted((self.folder / "instances").glob("*.json")))

    def generate(self, language: str, seed: int) -> Instance:
        """Generate one instance from a seed, with ``instance(game, language, seed)`` of
        ``generate``.

        Raises:
            LookupError: if the game has no generator for the language.
        """
        package = self._sibling_package("generate")
        if package is None:
            raise LookupError(f"{self.card.id} has no instance generator for {language!r}")
        made: Instance = package.instance(self, language, seed)
        return made

    def listed_seeds(self, language: str) -> range:
        """Return the seeds that give each task of a language exactly once, in a fixed order, with
        ``listed_seeds(game, language)`` of ``generate``.

        These are at least `FIRST_LISTED_SEED`, so they are none that is drawn. Empty if the tasks
        are too many to list, and ``generate`` then has no such function; or if the game has no
        generator for the language.
        """
        listed = getattr(self._sibling_package("generate"), "listed_seeds", None)
        seeds: range = range(0) if listed is None else listed(self, language)
        return seeds

    def texts(self, instance: Instance) -> Texts | None:
        """Return an official instance's own prompts, or None if a language pack is needed."""
        return None

    def reference_files(self, instance: Instance, texts: Texts) -> ReferenceFiles:
        """Return one of our instances in the form of the reference's files, for export.

        The reference's scorer reads these files beside the event log. By default they contain the
        parameters and data under our names, the language, and all texts under ``texts``.
        """
        shared = {"name": instance.experiment, "language": texts.language, **instance.parameters}
        return ReferenceFiles(
            {**shared, "texts": texts.to_json()}, {"game_id": instance.game_id, **instance.data}
        )

    @abstractmethod
    def start(self, instance: Instance, texts: Texts) -> GameMaster:
        """Return a new master for one episode, with its first request pending."""

    @abstractmethod
    def score(self, master: GameMaster) -> Scores:
        """Return the scores of a finished episode. One that was ended by a control is aborted."""

    def tries(self, scores: Scores) -> int | None:
        """Return in how many tries an episode was solved, to count a person's results by it.

        None if it was not, and always for a game that does not count tries.
        """
        return None

    def aggregate(self, scores: Sequence[Scores]) -> Aggregate:
        """Aggregate the scores of several episodes: clembench's means unless the game overrides
        them."""
        return mean_of_played(scores)

    def scripted(self, seat: str, language: str, seed: int) -> Scripted:
        """Return the scripted player of a seat.

        Calls ``scripted_player(game, seat, language, seed)`` of the package ``bots``.

        Raises:
            LookupError: if there is none for that seat or language.
        """
        package = self._sibling_package("bots")
        if package is None:
            raise LookupError(f"{self.card.id} has no scripted players")
        player: Scripted = package.scripted_player(self, seat, language, seed)
        return player

    def _sibling_package(self, package: str) -> ModuleType | None:
        """Import a package beside the game's own module; return None if it does not exist."""
        name = f"{type(self).__module__.rpartition('.')[0]}.{package}"
        try:
            return importlib.import_module(name)
        except ModuleNotFoundError as error:
            if error.name == name:
                return None
            raise

    def service(self, seat: str, instance: Instance) -> Service:
        """Return the service of a service seat.

        Raises:
            LookupError: if the seat is not a service seat.
        """
        raise LookupError(f"{self.card.id} has no service for {seat!r}")

    def exposure_key(self, instance: Instance) -> str:
        """Return what a person must not have met before: the same key is the same task to a person.

        It is coarser than the task if several tasks share what makes them a riddle, whatever the
        seat, the variant of the game or the language. By default, it is the task itself. An
        instance may be that of an import, without the data of this game.
        """
        return instance.task_key

    @abstractmethod
    def secrets(self, instance: Instance) -> tuple[Secret, ...]:
        """Return what must not reach other seats before the end; the conformance kit searches for
        it."""

    def swapped(self, instance: Instance, seat: str) -> Instance:
        """Return the task with everything changed that ``seat`` may not know, for the kit.

        As long as the verdicts are equal (kind, reason and the reason's values), the seat cannot
        tell the two apart. So whatever an answer legitimately uncovers, like the marks of a guess,
        belongs in the reason of its verdict. A game that hides nothing from the seat returns the
        instance itself.
        """
        return instance
