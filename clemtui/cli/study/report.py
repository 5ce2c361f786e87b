"""``clemtui study report``: the results of a study so far. In English only."""

from __future__ import annotations

import asyncio
import math
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from clemtui.archive.documents.files import check_suffix, save
from clemtui.cli.options import Setup, common_options, current_setup, refuse_together
from clemtui.cli.study.opening import statistics, studies_of
from clemtui.cli.study.pictures import Files, print_plots, write_files
from clemtui.language.sinks import json_text, say
from clemtui.study.telling.comparisons import missing_primary
from clemtui.study.telling.fitting import fitted
from clemtui.study.telling.sections import sections

if TYPE_CHECKING:
    from clemtui.analysis.baseline.means import Estimate
    from clemtui.study.results.analyses import Analyses
    from clemtui.study.results.report import StudyReport


@click.command()
@click.argument("study", metavar="STUDY")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--plots", is_flag=True, help="Also print pictures, as lines of text.")
@click.option(
    "--svg",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Also write the pictures to new SVG files in this folder.",
)
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Also write the report with its pictures to this new HTML file.",
)
@click.option(
    "--r-script",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write an R script with the mixed models and the data to a new file instead.",
)
@common_options
def report(
    study: str,
    as_json: bool,
    plots: bool,
    folder: Path | None,
    html: Path | None,
    r_script: Path | None,
) -> None:
    """Report the results of a study so far.

    Prints the flow of participants, what was marked and excluded, % played, quality and joint score
    by game, seat and language with 95 % intervals for other people and other instances, the primary
    comparison, models on the same tasks, a linear mixed model, the consistency of participants,
    times, learning, the manipulation check, published scores for reference, and all deviations.
    What depends on exclusions is printed with and without them. Pictures: the flow, intervals of
    people and models side by side, a dot for every participant, and learning curves. Requires the
    extra 'stats'.

    \b
    Examples:
      clemtui study report memory
      clemtui study report memory --json
      clemtui study report memory --plots
      clemtui study report memory --svg pictures --html memory.html
      clemtui study report memory --r-script memory.R
    """
    refuse_together(json=as_json, plots=plots, r_script=r_script is not None)
    refuse_together(svg=folder is not None, r_script=r_script is not None)
    refuse_together(html=html is not None, r_script=r_script is not None)
    files = Files(folder, html)
    with statistics("reports require"):
        from clemtui.study.results.report import report_of
        from clemtui.study.results.script import script_of

    async def read(setup: Setup) -> StudyReport:
        async with studies_of(setup) as studies:
            return await report_of(studies, await studies.study(study))

    async def written(setup: Setup, file: Path) -> None:
        async with studies_of(setup) as studies:
            save(await script_of(studies, await studies.study(study)), file)

    setup = current_setup()
    if r_script is not None:
        check_suffix(r_script, "r")
        asyncio.run(written(setup, r_script))
        say(f"{r_script}: not run; needs R and lme4")
        return
    found = asyncio.run(read(setup))
    write_files(found, files, setup.interface)
    if as_json:
        say(json_text(_document(found), indent=2))
    else:
        _print(found)
        if plots:
            print_plots(found)


def _print(report: StudyReport) -> None:
    for number, section in enumerate(sections(report)):
        if section.lines:
            say(*([""] if number else []), *fitted(section.lines))


def _document(report: StudyReport) -> dict[str, Any]:
    def estimate(found: Estimate | None) -> dict[str, Any] | None:
        return None if found is None else asdict(found)

    missing = missing_primary(report)
    return {
        "study": report.study.frozen.id,
        "manifest": report.study.frozen.manifest_hash,
        "not_stated": [".".join(each) for each in report.study.manifest.protocol.unstated],
        "flow": asdict(report.flow),
        "marked": {each.mark: asdict(each) for each in report.marked},
        "episodes": report.recorded.scored,
        "left_out": dict(report.left_out),
        "rows": [
            {
                "game": row.game,
                "seat": row.cell.seat if row.cell else None,
                "role": row.cell.called if row.cell else None,
                "language": row.cell.language if row.cell else None,
                "with_excluded": row.with_excluded,
                "played": estimate(row.played),
                "quality": estimate(row.quality),
                "joint": estimate(row.joint),
            }
            for row in report.rows
        ],
        **_analyses(report.analyses),
        "primary_missing": None if missing is None else asdict(missing),
        "with_excluded": (
            None if report.with_excluded is None else _analyses(report.with_excluded)
        ),
        "leaks": [asdict(each) for each in report.leaks],
        "published": [asdict(each) for each in report.references],
        "deviations": len(report.deviations),
    }


def _analyses(found: Analyses) -> dict[str, Any]:
    document: dict[str, Any] = _finite(asdict(found))
    del document["compared"]
    return {"primary": [_finite(asdict(each)) for each in found.primary], **document}


def _finite(value: Any) -> Any:
    """Return a value in which infinity, which JSON does not have, is null: a reliability of a mean
    has no lower limit where that of one is negative."""
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
