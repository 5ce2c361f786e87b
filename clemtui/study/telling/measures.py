"""What the measures of a study are called. In English only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from clemtui.study.protocol.model import Measure


@dataclass(frozen=True, slots=True)
class Named:
    """The names of a measure; ``short`` is for the middle of a sentence."""

    title: str
    short: str


MEASURES: Mapping[Measure, Named] = {
    "joint": Named("Joint score", "joint score"),
    "played": Named("% played", "% played"),
    "quality": Named("Quality of the played episodes", "quality"),
}
