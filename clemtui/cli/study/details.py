"""Everything else in the report of a study, as lines of text. In English only."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import TYPE_CHECKING

from clemtui.cli.study.estimates import based_on, estimate, interval, numbers, p_value
from clemtui.cli.study.phrases import counted
from clemtui.language import half_up, one_line
from clemtui.study.protocol.model import Measure

if TYPE_CHECKING:
    from clemtui.analysis.baseline.mixed import Coefficient
    from clemtui.analysis.baseline.reliability import Correlation, Generalizability
    from clemtui.records.published import PublishedPeople
    from clemtui.study.results.consistency import Consistency
    from clemtui.study.results.leaks import PartnerLeaks
    from clemtui.study.results.mixed import GameModel
    from clemtui.study.results.partners import PartnerCheck
    from clemtui.study.results.report import StudyReport
    from clemtui.study.results.times import Times
    from clemtui.study.tasks import Cell


_MEASURES: Mapping[Measure, str] = {
    "joint": "joint score",
    "quality": "quality",
    "played": "% played",
}


def detail_lines(report: StudyReport) -> Iterator[str]:
    """Yield mixed models, consistency, times, learning, the manipulation check and published
    figures, as far as there are any."""
    measure = _MEASURES[report.study.manifest.protocol.analysis.primary.measure]
    found = report.analyses
    yield from _section(
        "linear mixed model of quality (REML; Wald intervals; p values not adjusted)",
        (line for each in found.mixed for line in _mixed(each)),
    )
    yield from _section(
        f"consistency of participants, {measure}",
        (line for each in found.consistency for line in _consistency(each)),
    )
    yield from _section(
        "time in seconds, without pauses: medians, and geometric means with intervals",
        (line for each in found.times for line in _times(each)),
    )
    yield from _section(
        f"learning: change of the {measure} from one episode to the next",
        _learning(report),
    )
    yield from _section(
        'manipulation check: who said that the partner was a "person"',
        (line for each in found.partners for line in _partner(each)),
    )
    yield from _section("leaks of style of blinded partners", map(_leaks, report.leaks))
    yield from _section(
        "published scores of people, for reference: not comparable with those above",
        _references(report.references),
    )


def _section(heading: str, lines: Iterator[str]) -> Iterator[str]:
    """Yield a heading with its lines after an empty one; nothing without lines."""
    found = list(lines)
    if found:
        yield ""
        yield heading
        yield from found


def _named(game: str, cell: Cell | None) -> str:
    return game if cell is None else f"{game}, {cell}"


def _mixed(each: GameModel) -> Iterator[str]:
    if each.model is None:
        yield f"  {each.game}: not fitted to {each.episodes} episodes: use --r-script"
        return
    found = each.model
    counts = numbers(found.participants, found.instances, found.episodes)
    if found.refused is not None:
        if each.episodes:
            yield f"  {each.game}: not fitted ({found.refused}); {counts}"
        return
    yield f"  {each.game}: {counts}"
    for effect in found.coefficients:
        yield f"    {effect.name}{_effect(effect, each.baseline)}"
    spread = (
        f"{name} {half_up(variance**0.5, 1)}"
        for name, variance in (
            ("participants", found.participant),
            ("instances", found.instance),
            ("rest", found.residual),
        )
        if variance is not None
    )
    singular = "; a variance is 0" if found.singular else ""
    yield f"    standard deviations: {', '.join(spread)}{singular}"


def _effect(effect: Coefficient, baseline: Mapping[str, str]) -> str:
    value = f"{half_up(effect.value, 1)} {interval(effect)}"
    if effect.name == "intercept":
        return f": {value}"
    against = baseline.get(effect.name.split(" ")[0], "people")
    return f" (minus {against}): {value}, p {p_value(effect.p)}"


def _consistency(each: Consistency) -> Iterator[str]:
    found = each.reliability
    if found is None:
        return
    counts = numbers(each.participants, each.instances, each.episodes)
    yield f"  {_named(each.game, each.cell)}: {counts}"
    if found.single is not None and found.average is not None:
        yield (
            f"    ICC(2,1) {_correlation(found.single)}; ICC(2,k) of {found.average.judges} "
            f"participants {_correlation(found.average)}; McGraw and Wong's intervals"
        )
    if found.instances is None or found.participants is None:
        if found.single is None:
            yield "    too few episodes, or no variation: nothing can be estimated"
    else:
        yield f"    generalizability of instances: {_coefficients(found.instances)}"
        yield f"    generalizability of participants: {_coefficients(found.participants)}"
    if each.needed is not None:
        needed = counted(each.needed, "participant")
        yield f"    for a reliability of 0.8, each instance needs {needed}"


def _correlation(found: Correlation) -> str:
    if math.isinf(found.value):
        return "not defined, as that of one is negative"
    low = "-inf" if math.isinf(found.low) else half_up(found.low, 2)
    return f"{half_up(found.value, 2)} [{low}, {half_up(found.high, 2)}]"


def _coefficients(found: Generalizability) -> str:
    return (
        f"rho {half_up(found.rho, 2)}, phi {half_up(found.phi, 2)} of "
        f"{half_up(found.per_object, 1)} episodes each"
    )


def _times(each: Times) -> Iterator[str]:
    if each.median_answer is None:
        return
    unknown = f" and {each.unknown} of unknown time" if each.unknown else ""
    yield f"  {_named(each.game, each.cell)}: {counted(each.answers, 'answer')}{unknown}"
    yield f"    an answer: {half_up(each.median_answer, 1)}; mean {estimate(each.answer)}"
    if each.median_episode is not None and each.episode is not None:
        yield f"    an episode: {half_up(each.median_episode, 1)}; mean {estimate(each.episode)}"
        yield f"    {based_on(each.episode)}"


def _learning(report: StudyReport) -> Iterator[str]:
    for each in report.analyses.learning:
        found = each.learning
        if found.slope is None:
            continue
        slope = f"{half_up(found.slope, 2)}"
        if found.low is None or found.p is None:
            yield f"  {each.game}: {slope} ({found.missing})"
            continue
        yield f"  {each.game}: {slope} {interval(found, 2)}, p {p_value(found.p)}"
        adjusted = (
            "adjusted for instances" if found.adjusted else "not adjusted: instances may cause it"
        )
        counts = numbers(found.participants, each.instances, found.episodes)
        yield f"    {counts}; {adjusted}; jackknife over participants"


def _partner(each: PartnerCheck) -> Iterator[str]:
    found = each.found
    if found is None:
        return
    p = "" if found.p is None else f", p {p_value(found.p)} against 50"
    yield f"  {each.game} (partner: {each.partner}): {estimate(found.said_person)} %{p}"
    yield f"    {based_on(found.said_person)}"
    if found.exact is not None and found.binomial_p is not None:
        low, high = (half_up(end, 1) for end in found.exact)
        yield f"    everyone answered once: exact [{low}, {high}], p {p_value(found.binomial_p)}"
    if each.bang is not None:
        value, low_, high_ = each.bang
        ends = "" if low_ is None or high_ is None else f" [{low_:.2f}, {high_:.2f}]"
        yield f"    Bang's index {value:.2f}{ends} (0: chance, 1: all are right)"
    if found.confidence is not None:
        after = [
            f'after "{said}" {half_up(value, 1)}'
            for said, value in (
                ("person", found.person_confidence),
                ("program", found.model_confidence),
            )
            if value is not None
        ]
        yield f"    confidence: {estimate(found.confidence)}; {', '.join(after)}"


def _leaks(found: PartnerLeaks) -> str:
    counts = asdict(found.all)
    listed = ", ".join(f"{what} {number}" for what, number in counts.items() if number)
    episodes = f"in {found.leaking} of {counted(len(found.episodes), 'episode')}"
    said = f"{episodes} ({listed})" if listed else episodes
    return one_line(f"  {found.game}, {found.player}: {said}")


def _references(references: Sequence[PublishedPeople]) -> Iterator[str]:
    for (source, episodes, caution), group in groupby(
        references, lambda each: (each.source, each.episodes, each.caution)
    ):
        for each in group:
            yield (
                f"  {each.game}: quality {each.quality:g}, {each.played:g} % played "
                f"(clembench {each.benchmark}, {each.language}, {each.since})"
            )
        yield f"    {source}: {episodes} episodes of a game; {'; '.join(caution)}"
