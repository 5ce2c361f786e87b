"""The scripted critic: how likely a proposal is, by the clue and among the words that still fit.

It knows the clue, the proposals and its own verdicts, never the board. What the marks left over it
takes from the proposals: whoever guesses keeps to the marks, so every word still possible would get
the same marks from the earlier proposals as the new proposal does. It goes by what dictionaries
tell of a word, not by vectors as the guesser does too, and so has a mind of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from string import Template

from clemtui.engine import ChoiceField, MarkedList, Request, View

from ..feedback import colour
from . import seen
from .association import SOURCES, fit, plausible_words, relation_odds
from .candidates import PLAUSIBLE_ZIPF
from .clue.wording import CLUE_WORDINGS, SOMEWHAT
from .guesser import candidate_index
from .word_lists import accepted_words

#: It agrees to a word that is so many times as likely as a possible word is on average, or that is
#: so likely at all. (Chosen on the clues by which the associations were fitted: with less it doubts
#: hardly any guess that was chosen by the clue, with more too many that are right at once.)
TIMES = 15
LIKELY = 0.4


@dataclass(frozen=True)
class Judgement:
    """Whether the critic agrees, and why, in one line."""

    agrees: bool
    explanation: str


def judge(language: str, clue: str, guess: str, earlier: Sequence[str] = ()) -> Judgement:
    """The opinion of a guess, after the ``earlier`` proposals.

    Without word associations, or where they tell nothing of the clue, it goes by how common the
    word is.
    """
    wording = CLUE_WORDINGS[language]
    told = relation_odds(language, clue) if language in SOURCES else None
    if wording.by_fit is None or told is None or not told.words:
        common = accepted_words(language).frequencies.get(guess, 0) >= PLAUSIBLE_ZIPF
        return Judgement(common, wording.agrees_blind if common else wording.disagrees_blind)
    shares = plausible_words(language)
    own = shares.get(guess, 0.0) * told.of(guess)
    others = [shares[word] * told.of(word) for word in _possible(language, guess, earlier)]
    agrees = own > 0 and own >= min(LIKELY, TIMES / (len(others) + 1)) * (own + sum(others))
    said = wording.by_fit
    if agrees:
        best = own >= max(others, default=0.0)
        return Judgement(True, said.agrees_best if best else said.agrees)
    tied = fit(language, clue, guess) >= SOMEWHAT
    return Judgement(False, said.disagrees if tied else said.disagrees_strange)


def _possible(language: str, guess: str, earlier: Sequence[str]) -> list[str]:
    """The words beside the guess that would have got the same marks, and were not proposed."""
    index = candidate_index(accepted_words(language))
    words = (index.words[at] for at in index.consistent([(p, colour(p, guess)) for p in earlier]))
    return [word for word in words if word != guess and word not in earlier]


class Critic:
    """Plays the critic's seat. A word that is proposed again gets the same opinion again."""

    def __init__(self, language: str) -> None:
        self._language = language

    def respond(self, request: Request, view: View) -> str:
        if request.form is None:
            raise LookupError("the request has no form")
        guess = seen.text(view, "proposal", "guess")
        before = _judged(view)
        again = guess in before
        others = before[: before.index(guess)] if again else before
        judgement = judge(self._language, seen.text(view, "clue", "clue"), guess, others)
        explanation = judgement.explanation
        if again:
            again_wording = CLUE_WORDINGS[self._language].again
            explanation = Template(again_wording).substitute(reason=explanation)
        agree, disagree = _options(request)
        agreement = agree if judgement.agrees else disagree
        return request.form.compose({"agreement": agreement, "explanation": explanation})


def _judged(view: View) -> list[str]:
    """The proposals that the critic has judged, in their order."""
    block = view.block("verdicts")
    return [item.text for item in block.items] if isinstance(block, MarkedList) else []


def _options(request: Request) -> list[str]:
    """The words that agree and disagree."""
    for field in request.form.fields if request.form else ():
        if isinstance(field, ChoiceField):
            return [option.value for option in field.options]
    raise LookupError("the form has no field for the agreement")
