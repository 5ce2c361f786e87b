"""The flow of participants, from those who were asked to those who are analysed.

After the flow diagram of CONSORT (Schulz, Altman and Moher, "CONSORT 2010 statement", BMJ 340,
2010), for a study with one group.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from clemtui.records.studies import Enrolment, ScreeningOutcome, StudyResult
from clemtui.study.results.marks import MARKS, OF_PARTICIPANT, Mark, Marks


@dataclass(frozen=True, slots=True)
class Flow:
    """Numbers of people.

    Attributes:
        asked: all who were asked: those who were not admitted, and the participants.
        turned_away: those who were not admitted, by outcome.
        admitted: the participants.
        withdrawn: those who withdrew, or were deleted since.
        unfinished: those who have neither finished nor withdrawn.
        excluded: those who are excluded, by the first mark that excludes them.
        analysed: those with at least one episode that counts.
    """

    asked: int
    turned_away: Mapping[ScreeningOutcome, int]
    admitted: int
    withdrawn: int
    unfinished: int
    excluded: Mapping[Mark, int]
    analysed: int


def flow_of(
    screened: Mapping[ScreeningOutcome, int],
    enrolments: Sequence[Enrolment],
    gone: Collection[str],
    results: Sequence[StudyResult],
    marks: Marks,
) -> Flow:
    """Return the flow of participants; ``gone`` are those who withdrew or were deleted."""
    ids = [each.id for each in enrolments]
    unfinished = [id for id in ids if "unfinished" in marks.participants.get(id, ())]
    excluded: Counter[Mark] = Counter()
    for id in ids:
        found = marks.participants.get(id, frozenset()) & marks.excluding & OF_PARTICIPANT
        if found:
            excluded[next(mark for mark in MARKS if mark in found)] += 1
    counting = {
        each.enrolment for each in results if each.left_out is None and not marks.excludes(each)
    }
    return Flow(
        asked=sum(screened.values()) + len(ids),
        turned_away=screened,
        admitted=len(ids),
        withdrawn=len(gone),
        unfinished=sum(id not in gone for id in unfinished),
        excluded={mark: excluded[mark] for mark in MARKS if excluded[mark]},
        analysed=len(counting),
    )
