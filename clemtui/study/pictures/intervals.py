"""Means with their intervals, people and models side by side, as a picture."""

from __future__ import annotations

from collections.abc import Sequence

from clemtui.study.pictures.chart import chart_for, counts, group_name, group_words, intervals_note
from clemtui.study.pictures.data import Group
from clemtui.study.pictures.drawing import MARGIN, Picture, heading, titled
from clemtui.study.protocol.model import Measure
from clemtui.study.telling.measures import MEASURES


def intervals_picture(name: str, measure: Measure, groups: Sequence[Group], study: str) -> Picture:
    """Draw the means of a measure.

    Args:
        name: of the picture.
        measure: what was measured.
        groups: games, or their seats and languages.
        study: the title of the study; empty: where the picture is, it is known.
    """
    title = f"{MEASURES[measure].title}: people and models"
    note = intervals_note(groups)
    body, y = heading(title, (study, note))
    chart = chart_for(groups, y)
    for group in groups:
        chart.head(group_name(group), counts(group))
        if group.is_empty:
            continue
        top = chart.y
        for each in group.drawn:
            chart.row(each)
        for published in group.references:
            chart.reference(published, top)
        chart.panel(top)
    return Picture(
        name=name,
        title=titled(title, study),
        description=" ".join((note, *map(group_words, groups))),
        height=chart.y + MARGIN,
        body=(*body, *chart.grid, *chart.body),
    )
