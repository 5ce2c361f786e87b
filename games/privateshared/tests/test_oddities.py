"""Oddities of the reference (clembench v3.0) that we keep. The README lists the test of each."""

from __future__ import annotations

import pytest

from .conftest import module
from .playing import (
    NO,
    ORDER,
    SHEET,
    YES,
    answer_probes_correctly,
    correct_answers,
    play_answers,
    probed,
    travel_episode,
)

INVALID = ("Bergen", "answer: Bergen", " ANSWER: Bergen", "ANSWER: Bergen\nand more")


@pytest.mark.parametrize("answer", INVALID)
def test_a_malformed_answer_is_skipped(answer: str) -> None:
    """Up to 2.0 it aborted. Now no probes follow, and the questioner asks for the next slot."""
    played = play_answers(travel_episode(), answer)
    assert played.request.purpose == "turn"
    assert played.master.round == 1
    assert played.verdicts[-1] == "malformed"


def test_a_malformed_answer_is_a_violation_but_not_a_request() -> None:
    keys = play_answers(travel_episode(), *correct_answers(but={"date": "at Easter"})).master.keys
    assert keys["Request Count"] == [5, 6, 0, 6, 6, 6]
    assert keys["Parsed Request Count"] == [5, 6, 0, 6, 6, 6]
    assert keys["Violated Request Count"] == [0, 0, 1, 0, 0, 0]


def test_skipping_a_hard_question_can_still_score_100() -> None:
    """Only recorded answers count, and only the probes after them."""
    scores = play_answers(travel_episode(), *correct_answers(but={"date": "I cannot say"})).scores
    assert scores.main_score == 100
    assert (scores.success, scores.episode["Violated Request Count"]) == (1, 1)
    assert scores.episode["Request Success Ratio"] == 1


def test_a_skipped_slot_counts_as_known() -> None:
    played = travel_episode()
    answer_probes_correctly(played)
    played.say("out of form", "ANSWER: at Easter")
    (transport,) = [p for p in probed(played)[-1] if p["target"] == "TRANSPORT"]
    assert transport["gt"] == 1


def test_after_a_skipped_round_counts_and_slots_of_a_turn_belong_to_different_rounds() -> None:
    """Turn 1 has the counts of the skipped round, but the probes and the slot of the next one.

    The last round's counts are in no turn.
    """
    turns = play_answers(
        travel_episode(), *correct_answers(but={"transport": "out of form"})
    ).scores.turns
    assert list(turns) == ["0", "1", "2", "3", "4"]
    assert turns["1"]["Request Count"] == 0
    assert turns["1"]["Violated Request Count"] == 1
    assert (turns["1"]["Accuracy"], turns["1"]["Slot Filled?"]) == (1, 1)


def test_without_a_well_formed_answer_the_episode_aborts() -> None:
    """The reference divides by the number of answers and crashes: the episode is lost there."""
    played = play_answers(travel_episode(), *["out of form"] * 5)
    assert played.scores.aborted == 1
    assert played.scores.main_score is None
    assert played.master.rounds == 5
    reasons = [each.verdict.reason for each in played.master.events if each.verdict is not None]
    assert [each.id.rpartition(".")[2] for each in reasons if each] == ["skipped"] * 4 + [
        "no_answer"
    ]


def test_one_well_formed_answer_is_enough() -> None:
    played = play_answers(travel_episode(), "ANSWER: ferry", *["out of form"] * 4)
    assert played.scores.main_score == 100


def test_everything_may_be_told_at_once() -> None:
    """A value given too early counts as known from then on, at no cost."""
    everything = "ANSWER: " + ", ".join(SHEET.values())
    played = play_answers(travel_episode(), *correct_answers(but={ORDER[0]: everything}))
    assert played.master.keys["realised_slots"] == dict.fromkeys(SHEET, 0)
    assert all(probe["gt"] for probe in played.master.keys["probes"][1])
    assert played.scores.main_score == 100
    assert played.scores.success == 1


