"""People and tasks with known abilities, and how an episode between them ends.

A latent value decides: the mean of the game, plus the ability of the person, minus the difficulty
of the task, plus chance. The truth of a game is the mean score of all people on all tasks.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

PEOPLE, TASKS, CHANCE = 0.6, 0.4, 1.0
"""Standard deviations of abilities, difficulties and chance, in latent units."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """A game: its mean in latent units, and what each further attempt makes of a value.

    Attributes:
        attempts: above which latent value the task is solved in the first, second, ... attempt.
        scores: the scores of these attempts.
        broken: below this value the answer is not in the required form, and the episode aborts.
    """

    mean: float
    attempts: Sequence[float]
    scores: Sequence[float]
    broken: float = -2.0

    def attempt(self, value: float) -> int | None:
        """Return in which attempt a value solves a task, from 1; None: in none."""
        for number, limit in enumerate(self.attempts, 1):
            if value > limit:
                return number
        return None

    def score(self, value: float) -> float:
        """Return the joint score."""
        number = self.attempt(value)
        return 0.0 if number is None else self.scores[number - 1]


LADDERS: Mapping[str, Ladder] = {
    "taboo": Ladder(0.4, (0.8, 0.2, -0.4), (100.0, 50.0, 100 / 3)),
    "wordle": Ladder(
        0.2, (1.8, 1.2, 0.6, 0.0, -0.5, -1.0), (100.0, 100.0, 100.0, 50.0, 30.0, 20.0)
    ),
}


class World:
    """Draws what is needed, the same for the same person and task."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def value(self, game: str, person: int, task: str) -> float:
        """Return the latent value of a person's episode with a task."""
        ability = self._draw("person", person, PEOPLE)
        difficulty = self._draw("task", (game, task), TASKS)
        chance = self._draw("chance", (game, person, task), CHANCE)
        return LADDERS[game].mean + ability - difficulty + chance

    def _draw(self, kind: str, key: object, spread: float) -> float:
        return random.Random(repr((self._seed, kind, key))).gauss(0, spread)


def truth(game: str, draws: int = 200_000) -> float:
    """Return the mean joint score of everyone on everything."""
    dice = random.Random(1)
    spread = (PEOPLE**2 + TASKS**2 + CHANCE**2) ** 0.5
    ladder = LADDERS[game]
    return sum(ladder.score(ladder.mean + dice.gauss(0, spread)) for _ in range(draws)) / draws
