"""One episode, played or watched as lines of text."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Set
from contextlib import suppress
from typing import Literal, cast

from clemtui.engine import OBSERVER, REVEAL, Request
from clemtui.plain.answering import Answering, confirmed
from clemtui.plain.board import Said, in_words
from clemtui.plain.commands import COMMANDS, help_words, prompt_words, unknown_command
from clemtui.plain.desk import Word
from clemtui.plain.inbox import EndOfInput, Inbox, Item, Leave, PlayEnded, Typed
from clemtui.plain.measured import Measured
from clemtui.plain.output import Output
from clemtui.plain.speech import (
    failure_words,
    halted_words,
    line_words,
    result_words,
    waiting_words,
)
from clemtui.play.live import LiveEnd, LiveEpisode
from clemtui.play.phrases import Voice
from clemtui.play.screen import Line
from clemtui.play.updates import AttemptBegan, Finished, Halted, RecordingFailed, Update

PlainEnd = Literal["finished", "left", "not recorded"]


class _Gone(Exception):
    """What was asked is not asked any more."""


class PlainEpisode:
    """Plays one live episode: the desk at which people answer, and the voice that tells them."""

    def __init__(
        self, live: LiveEpisode, voice: Voice, inbox: Inbox, output: Output, *, typing: bool
    ) -> None:
        """``typing``: somebody sits at a terminal, so commands hold while nobody is asked."""
        self._live = live
        self._voice = voice
        self._ui = voice.interface
        self._inbox = inbox
        self._out = output
        self._typing = typing
        seats = live.human_seats or (OBSERVER,)
        self._states = {seat: live.screen(seat) for seat in seats}
        self._unsaid: dict[str, list[Line]] = {seat: [] for seat in seats}
        self._here = seats[0] if len(seats) == 1 else None
        self._updates: list[Update] = []
        self._told: list[Line] = []
        self._sent: set[int] = set()
        self._asked: Request | None = None
        self._measured: Measured | None = None
        self._boards: dict[str, dict[str, Said]] = {}
        self._waited_for: frozenset[int] = frozenset()
        self._ended = False

    async def play(self) -> PlainEnd:
        """Play until the end, or until the person leaves. What is recorded stays in any case."""
        self._live.subscribe(self._inbox.put)
        playing = asyncio.create_task(self._live.play())
        playing.add_done_callback(lambda _: self._inbox.put(PlayEnded()))
        try:
            await self._converse()
        except Leave:
            with suppress(Leave):
                await self._committed()
            self._live.leave()
        except BaseException:
            self._live.leave()
            await asyncio.gather(playing, return_exceptions=True)
            raise
        end: LiveEnd = await playing
        with suppress(Leave):
            self._read_rest()
        if end == "finished":
            await self._tell_end()
        return end

    # Waiting and listening

    async def _converse(self) -> None:
        while not self._ended:
            try:
                request = self._next_request()
                halted = self._next_halted()
                if request is not None:
                    await self._answer(request)
                elif halted is not None:
                    await self._decide(halted)
                else:
                    await self._wait()
            except _Gone:
                continue

    def _next_request(self) -> Request | None:
        """The oldest open request to a person here, first of the one at the keyboard."""
        found = [
            request
            for state in self._states.values()
            if (request := state.open_request) is not None and request.id not in self._sent
        ]
        found.sort(key=lambda request: (request.seat != self._here, request.id))
        return found[0] if found else None

    def _next_halted(self) -> Halted | None:
        state = next(iter(self._states.values()))
        return next((halted for halted in state.halted.values()), None)

    async def _wait(self) -> None:
        """Wait for whatever comes next, and say once who is being waited for."""
        state = self._states[self._here or next(iter(self._states))]
        awaited = {
            waiting.request.id: waiting.request.seat
            for waiting in state.others
            if waiting.request.seat not in self._live.human_seats
        }
        if awaited and self._here != OBSERVER and frozenset(awaited) != self._waited_for:
            self._waited_for = frozenset(awaited)
            self._out.say(waiting_words(self._voice, list(awaited.values())))
        self._take(await self._inbox.get())
        self._read_rest()
        line = self._inbox.peek()
        if self._typing and line is not None and line.strip().casefold() in COMMANDS:
            self._inbox.typed()
            await self._command(line.strip().casefold())

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
                self._update(cast(Update, item))

    def _update(self, update: Update) -> None:
        self._updates.append(update)
        for seat, state in self._states.items():
            lines = state.apply(update)
            if seat == self._here:
                self._tell(lines)
            else:
                self._unsaid[seat] += lines
        if isinstance(update, AttemptBegan) and update.number > 1:
            self._out.say(
                self._ui.text(
                    "Asking {who} again, attempt {number}.",
                    who=self._voice.with_player(update.request.seat),
                    number=update.number,
                )
            )
        if isinstance(update, RecordingFailed):
            self._out.say(*failure_words(self._voice, update))

    def _tell(self, lines: Iterable[Line]) -> None:
        for line in lines:
            self._told.append(line)
            if not self._just_typed(line):
                self._out.say(line_words(self._voice, line, self._here or ""))

    def _just_typed(self, line: Line) -> bool:
        """Whether a line is a free text that the person at the keyboard has typed just now."""
        return (
            line.kind == "from seat"
            and line.seat == self._here
            and line.request_id in self._sent
            and self._live.condition.interface == "verbatim"
        )

    # The desk

    def say(self, *lines: str) -> None:
        """Say something to whoever is at the keyboard."""
        self._out.say(*lines)

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
            if word in also:
                return Word(word)
            if line.startswith("//"):
                return line[1:]
            if not line.startswith("/"):
                return line
            await self._command(word)
            if prompt:
                self._out.say(prompt)

    def _still_asked(self) -> bool:
        request = self._asked
        if request is None:
            return True
        return any(request.id in state.waiting for state in self._states.values())

    async def _command(self, word: str) -> None:
        match word:
            case "/help":
                self._out.say(*help_words(self._voice))
            case "/rules":
                self._out.say(self._voice.say(self._voice.listing.rules))
            case "/prompt" if self._asked is not None:
                self._out.say(*prompt_words(self._voice, self._asked))
            case "/prompt":
                self._out.say(self._ui.text("Nobody here is asked anything now."))
            case "/board":
                self._tell_board(everything=True)
            case "/giveup":
                await self._give_up()
            case "/leave":
                raise Leave
            case _:
                self._out.say(unknown_command(self._voice, word))

    async def _give_up(self) -> None:
        if self._here is None or self._here == OBSERVER:
            self._out.say(self._ui.text("Only a player can give up; /leave leaves."))
            return
        question = self._ui.text("Give up? The episode ends and counts as aborted. yes or no:")
        if await confirmed(self, self._voice, question):
            self._live.give_up(self._here)
            while not self._ended:
                self._take(await self._inbox.get())
            raise _Gone

    # Turns

    async def _answer(self, request: Request) -> None:
        self._asked = request
        try:
            if request.seat != self._here:
                await self._hand_over(request)
            self._tell_board()
            self._measured = measured = Measured()
            answering = Answering(self._live, self._voice, self, request, measured)
            text, values = await answering.answer()
            if self._live.answer(request.id, text, measured.timing(values)):
                self._sent.add(request.id)
                await self._committed()
        finally:
            self._asked = None
            self._measured = None

    async def _committed(self) -> None:
        """Wait until what was sent is recorded: nobody loses an answer by leaving right after it.

        Raises:
            Leave: if a signal comes meanwhile.
        """
        while not self._ended and any(
            id in state.waiting for state in self._states.values() for id in self._sent
        ):
            self._take(await self._inbox.get())

    async def _hand_over(self, request: Request) -> None:
        """Another person takes the keyboard, and hears only what is theirs."""
        self._out.hide()
        self._here = None
        await self.read(
            self._ui.text(
                "Now it is the turn of {who}. Hand over, then press Enter:",
                who=self._voice.seat(request.seat),
            )
        )
        self._here = request.seat
        lines, self._unsaid[request.seat] = self._unsaid[request.seat], []
        self._tell(lines)

    async def _decide(self, halted: Halted) -> None:
        """A partner could not answer: ask again, or leave."""
        self._out.say(*halted_words(self._voice, halted))
        while True:
            line = await self.read("", frozenset({Word.RETRY}))
            if line is Word.RETRY:
                break
            self._out.say(*halted_words(self._voice, halted)[-1:])
        self._live.send(halted.request.id)
        for state in self._states.values():
            state.halted.pop(halted.request.id, None)
        self._waited_for = frozenset()

    def _tell_board(self, *, everything: bool = False) -> None:
        """What has changed of the board since it was last said, or all of it."""
        if self._here is None:
            return
        now = in_words(self._voice, self._live.view(self._here))
        before = {} if everything else self._boards.get(self._here, {})
        for id, block in now.items():
            self._out.say(*block.since(before.get(id)))
        if everything and not now:
            self._out.say(self._ui.text("There is no board here."))
        self._boards[self._here] = now

    # The end

    async def _tell_end(self) -> None:
        """The result, and everything that was hidden; people have seen the solution then."""
        everything = self._live.screen(REVEAL)
        for update in self._updates:
            everything.apply(update)
            if isinstance(update, Finished):
                self._out.say("", *result_words(self._voice, update.scores))
        told = list(self._told) if len(self._states) == 1 else []
        lines = []
        for line in everything.lines:
            if line in told:
                told.remove(line)
            else:
                lines.append(line)
        if lines:
            self._out.say("", self._ui.text("What was not said before:"))
            for line in lines:
                self._out.say(line_words(self._voice, line, REVEAL))
        board = in_words(self._voice, self._live.view(REVEAL))
        if board:
            self._out.say("", self._ui.text("The board with everything on it:"))
            for block in board.values():
                self._out.say(*block.since(None))
        await self._live.reveal()
