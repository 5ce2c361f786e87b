"""The choices that would start an episode again, from which those of the next one follow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from clemtui.engine import OBSERVER, Instance
from clemtui.episode.planning.plan import HUMAN, Choices, EpisodePlan
from clemtui.episode.seat_port import SeatPort
from clemtui.records.rows import EpisodeSummary


def choices_of_plan(
    plan: EpisodePlan, before: Choices | None = None, repeated: Instance | None = None
) -> Choices:
    """Return the choices that correspond to a plan for a recorded task.

    Args:
        before: the choices of the episode that it repeats, if known: who the person here is, how
            the instance was found and the parameters of models are taken from them.
        repeated: the instance of that episode; in another language, the task may have another.
    """
    instance, condition, mine = plan.instance, plan.condition, _own_seat(plan, before)
    found = before or Choices(plan.game.card.id)
    if found.seed is None:  # the same seed makes the task in every language
        same = repeated is not None and repeated.hash == instance.hash
        found = replace(
            found,
            experiment=instance.experiment,
            game_id=instance.game_id,
            instances=found.instances if same else None,
        )
    others = [each for each in plan.seats if each.kind != "service" and each.seat.name != mine]
    return replace(
        found,
        seat=mine,
        partner=tuple(f"{HUMAN}:{p.name}" if p.kind == "human" else p.name for p in others),
        language=condition.prompt_language,
        interface=condition.interface,
        practice=condition.practice,
        aids=condition.aids if condition.interface == "assisted" else None,
        person=next((p.name for p in plan.seats if p.seat.name == mine), plan.watcher),
        tags=plan.tags,
    )


def _own_seat(plan: EpisodePlan, before: Choices | None) -> str:
    """Return the seat of the person here: among several people, of the one who was here before."""
    if plan.watcher or not plan.human_seats:
        return OBSERVER
    same = (p.seat.name for p in plan.seats if before is not None and p.name == before.person)
    return next(same, plan.human_seats[0])


def choices_of_resumed(
    live: SeatPort, summary: EpisodeSummary, watcher: str, before: Choices | None = None
) -> Choices:
    """Return the choices that would start a resumed episode again.

    Args:
        summary: its record.
        watcher: who watches others play it.
        before: the choices of the episode that it continues, if known.
    """
    names = seat_names(summary)
    mine = OBSERVER if watcher or not live.human_seats else live.human_seats[0]
    others = [seat.name for seat in live.seats if not seat.service and seat.name != mine]
    kinds, condition = live.kinds, live.condition
    return replace(
        before or Choices(live.game.card.id),
        seat=mine,
        partner=tuple(
            f"{HUMAN}:{names[seat]}" if kinds[seat] == "human" else names[seat] for seat in others
        ),
        language=condition.prompt_language,
        interface=condition.interface,
        experiment=live.instance.experiment,
        game_id=live.instance.game_id,
        practice=condition.practice,
        aids=condition.aids if condition.interface == "assisted" else None,
        person=names.get(mine, watcher),
        tags=inherited_tags(summary),
    )


def seat_names(summary: EpisodeSummary) -> dict[str, str]:
    """Return who plays in each seat: a pseudonym, a model or ``scripted``."""
    return {
        seat.seat: (summary.person_in(seat) or "") if seat.kind == "human" else seat.player
        for seat in summary.seats
    }


def inherited_tags(summary: EpisodeSummary) -> Mapping[str, str]:
    """Return the tags of an episode for those that follow it.

    Those of a run are left out: its episodes are the ones that it started.
    """
    tags = summary.tags.items()
    return {key: values[0] for key, values in tags if key.partition("-")[0] != "run"}
