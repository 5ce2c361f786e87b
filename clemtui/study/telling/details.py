"""Everything else in the report of a study, in words and figures. In English only."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import TYPE_CHECKING

from clemtui.language import half_up, one_line
from clemtui.study.telling.counts import counted, numbers, plural
from clemtui.study.telling.estimates import based_on, estimate, interval, p_value

if TYPE_CHECKING:
    from clemtui.analysis.baseline.mixed import Coefficient
    from clemtui.analysis.baseline.reliability import Correlation, Generalizability, Reliability
    from clemtui.records.published import PublishedPeople
    from clemtui.study.results.analyses import Analyses
    from clemtui.study.results.consistency import Consistency
    from clemtui.study.results.leaks import PartnerLeaks
    from clemtui.study.results.mixed import GameModel
    from clemtui.study.results.partners import PartnerCheck
    from clemtui.study.results.times import Times
    from clemtui.study.tasks import Cell


_COMPONENTS = {"participant": "participants", "instance": "instances", "residual": "the rest"}
"""The sources of variance, as the mixed model calls them."""


def mixed_lines(analyses: Analyses) -> Iterator[str]:
    """Yield the linear mixed models."""
    for each in analyses.mixed:
        yield from _mixed(each)


def consistency_lines(analyses: Analyses) -> Iterator[str]:
    """Yield the consistency of participants."""
    for each in analyses.consistency:
        yield from _consistency(each)


def time_lines(analyses: Analyses) -> Iterator[str]:
    """Yield the times of answers and episodes."""
    for each in analyses.times:
        yield from _times(each)


def partner_lines(analyses: Analyses) -> Iterator[str]:
    """Yield the manipulation check."""
    for each in analyses.partners:
        yield from _partner(each)


def _named(game: str, cell: Cell | None) -> str:
    return game if cell is None else f"{game}, {cell}"


def _mixed(each: GameModel) -> Iterator[str]:
    if each.model is None:
        yield f"  {each.game}: not fitted to {plural(each.episodes, 'episode')}: use --r-script"
        return
    found = each.model
    counts = numbers(found.participants, found.instances, found.episodes)
    if each.left_out:
        left_out = counted(each.left_out, "episode")
        counts += f"; without {left_out} of models where people have no score"
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
        levels = " and ".join({"seat": "roles", "language": "languages"}[each] for each in baseline)
        return f" (people{', at the average of ' + levels if levels else ''}): {value}"
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
        yield from _cautions(found)
    if each.needed is not None:
        needed = counted(each.needed, "participant")
        yield f"    for a reliability of 0.8, each instance needs {needed}"


def _cautions(found: Reliability) -> Iterator[str]:
    """Yield which estimates of variances were negative, if any: what is said of them is too good,
    or too bad, and rough."""
    negative = () if found.components is None else found.components.truncated
    if negative:
        names = " and ".join(_COMPONENTS[each] for each in negative)
        were = "were" if len(negative) > 1 else "was"
        based = "these coefficients" + ("" if found.single else ", and what is needed,")
        yield (
            f"    caution: the variance of {names} {were} estimated below 0 and counts as 0: "
            f"{based} are rough, and those that are 0 or 1 mean little"
        )


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


def learning_lines(analyses: Analyses) -> Iterator[str]:
    """Yield the slopes over the position."""
    for each in analyses.learning:
        found = each.learning
        if found.slope is None:
            if each.instances:
                yield f"  {each.game}: cannot be estimated ({found.missing})"
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
        ends = (
            "" if low_ is None or high_ is None else f" [{half_up(low_, 2)}, {half_up(high_, 2)}]"
        )
        yield f"    Bang's index {half_up(value, 2)}{ends} (0: chance, 1: all are right)"
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


def leak_lines(leaks: Sequence[PartnerLeaks]) -> Iterator[str]:
    """Yield the leaks of style of blinded partners."""
    for each in leaks:
        counts = asdict(each.all)
        listed = ", ".join(f"{what} {number}" for what, number in counts.items() if number)
        episodes = f"in {each.leaking} of {counted(len(each.episodes), 'episode')}"
        said = f"{episodes} ({listed})" if listed else episodes
        yield one_line(f"  {each.game}, {each.player}: {said}")


def reference_lines(references: Sequence[PublishedPeople]) -> Iterator[str]:
    """Yield published scores of people with their source and cautions."""
    for (source, episodes, caution), group in groupby(
        references, lambda each: (each.source, each.episodes, each.caution)
    ):
        for each in group:
            yield (
                f"  {each.game}: quality {each.quality:g}, {each.played:g} % played "
                f"(clembench {each.benchmark}, {each.language}, {each.since})"
            )
        yield f"    {source}: {episodes} episodes of a game; {'; '.join(caution)}"
