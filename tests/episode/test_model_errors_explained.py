"""A problem with a model is explained in one sentence, and what to do about it in another."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

import pytest

from clemtui.config import Settings
from clemtui.players.llm.parameters import ModelParameters
from clemtui.players.llm.player import preload
from tests.support.fake_openai import FakeOpenAI, Reply, error_reply
from tests.support.play_helpers import Person, choices, halted, planned, sitting, until_halted


@dataclass(frozen=True)
class Trouble:
    """How a server (or the set-up) fails, and parts of the message that the person sees."""

    kind: str
    reply: Reply | str = ""
    says: str = ""
    do: str = ""
    key: str | None = None
    running: bool = True
    timeout: float = 30.0


TROUBLES = {
    "no key": Trouble("missing_key", key="NO_SUCH_KEY", says="NO_SUCH_KEY is not set", do="Set NO"),
    "wrong key": Trouble("unauthorised", error_reply(401, "no"), "rejected the API key", "key"),
    "unknown model": Trouble(
        "unknown_model",
        error_reply(404, "The model `fake` does not exist"),
        "There is no model",
        "Check the name",
    ),
    "server not running": Trouble(
        "refused_connection", says="Cannot connect to", do="Check that the server", running=False
    ),
    "rate limit": Trouble("rate_limited", error_reply(429, "slow down"), "too many", "Wait"),
    "time-out": Trouble(
        "timeout", Reply(fault="never"), "did not finish within", "longer timeout", timeout=0.2
    ),
    "empty answer": Trouble("empty", Reply(text=""), "returned an empty answer", "Try again"),
    "context too long": Trouble(
        "context_length",
        error_reply(400, "This model's maximum context length is 10 tokens"),
        "too long for",
        "longer context",
    ),
}


@pytest.mark.parametrize("name", TROUBLES)
async def test_each_trouble_is_explained(name: str, database: Path) -> None:
    trouble = TROUBLES[name]
    await asyncio.to_thread(preload)  # Import now, else `until_halted` might time out.
    server = FakeOpenAI([trouble.reply] * 3)
    if trouble.running:
        server.__enter__()
    try:
        address = server.base_url if trouble.running else "http://127.0.0.1:9/v1"
        model = ModelParameters(
            model="openai/fake",
            api_base=address,
            api_key_env=trouble.key,
            retries=0,
            timeout=trouble.timeout,
        )
        async with sitting(database, settings=Settings(models={"fake": model})) as service:
            wanted = choices("taboo", partner=["fake"], language="en")
            live = await service.start(planned(service, wanted))
            person = Person(live)
            playing = asyncio.create_task(live.play())
            await until_halted(person)
            live.leave()
            await playing
    finally:
        if trouble.running:
            server.__exit__(None, None, None)
    (halt,) = halted(person)
    assert halt.kind == trouble.kind
    assert trouble.says in halt.message
    assert trouble.do in halt.hint
    for sentence in (halt.message, halt.hint):
        assert "\n" not in sentence
        assert sentence.endswith((".", '".'))
