"""What a study can find, in words and as a document. In English only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from math import sqrt
from typing import TYPE_CHECKING, Any

from clemtui.analysis.baseline.power import LARGEST
from clemtui.language import half_up
from clemtui.study.checking import FEW_PARTICIPANTS
from clemtui.study.telling.counts import counted, numbers, plural

if TYPE_CHECKING:
    from clemtui.analysis.baseline.pilot import Name, Pilot
    from clemtui.analysis.baseline.power import Needed, Power, PowerOfAll
    from clemtui.analysis.baseline.simulation import Assumptions
    from clemtui.study.power.family import Named
    from clemtui.study.power.pilots import Piloted
    from clemtui.study.power.planning import Planned, Planning, Row, Wanted

_FEW_TASKS = 10
_NAMES: dict[Name, str] = {
    "participant": "people",
    "participant_condition": "people in one condition",
    "task": "instances",
    "task_condition": "instances in one condition",
    "residual": "rest",
}
_SIDES = {
    "value": "",
    "model": ", on the same instances",
    "paired": ", the same people on the same instances",
    "unpaired": ", the same people on different instances",
}


def pilot_lines(planning: Planning, piloted: Piloted | None) -> Iterator[str]:
    """Yield what a pilot says, and how far it can be trusted."""
    if piloted is None:
        return
    yield f"pilot: {piloted.source}"
    for block, pilot in planning.pilots.items():
        yield (
            f"  {' and '.join(block.games)}: "
            f"{numbers(pilot.participants, pilot.tasks, pilot.episodes)}"
        )
        means = zip(block.names or ("people",), pilot.means, strict=False)
        yield f"    means: {', '.join(f'{name} {half_up(mean, 1)}' for name, mean in means)}"
        yield f"    standard deviations: {_components(pilot)}"
        if pilot.participants < FEW_PARTICIPANTS or pilot.tasks < _FEW_TASKS:
            yield (
                f"    warning: with fewer than {FEW_PARTICIPANTS} participants or {_FEW_TASKS} "
                "instances, these are rough: plan with the upper bounds"
            )
    yield "  brackets: one-sided 80 % upper bounds; each comparison is planned with both"


def _components(pilot: Pilot) -> str:
    return ", ".join(
        f"{text} {half_up(sqrt(pilot.components[name].value), 1)} "
        f"(up to {half_up(sqrt(pilot.components[name].upper), 1)})"
        for name, text in _NAMES.items()
        if name in pilot.components
    )


def lines(found: Planned, before: Planned | None) -> Iterator[str]:
    """Yield what is planned of one comparison; ``before`` is the one that was printed last, whose
    assumptions are not repeated if they are the same."""
    named, rule = found.named, found.rule
    game = f"{named.game}: " if named.game else ""
    yield f"{game}{named.level} minus {named.baseline}{_sides(named)}"
    episodes = " and ".join(map(str, found.episodes))
    family = (
        ""
        if rule.strictest == rule.alpha
        else f" ({rule.alpha:g} for {rule.comparisons} comparisons, {rule.correction})"
    )
    yield (
        f"  {counted(found.participants, 'participant')}, {episodes} episodes on "
        f"{counted(found.tasks, 'instance')}; alpha {rule.strictest:.3g}{family}"
    )
    if before is None or (before.basis, before.assumed) != (found.basis, found.assumed):
        yield f"  assumed, {found.basis}: {_assumed(found.assumed)}"
        if named.compared.against == "model":
            yield (
                "  what is hard for people is hard for the model: a correlation of "
                f"{found.assumed.correlation:g}"
            )
        scores = found.scores
        yield (
            f"  scores then have a standard deviation of {half_up(scores.deviation, 1)}; "
            f"{half_up(scores.lowest, 0)} % are the lowest and {half_up(scores.highest, 0)} % the "
            "highest possible"
        )
    else:
        yield "  assumed: as before"
    yield _smallest(found)
    if found.planned is not None:
        difference, value = found.planned.difference, named.compared.value
        mean = f", a mean of {value + difference:g}," if named.compared.against == "value" else ""
        yield (
            f"  a difference of {plural(difference, 'point')}{mean} is found with a power of "
            f"{_power(found.planned)}; {_needed(found, found.needed)}"
        )
    if found.equivalent is not None and found.margin is not None:
        yield (
            f"  if there is no difference, equivalence within {plural(found.margin, 'point')} is "
            f"shown with a power of {_power(found.equivalent)}; "
            f"{_needed(found, found.needed_equivalent)}"
        )
    yield from _table(found)


def _sides(named: Named) -> str:
    """Return who and what the two sides share."""
    if not named.shared:
        return _SIDES[named.compared.against]
    shared = f"{counted(named.shared, 'instance')} of both games"
    are = "is" if named.shared == 1 else "are"
    return f", the same people; {shared} {are} the same, but no one plays one twice"


def _assumed(assumed: Assumptions) -> str:
    variances = {
        "participant": assumed.participant,
        "participant_condition": assumed.participant_condition,
        "task": assumed.task,
        "task_condition": assumed.task_condition,
        "residual": assumed.residual,
    }
    parts = ", ".join(
        f"{_NAMES[name]} {half_up(sqrt(variances[name]), 1)}"
        for name in _NAMES
        if variances[name] or not name.endswith("condition")
    )
    certain = any(each.levels for each in assumed.scales)
    kind = "only certain scores are possible" if certain else "cut off at 0 and 100"
    return f"mean {half_up(assumed.mean, 1)}; standard deviations of {parts}; {kind}"


def _smallest(found: Planned) -> str:
    smallest = found.smallest
    if smallest is None:
        return f"  no possible difference is found with a power of {found.target:g} %"
    end = "the largest possible" if smallest.high is None else half_up(smallest.high, 1)
    return (
        f"  smallest difference found with a power of {found.target:g} %: "
        f"{half_up(smallest.difference, 1)} points (Monte Carlo error: "
        f"{half_up(smallest.low, 1)} to {end}); half-width of its interval "
        f"{half_up(smallest.power.half_width or 0.0, 1)}"
    )


def _power(found: Power) -> str:
    return f"{half_up(found.power, 0)} % ({half_up(found.low, 0)} to {half_up(found.high, 0)})"


def _needed(found: Planned, needed: Needed | None) -> str:
    if needed is not None:
        high = f"more than {LARGEST}" if needed.high is None else needed.high
        return (
            f"participants needed for {found.target:g} %: {needed.participants} "
            f"(Monte Carlo error: {needed.low} to {high})"
        )
    more = ", or more seeds of the model" if found.named.compared.against == "model" else ""
    return (
        f"{LARGEST} participants are not enough for {found.target:g} %: plan more instances{more}"
    )


def _table(found: Planned) -> Iterator[str]:
    head = ["participants"]
    if found.difference is not None:
        head.append(f"power for {found.difference:g}")
    head.append("smallest difference")
    if found.margin is not None:
        head.append(f"equivalence within {found.margin:g}")
    rows = [_cells(each) for each in found.table]
    for row in (head, *rows):
        cells = (each.rjust(len(name)) for each, name in zip(row, head, strict=True))
        yield f"    {'  '.join(cells)}"


def _cells(row: Row) -> list[str]:
    found = [str(row.participants)]
    if row.planned is not None:
        found.append(f"{half_up(row.planned.power, 0)} %")
    found.append("none" if row.smallest is None else str(half_up(row.smallest.difference, 1)))
    if row.equivalent is not None:
        found.append(f"{half_up(row.equivalent.power, 0)} %")
    return found


def together_lines(planning: Planning, wanted: Wanted, found: PowerOfAll) -> Iterator[str]:
    """Yield what is found if all comparisons have the difference."""
    rule = planning.family.rule
    yield (
        f"all {rule.comparisons} comparisons together, if each has its difference, with "
        f"{plural(wanted.participants, 'participant')} ({planning.bases()[0]}):"
    )
    yield (
        f"  {half_up(found.each, 0)} % of them are found; all at once with a power of "
        f"{half_up(found.every, 0)} % ({half_up(found.low, 0)} to {half_up(found.high, 0)})"
    )


def document(found: Planned) -> dict[str, Any]:
    """Return what is planned of one comparison."""
    named, rule = found.named, found.rule
    assumed = asdict(found.assumed)
    scales = assumed.pop("scales")
    return {
        "game": named.game or None,
        "level": named.level,
        "baseline": named.baseline,
        "against": named.compared.against,
        "shared_instances": named.shared,
        "basis": found.basis,
        "assumed": {**assumed, "levels": [each["levels"] for each in scales]},
        "scores": asdict(found.scores),
        "alpha": rule.strictest,
        "family": asdict(rule),
        "participants": found.participants,
        "episodes": found.episodes,
        "instances": found.tasks,
        "target": found.target,
        "smallest": None if found.smallest is None else {
            "difference": found.smallest.difference, **asdict(found.smallest),
        },
        "difference": found.difference,
        "planned": _or_none(found.planned),
        "needed": _or_none(found.needed),
        "margin": found.margin,
        "equivalent": _or_none(found.equivalent),
        "needed_equivalent": _or_none(found.needed_equivalent),
        "table": [asdict(each) for each in found.table],
    }  # fmt: skip


def whole(
    planning: Planning,
    wanted: Wanted,
    documents: Sequence[dict[str, Any]],
    together: PowerOfAll | None,
) -> dict[str, Any]:
    """Return everything that is planned."""
    return {
        "seed": wanted.seed,
        "simulations": wanted.simulations,
        "pilot": [
            {"games": block.games, "conditions": block.names, **_pilot(pilot)}
            for block, pilot in planning.pilots.items()
        ],
        "comparisons": list(documents),
        "together": None if together is None else asdict(together),
    }


def _pilot(pilot: Pilot) -> dict[str, Any]:
    found = asdict(pilot)
    found.pop("scales")
    return found


def _or_none(found: Power | Needed | None) -> dict[str, Any] | None:
    return None if found is None else asdict(found)
