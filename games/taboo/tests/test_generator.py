"""Instances generated from a seed: deterministic, and fit for play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

LANGUAGES = ("en", "de")


def _instances(file: Any) -> list[Any]:
    return [one for experiment in file["experiments"] for one in experiment["game_instances"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_three_bands_of_twenty(load: Any, language: str) -> None:
    generator, relations = load("generate"), load("relations").load_relations(language)
    file = generator.generate(language, 5)
    assert [experiment["name"] for experiment in file["experiments"]] == ["high", "medium", "low"]
    ranges = []
    for experiment in file["experiments"]:
        instances = experiment["game_instances"]
        assert [instance["game_id"] for instance in instances] == list(range(20))
        assert (experiment["language"], experiment["max_turns"], experiment["seed"]) == (
            language,
            3,
            5,
        )
        counts = [relations.find(one["target_word"]).per_million for one in instances]
        assert min(counts) >= 5
        ranges.append((min(counts), max(counts)))
    assert ranges[0][0] >= ranges[1][1]
    assert ranges[1][0] >= ranges[2][1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_bands_are_equal_thirds(load: Any, language: str) -> None:
    sizes = [len(words) for words in load("generate").bands(language).values()]
    assert max(sizes) - min(sizes) <= 2
    assert min(sizes) > 1000


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_words_of_an_instance_fit_together(load: Any, language: str, seed: int) -> None:
    relations = load("relations").load_relations(language)
    stop_words = load("words").stop_words(language)
    instances = _instances(load("generate").generate(language, seed))
    assert len({instance["target_word"] for instance in instances}) == 60
    for instance in instances:
        words = [instance["target_word"], *instance["related_word"]]
        assert len(words) == 4
        assert len({relations.stem(word) for word in words}) == 4
        for word in words:
            assert word.isalpha()
            assert len(word) >= 3
            assert word.lower() not in stop_words
            assert "x" not in relations.find(word).flags


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_on_the_editors_list_are_excluded(load: Any, family: Path, language: str) -> None:
    lines = (
        (family / "generate" / "data" / f"unsuited_{language}.txt").read_text("utf-8").splitlines()
    )
    unsuited = {line for line in lines if not line.startswith("#")}
    used: set[str] = set()
    for seed in range(3):
        for instance in _instances(load("generate").generate(language, seed)):
            used |= {instance["target_word"], *instance["related_word"]}
    assert unsuited
    assert not used & unsuited


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_seed_determines_everything(load: Any, language: str) -> None:
    generator = load("generate")
    assert generator.generate(language, 3) == generator.generate(language, 3)
    assert generator.generate(language, 3) != generator.generate(language, 4)
    ones = [generator.generate_one(language, seed) for seed in range(8)]
    assert ones == [generator.generate_one(language, seed) for seed in range(8)]
    assert len({one["target_word"] for one in ones}) > 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_file_of_tasks_is_what_follows_from_the_word_relations(
    load: Any, language: str
) -> None:
    """A sample; `bash .ci/nightly` compares all."""
    tasks = load("generate.tasks")
    for words in tasks.load_bands(language).values():
        for word in [*words][::60]:
            assert tasks.suited_words(language, word) == words[word], word


@pytest.mark.nightly
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_whole_file_of_tasks_is(load: Any, language: str) -> None:
    tasks = load("generate.tasks")
    assert tasks.derive_bands(language) == tasks.load_bands(language)


def test_an_unknown_language_is_refused(load: Any) -> None:
    with pytest.raises(ValueError, match="en, de"):
        load("generate").generate("fr", 1)
