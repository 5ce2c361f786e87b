"""The dialogue master: histories, new messages, threads, and the audience of events."""

from __future__ import annotations

import pytest

from clemtui.engine import (
    OBSERVER,
    RECEIVE,
    SEND,
    Control,
    DialogueMaster,
    Event,
    Instance,
    Message,
    NotPending,
    Request,
    Response,
    Texts,
    ToolResult,
    Verdict,
    View,
    assistant,
    label,
    reference_log,
    user,
)


class PassiveMaster(DialogueMaster):
    """A master that only does what a test does with it."""

    def __init__(self) -> None:
        super().__init__(Instance("g", "e", 0, {}), Texts("en", {}))
        self.answers: list[tuple[Request, str]] = []

    def on_response(self, request: Request, response: Response) -> None:
        self.answers.append((request, response.text))

    def view(self, watcher: str) -> View:
        return View()


@pytest.fixture
def master() -> PassiveMaster:
    return PassiveMaster()


def test_new_messages_follow_the_last_seen_one(master: PassiveMaster) -> None:
    first = master.ask("Player 1", "Giver", "Hello.")
    master.submit(Response.of(first.id, "Hi."))
    master.tell("Player 1", "By the way.")
    second = master.ask("Player 1", "Giver", "And now?")
    assert second.messages == (
        user("Hello."),
        assistant("Hi."),
        user("By the way."),
        user("And now?"),
    )
    assert (first.new_from, second.new_from) == (0, 2)
    assert second.new_messages == (user("By the way."), user("And now?"))


def test_seats_do_not_share_a_history(master: PassiveMaster) -> None:
    master.ask("Player 1", "Giver", "one")
    other = master.ask("Player 2", "Seeker", "two")
    assert other.messages == (user("two"),)
    assert master.seats == ("Player 1", "Player 2")


def test_repeated_text_is_new(master: PassiveMaster) -> None:
    first = master.ask("Player 1", "Giver", "Well?")
    master.submit(Response.of(first.id, "x"))
    assert master.ask("Player 1", "Giver", "Well?").new_from == 2


def test_inserted_turns_are_new(master: PassiveMaster) -> None:
    master.history("Player 1").extend([user("Rules."), assistant("I am ready.")])
    request = master.ask("Player 1", "Giver", "Go.")
    assert request.new_from == 0
    assert [message.role for message in request.messages] == ["user", "assistant", "user"]


def test_request_without_content_has_no_new_messages(master: PassiveMaster) -> None:
    first = master.ask("Player 1", "Giver", "Go.")
    master.submit(Response.of(first.id, "x"))
    again = master.ask("Player 1", "Giver", None)
    assert again.new_messages == ()
    assert [event.kind for event in master.events] == [SEND, RECEIVE]


def test_fork_copies_the_dialogue_without_changing_it(master: PassiveMaster) -> None:
    first = master.ask("Player 1", "Giver", "Rules.")
    master.submit(Response.of(first.id, "Ok."))
    for question in ("Aside?", "Another?"):
        master.fork("Player 1", "aside")
        aside = master.ask("Player 1", "Giver", question, thread="aside", purpose="side question")
        assert aside.messages == (user("Rules."), assistant("Ok."), user(question))
        assert aside.new_messages == (user(question),)
        master.submit(Response.of(aside.id, "yes"))
    last = master.ask("Player 1", "Giver", "Go on.")
    assert last.messages == (user("Rules."), assistant("Ok."), user("Go on."))


def test_messages_seen_in_a_fork_are_not_new(master: PassiveMaster) -> None:
    master.history("Player 1").append(user("Rules."))
    master.fork("Player 1", "aside")
    aside = master.ask("Player 1", "Giver", "Aside?", thread="aside")
    master.submit(Response.of(aside.id, "yes"))
    request = master.ask("Player 1", "Giver", "Go.")
    assert request.new_messages == (user("Go."),)


