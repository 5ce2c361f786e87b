"""All pictures of a study."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from clemtui.study.pictures.curves import curves_picture
from clemtui.study.pictures.data import Intervals, PlotData
from clemtui.study.pictures.dots import dots_picture
from clemtui.study.pictures.drawing import Picture
from clemtui.study.pictures.flow import flow_picture
from clemtui.study.pictures.intervals import intervals_picture


def pictures(data: PlotData) -> Iterator[Picture]:
    """Draw all pictures; those of seats and languages only of games that have several."""
    yield flow_picture(data.flow, data.title)
    for each in data.intervals:
        yield intervals_picture(each.measure, each.measure, each.games, data.title)
    yield dots_picture(data.dots, data.title)
    yield curves_picture(data.curves, data.title)
    for each in data.intervals:
        yield from cell_pictures(each, data.title)


def cell_pictures(intervals: Intervals, study: str) -> Iterator[Picture]:
    """Draw a measure by seat and language, with a picture for each game that has several.

    Args:
        intervals: the means of the measure.
        study: the title of the study, or empty.
    """
    measure = intervals.measure
    by_game = groupby(intervals.cells, key=lambda group: group.game)
    for number, (game, groups) in enumerate(by_game, 1):
        name = f"{measure}-{number}-{_slug(game)}".strip("-")
        yield intervals_picture(name, measure, list(groups), study)


def _slug(game: str) -> str:
    return re.sub("[^a-z0-9]+", "-", game.lower()).strip("-")
