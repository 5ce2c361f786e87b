"""The choices that would start an episode again, from which those of the next one follow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from clemtui.engine import OBSERVER, Instance
from clemtui.episode.condition import Condition
from clemtui.episode.planning.plan import HUMAN, NO_OVERRIDES, SCRIPTED, Choices, EpisodePlan
from clemtui.episode.seat_port import SeatPort
from clemtui.players.base import PlayerKind
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
    instance = plan.instance
    found = before or Choices(plan.game.card.id)
    if found.seed is None and found.daily is None:  # the same seed makes the task in every language
        same = repeated is not None and repeated.hash == instance.hash
        found = replace(
            found,
            experiment=instance.experiment,
            game_id=instance.game_id,
            instances=found.instances if same else None,
        )
    players = {p.seat.name: _word(p.kind, p.name) for p in plan.seats if p.kind != "service"}
    mine = _own_seat(plan, found.person)
    person = next((p.name for p in plan.seats if p.seat.name == mine), plan.watcher)
    found = _seated(found, players, mine, plan.condition)
    return replace(found, person=person, tags=plan.tags)


def _own_seat(plan: EpisodePlan, person: str) -> str:
    """Return the seat of the person here: among several people, of the one who was here before."""
    if plan.watcher or not plan.human_seats:
        return OBSERVER
    people = {p.name: p.seat.name for p in plan.seats if p.kind == "human"}
    return people.get(person, plan.human_seats[0])


def choices_of_resumed(
    live: SeatPort, summary: EpisodeSummary, watcher: str, before: Choices | None = None
) -> Choices:
    """Return the choices that would start a resumed episode again.

    Args:
        summary: its record.
        watcher: who watches others play it.
        before: the choices of the episode that it continues, if known.
    """
    names, kinds = seat_names(summary), live.kinds
    mine = OBSERVER if watcher or not live.human_seats else live.human_seats[0]
    players = {s.name: _word(kinds[s.name], names[s.name]) for s in live.seats if not s.service}
    found = _seated(before or Choices(live.game.card.id), players, mine, live.condition)
    return replace(
        found,
        experiment=live.instance.experiment,
        game_id=live.instance.game_id,
        person=names.get(mine, watcher),
        tags=inherited_tags(summary),
    )


def _word(kind: PlayerKind, name: str) -> str:
    return f"{HUMAN}:{name}" if kind == "human" else name


def _seated(found: Choices, players: Mapping[str, str], mine: str, condition: Condition) -> Choices:
    """Return choices with these players, as words by seat, under a condition.

    Parameters given for the models so far hold for no other one: it may have another server.
    """
    partners = tuple(word for seat, word in players.items() if seat != mine)
    return replace(
        found,
        seat=mine,
        partner=partners,
        models=found.models if {*partners} <= {*found.partner, SCRIPTED} else NO_OVERRIDES,
        language=condition.prompt_language,
        interface=condition.interface,
        practice=condition.practice,
        aids=condition.aids,
    )


def seat_names(summary: EpisodeSummary) -> dict[str, str]:
    """Return who plays in each seat: a pseudonym, a model or ``scripted``."""
    return {
        seat.seat: summary.person_in(seat) or seat.player  # one who was removed has no name
        for seat in summary.seats
    }


def inherited_tags(summary: EpisodeSummary) -> Mapping[str, str]:
    """Return the tags of an episode for those that follow it.

    Those of a run are left out: its episodes are the ones that it started.
    """
    tags = summary.tags.items()
    return {key: values[0] for key, values in tags if key.partition("-")[0] != "run"}
