"""``clemtui study report``: the results of a study so far. In English only."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from clemtui.archive.documents.files import check_suffix, save
from clemtui.cli.options import Setup, common_options, current_setup
from clemtui.cli.study.details import detail_lines
from clemtui.cli.study.estimates import fitted
from clemtui.cli.study.figures import comparison_lines, figure_lines
from clemtui.cli.study.opening import statistics, studies_of
from clemtui.cli.study.phrases import deviation_line
from clemtui.language import one_line
from clemtui.language.sinks import json_text, say

if TYPE_CHECKING:
    from clemtui.analysis.baseline.means import Estimate
    from clemtui.study.results.analyses import Analyses
    from clemtui.study.results.report import StudyReport


@click.command()
@click.argument("study", metavar="STUDY")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option(
    "--r-script",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write an R script with the mixed models and the data to a new file instead.",
)
@common_options
def report(study: str, as_json: bool, r_script: Path | None) -> None:
    """Report the results of a study so far.

    Prints the flow of participants, what was marked and excluded, % played, quality and joint score
    by game, seat and language with 95 % intervals for other people and other instances, the primary
    comparison, models on the same tasks, a linear mixed model, the consistency of participants,
    times, learning, the manipulation check, published scores for reference, and all deviations.
    What depends on exclusions is printed with and without them. Requires the extra 'stats'.

    \b
    Examples:
      clemtui study report memory
      clemtui study report memory --json
      clemtui study report memory --r-script memory.R
    """
    if as_json and r_script is not None:
        raise click.UsageError("--json and --r-script exclude each other")
    with statistics("reports require"):
        from clemtui.study.results.report import report_of
        from clemtui.study.results.script import script_of

    async def read(setup: Setup) -> StudyReport:
        async with studies_of(setup) as studies:
            return await report_of(studies, await studies.study(study))

    async def written(setup: Setup, file: Path) -> None:
        async with studies_of(setup) as studies:
            save(await script_of(studies, await studies.study(study)), file)

    if r_script is not None:
        check_suffix(r_script, "r")
        asyncio.run(written(current_setup(), r_script))
        say(f"{r_script}: not run; needs R and lme4")
        return
    found = asyncio.run(read(current_setup()))
    if as_json:
        say(json_text(_document(found), indent=2))
    else:
        _print(found)


def _print(report: StudyReport) -> None:
    protocol = report.study.manifest.protocol
    say(one_line(protocol.title), one_line(protocol.question))
    if protocol.unstated:
        say(f"not stated: {', '.join(name for _, name in protocol.unstated)}")
    say("", *fitted(_flow(report)))
    say("", *fitted(figure_lines(report)))
    say("", *fitted(comparison_lines(report)))
    say(*fitted(detail_lines(report)))
    if report.deviations:
        say("", *(one_line(deviation_line(each)) for each in report.deviations))


def _flow(report: StudyReport) -> Iterator[str]:
    flow = report.flow
    yield f"asked: {flow.asked}"
    for outcome, count in flow.turned_away.items():
        yield f"  {outcome}: {count}"
    yield f"admitted: {flow.admitted}"
    yield f"  withdrawn: {flow.withdrawn}"
    yield f"  not finished: {flow.unfinished}"
    for mark, count in flow.excluded.items():
        yield f"  excluded ({mark}): {count}"
    yield f"analysed: {flow.analysed}"
    marked = ", ".join(f"{mark} {count}" for mark, count in report.marked.items())
    yield f"marked: {marked or 'nothing'}"
    left_out = ", ".join(f"{why} {count}" for why, count in report.left_out.items())
    yield f"episodes that do not count: {left_out or 'none'}"


def _document(report: StudyReport) -> dict[str, Any]:
    def estimate(found: Estimate | None) -> dict[str, Any] | None:
        return None if found is None else asdict(found)

    return {
        "study": report.study.frozen.id,
        "manifest": report.study.frozen.manifest_hash,
        "not_stated": [".".join(each) for each in report.study.manifest.protocol.unstated],
        "flow": asdict(report.flow),
        "marked": dict(report.marked),
        "left_out": dict(report.left_out),
        "rows": [
            {
                "game": row.game,
                "seat": row.cell.seat if row.cell else None,
                "language": row.cell.language if row.cell else None,
                "with_excluded": row.with_excluded,
                "played": estimate(row.played),
                "quality": estimate(row.quality),
                "joint": estimate(row.joint),
            }
            for row in report.rows
        ],
        **_analyses(report.analyses),
        "with_excluded": (
            None if report.with_excluded is None else _analyses(report.with_excluded)
        ),
        "leaks": [asdict(each) for each in report.leaks],
        "published": [asdict(each) for each in report.references],
        "deviations": len(report.deviations),
    }


def _analyses(found: Analyses) -> dict[str, Any]:
    document: dict[str, Any] = _finite(asdict(found))
    return {"primary" if name == "compared" else name: each for name, each in document.items()}


def _finite(value: Any) -> Any:
    """Return a value in which infinity, which JSON does not have, is null: a reliability of a mean
    has no lower limit where that of one is negative."""
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
