"""Telling whoever is at the keyboard what happens in an episode, each thing once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import replace

from clemtui.engine import OBSERVER, RECEIVE, REVEAL, Request
from clemtui.episode.live import LiveEpisode
from clemtui.episode.transcript import Line, ScreenState, Waiting
from clemtui.episode.updates import (
    INTERRUPTED,
    Asked,
    AttemptBegan,
    Finished,
    Halted,
    Happened,
    Paused,
    RecordingFailed,
    Resumed,
    Update,
)
from clemtui.plain.output import Output
from clemtui.plain.results import result_words
from clemtui.plain.speech import attempt_words, failure_words, line_words, waiting_words
from clemtui.plain.times import seat_times
from clemtui.wording.boards import Said, in_words
from clemtui.wording.phrases import Voice


class Teller:
    """What each person here has heard of one episode, and what is still to be said to them.

    Attributes:
        here: the seat of whoever is at the keyboard, `OBSERVER`, or None while it is handed over.
        sent: the requests that were answered from here.
    """

    def __init__(
        self,
        live: LiveEpisode,
        voice: Voice,
        out: Output,
        *,
        heard: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``heard``: how the episode stands was told already, as the one before it."""
        self._live = live
        self._voice = voice
        self._ui = voice.interface
        self._out = out
        self._clock = clock
        self._seats = live.human_seats or (OBSERVER,)
        self._states = {seat: live.screen(seat) for seat in self._seats}
        self._unsaid: dict[str, list[Line]] = {seat: [] for seat in self._seats}
        self._boards: dict[str, dict[str, Said]] = {}
        self._updates: list[Update] = []
        self._told: list[Line] = []
        self._aside: dict[int | None, Line] = {}
        self._asked_at: dict[int, float] = {}
        self._took: dict[str, list[float | None]] = {}
        self._waited_for: frozenset[int] = frozenset()
        self._heard = heard and len(self._seats) == 1
        self.here: str | None = self._seats[0] if len(self._seats) == 1 else None
        self.sent: set[int] = set()

    @property
    def watching(self) -> bool:
        """Whether nobody here has a seat."""
        return self._seats == (OBSERVER,)

    @property
    def state(self) -> ScreenState:
        """The screen of whoever is at the keyboard, or of the first."""
        return self._states[self.here or self._seats[0]]

    @property
    def paused(self) -> bool:
        """Whether it is on record, and was said, that play pauses."""
        return self.state.paused

    @property
    def halted(self) -> Halted | None:
        """A request that waits for a decision."""
        return next(iter(self.state.halted.values()), None)

    @property
    def others(self) -> tuple[Waiting, ...]:
        """Who is expected to answer and is not here."""
        return tuple(w for w in self.state.others if w.request.seat not in self._live.human_seats)

    def next_request(self) -> Request | None:
        """The oldest open request to a person here, first of the one at the keyboard."""
        found = [
            request
            for state in self._states.values()
            if (request := state.open_request) is not None and request.id not in self.sent
        ]
        found.sort(key=lambda request: (request.seat != self.here, request.id))
        return found[0] if found else None

    def is_open(self, request: int) -> bool:
        """Whether an answer to a request is still awaited."""
        return any(request in state.waiting for state in self._states.values())

    def apply(self, update: Update) -> None:
        """Say what an update changes, and keep for each of the others what is theirs."""
        self._updates.append(update)
        for seat, state in self._states.items():
            lines = state.apply(update)
            if seat != self.here:
                self._unsaid[seat] += lines
            elif self._heard and isinstance(update, Happened):
                self._told += lines
                self._heard = False
            elif not (isinstance(update, Halted) and update.kind == INTERRUPTED):
                self._tell(lines)
        self._announce(update)

    def _announce(self, update: Update) -> None:
        """What is no line of a transcript."""
        ui = self._ui
        match update:
            case Asked(request):
                self._asked_at[request.id] = self._clock()
            case Happened():
                self._note_times(update)
            case AttemptBegan(request, number) if number > 1:
                self._out.say(attempt_words(self._voice, request.seat, number))
            case Halted(request) if update.kind == INTERRUPTED:
                who = self._voice.with_player(request.seat)
                self._out.say(ui.text("The call to {who} was stopped.", who=who))
            case Paused():
                self._out.say(ui.text("Play is paused. /go goes on."))
            case Resumed():
                self._out.say(ui.text("Play goes on."))
            case RecordingFailed():
                self._out.say(*failure_words(self._voice, update))
            case _:
                pass

    def _note_times(self, happened: Happened) -> None:
        for event in happened.events:
            if event.kind == RECEIVE and event.request_id is not None:
                time = happened.times.get(event.request_id)
                took = None if time is None else time.seconds
                self._took.setdefault(event.sender, []).append(took)

    def say_who_is_awaited(self) -> None:
        """Who is being waited for; said once, and not to somebody who only watches."""
        awaited = {waiting.request.id: waiting.request.seat for waiting in self.others}
        if awaited and not self.watching and frozenset(awaited) != self._waited_for:
            self._waited_for = frozenset(awaited)
            self._out.say(waiting_words(self._voice, list(awaited.values())))

    def sent_again(self, request: int) -> None:
        """A halted request goes out again."""
        for state in self._states.values():
            state.halted.pop(request, None)
        self._waited_for = frozenset()

    def hand_over(self, seat: str) -> None:
        """Somebody else is at the keyboard, and hears what is theirs."""
        self.here = seat
        lines, self._unsaid[seat] = self._unsaid[seat], []
        self._tell(lines)

    def tell_board(self, *, everything: bool = False) -> None:
        """What has changed of the board since it was last said, or all of it."""
        if self.here is None:
            return
        now = in_words(self._voice, self._live.view(self.here))
        before = {} if everything else self._boards.get(self.here, {})
        for id, block in now.items():
            self._out.say(*block.since(before.get(id)))
        if everything and not now:
            self._out.say(self._ui.text("There is no board here."))
        self._boards[self.here] = now

    def tell_times(self) -> None:
        """How long everybody's answers took, and who is taking time now."""
        ui = self._ui
        said = list(seat_times(self._voice, self._took))
        for waiting in self.others:
            asked_at = self._asked_at.get(waiting.request.id)
            if asked_at is not None:
                said.append(
                    ui.text(
                        "{who} was asked {time} ago.",
                        who=self._voice.with_player(waiting.request.seat),
                        time=ui.duration(self._clock() - asked_at),
                    )
                )
        self._out.say(*(said or [ui.text("Nobody has answered yet.")]))

    def tell_end(self) -> None:
        """The result, and everything that was hidden."""
        everything = self._live.screen(REVEAL)
        for update in self._updates:
            everything.apply(update)
            if isinstance(update, Finished):
                self._out.say("", *result_words(self._voice, self._live.instance, update.scores))
        told = list(self._told) if len(self._states) == 1 else []
        lines = []
        for line in everything.lines:
            if line in told:
                told.remove(line)
            else:
                lines.append(line)
        if lines:
            heading = (
                self._ui.text("What was not said before:")
                if len(self._states) == 1
                else self._ui.text("All of it, now that everybody may hear it:")
            )
            self._out.say("", heading)
            for line in lines:
                self._out.say(line_words(self._voice, line, REVEAL))
        board = in_words(self._voice, self._live.view(REVEAL))
        if board:
            self._out.say("", self._ui.text("The board with everything on it:"))
            for block in board.values():
                self._out.say(*block.since(None))

    def tell_aside(self, request: Request) -> None:
        """What is asked aside, as it is asked where a form is filled in: without the protocol."""
        line = self._aside.pop(request.id, None)
        if line is None:
            return
        assisted = self._live.condition.interface != "verbatim"
        asks = request.form.asks if assisted and request.form is not None else None
        self._say(line if asks is None else replace(line, text=asks))

    def _tell(self, lines: Iterable[Line]) -> None:
        """Say lines. A question asked aside is held back until it is to be answered; those that
        were answered at an earlier sitting are only counted."""
        answered = 0
        for line in lines:
            self._told.append(line)
            own = line.side and line.seat == self.here
            if own and line.kind == "to seat":
                self._aside[line.request_id] = line
            elif own and self._aside.pop(line.request_id, None) is not None:
                answered += 1
            elif not self._just_typed(line):
                self._say_answered(answered)
                answered = 0
                self._say(line)
        self._say_answered(answered)

    def _say_answered(self, count: int) -> None:
        if count:
            self._out.say(
                self._ui.plural(
                    "{n} side question was answered.", "{n} side questions were answered.", count
                )
            )

    def _say(self, line: Line) -> None:
        self._out.say(line_words(self._voice, line, self.here or ""))

    def _just_typed(self, line: Line) -> bool:
        """Whether a line is what the person at the keyboard has typed just now: a free text, or
        the answer to a side question, which is no part of the dialogue."""
        return (
            line.kind == "from seat"
            and line.seat == self.here
            and line.request_id in self.sent
            and (line.side or self._live.condition.interface == "verbatim")
        )
