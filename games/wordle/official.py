"""Official instances of the wordle family: the reference's own prompts and words.

The shape is that of benchmarks 1.6 to 3.0; see the family's README for what each field means.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from clemtui.engine import Instance, Texts, WordList

from .feedback import COLOURS

RETRIED = "NOT_VALID_WORD_FOR_GAME"
KEYBOARD = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
FEEDBACK_MARKER = "$FEEDBACK$"


def official_instances(game: str, data: Mapping[str, Any], source: str) -> tuple[Instance, ...]:
    """The instances of an experiment as the reference writes it.

    Raises:
        KeyError, TypeError, ValueError: if something that the game needs is missing or wrong.
    """
    config, keywords = data["common_config"], data["lang_keywords"]
    errors = keywords["error_prompt_text"]
    words = _shared_list(tuple(str(word) for word in keywords["official_words_list"]))
    parameters = {
        "n_turns": int(config["n_turns"]),
        "max_retry_per_error": int(config["max_retry_per_error"][RETRIED]),
        "max_word_length": int(config["max_word_length"]),
    }
    prompts = {
        "guesser": str(data["guesser_prompt"]),
        "explanation_tag": str(keywords["explanation_lang"]),
        "guess_tag": str(keywords["guess_lang"]),
        "feedback_tag": str(keywords["guess_feedback_lang"]),
        "details": str(keywords["explanataion_details_lang"]),
        "word": str(keywords["guess_word_lang"]),
        "reminder": str(errors["INVALID_FORMAT"]),
        "unknown_word": str(errors[RETRIED]),
        "retry": str(errors["RETRY"]),
    }
    return tuple(
        Instance(
            game=game,
            experiment=data["name"],
            game_id=int(task["game_id"]),
            data={"target_word": task["target_word"]},
            parameters=parameters,
            language="en",
            origin="official",
            source=source,
            prompts=prompts,
            lists={"words": words},
        )
        for task in data["game_instances"]
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
