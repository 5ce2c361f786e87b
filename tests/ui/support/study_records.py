"""A study that simulated people have taken part in, in a database of a folder."""

from __future__ import annotations

from pathlib import Path

from clemtui.study.joining.session import opened_study, take_part
from clemtui.study.service import Studies
from tests.study.whole.participant import Character, SimulatedFront
from tests.study.whole.world import World
from tests.support.play_helpers import sitting
from tests.ui.snapshots.records import freeze_study

STUDY = "memory"
"""The name of the study; 24 participants are planned, with two episodes of taboo each."""

WORLD = World(2026)
PEOPLE = (
    *(Character(person) for person in range(6)),
    Character(6, uses_ai=True),
    Character(7, withdraws_at=2),
    Character(8, adult=False),
    Character(9, agrees=False),
)
FINISHED = 7
"""Those of `PEOPLE` who finish."""


async def record_study(folder: Path, people: tuple[Character, ...] = PEOPLE) -> None:
    """Freeze the study in the folder's database and let people take part."""
    await freeze_study(folder)
    await join_study(folder, people)


async def join_study(folder: Path, people: tuple[Character, ...] = PEOPLE) -> None:
    """Let people take part in the frozen study."""
    async with sitting(folder / "clemtui.db") as play:
        studies = Studies(play)
        for character in people:
            study = await opened_study(studies, STUDY, None)
            front = SimulatedFront(play, WORLD, character)
            await take_part(front, studies, study)
