"""Which models answered, as far as episodes tell: once more, independently of the program."""

from __future__ import annotations

from collections.abc import Hashable, Mapping


def completed_models(
    found: Mapping[str, set[tuple[str, str]]], players: Mapping[str, set[tuple[str, Hashable]]]
) -> dict[str, Hashable]:
    """Return the models that answered in each episode, by that asked for.

    Where an episode leaves open which answered, it is what all others of the same player agree on,
    whoever it played with; else it is unknown, like one that answered without a name: an empty one.

    Args:
        found: pairs of the model asked for and one that answered, by episode.
        players: pairs of the model asked for and all that was configured of it, by episode.
    """
    seen: dict[tuple[str, Hashable], set[frozenset[str]]] = {}
    for id, each in found.items():
        for asked, who in players[id]:
            models = frozenset(model for name, model in each if name == asked)
            if models:
                seen.setdefault((asked, who), set()).add(models)
    completed: dict[str, Hashable] = {}
    for id, asked_players in players.items():
        own = set(found.get(id, set()))
        known = {asked for asked, _ in own}
        for asked in {asked for asked, _ in asked_players} - known:
            variants = set().union(
                *(seen.get(each, set()) for each in asked_players if each[0] == asked)
            )
            models = variants.pop() if len(variants) == 1 else frozenset({""})
            own |= {(asked, model) for model in models}
        completed[id] = frozenset(own)
    return completed
