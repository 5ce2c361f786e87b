"""What a reader of differences between languages has to know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clemtui.analysis.effect.cohorts import ALPHA, Caution, Comparison, Level

NEAR = 1.0
"""So many points from the end of the range are at the end."""

_TOP = 100.0
_BOTTOM = 0.0


def cautions_of_levels(
    levels: Iterable[Level], chance: float | None, source: str
) -> Iterator[Caution]:
    """Floor, ceiling and packs.

    At the floor is a quality score whose interval reaches the chance level (or, of a game without
    one, zero): guessing would give the same, so a difference says little about the language. At the
    ceiling is one whose interval reaches 100. Packs in the source language are made from no others:
    there is nothing that a native speaker would have to compare.
    """
    for level in levels:
        if level.quality is not None:
            floor = _BOTTOM + NEAR if chance is None else chance
            if level.quality.low <= floor:
                yield Caution("floor", level.language, _BOTTOM if chance is None else chance)
            if level.quality.high >= _TOP - NEAR:
                yield Caution("ceiling", level.language)
        if level.reviewed is False and level.language != source:
            yield Caution("unreviewed", level.language)
        if len(level.packs) > 1:
            yield Caution("mixed packs", level.language, len(level.packs))


def too_few(comparison: Comparison, best: float) -> Iterator[Caution]:
    """A comparison that cannot become significant, even if in all comparisons all tasks speak for
    one side: ``best`` is its adjusted p then."""
    if best > ALPHA:
        yield Caution("few", comparison.language, best, comparison.group)
