"""Official instances of the wordle family, with the reference's own prompts and words.

The file format is that of benchmarks 1.6 to 3.0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from clemtui.engine import (
    Instance,
    Texts,
    UnreadableInstances,
    WordList,
    entries,
    entry,
)

from .feedback import COLOURS
from .words import task_name

RETRIED = "NOT_VALID_WORD_FOR_GAME"
KEYBOARD = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
AGREEMENT = ("yes", "no")
MARKERS = {
    name: f"${name.upper()}$" for name in ("clue", "feedback", "guess", "agreement", "explanation")
}
"""Placeholders in the prompts assembled here; the player's own text comes last."""


@dataclass(frozen=True)
class Variant:
    """The variant of the game that an experiment is for."""

    clue: bool = False
    critic: bool = False

    @property
    def game(self) -> str:
        """The id of the game with this variant."""
        if self.critic:
            return "wordle_withcritic"
        return "wordle_withclue" if self.clue else "wordle"

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Variant:
        """Return the variant an official experiment declares. A critic always knows the clue."""
        critic = bool(data.get("use_critic"))
        return cls(clue=critic or bool(data.get("use_clue")), critic=critic)


def official_instances(
    variant: Variant, data: Mapping[str, Any], source: str
) -> tuple[Instance, ...]:
    """Return the instances of an experiment in the reference's format.

    Raises:
        UnreadableInstances: if something the game needs is missing or invalid, or if the experiment
            belongs to another game of the reference's family.
    """
    meant = Variant.of(data)
    if meant != variant:
        raise UnreadableInstances(
            f"according to 'use_clue' and 'use_critic' it belongs to {meant.game}, "
            f"not to {variant.game}"
        )
    config, keywords = entry(data, "common_config", dict), entry(data, "lang_keywords", dict)
    errors = entry(keywords, "error_prompt_text", dict)
    length = entry(config, "max_word_length", int)
    parameters = {
        "n_turns": entry(config, "n_turns", int),
        "max_retry_per_error": entry(entry(config, "max_retry_per_error", dict), RETRIED, int),
        "max_word_length": length,
    }
    # Guesses of another length are never looked up, and the file of benchmark 1.0 has an empty
    # word.
    words = tuple(w for w in entries(keywords, "official_words_list", str) if len(w) == length)
    prompts = {
        "guesser": entry(data, "guesser_prompt", str),
        "explanation_tag": entry(keywords, "explanation_lang", str),
        "guess_tag": entry(keywords, "guess_lang", str),
        "feedback_tag": entry(keywords, "guess_feedback_lang", str),
        "details": entry(keywords, "explanataion_details_lang", str),
        "word": entry(keywords, "guess_word_lang", str),
        "reminder": entry(errors, "INVALID_FORMAT", str),
        "unknown_word": entry(errors, RETRIED, str),
        "retry": entry(errors, "RETRY", str),
    }
    if variant.clue:
        prompts["clue_tag"] = entry(keywords, "clue_lang", str)
    if variant.critic:
        prompts |= _critic_prompts(data, keywords)
    return tuple(
        Instance(
            game=variant.game,
            experiment=entry(data, "name", str),
            game_id=entry(task, "game_id", int),
            data=_task(task, variant),
            parameters=parameters,
            language="en",
            origin="official",
            source=source,
            task=task_name("en", _task(task, variant)["target_word"]),
            prompts=prompts,
            lists={"words": cached_word_list(words)},
        )
        for task in entries(data, "game_instances", dict)
    )


def _task(task: Mapping[str, Any], variant: Variant) -> dict[str, str]:
    """Return the data of an instance.

    Like the reference, strip the target and the clue, and lower-case the target.
    """
    data = {"target_word": entry(task, "target_word", str).strip().lower()}
    if variant.clue:
        data["target_word_clue"] = entry(task, "target_word_clue", str).strip()
    return data


def _critic_prompts(data: Mapping[str, Any], keywords: Mapping[str, Any]) -> dict[str, str]:
    words = entries(keywords, "agreement_match_keywords_lang", str)
    if words != AGREEMENT:
        known = ", ".join(AGREEMENT)
        raise UnreadableInstances(f"'agreement_match_keywords_lang' must be {known}")
    return {
        "critic": entry(data, "guesser_critic_prompt", str),
        "agreement_tag": entry(keywords, "agreement_lang", str),
        "yes_or_no": entry(keywords, "agreement_word_lang", str),
        "guess_agreement_tag": entry(keywords, "guess_agreement_lang", str),
        "agreement_explanation_tag": entry(keywords, "agreement_explanation_lang", str),
    }


def official_texts(instance: Instance) -> Texts:
    """Return the texts of an official instance, assembled like the reference's."""
    own = instance.prompts
    details = f"{own['reminder']}\n{own['explanation_tag']} {own['details']}\n"
    reminder = f"{details}{own['guess_tag']} {own['word']}"
    prompts = {
        "guesser": own["guesser"],
        "feedback": f"{own['feedback_tag']} {MARKERS['feedback']}\n\n{reminder}",
        "retry": f"{own['unknown_word']} {own['retry']}\n\n{reminder}",
    }
    tags = {
        "explanation": own["explanation_tag"],
        "guess": own["guess_tag"],
        "feedback": own["feedback_tag"],
    }
    options: dict[str, tuple[str, ...]] = {"colours": COLOURS, "keyboard": KEYBOARD}
    values = ["feedback"]
    if "clue_tag" in own:
        values = ["clue", "feedback"]
        clue = f"{own['clue_tag']} {MARKERS['clue']}"
        first = f"{prompts.pop('guesser')}\n\n{clue}"
        tags["clue"] = own["clue_tag"]
        if "critic" in own:
            values = list(MARKERS)
            prompts["guesser_with_critic"] = first
            prompts |= _critic_templates(own, clue, details, reminder)
            tags |= {
                id: own[f"{id}_tag"]
                for id in ("agreement", "guess_agreement", "agreement_explanation")
            }
            options["agreement"] = AGREEMENT
        else:
            prompts["guesser_with_clue"] = first
    return Texts(
        language="en",
        prompts=prompts,
        tags=tags,
        options=options,
        card={"version": "official", "source": instance.source},
        markers={name: MARKERS[name] for name in values},
    )


def _critic_templates(
    own: Mapping[str, str], clue: str, details: str, reminder: str
) -> dict[str, str]:
    """Return the prompts for the critic, and the one reporting its opinion to the guesser."""
    explanation = MARKERS["explanation"]
    asked = f"{clue}\n{own['explanation_tag']} {explanation}\n{own['guess_tag']} {MARKERS['guess']}"
    return {
        "critic": f"{own['critic']}\n\n{asked}",
        "critic_again": f"{asked}\n\n{details}{own['agreement_tag']} {own['yes_or_no']}",
        "opinion": (
            f"{clue}\n{own['guess_agreement_tag']} {MARKERS['agreement']}\n"
            f"{own['agreement_explanation_tag']} {explanation}\n\n{reminder}"
        ),
    }


@lru_cache(maxsize=8)
def cached_word_list(words: tuple[str, ...]) -> WordList:
    """Return one shared object for equal lists, so that they are hashed and indexed only once."""
    return WordList(words)
