"""What counts as a model's answer if the response is not simply a text.

The policies are parameters of the model (`ModelParameters`): what to do with refusals, answers that
were cut off at the token limit, several choices, answers in parts, and thinking tags. The policy
that applied is recorded with the attempt, so that results can be counted by it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clemtui.players.llm.error_messages import ErrorKind
from clemtui.players.llm.parameters import ModelParameters
from clemtui.players.llm.stream import Answer, Choice
from clemtui.players.llm.text import repaired
from clemtui.records.attempts import CUT_OFF

_MOST = 20  # choices and parts in the notes; the body has them all

_FILTERED = frozenset({"content_filter", "safety", "recitation", "prohibited_content"})

_THOUGHT = re.compile(r"\s*<(think|thinking|thought|reasoning)>(.*?)</\1>", re.S | re.I)
_UNFINISHED = re.compile(r"\s*<(?:think|thinking|thought|reasoning)>(.*)\Z", re.S | re.I)
# Some servers put the opening tag into the prompt, so that only the closing one arrives.
_CLOSED_ONLY = re.compile(r"((?:(?!<think(?:ing)?>).)*?)</think(?:ing)?>", re.S | re.I)


@dataclass(frozen=True, slots=True)
class Judgement:
    """The answer after the policies were applied.

    Attributes:
        text: the text, unstripped, as received (see `llm.text` for what cannot be stored).
        reasoning: the reasoning, also as received.
        problem: why this is not an answer; None if it is.
        notes: what is unusual, as JSON; empty for most answers.

            - `policies`: the policies that applied, by the name of the parameter
            - `as_sent`: values that are not what the protocol says, as text
            - `refusal`, `tool_calls`, `parts`: texts and parts that are not part of the text
            - `choices`: the texts of the choices that were not used
            - `damaged`: the body contained bytes that are not UTF-8
    """

    text: str
    reasoning: str
    problem: ErrorKind | None
    notes: Mapping[str, Any]


def judge(answer: Answer, parameters: ModelParameters, *, damaged: bool = False) -> Judgement:
    """Apply the policies of a model to what has arrived of its answer."""
    choice = answer.first
    refusal = choice.refusal.whole
    text, thought = separate_thinking(choice.text.whole)
    policies: dict[str, str] = {}
    if thought is not None:
        policies["thinking_tags"] = parameters.thinking_tags
    if thought is None or parameters.thinking_tags == "keep":
        text, thought = choice.text.whole, ""
    reason = (answer.finish_reason or "").casefold()
    if refusal.strip() or reason == "refusal":
        policies["refusals"] = parameters.refusals
        text = text if text.strip() else refusal
    if reason in CUT_OFF:
        policies["cut_answers"] = parameters.cut_answers
    if len(answer.choices) > 1:
        policies["several_choices"] = parameters.several_choices
    if choice.parts > 1 or choice.others:
        policies["answer_parts"] = parameters.answer_parts
    return Judgement(
        text=text,
        reasoning=choice.reasoning.whole + thought,
        problem=_incomplete(answer, reason) or _stopped(policies) or _empty(text),
        notes=_notes(answer, choice, policies, damaged=damaged),
    )


def separate_thinking(text: str) -> tuple[str, str | None]:
    """Return a text without the thinking between tags at its beginning, and the thinking.

    The thinking is None if the text has no such tags. Tags that are not closed extend to the end.
    """
    thoughts: list[str] = []
    while match := _THOUGHT.match(text):
        thoughts.append(match[2])
        text = text[match.end() :]
    if match := _UNFINISHED.match(text):
        return "", "".join((*thoughts, match[1]))
    if not thoughts and (match := _CLOSED_ONLY.match(text)):
        return text[match.end() :], match[1]
    return text, "".join(thoughts) if thoughts else None


def _incomplete(answer: Answer, reason: str) -> ErrorKind | None:
    """Return what is wrong with an answer whatever its text; None if it is complete.

    An answer without a finish reason was cut short, because a connection that is closed properly
    looks the same as an end. Nothing at all, with neither a model nor a finish reason, is what
    remains of a web page.
    """
    if answer.overflowed:
        return ErrorKind.ANSWER_TOO_LONG
    if reason in _FILTERED:
        return ErrorKind.CONTENT_FILTER
    if answer.finish_reason is None and not answer.ended:
        return ErrorKind.CUT if answer.started or answer.model else ErrorKind.BAD_RESPONSE
    return None


_STOPPING: Mapping[str, ErrorKind] = {
    "refusals": ErrorKind.REFUSED,
    "several_choices": ErrorKind.NOT_SINGLE,
    "answer_parts": ErrorKind.NOT_SINGLE,
    "cut_answers": ErrorKind.CUT_OFF,
}


def _stopped(policies: Mapping[str, str]) -> ErrorKind | None:
    return next((_STOPPING[name] for name in _STOPPING if policies.get(name) == "stop"), None)


def _empty(text: str) -> ErrorKind | None:
    return None if text.strip() else ErrorKind.EMPTY


def _notes(
    answer: Answer, choice: Choice, policies: Mapping[str, str], *, damaged: bool
) -> dict[str, Any]:
    unused = [each for each in answer.choices.values() if each is not choice]
    found: dict[str, Any] = {
        "policies": dict(policies),
        "as_sent": dict(answer.as_sent),
        "refusal": repaired(choice.refusal.whole),
        "tool_calls": repaired(choice.stated_calls),
        "parts": choice.others[:_MOST],
        "choices": [repaired(each.text.whole) for each in unused[:_MOST]],
        "damaged": damaged,
    }
    return {name: value for name, value in found.items() if value}
