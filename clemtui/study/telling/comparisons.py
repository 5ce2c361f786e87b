"""The comparisons of a study in words and figures. In English only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from clemtui.language import half_up
from clemtui.study.telling.counts import counted, numbers
from clemtui.study.telling.estimates import based_on, difference, estimate, interval, p_value

if TYPE_CHECKING:
    from clemtui.analysis.baseline.differences import Difference, PeopleMinusModel
    from clemtui.analysis.baseline.equivalence import Equivalence
    from clemtui.study.results.analyses import Analyses
    from clemtui.study.results.models import ModelRow
    from clemtui.study.results.primary import Compared
    from clemtui.study.results.report import StudyReport

NOTHING_SHARED = "no task in common with people"


def primary_heading(report: StudyReport) -> str:
    """Return what the protocol compares."""
    analysis = report.study.manifest.protocol.analysis
    primary = analysis.primary
    return (
        f"primary comparison: {primary.between}, {primary.measure}, alpha {analysis.alpha:g}, "
        f"correction {analysis.correction}"
    )


def why_nothing(report: StudyReport) -> str:
    """Return why there is no primary comparison yet; empty if there is one."""
    primary = report.study.manifest.protocol.analysis.primary
    if primary.between == "people and model":
        if any(each.primary for each in report.models):
            return ""
        name = report.study.frozen.id
        return f"no results of {primary.model}: run clemtui study match {name} --players MODEL"
    return "" if report.compared else "nothing can be compared yet"


def primary_lines(report: StudyReport) -> Iterator[str]:
    """Yield the primary comparison."""
    yield primary_heading(report)
    missing = why_nothing(report)
    if missing:
        yield f"  {missing}"
    yield from _comparisons(report.analyses)


def models_heading(report: StudyReport) -> str:
    """Return what is said of the models."""
    return f"models on the same tasks, {report.study.manifest.protocol.analysis.primary.measure}:"


def model_lines(report: StudyReport) -> Iterator[str]:
    """Yield the models beside people; nothing if there are none."""
    if report.models:
        yield models_heading(report)
    for row in report.models:
        yield from _model(row)


def over_games_lines(analyses: Analyses) -> Iterator[str]:
    """Yield the summaries over all games."""
    for each in analyses.over_games:
        yield (
            f"  mean of {each.games} games: people minus {each.baseline}: "
            f"{estimate(each.difference)}, a summary without a test"
        )
        yield f"    {based_on(each.difference)}"


def excluded_lines(analyses: Analyses) -> Iterator[str]:
    """Yield the comparisons with what is excluded, more briefly than those without."""
    yield from _comparisons(analyses)
    for row in analyses.models:
        if row.compared is not None:
            yield f"  {row.game}: {row.player}:"
            yield f"    people minus model: {difference(row.compared.difference)}"
    yield from over_games_lines(analyses)


def _comparisons(analyses: Analyses) -> Iterator[str]:
    for each in analyses.compared:
        yield f"  {each.game}: {levels(each)}: {compared_text(each)}"
        if each.difference is not None:
            yield f"    {basis(each.difference)}"
        if each.equivalence is not None:
            yield f"    {equivalence_text(each.equivalence)}"


def _model(row: ModelRow) -> Iterator[str]:
    yield f"  {row.game}: {player(row)}: {estimate(row.own)}"
    if row.own is not None:
        method = "" if row.own.method is None else f"; {row.own.method}"
        instances = counted(row.own.instances, "instance")
        yield f"    {instances}, {counted(row.own.episodes, 'episode')}{method}"
    if row.compared is None:
        yield f"    {NOTHING_SHARED}"
        return
    yield f"    people minus model: {difference(row.compared.difference)}"
    yield f"      {basis(row.compared.difference)}"
    if row.equivalence is not None:
        yield f"    {equivalence_text(row.equivalence)}"
    yield f"    {beside_the_difference(row.compared)}"


def player(row: ModelRow) -> str:
    """Return the name of a model, and whether the primary comparison is with it."""
    return f"{row.player} (primary)" if row.primary else row.player


def levels(compared: Compared) -> str:
    """Return what is compared with what."""
    return f"{compared.level} minus {compared.baseline}"


def compared_text(compared: Compared) -> str:
    """Return a difference, or why there is none."""
    if compared.difference is None:
        return "no task in common" if compared.paired else "nothing counts yet"
    return difference(compared.difference)


def beside_the_difference(found: PeopleMinusModel) -> str:
    """Return the tests that hold for these people only, and the size of the effect."""
    delta = found.cliffs_delta
    ends = "" if delta.low is None else f" {interval(delta, 2)}"
    mcnemar = "" if found.mcnemar_p is None else f", McNemar p {p_value(found.mcnemar_p)}"
    return (
        f"sign-flip p {p_value(found.sign_flip_p)}{mcnemar} (for these people); "
        f"Cliff's delta {half_up(delta.value, 2)}{ends}"
    )


def equivalence_text(found: Equivalence) -> str:
    """Return whether a difference is within the margin, or why there is no test."""
    if found.p is None:
        return f"equivalence within {found.margin:g} points: no test ({found.missing})"
    verdict = "equivalent" if found.equivalent else "not shown to be equivalent"
    level = 100 - 200 * found.alpha
    return (
        f"{verdict} within {found.margin:g} points: {level:g} % interval {interval(found)}, "
        f"p {p_value(found.p)} (two one-sided tests)"
    )


def basis(found: Difference) -> str:
    """Return what a difference is based on, and the method of its interval."""
    counts = numbers(found.participants, found.instances, found.episodes)
    other = f" and {found.other_episodes}" if found.other_episodes else ""
    dropped = f", {found.dropped} instances of one side only" if found.dropped else ""
    method = "" if found.method is None else f"; {found.method}"
    return f"{counts}{other}{dropped}{method}"
