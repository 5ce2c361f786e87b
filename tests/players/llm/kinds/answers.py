"""Whole answers with values and shapes that are not what the protocol says."""

from __future__ import annotations

from tests.players.llm.kinds.basis import (
    DIGITS,
    TEXT,
    Failed,
    K,
    Kinds,
    Played,
)
from tests.support.misbehaving import (
    answer,
    choice,
    chunk,
    delta,
    stream,
)

ONE = {"index": 0, "delta": {"content": TEXT}, "finish_reason": "stop"}
OTHER = {"index": 1, "delta": {"content": "CLUE: cold"}, "finish_reason": "stop"}
CALL = [{"index": 0, "function": {"name": "look", "arguments": "{}"}}]


def odd_metadata() -> Kinds:
    """Return whole answers, each with one value that is not what the protocol says."""
    found: Kinds = {}
    for name, value in {
        "a list": [1, "stop"],
        "a number": 3,
        "an object": {"why": "stop"},
        "true": True,
    }.items():
        found[f"a finish reason that is {name}"] = (
            stream(chunk(TEXT), chunk(None, value)),
            Played(note="finish_reason"),
        )
    for name, count in {
        "10**40": 10**40, "2**63": 2**63, "-5": -5, "1.5": 1.5, "NaN": float("nan"),
        "a text": "many", "a list": [1], "true": True,
    }.items():  # fmt: skip
        usage = {"prompt_tokens": count, "completion_tokens": 1, "total_tokens": 1}
        found[f"a token count of {name}"] = (answer(usage=usage), Played(note="prompt_tokens"))
    found["a token count of 5,000 digits"] = (
        stream(
            f'data: {{"choices": [], "usage": {{"prompt_tokens": {DIGITS}}}}}\n\n',
            chunk(TEXT, "stop"),
        ),
        Played(note="prompt_tokens"),
    )
    for name, cost in {
        "10**400": 10**400, "-1": -1, "NaN": float("nan"), "infinity": float("inf"), "a list": [],
        "a text": "much",
    }.items():  # fmt: skip
        found[f"a cost of {name}"] = (answer(usage={"cost": cost}), Played(note="cost"))
    for member in ("id", "model"):
        for name, value in {"a list": [1], "a number": 5, "1 MB": "x" * 1_000_000}.items():
            found[f"{member}: {name}"] = (
                stream(chunk(TEXT, "stop", **{member: value})),
                Played(note=member),
            )
    for name, value in {"a list": [1], "a text": "none", "a number": 5}.items():
        found[f"usage that is {name}"] = (answer(usage=value), Played(note="usage"))
    for member, value in {
        "created": "yesterday", "object": 7, "system_fingerprint": [], "service_tier": {},
        "choice_extra": DIGITS,
    }.items():  # fmt: skip
        found[f"{member} of another type"] = (
            stream(chunk(TEXT, "stop", **{member: value})),
            Played(),
        )
    return found


