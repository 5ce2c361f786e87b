"""Oddities kept from the reference (clembench v3.0). The README lists each with its test."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from clemtui.catalogue import open_catalogue
from tests.support.episodes import Episode, episode


def taboo(target: str, related: Sequence[str], *texts: str, language: str = "en") -> Episode:
    data = {"target_word": target, "related_word": list(related)}
    played = episode("taboo", language, data=data)
    played.say(*texts)
    return played


RIVER = ("river", ("water", "stream", "flow"))


def test_a_win_in_the_last_round_also_logs_max_rounds_reached() -> None:
    """The reference's own outcome is then failure, whereas its scores, like ours, say success."""
    played = taboo(*RIVER, *["CLUE: x", "GUESS: y"] * 2, "CLUE: x", "GUESS: river")
    assert played.log[-2:] == [
        (2, "correct guess", "end game"),
        (2, "max rounds reached", "3"),
    ]
    assert played.scores.outcome == "success"
    assert played.scores.main_score == pytest.approx(33.33, abs=0.01)


def test_an_abort_in_the_last_round_also_logs_max_rounds_reached() -> None:
    """Only after an abort by the guesser; one by the describer comes before the round is over."""
    guesser = taboo(*RIVER, *["CLUE: x", "GUESS: y"] * 2, "CLUE: x", "river")
    assert guesser.log[-2:] == [
        (2, "invalid format", "abort game"),
        (2, "max rounds reached", "3"),
    ]
    assert guesser.scores.outcome == "aborted"
    describer = taboo(*RIVER, *["CLUE: x", "GUESS: y"] * 2, "x")
    assert describer.log[-1] == (2, "invalid format", "abort game")


@pytest.mark.parametrize(
    ("target", "related", "clue"),
    [
        ("away", ("gone", "distance", "here"), "not here"),
        ("must", ("obligation", "should", "have"), "what you should and have to do"),
        ("just", ("fair", "honest", "right"), "just, as a judge"),
    ],
)
def test_forbidden_stop_words_may_be_said(target: str, related: Sequence[str], clue: str) -> None:
    """Stop words are removed before clues are compared, even if the target is one."""
    assert taboo(target, related, f"CLUE: {clue}").verdicts == ["accepted"]


@pytest.mark.parametrize("related", ["strong-minded", "garnet-coloured", "frame up"])
def test_forbidden_words_with_a_blank_or_a_hyphen_may_be_said(related: str) -> None:
    played = taboo("x", (related, "y", "z"), f"CLUE: {related}")
    assert played.verdicts == ["accepted"]


@pytest.mark.parametrize("between", ["\n", "\t", "-", "\u00a0"])
def test_a_newline_a_tab_or_a_hyphen_hides_both_words(between: str) -> None:
    """Only blanks separate words."""
    assert taboo(*RIVER, f"CLUE: long{between}river").verdicts == ["accepted"]
    assert taboo(*RIVER, "CLUE: long river").verdicts == ["violation"]


def test_typographic_quotes_hide_a_word() -> None:
    """Only ASCII punctuation is removed."""
    assert taboo(*RIVER, "CLUE: “river”").verdicts == ["accepted"]
    assert taboo(*RIVER, 'CLUE: "river"').verdicts == ["violation"]


def test_derived_words_and_parts_of_words_may_be_said() -> None:
    """The prompt forbids them, but only equal stems are detected."""
    played = taboo("snow", ("winter", "cold", "ice"), "CLUE: snowy snowball")
    assert played.verdicts == ["accepted"]


def test_stems_in_instances_are_ignored() -> None:
    """As in the reference, the stems in the instances, some of them edited by hand, are ignored."""
    document = {
        "experiments": [
            {
                "name": "high",
                "language": "en",
                "max_turns": 3,
                "game_instances": [
                    {
                        "game_id": 0,
                        "target_word": "river",
                        "related_word": ["water"],
                        "target_word_stem": "apple",
                        "related_word_stem": ["apple"],
                    }
                ],
            }
        ]
    }
    (experiment,) = open_catalogue().game("taboo").read(document, "file.json")
    assert set(experiment.instances[0].data) == {"target_word", "related_word"}