def test_what_is_told_too_early_is_logged() -> None:
    played = play_answers(travel_episode(), "ANSWER: the ferry to Oslo")
    updates = [content for _, _, content in played.log if "anticipated" in str(content)]
    expected = "Value for DESTINATION anticipated; ground truth turn updated from 3 to 0."
    assert updates == [expected]


def test_an_asked_slot_counts_as_known_even_if_the_answer_does_not_tell_it() -> None:
    played = travel_episode()
    answer_probes_correctly(played)
    played.say("ANSWER: I would rather not say.")
    (transport,) = [p for p in probed(played)[-1] if p["target"] == "TRANSPORT"]
    assert transport["gt"] == 1
    assert played.master.keys == {}
    assert (0, "metadata", "Slot filled: False") in played.log


@pytest.mark.parametrize(
    "answer", ["ANSWER: not by ferry", "ANSWER: FERRY", "ANSWER: the ferryman", "ANSWER:ferry"]
)
def test_a_value_counts_wherever_its_letters_stand(answer: str) -> None:
    """It counts in any case, inside a longer word, or negated."""
    played = play_answers(travel_episode(), answer)
    assert (0, "metadata", "Slot filled: True") in played.log


def test_the_answer_tag_is_removed_everywhere() -> None:
    """The value "ferry" is found in what remains of "feANSWER:rry"."""
    played = play_answers(travel_episode(), "ANSWER: feANSWER:rry")
    assert (0, "metadata", "Slot filled: True") in played.log


def test_trailing_newlines_of_an_answer_are_ignored() -> None:
    played = play_answers(travel_episode(), "ANSWER: ferry\n\n")
    assert played.verdicts[5] == "accepted"


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        ("ASIDE: nobody has been told", 0),
        ("ASIDE: nothing yet", 0),
        ("ASIDE: yesterday I did", 1),
        ("ASIDE:YES", 1),
        ("ASIDE: ASIDE: yes", 1),
        ("ASIDE: yes\n", 1),
    ],
)
def test_a_reply_need_only_begin_with_yes_or_no(reply: str, value: int) -> None:
    played = travel_episode()
    played.say(reply)
    assert probed(played)[0][0]["value"] == value
    assert probed(played)[0][0]["answer"] == reply


@pytest.mark.parametrize("reply", ["yes", "aside: yes", " ASIDE: yes", "ASIDE: yes\nno", "ASIDE:"])
def test_a_reply_out_of_form_is_asked_again(reply: str) -> None:
    played = travel_episode()
    played.say(reply)
    assert played.verdicts == ["asked again"]
    played.say(NO)
    assert probed(played)[0][0]["tries"] == 2
    assert probed(played)[0][0]["value"] == 0


def test_the_first_hint_is_empty_and_leaves_a_double_space() -> None:
    """Each try has its own hint after ``ME: ``; the record keeps the question without it."""
    played = travel_episode()
    first = played.request.messages[-1].text
    assert first.startswith("ME:  Does")
    played.say("out of form")
    assert played.request.messages[-1].text == first.replace(
        "ME: ", "ME: Please read this with care before you reply.", 1
    )
    assert probed(played)[0][0]["question"].startswith("ME: Does")


def test_the_hint_follows_every_game_master_tag() -> None:
    """If a question contains ``ME: `` a second time, so does the hint."""
    played = travel_episode()
    words = module("wording").EpisodeTexts(played.instance, played.texts)
    assert words.probe_with_hint("ME: Did I say ME: before?", 3) == (
        f"ME: {words.hints[2]} Did I say ME: {words.hints[2]} before?"
    )


def test_five_unclear_replies_to_one_probe_abort_at_once() -> None:
    """The sixth try is counted although it is never made; the later probes have no reply."""
    played = travel_episode()
    answer_probes_correctly(played)
    played.say("ANSWER: ferry", *["unclear"] * 5)
    assert played.scores.aborted == 1
    broken = played.master.keys["probes"][1]
    assert (broken[0]["tries"], broken[0]["value"]) == (6, 2)
    assert "value" not in broken[1]
    assert played.master.keys["Request Count"][:2] == [5, 6]


