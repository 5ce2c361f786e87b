"""The flow of participants, from those who were asked to those who are analysed.

After the flow diagram of CONSORT (Schulz, Altman and Moher, "CONSORT 2010 statement", BMJ 340,
2010), for a study with one group. The numbers add up at every stage: whoever is not analysed is
counted under one reason, the first one that applies in the order of `REASONS`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from clemtui.records.studies import Enrolment, ScreeningOutcome, StudyResult
from clemtui.study.results.marks import Mark, Marks

Reason = Literal[
    "withdrawn", "comprehension", "attention", "ai_use", "unfinished", "no episode counts"
]  # fmt: skip
"""Why a participant is not analysed. ``withdrawn``: they withdrew, or were erased since; the next
three: a mark excludes them; ``unfinished``: they have not finished, and that excludes them, or
nothing of theirs counts; ``no episode counts``: they have finished, and all that they played is
excluded or does not count."""

REASONS: tuple[Reason, ...] = (
    "withdrawn", "comprehension", "attention", "ai_use", "unfinished", "no episode counts"
)  # fmt: skip
"""The reasons in the order in which they are looked for."""

EXCLUSIONS: tuple[Reason, ...] = ("comprehension", "attention", "ai_use")
"""The reasons that are marks of a participant who has not withdrawn."""

Stage = Literal["finished", "unfinished", "withdrawn"]
"""How far a participant has got; whoever was erased has withdrawn."""

STAGES: tuple[Stage, ...] = ("finished", "unfinished", "withdrawn")


@dataclass(frozen=True, slots=True)
class Flow:
    """Numbers of people.

    Attributes:
        asked: all who were asked: those who were not admitted, and the participants.
        turned_away: those who were not admitted, by outcome.
        admitted: the participants: those who have ``finished``, are ``unfinished`` or have
            ``withdrawn`` (or were deleted since), each of them once.
        not_analysed: those of whom nothing counts, by the first reason that applies; all of
            `REASONS`, in their order.
        analysed: those with at least one episode that counts.
        analysed_stages: the same by stage: whoever withdrew or did not finish is analysed as far as
            their episodes count.
    """

    asked: int
    turned_away: Mapping[ScreeningOutcome, int]
    admitted: int
    finished: int
    unfinished: int
    withdrawn: int
    not_analysed: Mapping[Reason, int]
    analysed: int
    analysed_stages: Mapping[Stage, int]


def flow_of(
    screened: Mapping[ScreeningOutcome, int],
    enrolments: Sequence[Enrolment],
    gone: Collection[str],
    results: Sequence[StudyResult],
    marks: Marks,
) -> Flow:
    """Return the flow of participants; ``gone`` are those who withdrew or were deleted."""
    counting = {
        each.enrolment
        for each in results
        if each.left_out is None and each.aborted is not None and not marks.excludes(each)
    }
    stages: Counter[Stage] = Counter()
    analysed: Counter[Stage] = Counter()
    reasons: Counter[Reason] = Counter()
    for each in enrolments:
        found = marks.participants.get(each.id, frozenset())
        stage = _stage(each.id in gone, found)
        stages[stage] += 1
        if each.id in counting:
            analysed[stage] += 1
        else:
            reasons[_reason(stage, found & marks.excluding)] += 1
    return Flow(
        asked=sum(screened.values()) + len(enrolments),
        turned_away=screened,
        admitted=len(enrolments),
        finished=stages["finished"],
        unfinished=stages["unfinished"],
        withdrawn=stages["withdrawn"],
        not_analysed={reason: reasons[reason] for reason in REASONS},
        analysed=analysed.total(),
        analysed_stages={stage: analysed[stage] for stage in STAGES},
    )


def _stage(is_gone: bool, found: Collection[Mark]) -> Stage:
    if is_gone:
        return "withdrawn"
    return "unfinished" if "unfinished" in found else "finished"


def _reason(stage: Stage, excluding: Collection[Mark]) -> Reason:
    if stage == "withdrawn":
        return "withdrawn"
    for reason in REASONS:
        if reason in excluding:
            return reason
    return "unfinished" if stage == "unfinished" else "no episode counts"
