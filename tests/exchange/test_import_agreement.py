"""Agreement of our rules with imported results, and explanations of differences."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.exchange.imports.agreement import Agreement, compare
from clemtui.exchange.imports.instance_index import Shelf
from clemtui.exchange.imports.matching import find_instance
from clemtui.exchange.imports.reading import read_episode
from clemtui.exchange.imports.version_differences import (
    Comparison,
    Difference,
    explained,
    old_colours,
    our_name,
)
from tests.exchange.results import (
    WON,
    WON_SCORES,
    Rounds,
    by,
    changed,
    instance_file,
    line_2,
    line_3,
    noted,
    to,
)
from tests.exchange.wordle_results import FEEDBACK, OPENING, WORDLE, guessed

CATALOGUE = open_catalogue()


def agreement(folder: Path, root: Path, *files: Path) -> Agreement:
    logged = read_episode(folder, root, frozenset({"taboo", "wordle"}))
    game = CATALOGUE.game(logged.game)
    return compare(logged, game, find_instance(logged, game, Shelf(CATALOGUE, files)))


def told(found: Agreement) -> list[tuple[str, Any, Any]]:
    return [(each.name, each.theirs, each.ours) for each in found.differences]


def reasons(found: Agreement) -> set[str | None]:
    return {each.reason for each in found.differences}


def test_full_agreement(tmp_path: Path) -> None:
    found = agreement(line_3(tmp_path), tmp_path)
    assert found.agrees
    assert found.said_the_same
    assert found.scores_agree
    assert found.scores is not None
    assert found.scores.main_score == 50


@pytest.mark.parametrize(
    ("scores", "difference"),
    [
        (changed(WON_SCORES, Main_Score=100.0), ("Main Score", 100.0, 50.0)),
        (changed(WON_SCORES, Success=0), ("success", 0, 1)),
        (changed(WON_SCORES, Aborted=1), ("aborted", 1, 0)),
        (changed(WON_SCORES, Request_Count=4), ("Request Count", 4, 2)),
        (changed(WON_SCORES, New_Score=1), ("New Score", 1, "missing")),
        (changed(WON_SCORES, Main_Score=50 + 2e-6), ("Main Score", 50 + 2e-6, 50.0)),
    ],
)
def test_every_score_and_flag_is_compared(
    tmp_path: Path, scores: Any, difference: tuple[str, Any, Any]
) -> None:
    found = agreement(line_3(tmp_path, scores=scores), tmp_path)
    assert told(found) == [difference]
    assert not found.scores_agree
    assert reasons(found) == {None}, "nothing is explained that no known change makes"


def test_scores_of_turns_are_compared(tmp_path: Path) -> None:
    turns = {**WON_SCORES["turn scores"], "1": {**WON_SCORES["turn scores"]["1"], "Accuracy": 0}}
    found = agreement(line_3(tmp_path, scores={**WON_SCORES, "turn scores": turns}), tmp_path)
    assert told(found) == [("Accuracy, turn 1", 0, 1)]


def test_a_millionth_is_no_difference(tmp_path: Path) -> None:
    scores = changed(WON_SCORES, Main_Score=50 + 5e-7)
    assert agreement(line_3(tmp_path, scores=scores), tmp_path).agrees


def test_without_scores_only_what_was_said_is_compared(tmp_path: Path) -> None:
    assert agreement(line_3(tmp_path, scores=None), tmp_path).agrees


def said(place: tuple[int, int], text: str) -> Rounds:
    """Return the rounds of the won episode with one message replaced."""
    rounds = [list(events) for events in WON]
    sender, recipient, kind, _ = rounds[place[0]][place[1]]
    rounds[place[0]][place[1]] = sender, recipient, kind, text
    return rounds


def test_a_message_that_differs_in_a_character_may_be_a_slip(tmp_path: Path) -> None:
    found = agreement(line_3(tmp_path, said((1, 0), "GUESS: coasts")), tmp_path)
    assert [name for name, *_ in told(found)] == ["message 2 to Player 1"]
    assert reasons(found) == {
        "one character differs: possibly a copying error in the log",
    }
    assert found.scores_agree
    assert not found.said_the_same


def test_a_message_with_other_white_space(tmp_path: Path) -> None:
    found = agreement(line_3(tmp_path, said((0, 3), WON[0][3][3].replace("\n\n", "\n"))), tmp_path)
    assert reasons(found) == {"only white space differs"}


def test_responses_that_the_rules_do_not_ask_for(tmp_path: Path) -> None:
    rounds = (*WON, (to("Player 1", "GUESS: river"), by("Player 1", "CLUE: well done")))
    found = agreement(line_3(tmp_path, rounds), tmp_path)
    assert ("responses", "5", "over after 4 of 5 responses") in told(found)
    assert found.scores is None


def test_responses_that_do_not_reach_the_end(tmp_path: Path) -> None:
    found = agreement(line_3(tmp_path, WON[:1]), tmp_path)
    assert found.scores is None
    assert ("responses", "over after 2", "another response is expected") in told(found)


# Known changes between the versions


def wordle(root: Path, rounds: Rounds, scores: Any = None) -> Agreement:
    folder = line_2(root, rounds, game="wordle", experiment="few", scores=scores)
    return agreement(folder, root, instance_file(root, WORDLE))


def test_names_that_changed_are_compared_under_one(tmp_path: Path) -> None:
    assert our_name("closeness score", ["Closeness Score"]) == "Closeness Score"
    assert our_name("change_of_opinion", ["Change-Of-Opinion"]) == "Change-Of-Opinion"
    assert our_name("total guess repetitions", ["Guess Repetitions"]) == "Guess Repetitions"
    assert our_name("repeats guess", ["Guess Repetitions"]) == "repeats guess"


def aborted(**episode: Any) -> dict[str, Any]:
    flags = {"Aborted": 1, "Success": 0, "Lose": 0, "Main Score": float("nan")}
    counts = {name.replace("_", " "): value for name, value in episode.items()}
    return {"turn scores": {}, "episode scores": flags | counts}


def test_a_ratio_of_two_digits(tmp_path: Path) -> None:
    rounds = guessed("crane", "stone", "brand", notes=True)
    scores = aborted(Request_Count=3, Request_Success_Ratio=0.67)
    found = wordle(tmp_path, rounds, scores)
    assert told(found) == [("Request Success Ratio", 0.67, 2 / 3)]
    assert reasons(found) == {"rounded to two digits before version 3"}


def test_the_unknown_word_that_ends_the_retries(tmp_path: Path) -> None:
    again = "That is no word. Again.\n\n" + FEEDBACK.split("\n\n")[1]
    unknown = by("Player 1", "explanation: because\nguess: xxxxx")
    rounds = [[noted("metadata", "target_word = crane"), to("Player 1", OPENING), unknown]]
    for _ in range(5):
        rounds[0] += [to("Player 1", again), unknown]
    scores = aborted(Request_Count=6, Parsed_Request_Count=5, Violated_Request_Count=1)
    found = wordle(tmp_path, rounds, scores)
    assert [name for name, *_ in told(found)] == ["Parsed Request Count", "Violated Request Count"]
    assert reasons(found) == {
        "before version 3 the unknown word that ended the retries counted as violated"
    }


def test_both_tags_on_one_line_were_allowed(tmp_path: Path) -> None:
    one_line = by("Player 1", "explanation: because guess: crane")
    rounds = ((noted("metadata", "target_word = crane"), to("Player 1", OPENING), one_line),)
    won = {"Aborted": 0, "Success": 1, "Lose": 0, "Main Score": 100}
    found = wordle(tmp_path, rounds, {"turn scores": {}, "episode scores": won})
    assert {name for name, *_ in told(found)} == {"aborted", "success", "Main Score"}
    assert reasons(found) == {"before version 3 both tags could be on one line; now that aborts"}


def test_repeated_letters_were_coloured_otherwise(tmp_path: Path) -> None:
    """The games-core notes' example: an earlier yellow uses up what a later green needs."""
    assert old_colours("steer", "shies") == ["green", "red", "red", "yellow", "red"]
    assert old_colours("crane", "stone") == ["red", "red", "red", "green", "green"]
    feedback = "s<green> h<red> i<red> e<yellow> s<red>"
    first = [noted("metadata", "target_word = steer"), to("Player 1", OPENING)]
    first.append(by("Player 1", "explanation: because\nguess: shies"))
    rounds = (first, (to("Player 1", FEEDBACK.format(feedback)), by("Player 1", "no idea")))
    found = wordle(tmp_path, rounds)
    assert [name for name, *_ in told(found)] == ["message 2 to Player 1"]
    assert reasons(found) == {"before version 2 repeated letters were coloured differently"}


