"""The comparisons of a study in words and figures. In English only."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from clemtui.language import half_up, one_line
from clemtui.study.telling.counts import counted, numbers, of_games, plural
from clemtui.study.telling.estimates import based_on, difference, estimate, interval, p_value

if TYPE_CHECKING:
    from clemtui.analysis.baseline.differences import Difference, PeopleMinusModel
    from clemtui.analysis.baseline.equivalence import Equivalence
    from clemtui.study.results.analyses import Analyses
    from clemtui.study.results.models import ModelRow
    from clemtui.study.results.primary import Compared
    from clemtui.study.results.report import StudyReport

NOTHING_SHARED = "no episode of people on its tasks counts"


def primary_heading(report: StudyReport) -> str:
    """Return what the protocol compares."""
    analysis = report.study.manifest.protocol.analysis
    primary = analysis.primary
    return (
        f"primary comparison: {primary.between}, {primary.measure}, alpha {analysis.alpha:g}, "
        f"correction {analysis.correction}"
    )


@dataclass(frozen=True, slots=True)
class Missing:
    """Why there is no primary comparison yet.

    Attributes:
        why: ``nothing counts``: of people; ``model has not played``; ``no task in common``: of the
            model and people; ``no baseline``: no game can be played under the level that the others
            are compared with.
        text: the same in words.
        command: the command that changes it; None: none does.
    """

    why: Literal["nothing counts", "model has not played", "no task in common", "no baseline"]
    text: str
    command: str | None = None


def missing_primary(report: StudyReport) -> Missing | None:
    """Return why there is no primary comparison; None if there is one.

    A study without a single episode that counts has none, although it can be said what would be
    compared.
    """
    name, recorded = report.study.frozen.id, report.recorded
    primary = report.study.manifest.protocol.analysis.primary
    if not any(each.aborted is not None for each in recorded.kept):
        text = "nothing can be compared yet: no episode of a participant counts"
        if recorded.counting:
            text += " and is not excluded"
        closed = report.study.frozen.closed_at is not None
        return Missing("nothing counts", text, None if closed else f"clemtui study join {name}")
    if primary.between == "people and model":
        rows = [each for each in report.models if each.primary]
        command = f"clemtui study match {name} --players {shlex.quote(primary.model or '')}"
        if not rows:
            text = f"nothing can be compared yet: {primary.model} has not played what people played"
            return Missing("model has not played", text, command)
        if all(each.compared is None for each in rows):
            text = f"nothing can be compared yet: {primary.model} and people share no task"
            return Missing("no task in common", text, command)
    elif not report.compared:
        text = f"nothing can be compared: {primary.baseline} cannot be played"
        return Missing("no baseline", text)
    return None


def missing_lines(report: StudyReport) -> Iterator[str]:
    """Yield why there is no primary comparison yet, and the command that changes it; nothing if
    there is one."""
    missing = missing_primary(report)
    if missing is not None:
        yield one_line(missing.text)
        if missing.command:
            yield one_line(f"run: {missing.command}")
        if missing.why == "model has not played":
            yield "or give the name that the model has in your settings"


def primary_lines(report: StudyReport) -> Iterator[str]:
    """Yield the primary comparison, or why there is none."""
    yield primary_heading(report)
    yield from (f"  {line}" for line in missing_lines(report))
    yield from _comparisons(report.analyses.primary)


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
            f"  mean of {of_games(each.games, each.of)}: people minus {each.baseline}: "
            f"{estimate(each.difference)}, a summary without a test"
        )
        yield f"    {based_on(each.difference)}"


def excluded_lines(analyses: Analyses) -> Iterator[str]:
    """Yield the comparisons with what is excluded, more briefly than those without."""
    yield from _comparisons(analyses.compared)
    for row in analyses.models:
        if row.compared is not None:
            yield f"  {row.game}: {player(row)}:"
            yield f"    people minus model: {difference(row.compared.difference)}"
    yield from over_games_lines(analyses)


def _comparisons(compared: Sequence[Compared]) -> Iterator[str]:
    for each in compared:
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
    return f"{row.label} (primary)" if row.primary else row.label


def levels(compared: Compared) -> str:
    """Return what is compared with what."""
    return f"{compared.level} minus {compared.baseline}"


def compared_text(compared: Compared) -> str:
    """Return a difference, or why there is none."""
    if compared.difference is None:
        return "nothing counts yet on the same tasks" if compared.paired else "nothing counts yet"
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
        return f"equivalence within {plural(found.margin, 'point')}: no test ({found.missing})"
    verdict = "equivalent" if found.equivalent else "not shown to be equivalent"
    level = 100 - 200 * found.alpha
    adjusted = "" if found.adjusted is None else f", adjusted {p_value(found.adjusted)}"
    margin = plural(found.margin, "point")
    return (
        f"{verdict} within {margin}: {level:g} % interval {interval(found)}, "
        f"p {p_value(found.p)}{adjusted} (two one-sided tests)"
    )


def basis(found: Difference) -> str:
    """Return what a difference is based on, and the method of its interval."""
    counts = numbers(found.participants, found.instances, found.episodes)
    other = f" and {found.other_episodes}" if found.other_episodes else ""
    dropped = f", {counted(found.dropped, 'instance')} of one side only" if found.dropped else ""
    method = "" if found.method is None else f"; {found.method}"
    return f"{counts}{other}{dropped}{method}"
