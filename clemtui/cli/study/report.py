"""``clemtui study report``: the results of a study so far. In English only."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from clemtui.cli.options import Setup, common_options, current_setup
from clemtui.cli.study.opening import statistics, studies_of
from clemtui.cli.study.phrases import deviation_line
from clemtui.cli.tables import print_table
from clemtui.language import half_up, one_line
from clemtui.language.sinks import json_text, say

if TYPE_CHECKING:
    from clemtui.analysis.baseline.differences import Difference
    from clemtui.analysis.baseline.means import Estimate
    from clemtui.study.results.primary import Compared
    from clemtui.study.results.report import StudyReport

_NONE = "-"


@click.command()
@click.argument("study", metavar="STUDY")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@common_options
def report(study: str, as_json: bool) -> None:
    """Report the results of a study so far.

    Prints the flow of participants, what was marked and excluded, % played, quality and joint score
    by game, seat and language with 95 % intervals for other people and other instances, the primary
    comparison, and all deviations. Figures that depend on exclusions are printed with and without
    them. Requires the extra 'stats'.

    \b
    Examples:
      clemtui study report memory
      clemtui study report memory --json
    """
    with statistics("reports require"):
        from clemtui.study.results.report import report_of

    async def read(setup: Setup) -> StudyReport:
        async with studies_of(setup) as studies:
            return await report_of(studies, await studies.study(study))

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
    say("", *_flow(report))
    say("")
    print_table(
        ["game", "seat and language", "% played", "quality", "joint",
         ">people", ">instances", ">episodes"],
        [_row(report, number) for number in range(len(report.rows))],
        whole=(0, 2, 3, 4),
    )  # fmt: skip
    say("% played, quality (of the played), joint score (aborted: 0); 95 % intervals in brackets")
    if report.clemscore is not None:
        say(f"clemscore over all games: {_estimate(report.clemscore)}")
    say("", *_primary(report), *_models(report))
    say(*(one_line(deviation_line(each)) for each in report.deviations))


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


def _row(report: StudyReport, number: int) -> list[str]:
    row = report.rows[number]
    largest = row.joint or row.played
    place = "all" if row.cell is None else str(row.cell)
    return [
        row.game,
        f"{place} (with excluded)" if row.with_excluded else place,
        *map(_estimate, (row.played, row.quality, row.joint)),
        *(
            str(number)
            for number in (
                (largest.participants, largest.instances, largest.episodes)
                if largest is not None
                else (0, 0, 0)
            )
        ),
    ]


def _estimate(estimate: Estimate | None) -> str:
    if estimate is None:
        return _NONE
    if estimate.low is None or estimate.high is None:
        return f"{half_up(estimate.value, 1)} ({estimate.missing})"
    low, high = half_up(estimate.low, 1), half_up(estimate.high, 1)
    return f"{half_up(estimate.value, 1)} [{low}, {high}]"


def _primary(report: StudyReport) -> Iterator[str]:
    analysis = report.study.manifest.protocol.analysis
    primary = analysis.primary
    yield f"primary comparison: {primary.between}, {primary.measure}, alpha {analysis.alpha:g}"
    if primary.between == "people and model" and not any(e.primary for e in report.models):
        name = report.study.frozen.id
        yield f"  no results of {primary.model}: run clemtui study match {name} --players MODEL"
    for each in report.compared:
        yield f"  {each.game}: {each.level} minus {each.baseline}: {_compared(each)}"
    if not report.compared and primary.between != "people and model":
        yield "  nothing can be compared yet"


def _models(report: StudyReport) -> Iterator[str]:
    if report.models:
        measure = report.study.manifest.protocol.analysis.primary.measure
        yield f"models on the same tasks, {measure}:"
    for row in report.models:
        mark = " (primary)" if row.primary else ""
        yield f"  {row.game}: {row.player}{mark}: {_estimate(row.own)}"
        found = row.compared
        if found is None:
            yield "    no task in common with people"
            continue
        delta = found.cliffs_delta
        yield f"    people minus model: {_difference(found.difference)}"
        yield (
            f"    given these people: sign-flip p {_p(found.sign_flip_p)}; "
            f"Cliff's delta {delta.value:.2f}"
            + ("" if delta.low is None else f" [{delta.low:.2f}, {delta.high:.2f}]")
            + ("" if found.mcnemar_p is None else f"; McNemar p {_p(found.mcnemar_p)}")
        )


def _compared(compared: Compared) -> str:
    found = compared.difference
    if found is None:
        return "no task in common"
    said = _difference(found)
    same = compared.equivalence
    if same is not None and same.p is not None:
        verdict = "equivalent" if same.equivalent else "not shown to be equivalent"
        said += f"; {verdict} within {same.margin:g} points (p {_p(same.p)})"
    return said


def _difference(found: Difference) -> str:
    if found.low is None or found.high is None or found.p is None:
        return f"{half_up(found.value, 1)} ({found.missing})"
    low, high = half_up(found.low, 1), half_up(found.high, 1)
    adjusted = "" if found.adjusted is None else f", adjusted {_p(found.adjusted)}"
    return f"{half_up(found.value, 1)} [{low}, {high}], p {_p(found.p)}{adjusted}"


def _p(p: float) -> str:
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


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
        "clemscore": estimate(report.clemscore),
        "primary": [
            {
                "game": each.game,
                "level": each.level,
                "baseline": each.baseline,
                "difference": None if each.difference is None else asdict(each.difference),
                "equivalence": None if each.equivalence is None else asdict(each.equivalence),
            }
            for each in report.compared
        ],
        "models": [asdict(each) for each in report.models],
        "deviations": len(report.deviations),
    }