def test_kept_messages_of_a_cut_history_are_not_new(master: PassiveMaster) -> None:
    for number in range(3):
        request = master.ask("Player 1", "Giver", f"Turn {number}.")
        master.submit(Response.of(request.id, "x"))
    history = master.history("Player 1")
    del history[1:5]
    request = master.ask("Player 1", "Giver", "Turn 3.")
    assert [m.text for m in request.messages] == ["Turn 0.", "x", "Turn 3."]
    assert request.new_messages == (user("Turn 3."),)


def test_request_with_any_message(master: PassiveMaster) -> None:
    result = Message("tool", (ToolResult("c1", "4 files"),))
    request = master.ask("Player 1", "Clerk", result)
    assert request.messages == (result,)
    assert master.events[-1].content == "4 files"


def test_a_seat_and_observers_see_what_is_sent_and_said(master: PassiveMaster) -> None:
    request = master.ask("Player 1", "Giver", "Go.")
    master.ask("Player 2", "Seeker", "Wait.")
    master.submit(Response.of(request.id, "clue"))
    sent, other, said = master.events
    assert (sent.kind, sent.recipient, sent.request_id) == (SEND, "Player 1", request.id)
    assert (said.kind, said.sender, said.request_id) == (RECEIVE, "Player 1", request.id)
    assert sent.audience == said.audience == {"Player 1", OBSERVER}
    assert not other.visible_to("Player 1")
    assert all(event.visible_to("reveal") for event in master.events)


def test_several_requests_may_be_open_and_answered_in_any_order(master: PassiveMaster) -> None:
    one, two = master.ask("Player 1", "B", "bid"), master.ask("Player 2", "B", "bid")
    assert master.pending() == (one, two)
    master.submit(Response.of(two.id, "2"))
    assert master.pending() == (one,)
    master.submit(Response.of(one.id, "1"))
    assert master.finished
    assert [text for _, text in master.answers] == ["2", "1"]


def test_unasked_entries_are_rejected(master: PassiveMaster) -> None:
    request = master.ask("Player 1", "Giver", "Go.")
    with pytest.raises(NotPending, match="request 7 is not open"):
        master.submit(Response.of(7, "x"))
    master.submit(Response.of(request.id, "x"))
    for entry in (Response.of(request.id, "x"), Control("gave up")):
        with pytest.raises(NotPending, match="the episode is over"):
            master.submit(entry)


def test_control_ends_the_episode_visibly_to_all(master: PassiveMaster) -> None:
    master.ask("Player 1", "Giver", "Go.")
    control = Control("time-out", "Player 1", "slept")
    (event,) = master.submit(control)
    assert master.finished
    assert master.control == control
    assert event.said == label("control.time_out")
    assert event.audience == {"Player 1", OBSERVER}


def test_the_log_of_the_reference_has_neither_verdicts_nor_notices(master: PassiveMaster) -> None:
    request = master.ask("Player 1", "Giver", "Go.")
    master.submit(Response.of(request.id, "clue"))
    master.round = 1
    master.judge(request, Verdict("accepted"))
    master.notice(label("well_done"), audience={"Player 1"})
    master.log("clue", {"word": "x"})
    assert reference_log(master.events) == [
        _line(0, "GM", "Player 1", SEND, "Go.") | {"label": "context"},
        _line(0, "Player 1", "GM", RECEIVE, "clue") | {"label": "response"},
        _line(1, "GM", "GM", "clue", {"word": "x"}),
    ]
    assert master.rounds == 2


def test_record_only_events_are_seen_at_the_reveal_only() -> None:
    event = Event("clue", "x", 0)
    assert not event.visible_to("Player 1")
    assert not event.visible_to(OBSERVER)
    assert event.visible_to("reveal")


def _line(
    number: int, sender: str, recipient: str, kind: str, content: object
) -> dict[str, object]:
    """Return a line of the reference's log."""
    who = {"round": number, "from": sender, "to": recipient}
    return {**who, "type": kind, "content": content}
