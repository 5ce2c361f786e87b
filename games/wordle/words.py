"""The accepted words of each language, and the files that hold them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

DATA = Path(__file__).resolve().parent / "data"
_WORDS = "_words.txt"

LANGUAGES = tuple(sorted(path.name.removesuffix(_WORDS) for path in DATA.glob(f"*{_WORDS}")))
"""The languages that the game is played in: they are told by the files alone."""


def words_file(language: str) -> str:
    """Name of the file in the data folder that lists the accepted words of a language."""
    return f"{language}{_WORDS}"


@cache
def accepted_words(language: str) -> tuple[str, ...]:
    """The words that a guess may be, in the order of their file.

    Raises:
        FileNotFoundError: there is no list for the language.
    """
    return tuple((DATA / words_file(language)).read_text("utf-8").split())


def task_name(language: str, target: str) -> str:
    """Names a task in all games of the family: whoever has met the word knows it in each."""
    return f"wordle:{language}:{target}"
