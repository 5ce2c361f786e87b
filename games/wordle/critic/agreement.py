"""What the critic's reply says: the parser of clembench v3.0 for ``agreement: yes`` or ``no``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from ..parsing import Lower, Unread, read_reply


class AgreementErrorKind(StrEnum):
    """Why a reply is no judgement; the values are the reference's keys. Each aborts at once."""

    START = "INVALID_START_WORD"
    COUNT = "MORE_THAN_ONE_GUESS"
    FORMAT = "INVALID_FORMAT"
    WORD = "NOT_VALID_CRITIC_WORD"


@dataclass(frozen=True)
class Agreement:
    """A valid reply: one of the agreement words (folded) and the explanation as written."""

    explanation: str
    agreement: str


@dataclass(frozen=True)
class AgreementError:
    """An invalid reply; ``reason`` is the sentence that the reference logs."""

    kind: AgreementErrorKind
    reason: str


def parse_agreement(
    text: str, explanation_tag: str, agreement_tag: str, words: Sequence[str], lower: Lower
) -> Agreement | AgreementError:
    """Read a critic's reply; the checks come in the reference's order and the first to fail tells.

    ``words`` are those that agree or disagree. Never raises, whatever the text.
    """
    read = read_reply(text, explanation_tag, agreement_tag, lower)
    if isinstance(read, Unread):
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
