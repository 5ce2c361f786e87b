"""The episodes of one sitting, one after another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clemtui.archive.episodes import short_id
from clemtui.episode.planning.plan import Choices
from clemtui.episode.planning.repeating import choices_of_resumed, seat_names
from clemtui.episode.seat_port import SeatPort
from clemtui.language import one_line
from clemtui.plain.afterwards import choose_next
from clemtui.plain.episode import PlainEpisode
from clemtui.plain.inbox import Leave
from clemtui.plain.results import comparison_lines
from clemtui.plain.sitting import Sitting
from clemtui.wording.phrases import Voice, language_remark, repetition_remark


async def play(sitting: Sitting, live: SeatPort, choices: Choices | None = None) -> int:
    """Play an episode and whatever the person chooses after it; return the exit code.

    ``choices`` are those the episode was started with; None if it is resumed.

    Raises:
        PlayError, StoreError: if an episode cannot be started or resumed.
    """
    if choices is None:
        watcher = "" if live.human_seats else sitting.person
        choices = await _choices_of_resumed(sitting, live, watcher)
    sitting.watcher = choices.watcher
    state_announced = False
    while True:
        voice = await _introduce(sitting, live, state_announced=state_announced)
        episode = PlainEpisode(live, voice, sitting, state_announced=state_announced)
        end = await episode.play()
        state_announced = episode.continued_as is not None
        if episode.continued_as is not None:
            live = episode.continued_as
            choices = await _choices_of_resumed(sitting, live, sitting.watcher, choices)
            sitting.say(sitting.ui.text("This continues as a new episode."))
            continue
        if end != "finished":
            _say_how_to_resume(sitting, live, recorded=end == "left")
            return 0 if end == "left" else 1
        try:
            sitting.say("", *await comparison_lines(sitting.service, voice, live, sitting.person))
            following = await choose_next(sitting, live, voice, choices)
        except Leave:
            return 0
        if following is None:
            return 0
        plan, choices = following
        sitting.watcher = plan.watcher
        live = await sitting.service.start(plan)


async def _choices_of_resumed(
    sitting: Sitting, live: SeatPort, watcher: str, before: Choices | None = None
) -> Choices:
    stored = await sitting.service.read(lambda reader: reader.load(live.id))
    return choices_of_resumed(live, stored.summary, watcher, before)


async def _introduce(sitting: Sitting, live: SeatPort, *, state_announced: bool) -> Voice:
    """Return the voice of an episode, after introducing it unless that was done already."""
    stored = await sitting.service.read(lambda reader: reader.load(live.id))
    voice = sitting.voice(live.game.card.id, seat_names(stored.summary))
    if state_announced:
        return voice
    sitting.say(
        sitting.ui.text(
            "{game}: {summary}",
            game=voice.game(live.instance),
            summary=voice.say(voice.listing.summary),
        ),
        *_roles_here(voice, live.human_seats),
        *_name_here(sitting, voice, live.human_seats),
        *filter(
            None,
            (
                repetition_remark(sitting.ui, live, repeated=stored.summary.repeated),
                language_remark(sitting.ui, live),
            ),
        ),
        sitting.ui.text("Type /help for commands.")
        if live.human_seats
        else sitting.ui.text("You are watching. Type /help for commands, press Ctrl-C to leave."),
        "",
    )  # fmt: skip
    return voice


def _roles_here(voice: Voice, seats: Sequence[str]) -> Iterator[str]:
    """Say who is at this keyboard: their role to one person, all names and roles to several."""
    if len(seats) == 1:
        yield voice.interface.text("You are {role}.", role=voice.seat(seats[0]))
    elif seats:
        people = voice.interface.list([voice.with_player(seat) for seat in seats])
        yield voice.interface.text("At this keyboard: {people}.", people=people)


def _name_here(sitting: Sitting, voice: Voice, seats: Sequence[str]) -> Iterator[str]:
    """Say under which name the episode of one person is recorded, unless they just gave it."""
    if len(seats) == 1 and not sitting.options.person:
        name = one_line(voice.names.get(seats[0], sitting.person))
        yield voice.interface.text("Recorded as {name}.", name=name)


def _say_how_to_resume(sitting: Sitting, live: SeatPort, *, recorded: bool) -> None:
    said = (
        sitting.ui.text("You have left. Everything is recorded; to resume exactly here:")
        if recorded
        else sitting.ui.text("Once recording works again, resume from what was saved:")
    )
    sitting.say("", said, sitting.options.resume_command(short_id(live.id)))
