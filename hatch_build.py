"""The build hook: compiles the interface catalogues and bundles the collection.

A wheel contains `games/`, `locales/` and `sessions/` inside the package, as data. They are added
file by file, and only to a real wheel: an editable install reads them from the checkout, where a
copy would silently go stale.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel.messages.catalog import Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COLLECTION = ("games", "locales", "sessions")
#: Must equal `clemtui.resources.INSTALLED_FOLDER`; the build cannot import the package it builds.
TARGET = "clemtui/_collection"
#: A fixed date instead of the time of compilation, so that builds are reproducible.
NO_DATE = datetime(1980, 1, 1, tzinfo=UTC)
#: Folders of a game that only a checkout needs.
EXCLUDED_FOLDERS = frozenset({"tests", "tools", "__pycache__"})
EXCLUDED_SUFFIXES = frozenset({".pyc", ".pyo", ".po"})


def compile_catalogues(root: Path) -> list[Path]:
    """Compile every `ui.po` below `root/locales` to the `ui.mo` beside it; return the latter.

    Raises:
        ValueError: if a catalogue has errors that would show in the program, such as a placeholder
            lost in translation.
    """
    compiled = []
    for source in sorted(root.glob("locales/*/LC_MESSAGES/ui.po")):
        with source.open("rb") as file:
            catalogue = read_po(file, locale=source.parts[-3].replace("-", "_"), abort_invalid=True)
        for message, errors in catalogue.check():
            raise ValueError(f"{source}: {message.id!r}: {errors[0]}")
        for message in catalogue:
            if message.id and not _is_translated(message):
                message.string = ""  # otherwise Babel compiles the English plural for a missing one
        catalogue.creation_date = catalogue.revision_date = NO_DATE
        target = source.with_suffix(".mo")
        with target.open("wb") as file:
            write_mo(file, catalogue)
        compiled.append(target)
    return compiled


def _is_translated(message: Message) -> bool:
    """Return whether every form is translated.

    Repeats `clemtui.language.update.is_translated`, which the build cannot import.
    """
    forms = [message.string] if isinstance(message.string, str) else message.string
    return all(forms or [""])


def collection_files(root: Path) -> Iterator[Path]:
    """Yield the files of the collection that belong in a wheel, in a fixed order."""
    for folder in COLLECTION:
        for path in sorted((root / folder).rglob("*")):
            parts = path.relative_to(root).parts
            hidden = any(part.startswith(".") for part in parts)
            left_out = (
                hidden or not EXCLUDED_FOLDERS.isdisjoint(parts) or path.suffix in EXCLUDED_SUFFIXES
            )
            if path.is_file() and not left_out:
                yield path


class CustomBuildHook(BuildHookInterface[Any]):
    """The build hook, under the name that Hatchling expects."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the catalogues; add the collection unless the version built is `editable`."""
        root = Path(self.root)
        compile_catalogues(root)
        if version == "editable":
            return
        for path in collection_files(root):
            inside = path.relative_to(root).as_posix()
            build_data["force_include"][str(path)] = f"{TARGET}/{inside}"
