"""Collections and their families: read ``game.toml`` and load a family's code.

A collection is a folder laid out like this repository: ``games/<family>/`` and
``locales/<language>/<family>.toml``. The code of a family is loaded under one canonical module
name, created only here, so that none of its classes exists twice.
"""

from __future__ import annotations

import importlib
import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Annotated, cast

from clemtui import gamekit
from clemtui.catalogue.errors import CatalogueError, NotACollection, declaration_error, file_error
from clemtui.engine import (
    COMPREHENSION_OPTIONS,
    Accent,
    ComprehensionQuestion,
    Game,
    GameCard,
    PicturePart,
    Seat,
)
from clemtui.files import NotTOML, parse_toml, read_text
from clemtui.paths import absolute
from clemtui.resources import bundled_collection
from clemtui.strict import KEY, TableError, matching, not_empty, read

if TYPE_CHECKING:
    from clemtui.engine.game import PictureKind

_ROOT = "clemtui_collections"
# Folders of a family that contain no rules. What the program loads from them is loaded separately
# from the game.
NOT_RULES = frozenset({"bots", "generate", "instances", "tests", "tools"})
OFFICIAL_TASKS = "generate/data/official.txt"
"""The benchmark's own tasks, which are never generated: hashes, as written by `tools.official`."""
_DESCRIPTIONS = frozenset({"game.toml", "published.toml", "versions.toml"})
_GAMEKIT = Path(gamekit.__path__[0])


_Id = Annotated[
    str,
    matching("[a-z][a-z0-9_]*", "must be lower-case letters, digits and _, starting with a letter"),
]

_PictureLine = Annotated[
    str,
    matching(
        r"cells [#.]+(/[#.]+)*|(tiles|word|good|bad|said) \S+",
        'must be "tiles", "word", "good", "bad" or "said" with the id of a label, or "cells" with '
        'rows of # and ., such as "cells #./.#"',
    ),
]
"""A part of a picture: its kind and, after a blank, its text (see `PicturePart`)."""


@dataclass(frozen=True)
class SeatEntry:
    """A seat as declared in ``game.toml``."""

    name: str
    role: str
    service: bool = False


def _is_option(number: int) -> str | None:
    if 1 <= number <= COMPREHENSION_OPTIONS:
        return None
    return f"must be the number of an option, 1 to {COMPREHENSION_OPTIONS}"


@dataclass(frozen=True)
class ComprehensionEntry:
    """A comprehension question as declared in ``game.toml`` (see `ComprehensionQuestion`)."""

    id: _Id
    right: Annotated[int, _is_option]


@dataclass(frozen=True)
class GameEntry:
    """A ``[[game]]`` table of ``game.toml``."""

    id: _Id
    class_name: str = field(metadata={KEY: "class"})
    version: str
    seats: Annotated[tuple[SeatEntry, ...], not_empty]
    aids: tuple[str, ...] = ()
    chance: float | None = None
    script: str = "1"
    place: int | None = None
    picture: tuple[_PictureLine, ...] = ()
    comprehension: tuple[ComprehensionEntry, ...] = ()


@dataclass(frozen=True)
class FamilyEntry:
    """The ``[family]`` table of ``game.toml``.

    ``rules`` names the modules of `clemtui.gamekit` that are part of the rules of its games,
    ``accent`` the colour of their screens, and ``place`` where those stand in lists that have no
    place of their own (see `GameCard`).
    """

    id: _Id
    module: str = "game"
    rules: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    accent: Accent = "blue"
    place: int = 100


@dataclass(frozen=True)
class FamilyFile:
    """A complete ``game.toml``."""

    family: FamilyEntry
    game: Annotated[tuple[GameEntry, ...], not_empty]


