"""Announcing what happens in an episode, each thing once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

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
from clemtui.plain.results import outcome_line, result_lines
from clemtui.plain.speech import (
    failure_lines,
    line_words,
    response_time_lines,
    retry_line,
    waiting_line,
)
from clemtui.records.rows import AS_SENT
from clemtui.wording.boards import BlockInWords, board_in_words, legend
from clemtui.wording.phrases import Voice


class Announcer:
    """Announces an episode and queues, for each person at this keyboard, what they have not heard.

    Attributes:
        stage: what is known at this keyboard.
    """

    def __init__(
        self,
        live: ObserverPort,
        voice: Voice,
        out: Output,
        *,
        database: Path,
        state_announced: bool = False,
        in_study: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Create an announcer of an episode in a database.

        Args:
            state_announced: the state of the episode was announced already, because it continues
                another one of this sitting.
            in_study: it is played in a study: of the scores, only the main score is announced, and
                of trouble no reasons.
        """
        self.stage = Stage(live, in_study=in_study, clock=clock)
        self._live = live
        self._voice = voice
        self._ui = voice.interface
        self._out = out
        self._database = database
        self._in_study = in_study
        self._queued: dict[str, list[Line]] = {seat: [] for seat in self.stage.watchers}
        self._boards: dict[str, dict[str, BlockInWords]] = {}
        self._announced: list[Line] = []
        self._held_back: dict[int | None, Line] = {}
        self._waited_for: frozenset[int] = frozenset()
        self._state_announced = state_announced and not self.stage.shared

    def apply(self, update: Update) -> None:
        """Announce an update to the active person and queue it for the others."""
        for seat, lines in self.stage.apply(update).items():
            if seat != self.stage.active:
                self._queued[seat] += lines
            elif self._state_announced and isinstance(update, EventsHappened):
                self._announced += lines
                self._state_announced = False
            elif not (isinstance(update, Halted) and update.kind == INTERRUPTED):
                self._announce_lines(lines)
        self._announce(update)

    def _announce(self, update: Update) -> None:
        """Announce an update that is not a transcript line."""
        ui = self._ui
        match update:
            case AttemptBegan(request, number) if number > 1:
                self._out.say(retry_line(self._voice, request.seat, number))
            case Halted(request) if update.kind == INTERRUPTED:
                who = self._voice.with_player(request.seat)
                self._out.say(ui.text("The call to {who} has been stopped.", who=who))
            case Paused():
                self._out.say(ui.text("The game is paused. Type /go to resume."))
            case Resumed():
                self._out.say(ui.text("The game has resumed."))
            case RecordingFailed():
                failure = self.stage.state.failure or update
                self._out.say(*failure_lines(self._voice, failure, self._database))
            case _:
                pass

    def announce_waiting(self) -> None:
        """Announce once who is being waited for; spectators are not told."""
        awaited = {waiting.request.id: waiting.request.seat for waiting in self.stage.waiting_for()}
        if awaited and not self.stage.watching and frozenset(awaited) != self._waited_for:
            self._waited_for = frozenset(awaited)
            self._out.say(waiting_line(self._voice, list(awaited.values())))

    def note_sent_again(self, request: int) -> None:
        """Note that a halted request is being sent again."""
        self.stage.sent_again(request)
        self._waited_for = frozenset()

    def hand_over(self, seat: str) -> None:
        """Give the keyboard to another person and announce what is queued for them."""
        self.stage.active = seat
        lines, self._queued[seat] = self._queued[seat], []
        self._announce_lines(lines)

    def announce_board(self, *, everything: bool = False) -> None:
        """Announce what changed on the board since it was last described, or the whole board."""
        here = self.stage.active
        if here is None or self.stage.withholds_board:
            return
        now = board_in_words(self._voice, self._live.view(here))
        before = {} if everything else self._boards.get(here, {})
        for id, block in now.items():
            self._out.say(*block.changes_since(before.get(id)))
        if everything and not now:
            self._out.say(self._ui.text("There is no board here."))
        if everything:
            self.announce_legend()
        self._boards[here] = now

    def announce_legend(self) -> None:
        """Explain the marks that this game uses in messages, if any."""
        if self.stage.active is not None:
            self._out.say(*legend(self._voice, self._live.view(self.stage.active)))

    def announce_times(self) -> None:
        """Announce how long each player's answers took, and who is answering now."""
        ui = self._ui
        said = list(response_time_lines(self._voice, self.stage.took))
        said += (
            ui.text(
                "{who} was asked {time} ago.",
                who=self._voice.with_player(waiting.request.seat),
                time=ui.duration(self.stage.seconds(waiting)),
            )
            for waiting in self.stage.waiting_for()
        )
        self._out.say(*(said or [ui.text("No one has answered yet.")]))

    def announce_end(self) -> None:
        """Announce the result and everything that was hidden, unless a study withholds it."""
        scores, withheld = self.stage.state.scores, self._live.condition.withheld
        if withheld:
            said = [self._ui.text("The episode has ended.")]
            if withheld == "score" and scores is not None:
                said.append(outcome_line(self._ui, scores))
            self._out.say("", *said)
            return
        if scores is not None:
            lines = result_lines(self._voice, self._live.instance, scores, brief=self._in_study)
            self._out.say("", *lines)
        unseen = self._unseen()
        if unseen:
            heading = (
                self._ui.text("What you have not been shown yet:")
                if not self.stage.shared
                else self._ui.text("The full transcript, now that nothing is secret any more:")
            )
            self._out.say("", heading, *unseen)
        board = board_in_words(self._voice, self._live.view(REVEAL))
        if board:
            self._out.say("", self._ui.text("The full board:"))
            for block in board.values():
                self._out.say(*block.changes_since(None))

    def _unseen(self) -> list[str]:
        """Return what was not announced; all of it if several people shared the keyboard.

        Others may have been told the same, in a message of their own.
        """
        announced = [] if self.stage.shared else list(self._announced)
        shown = {words for line in announced for words in line_words(self._voice, line, REVEAL)}
        found: list[str] = []
        for line in self.stage.revealed().lines:
            if line in announced:
                announced.remove(line)
            else:
                found += line_words(self._voice, line, REVEAL)
        return [words for words in found if words not in shown]

    def announce_side_question(self, request: Request) -> None:
        """Announce a side question, in the form's own wording where there is one."""
        line = self._held_back.pop(request.id, None)
        if line is None:
            return
        assisted = self._live.condition.interface not in AS_SENT
        asks = request.form.asks if assisted and request.form is not None else None
        self._say(line if asks is None else replace(line, text=asks, speech=None))

    def _announce_lines(self, lines: Iterable[Line]) -> None:
        """Announce lines, except what the person has just typed.

        A side question to the active person is held back until they are asked for the answer; those
        answered in an earlier sitting are only counted.
        """
        answered = 0
        for line in lines:
            self._announced.append(line)
            own = line.side and line.seat == self.stage.active
            if own and line.kind == "to seat":
                self._held_back[line.request_id] = line
            elif own and self._held_back.pop(line.request_id, None) is not None:
                answered += 1
            elif not self._typed_here(line):
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
        self._out.say(*line_words(self._voice, line, self.stage.active or ""))

    def _typed_here(self, line: Line) -> bool:
        """Return whether the person at the keyboard has just typed this line.

        That holds for free text and for answers to side questions, which are not part of the
        dialogue.
        """
        return (
            line.kind == "from seat"
            and line.seat == self.stage.active
            and line.request_id in self.stage.sent
            and (line.side or self._live.condition.interface in AS_SENT)
        )
