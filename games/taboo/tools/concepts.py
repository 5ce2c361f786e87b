"""The shipped instances, which use the same concepts in every language.

``data/concepts.tsv`` lists the concepts, each as an English word with its intended meaning.
``data/concepts/<language>.tsv`` has each language's word and three related words chosen in that
language. ``data/chosen.tsv`` lists the concepts that are played, with the frequency band of their
words in every language whose frequencies are known. Instance *k* is the same concept everywhere.
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
"""The experiment of a language with unknown word frequencies: all bands together."""
WITHOUT_FREQUENCIES: Final = frozenset({"te", "tk"})
MAX_TURNS: Final = 3

_NONE = "-"


@dataclass(frozen=True, slots=True)
class Words:
    """A language's words for a concept: the word to describe and the words that may not be said."""

    target: str
    related: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MissingWord:
    """A missing word: no single everyday word exists; ``reason`` explains why, in English."""

    reason: str


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that have words for the concepts."""
    return tuple(sorted(path.stem for path in WORDS.glob("*.tsv")))


@cache
def concepts() -> Mapping[str, str]:
    """Return the intended meaning of each concept; empty if the English word is clear."""
    return dict(_rows(DATA / "concepts.tsv"))


@cache
def words(language: str) -> Mapping[str, Words | MissingWord]:
    """Return the words of a language, by concept.

    Raises:
        FileNotFoundError: if there are none.
    """
    found: dict[str, Words | MissingWord] = {}
    for concept, word, *others in _rows(WORDS / f"{language}.tsv"):
        found[concept] = MissingWord(others[0]) if word == _NONE else Words(word, tuple(others))
    return found


@cache
def chosen() -> Mapping[str, tuple[str, ...]]:
    """Return the concepts that are played, by band, in the order of their instances."""
    rows = _rows(DATA / "chosen.tsv")
    return {band: tuple(concept for at, concept in rows if at == band) for band in BANDS}


def task_name(concept: str) -> str:
    """Return the task's name, which is the same in every language.

    A player who knows the concept in one language knows it in all of them. The name is a digest,
    because players may see it.
    """
    return f"taboo:concept:{sha256(concept)[:12]}"


def instance_file(language: str) -> dict[str, Any]:
    """Return the instance file of a language, with one experiment per band.

    If the frequencies of its words are unknown, there is a single experiment.

    Raises:
        FileNotFoundError: if there are no words for the language.
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
    """Return the text of the shipped instance file of a language."""
    return json.dumps(instance_file(language), ensure_ascii=False, indent=1) + "\n"


def _instance(language: str, concept: str, number: int) -> dict[str, Any]:
    task = {"game_id": number, "task": task_name(concept)}
    found = words(language)[concept]
    if isinstance(found, MissingWord):
        return task | {NO_EQUIVALENT: found.reason}
    return task | {"target_word": found.target, "related_word": list(found.related)}


def _rows(path: Path) -> list[list[str]]:
    lines = path.read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]