def test_an_incomplete_probing_round_does_not_count() -> None:
    played = travel_episode()
    answer_probes_correctly(played)
    played.say("ANSWER: ferry", NO, *["unclear"] * 5)
    assert played.master.keys["Played Probe Rounds"] == 1
    assert list(played.scores.turns) == ["0"]


def test_an_abort_in_the_opening_probes_comes_after_the_questioners_first_request() -> None:
    played = travel_episode()
    events = played.say(*["unclear"] * 5)
    kinds = [(e.kind, e.sender, e.recipient) for e in events if e.logged]
    assert kinds[-3:] == [
        ("send message", "GM", "Player 2"),
        ("get message", "Player 2", "GM"),
        ("end", "GM", "GM"),
    ]
    assert played.is_over()
    assert played.scores.aborted == 1
    assert (played.master.rounds, played.scores.turns) == (1, {})


def test_an_aborted_episode_has_a_middle_accuracy_only_where_it_got_that_far() -> None:
    """If it did, the accuracy has no value."""
    early = travel_episode()
    early.say(*["unclear"] * 5)
    assert "Middle-Accuracy" not in early.scores.episode
    late = play_answers(travel_episode(), *correct_answers()[:2])
    late.say("ANSWER: premium", *["unclear"] * 5)
    assert late.scores.episode["Middle-Accuracy"] is None


def test_the_middle_is_counted_in_rounds_that_were_probed() -> None:
    """With five slots it is the third one, whether or not a round was skipped before."""
    played = travel_episode()
    answer_probes_correctly(played)
    played.say("out of form", "ANSWER: at Easter")
    answer_probes_correctly(played)
    played.say("ANSWER: premium", *[NO] * 5)
    answered_rest = ["ANSWER: Oslo", "ANSWER: Bergen"]
    for answer in answered_rest:
        played.say(answer)
        answer_probes_correctly(played)
    assert played.scores.episode["Middle-Accuracy"] == pytest.approx(2 / 5)


def test_always_replying_no_scores_zero() -> None:
    played = travel_episode()
    played.say(*[NO] * 5)
    for answer in correct_answers():
        played.say(answer, *[NO] * 5)
    assert played.scores.main_score == 0
    assert (played.scores.lose, played.scores.episode["Accuracy"]) == (1, 0.5)


def test_agreement_below_chance_counts_as_none() -> None:
    played = travel_episode()
    played.say(*[YES] * 5)
    for answer in correct_answers():
        played.say(answer)
        for probe in [p["gt"] for p in probed(played)[-1]]:
            played.say(NO if probe else YES)
    assert (played.scores.episode["Kappa"] or 0) < 0
    assert played.scores.episode["Truncated Kappa"] == 0
    assert played.scores.main_score == 0


def test_the_scripted_turn_is_in_every_request() -> None:
    played = play_answers(travel_episode(), *correct_answers()[:1])
    assert [m.role for m in played.request.messages[:2]] == ["user", "assistant"]
    assert played.request.messages[1].text == "Ok."


def test_probes_leave_no_trace_in_the_dialogue_nor_in_the_log() -> None:
    played = play_answers(travel_episode(), *correct_answers()[:1])
    texts = [message.text for message in played.request.messages]
    assert len(texts) == 5
    assert not any("ASIDE: no" in text or "ASIDE: yes" in text for text in texts)
    logged = [event.content for event in played.master.events if event.logged]
    assert not any("ASIDE: no" in str(content) for content in logged)


def test_the_target_of_a_probe_is_recorded_in_capitals() -> None:
    assert [p["target"] for p in probed(travel_episode())[0]] == [slot.upper() for slot in SHEET]
