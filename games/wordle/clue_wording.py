"""What the scripted players of the clue games say: short true sentences of one language.

No template breaks a line or names a word.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from .wording import ENGLISH, GERMAN, Reason, Wording

#: From this fit on a word is said to fit a clue very well, or well; below the last, not.
VERY_WELL, WELL, SOMEWHAT = 0.97, 0.85, 0.5


@dataclass(frozen=True)
class ClueWording:
    """The words of the clue-aware guesser and of the critic."""

    letters: Wording
    fits: tuple[str, str, str, str]
    kept_agreed: str
    kept_disagreed: str
    changed: str
    agrees_best: str
    agrees: str
    agrees_blind: str
    disagrees_blind: str
    disagrees: str
    disagrees_strange: str
    again: str

    def fit(self, fit: float) -> str:
        """How well a word fits the clue, in words."""
        return self.fits[sum(fit < bound for bound in (VERY_WELL, WELL, SOMEWHAT))]


CLUE_ENGLISH = ClueWording(
    letters=replace(
        ENGLISH,
        reasons=MappingProxyType(
            {
                **ENGLISH.reasons,
                Reason.OPENING: "this is my first try",
                Reason.LIKELIEST: "of the words left I find this one likeliest",
                Reason.SPLIT: "this word has a chance and tells the others apart",
            }
        ),
    ),
    fits=(
        "it fits the clue very well",
        "it fits the clue well",
        "it may fit the clue",
        "I see no tie to the clue",
    ),
    kept_agreed="you agree, so I keep it",
    kept_disagreed="I heard your doubt but keep it, since no other word is worth more to me now",
    changed="after your doubt I try another word",
    agrees_best="I know no word that suits the clue better",
    agrees="the word suits the clue, though others would as well",
    agrees_blind="the clue tells me nothing, but the word is a common one",
    disagrees_blind="the clue tells me nothing, and the word is not a common one",
    disagrees="the word may have to do with the clue, but others suit it much better",
    disagrees_strange="I see no tie between this word and the clue",
    again="as I said before: ${reason}",
)

CLUE_GERMAN = ClueWording(
    letters=replace(
        GERMAN,
        reasons=MappingProxyType(
            {
                **GERMAN.reasons,
                Reason.OPENING: "das ist mein erster Versuch",
                Reason.LIKELIEST: "von den möglichen Wörtern halte ich dieses für das beste",
                Reason.SPLIT: "dieses Wort kann stimmen und trennt die anderen",
            }
        ),
    ),
    fits=(
        "es passt sehr gut zum Hinweis",
        "es passt gut zum Hinweis",
        "es kann zum Hinweis passen",
        "ich sehe keine Verbindung zum Hinweis",
    ),
    kept_agreed="du stimmst zu, also bleibe ich dabei",
    kept_disagreed=(
        "du zweifelst, aber ich bleibe dabei, weil mir gerade kein anderes Wort mehr bringt"
    ),
    changed="nach deinem Zweifel nehme ich ein anderes Wort",
    agrees_best="ich kenne kein Wort, das besser zum Hinweis passt",
    agrees="das Wort passt zum Hinweis, auch wenn andere es ebenfalls tun",
    agrees_blind="der Hinweis sagt mir nichts, aber das Wort ist geläufig",
    disagrees_blind="der Hinweis sagt mir nichts, und das Wort ist nicht geläufig",
    disagrees="das Wort hat vielleicht mit dem Hinweis zu tun, aber andere passen viel besser",
    disagrees_strange="ich sehe keine Verbindung zwischen dem Wort und dem Hinweis",
    again="wie schon gesagt: ${reason}",
)

CLUE_WORDINGS: Mapping[str, ClueWording] = MappingProxyType({"en": CLUE_ENGLISH, "de": CLUE_GERMAN})
