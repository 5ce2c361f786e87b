"""The scripted critic, which judges how likely a proposal is.

It knows the clue, the proposals and its own verdicts, but never the board. It infers the possible
words from the proposals: assuming that the guesser respects the marks, every word that is still
possible would give the earlier proposals the same marks as the new proposal does. It relies on
dictionary entries alone, whereas the guesser also uses vectors, so their opinions differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from string import Template

from clemtui.engine import ChoiceField, MarkedList, Request, View

from ..feedback import colour
from . import view_reader
from .association import SOURCES, fit, plausible_words, relation_odds
from .candidates import PLAUSIBLE_ZIPF
from .clue.wording import CLUE_WORDINGS, SOMEWHAT
from .guesser import candidate_index
from .word_lists import accepted_words

#: The critic agrees if a word is this many times as likely as the average possible word, or if its
#: probability is at least this high. (Chosen on the clues that the associations were fitted on:
#: with lower values it would hardly ever doubt a guess based on the clue; with higher ones it would
#: doubt too many targets proposed at once.)
AGREE_RATIO = 15
AGREE_PROBABILITY = 0.4


@dataclass(frozen=True)
class Judgement:
    """Whether the critic agrees, and a one-line reason."""

    agrees: bool
    explanation: str


def judge(language: str, clue: str, guess: str, earlier: Sequence[str] = ()) -> Judgement:
    """Judge a guess, given the ``earlier`` proposals.

    Without word associations, or if they say nothing about the clue, the judgement depends on how
    common the word is.
    """
    wording = CLUE_WORDINGS[language]
    told = relation_odds(language, clue) if language in SOURCES else None
    if wording.by_fit is None or told is None or not told.words:
        common = accepted_words(language).frequencies.get(guess, 0) >= PLAUSIBLE_ZIPF
        return Judgement(common, wording.agrees_blind if common else wording.disagrees_blind)
    shares = plausible_words(language)
    own = shares.get(guess, 0.0) * told.of(guess)
    others = [shares[word] * told.of(word) for word in _possible(language, guess, earlier)]
    least = min(AGREE_PROBABILITY, AGREE_RATIO / (len(others) + 1))
    agrees = own > 0 and own >= least * (own + sum(others))
    said = wording.by_fit
    if agrees:
        best = own >= max(others, default=0.0)
        return Judgement(True, said.agrees_best if best else said.agrees)
    tied = fit(language, clue, guess) >= SOMEWHAT
    return Judgement(False, said.disagrees if tied else said.disagrees_strange)


def _possible(language: str, guess: str, earlier: Sequence[str]) -> list[str]:
    """Return the other words that would have got the same marks and have not been proposed."""
    index = candidate_index(accepted_words(language))
    words = (index.words[at] for at in index.consistent([(p, colour(p, guess)) for p in earlier]))
    return [word for word in words if word != guess and word not in earlier]


class Critic:
    """A player in the critic's seat. If a word is proposed again, the opinion stays the same."""

    def __init__(self, language: str) -> None:
        self._language = language

    def respond(self, request: Request, view: View) -> str:
        if request.form is None:
            raise LookupError("the request has no form")
        guess = view_reader.text(view, "proposal", "guess")
        before = _judged(view)
        again = guess in before
        others = before[: before.index(guess)] if again else before
        judgement = judge(self._language, view_reader.text(view, "clue", "clue"), guess, others)
        explanation = judgement.explanation
        if again:
            again_wording = CLUE_WORDINGS[self._language].again
            explanation = Template(again_wording).substitute(reason=explanation)
        agree, disagree = _options(request)
        agreement = agree if judgement.agrees else disagree
        return request.form.compose({"agreement": agreement, "explanation": explanation})


def _judged(view: View) -> list[str]:
    """Return the proposals that the critic has judged, in order."""
    block = view.block("verdicts")
    return [item.text for item in block.items] if isinstance(block, MarkedList) else []


def _options(request: Request) -> list[str]:
    """Return the words for agreement and disagreement."""
    for field in request.form.fields if request.form else ():
        if isinstance(field, ChoiceField):
            return [option.value for option in field.options]
    raise LookupError("the form has no agreement field")
