"""The menu after an episode: the next instance, a replay, another role, partner or language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from clemtui.engine import OBSERVER, Seat
from clemtui.episode.errors import PlayError, message_of
from clemtui.episode.planning.casting import casting_of
from clemtui.episode.planning.other_languages import SameTask, single_language_reason
from clemtui.episode.planning.plan import Choices, EpisodePlan
from clemtui.episode.planning.repeating import choices_of_plan
from clemtui.episode.seat_port import ObserverPort
from clemtui.language import translatable
from clemtui.plain.instances import next_choices
from clemtui.plain.languages import plan_in_other_language
from clemtui.plain.menus import Menu, index_of, numbered
from clemtui.plain.partners import choose_partner
from clemtui.plain.review import read_episode
from clemtui.plain.sitting import Sitting
from clemtui.wording.phrases import Voice

_NEXT = {translatable("next"): translatable("the next instance")}
_AGAIN = {translatable("again"): translatable("the same instance again")}
_SEAT = {translatable("seat"): translatable("the same instance again, in another role")}
_PARTNER = {translatable("partner"): translatable("the same instance again, with another partner")}
_LANGUAGE = {translatable("language"): translatable("the same task again, in another language")}
_REST = {
    translatable("review"): translatable("step through the episode, also as the others saw it"),
    translatable("leave"): translatable("stop here"),
}


class Following(NamedTuple):
    """The plan of the episode that follows another, and the choices that would start it."""

    plan: EpisodePlan
    choices: Choices


async def choose_next(
    sitting: Sitting, live: ObserverPort, voice: Voice, now: Choices
) -> Following | None:
    """Ask what to play after an episode; return None to stop.

    ``now`` are the choices that would start this episode again.

    Raises:
        Leave: if the person leaves.
        StoreError: if the database cannot be used.
    """
    ui = sitting.ui
    tasks = await sitting.service.other_languages(live)
    menu = Menu(
        ui,
        choices(seats=len(_seats(live)), playing=bool(live.human_seats), languages=bool(tasks)),
    )
    sitting.forget_typed()
    mistaken = False
    while True:
        if not mistaken:
            sitting.say("", ui.text("What next?"), *menu.numbered())
        reply = str(await sitting.read(ui.text("Number or word (Enter to finish):"))).strip()
        word, _ = menu.match(reply)
        if word == "leave" or not reply:
            return None
        mistaken = not word
        try:
            if word == "review":
                await read_episode(sitting, live.id)
            elif mistaken and Menu(ui, _LANGUAGE).match(reply)[0]:
                sitting.say(ui.text(single_language_reason(live.instance)))
            elif mistaken:
                sitting.say(menu.unknown_choice(reply))
            elif word == "next":
                if (wanted := await next_choices(sitting, live, now)) is not None:
                    return Following(sitting.service.plan(wanted), wanted)
            elif plan := await _repetition(sitting, live, voice, now, word, tasks):
                return Following(plan, choices_of_plan(plan, now, live.instance))
        except PlayError as error:
            sitting.say(sitting.ui.show(message_of(error)))


def choices(*, seats: int, playing: bool, languages: bool) -> dict[str, str]:
    """Return the menu after an episode, as words and their meanings.

    ``seats`` is the number of seats of the episode, ``playing`` whether a person held one of them,
    and ``languages`` whether the task exists in another language.
    """
    return {
        **_NEXT,
        **_AGAIN,
        **(_SEAT if seats > 1 else {}),
        **(_PARTNER if seats > 1 or not playing else {}),
        **(_LANGUAGE if languages else {}),
        **_REST,
    }


def _seats(live: ObserverPort) -> tuple[Seat, ...]:
    return tuple(seat for seat in live.seats if not seat.service)


async def _repetition(
    sitting: Sitting,
    live: ObserverPort,
    voice: Voice,
    now: Choices,
    word: str,
    tasks: Sequence[SameTask],
) -> EpisodePlan | None:
    """Return the plan for the chosen repetition, or None if the person changes their mind."""
    seat, partner = None, None
    if word == "language":
        return await plan_in_other_language(sitting, live, tasks, now)
    if word == "seat":
        seat = await _other_seat(sitting, live, voice)
    elif word == "partner":
        question = sitting.ui.text("Which partner?")
        partner = await choose_partner(sitting, sitting, question, casting_of(live))
    if word != "again" and seat is None and partner is None:
        return None
    return await sitting.plan_again(live, now, seat=seat, partner=partner)


async def _other_seat(sitting: Sitting, live: ObserverPort, voice: Voice) -> str | None:
    """Return the seat to take next: the only other one, or the one the person chooses."""
    had = live.human_seats[0] if live.human_seats else OBSERVER
    others = [seat.name for seat in _seats(live) if seat.name != had]
    if len(others) == 1:
        return others[0]
    ui = sitting.ui
    sitting.say(*numbered(ui, tuple(voice.seat(name) for name in others)))
    while True:
        reply = str(await sitting.read(ui.text("Number of a role (Enter to go back):")))
        if not reply.strip():
            return None
        at = index_of(reply, len(others))
        if at is not None:
            return others[at]
        sitting.say(ui.text("“{reply}” is not the number of a role.", reply=reply))
