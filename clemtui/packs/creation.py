"""Create new language packs, and stamp finished ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from clemtui.catalogue import CatalogueError, Collection, NotACollection, Pack
from clemtui.catalogue.packs import SOURCE_LANGUAGE
from clemtui.engine import base_language
from clemtui.episode.errors import PlayError, UsageError
from clemtui.language import UnknownLanguage
from clemtui.language.catalogues import DOMAIN, parse_tag, tag_of
from clemtui.language.update import extract_catalogue, updated
from clemtui.packs.drafting import add_missing, draft, draft_words
from clemtui.packs.listing import check_known
from clemtui.packs.stamping import Stamped, UnknownEntry, english_pack_path, stamp
from clemtui.resources import bundled_collection

_PRIVATE = re.compile(r"x(-[a-z0-9]{1,8})+")
"""The private-use part of a language tag, as defined in BCP 47."""

_USUAL_POLICY = "unicode"

Made = Literal["written", "added to", "complete"]


@dataclass(frozen=True, slots=True)
class FileChange:
    """What was done with a file.

    Attributes:
        entries: what was added to an existing file.
    """

    path: Path
    made: Made
    entries: tuple[str, ...] = ()


def check_new(language: str) -> None:
    """Check that a tag can name a new language or paraphrase.

    Raises:
        UsageError: if it is not a valid tag, is not in the usual spelling, or is the source's own.
    """
    base, _, part = language.partition("-x-")
    try:
        usual = tag_of(parse_tag(base))
    except UnknownLanguage:
        raise UsageError(
            f"{language!r} is not a language tag; examples are 'es', 'pt-BR' and, for a "
            "paraphrase, 'en-x-mine'"
        ) from None
    if usual != base:
        raise UsageError(
            f"write {usual!r} instead of {base!r}: the tag names a folder and is recorded"
        )
    if (part or language.endswith("-x-")) and not _PRIVATE.fullmatch(f"x-{part}"):
        raise UsageError(
            f"{language!r} is not a language tag: after '-x-', use groups of up to eight "
            "lower-case letters and digits, separated by hyphens"
        )
    if language == SOURCE_LANGUAGE:
        raise UsageError("the English packs are the source of all others; choose another tag")


def create_packs(
    language: str,
    family: str | None = None,
    collection: Path | None = None,
    *,
    interface_only: bool = False,
) -> Iterator[FileChange]:
    """Write the missing packs of a language, and add what is missing to the others.

    Existing text is not changed. In the bundled collection, the catalogue of the interface is
    created as well.

    Args:
        interface_only: create missing packs with labels for people only.

    Raises:
        UsageError: if the tag or family is unknown, or a paraphrase is to have labels for people.
        PlayError: if the collection cannot be used or written to.
    """
    check_new(language)
    if interface_only and language != base_language(language):
        raise UsageError(f"{language!r} is a paraphrase of a language: it has no labels for people")
    folder = _collection(collection) / "locales"
    sources = sorted((folder / SOURCE_LANGUAGE).glob("*.toml"))
    if not sources:
        raise PlayError(f"no English packs in {folder / SOURCE_LANGUAGE}: create them first")
    check_known("family with an English pack", [family], (p.stem for p in sources))
    policy = None if interface_only else _policy(folder, language)
    for source in sources:
        if family in (None, source.stem):
            try:
                yield _pack(source, folder / language / source.name, language, policy)
            except CatalogueError as error:
                raise PlayError(*error.args) from None
    if folder.parent == bundled_collection() and base_language(language) == language:
        yield from _interface(folder, language)


def _pack(source: Path, path: Path, language: str, policy: str | None) -> FileChange:
    """Create a pack, or add to it; without a policy, a new one has labels for people only."""
    if not path.exists():
        begun = draft_words(source, language) if policy is None else draft(source, language, policy)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(begun.encode())
        return FileChange(path, "written")
    text, entries = add_missing(path)
    if not entries:
        return FileChange(path, "complete")
    path.write_bytes(text.encode())
    return FileChange(path, "added to", entries)


def _interface(folder: Path, language: str) -> Iterator[FileChange]:
    path = folder / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        path.write_bytes(updated(path, extract_catalogue(folder.parent)))
        yield FileChange(path, "written")


def _collection(named: Path | None) -> Path:
    """Return the collection to write to.

    Raises:
        UsageError: if it is not a collection.
        PlayError: if it comes with an installed program.
    """
    if named is not None:
        try:
            return Collection.at(named).path
        except NotACollection as error:
            raise UsageError(*error.args) from None
    bundled = bundled_collection()
    if not (bundled / "babel.cfg").is_file():
        raise PlayError(
            "packs of the bundled games can only be written in a checkout of clemtui's "
            "repository; for your own games, use --collection DIR"
        )
    return bundled


def _policy(folder: Path, language: str) -> str:
    """Return the text policy of the language's other packs, or of its base language's."""
    for tag in (language, base_language(language)):
        for path in sorted((folder / tag).glob("*.toml")):
            try:
                pack = Pack.read(path.stem, path)
            except CatalogueError:
                continue  # another pack may be valid; `check` reports this one
            if not pack.interface_only:
                return pack.file.policy
    return _USUAL_POLICY


def stamp_packs(
    files: Iterable[Path], *, only: tuple[str, ...] = (), everything: bool = False
) -> Iterator[Stamped]:
    """Stamp packs one after another: see `stamp`.

    Raises:
        UsageError: if a given entry does not exist.
        PlayError: if a pack cannot be read or is the English one, or an entry is not translated.
    """
    for path in files:
        if not english_pack_path(path.absolute()).is_file():
            raise PlayError(f"no English pack for {path}: {english_pack_path(path)} not found")
        try:
            yield stamp(path, only=only, everything=everything)
        except UnknownEntry as error:
            raise UsageError(*error.args) from None
        except CatalogueError as error:
            raise PlayError(*error.args) from None