def test_more_than_two_lines_aborted(tmp_path: Path) -> None:
    long = by("Player 1", "explanation: because\nguess: crane\nThat is my guess.")
    rounds = ((noted("metadata", "target_word = crane"), to("Player 1", OPENING), long),)
    found = wordle(tmp_path, rounds, aborted())
    assert {name for name, *_ in told(found)} == {"aborted", "success", "Main Score"}
    assert reasons(found) == {"before version 3 more than two lines, or capitals in a tag, aborted"}


def context(
    root: Path, game: str, rounds: Rounds, scores: Any = None, *, replayed: Rounds = WON
) -> Comparison:
    """Return the input of a rule: an old episode of another game, with a replay of taboo."""
    logged = read_episode(
        line_2(root, rounds, game=game, scores=scores), root, frozenset({game, "taboo"})
    )
    taboo = read_episode(line_3(root, replayed), root)
    match = find_instance(taboo, CATALOGUE.game("taboo"), Shelf(CATALOGUE))
    over = match.replay.master.finished
    scored = CATALOGUE.game("taboo").score(match.replay.master) if over else None
    return Comparison(logged, match.candidate.instance, match.replay, scored)


def test_drawing_requests_were_answers(tmp_path: Path) -> None:
    rounds = (
        (to("Player 1", "?"), by("Player 1", "Command: A"), by("Player 2", "A ▢")),
        (to("Player 1", "?"), by("Player 1", "Command: DONE")),
    )
    at = context(tmp_path, "imagegame", rounds, changed(WON_SCORES, Request_Count=2))
    said = "before version 3 requests were counted by answers; now by logged events"
    assert explained(Difference("score", "Request Count", 2, 8), at) == said
    assert explained(Difference("score", "F1", 2, 8), at) is None
    other = context(tmp_path, "imagegame", rounds, changed(WON_SCORES, Request_Count=3))
    assert explained(Difference("score", "Request Count", 3, 8), other) is None


