"""How many participants a study needs, and what it can find with those that are planned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clemtui.analysis.baseline.latent import Scale
from clemtui.analysis.baseline.power import (
    Assumptions,
    Comparison,
    Plan,
    Power,
    participants_needed,
    power,
    smallest_difference,
)
from clemtui.study.checking import Checked
from clemtui.study.errors import StudyError
from clemtui.study.tasks import GameTasks

_KINDS: dict[str, Comparison] = {"people and model": "model", "people and value": "value"}


@dataclass(frozen=True, slots=True)
class GamePower:
    """What a study can find in one game.

    Attributes:
        smallest: the smallest difference that is found with the wanted power by the planned number
            of participants, and its power; None: not even the largest possible one.
        planned: the power to find the difference that was asked for; None: none was.
        needed: the smallest number of participants that finds it with the wanted power; None: none
            was asked for, or 512 are not enough.
    """

    game: str
    plan: Plan
    smallest: Power | None
    planned: Power | None
    needed: Power | None


def assumptions(
    mean: float, deviations: Sequence[float], levels: Sequence[float], seeds: int
) -> Assumptions:
    """Return what is assumed about scores.

    Args:
        mean: of people.
        deviations: standard deviations of people, of instances and of the rest, in points.
        levels: the only possible scores; empty: all from 0 to 100.
        seeds: responses of the model to each instance.
    """
    people, instances, rest = (each**2 for each in deviations)
    return Assumptions(mean, people, instances, rest, Scale(tuple(levels)), seeds)


def power_of(
    checked: Checked, assumed: Assumptions, difference: float | None, simulations: int
) -> Iterator[GamePower]:
    """Yield the power of the primary comparison, game by game.

    Args:
        assumed: what is assumed about the scores of every game.
        difference: people minus the other, in points; None: that of the mean from the value of the
            protocol if it has one, or else only the smallest one is looked for.
        simulations: the number of simulated studies.

    Raises:
        StudyError: if the primary comparison is one of the same people under several conditions, or
            the study is too small for any interval.
        ValueError: if the mean is not within the range of scores.
    """
    analysis = checked.study.protocol.analysis
    kind = _KINDS.get(analysis.primary.between)
    if kind is None:
        raise StudyError(
            f"{checked.study.file}: the power of a comparison between {analysis.primary.between} "
            "cannot be planned yet; only that of people with a model or a value can"
        )
    value = analysis.primary.value
    if difference is None and value not in (None, assumed.mean):
        difference = assumed.mean - value
    for game in checked.games:
        yield _of_game(checked, game, kind, assumed, difference, simulations)


def _of_game(
    checked: Checked,
    game: GameTasks,
    kind: Comparison,
    assumed: Assumptions,
    difference: float | None,
    simulations: int,
) -> GamePower:
    protocol = checked.study.protocol
    wanted, target = protocol.games[game.number], 100 * protocol.analysis.power
    # what the first of several games must reach, by Holm's method and by that of Benjamini and
    # Hochberg if it is the only one with a difference
    tests = 1 if protocol.analysis.correction == "none" else len(protocol.games)
    plan = Plan(
        participants=protocol.participants.number,
        per_participant=wanted.episodes,
        instances=len(game.tasks),
        comparison=kind,
        alpha=protocol.analysis.alpha / tests,
    )
    if plan.participants < 2 or plan.per_participant < 2 or plan.instances < 2:
        raise StudyError(
            f"{checked.study.file}: {game.game.card.id}: an interval needs at least two "
            "participants, and two instances for each"
        )
    better = difference is None or difference >= 0
    smallest = smallest_difference(assumed, plan, target, simulations, people_better=better)
    if difference is None:
        return GamePower(game.game.card.id, plan, smallest, None, None)
    return GamePower(
        game.game.card.id,
        plan,
        smallest,
        power(assumed, plan, difference, simulations),
        participants_needed(assumed, plan, difference, target, simulations),
    )
