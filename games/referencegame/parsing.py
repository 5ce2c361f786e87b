"""What the rules accept: a regular expression for each seat, and how strictly it is taken.

The expressions have the groups of the reference: ``response`` is what is judged, ``remainder``
what stands after the first paragraph. Official instances bring their own; for ours they are made
of the tags and options of the language pack, in the same shape.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

Fault = Literal["form", "remainder"]
"""Why a response does not count: it has not the required form, or more than one paragraph."""

MODES = ("strict", "liberal")
DIGITS = ("1", "2", "3")
"""Accepted beside the options in every language."""

NEEDED_GROUPS = ("response", "remainder")

_TAG = re.compile(r"\(\?P<tag>\^?(?P<tag>.*?)(?:\\s\*)?\)", re.DOTALL)
_OPTIONS = re.compile(r"\(\?P<response>(?P<options>[^()]*)\)")
_ANYTHING = r"[\s\S]*"
_SLOW_ANYTHING = "(.|\n)*"
"""How the reference writes it: the same, at the cost of some hundred bytes for each character."""

_REST = rf"(?P<remainder>{_ANYTHING})"


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a text says: the words that are judged, or why it does not count."""

    response: str = ""
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """How the responses of one seat are read.

    Attributes:
        pattern: matched from the start of the text; it ignores case.
        strict: whether more than one paragraph is a fault. Newlines at the end are none.
    """

    pattern: re.Pattern[str]
    strict: bool

    def parse(self, text: str) -> Parsed:
        """Read a text."""
        match = self.pattern.match(text)
        if match is None:
            return Parsed(fault="form")
        if self.strict and match["remainder"]:
            return Parsed(fault="remainder")
        return Parsed(match["response"] or "")


@lru_cache(maxsize=256)
def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern of an instance.

    Raises:
        ValueError: if it is no regular expression, or lacks a group that the rules read.
    """
    try:
        found = re.compile(pattern.replace(_SLOW_ANYTHING, _ANYTHING), re.IGNORECASE)
    except (re.error, OverflowError, RecursionError) as error:
        raise ValueError(f"is no regular expression: {error}") from None
    missing = [name for name in NEEDED_GROUPS if name not in found.groupindex]
    if missing:
        raise ValueError(f"has no group {missing[0]!r}")
    return found


def expression_pattern(tag: str) -> str:
    """The pattern of the giver: the tag, and a paragraph that is not empty."""
    return rf"^(?P<tag>{re.escape(tag)}\s*)(?P<content>(?P<response>.+)\n*{_REST})"


def answer_pattern(tag: str, options: Sequence[str]) -> str:
    """The pattern of the follower: the tag, and an option or a digit; the rest of the line is
    free."""
    words = "|".join(map(re.escape, (*options, *DIGITS)))
    return rf"^(?P<tag>{re.escape(tag)}\s*)(?P<content>(?P<response>{words}).*\n*{_REST})"


def tag_of(pattern: str, prompt: str) -> str | None:
    """The tag that a pattern of the reference asks for, written as in the prompt.

    None where the pattern has another shape.
    """
    found = _TAG.search(pattern)
    if found is None or not found["tag"]:
        return None
    written = re.search(re.escape(found["tag"]), prompt, re.IGNORECASE)
    return written[0] if written else found["tag"]


def options_of(pattern: str) -> tuple[str, ...]:
    """The names that a pattern of the reference accepts for the three grids, without the digits.

    Empty where the pattern has another shape.
    """
    found = _OPTIONS.search(pattern)
    words = found["options"].split("|") if found else []
    names = tuple(word for word in words if word not in DIGITS)
    return names if len(names) == len(DIGITS) else ()
