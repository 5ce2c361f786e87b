"""How far the data collection of a study has got."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
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
        stages: how many participants there are at each stage.
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
        answers = reader.answers(name)
        return Status(
            study=study,
            screened=reader.screenings(name),
            stages=_stages(outline_of(study.manifest), enrolments, assignments, answers),
            cells=tuple(_cells(study.manifest, assignments)),
            carry_over=_carry_over(assignments),
            deviations=reader.deviations(name),
            doubles=reader.double_assignments(name),
        )

    return await studies.play.read(read)


def _stages(
    outline: Outline,
    enrolments: Sequence[Enrolment],
    assignments: Sequence[Assignment],
    answers: Sequence[Answer],
) -> dict[Stage, int]:
    assigned: dict[str, list[Assignment]] = defaultdict(list)
    said: dict[str, list[Answer]] = defaultdict(list)
    for each in assignments:
        assigned[each.ref.enrolment].append(each)
    for answer in answers:
        said[answer.enrolment].append(answer)
    found: dict[Stage, int] = {"playing": 0, "finished": 0, "withdrawn": 0}
    for enrolment in enrolments:
        step = next_step(outline, assigned[enrolment.id], said[enrolment.id])
        match step:
            case Finished(withdrawn=True):
                found["withdrawn"] += 1
            case Finished():
                found["finished"] += 1
            case _:
                found["playing"] += 1
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
