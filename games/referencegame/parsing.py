"""The responses that the rules accept: a regular expression and a strictness for each seat.

The expressions have the groups of the reference: ``response`` is what is judged, ``remainder`` what
follows the first paragraph. Official instances include their own; ours are built in the same form
from the tags and options of the language pack.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

Fault = Literal["form", "remainder"]
"""Why a response is malformed: it has the wrong form, or more than one paragraph."""

MODES = ("strict", "liberal")
DIGITS = ("1", "2", "3")
"""Accepted in addition to the options, in every language."""

NEEDED_GROUPS = ("response", "remainder")

_TAG = re.compile(r"\(\?P<tag>\^?(?P<tag>.*?)(?:\\s\*)?\)", re.DOTALL)
_OPTIONS = re.compile(r"\(\?P<response>(?P<options>[^()]*)\)")
_ANYTHING = r"[\s\S]*"
_SLOW_ANYTHING = "(.|\n)*"
"""The reference's equivalent, which costs some hundred bytes per character."""

_REST = rf"(?P<remainder>{_ANYTHING})"


@dataclass(frozen=True, slots=True)
class Parsed:
    """A parsed response: the words to judge, or why it is malformed."""

    response: str = ""
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """How to read the responses of one seat.

    Attributes:
        pattern: matched from the start of the text, regardless of case.
        strict: whether more than one paragraph is a fault. Trailing newlines are not.
    """

    pattern: re.Pattern[str]
    strict: bool

    def parse(self, text: str) -> Parsed:
        """Parse a response."""
        match = self.pattern.match(text)
        if match is None:
            return Parsed(fault="form")
        if self.strict and match["remainder"]:
            return Parsed(fault="remainder")
        return Parsed(match["response"] or "")


@lru_cache(maxsize=256)
def compiled(pattern: str) -> re.Pattern[str]:
    """Compile a pattern of an instance.

    Raises:
        ValueError: if it is not a regular expression, or lacks a group that the rules read.
    """
    try:
        found = re.compile(pattern.replace(_SLOW_ANYTHING, _ANYTHING), re.IGNORECASE)
    except (re.error, OverflowError, RecursionError) as error:
        raise ValueError(f"is not a regular expression: {error}") from None
    missing = [name for name in NEEDED_GROUPS if name not in found.groupindex]
    if missing:
        raise ValueError(f"has no group {missing[0]!r}")
    return found


def expression_pattern(tag: str) -> str:
    """Return the giver's pattern: the tag and a non-empty paragraph."""
    return rf"^(?P<tag>{re.escape(tag)}\s*)(?P<content>(?P<response>.+)\n*{_REST})"


def answer_pattern(tag: str, options: Sequence[str]) -> str:
    """Return the follower's pattern: the tag, then an option or a digit.

    The rest of the line may be anything.
    """
    words = "|".join(map(re.escape, (*options, *DIGITS)))
    return rf"^(?P<tag>{re.escape(tag)}\s*)(?P<content>(?P<response>{words}).*\n*{_REST})"


def tag_of(pattern: str, prompt: str) -> str | None:
    """Return the tag that a pattern of the reference requires, spelt as in the prompt.

    Return None if the pattern has another form.
    """
    found = _TAG.search(pattern)
    if found is None or not found["tag"]:
        return None
    written = re.search(re.escape(found["tag"]), prompt, re.IGNORECASE)
    return written[0] if written else found["tag"]


def options_of(pattern: str) -> tuple[str, ...]:
    """Return the names that a pattern of the reference accepts for the three grids.

    The digits are excluded. Return an empty tuple if the pattern has another form.
    """
    found = _OPTIONS.search(pattern)
    words = found["options"].split("|") if found else []
    names = tuple(word for word in words if word not in DIGITS)
    return names if len(names) == len(DIGITS) else ()
