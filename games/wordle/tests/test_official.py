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
LANGUAGES = open_catalogue().languages("wordle_withclue")

Change = Callable[[dict[str, Any]], object]


def read(path: Path) -> tuple[Experiment, ...]:
    return open_catalogue().read_instances("wordle", path)


@pytest.fixture
def official(shared: Path) -> Path:
    return shared / "clembench" / "wordle" / "in"


@pytest.mark.parametrize(
    ("game", "file"),
    [
        ("wordle", "instances_v0.9.json"),
        ("wordle", "instances_v1.0.json"),
        ("wordle_withclue", "instances_withclue_v1.0.json"),
    ],
)
def test_files_of_the_first_benchmarks_play_with_the_current_tags(
    official: Path, game: str, file: str
) -> None:
    experiments = open_catalogue().read_instances(game, official / file)
    assert [len(each.instances) for each in experiments] == [10, 10, 10]
    instance = experiments[0].instances[0]
    assert len(instance.lists["words"]) == 12_953
    assert instance.parameters["max_retry_per_error"] == 2
    target = instance.data["target_word"]

    def played(*said: str) -> Episode:
        texts = open_catalogue().texts(instance, None)
        episode = Episode(open_catalogue().game(game), instance, texts)
        assert "guess: apple" in episode.said
        episode.say(*said)
        return episode

    as_asked = played(f"guess: {target}\nexplanation: as the prompt wants it")
    assert as_asked.scores.aborted == 1
    unknown = "explanation: no word\nguess: zzzzz"
    assert played(unknown, unknown, f"explanation: so\nguess: {target}").scores.success == 1
    assert played(unknown, unknown, unknown).scores.aborted == 1


def test_files_of_the_first_benchmarks_need_the_current_one_beside_them(
    official: Path, tmp_path: Path
) -> None:
    (tmp_path / "in").mkdir()
    file = tmp_path / "in" / "instances_v1.0.json"
    file.write_bytes((official / "instances_v1.0.json").read_bytes())
    with pytest.raises(CatalogueError, match=r"instances\.json are missing"):
        read(file)


@pytest.mark.parametrize("file", FILES)
def test_ten_frequent_and_twenty_less_frequent_targets_with_all_accepted_words(
    official: Path, file: str
) -> None:
    experiments = read(official / file)
    assert [(e.name, len(e.instances)) for e in experiments] == [
        ("high_frequency_words_no_clue_no_critic", 10),
        ("medium_frequency_words_no_clue_no_critic", 20),
    ]
    for instance in (one for e in experiments for one in e.instances):
        assert (instance.origin, instance.language) == ("official", "en")
        assert instance.parameters == {
            "n_turns": 6,
            "max_retry_per_error": 5,
            "max_word_length": 5,
        }
        assert len(instance.lists["words"]) == 12_953


def test_the_prompts_are_the_references_own_byte_for_byte(official: Path) -> None:
    """The first prompt comes from the file; feedback and retry are assembled from its parts."""
    raw = json.loads((official / "instances.json").read_text("utf-8"))["experiments"][0]
    catalogue = open_catalogue()
    instance = read(official / "instances.json")[0].instances[0]
    played = Episode(catalogue.game("wordle"), instance, catalogue.texts(instance, None))
    assert played.said == raw["guesser_prompt"]
    played.say("explanation: x\nguess: zzzzz")
    assert played.said == (
        "Your guess is not a valid word for this game. Please try again.\n\n"
        "Provide your response only in this format.\nexplanation: details\nguess: word"
    )
    played.say("explanation: x\nguess: apple")
    assert played.said == (
        "guess_feedback: a<red> p<red> p<red> l<red> e<yellow>\n\n"
        "Provide your response only in this format.\nexplanation: details\nguess: word"
    )


def test_official_instances_are_in_english_only(official: Path) -> None:
    instance = read(official / "instances.json")[0].instances[0]
    with pytest.raises(CatalogueError, match="cannot be played in 'de'"):
        open_catalogue().texts(instance, "de")


STEMS = {
    "wordle": "instances",
    "wordle_withclue": "instances_withclue",
    "wordle_withcritic": "instances_withcritic",
}


@pytest.mark.parametrize("game", STEMS)
@pytest.mark.parametrize("other", STEMS)
def test_a_game_reads_its_own_official_files_and_refuses_the_others(
    official: Path, game: str, other: str
) -> None:
    """Without its clue or critic, an instance would be a different, harder task."""
    path = official / f"{STEMS[other]}.json"
    if game == other:
        assert len(open_catalogue().read_instances(game, path)) == 2
        return
    with pytest.raises(CatalogueError, match=f"it belongs to {other}, not to {game}"):
        open_catalogue().read_instances(game, path)


