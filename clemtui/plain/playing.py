"""The episodes of one sitting, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clemtui.archive.episodes import short_id
from clemtui.episode.planning.casting import casting_of
from clemtui.episode.planning.plan import Choices
from clemtui.episode.seat_port import SeatPort
from clemtui.plain.afterwards import what_next
from clemtui.plain.episode import PlainEpisode
from clemtui.plain.inbox import Leave
from clemtui.plain.partners import choose_partner
from clemtui.plain.prompter import Prompter
from clemtui.plain.results import others_words
from clemtui.plain.sitting import Sitting
from clemtui.wording.phrases import Voice


async def play(sitting: Sitting, live: SeatPort, choices: Choices | None = None) -> int:
    """Play an episode, and whatever the person chooses after it; returns the exit code.

    ``choices`` are those that the episode was begun with, where they are known.

    Raises:
        PlayError, StoreError: if it cannot be gone on with.
    """
    heard = False
    while True:
        voice = await _introduced(sitting, live, heard=heard)
        episode = PlainEpisode(
            live,
            voice,
            sitting.inbox,
            sitting.output,
            _Around(sitting),
            typing=sitting.typing,
            heard=heard,
        )
        end = await episode.play()
        heard = episode.went_on is not None
        if episode.went_on is not None:
            live = episode.went_on
            sitting.say(sitting.ui.text("This continues as a new episode."))
            continue
        if end != "finished":
            _say_how_to_resume(sitting, live, recorded=end == "left")
            return 0 if end == "left" else 1
        try:
            sitting.say("", *await others_words(sitting.service, voice, live, sitting.person))
            plan = await what_next(sitting, live, voice, choices)
        except Leave:
            return 0
        if plan is None:
            return 0
        live = await sitting.service.start(plan)


async def _introduced(sitting: Sitting, live: SeatPort, *, heard: bool) -> Voice:
    """The voice of an episode, and what it is about, where that was not said already."""
    stored = await sitting.service.read(lambda reader: reader.load(live.id))
    people = {each.id: each.pseudonym for each in await sitting.service.people()}
    names = {seat.seat: people.get(seat.person or "", seat.player) for seat in stored.summary.seats}
    voice = sitting.voice(live.game.card.id, names)
    if heard:
        return voice
    sitting.say(
        sitting.ui.text(
            "{game}: {summary}",
            game=voice.game(live.instance),
            summary=voice.say(voice.listing.summary),
        ),
        *_who_plays_here(voice, live.human_seats),
        sitting.ui.text("Type /help for commands.")
        if live.human_seats
        else sitting.ui.text("You are watching. Type /help for commands, press Ctrl-C to leave."),
        "",
    )  # fmt: skip
    return voice


def _who_plays_here(voice: Voice, seats: Sequence[str]) -> Iterator[str]:
    """Who sits at this keyboard: one person is told their role, several who has which."""
    if len(seats) == 1:
        yield voice.interface.text("You are {role}.", role=voice.seat(seats[0]))
    elif seats:
        people = voice.interface.list([voice.with_player(seat) for seat in seats])
        yield voice.interface.text("At this keyboard: {people}.", people=people)


def _say_how_to_resume(sitting: Sitting, live: SeatPort, *, recorded: bool) -> None:
    said = (
        sitting.ui.text("You have left. Everything is recorded; to resume exactly here:")
        if recorded
        else sitting.ui.text("Once recording works again, resume from what was saved:")
    )
    sitting.say("", said, sitting.options.resume_command(short_id(live.id)))


class _Around:
    """What an episode asks of the sitting; see `clemtui.plain.episode.Around`."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting

    async def other_partner(self, prompter: Prompter, live: SeatPort, seat: str) -> str | None:
        """The word for who is to go on in a seat; None where the person thinks better of it."""
        question = self._sitting.ui.text("Who should continue instead?")
        return await choose_partner(self._sitting, prompter, question, casting_of(live, seat))

    async def go_on_with(self, live: SeatPort, partners: dict[str, str]) -> SeatPort:
        """A new episode that goes on from a live one, which is left then.

        Raises:
            PlayError, StoreError: see `PlayService.continue_with`.
        """
        return await self._sitting.service.continue_with(
            live.id, partners, person=self._sitting.person
        )

    async def edited(self, text: str) -> str | None:
        """A text after the person has edited it in an editor; None where that went wrong."""
        return await self._sitting.edit(text)

    async def saw_solution(self, live: SeatPort) -> None:
        """Record that the people in an episode have seen its solution.

        Raises:
            StoreError: if it cannot be recorded.
        """
        await self._sitting.service.record_solution_seen(live)

    @property
    def can_edit(self) -> bool:
        """Whether there is an editor."""
        return self._sitting.can_edit