def test_only_the_first_drawing_was_scored(tmp_path: Path) -> None:
    rounds = ((to("Player 1", "?"), by("Player 1", "Command: A")),)
    at = context(tmp_path, "imagegame", rounds, changed(WON_SCORES, Main_Score=40))
    assert at.scores is not None
    several = {"0": {"F1": 40}, "1": {"F1": 90}}
    other = replace(at, scores=replace(at.scores, turns={"0": {"F1": 30}}))
    at = replace(at, scores=replace(at.scores, turns=several))
    said = "version 2.0.0 scored the first drawing only"
    assert explained(Difference("main score", "Main Score", 40, 90), at) == said
    assert explained(Difference("main score", "Main Score", 40, 90), other) is None


def test_drawing_ended_after_25_rounds(tmp_path: Path) -> None:
    difference = Difference("end", "responses", "over after 50", "another response is expected")
    for number, said in ((25, "before version 3 the game ended after 25 rounds"), (24, None)):
        rounds = [(by("Player 1", "Command: A"),)] * number
        at = context(tmp_path / str(number), "imagegame", rounds, replayed=WON[:1])
        assert explained(difference, at) == said


def test_an_expression_was_measured_without_its_tag(tmp_path: Path) -> None:
    at = context(tmp_path, "referencegame", ((by("Player 1", "Expression: the T one"),),))
    said = "before version 3 the expression was measured without its tag"
    assert explained(Difference("score", "Generated Expression Length", 9, 21), at) == said
    name = "Generated Expression Number of Tokens"
    assert explained(Difference("score", name, 3, 4), at) == said
    assert explained(Difference("score", "Generated Expression Length", 8, 21), at) is None


def test_a_malformed_answer_aborted(tmp_path: Path) -> None:
    rounds = ((to("Player 1", "?"), by("Player 1", "Tea."), by("Player 1", "Tea, please.")),)
    scores = changed(WON_SCORES, Aborted=1)
    at = context(tmp_path, "privateshared", rounds, scores)
    said = "before version 3 a malformed answer aborted the episode; now it is skipped"
    assert explained(Difference("flag", "aborted", 1, 0), at) == said
    at = context(tmp_path, "privateshared", ((by("Player 1", "ANSWER: Tea."),),), scores)
    assert explained(Difference("flag", "aborted", 1, 0), at) is None


def test_a_sentence_followed_every_request(tmp_path: Path) -> None:
    at = context(tmp_path, "privateshared", ((by("Player 1", "ANSWER: Tea."),),))
    said = "before version 2.0.1 a sentence about short answers followed every request"
    message = Difference("message", "message 2 to Player 1", "What? Be brief.", "What?")
    assert explained(message, at) == said
    assert explained(Difference("message", "m", "Which one?", "What?"), at) is None


def test_old_changes_explain_nothing_in_line_3(tmp_path: Path) -> None:
    rounds = guessed("crane", "stone", "brand", notes=True)
    folder = line_3(
        tmp_path,
        rounds,
        game="wordle",
        instance=None,
        experiment=None,
        scores=None,
        names=("solo",),
        roles=("WordGuesser",),
        name="few",
    )
    logged = read_episode(folder, tmp_path)
    game = CATALOGUE.game("wordle")
    match = find_instance(logged, game, Shelf(CATALOGUE, (instance_file(tmp_path, WORDLE),)))
    at = Comparison(logged, match.candidate.instance, match.replay, game.score(match.replay.master))
    assert explained(Difference("score", "Request Success Ratio", 0.67, 2 / 3), at) is None
