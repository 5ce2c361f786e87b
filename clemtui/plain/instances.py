"""Which instance comes after one."""

from __future__ import annotations

import secrets
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from clemtui.engine import spoken_in
from clemtui.play.errors import UsageError
from clemtui.play.habits import groups_of, last_choices
from clemtui.play.official import file_again
from clemtui.play.plan import SEED_BITS, Choices

if TYPE_CHECKING:
    from clemtui.plain.sitting import Sitting
    from clemtui.play.live import LiveEpisode


async def following(sitting: Sitting, live: LiveEpisode, choices: Choices | None) -> Choices:
    """The choices for the instance after the one of an episode, with the same players.

    ``choices`` are those that the sitting began with, where they are known: what the records of
    the latest episode do not say is taken from them.

    Raises:
        UsageError: if that was the last instance, or nobody knows any more who played.
        StoreError: if the database cannot be read.
    """
    now = await _choices_of(sitting, live, choices)
    instance = live.instance
    if instance.origin == "generated":
        new = secrets.randbits(SEED_BITS) if now.seed is None else now.seed + 1
        return replace(now, seed=new, experiment=None, game_id=None)
    if now.instances is None:
        now = replace(now, instances=file_again(instance, sitting.service.settings.clembench))
    after = _after(sitting, live, now.instances)
    if after is None:
        raise UsageError("that was the last instance; 'again' plays it once more")
    return replace(now, experiment=after[0], game_id=after[1], seed=None)


async def _choices_of(sitting: Sitting, live: LiveEpisode, choices: Choices | None) -> Choices:
    if not live.human_seats:
        if choices is None:
            raise UsageError("nobody had a seat: begin the next one with 'clemtui play'")
        return choices
    last = await last_choices(sitting.service, live.game.card.id, sitting.person)
    if last is None:
        raise UsageError("it is not on record any more who played; begin with 'clemtui play'")
    if choices is None or choices.game != last.game:
        return last
    return replace(choices, seat=last.seat, partner=last.partner, person=sitting.person)


def _after(sitting: Sitting, live: LiveEpisode, file: Path | None) -> tuple[str, int] | None:
    """The instance after the one of an episode, in its file: its experiment and number."""
    groups = groups_of(sitting.service.catalogue, live.game.card.id, file)
    order = [
        (group.name, number)
        for group in groups
        if spoken_in(group.language, live.texts.language)
        for number in group.tasks
    ]
    here = (live.instance.experiment, live.instance.game_id)
    if here not in order:
        return None
    at = order.index(here) + 1
    return order[at] if at < len(order) else None
