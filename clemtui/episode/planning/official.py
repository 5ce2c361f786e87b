"""Instances of a user's own clembench checkout: which a game has, and what a name of them means."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from clemtui.catalogue import CatalogueError
from clemtui.catalogue.checkout import Checkout
from clemtui.engine import Instance
from clemtui.episode.errors import UsageError
from clemtui.language import Sentence, translatable

_BARE_NAME = translatable(
    "there is no file '{name}'; if it is a clembench file, pass your checkout with "
    "--clembench DIR or the setting 'clembench'"
)
_LOST = translatable(
    "this instance came from the file '{name}', which is no longer known here; pass it "
    "with --instances"
)


def is_bare(name: Path) -> bool:
    """Whether it names no file that is here, and so one of a checkout."""
    path = name.expanduser()
    return path.name == str(path) and not path.exists()


def official_file(game: str, name: Path | None, clembench: Path | None) -> Path | None:
    """The instance file that was asked for: a path as it is, or a bare name in the checkout.

    Where nothing was named it is the game's usual file of the checkout; None without a checkout.

    Raises:
        UsageError: if there is no such file, no such game in the checkout, or no checkout there.
    """
    if name is not None and not is_bare(name):
        return name.expanduser()
    if clembench is None:
        if name is not None:
            raise UsageError(Sentence(_BARE_NAME, name=str(name)), field="instances")
        return None
    try:
        return Checkout.at(clembench).file(game, None if name is None else str(name))
    except CatalogueError as error:
        raise UsageError(*error.args, field="instances") from None


def official_files(game: str, clembench: Path | None) -> tuple[Path, ...]:
    """The instance files that a checkout has for a game, the usual one first; none without one.

    Raises:
        UsageError: if the folder is no checkout.
    """
    if clembench is None:
        return ()
    try:
        return Checkout.at(clembench).files(game)
    except CatalogueError as error:
        raise UsageError(*error.args, field="instances") from None


def file_again(instance: Instance, clembench: Path | None) -> Path | None:
    """The file that an instance came from, where its path was not kept: None for our own ones.

    Raises:
        UsageError: if it cannot be found again.
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
    """The instance file of each game, where there is another than the bundled ones.

    Raises:
        UsageError: see `official_file`.
    """
    found = {game: official_file(game, name, clembench) for game in games}
    return {game: path for game, path in found.items() if path is not None}
