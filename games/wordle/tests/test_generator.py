"""Instances generated from a seed."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from types import ModuleType

import pytest

from clemtui.catalogue import open_catalogue
from games.wordle.generate.clues import has_clues
from games.wordle.words import LANGUAGES

CLUED = tuple(language for language in LANGUAGES if has_clues(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shipped_files_are_what_the_generator_makes(
    generator: ModuleType, folder: Path, language: str
) -> None:
    shipped = json.loads((folder / "instances" / f"{language}.json").read_text("utf-8"))
    assert shipped == generator.generate(language, generator.SHIPPED_SEED)


@pytest.mark.parametrize("language", LANGUAGES)
def test_ten_frequent_and_twenty_less_frequent_targets(
    target_words: ModuleType, generator: ModuleType, words: ModuleType, language: str
) -> None:
    experiments = generator.generate(language, 7)["experiments"]
    assert [e["name"] for e in experiments] == ["high", "medium"]
    for experiment, count in zip(experiments, (10, 20), strict=True):
        instances = experiment["game_instances"]
        assert [i["game_id"] for i in instances] == list(range(1, count + 1))
        targets = {i["target_word"] for i in instances}
        assert len(targets) == count
        assert targets <= set(target_words.target_candidates(language)[experiment["name"]])
        assert {i["target_word_difficulty"] for i in instances} == {
            f"{experiment['name']}_frequency"
        }
        assert (experiment["language"], experiment["seed"]) == (language, 7)
        assert (experiment["n_turns"], experiment["max_retry_per_error"]) == (6, 5)
        assert experiment["max_word_length"] == 5
        assert (words.DATA / experiment["words"]).is_file()


def test_a_seed_always_gives_the_same_and_another_one_something_else(
    generator: ModuleType,
) -> None:
    assert generator.generate("en", 5) == generator.generate("en", 5)
    assert generator.generate("en", 5) != generator.generate("en", 6)
    assert generator.generate_one("de", 5, with_clue=True) == generator.generate_one(
        "de", 5, with_clue=True
    )


def test_single_instances_come_from_both_bands_and_vary(generator: ModuleType) -> None:
    drawn = [generator.generate_one("en", seed, with_clue=False) for seed in range(60)]
    assert {i["target_word_difficulty"] for i in drawn} == {"high_frequency", "medium_frequency"}
    assert len({i["target_word"] for i in drawn}) > 40
    assert {i["game_id"] for i in drawn} == {1}


def test_without_a_clue_any_candidate_may_be_the_target(
    generator: ModuleType, clues: ModuleType
) -> None:
    drawn = [generator.generate_one("en", seed, with_clue=False) for seed in range(60)]
    assert not all(clues.clue_for("en", i["target_word"]) for i in drawn)
    assert not any("target_word_clue" in i for i in drawn)


@pytest.mark.parametrize("language", CLUED)
def test_every_target_of_a_variant_with_a_clue_has_one(
    generator: ModuleType, clues: ModuleType, language: str
) -> None:
    """This includes all targets of a complete file, which serves all three games."""
    experiments = generator.generate(language, 7)["experiments"]
    drawn = [i for e in experiments for i in e["game_instances"]]
    drawn += [generator.generate_one(language, seed, with_clue=True) for seed in range(60)]
    for instance in drawn:
        assert instance["target_word_clue"] == clues.clue_for(language, instance["target_word"])


def test_a_language_without_clues_has_instances_for_the_game_without_them_alone(
    generator: ModuleType, target_words: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(language: str) -> bool:
        return False

    monkeypatch.setattr(generator, "has_clues", none)
    experiments = generator.generate("de", 7)["experiments"]
    drawn = [i for experiment in experiments for i in experiment["game_instances"]]
    assert len(drawn) == 30
    assert not any("target_word_clue" in i for i in drawn)
    assert {i["target_word"] for i in drawn} <= {
        word for band in target_words.target_candidates("de").values() for word in band
    }
    catalogue = open_catalogue()
    monkeypatch.setattr(catalogue.family("wordle").module("game"), "CLUES", "nowhere/{language}")
    assert len(catalogue.game("wordle").bundled()) == len(LANGUAGES)
    for game in ("wordle_withclue", "wordle_withcritic"):
        assert catalogue.game(game).bundled() == ()


@pytest.mark.parametrize("language", CLUED)
def test_the_variants_share_their_targets(language: str) -> None:
    catalogue = open_catalogue()
    targets = [
        [i.data["target_word"] for e in catalogue.experiments(game, language) for i in e.instances]
        for game in ("wordle", "wordle_withclue", "wordle_withcritic")
    ]
    assert len(targets[0]) == 30
    assert targets[0] == targets[1] == targets[2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_string_in_the_code_is_a_shipped_target(
    generator: ModuleType, folder: Path, language: str
) -> None:
    """The code contains no table of answers: none of its strings is a target."""
    experiments = generator.generate(language, generator.SHIPPED_SEED)["experiments"]
    targets = {i["target_word"] for e in experiments for i in e["game_instances"]}
    paths = [
        path
        for path in folder.rglob("*.py")
        if path.relative_to(folder).parts[0] not in ("tests", "tools")
    ]
    assert len(paths) > 20
    for path in paths:
        tree = ast.parse(path.read_text("utf-8"))
        strings = {n.value for n in ast.walk(tree) if isinstance(n, ast.Constant)}
        assert not targets & strings, path.name


def test_all_games_of_the_family_share_task_names() -> None:
    catalogue = open_catalogue()
    games = ("wordle", "wordle_withclue", "wordle_withcritic")
    first = [catalogue.experiments(game, "en")[0].instances[0] for game in games]
    target = first[0].data["target_word"]
    assert {instance.task_key for instance in first} == {f"wordle:en:{target}"}
    assert len({instance.hash for instance in first}) == 3
