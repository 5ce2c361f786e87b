"""The scripted guesser's explanations: short true sentences from templates of one language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from string import Template
from types import MappingProxyType

from .feedback import Attempt, Mark, keyboard

UNKNOWN_LETTER = "_"


class Reason(Enum):
    """Why the scripted guesser plays a word."""

    OPENING = "opening"
    ONLY = "only"
    LIKELIEST = "likeliest"
    SPLIT = "split"
    NO_CANDIDATE = "no_candidate"


@dataclass(frozen=True)
class Wording:
    """Templates with ``${name}`` places; each is a fragment without line breaks.

    Raises:
        ValueError: a template holds a line break, which would break the reply's protocol.
    """

    fixed: str
    present: str
    absent: str
    left: str
    reasons: Mapping[Reason, str]
    separator: str = "; "

    def __post_init__(self) -> None:
        texts = (self.fixed, self.present, self.absent, self.left, self.separator)
        if any(len(text.splitlines()) != 1 for text in (*texts, *self.reasons.values())):
            raise ValueError("every template of a wording must be one line")

    def explain(self, reason: Reason, attempts: Sequence[Attempt], left: int) -> str:
        """One line: what the attempts have shown, how many words are left, and the reason."""
        parts: list[str] = []
        if attempts:
            fixed = {
                position: letter
                for guess, marks in attempts
                for position, (letter, mark) in enumerate(zip(guess, marks, strict=True))
                if mark is Mark.GREEN
            }
            known = keyboard(attempts)
            present = [c for c in sorted(known) if known[c] is not Mark.RED]
            elsewhere = [c for c in present if c not in fixed.values()]
            absent = [c for c in sorted(known) if known[c] is Mark.RED]
            if fixed:
                pattern = (fixed.get(i, UNKNOWN_LETTER) for i in range(len(attempts[0][0])))
                parts.append(_fill(self.fixed, pattern="".join(pattern)))
            if elsewhere:
                parts.append(_fill(self.present, letters=" ".join(elsewhere)))
            if absent:
                parts.append(_fill(self.absent, letters=" ".join(absent)))
            parts.append(_fill(self.left, count=str(left)))
        parts.append(_fill(self.reasons[reason]))
        return self.separator.join(parts)


def _fill(template: str, **values: str) -> str:
    return Template(template).substitute(values)


ENGLISH = Wording(
    fixed="fixed so far: ${pattern}",
    present="also in the word: ${letters}",
    absent="not in the word: ${letters}",
    left="words left: ${count}",
    reasons=MappingProxyType(
        {
            Reason.OPENING: "this first word splits the word list well",
            Reason.ONLY: "this is the only word left",
            Reason.LIKELIEST: "no word left is more common than this one",
            Reason.SPLIT: "this word tells them apart well",
            Reason.NO_CANDIDATE: "no word I know fits, so this is a try",
        }
    ),
)

GERMAN = Wording(
    fixed="fest: ${pattern}",
    present="außerdem enthalten: ${letters}",
    absent="nicht enthalten: ${letters}",
    left="noch möglich: ${count}",
    reasons=MappingProxyType(
        {
            Reason.OPENING: "dieses erste Wort teilt die Wortliste gut auf",
            Reason.ONLY: "nur dieses Wort passt noch",
            Reason.LIKELIEST: "kein passendes Wort ist häufiger als dieses",
            Reason.SPLIT: "dieses Wort unterscheidet sie gut",
            Reason.NO_CANDIDATE: "kein mir bekanntes Wort passt, also ein Versuch",
        }
    ),
)

WORDINGS: Mapping[str, Wording] = MappingProxyType({"en": ENGLISH, "de": GERMAN})
