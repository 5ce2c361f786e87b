"""A server that repeats the key it was called with: the key is neither shown nor recorded."""

from __future__ import annotations

import pytest

from clemtui.players.llm.errors import ModelError
from clemtui.players.llm.redaction import REDACTED
from clemtui.players.llm.stream import Delta
from tests.players.llm.model_calls import ask
from tests.support.attempt_log import RecordingLog
from tests.support.fake_openai import FakeOpenAI, Reply, error_reply

KEY = "lab.0123456789.abcdef"


@pytest.fixture
def variable(monkeypatch: pytest.MonkeyPatch) -> str:
    """The variable of the key; its name does not suggest a secret."""
    monkeypatch.setenv("LAB", f" {KEY}\n")
    return "LAB"


def echoing(text: str = f"CLUE: {KEY}!", **changed: object) -> Reply:
    given = {
        "chunks": 7,
        "reasoning": f"the key is {KEY}",
        "model": f"m/{KEY}",
        "id": f"id-{KEY}",
        "finish_reason": f"stop {KEY}",
    }
    return Reply(text, **{**given, **changed})  # type: ignore[arg-type]


async def test_no_part_of_a_complete_answer_contains_the_key(variable: str) -> None:
    seen: list[Delta] = []
    log = RecordingLog()
    with FakeOpenAI([echoing()]) as server:
        outcome = await ask(server, log, on_delta=seen.append, api_key_env=variable)
    (request,) = server.requests
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert outcome.text == f"CLUE: {REDACTED}!"  # judged, and recorded
    assert outcome.raw == outcome.text.encode()
    assert outcome.reasoning == f"the key is {REDACTED}"
    assert (outcome.model, outcome.response_id) == (f"m/{REDACTED}", f"id-{REDACTED}")
    assert "".join(delta.text for delta in seen) == outcome.text
    assert "".join(delta.reasoning for delta in seen) == outcome.reasoning
    assert log.outcomes == [outcome]
    assert KEY not in repr((outcome, seen, log.partials))


async def test_the_key_of_a_provider_is_hidden_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with FakeOpenAI([echoing()]) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        outcome = await ask(server, api_base=None)
    assert outcome.text == f"CLUE: {REDACTED}!"
    assert KEY not in repr(outcome)


@pytest.mark.parametrize(
    ("fault", "length"), [("cut", 8), ("quiet_end", 8), ("", 0)], ids=["cut", "ended", "too long"]
)
async def test_the_beginning_of_a_key_in_a_broken_answer_is_hidden(
    variable: str, fault: str, length: int
) -> None:
    log = RecordingLog()
    reply = echoing(pieces=("CLUE: ", *KEY), fault=fault, fault_after=16, reasoning="")
    limit = 1_000_000 if length else 20
    with FakeOpenAI([reply]) as server, pytest.raises(ModelError) as caught:
        await ask(server, log, api_key_env=variable, limit=limit)
    assert log.outcomes[0].text == f"CLUE: {REDACTED}"
    assert KEY[:8] not in repr((log.outcomes, caught.value.partial))


async def test_an_answer_that_ends_like_a_key_begins_is_shown_to_its_end(variable: str) -> None:
    seen: list[Delta] = []
    with FakeOpenAI(["the lab"]) as server:
        outcome = await ask(server, on_delta=seen.append, api_key_env=variable)
    assert "".join(delta.text for delta in seen) == outcome.text == "the lab"
    assert Delta("", "") not in seen


async def test_the_key_in_an_error_is_hidden_whatever_its_variable_is_called(variable: str) -> None:
    with FakeOpenAI([error_reply(401, f"{KEY} is wrong")]) as server:
        with pytest.raises(ModelError) as caught:
            await ask(server, api_key_env=variable)
    assert caught.value.detail == f"{REDACTED} is wrong"
    assert KEY not in str(caught.value)
