"""One episode, played or watched as lines of text."""

from __future__ import annotations

import asyncio
from collections.abc import Set
from contextlib import suppress
from typing import Literal, Protocol, cast

from clemtui.engine import Request
from clemtui.episode.errors import PlayError, message_of
from clemtui.episode.seat_port import (
    GiveUp,
    LeaveEpisode,
    LiveEnd,
    SeatPort,
    SendAgain,
    StopCall,
)
from clemtui.episode.stage import Stage
from clemtui.episode.updates import EventsHappened, Halted, Update
from clemtui.plain.announcer import Announcer
from clemtui.plain.answering import Answering, confirmed
from clemtui.plain.commands import (
    COMMANDS,
    help_words,
    prompt_words,
    rules_words,
    split_command,
    unknown_command,
)
from clemtui.plain.inbox import EndOfInput, Inbox, Item, Leave, PlayEnded, Typed
from clemtui.plain.measured import Measured
from clemtui.plain.output import Output
from clemtui.plain.pace_commands import PaceCommands
from clemtui.plain.prompter import Prompter, Word
from clemtui.records.errors import StoreError
from clemtui.wording.halted import typed_decisions, why
from clemtui.wording.phrases import Voice

PlainEnd = Literal["finished", "left", "not recorded", "went on"]


class Around(Protocol):
    """What an episode asks of the program around it."""

    async def other_partner(self, prompter: Prompter, live: SeatPort, seat: str) -> str | None:
        """The word for who is to go on in a seat; None where the person thinks better of it."""
        ...

    async def go_on_with(self, live: SeatPort, partners: dict[str, str]) -> SeatPort:
        """A new episode that goes on from a live one, which is left then."""
        ...

    async def edited(self, text: str) -> str | None:
        """A text after the person has edited it in an editor; None where that went wrong."""
        ...

    async def saw_solution(self, live: SeatPort) -> None:
        """Record that the people in an episode have seen its solution."""
        ...

    @property
    def can_edit(self) -> bool:
        """Whether there is an editor."""
        ...


class _Gone(Exception):
    """What was asked is not asked any more."""


