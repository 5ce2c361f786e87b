"""From what was chosen to an episode in play: a new one, or one that was not finished."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Set
from dataclasses import replace

from clemtui.language import Labels
from clemtui.plain.answering import confirmed
from clemtui.plain.desk import Word
from clemtui.plain.episode import PlainEpisode
from clemtui.plain.home import described
from clemtui.plain.inbox import Inbox, Interrupted, Leave
from clemtui.plain.options import PlainOptions
from clemtui.plain.output import Output
from clemtui.play.errors import PlayError
from clemtui.play.interruption import interruptible
from clemtui.play.listing import listing
from clemtui.play.live import LiveEpisode
from clemtui.play.names import check_names
from clemtui.play.phrases import Voice
from clemtui.play.plan import Choices
from clemtui.play.service import PlayService
from clemtui.play.sessions import LeaseHeld, short_id, unfinished_id


async def play_plain(options: PlainOptions, choices: Choices) -> int:
    """Play an episode; returns the exit code.

    Raises:
        PlayError, StoreError: if it cannot be started.
    """
    service = _service(options)
    try:
        person = options.person or await service.default_person()
        chosen = replace(choices, person=person)
        check_names(service.catalogue, chosen)
        plan = service.plan(chosen)
        inbox, output = Inbox(sys.stdin), Output(sys.stdout)
        with interruptible(lambda: inbox.put(Interrupted())):
            sitting = _Sitting(options, service, inbox, output)
            try:
                unfinished = None
                if plan.human_seats and not options.new:
                    unfinished = await sitting.offered(chosen.game, person)
                if unfinished is not None:
                    live = await sitting.resumed(unfinished)
                else:
                    live = await service.start(plan)
            except Leave:
                return 0
            names = {seat.seat.name: seat.name for seat in plan.seats}
            return await sitting.play(live, names if unfinished is None else None)
    finally:
        await service.close()


async def resume_plain(options: PlainOptions, part: str | None, game: str | None = None) -> int:
    """Resume an unfinished episode, by the beginning or end of its id, or the latest.

    Raises:
        PlayError, StoreError: if there is none, or it cannot be resumed.
    """
    episode = unfinished_id(options.database, part, game, options.person)
    service = _service(options)
    try:
        inbox, output = Inbox(sys.stdin), Output(sys.stdout)
        with interruptible(lambda: inbox.put(Interrupted())):
            sitting = _Sitting(options, service, inbox, output)
            try:
                live = await sitting.resumed(episode)
            except Leave:
                return 0
            return await sitting.play(live, None)
    finally:
        await service.close()


def _service(options: PlainOptions) -> PlayService:
    return PlayService(
        database=options.database,
        settings=options.settings,
        collections=options.collections,
        front="plain",
    )


class _Sitting:
    """The plain program before and after an episode: it asks what to play, and says good-bye."""

    def __init__(
        self, options: PlainOptions, service: PlayService, inbox: Inbox, output: Output
    ) -> None:
        self._options = options
        self._ui = options.interface
        self._service = service
        self._inbox = inbox
        self._out = output

    def say(self, *lines: str) -> None:
        """Say something."""
        self._out.say(*lines)

    async def read(self, prompt: str, also: Set[Word] = frozenset()) -> str | Word:
        """Ask something while nothing is being played.

        Raises:
            Leave: if the person leaves.
        """
        self._out.say(prompt)
        line = await self._inbox.line()
        if line.strip().casefold() == "/leave":
            raise Leave
        return line

    async def offered(self, game: str, person: str) -> str | None:
        """The unfinished episode that the person prefers to a new one, if there is one.

        Raises:
            Leave: if the person wants neither.
        """
        episode = next(
            (
                found
                for found in await self._service.unfinished()
                if found.summary.game == game and person in found.summary.people
            ),
            None,
        )
        if episode is None:
            return None
        self._out.say(
            self._ui.text("There is an unfinished episode:"), described(self._ui, episode)
        )
        resume, new = self._ui.text("resume"), self._ui.text("new")
        question = self._ui.text(
            "Type “{resume}” to go on with it, or “{new}” to begin another one; /leave leaves:",
            resume=resume,
            new=new,
        )
        while True:
            word = (await self.read(question)).strip().casefold()
            if word in ("resume", resume.casefold()):
                return episode.summary.id
            if word in ("new", new.casefold()):
                return None

    async def resumed(self, episode: str) -> LiveEpisode:
        """Bring an episode back; one that another program plays only if the person says so.

        Raises:
            Leave: if another program is to keep it.
            PlayError, StoreError: if it cannot be resumed.
        """
        try:
            return await self._service.resume(episode, force=self._options.take_over)
        except LeaseHeld as error:
            if not sys.stdin.isatty():
                raise PlayError(f"{error} (--take-over does that)") from error
            self._out.say(str(error))
        stored = await self._service.read(lambda reader: reader.load(episode))
        question = self._ui.text("Take it over? The other program stops playing it. yes or no:")
        if not await confirmed(self, self._voice(stored.summary.game, {}), question):
            raise Leave
        return await self._service.resume(episode, force=True)

    def _voice(self, game: str, names: Mapping[str, str]) -> Voice:
        found = listing(self._service.catalogue, self._service.catalogue.card(game))
        return Voice(self._ui, Labels(self._ui, found.words), found, names)

    async def play(self, live: LiveEpisode, names: Mapping[str, str] | None) -> int:
        """Play a live episode; returns the exit code."""
        if names is None:
            stored = await self._service.read(lambda reader: reader.load(live.id))
            names = {seat.seat: seat.player for seat in stored.summary.seats}
        voice = self._voice(live.game.card.id, names)
        self._out.say(
            self._ui.text(
                "{game}: {summary}",
                game=voice.say(voice.listing.title),
                summary=voice.say(voice.listing.summary),
            ),
            *(self._ui.text("You are {role}.", role=voice.seat(seat))
              for seat in live.human_seats),
            self._ui.text("/help says what can be typed besides answers.")
            if live.human_seats
            else self._ui.text("You are watching. Ctrl-C leaves."),
            "",
        )  # fmt: skip
        episode = PlainEpisode(live, voice, self._inbox, self._out, typing=sys.stdin.isatty())
        end = await episode.play()
        if end != "finished":
            self._say_how_to_resume(live, recorded=end == "left")
        return {"finished": 0, "left": 0, "not recorded": 1}[end]

    def _say_how_to_resume(self, live: LiveEpisode, *, recorded: bool) -> None:
        said = (
            self._ui.text("Left. Everything is recorded; this goes on where it stands:")
            if recorded
            else self._ui.text("When it can be recorded again, this goes on from what was:")
        )
        self._out.say("", said, self._options.resume_command(short_id(live.id)))
