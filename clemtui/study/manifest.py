"""A frozen study as it is recorded: what `clemtui.study.freezing` writes, read again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from clemtui.catalogue.errors import first_problem
from clemtui.study.assignment.planning import Design, GameDesign, PlannedTask
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
    """A frozen study; ``consents`` are the texts by language, ``program`` is clemtui's version."""

    study: str
    protocol: Protocol
    consents: Mapping[str, str]
    program: str
    games: tuple[FrozenGame, ...]

    def game(self, id: str) -> FrozenGame:
        """Return a game of the study."""
        return next(each for each in self.games if each.game == id)

    def wanted(self, id: str) -> StudyGame:
        """Return what the protocol says of a game of the study."""
        return next(each for each in self.protocol.games if each.game == id)

    def design(self) -> Design:
        """Return what assignments follow from."""
        games = [
            GameDesign(
                game=each.game,
                cells=each.cells,
                tasks=each.tasks,
                spare=each.practice,
                episodes=self.wanted(each.game).episodes,
                practice=self.wanted(each.game).practice,
            )
            for each in self.games
        ]
        order = self.protocol.order
        return Design(tuple(games), order.games, order.conditions, self.protocol.seed)


def read_manifest(body: Mapping[str, Any]) -> Manifest:
    """Read a recorded manifest.

    Raises:
        StudyError: if this version cannot read it.
    """
    name = str(body.get("study", ""))
    try:
        return Manifest(
            study=name,
            protocol=Protocol.model_validate(body["protocol"]),
            consents=dict(body["consents"]),
            program=body["program"],
            games=tuple(map(_game, body["games"])),
        )
    except ValidationError as error:
        what = first_problem(error)
    except (KeyError, TypeError, ValueError) as error:
        what = f"{type(error).__name__}: {error}"
    raise StudyError(f"study {name!r}: this version cannot read what was frozen ({what})")


def _game(body: Mapping[str, Any]) -> FrozenGame:
    every = (*body["tasks"], *body["practice"])
    return FrozenGame(
        game=body["game"],
        version=body["version"],
        rules=body["rules"],
        script=body["script"],
        comprehension=dict(body["comprehension"]),
        texts=dict(body["texts"]),
        cells=tuple(Cell(seat, language) for seat, language in body["cells"]),
        tasks=tuple(map(_task, body["tasks"])),
        practice=tuple(map(_task, body["practice"])),
        contents={
            each["hash"]: each["content"] for task in every for each in task["instances"].values()
        },
    )


def _task(body: Mapping[str, Any]) -> PlannedTask:
    instances = {language: each["hash"] for language, each in body["instances"].items()}
    return PlannedTask(body["name"], body["key"], instances)
