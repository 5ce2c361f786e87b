"""Every check of the kit notices its violation: rules, totality, evidence, views."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from clemtui.engine import (
    MAIN_SCORE,
    OBSERVER,
    Control,
    Entry,
    Event,
    Form,
    GameMaster,
    Instance,
    Label,
    Message,
    NotPending,
    Request,
    Response,
    Scores,
    Speech,
    TextBlock,
    Texts,
    ToolCall,
    View,
)
from clemtui.kit import CHECKS, Nonconforming, Subject
from tests.kit.checks.mutants import (
    Mutant,
    Wrap,
    Wrapped,
    events_changed,
    requests_changed,
    views_changed,
)
from tests.support.families import contract_subject

Break = Callable[[Subject], Mutant]


def wrapped(wrap: Wrap) -> Break:
    """Break a game by wrapping its masters."""
    return lambda subject: Mutant(subject.game, wrap)


def extra(view: View, text: object) -> View:
    """Return a view with one more block."""
    return View((*view.blocks, TextBlock("extra", str(text))))


def asking_more(request: Request) -> Request:
    """Return a request whose form asks a question that was not sent."""
    form = Form((), lambda values: "", asks="Is it clean now?")
    return replace(request, form=form)


def writes_to_instance(subject: Subject) -> Mutant:
    """Return a game that writes to its instance."""

    class Spoilt(Mutant):
        def start(self, instance: Instance, texts: Texts) -> GameMaster:
            assert isinstance(instance.data, dict)
            instance.data["begun"] = True
            return super().start(instance, texts)

    return Spoilt(subject.game, Wrapped)


class LooksCount(Wrapped):
    """Its views show how often they were requested."""

    looks = 0

    def view(self, watcher: str) -> View:
        self.looks += 1
        return extra(self.inner.view(watcher), self.looks)


def shares_state(subject: Subject) -> Mutant:
    """Return a game that keeps state across episodes."""
    said: list[str] = []

    class Shared(Wrapped):
        def submit(self, entry: Entry) -> tuple[Event, ...]:
            said.append("x")
            return self.inner.submit(entry)

        def view(self, watcher: str) -> View:
            return extra(self.inner.view(watcher), len(said))

    return Mutant(subject.game, Shared)


class ChangesWhatItShowed(Wrapped):
    """Hands out one mapping and keeps writing to it."""

    def __init__(self, inner: GameMaster) -> None:
        super().__init__(inner)
        self.values: dict[str, str | int] = {}

    def view(self, watcher: str) -> View:
        self.values["n"] = len(self.inner.events)
        block = TextBlock("extra", Label("aside.progress", self.values))
        return View((*self.inner.view(watcher).blocks, block))


class CannotRead(Wrapped):
    """Raises an error on unexpected text."""

    def submit(self, entry: Entry) -> tuple[Event, ...]:
        if isinstance(entry, Response):
            entry.text.encode("ascii")
        return self.inner.submit(entry)


class IgnoresControls(Wrapped):
    """Does not end when told to."""

    def submit(self, entry: Entry) -> tuple[Event, ...]:
        return () if isinstance(entry, Control) else self.inner.submit(entry)


def scores_changed(change: Callable[[Scores], Scores]) -> Break:
    """Break a game by changing its scores."""

    class Scored(Mutant):
        def score(self, master: GameMaster) -> Scores:
            return change(super().score(master))

    return lambda subject: Scored(subject.game, Wrapped)


class AcceptsAnything(Wrapped):
    """Accepts entries that answer no request."""

    def submit(self, entry: Entry) -> tuple[Event, ...]:
        try:
            return self.inner.submit(entry)
        except NotPending:
            return ()


class RefusesWithOtherError(Wrapped):
    """Refuses entries with an error of its own."""

    def submit(self, entry: Entry) -> tuple[Event, ...]:
        try:
            return self.inner.submit(entry)
        except NotPending as error:
            raise KeyError("it answers no request") from error


class RewritesOpenRequest(Wrapped):
    """Changes a request that is open, after the other player has answered."""

    def pending(self) -> tuple[Request, ...]:
        news = Message("user", ())
        late = len(self.inner.events) > 2
        return tuple(
            replace(r, messages=(*r.messages, news)) if late else r for r in self.inner.pending()
        )


class CountsFromZero(Wrapped):
    """Numbers its requests from 0."""

    def pending(self) -> tuple[Request, ...]:
        return tuple(replace(r, id=r.id - 1) for r in self.inner.pending())

    def submit(self, entry: Entry) -> tuple[Event, ...]:
        if isinstance(entry, Response):
            entry = replace(entry, request_id=entry.request_id + 1)
        return self.inner.submit(entry)


class WithholdsEvents(Wrapped):
    """Does not return all the events that it adds."""

    def submit(self, entry: Entry) -> tuple[Event, ...]:
        return self.inner.submit(entry)[1:]


class BlindToObservers(Wrapped):
    """Has no view for anyone without a seat."""

    def view(self, watcher: str) -> View:
        return {f"Player {n}": self.inner.view(watcher) for n in (1, 2, 3)}[watcher]


def strange_arguments() -> Message:
    """Return a message that JSON cannot represent."""
    return Message("assistant", (ToolCall("c", "take", {"box": {1, 2}}),))


#: check -> mutant -> game, how it is broken, what the kit reports
MUTANTS: dict[str, dict[str, tuple[str, Break, str]]] = {
    "determinism": {
        "chance": (
            "tidy",
            wrapped(views_changed(lambda view, who, master: extra(view, random.random()))),
            "give different results",
        ),
        "an instance that is written to": ("aside", writes_to_instance, "changes the instance"),
    },
    "replay equals play": {
        "looking changes the state": ("tidy", wrapped(LooksCount), "entries are replayed"),
    },
    "the past stays": {
        "one state for all episodes": (
            "tidy",
            shares_state,
            "another episode is played meanwhile",
        ),
        "a view that changes": ("aside", wrapped(ChangesWhatItShowed), "returned earlier"),
    },
    "arbitrary text": {
        "raising": ("tidy", wrapped(CannotRead), "raised UnicodeEncodeError"),
        "scores that cannot be stored": (
            "whisper",
            scores_changed(lambda s: replace(s, episode={MAIN_SCORE: float("nan")})),
            "recording the scores",
        ),
        "no main score": (
            "whisper",
            scores_changed(lambda s: replace(s, episode={})),
            "do not name",
        ),
    },
    "controls": {
        "ignored": ("tidy", wrapped(IgnoresControls), "does not end the episode"),
        "not aborted": ("tidy", scores_changed(lambda s: replace(s, aborted=0)), "not aborted"),
        "a main score": (
            "tidy",
            scores_changed(lambda s: replace(s, episode={MAIN_SCORE: 0})),
            "has a main score",
        ),
    },
    "refusals": {
        "swallowed": ("tidy", wrapped(AcceptsAnything), "it answers no request"),
        "another error": ("tidy", wrapped(RefusesWithOtherError), "raised KeyError"),
    },
    "requests": {
        "numbers": (
            "tidy",
            wrapped(CountsFromZero),
            "out of sequence",
        ),
        "unknown seat": (
            "tidy",
            wrapped(requests_changed(lambda r: replace(r, seat="Player 9"))),
            "no such seat",
        ),
        "another role": (
            "tidy",
            wrapped(requests_changed(lambda r: replace(r, role="Sweeper"))),
            "has role",
        ),
        "no messages": (
            "tidy",
            wrapped(requests_changed(lambda r: replace(r, messages=()))),
            "no messages",
        ),
        "a purpose that is not its own": (
            "tidy",
            wrapped(requests_changed(lambda r: replace(r, purpose="service"))),
            "has purpose",
        ),
        "a form that asks what was not sent": (
            "tidy",
            wrapped(requests_changed(asking_more)),
            "asks 'Is it clean now?', which was not sent",
        ),
        "watched by itself": (
            "tidy",
            wrapped(requests_changed(lambda r: replace(r, stream_to=frozenset({r.seat})))),
            "may be watched by",
        ),
        "not JSON": (
            "tidy",
            wrapped(requests_changed(lambda r: replace(r, messages=(strange_arguments(),)))),
            "storing request 1",
        ),
        "rewritten while open": ("sealed", wrapped(RewritesOpenRequest), "while it is open"),
    },
    "new messages": {
        "all of them": (
            "tidy",
            wrapped(requests_changed(lambda r: replace(r, new_from=0))),
            "but it must be 2",
        ),
        "none": (
            "sealed",
            wrapped(requests_changed(lambda r: replace(r, new_from=len(r.messages) + 1))),
            "but it must be 0",
        ),
        "the last one only": (
            "aside",
            wrapped(requests_changed(lambda r: replace(r, new_from=len(r.messages) - 1))),
            "but it must be",
        ),
    },
    "events": {
        "a request that never was": (
            "tidy",
            wrapped(events_changed(lambda e: e._replace(request_id=99))),
            "was never made",
        ),
        "an audience of strangers": (
            "tidy",
            wrapped(events_changed(lambda e: e._replace(audience=frozenset({"Player 9"})))),
            "has an audience of",
        ),
        "an audience of the reveal": (
            "tidy",
            wrapped(events_changed(lambda e: e._replace(audience=frozenset({"reveal"})))),
            "audience of",
        ),
        "words that were not sent": (
            "tidy",
            wrapped(events_changed(lambda e: e._replace(speech=(Speech("GM", "Look out"),)))),
            "people read ['look', 'out'] in an event",
        ),
        "an unknown speaker": (
            "tidy",
            wrapped(events_changed(lambda e: e._replace(speech=(Speech("Player 9"),)))),
            "lets 'Player 9' speak",
        ),
        "an unknown sender": (
            "tidy",
            wrapped(events_changed(lambda e: e._replace(sender="Player 9"))),
            "names an unknown sender or recipient",
        ),
        "not JSON": (
            "tidy",
            wrapped(events_changed(lambda e: e._replace(content=float("inf")))),
            "storing an event",
        ),
        "kept back": ("tidy", wrapped(WithholdsEvents), "does not return the events"),
        "no verdict": (
            "tidy",
            wrapped(events_changed(lambda e: e._replace(verdict=None))),
            "gets no verdict",
        ),
    },
    "looks": {
        "no view for observers": ("tidy", wrapped(BlindToObservers), f"view({OBSERVER!r}) raised"),
        "two blocks with the same id": (
            "tidy",
            wrapped(views_changed(lambda view, who, master: View(view.blocks * 2))),
            "two blocks with the same id",
        ),
        "an aid nobody declared": (
            "tidy",
            wrapped(
                views_changed(
                    lambda view, who, master: View(
                        (*view.blocks, TextBlock("x", "x", aid="crystal_ball"))
                    )
                )
            ),
            "crystal_ball",
        ),
        "something that cannot be recorded": (
            "tidy",
            wrapped(
                views_changed(
                    lambda view, who, master: View(
                        (*view.blocks, TextBlock("x", object()))  # type: ignore[arg-type]
                    )
                )
            ),
            "cannot be recorded",
        ),
    },
}


@pytest.mark.parametrize(
    ("check", "mutant"),
    [(check, mutant) for check, mutants in MUTANTS.items() for mutant in mutants],
)
def test_the_kit_notices(check: str, mutant: str) -> None:
    game, put_wrong, sentence = MUTANTS[check][mutant]
    sound = contract_subject(game)
    instance = Instance.from_json(_copied(sound.instance.to_json()), {})
    subject = replace(sound, instance=instance, limit=12)
    with pytest.raises(Nonconforming) as caught:
        CHECKS[check](replace(subject, game=put_wrong(subject)))
    assert sentence in str(caught.value)


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copied(item) for key, item in value.items()}
    return [_copied(item) for item in value] if isinstance(value, list) else value
