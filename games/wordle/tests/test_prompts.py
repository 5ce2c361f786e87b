"""Our own prompts: their examples are valid, and no sentence is copied from the reference."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.engine import Texts, placeholders

FILES = ("instances", "instances_withclue", "instances_withcritic")
LANGUAGES = open_catalogue().languages("wordle")


@pytest.fixture
def official(shared: Path) -> Path:
    return shared / "clembench" / "wordle" / "in"


def pack(language: str) -> Texts:
    return open_catalogue().packs("wordle")[language].texts


#: The prompts that show an example to a guesser.
GUESSER_PROMPTS = ("guesser", "guesser_with_clue", "guesser_with_critic")
CRITIC_PROMPTS = ("critic", "critic_again")


def rendered(texts: Texts, id: str) -> str:
    """Render a prompt with its pack's tags and a dummy for every other value."""
    values = {f"{name}_tag": tag for name, tag in texts.tags.items()}
    values |= {"clue": "-", "guess": "-", "explanation": "-"}
    wanted = placeholders(texts.prompts[id])
    return texts.prompt(id, **{name: values[name] for name in wanted})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id", GUESSER_PROMPTS)
def test_the_example_feedback_is_one_that_an_accepted_word_would_give(
    language: str, id: str
) -> None:
    family = open_catalogue().family("wordle")
    texts = pack(language)
    feedback = family.module("feedback")
    words = family.module("words").accepted_words(texts.base_language)
    prompt = rendered(texts, id)
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
@pytest.mark.parametrize("id", GUESSER_PROMPTS)
def test_the_example_answer_is_one_that_the_parser_accepts(language: str, id: str) -> None:
    parsing = open_catalogue().family("wordle").module("parsing")
    texts = pack(language)
    explanation, guess = texts.tag("explanation"), texts.tag("guess")
    pattern = rf"^{explanation} .+\n{guess} \w+$"
    (answer,) = re.findall(pattern, rendered(texts, id), re.MULTILINE)
    form = parsing.ReplyFormat(explanation, guess, 5, texts.policy.lower)
    family = open_catalogue().family("wordle")
    words = family.module("words").accepted_words(texts.base_language)
    assert isinstance(parsing.parse_guess(answer, form, words), parsing.Guess)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id", CRITIC_PROMPTS)
def test_the_critic_is_told_both_words_that_the_parser_accepts(language: str, id: str) -> None:
    texts = pack(language)
    line = rf"^{texts.tag('agreement')} (\w+) [\w ]+ (\w+)$"
    (named,) = re.findall(line, rendered(texts, id), re.MULTILINE)
    assert named == texts.options["agreement"]


@pytest.mark.parametrize("file", FILES)
def test_our_english_prompts_copy_no_sentence_of_the_reference(official: Path, file: str) -> None:
    """No run of more than six words is copied from the reference."""
    raw = json.loads((official / f"{file}.json").read_text("utf-8"))["experiments"][0]
    theirs = [
        raw["guesser_prompt"],
        raw["guesser_critic_prompt"],
        *raw["lang_keywords"]["error_prompt_text"].values(),
    ]
    known = {run for text in theirs for run in runs(text)}
    for id, template in pack("en").prompts.items():
        assert not known & set(runs(template)), id


def runs(text: str) -> list[tuple[str, ...]]:
    words = re.findall(r"[\w<>]+", text.lower())
    return [tuple(words[i : i + 7]) for i in range(len(words) - 6)]
