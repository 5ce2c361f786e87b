"""Mutants: sound games with one thing broken each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from clemtui.engine import (
    Control,
    Entry,
    Event,
    Experiment,
    Game,
    GameMaster,
    Instance,
    Request,
    Scores,
    Scripted,
    Secret,
    Service,
    Texts,
    View,
)
from clemtui.kit import Subject


class Wrapped(GameMaster):
    """A master that delegates to a sound one; a mutant changes part of that."""

    def __init__(self, inner: GameMaster) -> None:
        self.inner = inner

    @property
    def events(self) -> list[Event]:  # type: ignore[override]
        """The events of the sound master."""
        return self.inner.events

    @property
    def keys(self) -> dict[str, Any]:  # type: ignore[override]
        """The keys of the sound master."""
        return self.inner.keys

    @property
    def control(self) -> Control | None:  # type: ignore[override]
        """The control of the sound master."""
        return self.inner.control

    @property
    def round(self) -> int:  # type: ignore[override]
        """The round of the sound master."""
        return self.inner.round

    def pending(self) -> tuple[Request, ...]:
        return self.inner.pending()

    def submit(self, entry: Entry) -> tuple[Event, ...]:
        return self.inner.submit(entry)

    def view(self, watcher: str) -> View:
        return self.inner.view(watcher)


Wrap = Callable[[GameMaster], GameMaster]


class Mutant(Game):
    """A game that delegates to a sound one; a mutant changes part of that."""

    def __init__(self, inner: Game, wrap: Wrap = Wrapped) -> None:
        super().__init__(inner.card, inner.folder)
        self.inner = inner
        self.wrap = wrap

    def read(self, document: Mapping[str, Any], source: str) -> tuple[Experiment, ...]:
        return self.inner.read(document, source)

    def start(self, instance: Instance, texts: Texts) -> GameMaster:
        return self.wrap(self.inner.start(instance, texts))

    def score(self, master: GameMaster) -> Scores:
        assert isinstance(master, Wrapped)
        return self.inner.score(master.inner)

    def scripted(self, seat: str, language: str, seed: int) -> Scripted:
        return self.inner.scripted(seat, language, seed)

    def service(self, seat: str, instance: Instance) -> Service:
        return self.inner.service(seat, instance)

    def secrets(self, instance: Instance) -> tuple[Secret, ...]:
        return self.inner.secrets(instance)

    def swapped(self, instance: Instance, seat: str) -> Instance:
        return self.inner.swapped(instance, seat)


def requests_changed(change: Callable[[Request], Request]) -> Wrap:
    """Return a wrapper that changes every open request."""

    class Changed(Wrapped):
        def pending(self) -> tuple[Request, ...]:
            return tuple(change(request) for request in self.inner.pending())

    return Changed


def views_changed(change: Callable[[View, str, GameMaster], View]) -> Wrap:
    """Return a wrapper that changes every view."""

    class Changed(Wrapped):
        def view(self, watcher: str) -> View:
            return change(self.inner.view(watcher), watcher, self.inner)

    return Changed


def events_changed(change: Callable[[Event], Event]) -> Wrap:
    """Return a wrapper that changes every event as it happens."""

    class Changed(Wrapped):
        def submit(self, entry: Entry) -> tuple[Event, ...]:
            before = len(self.inner.events)
            self.inner.submit(entry)
            self.inner.events[before:] = map(change, self.inner.events[before:])
            return tuple(self.inner.events[before:])

    return Changed


def forms_changed(**changes: Any) -> Wrap:
    """Return a wrapper that replaces parts of every form."""

    def change(request: Request) -> Request:
        if request.form is None:
            return request
        return replace(request, form=replace(request.form, **changes))

    return requests_changed(change)


class Answering:
    """A scripted player made from a function."""

    def __init__(self, respond: Callable[[Request, View], str]) -> None:
        self._respond = respond

    def respond(self, request: Request, view: View) -> str:
        return self._respond(request, view)


Break = Callable[[Subject], Subject]
"""Breaks a sound subject."""


def wrapped(wrap: Wrap) -> Break:
    """Break a game by wrapping its masters."""
    return lambda subject: replace(subject, game=Mutant(subject.game, wrap))


def both(one: Break, other: Break) -> Break:
    """Break a game in two ways, one of which reveals the other."""
    return lambda subject: other(one(subject))


def played_by(respond: Callable[[Request, View], str]) -> Break:
    """Break a game by replacing its scripted player."""

    def put_wrong(subject: Subject) -> Subject:
        class Played(Mutant):
            def scripted(self, seat: str, language: str, seed: int) -> Scripted:
                return Answering(respond)

        return replace(subject, game=Played(subject.game), budget=50)

    return put_wrong
