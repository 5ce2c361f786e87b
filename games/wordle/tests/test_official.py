"""Instance files, the reference's and ours: what is read of them, and what is wrong with others."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clemtui.catalogue import CatalogueError, open_catalogue
from clemtui.engine import Experiment, Texts, UnreadableInstances
from tests.support.episodes import Episode

FILES = ("instances.json", "instances_v2.0.json")
LANGUAGES = ("en", "de")


def read(path: Path) -> tuple[Experiment, ...]:
    return open_catalogue().read_instances("wordle", path)


@pytest.fixture
def official(shared: Path) -> Path:
    return shared / "clembench" / "wordle" / "in"


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
    """The first prompt stands in the file; feedback and retry are put together of its pieces."""
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


@pytest.mark.parametrize("file", ["instances_withclue.json", "instances_withcritic.json"])
def test_the_other_games_of_the_references_family_are_refused(official: Path, file: str) -> None:
    """Without its clue or critic an instance would be another, harder task."""
    with pytest.raises(CatalogueError, match="it has a clue or a critic"):
        read(official / file)


# What is wrong with a file: each change breaks a good one in one place.

Change = Callable[[dict[str, Any]], object]


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
        ({"experiments": {}}, "'experiments' should be a list, not {}"),
        ({"experiments": []}, "'experiments' is empty"),
        ({"experiments": [1]}, "'experiments' should hold an object, not 1"),
        ({"experiments": [{}]}, "'name' is missing"),
    ],
)
def test_a_document_that_is_no_instance_file(document: dict[str, Any], message: str) -> None:
    with pytest.raises(UnreadableInstances, match=re.escape(message)):
        open_catalogue().game("wordle").read(document, "file.json")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda e: e.pop("language"), "experiment 'high': 'language' is missing"),
        (lambda e: e.update(language="fr"), "there are no words for 'fr', only for: en, de"),
        (lambda e: e.update(words="../x.txt"), "there is no word list '../x.txt' for 'en'"),
        (lambda e: e.update(n_turns=4), "'n_turns' should be 6, the number that the prompts name"),
        (lambda e: e.update(n_turns="6"), "'n_turns' should be a whole number, not '6'"),
        (lambda e: e.update(n_turns=True), "'n_turns' should be a whole number, not True"),
        (lambda e: e.update(max_word_length=4), "'max_word_length' should be 5"),
        (
            lambda e: e.update(max_retry_per_error=-1),
            "'max_retry_per_error' should not be negative",
        ),
        (lambda e: e.update(game_instances=[]), "'game_instances' is empty"),
        (lambda e: e["game_instances"].append("x"), "'game_instances' should hold an object"),
        (lambda e: e["game_instances"][0].pop("game_id"), "'game_id' is missing"),
        (
            lambda e: e["game_instances"][0].update(target_word=5),
            "'target_word' should be a text, not 5",
        ),
        (
            lambda e: e["game_instances"][3].update(target_word="zzzzz"),
            "game id 4: the target 'zzzzz' is no accepted word",
        ),
    ],
)
def test_what_is_wrong_with_one_of_our_files_is_said(change: Change, message: str) -> None:
    refused(own_file(), change, message)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda e: e.pop("common_config"), "'common_config' is missing"),
        (lambda e: e.update(lang_keywords=[]), "'lang_keywords' should be an object, not []"),
        (lambda e: e.update(guesser_prompt=[{}]), "'guesser_prompt' should be a text"),
        (
            lambda e: e["common_config"].update(max_retry_per_error=2),
            "'max_retry_per_error' should be an object, not 2",
        ),
        (lambda e: e["common_config"].update(n_turns=7), "'n_turns' should be between 1 and 6"),
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
    """A number of retries and prompts as lists are the shape of benchmark 1.0, which is refused."""
    document = json.loads((official / "instances.json").read_text("utf-8"))
    refused(document, change, message)


def test_accepted_words_of_another_length_are_left_out(official: Path) -> None:
    document = json.loads((official / "instances.json").read_text("utf-8"))
    document["experiments"] = document["experiments"][:1]
    document["experiments"][0]["lang_keywords"]["official_words_list"] += ["", "banana"]
    (experiment,) = open_catalogue().game("wordle").read(document, "file.json")
    assert len(experiment.instances[0].lists["words"]) == 12_953


# Our own prompts beside the reference's.


def pack(language: str) -> Texts:
    return open_catalogue().packs("wordle")[language].texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_feedback_is_one_that_an_accepted_word_would_give(language: str) -> None:
    family = open_catalogue().family("wordle")
    feedback, words = family.module("feedback"), family.module("words").accepted_words(language)
    texts = pack(language)
    prompt = texts.prompt("guesser", **{f"{id}_tag": tag for id, tag in texts.tags.items()})
    (example,) = re.findall(rf"^{texts.tag('feedback')} (.+)$", prompt, re.MULTILINE)
    (guess,) = re.findall(rf"^{texts.tag('guess')} (\w+)$", prompt, re.MULTILINE)
    colours = texts.options["colours"]
    assert guess in words
    assert all(colour in example for colour in colours)
    assert any(
        feedback.feedback_text(guess, feedback.colour(guess, word), colours) == example
        for word in words
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_answer_is_one_that_the_parser_accepts(language: str) -> None:
    parsing = open_catalogue().family("wordle").module("parsing")
    texts = pack(language)
    prompt = texts.prompt("guesser", **{f"{id}_tag": tag for id, tag in texts.tags.items()})
    explanation, guess = texts.tag("explanation"), texts.tag("guess")
    (answer,) = re.findall(rf"^{explanation} .+\n{guess} \w+$", prompt, re.MULTILINE)
    form = parsing.ReplyFormat(explanation, guess, 5, texts.policy.lower)
    words = open_catalogue().family("wordle").module("words").accepted_words(language)
    assert isinstance(parsing.parse_guess(answer, form, words), parsing.Guess)


def test_our_english_prompts_have_no_sentence_of_the_reference(official: Path) -> None:
    """No run of more than six words of theirs."""
    raw = json.loads((official / "instances.json").read_text("utf-8"))["experiments"][0]
    theirs = [raw["guesser_prompt"], *raw["lang_keywords"]["error_prompt_text"].values()]
    known = {run for text in theirs for run in runs(text)}
    for template in pack("en").prompts.values():
        assert not known & set(runs(template))


def runs(text: str) -> list[tuple[str, ...]]:
    words = re.findall(r"[\w<>]+", text.lower())
    return [tuple(words[i : i + 7]) for i in range(len(words) - 6)]
