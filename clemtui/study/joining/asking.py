"""Asking the questions of one step, with a way back to the one before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from clemtui.records.studies import AnswerPart
from clemtui.study.joining.front import Front, GoesBack, Leaves, Withdraws
from clemtui.study.path.participant import Participant
from clemtui.study.path.wording import Asked


@dataclass(frozen=True, slots=True)
class _Said:
    """What was answered, and when."""

    value: object
    at: datetime


class Series:
    """Asks questions one after the other.

    An answer is recorded as soon as the next question is answered, or the participant leaves or
    withdraws. Until then they can go back to it; what is recorded stays.
    """

    def __init__(
        self, front: Front, participant: Participant, part: AnswerPart, attempt: int = 1
    ) -> None:
        self._front = front
        self._participant = participant
        self._part = part
        self._attempt = attempt
        self._said: dict[str, _Said] = {}
        self._shown: dict[str, datetime] = {}  # at first
        self._recorded = 0

    async def ask(self, questions: Sequence[tuple[str, Asked]]) -> dict[str, object]:
        """Ask questions and record the answers; return them by the ids under which they are.

        Args:
            questions: the ids under which they are recorded, with the questions.

        Raises:
            Leaves, Withdraws: see `Front`. What was answered before is recorded.
            StoreError: if an answer cannot be recorded.
        """
        items = [item for item, _ in questions]
        at = 0
        while at < len(questions):
            try:
                await self._ask(at, *questions[at])
            except GoesBack:
                at -= 1
                continue
            except (Leaves, Withdraws):
                await self._record(items, len(items))
                raise
            await self._record(items, at)
            at += 1
        await self._record(items, len(items))
        return {item: said.value for item, said in self._said.items()}

    async def _ask(self, at: int, item: str, asked: Asked) -> None:
        before = self._said.get(item)
        given = None if before is None else before.value
        self._shown.setdefault(item, datetime.now(UTC))
        value = await self._front.ask(replace(asked, back=at > self._recorded, given=given))
        self._said[item] = _Said(value, datetime.now(UTC))

    async def _record(self, items: Sequence[str], end: int) -> None:
        """Record the answers before the place ``end`` that are not recorded yet."""
        for item in items[self._recorded : end]:
            if item not in self._said:
                return
            said = self._said[item]
            await self._participant.answer(
                self._part, item, said.value, attempt=self._attempt,
                shown_at=self._shown[item], answered_at=said.at,
            )  # fmt: skip
            self._recorded += 1
