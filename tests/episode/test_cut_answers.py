"""Advice on an answer that its provider cut off and the game refused: people see it once.

It concerns the call to the model rather than the game, so it is not a line of the rules.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from clemtui.archive.review import review_all
from clemtui.config import Settings
from clemtui.engine import OBSERVER
from clemtui.episode.response_times import cut_off
from clemtui.episode.transcript import Line, SeatTranscript
from clemtui.episode.updates import Halted
from clemtui.language import Sentence
from clemtui.players.llm.parameters import ModelParameters
from tests.support.fake_openai import FakeOpenAI, Reply
from tests.support.play_helpers import Person, choices, planned, sitting, until

CUT = Reply("Let me think about this for a", finish_reason="length")
REFUSED = Reply("Let me think about this for a while.")
IN_FORM = Reply("GUESS: something", finish_reason="length")


def settings(server: FakeOpenAI, max_tokens: int | None = 24) -> Settings:
    """Settings with a model called ``fake`` that has a low token limit."""
    model = ModelParameters(
        model="openai/fake", api_base=server.base_url, retries=0, max_tokens=max_tokens
    )
    return Settings(models={"fake": model})


def advice(lines: Sequence[Line]) -> list[str]:
    """Return the advice in a transcript."""
    assert all(isinstance(line.text, Sentence) for line in lines if line.kind == "advice")
    return [str(line.text) for line in lines if line.kind == "advice"]


async def played(
    database: Path,
    reply: Reply,
    *,
    max_tokens: int | None = 24,
    interface: str = "assisted",
) -> tuple[SeatTranscript, SeatTranscript, str]:
    """Play taboo with Ann describing and a model guessing; return both transcripts and the id."""
    with FakeOpenAI([reply] * 5) as server:
        async with sitting(database, settings=settings(server, max_tokens)) as service:
            wanted = choices("taboo", partner=["fake"], language="en", interface=interface)
            live = await service.start(planned(service, wanted))
            person = Person(live)
            assert await live.play() == "finished"
            screens = SeatTranscript.under(live.condition, "Player 1"), SeatTranscript(OBSERVER)
            for update in person.updates:
                for screen in screens:
                    screen.apply(update)
            return *screens, live.id


async def test_whoever_plays_with_it_is_told_and_so_is_the_observer(database: Path) -> None:
    for screen in (await played(database, CUT))[:2]:
        assert advice(screen.lines) == [
            "The answer was cut off at 24 tokens; try a larger max_tokens."
        ]
        (line,) = [line for line in screen.lines if line.kind == "advice"]
        assert line.seat == "Player 2"


async def test_the_advice_comes_right_after_the_verdict(database: Path) -> None:
    _, observer, _ = await played(database, CUT)
    kinds = [line.kind for line in observer.lines]
    assert kinds[kinds.index("advice") - 1] == "verdict"


async def test_a_review_says_the_same(database: Path) -> None:
    _, observer, episode = await played(database, CUT)
    async with sitting(database) as service:
        review = await review_all(service, episode)
        lines = review.at(review.length, OBSERVER).lines
    assert advice(lines) == advice(observer.lines)


@pytest.mark.parametrize(("reply", "why"), [(REFUSED, "it was whole"), (IN_FORM, "it was taken")])
async def test_nothing_is_said_where_it_would_be_wrong(
    reply: Reply, why: str, database: Path
) -> None:
    for screen in (await played(database, reply))[:2]:
        assert advice(screen.lines) == [], why


async def test_in_verbatim_a_person_is_told_no_more_than_a_model(database: Path) -> None:
    own, observer, _ = await played(database, CUT, interface="verbatim")
    assert advice(own.lines) == []
    assert advice(observer.lines)


async def test_where_nobody_set_a_limit_no_number_is_made_up(database: Path) -> None:
    own, _, _ = await played(database, CUT, max_tokens=None)
    assert advice(own.lines) == ["The answer was cut off; try a larger max_tokens."]


async def test_it_is_said_once_for_a_seat_also_after_resuming(database: Path) -> None:
    """Tidy asks again for ever, and each answer has the same fault."""
    with FakeOpenAI([CUT] * 20) as server:
        async with sitting(database, settings=settings(server)) as service:
            wanted = choices("tidy", seat=OBSERVER, partner=["fake"])
            live = await service.start(planned(service, wanted, limit=6))
            before = SeatTranscript(OBSERVER)
            live.subscribe(before.apply)
            playing = asyncio.create_task(live.play())
            await until(lambda: advice(before.lines))
            live.leave()
            assert await playing == "left"
            resumed = await service.resume(live.id)
            after = SeatTranscript(OBSERVER)
            resumed.subscribe(after.apply)
            resumed.subscribe(lambda u: resumed.send(u.request.id) if type(u) is Halted else None)
            assert await resumed.play() == "finished"
    said = [line for line in after.lines if line.kind == "advice"]
    seats = {seat.name for seat in resumed.seats}
    assert len([line for line in after.lines if line.verdict is not None]) > len(seats)
    assert {line.seat for line in said} <= seats
    assert len(said) == len({line.seat for line in said}) > 0
    assert advice(before.lines) == advice(after.lines)[: len(advice(before.lines))]


@pytest.mark.parametrize(
    ("finish_reason", "limit", "counted", "tokens"),
    [
        ("length", 24, 23, 24),
        ("length", None, 23, 23),
        ("length", None, None, 0),
        ("MAX_TOKENS", 24, None, 24),
        ("stop", 24, 24, None),
        (None, 24, 24, None),
    ],
)
def test_how_many_tokens_it_was(
    finish_reason: str | None, limit: int | None, counted: int | None, tokens: int | None
) -> None:
    """This is the limit that was set, else the provider's count, else 0 for unknown."""
    assert cut_off(finish_reason, limit, counted) == tokens
