"""When responses arrived and how long they took: the same in play and in review."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.archive.review import review_all
from clemtui.config import Settings
from clemtui.engine import OBSERVER, Pause, Timing, answering_seconds
from clemtui.episode.offers.usual_time import usual_seconds
from clemtui.episode.stage import Stage
from clemtui.episode.transcript import Line, SeatTranscript
from clemtui.episode.updates import Asked, Update
from tests.episode.test_models import settings
from tests.support.fake_openai import FakeOpenAI, Reply, error_reply
from tests.support.play_helpers import Person, choices, planned, sitting

CLUE = "CLUE: something that one does not name"


class Slow(Person):
    """Takes ten seconds for each answer, four of them away."""

    def hear(self, update: Update) -> None:
        self.updates.append(update)
        if isinstance(update, Asked) and update.request.seat in self.live.human_seats:
            away = (Pause(1000, 4000), Pause(3000, 5000, "focus lost"))
            timing = Timing(submitted_ms=10_000, pauses=away)
            self.live.answer(update.request.id, self.answer_text(update.request), timing)


def retrying(server: FakeOpenAI) -> Settings:
    """Return settings with a model that is tried again once."""
    model = settings(server).models["fake"]
    return Settings(models={"fake": model.model_copy(update={"retries": 1})})


def responses(screen: SeatTranscript, seat: str) -> list[Line]:
    """Return the responses of a seat."""
    return [line for line in screen.lines if line.kind == "from seat" and line.seat == seat]


@pytest.mark.parametrize(
    ("timing", "seconds"),
    [
        (Timing(), None),
        (Timing(submitted_ms=2500), 2.5),
        (Timing(submitted_ms=10_000, pauses=(Pause(1000, 3000),)), 8.0),
        (Timing(submitted_ms=10_000, pauses=(Pause(1000, 3000), Pause(2000, 5000))), 6.0),
        (Timing(submitted_ms=10_000, pauses=(Pause(1000, 9000), Pause(2000, 3000))), 2.0),
        (Timing(submitted_ms=10_000, pauses=(Pause(9000, 12_000),)), 9.0),
    ],
)
def test_time_away_does_not_count_and_counts_off_once(
    timing: Timing, seconds: float | None
) -> None:
    assert answering_seconds(timing) == seconds


@given(
    st.integers(0, 100),
    st.lists(st.tuples(st.integers(0, 100), st.integers(0, 100)), max_size=5),
)
def test_it_is_the_time_outside_every_pause(submitted: int, spans: list[tuple[int, int]]) -> None:
    pauses = tuple(Pause(min(span), max(span)) for span in spans)
    present = [
        ms for ms in range(submitted) if not any(p.start_ms <= ms < p.end_ms for p in pauses)
    ]
    assert answering_seconds(Timing(submitted_ms=submitted, pauses=pauses)) == len(present) / 1000


async def test_people_and_scripts(database: Path) -> None:
    """The time of a script is meaningless and not given."""
    async with sitting(database) as service:
        live = await service.start(planned(service, choices("taboo", language="en")))
        person = Slow(live)
        assert await live.play() == "finished"
        review = await review_all(service, live.id)
    screen = SeatTranscript.under(live.condition, OBSERVER)
    for update in person.updates:
        screen.apply(update)
    assert {line.took for line in responses(screen, "Player 1")} == {6.0}
    assert {line.took for line in responses(screen, "Player 2")} == {None}
    assert {line.attempts for line in responses(screen, "Player 2")} == {0}
    told = review.at(review.length, OBSERVER).lines
    assert [(line.took, line.attempts) for line in told] == [
        (line.took, line.attempts) for line in screen.lines
    ]
    assert all((line.at is not None) == (line.kind == "from seat") for line in told)


async def test_a_models_time_is_that_of_the_call_that_answered(database: Path) -> None:
    replies: list[Reply | str] = [error_reply(500, "busy"), *["GUESS: no idea"] * 5]
    with FakeOpenAI(replies) as server:
        async with sitting(database, settings=retrying(server)) as service:
            wanted = choices("taboo", partner=["fake"], language="en")
            live = await service.start(planned(service, wanted))
            person = Person(live)
            assert await live.play() == "finished"
            review = await review_all(service, live.id)
    screen = SeatTranscript.under(live.condition, OBSERVER)
    for update in person.updates:
        screen.apply(update)
    played = responses(screen, "Player 2")
    assert [line.attempts for line in played] == [2, *[1] * (len(played) - 1)]
    durations = [a.duration_ms for a in review.stored.attempts if a.outcome == "done"]
    assert [line.took for line in played] == pytest.approx([(ms or 0) / 1000 for ms in durations])
    told = [line for line in review.at(review.length, OBSERVER).lines if line.seat == "Player 2"]
    reviewed = [line for line in told if line.kind == "from seat"]
    assert [line.took for line in reviewed] == pytest.approx([line.took for line in played])
    assert [line.attempts for line in reviewed] == [line.attempts for line in played]


async def test_how_long_a_model_usually_takes_is_known_before_its_first_answer(
    database: Path,
) -> None:
    """It is the median of its calls in its latest episodes; errors tell nothing."""
    replies: list[Reply | str] = [error_reply(500, "busy"), *["GUESS: no idea"] * 9]
    with FakeOpenAI(replies) as server:
        async with sitting(database, settings=retrying(server)) as service:
            wanted = choices("taboo", partner=["fake"], language="en")
            first = await service.start(planned(service, wanted))
            assert await usual_seconds(service, first) == {}
            Person(first)
            assert await first.play() == "finished"
            second = await service.start(planned(service, wanted))
            review = await review_all(service, first.id)
            done = [a.duration_ms or 0 for a in review.stored.attempts if a.outcome == "done"]
            expected = {"Player 2": pytest.approx(median(done) / 1000)}
            assert await usual_seconds(service, second) == expected
            describer = replace(wanted, seat="Player 2")
            other_role = await service.start(planned(service, describer))
            assert await usual_seconds(service, other_role) == {}, "its answers are others"
            scripted = await service.start(planned(service, choices("taboo")))
            assert await usual_seconds(service, scripted) == {}
    assert Stage(second, {"Player 2": 4.5}).usual_seconds("Player 2") == 4.5
