"""The game master: a pure, synchronous, deterministic state machine over entries.

`GameMaster` is the contract that the play loop, the records and the front ends rely on.
`DialogueMaster` adds what most games share: append-only histories, the event log and rounds.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from functools import cache
from typing import Any

from clemtui.engine.events import GAME_MASTER, OBSERVER, RECEIVE, SEND, Event, Speech, Verdict
from clemtui.engine.forms import Form
from clemtui.engine.instances import Instance
from clemtui.engine.labels import Label, control_label
from clemtui.engine.messages import Message, user
from clemtui.engine.requests import Control, Entry, Purpose, Request, Response, Tool
from clemtui.engine.texts import Texts
from clemtui.engine.views import View


class NotPending(ValueError):
    """An entry answers a request that is not open: an error of the caller, never of a player."""


class GameMaster(ABC):
    """One episode in play.

    Attributes:
        events: everything that happened so far, oldest first.
        keys: what the reference's recorder keeps beside its event log.
        control: the control that ended the episode, if any.
        round: number of the current round, from 0, as the reference counts for this game.
    """

    events: list[Event]
    keys: dict[str, Any]
    control: Control | None = None
    round: int = 0

    @abstractmethod
    def pending(self) -> tuple[Request, ...]:
        """Return the open requests: several if moves are simultaneous, none once it is over."""

    @abstractmethod
    def submit(self, entry: Entry) -> tuple[Event, ...]:
        """Process an entry and return the events it caused.

        Total: it returns whatever a player says.

        Raises:
            NotPending: if a response answers no open request, or the episode is over.
        """

    @abstractmethod
    def view(self, watcher: str) -> View:
        """Return what a seat, `OBSERVER` or `REVEAL` (everything, after the end) may see."""

    @property
    def finished(self) -> bool:
        """Whether the episode is over."""
        return not self.pending()

    @property
    def rounds(self) -> int:
        """The number of rounds started."""
        return self.round + 1


class DialogueMaster(GameMaster):
    """A master that keeps an append-only history for each seat.

    A game overrides `on_response` (and `on_control` if an early end needs more than the default),
    and calls `ask`, `log`, `notice`, `judge` and `end` from there.
    """

    def __init__(self, instance: Instance, texts: Texts) -> None:
        self.instance = instance
        self.texts = texts
        self.events = []
        self.keys = {}
        self._open: dict[int, Request] = {}
        self._asked = 0
        self._histories: dict[tuple[str, str], list[Message]] = {}
        self._known: dict[str, dict[int, Message]] = {}

    def pending(self) -> tuple[Request, ...]:
        return tuple(self._open.values())

    def submit(self, entry: Entry) -> tuple[Event, ...]:
        before = len(self.events)
        if not self._open:
            raise NotPending("the episode is over")
        if isinstance(entry, Control):
            self.control = entry
            self.on_control(entry)
            self._open.clear()
            return tuple(self.events[before:])
        request = self._open.pop(entry.request_id, None)
        if request is None:
            raise NotPending(f"request {entry.request_id} is not open")
        self.take(request, entry)
        self.on_response(request, entry)
        return tuple(self.events[before:])

    @abstractmethod
    def on_response(self, request: Request, response: Response) -> None:
        """Judge a response and either ask the next request or call `end`."""

    def on_control(self, control: Control) -> None:
        """Log that the episode was ended from outside. The game's scorer counts it as aborted."""
        self.log(
            "control",
            control.kind,
            audience=self.everybody,
            said=control_label(control.kind),
        )

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that the master has addressed so far."""
        return tuple(dict.fromkeys(seat for seat, _ in self._histories))

    @property
    def everybody(self) -> frozenset[str]:
        """All seats so far, and the observer."""
        return frozenset(self.seats) | {OBSERVER}

    def ask(
        self,
        seat: str,
        role: str,
        content: str | Message | None,
        *,
        form: Form | None = None,
        label: str | None = "context",
        thread: str = "dialogue",
        purpose: Purpose = "turn",
        tools: tuple[Tool, ...] = (),
        stream_to: frozenset[str] = frozenset(),
        logged: bool = True,
        speech: tuple[Speech, ...] | None = None,
    ) -> Request:
        """Open a request to a seat, after adding ``content`` to its history (None adds nothing).

        ``speech`` is the message as people read it (see `Event.speech`); None if as it is sent.

        New to the seat is everything from the first message object on that it has neither been
        shown in a request nor written itself, in any thread. A game that rebuilds a history must
        therefore reuse the message objects.
        """
        history = self.history(seat, thread)
        self._asked += 1
        if content is not None:
            message = _message(content)
            history.append(message)
            self._happen(
                SEND,
                message.text,
                recipient=seat,
                label=label,
                audience=_with_observer(seat),
                logged=logged,
                request_id=self._asked,
                side=purpose == "side question",
                speech=speech,
            )
        known = self._known.setdefault(seat, {})
        new_from = 0
        for message in history:
            if id(message) not in known:
                break
            new_from += 1
        request = Request(
            id=self._asked,
            seat=seat,
            role=role,
            messages=tuple(history),
            new_from=new_from,
            thread=thread,
            purpose=purpose,
            form=form,
            tools=tools,
            stream_to=stream_to,
        )
        for message in request.new_messages:
            known[id(message)] = message
        self._open[request.id] = request
        return request

    def take(
        self, request: Request, response: Response, *, label: str = "response", logged: bool = True
    ) -> None:
        """Add a response to the seat's history and to the events."""
        message = Message("assistant", response.parts)
        self.history(request.seat, request.thread).append(message)
        self._known[request.seat][id(message)] = message
        self._happen(
            RECEIVE,
            response.text,
            sender=request.seat,
            label=label,
            audience=_with_observer(request.seat),
            logged=logged,
            request_id=request.id,
            side=request.purpose == "side question",
            speech=self.spoken(request, response),
        )

    def spoken(self, request: Request, response: Response) -> tuple[Speech, ...] | None:
        """Return a response as people read it, without the tags of its form.

        None, the default, if they read it as it was sent, which is so for one of the wrong form.
        """
        return None

    def history(self, seat: str, thread: str = "dialogue") -> list[Message]:
        """Return the messages of a seat in a thread; a game may insert turns that no one spoke."""
        return self._histories.setdefault((seat, thread), [])

    def fork(self, seat: str, thread: str, *, of: str = "dialogue") -> None:
        """Start (or restart) a thread as a copy of another; what is said in it does not affect the
        original."""
        self._histories[seat, thread] = list(self.history(seat, of))

    def tell(
        self,
        seat: str,
        content: str | Message,
        *,
        label: str = "context",
        logged: bool = True,
        speech: tuple[Speech, ...] | None = None,
    ) -> None:
        """Add a message to a seat's history without asking for an answer; see `ask`."""
        message = _message(content)
        self.history(seat).append(message)
        self._happen(
            SEND,
            message.text,
            recipient=seat,
            label=label,
            audience=_with_observer(seat),
            logged=logged,
            speech=speech,
        )

    def log(
        self,
        kind: str,
        content: Any,
        *,
        audience: Iterable[str] = (),
        said: Label | None = None,
    ) -> None:
        """Log an event of the game, for the record only by default."""
        self._happen(kind, content, audience=audience, said=said)

    def notice(self, said: Label, *, audience: Iterable[str]) -> None:
        """Tell people something that is not part of the reference's log."""
        self._happen("notice", None, audience=audience, said=said, logged=False)

    def judge(
        self, request: Request, verdict: Verdict, *, audience: Iterable[str] | None = None
    ) -> None:
        """Log the verdict on a response; by default the seat and observers see it."""
        self._happen(
            "verdict",
            verdict.kind,
            audience=_with_observer(request.seat) if audience is None else audience,
            logged=False,
            request_id=request.id,
            verdict=verdict,
            said=verdict.reason,
            side=request.purpose == "side question",
        )

    def end(self) -> None:
        """End the episode: no request stays open."""
        self._open.clear()

    def _happen(
        self,
        kind: str,
        content: Any,
        *,
        sender: str = GAME_MASTER,
        recipient: str = GAME_MASTER,
        label: str | None = None,
        audience: Iterable[str] = (),
        logged: bool = True,
        request_id: int | None = None,
        verdict: Verdict | None = None,
        said: Label | None = None,
        side: bool = False,
        speech: tuple[Speech, ...] | None = None,
    ) -> None:
        self.events.append(
            Event(  # by position: this runs most often, so it should cost least
                kind,
                content,
                self.round,
                sender,
                recipient,
                label,
                frozenset(audience),
                logged,
                request_id,
                verdict,
                said,
                side,
                speech,
            )
        )


@cache
def _with_observer(seat: str) -> frozenset[str]:
    """Return who sees what passes between the master and a seat. (Games have few seat names.)"""
    return frozenset({seat, OBSERVER})


def _message(content: str | Message) -> Message:
    return content if isinstance(content, Message) else user(content)
