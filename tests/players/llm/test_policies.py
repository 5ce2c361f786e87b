"""What counts as an answer if the response is not simply a text: a policy for each, recorded."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.players.llm.error_messages import ErrorKind
from clemtui.players.llm.errors import ModelError
from clemtui.players.llm.parameters import POLICIES, ModelParameters
from clemtui.players.llm.policies import separate_thinking
from tests.players.llm.kinds.answers import ONE, OTHER
from tests.players.llm.kinds.basis import TEXT
from tests.players.llm.model_calls import ask
from tests.support.attempt_log import RecordingLog
from tests.support.fake_openai import FakeOpenAI, Reply
from tests.support.misbehaving import chunk, delta, stream

REFUSAL = stream(delta(refusal="I cannot help."), delta("stop"))
CUT = stream(chunk(TEXT, "length"))
CHOICES = stream(chunk(choices=[ONE, OTHER]))
PARTS = stream(chunk([{"type": "text", "text": "CLUE"}, {"type": "text", "text": ": hot"}], "stop"))


@pytest.mark.parametrize(
    ("policy", "reply", "kind", "said", "kept"),
    [
        ("refusals", REFUSAL, ErrorKind.REFUSED, "refused to answer", "I cannot help."),
        ("cut_answers", CUT, ErrorKind.CUT_OFF, "was cut off", TEXT),
        ("several_choices", CHOICES, ErrorKind.NOT_SINGLE, "several answers", TEXT),
        ("answer_parts", PARTS, ErrorKind.NOT_SINGLE, "several answers or parts", TEXT),
    ],
)
async def test_a_policy_can_stop_the_game_and_the_text_is_kept(
    policy: str, reply: Reply, kind: ErrorKind, said: str, kept: str
) -> None:
    log = RecordingLog()
    settings: dict[str, Any] = {policy: "stop", "retries": 3}
    with FakeOpenAI([reply, "a second answer"]) as server, pytest.raises(ModelError) as caught:
        await ask(server, log, **settings)
    (outcome,) = log.outcomes
    assert caught.value.kind is kind
    assert said in str(caught.value)
    assert (outcome.status, outcome.error_kind, outcome.text) == ("error", kind.value, kept)
    assert outcome.notes["policies"] == {policy: "stop"}
    assert caught.value.partial == kept
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("reply", "applied", "text"),
    [
        (REFUSAL, {"refusals": "answer"}, "I cannot help."),
        (CUT, {"cut_answers": "answer"}, TEXT),
        (CHOICES, {"several_choices": "first"}, TEXT),
        (PARTS, {"answer_parts": "join"}, TEXT),
        (stream(chunk("<think>hm</think> x", "stop")), {"thinking_tags": "keep"},
         "<think>hm</think> x"),
    ],
)  # fmt: skip
async def test_the_default_policy_plays_on_and_is_recorded(
    reply: Reply, applied: dict[str, str], text: str
) -> None:
    with FakeOpenAI([reply]) as server:
        outcome = await ask(server)
    assert outcome.text == text
    assert outcome.notes["policies"] == applied


async def test_an_ordinary_answer_has_no_notes() -> None:
    with FakeOpenAI(["CLUE: hot"]) as server:
        outcome = await ask(server)
    assert outcome.notes == {}


async def test_choices_are_never_joined_and_the_others_are_noted() -> None:
    with FakeOpenAI([CHOICES]) as server:
        outcome = await ask(server)
    assert outcome.text == TEXT
    assert outcome.notes["choices"] == ["CLUE: cold"]


async def test_the_text_of_a_tool_call_is_kept() -> None:
    call = [{"index": 0, "function": {"name": "look", "arguments": '{"at": "the sky"}'}}]
    log = RecordingLog()
    with FakeOpenAI([stream(delta("tool_calls", tool_calls=call))]) as server:
        with pytest.raises(ModelError, match="called a tool"):
            await ask(server, log)
    assert "the sky" in log.outcomes[0].notes["tool_calls"]
    assert b"the sky" in log.bodies[0].body


async def test_stripped_thinking_becomes_reasoning() -> None:
    reply = stream(delta(reasoning="first "), chunk("<think>then</think>\nCLUE: hot", "stop"))
    with FakeOpenAI([reply]) as server:
        outcome = await ask(server, thinking_tags="strip")
    assert (outcome.text, outcome.reasoning) == ("\nCLUE: hot", "first then")
    assert outcome.raw == b"\nCLUE: hot"
    assert outcome.notes["policies"] == {"thinking_tags": "strip"}


async def test_an_answer_that_is_cut_within_its_thinking_is_empty_once_stripped() -> None:
    log = RecordingLog()
    with FakeOpenAI([stream(chunk("<think>hm", "length"))]) as server:
        with pytest.raises(ModelError, match="spent all its tokens on reasoning"):
            await ask(server, log, thinking_tags="strip")
    assert (log.outcomes[0].text, log.outcomes[0].reasoning) == ("", "hm")


@pytest.mark.parametrize(
    ("text", "rest", "thought"),
    [
        ("no tags", "no tags", None),
        ("<think>a</think>b", "b", "a"),
        (" <THINK>a</THINK>b", "b", "a"),
        ("<think>a</think><think>b</think>c", "c", "ab"),
        ("<thinking>a</think>b</thinking>c", "c", "a</think>b"),
        ("a</think>b", "b", "a"),
        ("<think>a", "", "a"),
        ("a <think>b</think> c", "a <think>b</think> c", None),
        ("<b>a</b>", "<b>a</b>", None),
    ],
)
def test_thinking_at_the_beginning_of_a_text(text: str, rest: str, thought: str | None) -> None:
    assert separate_thinking(text) == (rest, thought)


tags = st.sampled_from(["<think>", "</think>", "<thinking>", "</thinking>", "<thought>", " ", "a"])


@given(st.lists(tags | st.text(max_size=3)).map("".join))
def test_thinking_and_text_are_all_that_there_was(text: str) -> None:
    rest, thought = separate_thinking(text)
    assert text.endswith(rest)
    assert thought is None or len(rest) + len(thought) <= len(text)
    if thought is None:
        assert rest == text


def test_a_policy_at_its_default_is_not_part_of_the_recorded_parameters() -> None:
    assert not set(POLICIES) & ModelParameters(model="openai/test").record().keys()
    changed: dict[str, Any] = {"refusals": "stop", "thinking_tags": "strip"}
    record = ModelParameters(model="openai/test", **changed).record()
    assert {name: record[name] for name in POLICIES if name in record} == changed
    assert ModelParameters.model_validate(record).record() == record
