"""Agreement of our rules with imported results, and explanations of differences."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.exchange.imports.agreement import Agreement, compare
from clemtui.exchange.imports.instance_index import InstanceIndex
from clemtui.exchange.imports.matching import find_instance
from clemtui.exchange.imports.reading import read_episode
from clemtui.exchange.imports.version_differences import (
    Comparison,
    Difference,
    current_name,
    explain,
    old_colours,
)
from tests.exchange.reference_trees import (
    WON,
    WON_SCORES,
    Rounds,
    instance_file,
    message,
    note,
    response,
    with_scores,
    write_line_2,
    write_line_3,
)
from tests.exchange.wordle_results import FEEDBACK, OPENING, WORDLE, guessed

CATALOGUE = open_catalogue()


def agreement(folder: Path, root: Path, *files: Path) -> Agreement:
    logged = read_episode(folder, root, frozenset({"taboo", "wordle"}))
    game = CATALOGUE.game(logged.game)
    return compare(logged, game, find_instance(logged, game, InstanceIndex(CATALOGUE, files)))


def difference_rows(found: Agreement) -> list[tuple[str, Any, Any]]:
    return [(each.name, each.theirs, each.ours) for each in found.differences]


def reasons(found: Agreement) -> set[str | None]:
    return {each.reason for each in found.differences}


def test_full_agreement(tmp_path: Path) -> None:
    found = agreement(write_line_3(tmp_path), tmp_path)
    assert found.agrees
    assert found.same_messages
    assert found.scores_agree
    assert found.scores is not None
    assert found.scores.main_score == 50


@pytest.mark.parametrize(
    ("scores", "difference"),
    [
        (with_scores(WON_SCORES, Main_Score=100.0), ("Main Score", 100.0, 50.0)),
        (with_scores(WON_SCORES, Success=0), ("success", 0, 1)),
        (with_scores(WON_SCORES, Aborted=1), ("aborted", 1, 0)),
        (with_scores(WON_SCORES, Request_Count=4), ("Request Count", 4, 2)),
        (with_scores(WON_SCORES, New_Score=1), ("New Score", 1, "missing")),
        (with_scores(WON_SCORES, Main_Score=50 + 2e-6), ("Main Score", 50 + 2e-6, 50.0)),
    ],
)
def test_every_score_and_flag_is_compared(
    tmp_path: Path, scores: Any, difference: tuple[str, Any, Any]
) -> None:
    found = agreement(write_line_3(tmp_path, scores=scores), tmp_path)
    assert difference_rows(found) == [difference]
    assert not found.scores_agree
    assert reasons(found) == {None}, "nothing is explained that no known change makes"


def test_scores_of_turns_are_compared(tmp_path: Path) -> None:
    turns = {**WON_SCORES["turn scores"], "1": {**WON_SCORES["turn scores"]["1"], "Accuracy": 0}}
    found = agreement(write_line_3(tmp_path, scores={**WON_SCORES, "turn scores": turns}), tmp_path)
    assert difference_rows(found) == [("Accuracy, turn 1", 0, 1)]


def test_scores_are_compared_to_a_tolerance(tmp_path: Path) -> None:
    scores = with_scores(WON_SCORES, Main_Score=50 + 5e-7)
    assert agreement(write_line_3(tmp_path, scores=scores), tmp_path).agrees


def test_without_scores_only_what_was_said_is_compared(tmp_path: Path) -> None:
    assert agreement(write_line_3(tmp_path, scores=None), tmp_path).agrees


def won_with_message(place: tuple[int, int], text: str) -> Rounds:
    """Return the rounds of the won episode with one message replaced."""
    rounds = [list(events) for events in WON]
    sender, recipient, kind, _ = rounds[place[0]][place[1]]
    rounds[place[0]][place[1]] = sender, recipient, kind, text
    return rounds


def test_one_character_difference_is_explained(tmp_path: Path) -> None:
    found = agreement(write_line_3(tmp_path, won_with_message((1, 0), "GUESS: coasts")), tmp_path)
    assert [name for name, *_ in difference_rows(found)] == ["message 2 to Player 1"]
    assert reasons(found) == {
        "one character differs: possibly a copying error in the log",
    }
    assert found.scores_agree
    assert not found.same_messages


def test_a_message_with_other_white_space(tmp_path: Path) -> None:
    found = agreement(
        write_line_3(tmp_path, won_with_message((0, 3), WON[0][3][3].replace("\n\n", "\n"))),
        tmp_path,
    )
    assert reasons(found) == {"only white space differs"}


def test_unused_responses_are_a_difference(tmp_path: Path) -> None:
    rounds = (*WON, (message("Player 1", "GUESS: river"), response("Player 1", "CLUE: well done")))
    found = agreement(write_line_3(tmp_path, rounds), tmp_path)
    assert ("responses", "5", "ended after 4 of 5 responses") in difference_rows(found)
    assert found.scores is None


def test_missing_responses_are_a_difference(tmp_path: Path) -> None:
    found = agreement(write_line_3(tmp_path, WON[:1]), tmp_path)
    assert found.scores is None
    assert ("responses", "ended after 2", "another response is expected") in difference_rows(found)


# Known changes between the versions


def wordle(root: Path, rounds: Rounds, scores: Any = None) -> Agreement:
    folder = write_line_2(root, rounds, game="wordle", experiment="few", scores=scores)
    return agreement(folder, root, instance_file(root, WORDLE))


def test_renamed_scores_are_compared(tmp_path: Path) -> None:
    assert current_name("closeness score", ["Closeness Score"]) == "Closeness Score"
    assert current_name("change_of_opinion", ["Change-Of-Opinion"]) == "Change-Of-Opinion"
    assert current_name("total guess repetitions", ["Guess Repetitions"]) == "Guess Repetitions"
    assert current_name("repeats guess", ["Guess Repetitions"]) == "repeats guess"


def aborted(**episode: Any) -> dict[str, Any]:
    flags = {"Aborted": 1, "Success": 0, "Lose": 0, "Main Score": float("nan")}
    counts = {name.replace("_", " "): value for name, value in episode.items()}
    return {"turn scores": {}, "episode scores": flags | counts}


def test_a_ratio_of_two_digits(tmp_path: Path) -> None:
    rounds = guessed("crane", "stone", "brand", notes=True)
    scores = aborted(Request_Count=3, Request_Success_Ratio=0.67)
    found = wordle(tmp_path, rounds, scores)
    assert difference_rows(found) == [("Request Success Ratio", 0.67, 2 / 3)]
    assert reasons(found) == {"rounded to two digits before version 3"}


def test_the_unknown_word_that_ends_the_retries(tmp_path: Path) -> None:
    again = "That is no word. Again.\n\n" + FEEDBACK.split("\n\n")[1]
    unknown = response("Player 1", "explanation: because\nguess: xxxxx")
    rounds = [[note("metadata", "target_word = crane"), message("Player 1", OPENING), unknown]]
    for _ in range(5):
        rounds[0] += [message("Player 1", again), unknown]
    scores = aborted(Request_Count=6, Parsed_Request_Count=5, Violated_Request_Count=1)
    found = wordle(tmp_path, rounds, scores)
    assert [name for name, *_ in difference_rows(found)] == [
        "Parsed Request Count",
        "Violated Request Count",
    ]
    assert reasons(found) == {
        "before version 3 the unknown word that used up the retries counted as a violated request"
    }


def test_both_tags_on_one_line_were_allowed(tmp_path: Path) -> None:
    one_line = response("Player 1", "explanation: because guess: crane")
    rounds = ((note("metadata", "target_word = crane"), message("Player 1", OPENING), one_line),)
    won = {"Aborted": 0, "Success": 1, "Lose": 0, "Main Score": 100}
    found = wordle(tmp_path, rounds, {"turn scores": {}, "episode scores": won})
    assert {name for name, *_ in difference_rows(found)} == {"aborted", "success", "Main Score"}
    assert reasons(found) == {
        ("before version 3 both tags could be on one line; now this aborts the episode")
    }


def test_old_colours_of_repeated_letters(tmp_path: Path) -> None:
    """The games-core notes' example: an earlier yellow uses up what a later green needs."""
    assert old_colours("steer", "shies") == ["green", "red", "red", "yellow", "red"]
    assert old_colours("crane", "stone") == ["red", "red", "red", "green", "green"]
    feedback = "s<green> h<red> i<red> e<yellow> s<red>"
    first = [note("metadata", "target_word = steer"), message("Player 1", OPENING)]
    first.append(response("Player 1", "explanation: because\nguess: shies"))
    rounds = (
        first,
        (message("Player 1", FEEDBACK.format(feedback)), response("Player 1", "no idea")),
    )
    found = wordle(tmp_path, rounds)
    assert [name for name, *_ in difference_rows(found)] == ["message 2 to Player 1"]
    assert reasons(found) == {"before version 2 repeated letters were coloured differently"}


