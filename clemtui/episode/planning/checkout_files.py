"""Instance files of a user's clembench checkout."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from clemtui.catalogue import CatalogueError
from clemtui.catalogue.checkout import Checkout
from clemtui.engine import Instance
from clemtui.episode.errors import UsageError
from clemtui.language import Sentence, translatable
from clemtui.paths import absolute

_BARE_NAME = translatable(
    "file '{name}' not found; if it is a clembench file, give your checkout with --clembench "
    "DIR or the setting 'clembench'"
)
_LOST = translatable(
    "this instance came from the file '{name}', which was not found; give its path with --instances"
)


def is_bare_name(name: Path) -> bool:
    """Whether a path is a bare file name that does not exist here, and so refers to a checkout."""
    return name.name == str(name) and not absolute(name).exists()


def official_file(game: str, name: Path | None, clembench: Path | None) -> Path | None:
    """Return the instance file asked for: a path as given, or a bare name in the checkout.

    If no file is named, this is the game's default file of the checkout; None without a checkout.

    Raises:
        UsageError: if the file, the checkout, or the game in it does not exist.
    """
    if name is not None and not is_bare_name(name):
        return absolute(name)
    if clembench is None:
        if name is not None:
            raise UsageError(Sentence(_BARE_NAME, name=str(name)), field="instances")
        return None
    try:
        return Checkout.at(clembench).file(game, None if name is None else str(name))
    except CatalogueError as error:
        raise UsageError(*error.args, field="instances") from None


def official_files(game: str, clembench: Path | None) -> tuple[Path, ...]:
    """Return a checkout's instance files for a game, the default file first.

    Returns an empty tuple if there is no checkout.

    Raises:
        UsageError: if the folder is not a checkout.
    """
    if clembench is None:
        return ()
    try:
        return Checkout.at(clembench).files(game)
    except CatalogueError as error:
        raise UsageError(*error.args, field="instances") from None


def find_file_again(instance: Instance, clembench: Path | None) -> Path | None:
    """Find the file of an instance again. Returns None for a bundled or generated instance.

    The records keep the name of the file, not its path.

    Raises:
        UsageError: if the file cannot be found again.
    """
    if instance.origin in ("bundled", "generated"):
        return None
    try:
        return official_file(instance.game, Path(instance.source), clembench)
    except UsageError:
        raise UsageError(Sentence(_LOST, name=instance.source)) from None


def files_of_games(
    games: Iterable[str], name: Path | None, clembench: Path | None
) -> dict[str, Path]:
    """Return the instance file of each game that does not use its bundled instances.

    Raises:
        UsageError: see `official_file`.
    """
    found = {game: official_file(game, name, clembench) for game in games}
    return {game: path for game, path in found.items() if path is not None}