def official_hash(exposure_key: str) -> str:
    """Return the line by which `OFFICIAL_TASKS` lists an exposure key: it gives no task away."""
    return sha256(exposure_key.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Collection:
    """A folder with ``games/`` and ``locales/``. ``slug`` identifies it in module names."""

    path: Path
    slug: str

    @classmethod
    def at(cls, path: Path) -> Collection:
        """Return the collection in a folder.

        Its slug depends only on the folder, so that its games are loaded once however the folder is
        specified.

        Raises:
            NotACollection: if the folder has no ``games`` folder.
        """
        path = Path(os.path.realpath(absolute(path)))  # a link may lead to itself
        if not (path / "games").is_dir():
            raise NotACollection(
                f"{path} is not a collection: it must have a folder 'games' with one "
                "folder per family"
            )
        if path == _bundled():
            return cls(path, "bundled")
        return cls(path, "c" + sha256(os.fsencode(path)).hexdigest()[:12])

    def folders(self) -> tuple[Path, ...]:
        """Return the folders of its families, sorted by name."""
        return tuple(sorted(p.parent for p in (self.path / "games").glob("*/game.toml")))


@dataclass(frozen=True)
class Family:
    """A family of games as described in ``game.toml``; its code is loaded on first use."""

    collection: Collection
    folder: Path
    file: FamilyFile

    @classmethod
    def read(cls, collection: Collection, folder: Path) -> Family:
        """Read the ``game.toml`` of a folder.

        Raises:
            CatalogueError: if it cannot be read or is invalid.
        """
        path = folder / "game.toml"
        try:
            file = read(FamilyFile, parse_toml(read_text(path, "utf-8")))
        except TableError as error:
            raise declaration_error(path, error) from None
        except (NotTOML, UnicodeDecodeError, OSError) as error:
            raise file_error(path, str(error)) from None
        if file.family.id != folder.name:
            raise file_error(
                path, f"the family id {file.family.id!r} must be the name of its folder"
            )
        twice = _duplicate([entry.id for entry in file.game])
        if twice:
            raise file_error(path, f"two games have the id {twice!r}")
        for name in file.family.rules:
            if not _of_gamekit(name):
                raise file_error(path, f"rules: clemtui.gamekit has no module {name!r}")
        for entry in file.game:
            twice = _duplicate([seat.name for seat in entry.seats])
            if twice:
                raise file_error(path, f"two seats of {entry.id!r} have the name {twice!r}")
            twice = _duplicate([question.id for question in entry.comprehension])
            if twice:
                raise file_error(
                    path, f"two comprehension questions of {entry.id!r} have the id {twice!r}"
                )
        return cls(collection, folder, file)

    @property
    def id(self) -> str:
        """The id of the family, which is the name of its folder."""
        return self.file.family.id

    @property
    def cards(self) -> tuple[GameCard, ...]:
        """The cards of its games, as known without loading code."""
        return tuple(
            GameCard(
                id=entry.id,
                family=self.id,
                version=entry.version,
                seats=tuple(Seat(seat.name, seat.role, seat.service) for seat in entry.seats),
                aids=entry.aids,
                requires=self.file.family.requires,
                chance=entry.chance,
                script=entry.script,
                accent=self.file.family.accent,
                place=self.file.family.place if entry.place is None else entry.place,
                generates=self._has_module("generate"),
                picture=tuple(map(_picture_part, entry.picture)),
                comprehension=tuple(
                    ComprehensionQuestion(question.id, question.right)
                    for question in entry.comprehension
                ),
            )
            for entry in self.file.game
        )

    def _has_module(self, name: str) -> bool:
        """Return whether the family has a module or package of this name."""
        return any((self.folder / each).exists() for each in (name, f"{name}.py"))

    @property
    def module_name(self) -> str:
        """The canonical name of the family's package."""
        return f"{_ROOT}.{self.collection.slug}.{self.id}"

    def module(self, name: str) -> ModuleType:
        """Load a module of the family under its canonical name.

        Raises:
            CatalogueError: if a required package is missing, or the code fails to load.
        """
        for package in self.file.family.requires:
            if not _installed(package):
                raise CatalogueError(
                    f"the games of {self.id} need the Python package {package!r}: install it with "
                    f"'pip install {package}'"
                )
        _package(_ROOT, ())
        _package(f"{_ROOT}.{self.collection.slug}", ())
        _package(self.module_name, (self.folder,))
        try:
            return importlib.import_module(f"{self.module_name}.{name}")
        except (Exception, SystemExit) as error:
            raise file_error(
                self.folder, f"cannot be loaded: {type(error).__name__}: {error}"
            ) from error

    def load(self, game_id: str) -> Game:
        """Load a game of the family.

        Raises:
            CatalogueError: if its class is missing or is not a game.
        """
        entry = next(entry for entry in self.file.game if entry.id == game_id)
        card = next(card for card in self.cards if card.id == game_id)
        game_class = getattr(self.module(self.file.family.module), entry.class_name, None)
        if not (isinstance(game_class, type) and issubclass(game_class, Game)):
            raise file_error(
                self.folder / "game.toml",
                f"module {self.file.family.module!r} has no Game class "
                f"{entry.class_name!r} for game {game_id!r}",
            )
        try:
            return game_class(card, self.folder)
        except Exception as error:
            raise file_error(
                self.folder, f"game {game_id!r} cannot be created: {type(error).__name__}: {error}"
            ) from error

    @cached_property
    def _official(self) -> frozenset[str]:
        """The hashes of the exposure keys of the benchmark's own instances (`tools.official`)."""
        path = self.folder / OFFICIAL_TASKS
        return frozenset(path.read_text("ascii").split()) if path.is_file() else frozenset()

    def is_official(self, exposure_key: str) -> bool:
        """Return whether a task is one of the benchmark's own, as far as the family knows them."""
        return official_hash(exposure_key) in self._official

    @cached_property
    def rule_files(self) -> Mapping[str, Path]:
        """The files that determine the rules, by name.

        These are files of the family, by path in its folder, and the files of the game kit that
        ``game.toml`` names, as ``gamekit:PATH``. Files in the folders `NOT_RULES`, descriptions
        (``game.toml``, ``published.toml``, ``versions.toml``), notes (Markdown), licences and
        hidden files are not rules.
        """
        files = {p.relative_to(self.folder).as_posix(): p for p in self.folder.rglob("*")}
        found = {name: path for name, path in files.items() if _is_rule(name) and path.is_file()}
        for module in self.file.family.rules:
            found |= {
                f"gamekit:{path.relative_to(_GAMEKIT).as_posix()}": path
                for path in _of_gamekit(module)
            }
        return dict(sorted(found.items()))

    @cached_property
    def rules_hash(self) -> str:
        """Hash of the rules.

        It is the same on every system, independent of line endings and of the order of files.
        """
        digest = sha256()
        for name, path in self.rule_files.items():
            content = path.read_bytes().replace(b"\r\n", b"\n")
            digest.update(f"{name}\0{sha256(content).hexdigest()}\n".encode())
        return digest.hexdigest()


def _is_rule(name: str) -> bool:
    """Whether a file, by its path in the family's folder, is rules: code, or data it reads."""
    *folders, file = parts = name.split("/")
    if any(part.startswith(".") or part == "__pycache__" for part in parts):
        return False
    if name in _DESCRIPTIONS or file.endswith(".md") or file.startswith(("LICENCE", "LICENSE")):
        return False
    return not (folders and folders[0] in NOT_RULES)


def _of_gamekit(module: str) -> tuple[Path, ...]:
    """Return the files of a module or package of the game kit; none if it does not exist."""
    file = _GAMEKIT / f"{module}.py"
    return (file,) if file.is_file() else tuple((_GAMEKIT / module).rglob("*.py"))


def _bundled() -> Path | None:
    try:
        return bundled_collection()
    except FileNotFoundError:
        return None


def _picture_part(line: str) -> PicturePart:
    kind, _, text = line.partition(" ")
    return PicturePart(cast("PictureKind", kind), text)


def _duplicate(names: list[str]) -> str | None:
    return next((name for name in names if names.count(name) > 1), None)


def _installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except (ImportError, ValueError):  # its parent package is missing or broken
        return False


def _package(name: str, paths: tuple[Path, ...]) -> None:
    if name in sys.modules:
        return
    spec = importlib.machinery.ModuleSpec(name, None, is_package=True)
    spec.submodule_search_locations = [str(path) for path in paths]
    package = importlib.util.module_from_spec(spec)
    sys.modules[name] = package
    parent, _, child = name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], child, package)
