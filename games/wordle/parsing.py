"""Parse replies like clembench v3.0, with tags and case folding as parameters.

A reply is a line ``explanation: ...`` and, on a later line, exactly one ``guess: word`` (from the
guesser) or ``agreement: yes`` (from the critic).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from dataclasses import dataclass
from enum import StrEnum

Lower = Callable[[str], str]


class GuessErrorKind(StrEnum):
    """Why a reply is not a valid guess; the values are the reference's keys.

    Only after ``UNKNOWN_WORD`` is the guesser asked again; every other error aborts the episode.
    """

    START = "INVALID_START_WORD"
    COUNT = "MORE_THAN_ONE_GUESS"
    FORMAT = "INVALID_FORMAT"
    LENGTH = "INVALID_WORD_LENGTH"
    UNKNOWN_WORD = "NOT_VALID_WORD_FOR_GAME"


@dataclass(frozen=True)
class Guess:
    """A valid reply: the stripped explanation and the guess in lower-case letters of the board."""

    explanation: str
    guess: str


@dataclass(frozen=True)
class GuessError:
    """An invalid reply.

    ``reason`` is the sentence logged by the reference. ``explanation`` and ``guess`` hold what was
    read before the error, or None if the error came first; for an unknown word both are set.
    """

    kind: GuessErrorKind
    reason: str
    explanation: str | None = None
    guess: str | None = None


@dataclass(frozen=True)
class ReplyFormat:
    """The format of a guesser's reply.

    ``lower`` folds the case of tags and guesses, and composes letters (NFC) in languages with
    accented ones; the reference uses Python's own `str.lower`. ``folded`` then writes a guess in
    the letters of the board (`letters.folded`). The result is what is looked up.
    """

    explanation_tag: str = "explanation:"
    guess_tag: str = "guess:"
    length: int = 5
    lower: Lower = str.lower
    folded: Callable[[str], str] = str


def parse_guess(text: str, form: ReplyFormat, words: Container[str]) -> Guess | GuessError:
    """Parse a guesser's reply; checks run in the reference's order and the first failure counts.

    Never raises, whatever the text.
    """
    read = read_reply(text, form.explanation_tag, form.guess_tag, form.lower)
    if isinstance(read, UnparsedReply):
        kind = GuessErrorKind.START if read.explanation is None else GuessErrorKind.COUNT
        return GuessError(kind, read.reason, read.explanation)
    guess, explanation = form.folded(read.content), read.explanation
    if not guess.isalpha():
        return GuessError(
            GuessErrorKind.FORMAT,
            "The guess should be a single word and should only contain letters.",
            explanation,
            guess,
        )
    if len(guess) != form.length:
        return GuessError(
            GuessErrorKind.LENGTH,
            f"The length of the guessed word is not {form.length}.",
            explanation,
            guess,
        )
    if guess not in words:
        return GuessError(
            GuessErrorKind.UNKNOWN_WORD,
            "The guessed word is not a valid word for this game.",
            explanation,
            guess,
        )
    return Guess(explanation, guess)


@dataclass(frozen=True)
class Reply:
    """The text after the two tags: the explanation as written, the content case-folded."""

    explanation: str
    content: str


@dataclass(frozen=True)
class UnparsedReply:
    """A reply with a missing or repeated tag; without the first, ``explanation`` is None."""

    reason: str
    explanation: str | None = None


def read_reply(text: str, explanation_tag: str, tag: str, lower: Lower) -> Reply | UnparsedReply:
    """Split a reply of either player into its parts.

    The ``reason`` of an `UnparsedReply` is the sentence logged by the reference.
    """
    body = _after_start_tag(text, explanation_tag, lower)
    if body is None:
        return UnparsedReply(
            f"The response should always start with the keyword '{explanation_tag}'"
        )
    first_line, _, later_lines = body.partition("\n")
    explanation = first_line.strip()
    found = _tagged_lines(later_lines, tag, lower)
    if len(found) != 1:
        reason = f"The response should contain the '{tag}' keyword exactly once."
        return UnparsedReply(reason, explanation)
    return Reply(explanation, found[0])


def _after_start_tag(text: str, tag: str, lower: Lower) -> str | None:
    """Return what follows the tag at the start of the text, or None if the text starts otherwise.

    Folding may change the number of characters, so the end of the tag has to be searched for.
    """
    folded = lower(tag)
    if not lower(text).startswith(folded):
        return None
    end = next(n for n in range(len(text) + 1) if lower(text[:n]).startswith(folded))
    return text[end:]


def _tagged_lines(text: str, tag: str, lower: Lower) -> list[str]:
    """Return the case-folded, stripped rest of the line after every occurrence of the tag."""
    matches = re.findall(rf"{re.escape(lower(tag))}([^\n]*)", lower(text), re.IGNORECASE)
    return [match.strip() for match in matches]
