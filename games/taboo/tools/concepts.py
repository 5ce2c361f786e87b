"""The instances that come with the game: the same concepts in every language.

``data/concepts.tsv`` lists concepts, each by an English word and what is meant by it;
``data/concepts/<language>.tsv`` has the word of the language and three related words, chosen in
that language; ``data/chosen.tsv`` says which concepts are played, and in which band of frequency
their words lie in every language whose frequencies are known. Instance *k* is the same concept
everywhere.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from clemtui.engine import NO_EQUIVALENT, sha256

DATA = Path(__file__).parent / "data"
WORDS = DATA / "concepts"
BANDS: Final = ("high", "medium", "low")
UNBANDED: Final = "unbanded"
"""The experiment of a language whose word frequencies nobody knows: all bands together."""
WITHOUT_FREQUENCIES: Final = frozenset({"te", "tk"})
MAX_TURNS: Final = 3

_NONE = "-"


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a language for a concept: what is described and what may not be said."""

    target: str
    related: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoWord:
    """A language has no single everyday word for a concept; ``reason`` says why, in English."""

    reason: str


@cache
def languages() -> tuple[str, ...]:
    """The languages that have words for the concepts."""
    return tuple(sorted(path.stem for path in WORDS.glob("*.tsv")))


@cache
def concepts() -> Mapping[str, str]:
    """What is meant by each concept; empty where the English word says it."""
    return dict(_rows(DATA / "concepts.tsv"))


@cache
def words(language: str) -> Mapping[str, Words | NoWord]:
    """The words of a language, by concept.

    Raises:
        FileNotFoundError: there are none.
    """
    found: dict[str, Words | NoWord] = {}
    for concept, word, *others in _rows(WORDS / f"{language}.tsv"):
        found[concept] = NoWord(others[0]) if word == _NONE else Words(word, tuple(others))
    return found


@cache
def chosen() -> Mapping[str, tuple[str, ...]]:
    """The concepts that are played, by band, in the order of their instances."""
    rows = _rows(DATA / "chosen.tsv")
    return {band: tuple(concept for at, concept in rows if at == band) for band in BANDS}


def task_name(concept: str) -> str:
    """Names a task in every language: whoever has met the concept knows it in each. By a digest,
    because who plays may come across the name."""
    return f"taboo:concept:{sha256(concept)[:12]}"


def instance_file(language: str) -> dict[str, Any]:
    """The instance file of a language: an experiment for each band, or a single one where the
    frequencies of its words are not known.

    Raises:
        FileNotFoundError: there are no words for the language.
    """
    groups = chosen()
    if language in WITHOUT_FREQUENCIES:
        groups = {UNBANDED: tuple(concept for band in BANDS for concept in groups[band])}
    return {
        "experiments": [
            {
                "name": name,
                "language": language,
                "max_turns": MAX_TURNS,
                "game_instances": [
                    _instance(language, concept, number) for number, concept in enumerate(group)
                ],
            }
            for name, group in groups.items()
        ]
    }


def shipped(language: str) -> str:
    """The text of the shipped instance file of a language."""
    return json.dumps(instance_file(language), ensure_ascii=False, indent=1) + "\n"


def _instance(language: str, concept: str, number: int) -> dict[str, Any]:
    task = {"game_id": number, "task": task_name(concept)}
    found = words(language)[concept]
    if isinstance(found, NoWord):
        return task | {NO_EQUIVALENT: found.reason}
    return task | {"target_word": found.target, "related_word": list(found.related)}


def _rows(path: Path) -> list[list[str]]:
    lines = path.read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]
