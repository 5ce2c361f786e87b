"""How far the data collection of a study has got."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from clemtui.records.findings import DoubleAssignments
from clemtui.records.studies import Answer, Assignment, Deviation, Enrolment, ScreeningOutcome
from clemtui.store.read.reader import Reader
from clemtui.study.assignment.williams import carry_over
from clemtui.study.manifest import Manifest
from clemtui.study.path.steps import Finished, Outline, is_played, next_step, outline_of
from clemtui.study.service import Studies, StudyInRecords
from clemtui.study.tasks import Cell

Stage = Literal["playing", "finished", "withdrawn"]


@dataclass(frozen=True, slots=True)
class CellCount:
    """Episodes that count of one game, seat and language: how many are assigned, and played."""

    game: str
    cell: Cell
    assigned: int
    played: int


@dataclass(frozen=True, slots=True)
class Status:
    """The state of a study in this database.

    Attributes:
        screened: how many people were asked and not admitted, by outcome.
        stages: how many participants there are at each stage; those who were deleted have
            withdrawn.
        cells: of the participants who stay.
        carry_over: how often each language and seat came right after another one, by game, in the
            assigned orders.
    """

    study: StudyInRecords
    screened: Mapping[ScreeningOutcome, int]
    stages: Mapping[Stage, int]
    cells: tuple[CellCount, ...]
    carry_over: Mapping[str, Mapping[tuple[Cell, Cell], int]]
    deviations: tuple[Deviation, ...]
    doubles: DoubleAssignments


async def status_of(studies: Studies, study: StudyInRecords) -> Status:
    """Return the status of a study.

    Raises:
        StoreError: if the records cannot be read.
    """
    name = study.frozen.id

    def read(reader: Reader) -> Status:
        enrolments, assignments = reader.enrolments(name), reader.assignments(name)
        gone = reader.gone(name)
        staying = [each for each in assignments if each.ref.enrolment not in gone]
        outline = outline_of(study.manifest)
        return Status(
            study=study,
            screened=reader.screenings(name),
            stages=stages_of(outline, enrolments, assignments, reader.answers(name), gone),
            cells=tuple(_cells(study.manifest, staying)),
            carry_over=_carry_over(staying),
            deviations=reader.deviations(name),
            doubles=reader.double_assignments(name),
        )

    return await studies.play.read(read)


def stages_of(
    outline: Outline,
    enrolments: Sequence[Enrolment],
    assignments: Sequence[Assignment],
    answers: Sequence[Answer],
    gone: Collection[str],
) -> dict[Stage, int]:
    """Return how many participants there are at each stage; ``gone`` have withdrawn."""
    assigned: dict[str, list[Assignment]] = defaultdict(list)
    said: dict[str, list[Answer]] = defaultdict(list)
    for each in assignments:
        assigned[each.ref.enrolment].append(each)
    for answer in answers:
        said[answer.enrolment].append(answer)
    found: dict[Stage, int] = {"playing": 0, "finished": 0, "withdrawn": 0}
    for enrolment in enrolments:
        step = next_step(outline, assigned[enrolment.id], said[enrolment.id])
        if enrolment.id in gone:
            found["withdrawn"] += 1
        else:
            found["finished" if isinstance(step, Finished) else "playing"] += 1
    return found


def _cells(manifest: Manifest, assignments: Sequence[Assignment]) -> list[CellCount]:
    counted = [each for each in assignments if not each.practice]
    assigned = Counter(_place(each) for each in counted)
    played = Counter(_place(each) for each in counted if is_played(each))
    return [
        CellCount(game.game, cell, assigned[game.game, cell], played[game.game, cell])
        for game in manifest.games
        for cell in game.cells
    ]


def _carry_over(assignments: Sequence[Assignment]) -> dict[str, Counter[tuple[Cell, Cell]]]:
    orders: dict[tuple[str, str], dict[Cell, None]] = defaultdict(dict)
    for each in assignments:
        if not each.practice:
            game, cell = _place(each)
            orders[game, each.ref.enrolment][cell] = None
    found: dict[str, Counter[tuple[Cell, Cell]]] = defaultdict(Counter)
    for (game, _), order in orders.items():
        found[game] += carry_over([tuple(order)])
    return dict(found)


def _place(assignment: Assignment) -> tuple[str, Cell]:
    return assignment.game, Cell(assignment.seat, assignment.language)
