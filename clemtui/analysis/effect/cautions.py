"""Cautions: what readers of differences between languages need to know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clemtui.analysis.effect.model import Caution, Level

MARGIN = 1.0
"""Distance, in points, up to which a value counts as being at the end of the range."""

_TOP = 100.0
_BOTTOM = 0.0


def level_cautions(levels: Iterable[Level], chance: float | None, source: str) -> Iterator[Caution]:
    """Yield cautions about floor, ceiling and packs.

    A quality score is at the floor if its interval reaches the chance level (or zero, for a game
    without one): guessing would give the same result, so a difference says little about the
    language. It is at the ceiling if its interval reaches 100. Packs in the source language need no
    review by a native speaker, as they are not translations.
    """
    for level in levels:
        if level.quality is not None:
            floor = _BOTTOM + MARGIN if chance is None else chance
            if level.quality.low <= floor:
                yield Caution("floor", level.language, _BOTTOM if chance is None else chance)
            if level.quality.high >= _TOP - MARGIN:
                yield Caution("ceiling", level.language)
        if level.reviewed is False and level.language != source:
            yield Caution("unreviewed", level.language)
        if len(level.packs) > 1:
            yield Caution("mixed packs", level.language, len(level.packs))
