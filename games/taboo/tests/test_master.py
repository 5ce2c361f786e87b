"""Taboo, move by move: clues, guesses, verdicts, rounds, the log, visibility, and the endings."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest

from clemtui.engine import (
    OBSERVER,
    REVEAL,
    ControlKind,
    Label,
    MarkedList,
    NotPending,
    View,
    label,
)
from tests.support.episodes import Episode, episode, notices
from tests.support.golden import golden_path, replayed

DESCRIBER, GUESSER = "Player 1", "Player 2"
WATCHERS = (DESCRIBER, GUESSER, OBSERVER, REVEAL)


def taboo(language: str = "en", **parameters: int) -> Episode:
    data: dict[str, Any] = {
        "en": {"target_word": "river", "related_word": ["water", "stream", "flow"]},
        "de": {"target_word": "Hund", "related_word": ["Tier", "bellen", "Leine"]},
    }[language]
    return episode("taboo", language, data=data, parameters=parameters)


def test_the_describer_is_asked_first_and_gets_target_and_related_words() -> None:
    request = taboo().request
    assert (request.seat, request.role) == (DESCRIBER, "WordDescriber")
    (message,) = request.messages
    assert message.role == "user"
    for stated in ("CLUE:", "GUESS:", "\n\nriver\n\n", "\n- water\n- stream\n- flow\n", "3"):
        assert stated in message.text


def test_the_guesser_gets_the_prompt_and_the_verbatim_clue() -> None:
    played = taboo()
    played.say("CLUE:  Thames, Rhine ...")
    request = played.request
    assert (request.seat, request.role) == (GUESSER, "WordGuesser")
    (message,) = request.messages
    prompt, _, clue = message.text.rpartition("\n\n")
    assert clue == "CLUE:  Thames, Rhine ..."
    for stated in ("CLUE:", "GUESS:", "3"):
        assert stated in prompt
    for word in ("river", "water", "stream", "flow"):
        assert word not in prompt


def test_later_messages_are_only_the_partners_text() -> None:
    played = taboo()
    played.say("CLUE: Thames", "GUESS: London?")
    assert (played.request.seat, played.said) == (DESCRIBER, "GUESS: London?")
    played.say("CLUE: no, Rhine")
    assert (played.request.seat, played.said) == (GUESSER, "CLUE: no, Rhine")


def test_each_seat_has_a_dialogue_of_its_own() -> None:
    played = taboo()
    played.say("CLUE: a", "GUESS: b", "CLUE: c", "GUESS: d")
    assert [m.text for m in played.request.messages][1:] == [
        "CLUE: a",
        "GUESS: b",
        "CLUE: c",
        "GUESS: d",
    ]
    assert [m.role for m in played.request.messages] == ["user", "assistant"] * 2 + ["user"]


@pytest.mark.parametrize("rounds", [1, 2])
def test_the_target_wins_before_the_last_round(rounds: int) -> None:
    played = taboo()
    played.say(*["CLUE: x", "GUESS: y"] * (rounds - 1), "CLUE: x", "GUESS: River!")
    assert played.is_over()
    assert played.master.rounds == rounds
    assert played.log[-1] == (rounds - 1, "correct guess", "end game")
    assert notices(played.master.events, GUESSER)[-1] == "taboo.said.won"


def test_three_wrong_guesses_lose() -> None:
    played = taboo()
    played.say(*["CLUE: x", "GUESS: y"] * 2, "CLUE: x")
    assert not played.is_over()
    said = [event for event in played.say("GUESS: y") if event.kind == "notice"]
    assert played.is_over()
    assert all(event.said == Label("taboo.said.solution", {"word": "river"}) for event in said)
    assert [event.audience for event in said] == [{GUESSER, OBSERVER}, {DESCRIBER}]
    assert played.master.rounds == 3
    assert played.log[-1] == (2, "max rounds reached", "3")


def test_the_describer_reads_a_wrong_guess_before_its_result() -> None:
    played = taboo()
    played.say("CLUE: x")
    seen = [e for e in played.say("GUESS: y") if DESCRIBER in e.audience]
    assert [e.kind for e in seen] == ["send message", "notice"]


def test_the_instance_sets_the_number_of_tries() -> None:
    played = taboo(max_turns=1)
    played.say("CLUE: x", "GUESS: y")
    assert played.is_over()
    assert played.log[-1] == (0, "max rounds reached", "1")


def test_every_valid_move_is_logged_in_its_normal_form() -> None:
    played = taboo()
    played.say("CLUE: The Thames, say!", "GUESS: Rhine.")
    assert played.log == [
        (0, "valid response", "continue"),
        (0, "valid clue", "the thames say"),
        (0, "valid response", "continue"),
        (0, "valid guess", "rhine"),
    ]
    assert played.verdicts == ["accepted", "accepted"]


@pytest.mark.parametrize(
    ("clue", "kind", "message", "said"),
    [
        (
            "CLUE: many rivers",
            "target",
            "Target word 'river' (stem=river) is similar to clue word 'rivers' (stem=river)",
            {"word": "rivers", "forbidden": "river"},
        ),
        (
            "CLUE: it is flowing",
            "related",
            "Related word 'flow' (stem=flow) is similar to clue word 'flowing' (stem=flow)",
            {"word": "flowing", "forbidden": "flow"},
        ),
    ],
)
def test_a_forbidden_word_loses_at_once(
    clue: str, kind: str, message: str, said: dict[str, str]
) -> None:
    played = taboo()
    events = played.say(clue)
    assert played.is_over()
    assert played.verdicts == ["violation"]
    assert played.log == [(0, "valid response", "continue"), (0, "invalid clue", message)]
    (verdict,) = [event for event in events if event.verdict]
    assert verdict.said == Label(f"taboo.said.uses_{kind}", said)
    scores = played.scores
    assert (scores.aborted, scores.success, scores.lose) == (0, 0, 1)


def test_the_guesser_learns_that_a_word_was_forbidden_and_what_it_was_about() -> None:
    played = taboo()
    events = played.say("CLUE: it flows like the Thames")
    assert played.is_over()
    assert notices(events, GUESSER) == ["taboo.said.lost_by_clue", "taboo.said.solution"]
    seen = [event for event in events if event.visible_to(GUESSER)]
    assert "Thames" not in str(seen)


@pytest.mark.parametrize(
    ("before", "text", "tag"),
    [
        ((), "Thames", "CLUE:"),
        ((), "clue: Thames", "CLUE:"),
        ((), " CLUE: Thames", "CLUE:"),
        (("CLUE: x",), "river", "GUESS:"),
        (("CLUE: x",), "Guess: river", "GUESS:"),
        (("CLUE: x", "GUESS: y"), "GUESS: Thames", "CLUE:"),
    ],
)
def test_an_answer_without_its_tag_aborts(before: tuple[str, ...], text: str, tag: str) -> None:
    played = taboo()
    played.say(*before)
    events = played.say(text)
    assert played.is_over()
    assert played.verdicts[-1] == "malformed"
    assert played.log[-1] == (played.master.round, "invalid format", "abort game")
    assert played.scores.aborted == 1
    for watcher in (DESCRIBER, GUESSER, OBSERVER):
        assert notices(events, watcher) == ["taboo.said.no_tag"]
    (said,) = [event.said for event in events if event.said]
    assert said.values == {"tag": tag}


def test_there_are_no_interaction_keys() -> None:
    played = taboo()
    played.say("CLUE: x", "GUESS: river")
    assert played.master.keys == {}


@pytest.mark.parametrize("kind", get_args(ControlKind))
@pytest.mark.parametrize(
    "before",
    [(), ("CLUE: x",), ("CLUE: x", "GUESS: y"), ("CLUE: x", "GUESS: y", "CLUE: z")],
    ids=["before the clue", "before the guess", "a round in", "in the second guess"],
)
def test_an_external_end_aborts_and_everyone_is_notified(
    kind: ControlKind, before: tuple[str, ...]
) -> None:
    """This includes a guesser who has not been asked yet."""
    played = taboo()
    played.say(*before)
    events = played.control(kind, DESCRIBER)
    scores = played.scores
    assert (scores.aborted, scores.success, scores.lose) == (1, 0, 0)
    assert scores.main_score is None
    slug = kind.replace(" ", "_").replace("-", "_")
    for watcher in (DESCRIBER, GUESSER, OBSERVER):
        assert notices(events, watcher) == [f"control.{slug}"]


def test_nothing_can_be_said_after_the_end() -> None:
    played = taboo()
    played.say("CLUE: x", "GUESS: river")
    with pytest.raises(NotPending):
        played.control()


def past(view: View) -> list[tuple[str, str]]:
    block = view.block("past")
    assert isinstance(block, MarkedList)
    return [(item.text, item.mark.id) for item in block.items if item.mark]


@pytest.mark.parametrize("watcher", WATCHERS)
def test_who_sees_the_card(watcher: str) -> None:
    """The guesser never does; observers and the reveal always do."""
    view = taboo().master.view(watcher)
    if watcher == GUESSER:
        with pytest.raises(KeyError):
            view.block("task")
        assert not {"river", "water", "stream", "flow"} & set(view.texts())
    else:
        assert view.value("task", "target") == "river"
        assert view.value("task", "related") == ("water", "stream", "flow")


@pytest.mark.parametrize("watcher", WATCHERS)
def test_everyone_sees_clues_guesses_and_the_attempt(watcher: str) -> None:
    played = taboo()
    played.say("CLUE: Thames", "GUESS: London", "CLUE:  no, Rhine")
    view = played.master.view(watcher)
    assert past(view) == [
        ("Thames", "taboo.board.clue"),
        ("London", "taboo.board.wrong"),
        ("no, Rhine", "taboo.board.clue"),
    ]
    assert view.value("progress", "try") == label("taboo.board.of", number=2, all=3)
    played.say("GUESS: river")
    assert past(played.master.view(watcher))[-1] == ("river", "taboo.board.right")


def test_a_refused_clue_never_reaches_the_guesser() -> None:
    played = taboo()
    played.say("CLUE: x", "GUESS: y", "CLUE: the rivers of Babylon")
    assert all("Babylon" not in text for text in played.master.view(GUESSER).texts())
    events = [event for event in played.master.events if event.visible_to(GUESSER)]
    assert "Babylon" not in str(events)


def test_an_utterance_is_seen_by_its_seat_and_relayed_by_the_master() -> None:
    """The partner gets it as a message from the master, never as the other's own event."""
    played = taboo()
    said, *_, relayed = played.say("CLUE: Thames")
    assert said.kind == "get message"
    assert said.audience == {DESCRIBER, OBSERVER}
    assert relayed.kind == "send message"
    assert relayed.audience == {GUESSER, OBSERVER}


def test_german_is_played_with_german_tags_and_word_rules() -> None:
    played = taboo("de")
    assert "HINWEIS:" in played.said
    played.say("HINWEIS: Er holt das Stöckchen.")
    assert played.said.endswith("\n\nHINWEIS: Er holt das Stöckchen.")
    played.say("VERMUTUNG: Wolf")
    played.say("HINWEIS: Er wohnt in der Hundehütte.")
    assert played.verdicts == ["accepted", "accepted", "violation"]
    assert played.scores.lose == 1


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_golden_transcript(language: str) -> None:
    """To rewrite it: ``python -m tests.support.golden taboo`` (see tests/support/golden.py)."""
    golden = json.loads(golden_path("taboo", language).read_text("utf-8"))
    assert json.loads(json.dumps(replayed(golden))) == golden
