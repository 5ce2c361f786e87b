"""Questions of one step: a way back to the one before, and what is recorded stays."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import Any, cast

import pytest

from clemtui.study.joining.asking import Series
from clemtui.study.joining.front import Front, GoesBack, Leaves, Withdraws
from clemtui.study.path.participant import Participant
from clemtui.study.path.wording import Asked

QUESTIONS = [(f"q.{id}", Asked(id, f"{id}?", ("one", "two"), (1, 2))) for id in "abc"]
BACK = GoesBack()


class Someone:
    """A participant, and the front before them: their wishes, in order, with what they were asked
    and what was recorded when."""

    def __init__(self, *wishes: object) -> None:
        self.asked: list[Asked] = []
        self.recorded: list[tuple[str, object]] = []
        self.before: list[int] = []
        self.moments: list[tuple[datetime, datetime]] = []
        self._wishes = list(wishes)

    async def ask(self, asked: Asked, *before: str) -> object:
        self.asked.append(asked)
        self.before.append(len(self.recorded))
        wish = self._wishes.pop(0)
        if isinstance(wish, Exception):
            raise wish
        return wish

    async def answer(
        self, part: str, item: str, value: object, *, shown_at: datetime, answered_at: datetime,
        **more: Any,
    ) -> None:  # fmt: skip
        assert (part, more) == ("questionnaire", {"attempt": 1})
        self.recorded.append((item, value))
        self.moments.append((shown_at, answered_at))

    def answers(self, questions: Sequence[tuple[str, Asked]] = QUESTIONS) -> dict[str, object]:
        series = Series(cast("Front", self), cast("Participant", self), "questionnaire")
        return asyncio.run(series.ask(questions))


def test_every_answer_is_recorded_once_and_in_order() -> None:
    someone = Someone(1, 2, 1)
    assert someone.answers() == {"q.a": 1, "q.b": 2, "q.c": 1}
    assert someone.recorded == [("q.a", 1), ("q.b", 2), ("q.c", 1)]
    assert [asked.back for asked in someone.asked] == [False, True, True]


def test_the_answer_before_can_be_corrected_and_is_shown_again() -> None:
    someone = Someone(1, BACK, 2, 1, 1)
    assert someone.answers() == {"q.a": 2, "q.b": 1, "q.c": 1}
    assert someone.recorded == [("q.a", 2), ("q.b", 1), ("q.c", 1)]
    assert [asked.id for asked in someone.asked] == ["a", "b", "a", "b", "c"]
    assert someone.asked[2].given == 1
    assert someone.asked[1].given is None


def test_what_is_recorded_stays() -> None:
    someone = Someone(1, 2, BACK, 1, 2)
    someone.answers()
    again = someone.asked[3]
    assert again.id == "b"
    assert not again.back, "the answer before it is recorded"
    assert someone.before == [0, 0, 1, 1, 1]
    assert someone.recorded == [("q.a", 1), ("q.b", 1), ("q.c", 2)]


@pytest.mark.parametrize("wish", [Leaves, Withdraws])
def test_whoever_leaves_loses_no_answer(wish: type[Exception]) -> None:
    someone = Someone(1, 2, wish())
    with pytest.raises(wish):
        someone.answers()
    assert someone.recorded == [("q.a", 1), ("q.b", 2)]


def test_whoever_leaves_after_going_back_keeps_what_they_said_before() -> None:
    someone = Someone(1, BACK, Leaves())
    with pytest.raises(Leaves):
        someone.answers()
    assert someone.recorded == [("q.a", 1)]


def test_an_answer_has_the_time_of_the_answer_and_not_of_the_recording() -> None:
    someone = Someone(1, BACK, 2, 1)
    someone.answers(QUESTIONS[:2])
    (shown_a, said_a), (shown_b, said_b) = someone.moments
    assert shown_a <= said_a <= said_b
    assert shown_a <= shown_b <= said_a, "b was first shown before a was corrected"
