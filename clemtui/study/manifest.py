"""A frozen study as it is recorded: what `clemtui.study.freezing` writes, read again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic import ValidationError

from clemtui.catalogue.errors import first_problem
from clemtui.study.assignment.planning import Design, PlannedTask, design_of, game_design
from clemtui.study.errors import StudyError
from clemtui.study.protocol.model import Protocol, StudyGame
from clemtui.study.tasks import Cell


@dataclass(frozen=True, slots=True)
class FrozenGame:
    """A game as it was frozen.

    Attributes:
        rules: the hash of its rules; ``script``: the version of its scripted players.
        comprehension: the right options of its questions, by their ids.
        texts: the hash of the stored texts, by language.
        contents: the hash of the stored content of each instance, by `Instance.hash`.
    """

    game: str
    version: str
    rules: str
    script: str
    comprehension: Mapping[str, int]
    texts: Mapping[str, str]
    cells: tuple[Cell, ...]
    tasks: tuple[PlannedTask, ...]
    practice: tuple[PlannedTask, ...]
    contents: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Manifest:
    """A frozen study.

    Attributes:
        consents: the texts by language.
        program: clemtui's version.
        earlier: the study before each of its amendments, the latest first: whoever was assigned
            something that an amendment removed still plays it.
    """

    study: str
    protocol: Protocol
    consents: Mapping[str, str]
    program: str
    games: tuple[FrozenGame, ...]
    earlier: tuple[Manifest, ...] = ()

    def game(self, id: str) -> FrozenGame:
        """Return a game of the study, or of one that it was before.

        Raises:
            KeyError: if it never had the game.
        """
        for manifest in (self, *self.earlier):
            for game in manifest.games:
                if game.game == id:
                    return game
        raise KeyError(id)

    def wanted(self, id: str) -> StudyGame:
        """Return what the protocol says of a game of the study, or said before.

        Raises:
            KeyError: if it never had the game.
        """
        for manifest in (self, *self.earlier):
            for game in manifest.protocol.games:
                if game.game == id:
                    return game
        raise KeyError(id)

    def content(self, game: str, instance: str) -> str:
        """Return the hash of the stored content of an instance, by its own hash.

        Raises:
            KeyError: if the study never had it.
        """
        for manifest in (self, *self.earlier):
            for each in manifest.games:
                if each.game == game and instance in each.contents:
                    return each.contents[instance]
        raise KeyError(instance)

    def task_names(self) -> dict[tuple[str, str], str]:
        """Return the names of all tasks, by the game and the hash of an instance, also of those
        that an amendment removed."""
        return {
            (game.game, instance): task.name
            for manifest in (*reversed(self.earlier), self)
            for game in manifest.games
            for task in (*game.tasks, *game.practice)
            for instance in task.instances.values()
        }

    def design(self) -> Design:
        """Return what assignments follow from."""
        games = (
            game_design(self.wanted(each.game), each.cells, each.tasks, each.practice)
            for each in self.games
        )
        return design_of(self.protocol, games)


def read_manifest(body: Mapping[str, Any], earlier: Sequence[Mapping[str, Any]] = ()) -> Manifest:
    """Read a recorded manifest.

    Args:
        body: the manifest.
        earlier: what it was before each amendment, the latest first.

    Raises:
        StudyError: if this version cannot read it.
    """
    if not isinstance(body, Mapping):
        raise StudyError("this version cannot read what was frozen (it is no table)")
    name = str(body.get("study", ""))
    try:
        protocol = Protocol.model_validate(body["protocol"])
        return Manifest(
            study=name,
            protocol=protocol,
            consents=dict(body["consents"]),
            program=body["program"],
            games=tuple(_game(protocol, each) for each in body["games"]),
            earlier=tuple(map(read_manifest, earlier)),
        )
    except ValidationError as error:
        what = first_problem(error)
    except (KeyError, TypeError, ValueError) as error:
        what = f"{type(error).__name__}: {error}"
    raise StudyError(f"study {name!r}: this version cannot read what was frozen ({what})")


def _game(protocol: Protocol, body: Mapping[str, Any]) -> FrozenGame:
    every = (*body["tasks"], *body["practice"])
    wanted = next((each.seats for each in protocol.games if each.game == body["game"]), ())
    return FrozenGame(
        game=body["game"],
        version=body["version"],
        rules=body["rules"],
        script=body["script"],
        comprehension=dict(body["comprehension"]),
        texts=dict(body["texts"]),
        cells=named_cells([Cell(*each) for each in body["cells"]], wanted),
        tasks=tuple(map(_task, body["tasks"])),
        practice=tuple(map(_task, body["practice"])),
        contents={
            each["hash"]: each["content"] for task in every for each in task["instances"].values()
        },
    )


def named_cells(cells: Sequence[Cell], wanted: Sequence[str]) -> tuple[Cell, ...]:
    """Return cells with the roles of their seats.

    In a language in which all seats of the protocol can be played, cells are in its order. If there
    is none, it is not known which seat has which name, and they have none.

    Args:
        cells: as they were frozen.
        wanted: the seats of the game, as the protocol calls them.
    """
    by_language: dict[str, list[str]] = defaultdict(list)
    for cell in cells:
        by_language[cell.language].append(cell.seat)
    seats = next((each for each in by_language.values() if len(each) == len(wanted)), ())
    roles = dict(zip(seats, wanted, strict=False))
    return tuple(replace(each, role=roles.get(each.seat, "")) for each in cells)


def _task(body: Mapping[str, Any]) -> PlannedTask:
    instances = {language: each["hash"] for language, each in body["instances"].items()}
    return PlannedTask(body["name"], body["key"], instances)
