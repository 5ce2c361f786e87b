"""Messages are stored as JSON and read back unchanged, whatever they contain."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.engine import (
    Image,
    Message,
    Part,
    Text,
    ToolCall,
    ToolResult,
    assistant,
    canonical_json,
    message_from_json,
    message_to_json,
    part_from_json,
    text_of,
    user,
)

# Any code point, including lone surrogates: a model may produce them with an escape.
texts = st.text(alphabet=st.characters(exclude_categories=()))
json_values: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)
parts: st.SearchStrategy[Part] = st.one_of(
    st.builds(Text, texts),
    st.builds(Image, texts, texts, texts),
    st.builds(ToolCall, texts, texts, st.dictionaries(texts, json_values, max_size=3)),
    st.builds(ToolResult, texts, texts, st.booleans()),
)
messages = st.builds(
    Message,
    st.sampled_from(["system", "user", "assistant", "tool"]),
    st.lists(parts, max_size=4).map(tuple),
)


@given(messages)
def test_a_message_survives_storing(message: Message) -> None:
    stored = canonical_json(message_to_json(message)).encode("utf-8", "surrogatepass")
    assert message_from_json(json.loads(stored.decode("utf-8", "surrogatepass"))) == message


def test_the_text_of_a_message_is_its_texts_and_tool_results() -> None:
    message = Message(
        "tool",
        (
            Text("a "),
            Image("image/png", "0" * 64, "a picture"),
            ToolResult("c", "b"),
            ToolCall("d", "x"),
        ),
    )
    assert message.text == text_of(message.parts) == "a b"


def test_the_two_common_messages() -> None:
    assert user("x") == Message("user", (Text("x"),))
    assert assistant("x") == Message("assistant", (Text("x"),))


def test_an_unknown_part_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="video"):
        part_from_json({"video": "x"})
