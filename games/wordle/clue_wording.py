"""What the scripted players of the clue games say: short true sentences of one language.

No template breaks a line or names a word. They stand in ``data/wording_<language>.toml``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from .wording import WORDINGS, Reason, Wording, tables

#: From this fit on a word is said to fit a clue very well, or well; below the last, not.
VERY_WELL, WELL, SOMEWHAT = 0.97, 0.85, 0.5


@dataclass(frozen=True)
class FitWording:
    """What is said of how a word fits a clue; only where there are word associations."""

    fits: tuple[str, str, str, str]
    agrees_best: str
    agrees: str
    disagrees: str
    disagrees_strange: str

    def fit(self, fit: float) -> str:
        """How well a word fits the clue, in words."""
        return self.fits[sum(fit < bound for bound in (VERY_WELL, WELL, SOMEWHAT))]


@dataclass(frozen=True)
class ClueWording:
    """The words of the clue-aware guesser and of the critic."""

    letters: Wording
    kept_agreed: str
    kept_disagreed: str
    changed: str
    agrees_blind: str
    disagrees_blind: str
    again: str
    by_fit: FitWording | None


def _read(language: str) -> ClueWording:
    table = tables()[language]
    letters = WORDINGS[language]
    own = {Reason(name): str(text) for name, text in table["reasons_with_clue"].items()}
    said = {str(name): str(text) for name, text in table["with_clue"].items()}
    by_fit = None
    if "by_fit" in table:
        first, second, third, fourth = table["by_fit"]["fits"]
        by_fit = FitWording(**{**table["by_fit"], "fits": (first, second, third, fourth)})
    return ClueWording(
        letters=replace(letters, reasons=MappingProxyType({**letters.reasons, **own})),
        by_fit=by_fit,
        **said,
    )


CLUE_WORDINGS: Mapping[str, ClueWording] = MappingProxyType({tag: _read(tag) for tag in WORDINGS})
