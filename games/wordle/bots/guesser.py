"""The scripted guesser, which maximises expected information over the accepted words."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache, lru_cache
from heapq import nlargest
from itertools import islice

from ..feedback import Attempt
from .candidates import CandidateIndex
from .partition import LENGTH, information, two_step_chance
from .word_lists import DATA, WordList
from .wording import ENGLISH, Reason, Wording

#: Maximum number of pairs of guess and possible target compared in one move; keeps a move well
#: under 50 ms.
MOVE_BUDGET = 12_000
#: Maximum number of likeliest candidates that represent all candidates when guesses are compared.
MOST_TARGETS = 200
#: Fixed cost of considering a guess, in comparisons, however few the targets.
GUESS_COST = 20
#: Guesses at most this much worse than the best (in bits) count as equal, and the seed picks one.
EQUAL_VALUE = 0.02

OPENINGS_FILE = "openings.json"
#: Second moves by the first move and its marks (as a number, see `partition.pattern_codes`).
OpeningBook = Mapping[str, Mapping[int, str]]


@dataclass(frozen=True)
class Move:
    """A guess with a one-line explanation in the prompt language."""

    guess: str
    explanation: str


class ScriptedGuesser:
    """A guesser that knows only the history of attempts and the word list.

    The same seed and history give the same move. A move is always a word of the list that has not
    been guessed yet. Openings are looked up if they were precomputed for the list.

    Raises:
        ValueError: if the words do not have five letters.
    """

    def __init__(
        self, word_list: WordList, seed: int, *, wording: Wording = ENGLISH, rounds: int = 6
    ) -> None:
        if len(word_list.words[0]) != LENGTH:
            raise ValueError(f"the scripted guesser only plays words of {LENGTH} letters")
        self._index = candidate_index(word_list)
        self._book = opening_books().get(word_list.digest, {})
        self._seed = seed
        self._wording = wording
        self._rounds = rounds

    def move(self, attempts: Sequence[Attempt]) -> Move:
        """Return the next guess after these attempts.

        Raises:
            ValueError: if every word of the list has been guessed.
        """
        guessed = {guess for guess, _ in attempts}
        left = [i for i in self._index.consistent(attempts) if self._index.words[i] not in guessed]
        guess, reason = self._choose(attempts, left, guessed)
        return Move(guess, self._wording.explain(reason, attempts, len(left)))

    def _choose(
        self, attempts: Sequence[Attempt], left: Sequence[int], guessed: AbstractSet[str]
    ) -> tuple[str, Reason]:
        rng = random.Random(f"{self._seed} {' '.join(guess for guess, _ in attempts)}")
        words = self._index.words
        if not left:
            for word in words:
                if word not in guessed:
                    return word, Reason.NO_CANDIDATE
            raise ValueError("every word of the list has already been guessed")
        if len(left) == 1:
            return words[left[0]], Reason.ONLY
        rounds_left = self._rounds - len(attempts)
        if len(left) == 2 or rounds_left <= 1:
            return words[left[0]], Reason.LIKELIEST
        weights = {i: self._index.weights[i] for i in left}
        if not attempts:
            first = sorted(self._book) or best_guesses(self._index, weights, guessed, rounds_left)
            return rng.choice(first), Reason.OPENING
        if len(attempts) == 1:
            ((guess, marks),) = attempts
            code = sum(mark * 3 ** (LENGTH - 1 - i) for i, mark in enumerate(marks))
            second = self._book.get(guess, {}).get(code)
            if second is not None:
                return second, Reason.SPLIT
        return rng.choice(best_guesses(self._index, weights, guessed, rounds_left)), Reason.SPLIT


def best_guesses(
    index: CandidateIndex,
    left: Mapping[int, float],
    guessed: AbstractSet[str],
    rounds_left: int,
    budget: int = MOVE_BUDGET,
) -> list[str]:
    """Return the guesses worth most (within `EQUAL_VALUE`) from a pool limited by the budget.

    ``left`` are the weights of the possible targets, heaviest first. A guess is worth its expected
    information plus the chance of a hit (which ends the episode), or with two rounds left the
    chance of winning.
    """
    left = dict(islice(left.items(), MOST_TARGETS))
    targets = [index.words[i] for i in left]
    weights = list(left.values())
    total = sum(weights)
    chance = {target: weight / total for target, weight in zip(targets, weights, strict=True)}
    worth: dict[str, float] = {}
    for guess in _pool(index, chance, guessed, max(2, budget // (len(left) + GUESS_COST))):
        if rounds_left == 2:
            worth[guess] = two_step_chance(guess, targets, weights)
        else:
            worth[guess] = information(guess, targets, weights) + chance.get(guess, 0.0)
    best = max(worth.values())
    return sorted(guess for guess, value in worth.items() if value >= best - EQUAL_VALUE)


def _pool(
    index: CandidateIndex, chance: Mapping[str, float], guessed: AbstractSet[str], size: int
) -> list[str]:
    """Return the likeliest targets, plus words whose letters occur in about half of the targets."""
    if size >= len(index.words):
        return [word for word in index.words if word not in guessed]
    likeliest = list(chance)[: size // 2]
    share: dict[str, float] = {}
    for target, probability in chance.items():
        for letter in set(target):
            share[letter] = share.get(letter, 0.0) + probability
    spread = dict.fromkeys(index.letters, 0.0)
    spread |= {letter: p * (1 - p) for letter, p in share.items()}
    told = spread.__getitem__
    ranked = nlargest(size, index.words_by_letters, key=lambda letters: sum(map(told, letters)))
    taken = guessed | set(likeliest)
    splitting = (w for letters in ranked for w in index.words_by_letters[letters] if w not in taken)
    return likeliest + list(islice(splitting, size - len(likeliest)))


@lru_cache(maxsize=8)
def candidate_index(word_list: WordList) -> CandidateIndex:
    """Return the index of a word list, building it once per list."""
    return CandidateIndex(word_list)


@cache
def opening_books() -> Mapping[str, OpeningBook]:
    """Return the precomputed openings, by the digest of the word list they belong to."""
    path = DATA / OPENINGS_FILE
    books = json.loads(path.read_text("utf-8"))
    return {
        digest: {
            first: {int(code): second for code, second in seconds.items()}
            for first, seconds in book.items()
        }
        for digest, book in books.items()
    }
