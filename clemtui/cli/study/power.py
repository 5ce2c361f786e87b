"""``clemtui study power``: how many participants a study needs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from clemtui.cli.options import CLEMBENCH, Number, WholeNumber, common_options, current_setup
from clemtui.cli.study.opening import checked_study, statistics
from clemtui.language.sinks import json_text, say

if TYPE_CHECKING:
    from clemtui.analysis.baseline.power import Power
    from clemtui.study.power import GamePower


_DEVIATIONS = ("sd_people", "sd_instances", "sd_residual")


@click.command()
@click.argument("study", metavar="STUDY")
@click.option(
    "--mean",
    type=Number(0, 100),
    required=True,
    metavar="SCORE",
    help="The mean score that you expect of people.",
)
@click.option(
    "--sd-people",
    type=Number(0, 100),
    default=12.0,
    show_default=True,
    help="How much people differ: the standard deviation of their means, in points.",
)
@click.option(
    "--sd-instances",
    type=Number(0, 100),
    default=15.0,
    show_default=True,
    help="How much instances differ.",
)
@click.option(
    "--sd-residual",
    type=Number(0, 100),
    default=25.0,
    show_default=True,
    help="How much the same person's scores vary on instances of the same difficulty.",
)
@click.option(
    "--scores",
    metavar="LIST",
    help="The only possible scores, such as 0,100; by default all from 0 to 100.",
)
@click.option(
    "--difference",
    type=Number(-100, 100),
    metavar="POINTS",
    help="The difference to be found: people minus the model or the value. By default that of "
    "--mean from the value, if the protocol has one.",
)
@click.option(
    "--seeds",
    type=WholeNumber(1, 100),
    default=1,
    show_default=True,
    help="Responses of the model to each instance.",
)
@click.option(
    "--simulations",
    type=WholeNumber(100, 100_000),
    default=500,
    show_default=True,
    help="How many studies to simulate.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@CLEMBENCH
@common_options
def power(
    study: str, scores: str | None, difference: float | None, as_json: bool, **assumed: float
) -> None:
    """Simulate a study, to see how many participants it needs and what it can find.

    Studies of the planned size are simulated and analysed with the test of the report. For each
    game, prints the smallest difference that the planned participants find with the wanted power
    (analysis.power); with --difference, also the power to find that one, and the number of
    participants that is needed. With several games, alpha is divided by their number, unless
    analysis.correction is "none". The standard deviations are assumptions: state what a pilot or
    an earlier study suggests. They are meant before scores are cut off at 0 and 100.

    \b
    Examples:
      clemtui study power memory --mean 70
      clemtui study power memory --mean 70 --difference 10 --scores 0,33.33,50,100
    """  # fmt: skip
    with statistics("planning requires"):
        from clemtui.study import power as planning
    checked = checked_study(current_setup(), study)
    simulations, seeds = int(assumed.pop("simulations")), int(assumed.pop("seeds"))
    mean, *deviations = (assumed[name] for name in ("mean", *_DEVIATIONS))
    try:
        scoring = planning.assumptions(mean, deviations, _levels(scores), seeds)
        found = list(planning.power_of(checked, scoring, difference, simulations))
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    if as_json:
        say(json_text([_document(each) for each in found], indent=2))
        return
    for each in found:
        say(*_lines(each))


def _levels(scores: str | None) -> tuple[float, ...]:
    if scores is None:
        return ()
    try:
        levels = tuple(sorted({float(each) for each in scores.split(",")}))
    except ValueError:
        levels = ()
    if len(levels) < 2 or levels[0] < 0 or levels[-1] > 100:
        raise click.UsageError("--scores must be at least two scores from 0 to 100, such as 0,100")
    return levels


def _lines(found: GamePower) -> Iterator[str]:
    plan = found.plan
    yield (
        f"{found.game}: {plan.participants} participants, each {plan.per_participant} of "
        f"{plan.instances} instances, alpha {plan.alpha:g}"
    )
    if found.smallest is None:
        yield "  not even the largest possible difference is found often enough"
    else:
        each = found.smallest
        yield (
            f"  smallest difference found: {each.difference:.1f} points (power {each.power:.0f} %, "
            f"half-width of its interval {each.half_width:.1f})"
        )
    if (planned := found.planned) is not None:
        yield (
            f"  a difference of {planned.difference:g} points is found with a power of "
            f"{planned.power:.0f} % ({planned.low:.0f} to {planned.high:.0f})"
        )
        needed = found.needed
        yield (
            f"  participants needed for it: {needed.plan.participants}"
            if needed is not None
            else "  512 participants are not enough for it: plan more instances"
            + (", or more seeds of the model" if plan.comparison == "model" else "")
        )


def _document(found: GamePower) -> dict[str, Any]:
    def of(power: Power | None) -> dict[str, Any] | None:
        if power is None:
            return None
        return {
            "participants": power.plan.participants,
            "difference": power.difference,
            "power": power.power,
            "interval": [power.low, power.high],
            "half_width": power.half_width,
            "simulations": power.simulations,
        }

    return {
        "game": found.game,
        "per_participant": found.plan.per_participant,
        "instances": found.plan.instances,
        "alpha": found.plan.alpha,
        "smallest": of(found.smallest),
        "planned": of(found.planned),
        "needed": of(found.needed),
    }