def test_more_than_two_lines_aborted(tmp_path: Path) -> None:
    long = response("Player 1", "explanation: because\nguess: crane\nThat is my guess.")
    rounds = ((note("metadata", "target_word = crane"), message("Player 1", OPENING), long),)
    found = wordle(tmp_path, rounds, aborted())
    assert {name for name, *_ in difference_rows(found)} == {"aborted", "success", "Main Score"}
    assert reasons(found) == {
        ("before version 3 more than two lines, or capitals in a tag, aborted the episode")
    }


def context(
    root: Path, game: str, rounds: Rounds, scores: Any = None, *, replayed: Rounds = WON
) -> Comparison:
    """Return the input of a rule: an old episode of another game, with a replay of taboo."""
    logged = read_episode(
        write_line_2(root, rounds, game=game, scores=scores), root, frozenset({game, "taboo"})
    )
    taboo = read_episode(write_line_3(root, replayed), root)
    match = find_instance(taboo, CATALOGUE.game("taboo"), InstanceIndex(CATALOGUE))
    over = match.replay.master.finished
    scored = CATALOGUE.game("taboo").score(match.replay.master) if over else None
    return Comparison(logged, match.candidate.instance, match.replay, scored)


def test_drawing_requests_were_answers(tmp_path: Path) -> None:
    rounds = (
        (message("Player 1", "?"), response("Player 1", "Command: A"), response("Player 2", "A ▢")),
        (message("Player 1", "?"), response("Player 1", "Command: DONE")),
    )
    at = context(tmp_path, "imagegame", rounds, with_scores(WON_SCORES, Request_Count=2))
    said = "before version 3 requests were counted by answers; now by logged events"
    assert explain(Difference("score", "Request Count", 2, 8), at) == said
    assert explain(Difference("score", "F1", 2, 8), at) is None
    other = context(tmp_path, "imagegame", rounds, with_scores(WON_SCORES, Request_Count=3))
    assert explain(Difference("score", "Request Count", 3, 8), other) is None


