"""Instance files of benchmarks 0.9 and 1.0, which the reference still plays under its rules of 3.0.

They have no tags and texts of their own except the first prompt: those of the current instance
file are used, as the reference does. Their prompts ask for the guess before the explanation, so an
answer that follows them aborts the episode.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clemtui.engine import Resources, UnreadableInstances, entries, entry

from .official import RETRIED

CURRENT_FILE = "in/instances.json"
"""The file with the current tags and texts, in the folder of the family."""


def is_legacy(experiment: Mapping[str, Any]) -> bool:
    """Return whether an experiment is in the format of benchmarks 0.9 and 1.0."""
    return "english_words" in experiment and "lang_keywords" not in experiment


def in_current_format(experiment: Mapping[str, Any], resources: Resources) -> Mapping[str, Any]:
    """Return an experiment in the current format.

    Raises:
        UnreadableInstances: if the current file is missing, or something is invalid.
    """
    config = entry(experiment, "common_config", dict)
    current = entries(resources(CURRENT_FILE), "experiments", dict)
    keywords = entry(current[0], "lang_keywords", dict)
    return {
        **experiment,
        "common_config": {
            **config,
            "n_turns": entry(config, "max_attempts_per_game", int),
            "max_retry_per_error": {RETRIED: entry(config, "max_retry_per_error", int)},
        },
        "lang_keywords": {**keywords, "official_words_list": experiment["english_words"]},
        "guesser_prompt": _text(experiment, "guesser_prompt"),
        "guesser_critic_prompt": _text(experiment, "guesser_critic_prompt"),
    }


def _text(experiment: Mapping[str, Any], name: str) -> str:
    """Return a prompt, which was a list with one message or none."""
    messages = entry(experiment, name, list)
    if not messages:
        return ""
    if len(messages) > 1 or not isinstance(messages[0], dict):
        raise UnreadableInstances(f"{name!r} must be a list of one message")
    return str(entry(messages[0], "content", str))
