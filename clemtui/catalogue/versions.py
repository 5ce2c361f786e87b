"""Read a family's ``versions.toml``: the rules hashes of each version of its games.

A version may have several hashes, each with the reason why it was pinned: renaming or moving a file
changes the hash but not the game. The last hash of a version is the newest. Results under any of
them are results of the same rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from clemtui.catalogue.errors import file_error
from clemtui.files import NotTOML, parse_toml, read_text

FILE = "versions.toml"

Versions = Mapping[str, Mapping[str, Mapping[str, str]]]
"""Reasons by game, version and rules hash."""


def pinned(folder: Path) -> Versions:
    """Return the pinned hashes for the games of a family; empty if the file is missing.

    Raises:
        CatalogueError: if the file cannot be read.
    """
    path = folder / FILE
    if not path.exists():
        return {}
    try:
        found: Mapping[str, Any] = parse_toml(read_text(path, "utf-8"))
    except (NotTOML, UnicodeDecodeError, OSError) as error:
        raise file_error(path, str(error)) from None
    for game, versions in found.items():
        named = isinstance(versions, dict) and all(isinstance(v, dict) for v in versions.values())
        if not named:
            raise file_error(path, f"{game}: each version must be a table of hashes and reasons")
    return found


def newest_hashes(versions: Versions) -> Mapping[tuple[str, str], str]:
    """Map every pinned hash to the newest one of its version.

    The keys are pairs of scorer (``game:version``) and hash.
    """
    return {
        (f"{game}:{version}", each): list(hashes)[-1]
        for game, of_game in versions.items()
        for version, hashes in of_game.items()
        for each in hashes
    }
