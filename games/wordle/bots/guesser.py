"""The scripted guesser: plays by expected information among the accepted words."""

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

#: Pairs of a guess and a possible target that one move may compare; keeps a move well under 50 ms.
MOVE_BUDGET = 12_000
#: At most so many of the likeliest candidates stand for all when guesses are compared.
MOST_TARGETS = 200
#: Looking at a guess costs as much as so many comparisons, however few the targets.
GUESS_COST = 20
#: Guesses worth this much less than the best (bits) count as equal, and the seed chooses.
EQUAL_VALUE = 0.02

OPENINGS_FILE = "openings.json"
#: Second moves by the first move and its marks (as a number, see `partition.pattern_code`).
OpeningBook = Mapping[str, Mapping[int, str]]


@dataclass(frozen=True)
class Move:
    """A guess with a one-line explanation in the language of play."""

    guess: str
    explanation: str


class ScriptedGuesser:
    """Guesses from the history of attempts and the word list, and knows nothing else.

    The same seed and history give the same move. A move is always a word of the list that was not
    guessed before. Openings are looked up where the list is one they were computed for.

    Raises:
        ValueError: the words do not have five letters.
    """

    def __init__(
        self, word_list: WordList, seed: int, *, wording: Wording = ENGLISH, rounds: int = 6
    ) -> None:
        if len(word_list.words[0]) != LENGTH:
            raise ValueError(f"the scripted guesser plays words of {LENGTH} letters only")
        self._index = candidate_index(word_list)
        self._book = opening_books().get(word_list.digest, {})
        self._seed = seed
        self._wording = wording
        self._rounds = rounds

    def move(self, attempts: Sequence[Attempt]) -> Move:
        """The next guess after these attempts.

        Raises:
            ValueError: every word of the list was guessed already.
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
            raise ValueError("every word of the list was guessed already")
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
    """The guesses that are worth most, as good as equal, out of a pool that the budget bounds.

    ``left`` are the weights of the words that may be the target, the heaviest first.
    Worth is the expected information plus the chance to hit (a hit ends the episode), or with two
    rounds left the chance to win.
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
    """The likeliest targets, and words of letters that about half of the targets have."""
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
    """The index of a word list, built once for each."""
    return CandidateIndex(word_list)


@cache
def opening_books() -> Mapping[str, OpeningBook]:
    """The precomputed openings by the digest of the word list they were computed for."""
    path = DATA / OPENINGS_FILE
    books = json.loads(path.read_text("utf-8"))
    return {
        digest: {
            first: {int(code): second for code, second in seconds.items()}
            for first, seconds in book.items()
        }
        for digest, book in books.items()
    }
