"""Which models answered, as far as episodes tell: once more, independently of the program."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from itertools import combinations


def completed_models(
    found: Mapping[str, set[tuple[str, str]]], players: Mapping[str, Hashable]
) -> dict[str, Hashable]:
    """Return the models between which each episode tells, by that asked for.

    Models that answered in the same episode are one everywhere; where an episode leaves open which
    answered, it is what all others of the same players agree on.

    Args:
        found: pairs of the model asked for and one that answered, by episode.
        players: who played each episode.
    """
    seen: dict[tuple[Hashable, str], set[frozenset[str]]] = {}
    for id, each in found.items():
        for asked in {asked for asked, _ in each}:
            models = frozenset(model for name, model in each if name == asked)
            seen.setdefault((players[id], asked), set()).add(models)
    for variants in seen.values():
        while overlap := next(((a, b) for a, b in combinations(variants, 2) if a & b), None):
            variants -= set(overlap)
            variants.add(overlap[0] | overlap[1])
    completed: dict[str, Hashable] = {}
    for id, who in players.items():
        own = found.get(id, set())
        completed[id] = frozenset(
            (asked, model)
            for (played, asked), variants in seen.items()
            if played == who
            for variant in variants
            if any((asked, model) in own for model in variant)
            or (len(variants) == 1 and asked not in {name for name, _ in own})
            for model in variant
        )
    return completed
