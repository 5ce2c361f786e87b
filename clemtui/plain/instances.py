"""Which instance follows another."""

from __future__ import annotations

from dataclasses import replace

from clemtui.episode.errors import UsageError
from clemtui.episode.offers.last_choices import last_choices, seen_tasks
from clemtui.episode.offers.next_instance import NextTask, following_choices
from clemtui.episode.planning.plan import Choices
from clemtui.episode.seat_port import ObserverPort
from clemtui.language import Sentence, translatable
from clemtui.plain.answering import ask_yes_no
from clemtui.plain.sitting import Sitting
from clemtui.wording.phrases import generated_remark, known_task_question

_LAST = translatable("that was the last instance; type “{again}” to replay it")
_NO_PLAYER = translatable("no one played in this episode; start the next one with 'clemtui play'")
_UNKNOWN_PLAYER = translatable(
    "it is no longer known who played; start the next one with 'clemtui play'"
)


async def next_choices(
    sitting: Sitting, live: ObserverPort, choices: Choices | None
) -> Choices | None:
    """Return the choices for the instance after a live episode's, with the same players.

    ``choices`` are those the sitting started with, if known; they fill in what the record of the
    latest episode does not contain. None means that the players know all tasks and want no
    repetition.

    Raises:
        UsageError: if that was the last instance, or it is unknown who played.
        StoreError: if the database cannot be read.
    """
    now = await _choices_of(sitting, live, choices)
    service, language = sitting.service, live.texts.language
    clembench = service.settings.clembench
    seen = await seen_tasks(service, *now.people)
    found = following_choices(service.catalogue, now, live.instance, language, clembench, seen)
    if found is None:
        raise UsageError(Sentence(_LAST, again=Sentence(translatable("again"))))
    return found.choices if await wants_to_play(sitting, found) else None


async def wants_to_play(sitting: Sitting, task: NextTask) -> bool:
    """Say what is special about the next task. If it is a known one, ask whether to play it."""
    if task.novelty == "generated":
        sitting.say(generated_remark(sitting.ui))
    if task.novelty != "known":
        return True
    sitting.say(known_task_question(sitting.ui))
    return await ask_yes_no(sitting, sitting.ui, sitting.ui.text("Play it? yes or no:"))


async def _choices_of(sitting: Sitting, live: ObserverPort, choices: Choices | None) -> Choices:
    if not live.human_seats or sitting.watcher:
        if choices is None:
            raise UsageError(Sentence(_NO_PLAYER))
        return choices
    last = await last_choices(sitting.service, live.game.card.id, sitting.person)
    if last is None:
        raise UsageError(Sentence(_UNKNOWN_PLAYER))
    if choices is None or choices.game != last.game:
        return last
    return replace(choices, seat=last.seat, partner=last.partner, person=sitting.person)
