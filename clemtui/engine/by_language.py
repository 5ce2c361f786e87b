"""Data of a game by language: a folder with one TOML file per language."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


class ByLanguage(Mapping[str, T]):
    """A mapping from each language to what ``make`` builds from ``<language>.toml``, sorted by
    language.

    The file names alone determine which languages exist. Each file is read once, on first access; a
    language without a file raises `KeyError`.
    """

    def __init__(self, folder: Path, make: Callable[[Mapping[str, Any]], T]) -> None:
        self._folder = folder
        self._make = make
        self._made: dict[str, T] = {}

    def __getitem__(self, language: str) -> T:
        if language not in self._made:
            table = tomllib.loads(self._files[language].read_text("utf-8"))
            self._made[language] = self._make(table)
        return self._made[language]

    def __contains__(self, language: object) -> bool:
        return language in self._files

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)

    @cached_property
    def _files(self) -> Mapping[str, Path]:
        return {path.stem: path for path in sorted(self._folder.glob("*.toml"))}
