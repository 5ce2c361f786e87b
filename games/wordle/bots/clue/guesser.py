"""The scripted guesser of the games with a clue, which combines feedback, clue and critic."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import nlargest

from clemtui.engine import Label, Request, View

from ...feedback import Attempt
from .. import view_reader
from ..association import SOURCES, fit, odds
from ..candidates import CandidateIndex
from ..guesser import MOST_TARGETS, Move, best_guesses, candidate_index
from ..partition import two_step_chance
from ..wording import Reason
from .wording import CLUE_WORDINGS

#: Maximum number of pairs of guess and possible target compared when searching for splitting words.
SPLITTING_BUDGET = 4_000
#: Number of likeliest words that are compared with the splitting ones.
LIKELY_WORDS = 15
SPLITTING_WORDS = 5
#: Expected main scores at most this far below the best count as equal, and the seed picks one.
EQUAL_SCORE = 0.05
#: How often a critic is expected to disagree with a correct and with a wrong proposal.
DOUBTS_RIGHT, DOUBTS_WRONG = 0.1, 0.4
#: Label id by which the view shows that the critic agrees.
AGREES = "wordle.board.agrees"
#: Fraction of the main score of the round after next that is expected if neither this guess nor the
#: next one hits.
LATER_CHANCE = 0.8


@dataclass(frozen=True)
class Candidates:
    """The number of words consistent with the feedback, and the weights of the likeliest."""

    count: int
    weights: dict[str, float]


@dataclass(frozen=True)
class Knowledge:
    """What the guesser knows when it is asked."""

    clue: str
    attempts: Sequence[Attempt]
    rounds: int


class ClueGuesser:
    """A player in the guesser's seat with a clue, alone or with a critic.

    Among the words consistent with the feedback, a word's likelihood depends on its frequency and
    on how well it fits the clue. (In a language without word associations the clue is ignored, and
    only frequency and letters count.) The player maximises the main score, 100 divided by the
    number of rounds, so it picks the word most likely to hit now or with the next guess. The same
    seed, request and view give the same move.
    """

    def __init__(self, language: str, seed: int) -> None:
        self._language = language
        self._seed = seed
        self._wording = CLUE_WORDINGS[language]

    def respond(self, request: Request, view: View) -> str:
        if request.form is None:
            raise LookupError("the request has no form")
        known = Knowledge(
            view_reader.text(view, "clue", "clue"),
            view_reader.attempts(view),
            view_reader.rounds(view),
        )
        index = candidate_index(view_reader.word_list(view_reader.words(request), self._language))
        opinion = _opinion(view)
        if opinion is None:
            move = self.propose(index, known)
        else:
            proposal, agrees = opinion
            move = self.commit(index, known, proposal, agrees=agrees)
        return request.form.compose({"guess": move.guess, "explanation": move.explanation})

    def propose(self, index: CandidateIndex, known: Knowledge) -> Move:
        """Return the best guess.

        Raises:
            ValueError: if every word of the list has been guessed.
        """
        candidates = self._candidates(index, known)
        guess, reason = self._choose(index, known, candidates)
        return Move(guess, self._explain(known, guess, reason, candidates.count))

    def commit(
        self, index: CandidateIndex, known: Knowledge, proposal: str, *, agrees: bool
    ) -> Move:
        """Return the guess to commit after the critic's opinion: the proposal or a better word."""
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
        """Return the words consistent with the feedback and not yet guessed, likeliest first."""
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
            raise ValueError("every word of the list has already been guessed")
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
        """Return the expected main scores of likely words, splitting words and ``others``."""
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
        """Return the words that are most informative about the weighted candidates."""
        place = _places(index)
        left = {place[word]: weight for word, weight in weights.items()}
        guessed = {guess for guess, _ in known.attempts}
        rounds_left = known.rounds - len(known.attempts)
        return best_guesses(index, left, guessed, rounds_left, SPLITTING_BUDGET)

    def _fit(self, known: Knowledge, guess: str) -> tuple[str, ...]:
        """Comment on how a guess fits the clue; empty if the language has no associations."""
        by_fit = self._wording.by_fit
        return (by_fit.fit(fit(self._language, known.clue, guess)),) if by_fit else ()

    def _explain(self, known: Knowledge, guess: str, reason: Reason, left: int) -> str:
        letters = self._wording.letters
        return self._join(letters.explain(reason, known.attempts, left), *self._fit(known, guess))

    def _join(self, *parts: str) -> str:
        return self._wording.letters.separator.join(parts)


def _opinion(view: View) -> tuple[str, bool] | None:
    """Return the open proposal and whether the critic agrees, or None if nothing was judged."""
    try:
        opinion = view.value("opinion", "agreement")
    except KeyError:
        return None
    assert isinstance(opinion, Label)
    return str(opinion.values["word"]), opinion.id == AGREES


@lru_cache(maxsize=8)
def _clue_weights(index: CandidateIndex, language: str, clue: str) -> list[float]:
    """Return the weight of every word of the index before any guess."""
    if language not in SOURCES:
        return index.weights
    told = odds(language, clue)
    times, unknown = told.words, told.unknown
    pairs = zip(index.words, index.weights, strict=True)
    return [weight * times.get(word, unknown) for word, weight in pairs]


@lru_cache(maxsize=4)
def _places(index: CandidateIndex) -> Mapping[str, int]:
    return {word: place for place, word in enumerate(index.words)}