class PlainEpisode:
    """Plays one live episode: where people answer, and the voice that tells them.

    Attributes:
        went_on: the episode that goes on from this one with another partner, where play ends so.
    """

    def __init__(
        self,
        live: SeatPort,
        voice: Voice,
        inbox: Inbox,
        output: Output,
        around: Around,
        *,
        typing: bool,
        heard: bool = False,
    ) -> None:
        """``typing``: somebody sits at a terminal, so commands hold while nobody is asked;
        ``heard``: how it stands was told already."""
        self.went_on: SeatPort | None = None
        self._live = live
        self._voice = voice
        self._ui = voice.interface
        self._inbox = inbox
        self._out = output
        self._around = around
        self._typing = typing
        self._announcer = Announcer(live, voice, output, heard=heard)
        self._stage: Stage = self._announcer.stage
        self._pace = PaceCommands(self._stage, voice, output)
        self._asked: Request | None = None
        self._measured: Measured | None = None
        self._ended = False

    async def play(self) -> PlainEnd:
        """Play until the end, or until the person leaves. What is recorded stays in any case."""
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
        if end == "finished":
            self._announcer.tell_end()
            await self._around.saw_solution(self._live)
        return end if self.went_on is None else "went on"

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
                    await self._decide(halted)
                else:
                    await self._wait()
            except _Gone:
                continue

    async def _wait(self) -> None:
        """Wait for whatever comes next; meanwhile commands are obeyed."""
        self._announcer.say_who_is_awaited()
        if self._ended or await self._overheard():
            return
        if self._stage.state.paused and self._inbox.ended and not self._pace.stepping:
            raise Leave  # nobody is left to say that play is to go on
        self._take(await self._inbox.get())
        self._read_rest()

    async def _overheard(self) -> bool:
        """Obey a command that is typed while nobody is asked; whether there was one.

        An answer that is typed ahead stays, and so does what a script has for the next question.
        """
        line = self._inbox.peek()
        if line is None:
            return False
        name, _ = split_command(line)
        if self._stage.watching:
            taken = self._typing or not self._pace.stepping
        elif self._typing:
            taken = name in COMMANDS
        else:
            taken = name == "/stop" and self._calling()
        if not taken:
            return False
        self._inbox.typed()
        if name.startswith("/"):
            await self._command(line)
        elif name:
            self._out.say(self._ui.text("You are watching; type /help for commands."))
        return True

    def _read_rest(self) -> None:
        while (item := self._inbox.get_nowait()) is not None:
            self._take(item)

    def _take(self, item: Item) -> None:
        match item:
            case PlayEnded():
                self._ended = True
            case Typed() | EndOfInput():
                pass  # the inbox keeps them
            case _:
                update = cast(Update, item)
                self._announcer.apply(update)
                if isinstance(update, EventsHappened | Halted):
                    self._pace.passed()

    # Asking

    def say(self, *lines: str) -> None:
        """Say something to whoever is at the keyboard."""
        self._out.say(*lines)

    async def edit(self, text: str) -> str | None:
        """A text after the person has edited it; None where there is no editor."""
        return await self._around.edited(text)

    @property
    def can_edit(self) -> bool:
        """Whether a text can be written in an editor."""
        return self._around.can_edit

    async def read(self, prompt: str, also: Set[Word] = frozenset()) -> str | Word:
        """Say a prompt and wait for a line, or for one of the words that hold here as well.

        Raises:
            Leave: if the person leaves.
        """
        if prompt:
            self._out.say(prompt)
        while True:
            self._read_rest()
            if self._ended or not self._still_asked():
                raise _Gone
            line = self._inbox.typed()
            if line is None:
                self._take(await self._inbox.get())
                continue
            if self._measured is not None:
                self._measured.typed()
            word = line.strip().casefold()
            answers = word in also or line.startswith("//") or not line.startswith("/")
            if answers and self._stage.state.paused:
                self._out.say(
                    self._ui.text("The game is paused, so this was ignored. Type /go to resume.")
                )
                continue
            if word in also:
                return Word(word)
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
                self._out.say(*help_words(self._voice))
            case "/rules":
                self._out.say(*rules_words(self._voice, self._live.texts.language))
            case "/prompt" if self._asked is not None:
                self._out.say(*prompt_words(self._voice, self._asked))
            case "/prompt":
                self._out.say(self._ui.text("No one is being asked anything at the moment."))
            case "/board":
                self._announcer.tell_board(everything=True)
            case "/time":
                self._tell_times()
            case "/pause" | "/go":
                await self._hold(pause=name == "/pause")
            case "/step":
                self._pace.step()
            case "/pace":
                self._pace.pace(rest)
            case "/stop":
                self._stop_calls()
            case "/giveup":
                await self._give_up()
            case "/leave":
                raise Leave
            case _:
                self._out.say(unknown_command(self._voice, name))

    def _tell_times(self) -> None:
        self._announcer.tell_times()
        if self._measured is not None:
            time = self._ui.duration(self._measured.seconds)
            self._out.say(self._ui.text("You have spent {time} on this answer.", time=time))

    async def _hold(self, *, pause: bool) -> None:
        """Pause or go on, and wait until that is on record."""
        if not self._pace.hold(pause=pause):
            return
        if self._measured is not None:
            (self._measured.away if pause else self._measured.back)()
        while not self._ended and self._stage.state.paused != pause:
            self._take(await self._inbox.get())

    def _calling(self) -> bool:
        """Whether a call to a model has begun that can be stopped."""
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
        question = self._ui.text("Give up? The episode ends and counts as aborted. yes or no:")
        if await confirmed(self, self._ui, question):
            self._live.control(GiveUp(seat))
            while not self._ended:
                self._take(await self._inbox.get())
            raise _Gone

    # Turns

    async def _answer(self, request: Request) -> None:
        self._asked = request
        try:
            if request.seat != self._stage.active:
                await self._hand_over(request)
            self._announcer.tell_board()
            self._announcer.tell_aside(request)
            self._measured = measured = Measured()
            if self._stage.state.paused:
                measured.away()
            answering = Answering(self._live, self._voice, self, request, measured)
            text, values = await answering.answer()
            if self._live.answer(request.id, text, measured.timing(values)):
                self._stage.sent.add(request.id)
                await self._committed()
        finally:
            self._asked = None
            self._measured = None

    async def _committed(self) -> None:
        """Wait until what was sent is recorded: nobody loses an answer by leaving right after it.

        Raises:
            Leave: if a signal comes meanwhile.
        """
        while not self._ended and any(self._stage.is_open(id) for id in self._stage.sent):
            self._take(await self._inbox.get())

    async def _hand_over(self, request: Request) -> None:
        """Another person takes the keyboard, and hears only what is theirs."""
        self._out.hide()
        self._stage.active = None
        await self.read(
            self._ui.text(
                "Next: {who}. Hand over the keyboard, then press Enter:",
                who=self._voice.with_player(request.seat),
            )
        )
        self._announcer.hand_over(request.seat)

    async def _decide(self, halted: Halted) -> None:
        """A partner could not answer: ask again, go on with another one, or leave."""
        playing = not self._stage.watching
        if halted.sent_before:  # else it was told already
            self._out.say(*why(halted, self._voice))
        self._out.say(*typed_decisions(halted, self._voice, playing=playing))
        while True:
            line = await self.read("", frozenset({Word.RETRY, Word.OTHER}))
            if line is Word.RETRY:
                self._live.control(SendAgain(halted.request.id))
                self._announcer.sent_again(halted.request.id)
                return
            if line is Word.OTHER and await self._other_partner(halted.request.seat):
                return
            self._out.say(*typed_decisions(halted, self._voice, playing=playing))

    async def _other_partner(self, seat: str) -> bool:
        """Go on with somebody else in a seat; False where the person does not, or it cannot be."""
        word = await self._around.other_partner(self, self._live, seat)
        if word is None:
            return False
        try:
            self.went_on = await self._around.go_on_with(self._live, {seat: word})
        except (PlayError, StoreError) as error:
            self._out.say(self._ui.show(message_of(error)))
            return False
        while not self._ended:
            self._take(await self._inbox.get())
        return True