@pytest.mark.parametrize("version", ["", "_v2.0"])
@pytest.mark.parametrize(
    ("game", "suffix"),
    [
        ("wordle_withclue", "clue_no_critic"),
        ("wordle_withcritic", "clue_with_critic"),
    ],
)
def test_the_variants_have_the_same_counts_and_every_target_its_clue(
    official: Path, game: str, suffix: str, version: str
) -> None:
    path = official / f"{STEMS[game]}{version}.json"
    experiments = open_catalogue().read_instances(game, path)
    assert [(e.name, len(e.instances)) for e in experiments] == [
        (f"high_frequency_words_{suffix}", 10),
        (f"medium_frequency_words_{suffix}", 20),
    ]
    for instance in (one for e in experiments for one in e.instances):
        assert (instance.origin, instance.language, instance.game) == ("official", "en", game)
        assert instance.data.keys() == {"target_word", "target_word_clue"}
        assert instance.data["target_word_clue"]


def official_episode(path: Path, game: str, change: Change = lambda data: None) -> Episode:
    """Return the first episode of an official file, optionally changed."""
    document = json.loads(path.read_text("utf-8"))
    document["experiments"] = document["experiments"][:1]
    change(document["experiments"][0])
    catalogue = open_catalogue()
    instance = catalogue.game(game).read(document, path.name)[0].instances[0]
    return Episode(catalogue.game(game), instance, catalogue.texts(instance, None))


REMINDER = "Provide your response only in this format.\nexplanation: details\n"


def test_the_prompts_with_a_clue_are_the_references_own_byte_for_byte(official: Path) -> None:
    path = official / "instances_withclue.json"
    raw = json.loads(path.read_text("utf-8"))["experiments"][0]
    played = official_episode(path, "wordle_withclue")
    assert played.said == raw["guesser_prompt"] + "\n\nclue: comatose"
    played.say("explanation: x\nguess: apple")
    assert played.said == (
        "guess_feedback: a<red> p<red> p<red> l<red> e<yellow>\n\n" + REMINDER + "guess: word"
    )


def test_the_prompts_with_a_critic_are_the_references_own_byte_for_byte(official: Path) -> None:
    path = official / "instances_withcritic.json"
    raw = json.loads(path.read_text("utf-8"))["experiments"][0]
    played = official_episode(path, "wordle_withcritic")
    assert played.said == raw["guesser_prompt"] + "\n\nclue: comatose"
    asked = "clue: comatose\nexplanation: so be it\nguess: apple"
    told = (
        "clue: comatose\nguess_agreement: no\nagreement_explanation: not asleep\n\n"
        + REMINDER
        + "guess: word"
    )
    played.say("explanation: so be it\nguess: apple")
    assert played.said == raw["guesser_critic_prompt"] + "\n\n" + asked
    played.say("explanation: not asleep\nagreement: no")
    assert played.said == told
    played.say("explanation: x\nguess: beach", "explanation: so be it\nguess: apple")
    assert played.said == asked + "\n\n" + REMINDER + "agreement: yes or no"


@pytest.mark.parametrize("said", ["$GUESS$ and $CLUE$", "$AGREEMENT$", "$EXPLANATION$ $FEEDBACK$"])
def test_player_text_is_never_taken_for_a_placeholder(official: Path, said: str) -> None:
    played = official_episode(official / "instances_withcritic.json", "wordle_withcritic")
    played.say(f"explanation: {said}\nguess: apple")
    assert played.said.endswith(f"clue: comatose\nexplanation: {said}\nguess: apple")
    played.say(f"explanation: {said}\nagreement: no")
    assert f"guess_agreement: no\nagreement_explanation: {said}\n\n" in played.said


def test_the_reference_strips_clue_and_target_and_lower_cases_the_target(official: Path) -> None:
    def change(data: dict[str, Any]) -> None:
        data["game_instances"][0].update(target_word=" Under ", target_word_clue=" Comatose\n")

    played = official_episode(official / "instances_withclue.json", "wordle_withclue", change)
    assert played.said.endswith("\n\nclue: Comatose")
    played.say("explanation: x\nguess: under")
    assert played.scores.success == 1


# Broken files: each change breaks a valid file in one place.


def own_file() -> dict[str, Any]:
    path = open_catalogue().family("wordle").folder / "instances" / "en.json"
    document: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return document


