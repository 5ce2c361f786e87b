"""Attempts are numbered per request; no number repeats, however the request was resent."""

from __future__ import annotations

import asyncio
from pathlib import Path

from clemtui.config import Settings
from clemtui.episode.updates import AttemptBegan
from clemtui.players.llm.parameters import ModelParameters
from tests.episode.test_models import against_a_model
from tests.support.fake_openai import FakeOpenAI, error_reply
from tests.support.play_helpers import Person, halted, sitting, stored, until, until_halted

BUSY = error_reply(503, "busy", headers={"retry-after-ms": "1"})


async def test_numbers_go_on_through_retries_sending_again_and_resuming(database: Path) -> None:
    with FakeOpenAI([BUSY] * 6 + ["GUESS: something"] * 5) as server:
        model = ModelParameters(model="openai/fake", api_base=server.base_url, retries=1)
        async with sitting(database, settings=Settings(models={"fake": model})) as service:
            live = await against_a_model(service)
            person = Person(live)
            playing = asyncio.create_task(live.play())
            await until_halted(person, 1)
            live.send(2)
            await until_halted(person, 2)
            live.leave()
            await playing
            resumed = await service.resume(live.id)
            after = Person(resumed)
            playing = asyncio.create_task(resumed.play())
            await until_halted(after, 1)
            assert halted(after)[0].sent_before
            resumed.send(2)
            await until_halted(after, 2)
            resumed.send(2)
            await until(lambda: len(after.heard(AttemptBegan)) >= 3)
            resumed.leave()
            await playing
    told = [u.number for u in person.heard(AttemptBegan) + after.heard(AttemptBegan)]
    recorded = [a.number for a in stored(database, live.id).attempts if a.request == 2]
    assert recorded == [1, 2, 3, 4, 5, 6, 7]
    assert told[: len(recorded)] == recorded
