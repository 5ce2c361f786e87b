"""Collections and their families: reading ``game.toml`` and loading a family's code.

A collection is a folder laid out like this repository: ``games/<family>/`` and
``locales/<language>/<family>.toml``. A family's code is loaded under one canonical module name,
made here and nowhere else, so that no class of it exists twice.
"""

from __future__ import annotations

import importlib
import importlib.machinery
import importlib.util
import os
import sys
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Annotated

import tomli

from clemtui.catalogue.errors import CatalogueError, in_file, not_as_declared
from clemtui.engine import Game, GameCard, Seat
from clemtui.resources import bundled_collection
from clemtui.strict import KEY, NotAsDeclared, matching, not_empty, read

_ROOT = "clemtui_collections"
_NOT_RULES = frozenset({"tests", "tools", "instances"})


_Id = Annotated[
    str, matching("[a-z][a-z0-9_]*", "must be small letters, digits and _, a letter first")
]


@dataclass(frozen=True)
class SeatEntry:
    """A seat as ``game.toml`` declares it."""

    name: str
    role: str
    service: bool = False


@dataclass(frozen=True)
class GameEntry:
    """A ``[[game]]`` of ``game.toml``."""

    id: _Id
    class_name: str = field(metadata={KEY: "class"})
    version: str
    seats: Annotated[tuple[SeatEntry, ...], not_empty]
    aids: tuple[str, ...] = ()
    chance: float | None = None


@dataclass(frozen=True)
class FamilyEntry:
    """The ``[family]`` of ``game.toml``."""

    id: _Id
    module: str = "game"
    not_rules: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()


@dataclass(frozen=True)
class FamilyFile:
    """A whole ``game.toml``."""

    family: FamilyEntry
    game: Annotated[tuple[GameEntry, ...], not_empty]


@dataclass(frozen=True)
class Collection:
    """A folder with ``games/`` and ``locales/``. ``slug`` names it in module names."""

    path: Path
    slug: str

    @classmethod
    def at(cls, path: Path) -> Collection:
        """The collection in a folder. Its slug depends on the folder alone, so that its games are
        loaded once, by whatever way the folder was named.

        Raises:
            CatalogueError: if the folder has no ``games`` folder.
        """
        path = path.expanduser().resolve()
        if not (path / "games").is_dir():
            raise CatalogueError(
                f"{path} is no collection: it needs a folder 'games' with one folder per family"
            )
        if path == _bundled():
            return cls(path, "bundled")
        return cls(path, "c" + sha256(os.fsencode(path)).hexdigest()[:12])

    def folders(self) -> tuple[Path, ...]:
        """The folders of its families, by name."""
        return tuple(sorted(p.parent for p in (self.path / "games").glob("*/game.toml")))


@dataclass(frozen=True)
class Family:
    """A family of games as its ``game.toml`` describes it; its code is loaded on first use."""

    collection: Collection
    folder: Path
    file: FamilyFile

    @classmethod
    def read(cls, collection: Collection, folder: Path) -> Family:
        """Read ``game.toml`` of a folder.

        Raises:
            CatalogueError: if it cannot be read or says something unknown.
        """
        path = folder / "game.toml"
        try:
            file = read(FamilyFile, tomli.loads(path.read_text("utf-8")))
        except NotAsDeclared as error:
            raise not_as_declared(path, error) from None
        except (tomli.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
            raise in_file(path, str(error)) from None
        if file.family.id != folder.name:
            raise in_file(path, f"the family is called {file.family.id!r}, its folder is not")
        twice = _twice([entry.id for entry in file.game])
        if twice:
            raise in_file(path, f"two of its games are called {twice!r}")
        for entry in file.game:
            twice = _twice([seat.name for seat in entry.seats])
            if twice:
                raise in_file(path, f"two seats of {entry.id!r} are called {twice!r}")
        return cls(collection, folder, file)

    @property
    def id(self) -> str:
        """The family's id, which is the name of its folder."""
        return self.file.family.id

    @property
    def cards(self) -> tuple[GameCard, ...]:
        """What is known of its games without loading code."""
        return tuple(
            GameCard(
                id=entry.id,
                family=self.id,
                version=entry.version,
                seats=tuple(Seat(seat.name, seat.role, seat.service) for seat in entry.seats),
                aids=entry.aids,
                requires=self.file.family.requires,
                chance=entry.chance,
            )
            for entry in self.file.game
        )

    @property
    def module_name(self) -> str:
        """The canonical name of the family's package."""
        return f"{_ROOT}.{self.collection.slug}.{self.id}"

    def module(self, name: str) -> ModuleType:
        """A module of the family, loaded under its canonical name.

        Raises:
            CatalogueError: if a package that it requires is missing, or its code fails to load.
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
            raise in_file(
                self.folder, f"cannot be loaded: {type(error).__name__}: {error}"
            ) from error

    def load(self, game_id: str) -> Game:
        """The game of that id.

        Raises:
            CatalogueError: if its class is missing or is no game.
        """
        entry = next(entry for entry in self.file.game if entry.id == game_id)
        card = next(card for card in self.cards if card.id == game_id)
        game_class = getattr(self.module(self.file.family.module), entry.class_name, None)
        if not (isinstance(game_class, type) and issubclass(game_class, Game)):
            raise in_file(
                self.folder / "game.toml",
                f"class {entry.class_name!r} of game {game_id!r} is no Game in module "
                f"{self.file.family.module!r}",
            )
        try:
            return game_class(card, self.folder)
        except Exception as error:
            raise in_file(
                self.folder, f"game {game_id!r} cannot be made: {type(error).__name__}: {error}"
            ) from error

    @cached_property
    def rules_hash(self) -> str:
        """Hash of all that decides what the rules do: code and data, not tests, tools, instances,
        hidden files, notes (Markdown) and the files that ``game.toml`` lists as ``not_rules``.

        The same on every system: independent of line endings and of how files are listed.
        """
        files = {p.relative_to(self.folder).as_posix(): p for p in self.folder.rglob("*")}
        digest = sha256()
        for name, path in sorted(files.items()):
            if path.is_file() and self._is_rule(name):
                content = path.read_bytes().replace(b"\r\n", b"\n")
                digest.update(f"{name}\0{sha256(content).hexdigest()}\n".encode())
        return digest.hexdigest()

    def _is_rule(self, name: str) -> bool:
        top, *_ = parts = name.split("/")
        if top in _NOT_RULES or any(p.startswith(".") or p == "__pycache__" for p in parts):
            return False
        code_or_data = name.endswith(".py") or (top == "data" and not name.endswith(".md"))
        not_rules = self.file.family.not_rules
        return code_or_data and not any(fnmatchcase(name, each) for each in not_rules)


def _bundled() -> Path | None:
    try:
        return bundled_collection()
    except FileNotFoundError:
        return None


def _twice(names: list[str]) -> str | None:
    return next((name for name in names if names.count(name) > 1), None)


def _installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except (ImportError, ValueError):  # the package around it is missing or broken
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
