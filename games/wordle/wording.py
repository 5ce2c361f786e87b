"""The scripted guesser's explanations: short true sentences from templates of one language.

The templates are data: ``data/wording_<language>.toml``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from string import Template
from types import MappingProxyType
from typing import Any

from .feedback import Attempt, Mark, keyboard
from .words import DATA

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


def _read(language: str) -> Wording:
    table = tables()[language]
    reasons = {reason: str(table["reasons"][reason.value]) for reason in Reason}
    letters = {str(name): str(text) for name, text in table["letters"].items()}
    return Wording(**letters, reasons=MappingProxyType(reasons), separator=table["separator"])


@cache
def tables() -> Mapping[str, Mapping[str, Any]]:
    """The files ``data/wording_<language>.toml`` by language."""
    beginning = "wording_"
    return MappingProxyType(
        {
            path.stem.removeprefix(beginning): tomllib.loads(path.read_text("utf-8"))
            for path in sorted(DATA.glob(f"{beginning}*.toml"))
        }
    )


WORDINGS: Mapping[str, Wording] = MappingProxyType({tag: _read(tag) for tag in tables()})
ENGLISH = WORDINGS["en"]
