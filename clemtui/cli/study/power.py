"""``clemtui study power``: how many participants a study needs, and what it can find."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from clemtui.cli.options import CLEMBENCH, Number, Setup, WholeNumber, common_options, current_setup
from clemtui.cli.study.opening import checked_study, statistics, studies_of
from clemtui.language.sinks import json_text, say
from clemtui.study.telling.fitting import fitted

if TYPE_CHECKING:
    from clemtui.study.power.pilots import Piloted
    from clemtui.study.power.planning import Planned, Planning, Wanted
    from clemtui.study.protocol.model import Measure

_LEAST, _MOST = 4, 512
"""The smallest and the largest number of participants that can be planned."""
_LONG = 15.0
"""After how many seconds to go the progress is said."""
_MANY = 5000
"""Above how many simulations a single comparison takes long."""


@click.command()
@click.argument("study", metavar="STUDY")
@click.option(
    "--mean",
    type=Number(0, 100),
    metavar="SCORE",
    help="The mean score that you expect of people; if languages, seats or games are compared, in "
    "the baseline. By default that of the pilot.",
)
@click.option(
    "--pilot",
    metavar="PILOT",
    help="Estimate the standard deviations from a pilot: a study in the records, by its name, or "
    "the folder that 'clemtui study export' wrote, or the table of episodes in it.",
)
@click.option(
    "--sd-people",
    "people",
    type=Number(0, 100),
    metavar="POINTS",
    help="How much people differ: the standard deviation of their means. By default that of the "
    "pilot, or else 12.",
)
@click.option(
    "--sd-people-condition",
    "people_condition",
    type=Number(0, 100),
    metavar="POINTS",
    help="How much they differ in one language, seat or game beyond that. By default that of the "
    "pilot, or else half of --sd-people.",
)
@click.option(
    "--sd-instances",
    "tasks",
    type=Number(0, 100),
    metavar="POINTS",
    help="How much instances differ. By default that of the pilot, or else 15.",
)
@click.option(
    "--sd-instances-condition",
    "tasks_condition",
    type=Number(0, 100),
    metavar="POINTS",
    help="How much they differ in one language or seat beyond that. By default that of the pilot, "
    "or else half of --sd-instances.",
)
@click.option(
    "--sd-residual",
    "residual",
    type=Number(0, 100),
    metavar="POINTS",
    help="How much the same person's scores vary on instances of the same difficulty. By default "
    "as in the pilot, or else 25.",
)
@click.option(
    "--scores",
    metavar="LIST",
    help="The only possible scores, such as 0,100. By default those of the pilot, or else all from "
    "0 to 100.",
)
@click.option(
    "--difference",
    type=Number(-100, 100),
    metavar="POINTS",
    help="The difference to be found: people minus the model or the value, or a language, seat or "
    "game minus the baseline. By default that of --mean from the value, if the protocol has one.",
)
@click.option(
    "--power",
    "target",
    type=Number(1, 99.9),
    metavar="PERCENT",
    help="The power wanted. By default that of the protocol.",
)
@click.option(
    "--participants",
    metavar="LIST",
    help="The numbers of participants in the table, such as 12,24,48. By default half to three "
    "times the planned number.",
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
@click.option(
    "--seed",
    type=WholeNumber(0, 2**31),
    default=1,
    show_default=True,
    help="The source of everything that is drawn: the same seed gives the same result.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@CLEMBENCH
@common_options
def power(study: str, pilot: str | None, scores: str | None, as_json: bool, **given: Any) -> None:
    """Simulate a study, to see how many participants it needs and what it can find.

    Studies are simulated with the tasks that the participants will get, and analysed with the
    test, the alpha and the correction of the report. For each primary comparison, prints the
    smallest difference that the planned participants find with the wanted power, and a table over
    other numbers of participants; with --difference, also the power to find that one, and the
    number of participants that is needed; with a margin in the protocol, the power to show
    equivalence if there is no difference. Powers have the Monte Carlo error of the simulations.

    The standard deviations are assumptions: state what an earlier study suggests, or name a pilot.
    They are meant before scores are cut off at 0 and 100. With a pilot, everything is planned
    twice: with what it estimates, and with the upper bounds of its estimates.

    \b
    Examples:
      clemtui study power memory --mean 70
      clemtui study power memory --mean 70 --difference 10 --scores 0,33.33,50,100
      clemtui study power memory --pilot memory-pilot --difference 10
    """  # fmt: skip
    with statistics("planning requires"):
        from clemtui.cli.study import planned
        from clemtui.study.power.planning import Planning, Stated, Wanted
    setup = current_setup()
    checked = checked_study(setup, study)
    protocol = checked.study.protocol
    names = ("mean", "people", "people_condition", "tasks", "tasks_condition", "residual")
    stated = Stated(
        **{name: given[name] for name in names}, levels=_levels(scores), seeds=given["seeds"]
    )
    if pilot is None and stated.mean is None:
        raise click.UsageError(
            "Missing option '--mean': the mean that you expect, or name a --pilot."
        )
    target = given["target"]
    wanted = Wanted(
        difference=given["difference"],
        target=100 * protocol.analysis.power if target is None else target,
        participants=protocol.participants.number,
        table=_numbers(given["participants"]),
        simulations=given["simulations"],
        seed=given["seed"],
    )
    if pilot == checked.study.name:
        raise click.UsageError("--pilot: a study cannot be its own pilot; name another one")
    piloted = None if pilot is None else _piloted(setup, pilot, protocol.analysis.primary.measure)
    planning = Planning(checked, stated, piloted)
    if not as_json:
        say(*fitted(planned.pilot_lines(planning, piloted)))
    documents = []
    before = None
    try:
        for each in _timed(planning, wanted):
            if as_json:
                documents.append(planned.document(each))
            else:
                say(*fitted(planned.lines(each, before)))
            before = each
        together = planning.together(wanted)
    except ValueError as error:
        hint = "; --scores gives the possible ones" if piloted and not stated.levels else ""
        raise click.UsageError(f"{error}{hint}") from None
    if as_json:
        say(json_text(planned.whole(planning, wanted, documents, together), indent=2))
    elif together is not None:
        say(*fitted(planned.together_lines(planning, wanted, together)))


def _timed(planning: Planning, wanted: Wanted) -> Iterator[Planned]:
    """Yield what is planned, and say how long the rest will take if that is long."""
    if wanted.simulations > _MANY:
        say(f"{wanted.simulations} simulations of each study can take minutes", err=True)
    start, number = monotonic(), len(planning.family.comparisons) * len(planning.bases())
    for done, each in enumerate(planning.planned(wanted), 1):
        rest = (monotonic() - start) / done * (number - done)
        if rest > _LONG:
            say(f"{done} of {number} planned, about {rest:.0f} seconds to go", err=True)
        yield each


def _piloted(setup: Setup, named: str, measure: Measure) -> Piloted:
    """Return the pilot of a name or path."""
    from clemtui.study.power.pilots import exported_pilot, is_export, recorded_pilot

    path = Path(named)
    if is_export(path) or len(path.parts) > 1:
        return exported_pilot(path, measure)

    async def read() -> Piloted:
        async with studies_of(setup) as studies:
            return await recorded_pilot(studies, named, measure)

    return asyncio.run(read())


def _levels(scores: str | None) -> tuple[float, ...]:
    if scores is None:
        return ()
    try:
        levels = tuple(sorted({float(each) for each in scores.split(",")}))
    except ValueError:
        levels = ()
    if len(levels) < 2 or not 0 <= levels[0] <= levels[-1] <= 100:
        raise click.UsageError("--scores must be at least two scores from 0 to 100, such as 0,100")
    return levels


def _numbers(listed: str | None) -> tuple[int, ...]:
    if listed is None:
        return ()
    try:
        found = tuple(int(each) for each in listed.split(","))
    except ValueError:
        found = ()
    if not found or min(found) < _LEAST or max(found) > _MOST:
        raise click.UsageError(
            f"--participants must be numbers from {_LEAST} to {_MOST}, such as 12,24,48"
        )
    return found
