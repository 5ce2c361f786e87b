"""All exported tables, in their order."""

from __future__ import annotations

from clemtui.study.export.columns import FilledTable
from clemtui.study.export.episode_tables import episodes, models, responses
from clemtui.study.export.people_tables import answers, assignments, participants
from clemtui.study.export.records import StudyRecords
from clemtui.study.export.study_tables import deviations, flow


def tables(records: StudyRecords) -> tuple[FilledTable, ...]:
    """Return the tables of a study."""
    made = (
        flow, participants, assignments, answers, episodes, responses, models, deviations,
    )  # fmt: skip
    return tuple(each(records) for each in made)
