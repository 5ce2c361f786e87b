"""Free-form sentences for tests of the grid games, by language.

Each file has sentences with their meaning in English, and others whose meaning cannot be known and
must not be guessed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from clemtui.engine import ByLanguage

_WIDE = "０１２３４５６７８９"
_OWN_DIGITS = {"ar": "٠١٢٣٤٥٦٧٨٩", "te": "౦౧౨౩౪౫౬౭౮౯", "ja": _WIDE, "zh": _WIDE}


class FreeSentences:
    """The sentences in a folder with a file for each language.

    Attributes:
        languages: the languages with a file.
        meant: test parameters: language, meaning, sentence.
        beyond: test parameters: language, sentence.
    """

    def __init__(self, folder: Path) -> None:
        self._tables: Mapping[str, Mapping[str, Any]] = ByLanguage(folder, dict)
        self.languages = list(self._tables)
        self.meant = [
            pytest.param(language, meaning, said, id=f"{language}-{meaning}")
            for language, table in self._tables.items()
            for meaning, said in table["meaning"].items()
        ]
        self.not_understood = [
            pytest.param(language, said, id=f"{language}-{number}")
            for language, table in self._tables.items()
            for number, said in enumerate(table["not_understood"])
        ]

    def meanings(self) -> Iterator[tuple[str, int]]:
        """Yield how many sentences with a meaning each language has."""
        return ((language, len(table["meaning"])) for language, table in self._tables.items())


def in_own_digits(text: str, language: str) -> str:
    """Return a text with the digits of the language's own script, if it has any."""
    digits = _OWN_DIGITS.get(language, "0123456789")
    return text.translate(str.maketrans("0123456789", digits))
