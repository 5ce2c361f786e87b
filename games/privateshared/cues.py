"""Reading a question: which line of the sheet it is about."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

DATA = Path(__file__).resolve().parent / "data"
LANGUAGES = tuple(sorted(path.stem for path in (DATA / "cues").glob("*.toml")))
_WITHOUT_BLANKS = frozenset({"ja", "zh"})
"""Languages whose words nothing separates: a cue is looked for anywhere."""


@lru_cache(maxsize=16)
def _cues(language: str) -> Mapping[str, tuple[str, ...]]:
    found = tomllib.loads((DATA / "cues" / f"{language}.toml").read_text("utf-8"))
    return {name.casefold(): tuple(cues) for name, cues in found.items()}


@lru_cache(maxsize=2048)
def _pattern(cue: str, language: str, *, whole: bool) -> re.Pattern[str]:
    if language in _WITHOUT_BLANKS:
        return re.compile(re.escape(cue.casefold()))
    return re.compile(rf"\b{re.escape(cue.casefold())}" + (r"\b" if whole else ""))


def topic(question: str, names: Iterable[str], language: str) -> str:
    """The name of the line that a question is about: that of which most is found in it.

    A line is known by its name, as a word of the question, and by the cues of the language. Where
    two are found alike, the first is meant; so it is where none is.
    """
    text = question.casefold()
    cues = _cues(language)

    def found(name: str) -> int:
        own = len(name) if _pattern(name, language, whole=True).search(text) else 0
        others = cues.get(name.casefold(), ())
        return own + sum(
            len(cue) for cue in others if _pattern(cue, language, whole=False).search(text)
        )

    return max(names, key=found)
