"""What the answerer's responses say: the parser of clembench v3.0, with tags and words as given."""

from __future__ import annotations

from dataclasses import dataclass

from clemtui.engine import TextPolicy

UNCLEAR = 2
"""The value of a reply to a probe that says neither yes nor no, as the reference records it."""


@dataclass(frozen=True, slots=True)
class ReplyFormat:
    """How responses are written.

    Attributes:
        answer_tag: what an answer to the questioner begins with.
        aside_tag: what a reply to a probe begins with.
        yes, no: what the rest of a reply to a probe begins with, in small letters.
        policy: how text of the language is compared.
    """

    answer_tag: str
    aside_tag: str
    yes: str
    no: str
    policy: TextPolicy


def continues(text: str) -> bool:
    """Whether a text goes on in a second line; newlines around it do not count."""
    return "\n" in text.strip("\n")


def without_tag(text: str, tag: str) -> str:
    """A text without a tag, wherever it stands, and without white space around the rest."""
    return text.replace(tag, "").strip()


def parse_answer(text: str, form: ReplyFormat) -> str | None:
    """What an answer to the questioner says; None where it is not in the required form."""
    if not text.startswith(form.answer_tag) or continues(text):
        return None
    return without_tag(text, form.answer_tag)


def parse_reply(text: str, form: ReplyFormat) -> int:
    """What a reply to a probe says: 1 for yes, 0 for no, `UNCLEAR` for anything else."""
    if not text.startswith(form.aside_tag) or continues(text):
        return UNCLEAR
    said = form.policy.key(without_tag(text, form.aside_tag))
    if said.startswith(form.yes):
        return 1
    if said.startswith(form.no):
        return 0
    return UNCLEAR
