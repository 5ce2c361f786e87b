"""Every check of the kit notices its violation: secrets, however they get out."""

from __future__ import annotations

from dataclasses import replace

from clemtui.engine import (
    Entry,
    Event,
    GameMaster,
    Instance,
    Message,
    Request,
    Response,
    Text,
    TextBlock,
    View,
)
from clemtui.kit import CHECKS, Subject
from tests.kit.checks.mutants import (
    Break,
    Mutant,
    Wrapped,
    events_changed,
    played_by,
    requests_changed,
    views_changed,
    wrapped,
)
from tests.support.families import contract_subject


def worth(master: GameMaster) -> str:
    """Return what the first lot is worth to Player 1."""
    return str(master.instance.data["values"]["Player 1"][0])  # type: ignore[attr-defined]


class LeakingRequest(Wrapped):
    """Writes the other bidder's worth into a request."""

    def pending(self) -> tuple[Request, ...]:
        news = Message("user", (Text(f"The lot is worth {worth(self.inner)} to the other."),))
        return tuple(replace(r, messages=(*r.messages, news)) for r in self.inner.pending())


def leaking_event(subject: Subject) -> Subject:
    """Return a game in which Player 2 may see every event."""
    return wrapped(events_changed(lambda e: e._replace(audience=frozenset({"Player 2"}))))(subject)


class LeaksByLength(Wrapped):
    """Reveals the last digit of the sum of the secret numbers without writing any of them."""

    def view(self, watcher: str) -> View:
        values = self.inner.instance.data["values"]  # type: ignore[attr-defined]
        total = sum(map(sum, values.values()))
        return View((*self.inner.view(watcher).blocks, TextBlock("leak", "." * (total % 10))))


def swaps_nothing(subject: Subject) -> Subject:
    """Return a game whose swapped instance is the same instance."""

    class Same(Mutant):
        def swapped(self, instance: Instance, seat: str) -> Instance:
            return instance

    return replace(subject, game=Same(subject.game))


class RelaysEverything(Wrapped):
    """Relays a response exactly as it was written, including the plan."""

    said = ""

    def submit(self, entry: Entry) -> tuple[Event, ...]:
        if isinstance(entry, Response):
            self.said = entry.text
        return self.inner.submit(entry)

    def pending(self) -> tuple[Request, ...]:
        relayed = Message("user", (Text(self.said),))
        return tuple(
            replace(r, messages=(*r.messages, relayed)) if r.seat == "Player 2" else r
            for r in self.inner.pending()
        )


def watched(seat: str) -> Break:
    """Break a game by letting a seat watch every other one write."""
    return wrapped(requests_changed(lambda r: replace(r, stream_to=frozenset({seat}) - {r.seat})))


class OpensBidsAtOnce(Wrapped):
    """Shows the first bid to the other bidder before that one has bid."""

    said = ""

    def submit(self, entry: Entry) -> tuple[Event, ...]:
        if isinstance(entry, Response):
            self.said = entry.text
        return self.inner.submit(entry)

    def view(self, watcher: str) -> View:
        return View((*self.inner.view(watcher).blocks, TextBlock("leak", self.said)))


#: check -> mutant -> game, how it is broken, what the kit reports
MUTANTS: dict[str, dict[str, tuple[str, Break, str]]] = {
    "secrets": {
        "a view": (
            "sealed",
            wrapped(
                views_changed(
                    lambda view, who, master: View(
                        (*view.blocks, TextBlock("leak", f"({worth(master)})"))
                    )
                )
            ),
            "Player 2 is shown the secret '1483'",
        ),
        "a request": ("sealed", wrapped(LeakingRequest), "Player 2 is shown the secret '1483'"),
        "an event": ("sealed", leaking_event, "Player 2 is shown the secret"),
    },
    "swapped secrets": {
        "told without a word of it": (
            "sealed",
            wrapped(LeaksByLength),
            "after entry 0, Player 1 can infer",
        ),
        "nothing swapped": ("sealed", swaps_nothing, "does not replace the secret"),
    },
    "private fields": {
        "relayed": ("whisper", wrapped(RelaysEverything), "private part of Player 1"),
        "watched": ("whisper", watched("Player 2"), "may be watched while written"),
    },
    "sealed moves": {
        "opened at once": ("sealed", wrapped(OpensBidsAtOnce), "sealed move of Player 1"),
    },
    "streaming": {
        "of what is refused": ("sealed", watched("Player 2"), "Player 2 may watch Player 1 write"),
        "of what is stripped": ("whisper", watched("Player 1"), "is not shown"),
    },
}


def test_listed_target_is_no_leak() -> None:
    subject = contract_subject("whisper")
    (secret,) = subject.game.secrets(subject.instance)
    assert secret.text in subject.instance.parameters["words"]
    CHECKS["secrets"](subject)


def test_spoken_secret_is_no_leak() -> None:
    """Player 1 may say what a lot is worth; relaying that is no leak."""
    subject = contract_subject("sealed")
    worth = subject.instance.data["values"]["Player 1"][0]
    remark = f"BID: 10\nREMARK: it is worth {worth} to me"

    def talks(request: Request, view: View) -> str:
        return remark if request.seat == "Player 1" else "BID: 5"

    CHECKS["secrets"](played_by(talks)(subject))
