"""The scripted guesser's explanations: short, true sentences from the templates of one language.

The templates are data: ``data/wording/<language>.toml``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from string import Template
from typing import Any

from clemtui.engine import ByLanguage

from ..feedback import Attempt, Mark, keyboard

FOLDER = Path(__file__).with_name("data") / "wording"
UNKNOWN_LETTER = "_"


class Reason(Enum):
    """The reason why the scripted guesser plays a word."""

    OPENING = "opening"
    ONLY = "only"
    LIKELIEST = "likeliest"
    SPLIT = "split"
    NO_CANDIDATE = "no_candidate"


@dataclass(frozen=True)
class Wording:
    """Templates with ``${name}`` placeholders; each is a fragment without line breaks.

    Raises:
        ValueError: if a template contains a line break, which would violate the reply format.
    """

    fixed: str
    present: str
    absent: str
    left: str
    reasons: Mapping[Reason, str]
    separator: str = "; "

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> Wording:
        """Create the templates from a parsed file."""
        return cls(
            **table["letters"],
            reasons={reason: table["reasons"][reason.value] for reason in Reason},
            separator=table["separator"],
        )

    def __post_init__(self) -> None:
        texts = (self.fixed, self.present, self.absent, self.left, self.separator)
        if any(len(text.splitlines()) != 1 for text in (*texts, *self.reasons.values())):
            raise ValueError("every template must be a single line")

    def explain(self, reason: Reason, attempts: Sequence[Attempt], left: int) -> str:
        """Explain a move in one line: what is known, how many words are left, and the reason."""
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


WORDINGS: Mapping[str, Wording] = ByLanguage(FOLDER, Wording.of)
ENGLISH = WORDINGS["en"]
