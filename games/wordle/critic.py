"""The scripted critic: weighs a proposal against the clue and the words that fit it.

It knows the clue, the proposals and its own verdicts, never the board.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from string import Template

from clemtui.engine import ChoiceField, MarkedList, Request, View

from . import seen
from .association import fit, odds, plausible_words
from .clue_wording import CLUE_WORDINGS, SOMEWHAT, ClueWording

#: It agrees to a word if fewer than so many words suit the clue better.
BETTER_WORDS = 60
#: Where the clue tells it nothing: the share of a word that is common, relative to the mean.
COMMON = 2.0


@dataclass(frozen=True)
class Judgement:
    """Whether the critic agrees, and why, in one line."""

    agrees: bool
    explanation: str


def judge(language: str, clue: str, guess: str, earlier: Container[str] = frozenset()) -> Judgement:
    """The opinion of a guess.

    A word suits a clue by its fit and its frequency. ``earlier`` are other words that were proposed
    before: the game went on, so they do not count as better ones.

    Raises:
        LookupError: there are no associations for the language.
    """
    wording = CLUE_WORDINGS[language]
    shares, told = plausible_words(language), odds(language, clue)
    if not told.words:
        common = shares.get(guess, 0.0) * len(shares) >= COMMON
        return Judgement(common, wording.agrees_blind if common else wording.disagrees_blind)
    own = shares.get(guess, 0.0) * told.of(guess)
    better = sum(
        share * told.of(word) > own for word, share in shares.items() if word not in earlier
    )
    agrees = better < BETTER_WORDS
    return Judgement(agrees, _reason(wording, agrees, better, fit(language, clue, guess)))


def _reason(wording: ClueWording, agrees: bool, better: int, fit: float) -> str:
    if agrees:
        if not better:
            return wording.agrees_best
        return Template(wording.agrees).substitute(count=better)
    if fit < SOMEWHAT:
        return wording.disagrees_strange
    return Template(wording.disagrees).substitute(count=BETTER_WORDS)


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
