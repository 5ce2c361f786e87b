"""What the scripted players of the clue games say: short, true sentences in one language.

No template contains a line break or names a word. The templates are in
``bots/data/wording/<language>.toml``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from clemtui.engine import ByLanguage

from ..wording import FOLDER, Reason, Wording

#: Minimum fit for saying that a word fits a clue very well, well or somewhat; below, it does not
#: fit.
VERY_WELL, WELL, SOMEWHAT = 0.97, 0.85, 0.5


@dataclass(frozen=True)
class FitWording:
    """Sentences on how a word fits a clue; only for languages with word associations.

    Attributes:
        fits: The sentences for fitting very well, well, somewhat and not at all.
    """

    fits: Sequence[str]
    agrees_best: str
    agrees: str
    disagrees: str
    disagrees_strange: str

    def fit(self, fit: float) -> str:
        """Return how well a word fits the clue, in words."""
        return self.fits[sum(fit < bound for bound in (VERY_WELL, WELL, SOMEWHAT))]


@dataclass(frozen=True)
class ClueWording:
    """The wording of the guesser with a clue and of the critic."""

    letters: Wording
    kept_agreed: str
    kept_disagreed: str
    changed: str
    agrees_blind: str
    disagrees_blind: str
    again: str
    by_fit: FitWording | None

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> ClueWording:
        """Create the wording from a parsed file."""
        letters = Wording.of(table)
        own = {Reason(name): text for name, text in table["reasons_with_clue"].items()}
        return cls(
            letters=replace(letters, reasons={**letters.reasons, **own}),
            by_fit=FitWording(**table["by_fit"]) if "by_fit" in table else None,
            **table["with_clue"],
        )


CLUE_WORDINGS: Mapping[str, ClueWording] = ByLanguage(FOLDER, ClueWording.of)
