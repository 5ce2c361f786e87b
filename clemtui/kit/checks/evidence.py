"""Checks that what is to be recorded can be recorded, and is what it claims to be."""

from __future__ import annotations

import json
from collections.abc import Sequence

from clemtui.engine import (
    GAME_MASTER,
    OBSERVER,
    REVEAL,
    GameMaster,
    Message,
    Request,
    Response,
    canonical_json,
    message_from_json,
    message_to_json,
)
from clemtui.kit.plain_data import plain_data
from clemtui.kit.plays import all_plays, request_of, start, submit, verdict_kinds
from clemtui.kit.subject import Subject, never_raises, require


def requests(subject: Subject) -> None:
    """Check requests.

    They are numbered from 1, go to existing seats, survive storage as JSON, and do not change while
    they are open.
    """
    for entries in all_plays(subject):
        master = start(subject)
        seen: dict[int, object] = {}
        for entry in (*entries, None):
            for request in master.pending():
                if request.id in seen:
                    same = seen[request.id] == plain_data(request)
                    require(same, f"request {request.id} changes while it is open")
                    continue
                require(request.id == len(seen) + 1, f"request {request.id} is out of sequence")
                seen[request.id] = plain_data(request)
                _well_formed(subject, request)
            if entry is not None:
                submit(master, entry)


def _well_formed(subject: Subject, request: Request) -> None:
    seat = subject.seat(request.seat)
    name = f"request {request.id} to {request.seat}"
    require(request.role == seat.role, f"{name} has role {request.role!r}, not {seat.role!r}")
    require(bool(request.messages), f"{name} has no messages")
    service = request.purpose == "service"
    require(
        service == seat.service,
        f"{name} has purpose {request.purpose!r}; 'service' "
        "is for the seats of services, and only for them",
    )
    asks = request.form.asks if request.form is not None else None
    sent = bool(request.messages) and asks is not None and asks in request.messages[-1].text
    require(asks is None or sent, f"the form of {name} asks {asks!r:.60}, which was not sent")
    others = {s.name for s in subject.seats} - {request.seat}
    require(request.stream_to <= others, f"{name} may be watched by {sorted(request.stream_to)}")
    for message in request.messages:
        with never_raises(f"storing {name} as JSON"):
            stored = json.loads(canonical_json(message_to_json(message)))
            back = message_from_json(stored)
        require(back == message, f"a message of {name} is not the same after storing")
    for tool in request.tools:
        with never_raises(f"storing the tools of {name} as JSON"):
            canonical_json(plain_data(tool.parameters))


def new_messages(subject: Subject) -> None:
    """Check that ``new_from`` is where the messages begin that the seat has not seen.

    If a request continues what the seat was shown and said, that place is exact. If the history was
    rebuilt, it lies between the end of the unchanged part and the first message that the seat
    cannot know.
    """
    for entries in all_plays(subject):
        master = start(subject)
        met: dict[str, list[tuple[Message, ...]]] = {}
        checked: set[int] = set()
        for entry in (*entries, None):
            for request in master.pending():
                if request.id not in checked:
                    checked.add(request.id)
                    _check_new_from(request, met.setdefault(request.seat, []))
            for request in master.pending():
                met[request.seat].append(request.messages)
            if entry is not None:
                assert isinstance(entry, Response)
                request = request_of(master, entry)
                said = Message("assistant", entry.parts)
                met[request.seat].append((*request.messages, said))
                submit(master, entry)


def _check_new_from(request: Request, met: Sequence[tuple[Message, ...]]) -> None:
    messages, claimed = request.messages, request.new_from
    last = max(len(messages) - 1, 0)
    least = min(max((_common(messages, known) for known in met), default=0), last)
    whole = [len(known) for known in met if messages[: len(known)] == known]
    known = [message for sequence in met for message in sequence]
    strange = (i for i, message in enumerate(messages) if message not in known)
    most = least if whole and max(whole) == least else next(strange, len(messages))
    require(
        least <= claimed <= most or (least == last and claimed == len(messages) == least + 1),
        f"request {request.id} to {request.seat} has new_from {claimed}, "
        f"but it must be {least if least == most else f'between {least} and {most}'}",
    )


def _common(one: Sequence[Message], two: Sequence[Message]) -> int:
    count = 0
    for left, right in zip(one, two, strict=False):
        if left != right:
            break
        count += 1
    return count


def events(subject: Subject) -> None:
    """Check events.

    They refer to existing requests, seats and audiences, can be stored, and are returned by
    ``submit``; every response of a player gets a verdict; people read no word that was not sent.
    """
    for entries in all_plays(subject):
        master = start(subject)
        asked = {request.id for request in master.pending()}
        _check_events(subject, master, asked, len(master.events), 0)
        for entry in entries:
            assert isinstance(entry, Response)
            request = request_of(master, entry)
            before = len(master.events)
            with never_raises("submit()"):
                returned = master.submit(entry)
            asked |= {open_request.id for open_request in master.pending()}
            same = tuple(master.events[before:]) == returned
            require(same, "submit() does not return the events that it adds")
            _check_events(subject, master, asked, len(returned), before)
            if not subject.seat(request.seat).service:
                judged = verdict_kinds(master, request.id)
                require(bool(judged), f"the response to request {request.id} gets no verdict")


def _check_events(
    subject: Subject, master: GameMaster, asked: set[int], count: int, since: int
) -> None:
    seats = {seat.name for seat in subject.seats}
    parties = seats | {GAME_MASTER, *subject.game.programmatic}
    for event in master.events[since : since + count]:
        name = f"an event of kind {event.kind!r}"
        known = event.request_id is None or event.request_id in asked
        require(known, f"{name} refers to request {event.request_id}, which was never made")
        require(
            {event.sender, event.recipient} <= parties,
            f"{name} names an unknown sender or recipient",
        )
        strangers = event.audience - seats - {OBSERVER}
        require(not strangers, f"{name} has an audience of {sorted(strangers)}")
        require(
            REVEAL not in event.audience,
            f"{name} has {REVEAL!r} in its audience, which sees everything anyway",
        )
        with never_raises(f"storing {name} as JSON"):
            canonical_json(plain_data(event.content))
        for said in event.speech or ():
            require(said.by in parties, f"{name} lets {said.by!r} speak, who is no seat")
            key = subject.texts.policy.key
            added = set(key(said.text).split()) - set(key(str(event.content)).split())
            require(not added, f"people read {sorted(added)[:3]} in {name}, which was not sent")


def looks(subject: Subject) -> None:
    """Check that every seat, the observer and the reveal have a view at every point.

    Block ids are unique within a view, and aids named by a block are declared.
    """
    for entries in all_plays(subject):
        master = start(subject)
        for entry in (*entries, None):
            for watcher in subject.watchers:
                with never_raises(f"view({watcher!r})"):
                    view = master.view(watcher)
                ids = [block.id for block in view.blocks]
                require(
                    len(set(ids)) == len(ids), f"view({watcher!r}) has two blocks with the same id"
                )
                aids = {block.aid for block in view.blocks} - {None}
                undeclared = sorted(map(str, aids - set(subject.game.card.aids)))
                require(not undeclared, f"game.toml does not declare the aids {undeclared}")
                plain_data(view)
            if entry is not None:
                submit(master, entry)
