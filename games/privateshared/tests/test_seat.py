"""What the answerer is shown, may know and may write."""

from __future__ import annotations

from clemtui.engine import OBSERVER, REVEAL, Card, MarkedList, Table, canonical_json
from clemtui.kit.plain import plain

from .playing import NO, SHEET, YES, answered, journey, right, truly


def test_the_sheet_is_always_there_and_nothing_else() -> None:
    played = journey()
    for _ in range(2):
        (sheet,) = played.master.view("Player 1").blocks
        assert isinstance(sheet, Card)
        assert [row.value for row in sheet.rows] == list(SHEET.values())
        truly(played)


def test_no_verdict_and_no_event_tells_whether_a_reply_was_right() -> None:
    """What the seat meets is the same, whatever it replies."""
    seen = []
    for reply in (NO, YES):
        played = journey()
        played.say(reply)
        events = [e for e in played.master.events if e.visible_to("Player 1")]
        shown = [plain(e) for e in events if e.kind != "get message"]
        seen.append(canonical_json([shown, plain(played.master.view("Player 1"))]))
    assert seen[0] == seen[1]


def test_neither_does_any_tell_whether_an_answer_told_the_slot() -> None:
    verdicts = []
    for answer in ("ANSWER: ferry", "ANSWER: no idea"):
        played = journey()
        truly(played)
        events = played.say(answer)
        verdicts.append([plain(e.verdict) for e in events if e.verdict])
    assert verdicts[0] == verdicts[1]


def test_who_watches_sees_what_the_questioner_knows() -> None:
    played = answered(journey(), "ANSWER: the ferry to Oslo")
    block = played.master.view(OBSERVER).block("knowledge")
    assert isinstance(block, MarkedList)
    known = {i.id for i in block.items if i.mark and i.mark.id.endswith(".known")}
    assert known == {"transport", "destination"}


def test_what_is_asked_for_is_not_known_before_the_answer() -> None:
    played = answered(journey())
    assert played.request.purpose == "turn"
    block = played.master.view(OBSERVER).block("knowledge")
    assert isinstance(block, MarkedList)
    assert all(item.mark and item.mark.id.endswith(".unknown") for item in block.items)


def test_the_end_shows_every_probe_with_the_truth() -> None:
    played = journey()
    truly(played)
    played.say("out of form", "ANSWER: at Easter", YES, NO, NO, NO, YES)
    for answer in right()[2:]:
        played.say(answer)
        truly(played)
    table = played.master.view(REVEAL).block("probes")
    assert isinstance(table, Table)
    assert len(table.rows) == 25
    assert table.rows[5:10] == (
        ("2", "START", "no", "yes ✗"),
        ("2", "GOAL", "no", "no ✓"),
        ("2", "TRANSPORT", "yes", "no ✗"),
        ("2", "CLASS", "no", "no ✓"),
        ("2", "DATE", "yes", "yes ✓"),
    )


def test_a_probe_that_was_never_clear_stands_there_too() -> None:
    played = journey()
    played.say(*["unclear"] * 5)
    table = played.master.view(REVEAL).block("probes")
    assert isinstance(table, Table)
    assert table.rows == (("0", "START", "no", "? ✗"),)


def test_the_form_warns_of_what_nobody_has_asked_for() -> None:
    played = journey()
    truly(played)
    form, view = played.request.form, played.master.view("Player 1")
    assert form is not None
    assert form.compose({"answer": "by ferry"}) == "ANSWER: by ferry"
    assert form.check({"answer": "by ferry"}, view) == ()
    (hint,) = form.check({"answer": "by ferry to OSLO"}, view)
    assert (hint.level, hint.aid) == ("warning", "sheet_check")
    assert dict(hint.text.values) == {"name": "GOAL", "value": "Oslo"}


def test_the_form_does_not_warn_of_what_has_been_told_before() -> None:
    played = answered(journey(), "ANSWER: by ferry to Oslo")
    form, view = played.request.form, played.master.view("Player 1")
    assert form is not None
    assert form.check({"answer": "At Easter, to Oslo, by ferry"}, view) == ()


def test_a_reply_is_composed_of_yes_or_no() -> None:
    form = journey().request.form
    assert form is not None
    assert [form.compose({"reply": value}) for value in ("yes", "no")] == [YES, NO]
    assert dict(form.fields[0].name.values) == {"number": 1, "all": 5, "round": 1, "rounds": 6}