def refused(document: dict[str, Any], change: Change, message: str) -> None:
    document = copy.deepcopy(document)
    change(document["experiments"][0])
    with pytest.raises(UnreadableInstances, match=re.escape(message)):
        open_catalogue().game("wordle").read(document, "file.json")


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
        open_catalogue().game("wordle").read(document, "file.json")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda e: e.pop("language"), "experiment 'high': 'language' is missing"),
        (lambda e: e.update(language="te"), "no words for 'te'; available: ar, de, en"),
        (lambda e: e.update(words="../x.txt"), "no word list '../x.txt' for 'en'"),
        (lambda e: e.update(n_turns=4), "'n_turns' must be 6, the number stated in the prompts"),
        (lambda e: e.update(n_turns="6"), "'n_turns' must be an integer, not '6'"),
        (lambda e: e.update(n_turns=True), "'n_turns' must be an integer, not True"),
        (lambda e: e.update(max_word_length=4), "'max_word_length' must be 5"),
        (
            lambda e: e.update(max_retry_per_error=-1),
            "'max_retry_per_error' must not be negative",
        ),
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
            lambda e: e["game_instances"][3].update(target_word="zzzzz"),
            "game id 4: the target 'zzzzz' is not an accepted word",
        ),
    ],
)
def test_errors_in_our_own_files_are_reported(change: Change, message: str) -> None:
    refused(own_file(), change, message)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda e: e.pop("common_config"), "'common_config' is missing"),
        (lambda e: e.update(lang_keywords=[]), "'lang_keywords' must be an object, not []"),
        (lambda e: e.update(guesser_prompt=[{}]), "'guesser_prompt' must be a string"),
        (
            lambda e: e["common_config"].update(max_retry_per_error=2),
            "'max_retry_per_error' must be an object, not 2",
        ),
        (lambda e: e["common_config"].update(n_turns=7), "'n_turns' must be between 1 and 6"),
        (
            lambda e: e["lang_keywords"].update(official_words_list=[]),
            "'official_words_list' is empty",
        ),
        (
            lambda e: e["lang_keywords"]["error_prompt_text"].pop("RETRY"),
            "'RETRY' is missing",
        ),
    ],
)
def test_what_is_wrong_with_an_official_file_is_said(
    official: Path, change: Change, message: str
) -> None:
    """Benchmark 1.0 has one number of retries, and prompts in lists; it is rejected."""
    document = json.loads((official / "instances.json").read_text("utf-8"))
    refused(document, change, message)


@pytest.mark.parametrize(
    ("game", "change", "message"),
    [
        (
            "wordle_withclue",
            lambda e: e["game_instances"][0].pop("target_word_clue"),
            "'target_word_clue' is missing",
        ),
        (
            "wordle_withclue",
            lambda e: e["lang_keywords"].pop("clue_lang"),
            "'clue_lang' is missing",
        ),
        (
            "wordle_withcritic",
            lambda e: e.pop("guesser_critic_prompt"),
            "'guesser_critic_prompt' is missing",
        ),
        (
            "wordle_withcritic",
            lambda e: e["lang_keywords"].update(agreement_match_keywords_lang=["agree", "no"]),
            "'agreement_match_keywords_lang' must be yes, no",
        ),
    ],
)
def test_missing_fields_of_a_variant_are_reported(
    official: Path, game: str, change: Change, message: str
) -> None:
    with pytest.raises(UnreadableInstances, match=re.escape(message)):
        official_episode(official / f"{STEMS[game]}.json", game, change)


def test_our_own_instances_need_a_clue_where_the_game_has_one() -> None:
    document = own_file()
    del document["experiments"][0]["game_instances"][2]["target_word_clue"]
    assert open_catalogue().game("wordle").read(document, "file.json")
    for game in ("wordle_withclue", "wordle_withcritic"):
        with pytest.raises(UnreadableInstances, match="'target_word_clue' is missing"):
            open_catalogue().game(game).read(document, "file.json")


def test_accepted_words_of_another_length_are_excluded(official: Path) -> None:
    document = json.loads((official / "instances.json").read_text("utf-8"))
    document["experiments"] = document["experiments"][:1]
    document["experiments"][0]["lang_keywords"]["official_words_list"] += ["", "banana"]
    (experiment,) = open_catalogue().game("wordle").read(document, "file.json")
    assert len(experiment.instances[0].lists["words"]) == 12_953


# Our own instances in the reference's format.


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "clue", "critic"),
    [
        ("wordle", False, False),
        ("wordle_withclue", True, False),
        ("wordle_withcritic", True, True),
    ],
)
def test_our_own_instances_have_the_references_fields(
    game: str, clue: bool, critic: bool, language: str
) -> None:
    catalogue = open_catalogue()
    instance = catalogue.experiments(game, language)[1].instances[4]
    texts = catalogue.texts(instance, language)
    files = catalogue.game(game).reference_files(instance, texts)
    assert files.instance == {"game_id": 5, **instance.data}
    assert ("target_word_clue" in files.instance) is clue
    shared = files.experiment
    assert (shared["name"], shared["use_clue"], shared["use_critic"]) == ("medium", clue, critic)
    document = {"experiments": [{**shared, "game_instances": [files.instance]}]}
    ((again,),) = (each.instances for each in catalogue.game(game).read(document, "x"))
    assert again.hash == instance.hash, "results can be read and scored again"
    assert shared["common_config"]["n_turns"] == 6
    assert shared["common_config"]["max_retry_per_error"] == {"NOT_VALID_WORD_FOR_GAME": 5}
    keywords = shared["lang_keywords"]
    assert keywords["guess_lang"] == texts.tag("guess")
    assert keywords["agreement_match_keywords_lang"] == list(texts.options["agreement"])
    assert instance.data["target_word"] in keywords["official_words_list"]
