"""Instance files of the reference and our own: what is read, and what is rejected."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clemtui.catalogue import CatalogueError, open_catalogue
from clemtui.engine import Experiment, UnreadableInstances
from tests.support.episodes import Episode

FILES = ("instances.json", "instances_v2.0.json")


def read(path: Path) -> tuple[Experiment, ...]:
    return open_catalogue().read_instances("taboo", path)


@pytest.fixture
def official(shared: Path) -> Path:
    return shared / "clembench" / "taboo" / "in"


@pytest.mark.parametrize("file", FILES)
def test_three_experiments_of_twenty(official: Path, file: str) -> None:
    experiments = read(official / file)
    assert [(e.name, len(e.instances)) for e in experiments] == [
        ("high_en", 20),
        ("medium_en", 20),
        ("low_en", 20),
    ]
    for instance in (one for e in experiments for one in e.instances):
        assert (instance.origin, instance.language) == ("official", "en")
        assert instance.parameters == {"max_turns": 3}
        assert len(instance.data["related_word"]) == 3


def test_the_prompts_are_the_references_own_byte_for_byte(official: Path) -> None:
    raw = json.loads((official / "instances.json").read_text("utf-8"))["experiments"][0]
    catalogue = open_catalogue()
    instance = read(official / "instances.json")[0].instances[0]
    played = Episode(catalogue.game("taboo"), instance, catalogue.texts(instance, None))
    assert played.said == (
        raw["describer_initial_prompt"]
        .replace("$TARGET_WORD$", "away")
        .replace("$REL_WORD$", "- gone\n- distance\n- here")
        .replace("$N$", "3")
    )
    played.say("CLUE: x")
    assert played.said == raw["guesser_initial_prompt"].replace("$N$", "3") + "\n\nCLUE: x"


def test_official_instances_are_in_english_only(official: Path) -> None:
    instance = read(official / "instances.json")[0].instances[0]
    with pytest.raises(CatalogueError, match="cannot be played in 'de'"):
        open_catalogue().texts(instance, "de")


# Broken files: each change breaks a valid file in one place.

Change = Callable[[dict[str, Any]], object]


def own_file() -> dict[str, Any]:
    path = open_catalogue().family("taboo").folder / "instances" / "en.json"
    document: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return document


def refused(document: dict[str, Any], change: Change, message: str) -> None:
    document = copy.deepcopy(document)
    change(document["experiments"][0])
    with pytest.raises(UnreadableInstances, match=re.escape(message)):
        open_catalogue().game("taboo").read(document, "file.json")


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({}, "'experiments' is missing"),
        ({"experiments": {}}, "'experiments' must be a list, not {}"),
        ({"experiments": []}, "'experiments' is empty"),
        ({"experiments": [1]}, "each item of 'experiments' must be an object, not 1"),
        ({"experiments": [{}]}, "'name' is missing"),
    ],
)
def test_documents_that_are_not_instance_files(document: dict[str, Any], message: str) -> None:
    with pytest.raises(UnreadableInstances, match=re.escape(message)):
        open_catalogue().game("taboo").read(document, "file.json")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda e: e.pop("language"), "experiment 'high': 'language' is missing"),
        (lambda e: e.update(language="fi"), "no word rules for 'fi'; available: en, de"),
        (lambda e: e.update(max_turns=0), "'max_turns' must be at least 1"),
        (lambda e: e.update(max_turns="3"), "'max_turns' must be an integer, not '3'"),
        (lambda e: e.update(game_instances=[]), "'game_instances' is empty"),
        (
            lambda e: e["game_instances"].append("x"),
            "each item of 'game_instances' must be an object",
        ),
        (lambda e: e["game_instances"][0].pop("game_id"), "'game_id' is missing"),
        (
            lambda e: e["game_instances"][0].update(target_word=5),
            "'target_word' must be a string, not 5",
        ),
        (
            lambda e: e["game_instances"][0].update(related_word="water"),
            "'related_word' must be a list, not 'water'",
        ),
        (lambda e: e["game_instances"][0].update(related_word=[]), "'related_word' is empty"),
        (
            lambda e: e["game_instances"][0].update(related_word=["a", None]),
            "each item of 'related_word' must be a string, not None",
        ),
        (
            lambda e: e["game_instances"][0].update(target_word=""),
            "game id 0: a word is empty",
        ),
    ],
)
def test_errors_in_our_own_files_are_reported(change: Change, message: str) -> None:
    refused(own_file(), change, message)


def test_an_official_file_needs_both_prompts(official: Path) -> None:
    document = json.loads((official / "instances.json").read_text("utf-8"))
    refused(
        document,
        lambda e: e.pop("guesser_initial_prompt"),
        "experiment 'high_en': 'guesser_initial_prompt' is missing",
    )


def test_our_english_prompts_copy_no_sentence_of_the_reference(official: Path) -> None:
    """No run of more than six words is copied from the reference."""
    raw = json.loads((official / "instances.json").read_text("utf-8"))["experiments"][0]
    theirs = [raw["describer_initial_prompt"], raw["guesser_initial_prompt"]]
    known = {run for text in theirs for run in runs(text)}
    for template in open_catalogue().packs("taboo")["en"].texts.prompts.values():
        assert not known & set(runs(template))


def runs(text: str) -> list[tuple[str, ...]]:
    words = re.findall(r"\w+", text.lower())
    return [tuple(words[i : i + 7]) for i in range(len(words) - 6)]
