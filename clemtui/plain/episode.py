"""One episode, played or watched as lines of text."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Set
from contextlib import suppress
from typing import Literal, cast

from clemtui.engine import Request, Timing
from clemtui.episode.answer_timing import SAVING_SECONDS, AnswerTiming
from clemtui.episode.clock import Clock
from clemtui.episode.errors import PlayError, message_of
from clemtui.episode.planning.casting import casting_of
from clemtui.episode.seat_port import (
    GiveUp,
    LeaveEpisode,
    LiveEnd,
    SeatPort,
    SendAgain,
    StopCall,
    TimeUp,
)
from clemtui.episode.stage import Stage
from clemtui.episode.updates import EventsHappened, Halted, Update
from clemtui.plain.announcer import Announcer
from clemtui.plain.answering import Answering, ask_yes_no
from clemtui.plain.commands import (
    COMMANDS,
    WITHDRAW,
    help_lines,
    prompt_lines,
    rules_lines,
    split_command,
    unknown_command,
)
from clemtui.plain.inbox import EndOfInput, Item, Leave, PlayEnded, Typed
from clemtui.plain.pace_commands import PaceCommands
from clemtui.plain.partners import choose_partner
from clemtui.plain.prompter import PromptWord
from clemtui.plain.sitting import Sitting
from clemtui.records.errors import StoreError
from clemtui.records.rows import AS_SENT
from clemtui.wording.halted import halt_reason, typed_decisions
from clemtui.wording.phrases import Voice, in_play
from clemtui.wording.rules import rules_in
from clemtui.wording.time_left import time_left_line

PlainEnd = Literal["finished", "left", "not recorded", "went on"]


_STRAY_SECONDS = 0.3
"""Lines that a person is still typing for the game arrive within this time, at a terminal."""

_SHORTEST_LOOK_SECONDS = 0.1
"""How long to wait at least before looking at the time left again: in a pause it stands still."""


class _RequestClosed(Exception):
    """The request being answered is no longer open."""


class PlainEpisode:
    """One live episode: asks its people for answers and announces what happens.

    Attributes:
        continued_as: the episode that continues this one with another partner, if play ended
            that way.
        withdraws: whether the participant of a study left it to withdraw.
    """

    def __init__(
        self,
        live: SeatPort,
        voice: Voice,
        sitting: Sitting,
        *,
        state_announced: bool = False,
        in_study: bool = False,
        clock: Clock | None = None,
    ) -> None:
        """Create an episode.

        Args:
            state_announced: its state was announced already.
            in_study: it is played in a study: the partner stays the same, and the participant can
                withdraw.
            clock: for the time that answers take.
        """
        self.continued_as: SeatPort | None = None
        self.withdraws = False
        self._in_study = in_study
        self._clock = clock or Clock()
        self._live = live
        self._voice = voice = in_play(voice, live)
        self._ui = voice.interface
        self._sitting = sitting
        self._inbox = sitting.inbox
        self._out = sitting.output
        self._announcer = Announcer(
            live,
            voice,
            sitting.output,
            database=sitting.options.database,
            state_announced=state_announced,
            in_study=in_study,
        )
        self._stage: Stage = self._announcer.stage
        self._pace = PaceCommands(self._stage, voice, sitting.output)
        self._asked: Request | None = None
        self._timer: AnswerTiming | None = None
        self._ended = False
        self._waited = False
        self._giving_up = False
        self._time_up = False

    async def play(self) -> PlainEnd:
        """Play until the episode ends or the person leaves; what is recorded stays recorded."""
        playing = asyncio.create_task(self._live.updates(self._inbox.put))
        playing.add_done_callback(lambda _: self._inbox.put(PlayEnded()))
        try:
            await self._converse()
        except Leave:
            with suppress(Leave):
                await self._committed()
            self._live.control(LeaveEpisode())
        except BaseException:
            self._live.control(LeaveEpisode())
            await asyncio.gather(playing, return_exceptions=True)
            raise
        end: LiveEnd = await playing
        with suppress(Leave):
            self._read_rest()
            if self._time_up:  # in the middle of an answer
                await self._drop_lines_typed_ahead()
        if end == "finished":
            self._announcer.announce_end()
            if not self._live.condition.withheld:
                await self._sitting.service.record_solution_seen(self._live)
        return end if self.continued_as is None else "went on"

    # Waiting and listening

    async def _converse(self) -> None:
        while not self._ended:
            self._read_rest()
            try:
                request = self._stage.next_request()
                halted = self._stage.halted
                if request is not None:
                    await self._answer(request)
                elif halted is not None:
                    await self._ask_about_halt(halted)
                else:
                    await self._wait()
            except _RequestClosed:
                continue

    async def _wait(self) -> None:
        """Wait for the next event, obeying commands meanwhile."""
        self._announcer.announce_waiting()
        blinded = self._live.condition.blinded
        self._waited |= self._calling() or (blinded and bool(self._stage.waiting_for()))
        if self._ended or await self._obey_idle_command():
            return
        if self._stage.state.paused and self._inbox.ended and not self._pace.stepping:
            raise Leave  # no one is left to resume the game
        self._handle(await self._inbox.get())
        self._read_rest()

    async def _obey_idle_command(self) -> bool:
        """Obey a command typed while no one is being asked; return whether there was one.

        Answers typed ahead are left in the inbox, as are a script's lines for the next question.
        """
        line = self._inbox.peek()
        if line is None:
            return False
        name, _ = split_command(line)
        if self._stage.watching:
            taken = self._sitting.typing or not self._pace.stepping
        elif self._sitting.typing:  # at a terminal, commands work while no one is asked
            taken = name in self._commands
        else:
            taken = name == "/stop" and self._calling()
        if not taken and not (self._in_study and name == WITHDRAW):
            return False
        self._inbox.typed()
        if name.startswith("/"):
            await self._command(line)
        elif name:
            self._out.say(self._ui.text("You are watching; type /help for commands."))
        return True

    def _read_rest(self) -> None:
        while (item := self._inbox.get_nowait()) is not None:
            self._handle(item)

    def _handle(self, item: Item) -> None:
        match item:
            case PlayEnded():
                self._ended = True
            case Typed() | EndOfInput():
                pass  # the inbox keeps these
            case _:
                update = cast(Update, item)
                self._announcer.apply(update)
                if isinstance(update, EventsHappened | Halted):
                    self._pace.step_done()

    # Asking

    def say(self, *lines: str) -> None:
        """Say something to the person at the keyboard."""
        self._out.say(*lines)

    async def edit(self, text: str) -> str | None:
        """Return a text after editing it, or None if there is no editor."""
        return await self._sitting.edit(text)

    @property
    def can_edit(self) -> bool:
        """Whether an editor is available."""
        return self._sitting.can_edit

    async def read(
        self, prompt: str, extra_words: Set[PromptWord] = frozenset()
    ) -> str | PromptWord:
        """Show a prompt and wait for a line or one of the extra words in ``extra_words``.

        Raises:
            Leave: if the person leaves.
        """
        if prompt:
            self._out.say(prompt)
        while True:
            self._read_rest()
            if self._ended or not self._still_asked():
                raise _RequestClosed
            line = self._inbox.typed()
            if line is None:
                self._handle(await self._inbox.get())
                continue
            if self._timer is not None:
                self._timer.line_typed()
            word = line.strip().casefold()
            answers = word in extra_words or line.startswith("//") or not line.startswith("/")
            if answers and self._stage.state.paused:
                self._out.say(
                    self._ui.text("The game is paused, so this was ignored. Type /go to resume.")
                )
                continue
            if word in extra_words:
                return PromptWord(word)
            if answers:
                return line[1:] if line.startswith("//") else line
            await self._command(line)
            if prompt and not self._stage.state.paused:
                self._out.say(prompt)

    def _still_asked(self) -> bool:
        return self._asked is None or self._stage.is_open(self._asked.id)

    async def _command(self, line: str) -> None:
        name, rest = split_command(line)
        match name:
            case "/help":
                self._out.say(*help_lines(self._voice, self._commands))
                self._announcer.announce_legend()
            case "/rules" if self._in_study:
                self._out.say(rules_in(self._voice, self._live.texts.language))
            case "/rules":
                self._out.say(*rules_lines(self._voice, self._live.texts.language))
            case "/prompt" if self._asked is not None and self._stage.active == self._asked.seat:
                self._out.say(*prompt_lines(self._voice, self._asked))
            case "/prompt":
                self._out.say(self._ui.text("No one is being asked anything at the moment."))
            case "/board":
                self._announcer.announce_board(everything=True)
            case "/time":
                self._tell_times()
            case "/pause" | "/go":
                await self._pause_or_resume(pause=name == "/pause")
            case "/step":
                self._pace.step()
            case "/pace":
                self._pace.pace(rest)
            case "/stop" if name in self._commands:
                self._stop_calls()
            case "/giveup":
                await self._give_up()
            case "/leave":
                raise Leave
            case "/withdraw" if name in self._commands:
                self.withdraws = True
                raise Leave
            case _:
                self._out.say(unknown_command(self._voice, name, self._commands))

    @property
    def _commands(self) -> Mapping[str, str]:
        """The commands that the person here has, with their meanings."""
        hidden = {"/stop"} if self._live.condition.blinded else set()
        if not self._in_study:
            hidden.add(WITHDRAW)
        return {name: said for name, said in COMMANDS.items() if name not in hidden}

    def _tell_times(self) -> None:
        self._announcer.announce_times()
        if self._timer is not None:
            time = self._ui.duration(self._timer.seconds)
            self._out.say(self._ui.text("You have spent {time} on this answer.", time=time))
            self._say_time_left()

    async def _pause_or_resume(self, *, pause: bool) -> None:
        """Pause or resume, and wait until that is recorded."""
        if not self._pace.set_paused(pause=pause):
            return
        if self._timer is not None:
            (self._timer.pause if pause else self._timer.resume)("paused")
        while not self._ended and self._stage.state.paused != pause:
            self._handle(await self._inbox.get())

    def _calling(self) -> bool:
        """Return whether a model call that can be stopped is in progress."""
        return any(waiting.attempt for waiting in self._stage.waiting_for())

    def _stop_calls(self) -> None:
        calls = self._stage.calls()
        for request in calls:
            self._live.control(StopCall(request.id))
        if not calls:
            self._out.say(self._ui.text("No model call is in progress."))

    async def _give_up(self) -> None:
        seat = self._stage.active
        if seat is None or self._stage.watching:
            self._out.say(self._ui.text("Only a player can give up; type /leave to leave."))
            return
        if self._stage.state.paused:
            self._out.say(
                self._ui.text("The game is paused; type /go to resume, then you can give up.")
            )
            return
        if self._giving_up:
            return  # what is being asked is asked again
        await self._drop_lines_typed_ahead()
        question = self._ui.text("Give up? The episode ends as aborted. yes or no:")
        self._giving_up = True
        try:
            gives_up = await ask_yes_no(self, self._ui, question)
        finally:
            self._giving_up = False
        if gives_up:
            self._live.control(GiveUp(seat, self._timing_of(seat)))
            while not self._ended:
                self._handle(await self._inbox.get())
            raise _RequestClosed

    # Turns

    async def _answer(self, request: Request) -> None:
        self._asked = request
        try:
            if request.seat != self._stage.active:
                await self._hand_over(request)
            elif self._waited:
                await self._drop_lines_typed_ahead()
            self._waited = False
            self._announcer.announce_board()
            self._announcer.announce_side_question(request)
            earlier = self._live.timings.get(request.id)
            self._timer = timer = AnswerTiming(earlier, clock=self._clock.now)
            self._say_time_left()
            if self._stage.state.paused:
                timer.pause("paused")
            answering = Answering(self._live, self._voice, self, request, timer)
            watching = asyncio.create_task(self._watch_time(request, timer))
            saving = asyncio.create_task(self._keep_saving(request, timer))
            try:
                text, values = await answering.answer()
            except Leave:
                await self._save(request, timer)
                raise
            finally:
                saving.cancel()
                watching.cancel()
            left = self._time_left(request, timer)
            if self._live.answer(request.id, text, timer.timing(values)):
                self._stage.sent.add(request.id)
                if left is not None and left < 0 and not self._time_up:
                    self._say_time_up()
                await self._committed()
        finally:
            self._asked = None
            self._timer = None

    async def _keep_saving(self, request: Request, timer: AnswerTiming) -> None:
        while not self._ended:
            await asyncio.sleep(SAVING_SECONDS)
            await self._save(request, timer)

    def _time_left(self, request: Request, timer: AnswerTiming) -> float | None:
        return self._live.time_left(request.seat, request.id, timer.seconds)

    def _say_time_left(self) -> None:
        if self._asked is None or self._timer is None:
            return
        left = self._time_left(self._asked, self._timer)
        if left is not None:
            self._out.say(time_left_line(left, self._ui))

    async def _watch_time(self, request: Request, timer: AnswerTiming) -> None:
        """End the episode when the person who is asked has no time left."""
        while (left := self._time_left(request, timer)) is not None and not self._ended:
            if left <= 0:
                self._live.control(TimeUp(request.id, timer.timing(None)))
                self._say_time_up()
                return
            await self._clock.sleep(max(left, _SHORTEST_LOOK_SECONDS))

    def _say_time_up(self) -> None:
        self._time_up = True
        condition = self._live.condition
        if condition.withheld and condition.interface in AS_SENT:  # else it is in the transcript
            self._out.say(self._ui.text("Time is up, so the episode has ended."))

    async def _save(self, request: Request, timer: AnswerTiming) -> None:
        """Save how long the person has spent on an answer so far."""
        with suppress(StoreError):  # play ends with the reason, which is announced
            draft = self._live.drafts.get(request.id)
            await self._live.draft(request.id, draft, timer.timing(None))

    def _timing_of(self, seat: str) -> Timing | None:
        """Return the timing so far of the request shown to a seat; None if there is none."""
        if self._asked is None or self._timer is None or self._asked.seat != seat:
            return None
        return self._timer.timing(None)

    async def _committed(self) -> None:
        """Wait until the answers sent are recorded, so that leaving right away loses none.

        Raises:
            Leave: if a signal arrives meanwhile.
        """
        while not self._ended and any(self._stage.is_open(id) for id in self._stage.sent):
            self._handle(await self._inbox.get())

    async def _hand_over(self, request: Request) -> None:
        """Hand the keyboard to another person, who hears only what is meant for them."""
        self._out.scroll_away()
        self._stage.active = None
        asked = self._ui.text(
            "Next: {who}. Hand over the keyboard, then press Enter:",
            who=self._voice.with_player(request.seat),
        )
        await self._drop_lines_typed_ahead()
        while str(await self.read(asked)).strip():
            pass  # a line that was meant for the game
        await self._drop_lines_typed_ahead()
        self._announcer.hand_over(request.seat)

    async def _drop_lines_typed_ahead(self) -> None:
        """At a terminal, forget the lines that arrived before anyone could know what is asked."""
        if self._inbox.can_lend_terminal:
            await asyncio.sleep(_STRAY_SECONDS)
            self._read_rest()
            self._inbox.drop_lines()

    async def _ask_about_halt(self, halted: Halted) -> None:
        """Ask what to do about a partner who could not answer: retry, replace them, or leave."""
        playing = not self._stage.watching
        if halted.sent_before:  # otherwise it was announced already
            self._out.say(*halt_reason(halted, self._voice))
        same = self._in_study or self._live.condition.blinded
        words = {PromptWord.RETRY} if same else {PromptWord.RETRY, PromptWord.OTHER}
        said = typed_decisions(halted, self._voice, playing=playing, in_study=same)
        self._out.say(*said)
        while True:
            line = await self.read("", frozenset(words))
            if line is PromptWord.RETRY:
                self._live.control(SendAgain(halted.request.id))
                self._announcer.note_sent_again(halted.request.id)
                return
            if line is PromptWord.OTHER and await self._other_partner(halted.request.seat):
                return
            self._out.say(*said)

    async def _other_partner(self, seat: str) -> bool:
        """Continue with another player in a seat; return False if cancelled or impossible."""
        question = self._ui.text("Who should continue instead?")
        casting = casting_of(self._live, seat)
        word = await choose_partner(self._sitting, self, question, casting)
        if word is None:
            return False
        try:
            self.continued_as = await self._sitting.service.continue_with(
                self._live.id, {seat: word}, person=self._sitting.watcher
            )
        except (PlayError, StoreError) as error:
            self._out.say(self._ui.show(message_of(error)))
            return False
        while not self._ended:
            self._handle(await self._inbox.get())
        return True
