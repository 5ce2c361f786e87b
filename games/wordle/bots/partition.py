"""Measure how a guess splits a set of possible targets by the marks they would give."""

from __future__ import annotations

import math
from collections.abc import Sequence

LENGTH = 5


def pattern_codes(guess: str, targets: Sequence[str]) -> list[int]:
    """Return the marks of a five-letter guess against each target, as base-3 numbers.

    The first letter is the most significant digit; 242 is a hit. The rule is that of
    `feedback.colour`, optimised for speed.
    """
    a, b, c, d, e = tuple(guess)
    if len({a, b, c, d, e}) == LENGTH:
        # If no letter of the guess repeats, yellow just means "elsewhere in the target".
        return [
            (162 if t[0] == a else 81 if a in t else 0)
            + (54 if t[1] == b else 27 if b in t else 0)
            + (18 if t[2] == c else 9 if c in t else 0)
            + (6 if t[3] == d else 3 if d in t else 0)
            + (2 if t[4] == e else 1 if e in t else 0)
            for t in targets
        ]
    return [_pattern_code(guess, target) for target in targets]


def _pattern_code(guess: str, target: str) -> int:
    code = 0
    unused = [t for g, t in zip(guess, target, strict=True) if g != t]
    for g, t in zip(guess, target, strict=True):
        code *= 3
        if g == t:
            code += 2
        elif g in unused:
            code += 1
            unused.remove(g)
    return code


def information(guess: str, targets: Sequence[str], weights: Sequence[float]) -> float:
    """Return the expected information of a guess about a weighted set of targets, in bits."""
    groups: dict[int, float] = {}
    for code, weight in zip(pattern_codes(guess, targets), weights, strict=True):
        groups[code] = groups.get(code, 0.0) + weight
    total = sum(groups.values())
    return math.log2(total) - sum(g * math.log2(g) for g in groups.values()) / total


def two_step_chance(guess: str, targets: Sequence[str], weights: Sequence[float]) -> float:
    """Return the probability of hitting the target with this guess or the best next one."""
    best: dict[int, float] = {}
    for code, weight in zip(pattern_codes(guess, targets), weights, strict=True):
        if weight > best.get(code, 0.0):
            best[code] = weight
    return sum(best.values()) / sum(weights)
