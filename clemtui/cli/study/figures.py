"""The figures and comparisons in the report of a study, as lines of text. In English only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from clemtui.cli.study.estimates import (
    NONE,
    based_on,
    difference,
    estimate,
    interval,
    numbers,
    p_value,
)

if TYPE_CHECKING:
    from clemtui.analysis.baseline.differences import Difference
    from clemtui.analysis.baseline.equivalence import Equivalence
    from clemtui.analysis.baseline.means import Estimate
    from clemtui.study.results.analyses import Analyses
    from clemtui.study.results.figures import Row
    from clemtui.study.results.models import ModelRow
    from clemtui.study.results.report import StudyReport

_COLUMNS = (10, 20, 8, 11, 10)
_HEADINGS = ("", "95 % interval", "people", "instances", "episodes", "method")


def figure_lines(report: StudyReport) -> Iterator[str]:
    """Yield % played, quality, joint score and clemscore."""
    yield "% played, quality (of the played), joint score (aborted: 0)"
    yield _columns(*_HEADINGS)
    for row in report.rows:
        yield _named(row)
        for name in ("played", "quality", "joint"):
            yield _figure("% played" if name == "played" else name, getattr(row, name))
    if report.clemscore is not None:
        yield "all games"
        yield _figure("clemscore", report.clemscore)
    if report.with_excluded is not None and report.with_excluded.clemscore is not None:
        yield "all games (with excluded)"
        yield _figure("clemscore", report.with_excluded.clemscore)


def _named(row: Row) -> str:
    cell = "" if row.cell is None else f": {row.cell}"
    return f"{row.game}{cell}{' (with excluded)' if row.with_excluded else ''}"


def _figure(name: str, found: Estimate | None) -> str:
    if found is None:
        return _columns(name, NONE)
    counts = found.participants, found.instances, found.episodes
    return _columns(name, estimate(found), *map(str, counts), found.method or "")


def _columns(*cells: str) -> str:
    """Return aligned cells; the numbers are aligned on the right."""
    padded = [
        cell.rjust(width) if at > 1 else cell.ljust(width)
        for at, (cell, width) in enumerate(zip(cells, _COLUMNS, strict=False))
    ]
    return "  ".join(["  " + "".join(padded), *cells[len(_COLUMNS) :]]).rstrip()


def comparison_lines(report: StudyReport) -> Iterator[str]:
    """Yield the primary comparison and the models, and both with what is excluded."""
    analysis = report.study.manifest.protocol.analysis
    primary, correction = analysis.primary, analysis.correction
    yield (
        f"primary comparison: {primary.between}, {primary.measure}, alpha {analysis.alpha:g}, "
        f"correction {correction}"
    )
    if primary.between == "people and model" and not any(e.primary for e in report.models):
        name = report.study.frozen.id
        yield f"  no results of {primary.model}: run clemtui study match {name} --players MODEL"
    if not report.compared and primary.between != "people and model":
        yield "  nothing can be compared yet"
    yield from _comparisons(report.analyses)
    if report.models:
        yield f"models on the same tasks, {primary.measure}:"
        for row in report.models:
            yield from _model(row)
    yield from _over_games(report.analyses)
    if report.with_excluded is not None:
        yield "the same with what is excluded:"
        yield from _comparisons(report.with_excluded)
        for row in report.with_excluded.models:
            if row.compared is not None:
                yield f"  {row.game}: {row.player}:"
                yield f"    people minus model: {difference(row.compared.difference)}"
        yield from _over_games(report.with_excluded)
        yield "  (everything below with what is excluded: --json)"


def _comparisons(analyses: Analyses) -> Iterator[str]:
    for each in analyses.compared:
        found = each.difference
        nothing = "no task in common" if each.paired else "nothing counts yet"
        said = nothing if found is None else difference(found)
        yield f"  {each.game}: {each.level} minus {each.baseline}: {said}"
        if found is not None:
            yield f"    {_basis(found)}"
        yield from _equivalence(each.equivalence)


def _model(row: ModelRow) -> Iterator[str]:
    mark = " (primary)" if row.primary else ""
    yield f"  {row.game}: {row.player}{mark}: {estimate(row.own)}"
    if row.own is not None:
        method = "" if row.own.method is None else f"; {row.own.method}"
        yield f"    {row.own.instances} instances, {row.own.episodes} episodes{method}"
    found = row.compared
    if found is None:
        yield "    no task in common with people"
        return
    delta = found.cliffs_delta
    yield f"    people minus model: {difference(found.difference)}"
    yield f"      {_basis(found.difference)}"
    yield from _equivalence(row.equivalence)
    yield (
        f"    given these people: sign-flip p {p_value(found.sign_flip_p)}; "
        f"Cliff's delta {delta.value:.2f}"
        + ("" if delta.low is None else f" [{delta.low:.2f}, {delta.high:.2f}]")
        + ("" if found.mcnemar_p is None else f"; McNemar p {p_value(found.mcnemar_p)}")
    )


def _over_games(analyses: Analyses) -> Iterator[str]:
    for each in analyses.over_games:
        yield (
            f"  mean of {each.games} games: people minus {each.baseline}: "
            f"{estimate(each.difference)}, a summary without a test"
        )
        yield f"    {based_on(each.difference)}"


def _basis(found: Difference) -> str:
    counts = numbers(found.participants, found.instances, found.episodes)
    other = f" and {found.other_episodes}" if found.other_episodes else ""
    dropped = f", {found.dropped} instances of one side only" if found.dropped else ""
    method = "" if found.method is None else f"; {found.method}"
    return f"{counts}{other}{dropped}{method}"


def _equivalence(found: Equivalence | None) -> Iterator[str]:
    if found is None:
        return
    if found.p is None:
        yield f"    equivalence within {found.margin:g} points: no test ({found.missing})"
        return
    verdict = "equivalent" if found.equivalent else "not shown to be equivalent"
    yield (
        f"    {verdict} within {found.margin:g} points: 90 % interval {interval(found)}, "
        f"p {p_value(found.p)} (two one-sided tests)"
    )