SHAPES: Kinds = {
    "a refusal": (
        stream(delta(refusal="I cannot "), delta(refusal="help."), delta("stop")),
        Played("I cannot help.", "refusals"),
    ),
    "a refusal beside a text": (
        stream(delta(content=TEXT, refusal="no"), delta("stop")),
        Played(note="refusals"),
    ),
    "a finish reason that says refusal": (stream(chunk(TEXT, "refusal")), Played(note="refusals")),
    "a list of parts": (
        stream(
            chunk([{"type": "text", "text": "CLUE"}, {"type": "text", "text": ": hot"}], "stop")
        ),
        Played(note="answer_parts"),
    ),
    "a list with one part": (stream(chunk([{"type": "text", "text": TEXT}], "stop")), Played()),
    "a part that is a picture": (
        stream(chunk([{"type": "text", "text": TEXT}, {"type": "image_url"}], "stop")),
        Played(note="image_url"),
    ),
    "a part that refuses": (
        stream(chunk([{"type": "refusal", "refusal": "No."}], "stop")),
        Played("No.", "refusals"),
    ),
    "a part that is thinking": (
        stream(
            chunk(
                [
                    {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]},
                    {"type": "text", "text": TEXT},
                ],
                "stop",
            )
        ),
        Played(),
    ),
    "parts that are texts": (stream(chunk(["CLUE", ": hot"], "stop")), Played(note="answer_parts")),
    "a part that is null": (stream(chunk([None, TEXT], "stop")), Played(note="answer_parts")),
    "a content that is an object": (
        stream(chunk({"type": "text", "text": TEXT}, "stop")),
        Played(),
    ),
    "a content that is a number": (stream(chunk(5, "stop")), Failed(K.EMPTY, "empty answer")),
    "only a picture": (
        stream(chunk([{"type": "image_url"}], "stop")),
        Failed(K.EMPTY, "empty answer"),
    ),
    "a call of a tool": (
        stream(delta("tool_calls", tool_calls=CALL)),
        Failed(K.EMPTY, "called a tool instead of answering."),
    ),
    "a call of a function": (
        stream(delta("function_call", function_call={"name": "look"})),
        Failed(K.EMPTY, "called a tool instead of answering."),
    ),
    "a call of a tool beside a text": (
        stream(delta("tool_calls", content=TEXT, tool_calls=CALL)),
        Played(note="tool_calls"),
    ),
    "tool calls that are a number": (
        stream(delta("stop", content=TEXT, tool_calls=7)),
        Played(note="tool_calls"),
    ),
    "only reasoning": (
        stream(delta("stop", reasoning_content="hm")),
        Failed(K.EMPTY, "empty answer"),
    ),
    "reasoning until the limit": (
        stream(delta("length", reasoning="hm")),
        Failed(K.EMPTY, "spent all its tokens on reasoning"),
    ),
    "two choices": (stream(chunk(choices=[ONE, OTHER])), Played(note="several_choices")),
    "two choices, the second first": (
        stream(chunk(choices=[OTHER]), chunk(choices=[ONE])),
        Played(note="CLUE: cold"),
    ),
    "two choices in turn": (
        stream(chunk("CLUE"), chunk(choices=[OTHER]), chunk(": hot"), chunk(None, "stop")),
        Played(note="several_choices"),
    ),
    "an index that is a text": (stream(chunk(choices=[{**ONE, "index": "0"}])), Played()),
    "an index that is null": (stream(chunk(choices=[{**ONE, "index": None}])), Played()),
    "an index that is negative": (stream(chunk(choices=[{**ONE, "index": -1}])), Played()),
    "an index that is enormous": (stream(chunk(choices=[{**ONE, "index": 10**30}])), Played()),
    "choices that are an object": (stream(chunk(choices=ONE)), Played()),
    "choices that are null": (stream(chunk(choices=None), chunk(TEXT, "stop")), Played()),
    "choices that are a text": (stream(chunk(choices="x"), chunk(TEXT, "stop")), Played()),
    "choices that are numbers": (
        stream(chunk(choices=[None, 7, []]), chunk(TEXT, "stop")),
        Played(),
    ),
    "a delta that is null": (stream(choice(delta=None), chunk(TEXT, "stop")), Played()),
    "a delta that is a list": (stream(choice(delta=[1]), chunk(TEXT, "stop")), Played()),
    "a message instead of a delta": (
        stream(choice(message={"content": TEXT}, finish_reason="stop")),
        Played(),
    ),
    "a text instead of a delta": (stream(choice(text=TEXT, finish_reason="stop")), Played()),
    "a role that is a number": (stream(delta("stop", role=5, content=TEXT)), Played()),
    "an empty finish reason in each chunk": (
        stream(chunk("CLUE", ""), chunk(": hot", ""), chunk(None, "stop")),
        Played(),
    ),
    "an unknown finish reason": (stream(chunk(TEXT, "bored")), Played()),
    "a cut answer": (stream(chunk(TEXT, "length")), Played(note="cut_answers")),
    "a cut answer in capitals": (stream(chunk(TEXT, "MAX_TOKENS")), Played(note="cut_answers")),
    "thinking tags": (
        stream(chunk(f"<think>hm</think>{TEXT}", "stop")),
        Played(f"<think>hm</think>{TEXT}", "thinking_tags"),
    ),
    "the filter": (
        stream(chunk(None, "content_filter")),
        Failed(K.CONTENT_FILTER, "filter stopped"),
    ),
    "white space": (stream(chunk(" \n\t", "stop")), Failed(K.EMPTY, "empty answer", " \n\t")),
}
