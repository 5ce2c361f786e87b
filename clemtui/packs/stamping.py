"""Stamp a pack: record in it the hashes of the English entries that its own were made from."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from clemtui.catalogue.comparison import compare
from clemtui.catalogue.errors import CatalogueError, file_error
from clemtui.catalogue.packs import SOURCE_LANGUAGE, Pack
from clemtui.packs.text import CannotEdit, set_values


@dataclass(frozen=True, slots=True)
class Stamped:
    """The result of stamping a pack.

    Attributes:
        entries: entries that were newly stamped.
        stale: entries that are still stale.
        open: entries that cannot be stamped because they are missing or empty.
    """

    path: Path
    entries: tuple[str, ...]
    stale: tuple[str, ...]
    open: tuple[str, ...]


class UnknownEntry(CatalogueError):
    """An entry that was named for stamping does not exist."""


def english_pack_path(path: Path) -> Path:
    """Return the path of the English pack that a pack is made from."""
    return path.parent.parent / SOURCE_LANGUAGE / path.name


def stamp(path: Path, *, only: Collection[str] = (), everything: bool = False) -> Stamped:
    """Stamp the entries of a pack that have no stamp yet; or ``only`` some, or ``everything``.

    A stale entry is stamped only on request, because a stamp says that someone has checked its
    translation again.

    Raises:
        UnknownEntry: if a given entry does not exist.
        CatalogueError: if a pack cannot be read, it is the English one, or a given entry cannot be
            stamped.
    """
    path = path.absolute()
    pack = Pack.read(path.stem, path)
    if pack.language == SOURCE_LANGUAGE:
        raise CatalogueError(f"{path} is the English pack: only translations can be stamped")
    source = Pack.read(path.stem, english_pack_path(path))
    wanted, stamps = pack.needed(source), pack.file.source
    found = list(compare(pack, source))
    waiting = [each.entry for each in found if each.kind in ("missing", "empty")]
    for id in only:
        if id not in wanted:
            raise UnknownEntry(f"{path}: no entry {id!r} to stamp")
        if id in waiting:
            raise CatalogueError(f"{path}: {id} is not translated yet, so it cannot be stamped")
    fresh = {id for id in wanted if id in stamps and stamps[id] == wanted[id]}
    unstamped = {each.entry for each in found if each.kind == "unstamped"}
    chosen = set(only) or (wanted.keys() - set(waiting) if everything else unstamped)
    kept = {id: stamp for id, stamp in stamps.items() if id in wanted and id not in waiting}
    made = kept | {id: wanted[id] for id in chosen}
    if made != stamps:
        text = path.read_bytes().decode()
        try:
            stamped = set_values(text, "source", dict(sorted(made.items())))
        except CannotEdit as error:
            raise file_error(path, str(error)) from None
        path.write_bytes(stamped.encode())
    stale = sorted(id for id in made if made[id] != wanted[id])
    return Stamped(path, tuple(sorted(chosen - fresh)), tuple(stale), tuple(sorted(waiting)))
