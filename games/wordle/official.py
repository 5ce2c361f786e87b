"""Official instances of the wordle family: the reference's own prompts and words.

The shape is that of benchmarks 1.6 to 3.0.
"""

from __future__ import annotations

from collections.abc import Mapping
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

RETRIED = "NOT_VALID_WORD_FOR_GAME"
KEYBOARD = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
FEEDBACK_MARKER = "$FEEDBACK$"


def official_instances(game: str, data: Mapping[str, Any], source: str) -> tuple[Instance, ...]:
    """The instances of an experiment as the reference writes it.

    Raises:
        UnreadableInstances: if something that the game needs is missing or wrong, or if the
            experiment belongs to another game of the reference's family.
    """
    if data.get("use_clue") or data.get("use_critic"):
        raise UnreadableInstances(
            "it has a clue or a critic ('use_clue', 'use_critic'), which this game has not"
        )
    config, keywords = entry(data, "common_config", dict), entry(data, "lang_keywords", dict)
    errors = entry(keywords, "error_prompt_text", dict)
    length = entry(config, "max_word_length", int)
    parameters = {
        "n_turns": entry(config, "n_turns", int),
        "max_retry_per_error": entry(entry(config, "max_retry_per_error", dict), RETRIED, int),
        "max_word_length": length,
    }
    # No guess of another length is ever looked up; the file of benchmark 1.0 has an empty word.
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
    return tuple(
        Instance(
            game=game,
            experiment=entry(data, "name", str),
            game_id=entry(task, "game_id", int),
            data={"target_word": entry(task, "target_word", str)},
            parameters=parameters,
            language="en",
            origin="official",
            source=source,
            prompts=prompts,
            lists={"words": _shared_list(words)},
        )
        for task in entries(data, "game_instances", dict)
    )


def official_texts(instance: Instance) -> Texts:
    """The texts of an official instance, put together as the reference does."""
    own = instance.prompts
    reminder = (
        f"{own['reminder']}\n{own['explanation_tag']} {own['details']}\n"
        f"{own['guess_tag']} {own['word']}"
    )
    return Texts(
        language="en",
        prompts={
            "guesser": own["guesser"],
            "feedback": f"{own['feedback_tag']} {FEEDBACK_MARKER}\n\n{reminder}",
            "retry": f"{own['unknown_word']} {own['retry']}\n\n{reminder}",
        },
        tags={
            "explanation": own["explanation_tag"],
            "guess": own["guess_tag"],
            "feedback": own["feedback_tag"],
        },
        options={"colours": COLOURS, "keyboard": KEYBOARD},
        card={"version": "official", "source": instance.source},
        markers={"feedback": FEEDBACK_MARKER},
    )


@lru_cache(maxsize=8)
def _shared_list(words: tuple[str, ...]) -> WordList:
    """Equal lists become one object, which hashes and looks up its words only once."""
    return WordList(words)
