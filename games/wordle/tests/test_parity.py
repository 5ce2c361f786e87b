"""Parsing, colours and turn scores compared with recorded episodes of the reference."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest


@pytest.fixture(scope="module")
def episodes(shared: Path) -> list[dict[str, Any]]:
    paths = sorted((shared / "parity" / "expected").glob("wordle*.json"))
    assert paths
    return [json.loads(path.read_text("utf-8")) for path in paths]


@pytest.fixture(scope="module")
def official(shared: Path) -> dict[str, Any]:
    text = (shared / "clembench" / "wordle" / "in" / "instances.json").read_text("utf-8")
    experiment: dict[str, Any] = json.loads(text)["experiments"][0]
    return experiment


def attempts_of(feedback: ModuleType, episode: dict[str, Any]) -> list[Any]:
    """Return the scored guesses with their marks against the logged target."""
    keys = episode["interaction_keys"]
    guesses = keys.get("Guesser Guesses Committed", keys["Guesser Guesses"])
    targets = [
        line.removeprefix("target_word = ")
        for event in episode["log"]
        for line in event["content"].splitlines()
        if line.startswith("target_word = ")
    ]
    return [(g, feedback.colour(g, t)) for g, t in zip(guesses, targets, strict=True)]


def test_colours(feedback: ModuleType, episodes: list[dict[str, Any]]) -> None:
    for episode in episodes:
        texts = [feedback.feedback_text(*a) for a in attempts_of(feedback, episode)]
        assert texts == episode["interaction_keys"]["Guesser Feedbacks"], episode["name"]


def test_turn_scores(feedback: ModuleType, episodes: list[dict[str, Any]]) -> None:
    for episode in episodes:
        attempts = attempts_of(feedback, episode)
        aborted = bool(episode["aborted"])
        expected = episode["turn_scores"]
        if not attempts:
            assert expected["0"]["Strategy Score"] is None
            continue
        turns = [expected[str(turn)] for turn in range(1, len(attempts) + 1)]
        closeness = [feedback.closeness(marks) for _, marks in attempts]
        assert closeness == [turn["Closeness Score"] for turn in turns], episode["name"]
        strategy = feedback.strategy(attempts, aborted=aborted)
        assert strategy == [turn["Strategy Score"] for turn in turns], episode["name"]


def test_every_reply_of_the_guesser_is_read_as_the_reference_read_it(
    parsing: ModuleType, episodes: list[dict[str, Any]], official: dict[str, Any]
) -> None:
    """After a reply the reference logs either an error's sentence or something else."""
    known = frozenset(official["lang_keywords"]["official_words_list"])
    form = parsing.ReplyFormat()
    errors = 0
    for episode in episodes:
        for event, after in zip(episode["log"], episode["log"][1:], strict=False):
            if event["from"] != "Player 1":
                continue
            result = parsing.parse_guess(event["content"], form, known)
            if isinstance(result, parsing.GuessError):
                errors += 1
                assert after["content"] == f"Error: {result.reason}", episode["name"]
            else:
                assert not after["content"].startswith("Error: "), episode["name"]
    assert errors > 20


def test_the_guesser_solves_official_targets(
    word_lists: ModuleType, feedback: ModuleType, guesser: ModuleType, official: dict[str, Any]
) -> None:
    known = word_lists.with_frequencies(official["lang_keywords"]["official_words_list"], "en")
    player = guesser.ScriptedGuesser(known, 1)
    for instance in official["game_instances"]:
        attempts: list[Any] = []
        while len(attempts) < 6 and (not attempts or attempts[-1][0] != instance["target_word"]):
            guess = player.move(attempts).guess
            attempts.append((guess, feedback.colour(guess, instance["target_word"])))
        assert attempts[-1][0] == instance["target_word"]
