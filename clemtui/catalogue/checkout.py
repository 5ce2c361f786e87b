"""Find the instance files of games in a user's own clembench checkout.

A checkout has one folder per family, possibly nested in others, with ``clemgame.json`` (the games
and the instance file of each) and the instance files in ``in/``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from clemtui.catalogue.errors import CatalogueError
from clemtui.files import read_bytes, read_text
from clemtui.language import Sentence, translatable
from clemtui.paths import absolute

_CARD = "clemgame.json"
_DEPTH = 3
"""How deep below the checkout clembench looks for games."""
_USUAL = "instances"

_NO_CHECKOUT = translatable(
    "{path} is not a clembench checkout: none of its folders contains clemgame.json"
)
_NOT_IN_IT = translatable("the clembench checkout {path} has no game '{game}'; available: {known}")
_NO_FILE = translatable(
    "the clembench checkout {path} has no file '{name}' for {game}; available: {known}"
)


@dataclass(frozen=True, slots=True)
class _Entry:
    """A game: the folder of its family, and the prefix of its instance file names."""

    folder: Path
    stem: str


@dataclass(frozen=True)
class Checkout:
    """A folder that contains clembench's games."""

    path: Path

    @classmethod
    def at(cls, path: Path) -> Checkout:
        """Return the checkout in a folder.

        Raises:
            CatalogueError: if it contains no clembench games.
        """
        checkout = cls(absolute(path))
        if not _entries(checkout.path):
            raise CatalogueError(Sentence(_NO_CHECKOUT, path=str(path)))
        return checkout

    @property
    def games(self) -> tuple[str, ...]:
        """The ids of its games."""
        return tuple(sorted(_entries(self.path)))

    def files(self, game: str) -> tuple[Path, ...]:
        """Return the instance files of a game, the default one first, without duplicates.

        Of files with equal content (the default file is a copy of some version's), the first is
        kept.
        """
        entry = _entries(self.path).get(game)
        if entry is None:
            return ()
        found = sorted(_candidates(self.path, game), key=lambda p: (p.stem != entry.stem, p.stem))
        distinct: dict[tuple[int, bytes], Path] = {}
        for path in found:
            distinct.setdefault(_content(path), path)
        return tuple(distinct.values())

    def file(self, game: str, name: str | None = None) -> Path:
        """Return a game's instance file by name, with or without ``.json``; None for the default.

        Raises:
            CatalogueError: if the game or file does not exist; the message lists those that do.
        """
        entry = _entries(self.path).get(game)
        if entry is None:
            known = ", ".join(self.games)
            raise CatalogueError(Sentence(_NOT_IN_IT, path=str(self.path), game=game, known=known))
        wanted = (name or entry.stem).removesuffix(".json")
        path = entry.folder / "in" / f"{wanted}.json"
        if Path(wanted).name != wanted or not path.is_file():
            known = ", ".join(path.stem for path in _candidates(self.path, game)) or "none"
            raise CatalogueError(
                Sentence(_NO_FILE, path=str(self.path), name=wanted, game=game, known=known)
            )
        return path


@lru_cache(maxsize=8)
def _entries(root: Path) -> dict[str, _Entry]:
    """Return the games by id. An unreadable ``clemgame.json`` is ignored."""
    found: dict[str, _Entry] = {}
    for card in _cards(root, _DEPTH):
        try:
            content = json.loads(read_text(card))
        except (OSError, ValueError, RecursionError):
            continue
        for game in content if isinstance(content, list) else [content]:
            if isinstance(game, dict) and isinstance(game.get("game_name"), str):
                stem = game.get("instances")
                stem = stem if isinstance(stem, str) and stem else _USUAL
                found.setdefault(game["game_name"], _Entry(card.parent, stem))
    return found


def _cards(folder: Path, depth: int) -> Iterator[Path]:
    if (folder / _CARD).is_file():
        yield folder / _CARD
    if not depth:
        return
    try:
        inside = sorted(each for each in folder.iterdir() if each.is_dir())
    except OSError:
        return
    for each in inside:
        if not each.name.startswith("."):
            yield from _cards(each, depth - 1)


def _candidates(root: Path, game: str) -> list[Path]:
    """List the files that start with the game's prefix, unless another game's prefix is longer."""
    entries = _entries(root)
    entry = entries[game]
    family = [other for other in entries.values() if other.folder == entry.folder]
    return [
        path
        for path in sorted((entry.folder / "in").glob("*.json"))
        if max(
            (other.stem for other in family if path.stem.startswith(other.stem)),
            key=len,
            default=None,
        )
        == entry.stem
    ]


def _content(path: Path) -> tuple[int, bytes]:
    """Return a key for comparing the content of files."""
    try:
        content = read_bytes(path)
    except OSError:
        return (-1, str(path).encode())
    return len(content), sha256(content).digest()
