"""The parser of clembench v3.0 for the answerer's responses, with configurable tags and words."""

from __future__ import annotations

from dataclasses import dataclass

from clemtui.engine import TextPolicy

UNCLEAR = 2
"""The reference's value for a reply to a probe that is neither yes nor no."""


@dataclass(frozen=True, slots=True)
class ReplyFormat:
    """The format of responses.

    Attributes:
        answer_tag: the start of an answer to the questioner.
        aside_tag: the start of a reply to a probe.
        yes: the start of an affirmative reply after its tag, in lower case.
        no: the start of a negative reply after its tag, in lower case.
        policy: how text in the language is compared.
    """

    answer_tag: str
    aside_tag: str
    yes: str
    no: str
    policy: TextPolicy


def has_second_line(text: str) -> bool:
    """Return whether a text has a second line; newlines around it do not count."""
    return "\n" in text.strip("\n")


def strip_tag(text: str, tag: str) -> str:
    """Return a text without all occurrences of a tag and surrounding white space."""
    return text.replace(tag, "").strip()


def parse_answer(text: str, form: ReplyFormat) -> str | None:
    """Return the content of an answer to the questioner, or None if it is malformed."""
    if not text.startswith(form.answer_tag) or has_second_line(text):
        return None
    return strip_tag(text, form.answer_tag)


def parse_reply(text: str, form: ReplyFormat) -> int:
    """Return 1 if a reply to a probe says yes, 0 for no, `UNCLEAR` for anything else."""
    if not text.startswith(form.aside_tag) or has_second_line(text):
        return UNCLEAR
    said = form.policy.key(strip_tag(text, form.aside_tag))
    if said.startswith(form.yes):
        return 1
    if said.startswith(form.no):
        return 0
    return UNCLEAR
