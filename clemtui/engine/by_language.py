"""What a game knows language by language: a folder with a TOML file for each."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


class ByLanguage(Mapping[str, T]):
    """What is made of each file ``<language>.toml`` of a folder, in the order of the languages.

    Which languages there are is told by the names of the files alone. A file is read when its
    language is asked for, once; a language without a file raises `KeyError`.
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
