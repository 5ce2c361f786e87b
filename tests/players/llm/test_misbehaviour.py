"""Servers that misbehave in every way we know of: played on, or told apart in one right line."""

from __future__ import annotations

import json

import pytest

from clemtui.players.llm.errors import ModelError
from tests.players.llm.kinds import KINDS
from tests.players.llm.kinds.basis import Played
from tests.players.llm.model_calls import ask
from tests.support.attempt_log import RecordingLog
from tests.support.fake_openai import FakeOpenAI

LIBRARIES = ("litellm", "h11", "httpx", "aiohttp", "exception", "traceback", "object at 0x")


def test_the_table_has_many_kinds() -> None:
    assert len(KINDS) >= 150


@pytest.mark.parametrize("name", KINDS)
async def test_a_misbehaving_server(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAB_KEY", "the-key-itself-123")
    reply, expected = KINDS[name]
    log = RecordingLog()
    with FakeOpenAI([reply, reply, "an answer too many"]) as server:
        if isinstance(expected, Played):
            outcome = await ask(server, log, api_key_env="LAB_KEY")
            assert outcome.text == expected.text
            assert expected.note in json.dumps(outcome.notes)
            assert log.outcomes == [outcome]
        else:
            with pytest.raises(ModelError) as caught:
                await ask(server, log, api_key_env="LAB_KEY")
            error, (outcome,) = caught.value, log.outcomes
            assert error.kind is expected.kind
            assert expected.words in str(error)
            assert outcome.text == expected.kept
            assert outcome.error_message == str(error)
            assert str(error).isprintable()
            assert not any(word in str(error).casefold() for word in LIBRARIES)
    # how much of a long answer is saved meanwhile depends on the time that it takes
    assert [each for each in log.calls if "partial" not in each] == ["started 1", "ended 1"]
    assert len(server.requests) == 1 + ("itself, for ever" in name)