def test_an_empty_clue_is_allowed() -> None:
    played = taboo(*RIVER, "CLUE:")
    assert played.log[-1] == (0, "valid clue", "")
    assert played.verdicts == ["accepted"]


def test_tags_within_an_utterance_are_dropped_for_the_check_and_relayed() -> None:
    played = taboo(*RIVER, "CLUE: long CLUE: ones")
    assert played.log[-1] == (0, "valid clue", "long  ones")
    assert played.said.endswith("\n\nCLUE: long CLUE: ones")
    played.say("GUESS: riGUESS:ver")
    assert played.scores.success == 1


def test_tags_are_removed_only_once() -> None:
    played = taboo(*RIVER, "CLUE: CLCLUE:UE: water")
    assert played.verdicts == ["violation"]
    assert taboo(*RIVER, "CLUE: CLCLUE:UE:water").log[-1] == (0, "valid clue", "cluewater")


def test_a_blank_before_the_final_full_stop_makes_a_correct_guess_wrong() -> None:
    """Punctuation is removed after surrounding blanks, which leaves a blank behind."""
    assert taboo(*RIVER, "CLUE: x", "GUESS: river .").verdicts == ["accepted", "accepted"]
    assert not taboo(*RIVER, "CLUE: x", "GUESS: river .").is_over()
    assert taboo(*RIVER, "CLUE: x", "GUESS: river.").is_over()


def test_the_target_among_other_words_is_not_a_correct_guess() -> None:
    assert not taboo(*RIVER, "CLUE: x", "GUESS: the river").is_over()


def test_a_target_with_a_capital_is_never_guessed() -> None:
    """Guesses are lower-cased, but targets are not. No official target has a capital."""
    assert not taboo("River", ("water",), "CLUE: x", "GUESS: River").is_over()


def test_the_repetition_scores_are_always_zero() -> None:
    """The reference's scorer looks for events that its game master never logs."""
    scores = taboo(*RIVER, *["CLUE: same", "GUESS: same"] * 3).scores.episode
    assert scores["Repetition-Guesser"] == scores["Repetition-Describer"] == 0


def test_requests_are_counted_by_round() -> None:
    """A won round is one request although two seats answered."""
    scores = taboo(*RIVER, "CLUE: x", "GUESS: river").scores.episode
    assert scores["Request Count"] == 1


def test_fewer_than_three_related_words_can_be_played() -> None:
    """Not kept: the reference fails on them, which loses the episode."""
    played = taboo("river", ("water", "flow"))
    assert "\n\n- water\n- flow\n\n" in played.said
    played.say("CLUE: Thames", "GUESS: river")
    assert played.scores.success == 1


def test_more_than_three_related_words_are_all_named() -> None:
    """Not kept: the reference names only three of them but forbids the others too."""
    played = taboo("river", ("water", "stream", "flow", "bank"))
    assert "\n\n- water\n- stream\n- flow\n- bank\n\n" in played.said
    played.say("CLUE: it has two banks")
    assert played.verdicts == ["violation"]


@pytest.mark.parametrize("clue", ["long\nWasser", "lang-Wasser", "„Wasser“"])
def test_german_has_no_such_loopholes(clue: str) -> None:
    played = taboo("Fluss", ("Wasser", "Strom"), f"HINWEIS: {clue}", language="de")
    assert played.verdicts == ["violation"]


def test_the_readme_lists_every_oddity() -> None:
    readme = open_catalogue().family("taboo").folder / "README.md"
    named = set(re.findall(r"`(test_\w+)`", readme.read_text("utf-8")))
    ours = {name for name in globals() if name.startswith("test_")}
    assert ours - named == {"test_the_readme_lists_every_oddity"}
