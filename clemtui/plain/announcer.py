"""Telling whoever is at the keyboard what happens in an episode, each thing once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import replace

from clemtui.engine import REVEAL, Request
from clemtui.episode.seat_port import ObserverPort
from clemtui.episode.stage import Stage
from clemtui.episode.transcript import Line
from clemtui.episode.updates import (
    INTERRUPTED,
    AttemptBegan,
    EventsHappened,
    Halted,
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


class Announcer:
    """Says what happens in an episode, and keeps for each person here what is still to be said.

    Attributes:
        stage: what everybody at this keyboard knows.
    """

    def __init__(
        self,
        live: ObserverPort,
        voice: Voice,
        out: Output,
        *,
        heard: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``heard``: how the episode stands was told already, as the one before it."""
        self.stage = Stage(live, clock=clock)
        self._live = live
        self._voice = voice
        self._ui = voice.interface
        self._out = out
        self._unsaid: dict[str, list[Line]] = {seat: [] for seat in self.stage.watchers}
        self._boards: dict[str, dict[str, Said]] = {}
        self._told: list[Line] = []
        self._aside: dict[int | None, Line] = {}
        self._waited_for: frozenset[int] = frozenset()
        self._heard = heard and not self.stage.shared

    def apply(self, update: Update) -> None:
        """Say what an update changes, and keep for each of the others what is theirs."""
        for seat, lines in self.stage.apply(update).items():
            if seat != self.stage.active:
                self._unsaid[seat] += lines
            elif self._heard and isinstance(update, EventsHappened):
                self._told += lines
                self._heard = False
            elif not (isinstance(update, Halted) and update.kind == INTERRUPTED):
                self._tell(lines)
        self._announce(update)

    def _announce(self, update: Update) -> None:
        """What is no line of a transcript."""
        ui = self._ui
        match update:
            case AttemptBegan(request, number) if number > 1:
                self._out.say(attempt_words(self._voice, request.seat, number))
            case Halted(request) if update.kind == INTERRUPTED:
                who = self._voice.with_player(request.seat)
                self._out.say(ui.text("The call to {who} was stopped.", who=who))
            case Paused():
                self._out.say(ui.text("The game is paused. Type /go to resume."))
            case Resumed():
                self._out.say(ui.text("The game has resumed."))
            case RecordingFailed():
                self._out.say(*failure_words(self._voice, update))
            case _:
                pass

    def say_who_is_awaited(self) -> None:
        """Who is being waited for; said once, and not to somebody who only watches."""
        awaited = {waiting.request.id: waiting.request.seat for waiting in self.stage.waiting_for()}
        if awaited and not self.stage.watching and frozenset(awaited) != self._waited_for:
            self._waited_for = frozenset(awaited)
            self._out.say(waiting_words(self._voice, list(awaited.values())))

    def sent_again(self, request: int) -> None:
        """A halted request goes out again."""
        self.stage.sent_again(request)
        self._waited_for = frozenset()

    def hand_over(self, seat: str) -> None:
        """Somebody else is at the keyboard, and hears what is theirs."""
        self.stage.active = seat
        lines, self._unsaid[seat] = self._unsaid[seat], []
        self._tell(lines)

    def tell_board(self, *, everything: bool = False) -> None:
        """What has changed of the board since it was last said, or all of it."""
        here = self.stage.active
        if here is None:
            return
        now = in_words(self._voice, self._live.view(here))
        before = {} if everything else self._boards.get(here, {})
        for id, block in now.items():
            self._out.say(*block.since(before.get(id)))
        if everything and not now:
            self._out.say(self._ui.text("There is no board here."))
        self._boards[here] = now

    def tell_times(self) -> None:
        """How long everybody's answers took, and who is taking time now."""
        ui = self._ui
        said = list(seat_times(self._voice, self.stage.took))
        said += (
            ui.text(
                "{who} was asked {time} ago.",
                who=self._voice.with_player(waiting.request.seat),
                time=ui.duration(self.stage.seconds(waiting)),
            )
            for waiting in self.stage.waiting_for()
        )
        self._out.say(*(said or [ui.text("No one has answered yet.")]))

    def tell_end(self) -> None:
        """The result, and everything that was hidden."""
        scores = self.stage.state.scores
        if scores is not None:
            self._out.say("", *result_words(self._voice, self._live.instance, scores))
        told = [] if self.stage.shared else list(self._told)
        lines = []
        for line in self.stage.revealed().lines:
            if line in told:
                told.remove(line)
            else:
                lines.append(line)
        if lines:
            heading = (
                self._ui.text("What you have not been shown yet:")
                if not self.stage.shared
                else self._ui.text("The full transcript, now that nothing is secret any more:")
            )
            self._out.say("", heading)
            for line in lines:
                self._out.say(line_words(self._voice, line, REVEAL))
        board = in_words(self._voice, self._live.view(REVEAL))
        if board:
            self._out.say("", self._ui.text("The full board:"))
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
            own = line.side and line.seat == self.stage.active
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
        self._out.say(line_words(self._voice, line, self.stage.active or ""))

    def _just_typed(self, line: Line) -> bool:
        """Whether a line is what the person at the keyboard has typed just now: a free text, or
        the answer to a side question, which is no part of the dialogue."""
        return (
            line.kind == "from seat"
            and line.seat == self.stage.active
            and line.request_id in self.stage.sent
            and (line.side or self._live.condition.interface == "verbatim")
        )
