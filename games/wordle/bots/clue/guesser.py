"""The scripted guesser of the games with a clue: feedback and clue together, and the critic."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import nlargest

from clemtui.engine import Label, Request, View

from ...feedback import Attempt
from .. import seen
from ..association import SOURCES, fit, odds
from ..candidates import CandidateIndex
from ..guesser import MOST_TARGETS, Move, best_guesses, candidate_index
from ..partition import two_step_chance
from ..wording import Reason
from .wording import CLUE_WORDINGS

#: Pairs of a guess and a possible target that the search for splitting words may compare.
SPLITTING_BUDGET = 4_000
#: So many of the likeliest words are weighed against the splitting ones.
LIKELY_WORDS = 15
SPLITTING_WORDS = 5
#: Expected main scores this near to the best count as equal, and the seed chooses.
EQUAL_SCORE = 0.05
#: How often a critic is expected to disagree with a right and with a wrong proposal.
DOUBTS_RIGHT, DOUBTS_WRONG = 0.1, 0.4
#: How the view says that the critic agrees.
AGREES = "wordle.board.agrees"
#: Part of the later main score that a word not hit in two rounds still brings.
LATER_CHANCE = 0.8


@dataclass(frozen=True)
class Candidates:
    """The words that agree with the feedback: how many, and the likeliest with their weights."""

    count: int
    weights: dict[str, float]


@dataclass(frozen=True)
class Knowledge:
    """What the guesser knows when it is asked."""

    clue: str
    attempts: Sequence[Attempt]
    rounds: int


class ClueGuesser:
    """Plays the guesser's seat with a clue, alone or with a critic.

    A word is as likely as it is frequent and fits the clue, if it agrees with the feedback. (In a
    language without word associations the clue tells it nothing: it goes by frequency and letters.)
    It plays for the main score, 100 by the number of rounds: the word that most probably hits now
    or with the next guess. The same seed, request and view give the same move.
    """

    def __init__(self, language: str, seed: int) -> None:
        self._language = language
        self._seed = seed
        self._wording = CLUE_WORDINGS[language]

    def respond(self, request: Request, view: View) -> str:
        if request.form is None:
            raise LookupError("the request has no form")
        known = Knowledge(seen.text(view, "clue", "clue"), seen.attempts(view), seen.rounds(view))
        index = candidate_index(seen.word_list(seen.words(request), self._language))
        opinion = _opinion(view)
        if opinion is None:
            move = self.propose(index, known)
        else:
            proposal, agrees = opinion
            move = self.commit(index, known, proposal, agrees=agrees)
        return request.form.compose({"guess": move.guess, "explanation": move.explanation})

    def propose(self, index: CandidateIndex, known: Knowledge) -> Move:
        """The best guess.

        Raises:
            ValueError: every word of the list was guessed already.
        """
        candidates = self._candidates(index, known)
        guess, reason = self._choose(index, known, candidates)
        return Move(guess, self._explain(known, guess, reason, candidates.count))

    def commit(
        self, index: CandidateIndex, known: Knowledge, proposal: str, *, agrees: bool
    ) -> Move:
        """The guess that counts, after the critic's opinion: the proposal, or a better one now."""
        wording = self._wording
        if agrees:
            return Move(proposal, self._join(*self._fit(known, proposal), wording.kept_agreed))
        weights = self._candidates(index, known).weights
        if proposal in weights:
            weights[proposal] *= DOUBTS_RIGHT / DOUBTS_WRONG
        worth = self._worth(index, known, weights, proposal)
        best = max(worth.values(), default=0.0)
        if worth.get(proposal, 0.0) >= best - EQUAL_SCORE:
            return Move(proposal, self._join(*self._fit(known, proposal), wording.kept_disagreed))
        guess = min(word for word, value in worth.items() if value == best)
        return Move(guess, self._join(wording.changed, *self._fit(known, guess)))

    def _candidates(self, index: CandidateIndex, known: Knowledge) -> Candidates:
        """The words that agree with the feedback and were not guessed, the likeliest first."""
        weights = _clue_weights(index, self._language, known.clue)
        guessed = {guess for guess, _ in known.attempts}
        words = index.words
        left = [i for i in index.consistent(known.attempts) if words[i] not in guessed]
        likeliest = nlargest(MOST_TARGETS, left, key=weights.__getitem__)
        return Candidates(len(left), {words[i]: weights[i] for i in likeliest})

    def _choose(
        self, index: CandidateIndex, known: Knowledge, candidates: Candidates
    ) -> tuple[str, Reason]:
        guessed = {guess for guess, _ in known.attempts}
        if not candidates.count:
            for word in index.words:
                if word not in guessed:
                    return word, Reason.NO_CANDIDATE
            raise ValueError("every word of the list was guessed already")
        likeliest = next(iter(candidates.weights))
        if candidates.count == 1:
            return likeliest, Reason.ONLY
        worth = self._worth(index, known, candidates.weights)
        best = max(worth.values())
        equal = sorted(word for word, value in worth.items() if value >= best - EQUAL_SCORE)
        rng = random.Random(f"{self._seed} {known.clue} {' '.join(g for g, _ in known.attempts)}")
        guess = rng.choice(equal)
        if guess == likeliest:
            return guess, Reason.LIKELIEST
        return guess, Reason.SPLIT if known.attempts else Reason.OPENING

    def _worth(
        self,
        index: CandidateIndex,
        known: Knowledge,
        weights: Mapping[str, float],
        *others: str,
    ) -> dict[str, float]:
        """The expected main score of the likeliest words, of splitting words and of others."""
        targets = list(weights)
        if not targets:
            return {}
        values = [weights[target] for target in targets]
        total = sum(values)
        number = len(known.attempts) + 1
        now, next_, later = (
            100 / round_ if round_ <= known.rounds else 0.0
            for round_ in (number, number + 1, number + 2)
        )
        options = dict.fromkeys((*targets[:LIKELY_WORDS], *others))
        if next_:
            options |= dict.fromkeys(self._splitting(index, known, weights)[:SPLITTING_WORDS])
        worth: dict[str, float] = {}
        for guess in options:
            hit = weights[guess] / total if guess in weights else 0.0
            soon = two_step_chance(guess, targets, values) if next_ else hit
            worth[guess] = hit * now + (soon - hit) * next_ + (1 - soon) * LATER_CHANCE * later
        return worth

    @staticmethod
    def _splitting(
        index: CandidateIndex, known: Knowledge, weights: Mapping[str, float]
    ) -> list[str]:
        """The words that tell most about the weighted candidates."""
        place = _places(index)
        left = {place[word]: weight for word, weight in weights.items()}
        guessed = {guess for guess, _ in known.attempts}
        rounds_left = known.rounds - len(known.attempts)
        return best_guesses(index, left, guessed, rounds_left, SPLITTING_BUDGET)

    def _fit(self, known: Knowledge, guess: str) -> tuple[str, ...]:
        """What is said of a guess and the clue; nothing where no associations tell of it."""
        by_fit = self._wording.by_fit
        return (by_fit.fit(fit(self._language, known.clue, guess)),) if by_fit else ()

    def _explain(self, known: Knowledge, guess: str, reason: Reason, left: int) -> str:
        letters = self._wording.letters
        return self._join(letters.explain(reason, known.attempts, left), *self._fit(known, guess))

    def _join(self, *parts: str) -> str:
        return self._wording.letters.separator.join(parts)


def _opinion(view: View) -> tuple[str, bool] | None:
    """The open proposal and whether the critic agrees to it; None where nothing was judged."""
    try:
        opinion = view.value("opinion", "agreement")
    except KeyError:
        return None
    assert isinstance(opinion, Label)
    return str(opinion.values["word"]), opinion.id == AGREES


@lru_cache(maxsize=8)
def _clue_weights(index: CandidateIndex, language: str, clue: str) -> list[float]:
    """The weight of every word of the index before any guess."""
    if language not in SOURCES:
        return index.weights
    told = odds(language, clue)
    times, unknown = told.words, told.unknown
    pairs = zip(index.words, index.weights, strict=True)
    return [weight * times.get(word, unknown) for word, weight in pairs]


@lru_cache(maxsize=4)
def _places(index: CandidateIndex) -> Mapping[str, int]:
    return {word: place for place, word in enumerate(index.words)}
