"""The order of what a participant did, by the way through the study and not by the clock.

Clocks are set back, and ids follow the clock. What a participant does has its place in their way
through the study (`clemtui.study.path.steps`), which no clock can change: assignments are numbered,
the rules of a game come before its practice and the questions about them after it, attention
questions between episodes, and the questionnaire after all of them. A sitting comes before another
one if its first step does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from clemtui.records.studies import Answer, AnswerPart, Assignment
from clemtui.study.path.steps import Outline

_Place = tuple[int, int, int]
"""The assignment, from 1; whether it is before (-1), in (0) or after it; the attempt."""

_AFTER: Mapping[AnswerPart, int] = {"episode": 1, "attention": 2, "break": 3}
_AT_THE_END: Mapping[AnswerPart, int] = {
    "attention": 0, "questionnaire": 1, "debrief": 2, "withdrawal": 3
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Way:
    """The way of a participant through a study.

    Attributes:
        outline: what the protocol says about it.
        assignments: of the participant, in their order.
    """

    outline: Outline
    assignments: Sequence[Assignment]

    def answers(self, given: Iterable[Answer]) -> tuple[Answer, ...]:
        """Return answers in their order; those at one place in the one in which they are given."""
        return tuple(sorted(given, key=self._place))

    def sessions(
        self, answers: Iterable[Answer], episodes: Iterable[tuple[int, str]]
    ) -> dict[str, int]:
        """Return the numbers of sittings, from 1, by their ids.

        Args:
            answers: of the participant.
            episodes: of every episode, its assignment and the sitting in which it was begun.
        """
        places = [(session, (position, 0, 0)) for position, session in episodes]
        places += ((each.session, self._place(each)) for each in answers)
        first: dict[str, _Place] = {}
        for session, place in places:
            first[session] = min(first.get(session, place), place)
        ordered = sorted(first, key=lambda session: (first[session], session))
        return {session: number for number, session in enumerate(ordered, 1)}

    def _place(self, answer: Answer) -> _Place:
        if answer.part in ("eligibility", "consent"):
            return 0, 0, 0
        if answer.position is not None:
            return answer.position, _AFTER.get(answer.part, 1), answer.attempt
        if answer.part == "attention" and (after := self._before_attention(answer.item)):
            return after, _AFTER["attention"], answer.attempt
        if answer.part in ("instructions", "comprehension"):
            game = answer.item.partition(".")[0]
            asked = answer.part == "comprehension"  # after the practice
            for each in self.assignments:
                if each.game == game and not (asked and each.practice):
                    return each.ref.position, -1, answer.attempt
        return len(self.assignments) + 1, _AT_THE_END.get(answer.part, 0), answer.attempt

    def _before_attention(self, question: str) -> int:
        """Return the assignment after which an attention question is asked; 0: after all."""
        counting = [each.ref.position for each in self.assignments if not each.practice]
        if not self.outline.breaks or question not in self.outline.attention:
            return 0
        after = self.outline.breaks * (self.outline.attention.index(question) + 1)
        return counting[after - 1] if after < len(counting) else 0