def test_only_the_first_drawing_was_scored(tmp_path: Path) -> None:
    rounds = ((message("Player 1", "?"), response("Player 1", "Command: A")),)
    at = context(tmp_path, "imagegame", rounds, with_scores(WON_SCORES, Main_Score=40))
    assert at.scores is not None
    several = {"0": {"F1": 40}, "1": {"F1": 90}}
    other = replace(at, scores=replace(at.scores, turns={"0": {"F1": 30}}))
    at = replace(at, scores=replace(at.scores, turns=several))
    said = "version 2.0.0 scored the first drawing only"
    assert explain(Difference("main score", "Main Score", 40, 90), at) == said
    assert explain(Difference("main score", "Main Score", 40, 90), other) is None


def test_drawing_ended_after_25_rounds(tmp_path: Path) -> None:
    difference = Difference("end", "responses", "over after 50", "another response is expected")
    for number, said in ((25, "before version 3 the game ended after 25 rounds"), (24, None)):
        rounds = [(response("Player 1", "Command: A"),)] * number
        at = context(tmp_path / str(number), "imagegame", rounds, replayed=WON[:1])
        assert explain(difference, at) == said


def test_an_expression_was_measured_without_its_tag(tmp_path: Path) -> None:
    at = context(tmp_path, "referencegame", ((response("Player 1", "Expression: the T one"),),))
    said = "before version 3 the expression was measured without its tag"
    assert explain(Difference("score", "Generated Expression Length", 9, 21), at) == said
    name = "Generated Expression Number of Tokens"
    assert explain(Difference("score", name, 3, 4), at) == said
    assert explain(Difference("score", "Generated Expression Length", 8, 21), at) is None


def test_a_malformed_answer_aborted(tmp_path: Path) -> None:
    rounds = (
        (
            message("Player 1", "?"),
            response("Player 1", "Tea."),
            response("Player 1", "Tea, please."),
        ),
    )
    scores = with_scores(WON_SCORES, Aborted=1)
    at = context(tmp_path, "privateshared", rounds, scores)
    said = "before version 3 a malformed answer aborted the episode; now it is skipped"
    assert explain(Difference("flag", "aborted", 1, 0), at) == said
    at = context(tmp_path, "privateshared", ((response("Player 1", "ANSWER: Tea."),),), scores)
    assert explain(Difference("flag", "aborted", 1, 0), at) is None


def test_a_sentence_followed_every_request(tmp_path: Path) -> None:
    at = context(tmp_path, "privateshared", ((response("Player 1", "ANSWER: Tea."),),))
    said = "before version 2.0.1 a sentence about short answers followed every request"
    difference = Difference("message", "message 2 to Player 1", "What? Be brief.", "What?")
    assert explain(difference, at) == said
    assert explain(Difference("message", "m", "Which one?", "What?"), at) is None


def test_old_changes_explain_nothing_in_line_3(tmp_path: Path) -> None:
    rounds = guessed("crane", "stone", "brand", notes=True)
    folder = write_line_3(
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
    match = find_instance(
        logged, game, InstanceIndex(CATALOGUE, (instance_file(tmp_path, WORDLE),))
    )
    at = Comparison(logged, match.candidate.instance, match.replay, game.score(match.replay.master))
    assert explain(Difference("score", "Request Success Ratio", 0.67, 2 / 3), at) is None
