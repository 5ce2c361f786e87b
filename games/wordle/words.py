"""The accepted words of each language, and the files they are stored in."""

from __future__ import annotations

from functools import cache
from pathlib import Path

DATA = Path(__file__).resolve().parent / "data"
_WORDS = "_words.txt"

LANGUAGES = tuple(sorted(path.name.removesuffix(_WORDS) for path in DATA.glob(f"*{_WORDS}")))
"""The languages the game can be played in, determined by the files alone."""


def words_file(language: str) -> str:
    """Return the name of the file in the data folder that lists a language's accepted words."""
    return f"{language}{_WORDS}"


@cache
def accepted_words(language: str) -> tuple[str, ...]:
    """Return the words allowed as guesses, in file order.

    Raises:
        FileNotFoundError: if there is no list for the language.
    """
    return tuple((DATA / words_file(language)).read_text("utf-8").split())


def task_name(language: str, target: str) -> str:
    """Return the task's name, which is the same in all games of the family.

    A player who knows the word from one game knows it in all of them.
    """
    return f"wordle:{language}:{target}"
