"""The plain program around the episodes of one sitting."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence, Set
from contextlib import asynccontextmanager, nullcontext

from clemtui.archive.episodes import LeaseHeld, short_id
from clemtui.config.editor import EditorFailed, command_of, edited
from clemtui.episode.errors import PlayError
from clemtui.episode.interruption import interruptible
from clemtui.episode.live import LiveEpisode
from clemtui.episode.planning.casting import casting_in
from clemtui.episode.planning.listing import listing
from clemtui.episode.planning.plan import Choices
from clemtui.episode.service import PlayService
from clemtui.language import Labels
from clemtui.plain.afterwards import what_next
from clemtui.plain.answering import confirmed
from clemtui.plain.desk import Desk, Word
from clemtui.plain.episode import PlainEpisode
from clemtui.plain.inbox import Inbox, Interrupted, Leave
from clemtui.plain.options import PlainOptions
from clemtui.plain.output import Output
from clemtui.plain.partners import choose_partner
from clemtui.plain.people import name_of
from clemtui.plain.results import others_words
from clemtui.wording.phrases import Voice


class Sitting:
    """Somebody at lines of text: the desk where no episode is played, and what surrounds one.

    Attributes:
        person: the pseudonym of who plays.
        typing: whether lines are typed at a terminal.
        seated: whether a person sits there, who hears what is said.
    """

    def __init__(
        self, options: PlainOptions, service: PlayService, inbox: Inbox, output: Output
    ) -> None:
        self.options = options
        self.ui = options.interface
        self.service = service
        self.inbox = inbox
        self.person = ""
        self.typing = sys.stdin is not None and sys.stdin.isatty()
        self.seated = self.typing and sys.stdout.isatty()
        self._out = output

    # The desk

    def say(self, *lines: str) -> None:
        """Say something."""
        self._out.say(*lines)

    async def read(self, prompt: str, also: Set[Word] = frozenset()) -> str | Word:
        """Ask something while nothing is being played.

        Raises:
            Leave: if the person leaves.
        """
        self._out.say(prompt)
        line = await self.inbox.line()
        if line.strip().casefold() == "/leave":
            raise Leave
        return line

    @property
    def can_edit(self) -> bool:
        """Whether a text can be written in an editor: at a terminal, where one is named."""
        return self.seated and self.inbox.can_lend and bool(self._editor)

    async def edit(self, text: str) -> str | None:
        """A text after the person has edited it; None where that went wrong, which was said."""
        return await self.edited(text)

    async def edited(self, text: str) -> str | None:
        """The same, for an episode."""
        outside = self.inbox.lent() if self.inbox.can_lend else nullcontext()
        try:
            return await edited(text, self._editor, self.ui, outside)
        except EditorFailed as error:
            self._out.say(str(error))
            return None

    @property
    def _editor(self) -> str:
        return command_of(self.options.settings.editor)

    # What episodes ask of it

    async def other_partner(self, desk: Desk, live: LiveEpisode, seat: str) -> str | None:
        """The word for who is to go on in a seat; None where the person thinks better of it."""
        question = self.ui.text("Who is to go on instead?")
        return await choose_partner(self, desk, question, casting_in(live, seat))

    async def go_on_with(self, live: LiveEpisode, partners: dict[str, str]) -> LiveEpisode:
        """A new episode that goes on from a live one, which is left then.

        Raises:
            PlayError, StoreError: see `PlayService.continue_with`.
        """
        return await self.service.continue_with(live.id, partners, person=self.person)

    async def sit_down(self) -> None:
        """Find out who plays; at the very first start a person is asked.

        Raises:
            Leave: if the person leaves.
            StoreError: if the database cannot be used.
        """
        self.person = await name_of(self)

    # Episodes

    def voice(self, game: str, names: Mapping[str, str]) -> Voice:
        """The words for a game and who plays it."""
        found = listing(self.service.catalogue, self.service.catalogue.card(game))
        return Voice(self.ui, Labels(self.ui, found.words), found, names)

    async def resumed(self, episode: str) -> LiveEpisode:
        """Bring an episode back; one that another program plays only if the person says so.

        Raises:
            Leave: if another program is to keep it.
            PlayError, StoreError: if it cannot be resumed.
        """
        try:
            return await self.service.resume(episode, force=self.options.take_over)
        except LeaseHeld as error:
            if not self.typing:
                raise PlayError(f"{error} (--take-over does that)") from error
            self._out.say(str(error))
        question = self.ui.text("Take it over? The other program stops playing it. yes or no:")
        if not await confirmed(self, self.ui, question):
            raise Leave
        return await self.service.resume(episode, force=True)

    async def play(self, live: LiveEpisode, choices: Choices | None = None) -> int:
        """Play an episode, and whatever the person chooses after it; returns the exit code.

        ``choices`` are those that the episode was begun with, where they are known.

        Raises:
            PlayError, StoreError: if it cannot be gone on with.
        """
        heard = False
        while True:
            voice = await self._introduced(live, heard=heard)
            episode = PlainEpisode(
                live, voice, self.inbox, self._out, self, typing=self.typing, heard=heard
            )
            end = await episode.play()
            heard = episode.went_on is not None
            if episode.went_on is not None:
                live = episode.went_on
                self._out.say(self.ui.text("This goes on as a new episode."))
                continue
            if end != "finished":
                self._say_how_to_resume(live, recorded=end == "left")
                return 0 if end == "left" else 1
            try:
                self._out.say("", *await others_words(self.service, voice, live, self.person))
                plan = await what_next(self, live, voice, choices)
            except Leave:
                return 0
            if plan is None:
                return 0
            live = await self.service.start(plan)

    async def _introduced(self, live: LiveEpisode, *, heard: bool) -> Voice:
        """The voice of an episode, and what it is about, where that was not said already."""
        stored = await self.service.read(lambda reader: reader.load(live.id))
        people = {each.id: each.pseudonym for each in await self.service.people()}
        names = {
            seat.seat: people.get(seat.person or "", seat.player) for seat in stored.summary.seats
        }
        voice = self.voice(live.game.card.id, names)
        if heard:
            return voice
        self._out.say(
            self.ui.text(
                "{game}: {summary}",
                game=voice.game(live.instance),
                summary=voice.say(voice.listing.summary),
            ),
            *self._who_plays_here(voice, live.human_seats),
            self.ui.text("/help says what can be typed besides answers.")
            if live.human_seats
            else self.ui.text("You are watching. /help says what can be typed, Ctrl-C leaves."),
            "",
        )  # fmt: skip
        return voice

    def _who_plays_here(self, voice: Voice, seats: Sequence[str]) -> Iterator[str]:
        """Who sits at this keyboard: one person is told their role, several who has which."""
        if len(seats) == 1:
            yield self.ui.text("You are {role}.", role=voice.seat(seats[0]))
        elif seats:
            people = self.ui.list([voice.with_player(seat) for seat in seats])
            yield self.ui.text("At this keyboard: {people}.", people=people)

    def _say_how_to_resume(self, live: LiveEpisode, *, recorded: bool) -> None:
        said = (
            self.ui.text("Left. Everything is recorded; this goes on where it stands:")
            if recorded
            else self.ui.text("When it can be recorded again, this goes on from what was:")
        )
        self._out.say("", said, self.options.resume_command(short_id(live.id)))


@asynccontextmanager
async def sitting(options: PlainOptions) -> AsyncIterator[Sitting]:
    """Open a sitting at the standard streams, and close it whatever happens.

    Raises:
        PlayError: if a collection given is none.
        StoreError: if the end of the sitting cannot be recorded.
    """
    service = PlayService(
        database=options.database,
        settings=options.settings,
        collections=options.collections,
        front="plain",
    )
    try:
        inbox = Inbox(sys.stdin)
        with interruptible(lambda: inbox.put(Interrupted())):
            yield Sitting(options, service, inbox, Output(sys.stdout))
    finally:
        await service.close()
