"""Parse the critic's reply, ``agreement: yes`` or ``no``, like clembench v3.0."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from ..parsing import Lower, UnparsedReply, read_reply


class AgreementErrorKind(StrEnum):
    """Why a reply is not a valid judgement; the values are the reference's keys.

    Every one of these errors aborts the episode at once.
    """

    START = "INVALID_START_WORD"
    COUNT = "MORE_THAN_ONE_GUESS"
    FORMAT = "INVALID_FORMAT"
    WORD = "NOT_VALID_CRITIC_WORD"


@dataclass(frozen=True)
class Agreement:
    """A valid reply: one of the agreement words (case-folded) and the explanation as written."""

    explanation: str
    agreement: str


@dataclass(frozen=True)
class AgreementError:
    """An invalid reply; ``reason`` is the sentence logged by the reference."""

    kind: AgreementErrorKind
    reason: str


def parse_agreement(
    text: str, explanation_tag: str, agreement_tag: str, words: Sequence[str], lower: Lower
) -> Agreement | AgreementError:
    """Parse a critic's reply; checks run in the reference's order and the first failure counts.

    ``words`` are the accepted words for agreement and disagreement. Never raises, whatever the
    text.
    """
    read = read_reply(text, explanation_tag, agreement_tag, lower)
    if isinstance(read, UnparsedReply):
        start = read.explanation is None
        kind = AgreementErrorKind.START if start else AgreementErrorKind.COUNT
        return AgreementError(kind, read.reason)
    if not read.content.isalpha():
        return AgreementError(
            AgreementErrorKind.FORMAT,
            "The agreement should be a single word and should only contain letters.",
        )
    if read.content not in words:
        return AgreementError(
            AgreementErrorKind.WORD,
            f"The agreement should be one of the following: {list(words)}",
        )
    return Agreement(read.explanation, read.content)
