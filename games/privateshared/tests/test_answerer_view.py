"""What the answerer sees, may know and may write."""

from __future__ import annotations

from clemtui.engine import OBSERVER, REVEAL, Card, MarkedList, Matrix, MatrixCell, canonical_json
from clemtui.kit.plain_data import plain_data

from .playing import (
    NO,
    SHEET,
    YES,
    answer_probes_correctly,
    correct_answers,
    play_answers,
    travel_episode,
)


def test_the_sheet_is_always_there_and_nothing_else() -> None:
    played = travel_episode()
    for _ in range(2):
        (sheet,) = played.master.view("Player 1").blocks
        assert isinstance(sheet, Card)
        assert [row.value for row in sheet.rows] == list(SHEET.values())
        answer_probes_correctly(played)


def test_no_verdict_or_event_reveals_whether_a_reply_was_correct() -> None:
    """What the seat sees is the same, whatever it replies."""
    seen = []
    for reply in (NO, YES):
        played = travel_episode()
        played.say(reply)
        events = [e for e in played.master.events if e.visible_to("Player 1")]
        shown = [plain_data(e) for e in events if e.kind != "get message"]
        seen.append(canonical_json([shown, plain_data(played.master.view("Player 1"))]))
    assert seen[0] == seen[1]


def test_neither_does_any_tell_whether_an_answer_told_the_slot() -> None:
    verdicts = []
    for answer in ("ANSWER: ferry", "ANSWER: no idea"):
        played = travel_episode()
        answer_probes_correctly(played)
        events = played.say(answer)
        verdicts.append([plain_data(e.verdict) for e in events if e.verdict])
    assert verdicts[0] == verdicts[1]


def test_who_watches_sees_what_the_questioner_knows() -> None:
    played = play_answers(travel_episode(), "ANSWER: the ferry to Oslo")
    block = played.master.view(OBSERVER).block("knowledge")
    assert isinstance(block, MarkedList)
    known = {i.id for i in block.items if i.mark and i.mark.id.endswith(".known")}
    assert known == {"transport", "destination"}


def test_what_is_asked_for_is_not_known_before_the_answer() -> None:
    played = play_answers(travel_episode())
    assert played.request.purpose == "turn"
    block = played.master.view(OBSERVER).block("knowledge")
    assert isinstance(block, MarkedList)
    assert all(item.mark and item.mark.id.endswith(".unknown") for item in block.items)


def test_the_end_shows_every_probe_with_the_truth() -> None:
    played = travel_episode()
    answer_probes_correctly(played)
    played.say("out of form", "ANSWER: at Easter", YES, NO, NO, NO, YES)
    for answer in correct_answers()[2:]:
        played.say(answer)
        answer_probes_correctly(played)
    probes = played.master.view(REVEAL).block("probes")
    assert isinstance(probes, Matrix)
    assert probes.columns == ("0", "2", "3", "4", "5")  # the skipped round has no column
    assert sum(cell is not None for row in probes.rows for cell in row.cells) == 25
    assert [(row.name, row.cells[1], row.since) for row in probes.rows] == [
        ("START", MatrixCell("yes", right=False), 4),
        ("GOAL", MatrixCell("no", right=True), 3),
        ("TRANSPORT", MatrixCell("no", right=False), 1),
        ("CLASS", MatrixCell("no", right=True), 2),
        ("DATE", MatrixCell("yes", right=True), 1),
    ]
    assert [row.said.id.rpartition(".")[2] for row in probes.rows] == [
        *("from_wrong", "from_right", "from_wrong", "from_right", "from_right")
    ]
    assert dict(probes.rows[2].said.values) == {
        "name": "TRANSPORT",
        "since": 2,
        "right": 4,
        "all": 5,
        "wrong": "2",
    }


def test_a_probe_without_a_clear_reply_is_listed_too() -> None:
    played = travel_episode()
    played.say(*["unclear"] * 5)
    probes = played.master.view(REVEAL).block("probes")
    assert isinstance(probes, Matrix)
    (row,) = probes.rows
    assert (row.name, row.cells, row.since) == ("START", (MatrixCell("?", right=False),), None)
    assert row.said.id == "privateshared.board.never_wrong"


def test_a_slot_that_is_asked_for_twice_in_a_round_has_two_rows() -> None:
    """No known instance does so, but no reply may be missing."""
    twice = [[["date", 0], ["class", 0], ["date", 1]] for _ in range(6)]
    played = travel_episode(probes=twice)
    played.say(NO, YES, YES)
    probes = played.master.view(REVEAL).block("probes")
    assert isinstance(probes, Matrix)
    assert [(row.name, row.cells[0]) for row in probes.rows] == [
        ("CLASS", MatrixCell("yes", right=False)),
        ("DATE", MatrixCell("no", right=True)),
        ("DATE", MatrixCell("yes", right=False)),
    ]


def test_the_form_warns_about_unrequested_values() -> None:
    played = travel_episode()
    answer_probes_correctly(played)
    form, view = played.request.form, played.master.view("Player 1")
    assert form is not None
    assert form.compose({"answer": "by ferry"}) == "ANSWER: by ferry"
    assert form.check({"answer": "by ferry"}, view) == ()
    (hint,) = form.check({"answer": "by ferry to OSLO"}, view)
    assert (hint.level, hint.aid) == ("warning", "sheet_check")
    assert dict(hint.text.values) == {"told": "GOAL (Oslo)"}


def test_it_warns_of_all_of_it_at_once() -> None:
    played = travel_episode()
    answer_probes_correctly(played)
    form, view = played.request.form, played.master.view("Player 1")
    assert form is not None
    (hint,) = form.check({"answer": "premium, from Bergen to Oslo"}, view)
    assert hint.text.values["told"] == "START (Bergen), GOAL (Oslo), CLASS (premium)"


def test_the_form_does_not_warn_of_what_has_been_told_before() -> None:
    played = play_answers(travel_episode(), "ANSWER: by ferry to Oslo")
    form, view = played.request.form, played.master.view("Player 1")
    assert form is not None
    assert form.check({"answer": "At Easter, to Oslo, by ferry"}, view) == ()


def test_a_reply_is_composed_of_yes_or_no() -> None:
    form = travel_episode().request.form
    assert form is not None
    assert [form.compose({"reply": value}) for value in ("yes", "no")] == [YES, NO]
    assert dict(form.fields[0].name.values) == {"number": 1, "all": 5, "round": 1, "rounds": 6}
