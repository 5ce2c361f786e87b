"""Fit the few weights with which `bots/association` combines its sources.

Usage, from the root of the repository, with ``numpy`` installed::

    python -m games.wordle.tools.fit_weights

This is a conditional logit: it finds the weights under which the words of the clues are likeliest
among all accepted words, each as plausible as its frequency makes it. It uses one half of the clues
that are in no shipped instance; `measure_critic.py` uses the other.
"""

from __future__ import annotations

import numpy as np

from games.wordle.bots import association
from games.wordle.generate import clues
from games.wordle.tools.samples import unseen

STEPS = 30
TOLERANCE = 1e-4


def features(language: str, word: str) -> tuple[np.ndarray, int]:
    """Return the scores of every accepted word (rows) by every source, and the row of the word."""
    listed = list(association.plausible_words(language))
    scored = association.scores(language, clues.clue_for(language, word) or "")
    columns = [[source.get(one, 0.0) for one in listed] for source in scored]
    return np.array(columns).T, listed.index(word)


def fitted(language: str, words: list[str]) -> np.ndarray:
    """Return the maximum-likelihood weights, by Newton's method with step halving."""
    prior = np.log(np.array(list(association.plausible_words(language).values())))
    samples = [features(language, word) for word in words]

    def likelihood(weights: np.ndarray) -> float:
        return sum(
            float(values[place] - np.logaddexp.reduce(values))
            for scored, place in samples
            for values in [prior + scored @ weights]
        )

    weights = np.zeros(samples[0][0].shape[1])
    best = likelihood(weights)
    for _ in range(STEPS):
        gradient = np.zeros_like(weights)
        curvature = np.zeros((len(weights), len(weights)))
        for scored, place in samples:
            values = prior + scored @ weights
            chance = np.exp(values - np.logaddexp.reduce(values))
            mean = chance @ scored
            gradient += scored[place] - mean
            curvature += (scored * chance[:, None]).T @ scored - np.outer(mean, mean)
        step = np.linalg.solve(curvature, gradient)
        while likelihood(weights + step) < best and np.abs(step).max() > TOLERANCE:
            step = step / 2
        weights = weights + step
        best = likelihood(weights)
        if np.abs(step).max() <= TOLERANCE:
            break
    return weights


def main() -> None:
    """Print the weights of each language, in the order of its sources."""
    for language in association.SOURCES:
        words = unseen(language, 0)
        weights = ", ".join(f"{weight:.2f}" for weight in fitted(language, words))
        print(f"{language}: {weights} ({len(words)} clues)")


if __name__ == "__main__":
    main()
