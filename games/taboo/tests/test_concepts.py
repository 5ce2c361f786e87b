"""The shipped instances: the same concepts in every language."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.engine import NO_EQUIVALENT, TextPolicy, UnreadableInstances
from games.taboo.tools import choose_concepts

LANGUAGES = ("ar", "de", "en", "fr", "it", "ja", "pt-BR", "ru", "te", "tk", "tr", "zh")


def policy_of(language: str) -> TextPolicy:
    return open_catalogue().packs("taboo")[language].texts.policy


def rules_of(load: Any, language: str) -> Any:
    return load("words").rules_for(language, policy_of(language))


def played(load: Any, language: str) -> dict[str, Any]:
    """Return the words of the chosen concepts for which the language has words."""
    concepts = load("tools.concepts")
    words = concepts.words(language)
    chosen = [concept for band in concepts.chosen().values() for concept in band]
    return {each: words[each] for each in chosen if isinstance(words[each], concepts.Words)}


def test_every_prompt_language_has_words(load: Any) -> None:
    assert load("tools.concepts").languages() == LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shipped_file_is_made_of_the_concepts(load: Any, family: Path, language: str) -> None:
    path = family / "instances" / f"{language}.json"
    assert path.read_text(encoding="utf-8") == load("tools.concepts").shipped(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_shipped_files_hold_no_prompts(load: Any, language: str) -> None:
    for experiment in load("tools.concepts").instance_file(language)["experiments"]:
        assert experiment.keys() == {"name", "language", "max_turns", "game_instances"}
        for task in experiment["game_instances"]:
            words = {"target_word", "related_word"}
            assert task.keys() - {"game_id", "task"} in (words, {NO_EQUIVALENT})


@pytest.mark.parametrize("language", LANGUAGES)
def test_instance_k_is_the_same_concept_in_every_language(load: Any, language: str) -> None:
    concepts = load("tools.concepts")

    def tasks(tag: str) -> list[list[str]]:
        file = concepts.instance_file(tag)
        return [[i["task"] for i in each["game_instances"]] for each in file["experiments"]]

    english, other = tasks("en"), tasks(language)
    assert [len(band) for band in english] == [20, 20, 20]
    if language in concepts.WITHOUT_FREQUENCIES:
        english = [[task for band in english for task in band]]
    assert other == english


def test_a_task_name_does_not_reveal_the_word(load: Any) -> None:
    for concept in load("tools.concepts").concepts():
        assert concept not in load("tools.concepts").task_name(concept).rpartition(":")[2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_a_line_for_every_concept(load: Any, language: str) -> None:
    concepts = load("tools.concepts")
    words = concepts.words(language)
    assert list(words) == list(concepts.concepts())
    for found in words.values():
        if isinstance(found, concepts.Words):
            assert len(set(found.related)) == 3
            assert all(each and each == each.strip() for each in (found.target, *found.related))
        else:
            assert found.reason


@pytest.mark.parametrize("language", LANGUAGES)
def test_related_words_are_no_forms_of_the_target_or_of_each_other(
    load: Any, language: str
) -> None:
    rules = rules_of(load, language)
    clashes = [
        (concept, one, other)
        for concept, words in played(load, language).items()
        for one, other in permutations((words.target, *words.related), 2)
        if rules.check(f"CLUE: {one}", other, ()) is not None
    ]
    assert clashes == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_forbidden_words_lose_and_the_target_wins(load: Any, language: str) -> None:
    rules = rules_of(load, language)
    for words in played(load, language).values():
        for said in (words.target, *words.related):
            violation = rules.check(f"CLUE: {said}", words.target, words.related)
            assert violation is not None, said
            assert violation.forbidden == said
        assert rules.is_correct(f"GUESS: {words.target}", words.target.lower())
        assert not rules.is_correct(f"GUESS: {words.related[0]}", words.target)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_target_is_played_twice(load: Any, language: str) -> None:
    key = policy_of(language).key
    targets = [key(words.target) for words in played(load, language).values()]
    assert len(set(targets)) == len(targets) >= 55


def test_each_concept_is_in_the_same_band_in_every_language(load: Any) -> None:
    """Checked against the published frequencies, not trusting the tool that chose the concepts."""
    concepts = load("tools.concepts")
    header, *rows = concepts._rows(concepts.DATA / "frequencies.tsv")
    table = {
        concept: dict(zip(header[1:], map(int, values), strict=True)) for concept, *values in rows
    }
    assert set(header[1:]) == set(LANGUAGES) - concepts.WITHOUT_FREQUENCIES
    inside = choose_concepts.adjusted(table)
    for band, chosen in concepts.chosen().items():
        least, most = choose_concepts.BAND_LIMITS[band]
        for concept in chosen:
            assert all(least < each < most for each in inside[concept].values()), concept


def test_a_language_without_frequencies_has_no_bands(load: Any) -> None:
    for language in ("te", "tk"):
        (experiment,) = open_catalogue().experiments("taboo", language)
        assert experiment.name == "unbanded"
    names = [each.name for each in open_catalogue().experiments("taboo", "it")]
    assert names == ["high", "medium", "low"]


def test_instances_without_an_equivalent_are_marked_and_not_played(load: Any) -> None:
    concepts = load("tools.concepts")
    file = concepts.instance_file("te")
    (missing,) = (
        each for each in file["experiments"][0]["game_instances"] if NO_EQUIVALENT in each
    )
    assert missing["task"] == concepts.task_name("beaver")
    assert "target_word" not in missing
    (experiment,) = open_catalogue().experiments("taboo", "te")
    numbers = [each.game_id for each in experiment.instances]
    assert missing["game_id"] not in numbers
    assert len(numbers) == 59
    (without,) = experiment.without
    assert (without.game_id, without.task) == (missing["game_id"], missing["task"])
    assert without.reason == missing[NO_EQUIVALENT]


def test_the_task_is_the_same_in_every_language() -> None:
    found = {
        language: open_catalogue().experiments("taboo", language)[0].instances[0].task_key
        for language in LANGUAGES
    }
    assert len(set(found.values())) == 1


def test_a_language_without_word_rules_is_refused() -> None:
    game = open_catalogue().game("taboo")
    task = {"game_id": 0, "target_word": "talo", "related_word": ["a", "b", "c"]}
    document = {
        "experiments": [
            {"name": "x", "language": "fi", "max_turns": 3, "game_instances": [task]},
        ]
    }
    with pytest.raises(UnreadableInstances, match="no word rules for 'fi'"):
        game.read(document, "x.json")
