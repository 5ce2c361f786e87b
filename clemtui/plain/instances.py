"""Which instance follows another."""

from __future__ import annotations

from dataclasses import replace

from clemtui.episode.errors import UsageError
from clemtui.episode.offers.last_choices import seen_tasks
from clemtui.episode.offers.next_instance import NextTask, following_choices
from clemtui.episode.planning.plan import Choices
from clemtui.episode.seat_port import ObserverPort
from clemtui.language import Sentence, translatable
from clemtui.plain.answering import ask_yes_no
from clemtui.plain.sitting import Sitting
from clemtui.wording.phrases import generated_remark, known_task_question

_LAST = translatable("that was the last instance; type “{again}” to replay it")


async def next_choices(sitting: Sitting, live: ObserverPort, now: Choices) -> Choices | None:
    """Return the choices for the instance after a live episode's, with the same players.

    ``now`` are the choices that would start this episode again. None means that the players know
    all tasks and want no repetition.

    Raises:
        UsageError: if that was the last instance.
        StoreError: if the database cannot be read.
    """
    service, language = sitting.service, live.texts.language
    clembench = service.settings.clembench
    seen = await seen_tasks(service, *now.people)
    found = following_choices(service.catalogue, now, live.instance, language, clembench, seen)
    if found is None:
        raise UsageError(Sentence(_LAST, again=Sentence(translatable("again"))))
    if not await wants_to_play(sitting, found):
        return None
    return replace(found.choices, interface_language=sitting.ui.language)


async def wants_to_play(sitting: Sitting, task: NextTask) -> bool:
    """Say what is special about the next task. If it is a known one, ask whether to play it."""
    if task.novelty == "generated":
        sitting.say(generated_remark(sitting.ui, task.choices))
    if task.novelty != "known":
        return True
    sitting.say(known_task_question(sitting.ui, task.choices))
    return await ask_yes_no(sitting, sitting.ui, sitting.ui.text("Play it? yes or no:"))
