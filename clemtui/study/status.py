"""How far the data collection of a study has got."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from clemtui.engine import Control
from clemtui.records.findings import DoubleAssignments
from clemtui.records.studies import Assignment, Deviation, Enrolment, StudyResult
from clemtui.store.read.reader import Reader
from clemtui.study.assignment.williams import carry_over
from clemtui.study.manifest import Manifest
from clemtui.study.results.flow import Flow, flow_of
from clemtui.study.results.records import recorded
from clemtui.study.service import Studies, StudyInRecords
from clemtui.study.tasks import Cell

Stage = Literal["unfinished", "finished", "withdrawn"]
"""``unfinished``: on their way, or they left and have not come back."""

Outcome = Literal["played", "aborted", "given up", "time up", "closed", "unknown"]
"""How an episode ended. ``played``: by the rules of the game; ``aborted``: without a valid answer;
``given up``: the participant ended it; ``time up``: the time limit did; these three are aborted, by
clembench's flag. ``closed``: someone closed it before its end; ``unknown``: its scores were erased,
or it has none."""

OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)

_CONTROLS: Mapping[str, Outcome] = {"gave up": "given up", "time-out": "time up"}


@dataclass(frozen=True, slots=True)
class CellCount:
    """Assigned episodes of one game, seat and language, without practice.

    Attributes:
        outcomes: how those that have ended did so.
        lost: how many of the played ones were lost, by clembench's flag.
    """

    game: str
    cell: Cell
    assigned: int
    outcomes: Mapping[Outcome, int]
    lost: int

    @property
    def ended(self) -> int:
        """How many have ended, in whatever way."""
        return sum(self.outcomes.values())


@dataclass(frozen=True, slots=True)
class Status:
    """The state of a study in this database.

    Attributes:
        stages: how many participants there are at each stage; those who were deleted have
            withdrawn.
        flow: the flow of participants, as in the report.
        episodes: how many count in the report, with those that a mark excludes.
        cells: of the participants who stay.
        carry_over: how often each language and seat came right after another one, by game, in the
            assigned orders.
        enrolments: of all participants, also of those who are gone.
    """

    study: StudyInRecords
    stages: Mapping[Stage, int]
    flow: Flow
    episodes: int
    cells: tuple[CellCount, ...]
    carry_over: Mapping[str, Mapping[tuple[Cell, Cell], int]]
    deviations: tuple[Deviation, ...]
    enrolments: tuple[Enrolment, ...]
    doubles: DoubleAssignments


async def status_of(studies: Studies, study: StudyInRecords) -> Status:
    """Return the status of a study.

    Raises:
        StoreError: if the records cannot be read.
    """
    name = study.frozen.id

    def read(reader: Reader) -> Status:
        found, gone = recorded(reader, study), reader.gone(name)
        assignments = [e for e in reader.assignments(name) if e.ref.enrolment not in gone]
        flow = flow_of(reader.screenings(name), found.enrolments, gone, found.results, found.marks)
        return Status(
            study=study,
            stages={
                "unfinished": flow.unfinished,
                "finished": flow.finished,
                "withdrawn": flow.withdrawn,
            },
            flow=flow,
            episodes=found.scored,
            cells=tuple(_cells(reader, study.manifest, assignments, found.results)),
            carry_over=_carry_over(study.manifest, assignments),
            deviations=reader.deviations(name),
            enrolments=tuple(found.enrolments),
            doubles=reader.double_assignments(name),
        )

    return await studies.play.read(read)


def _cells(
    reader: Reader,
    manifest: Manifest,
    assignments: Sequence[Assignment],
    results: Sequence[StudyResult],
) -> Iterator[CellCount]:
    ended = {(e.enrolment, e.position): e for e in results if e.state in ("finished", "abandoned")}
    assigned: Counter[tuple[str, Cell]] = Counter()
    outcomes: defaultdict[tuple[str, Cell], Counter[Outcome]] = defaultdict(Counter)
    lost: Counter[tuple[str, Cell]] = Counter()
    for each in assignments:
        if each.practice:
            continue
        place = each.game, Cell(each.seat, each.language)
        assigned[place] += 1
        result = ended.get((each.ref.enrolment, each.ref.position))
        if result is not None:
            outcome = _outcome(reader, result)
            outcomes[place][outcome] += 1
            lost[place] += outcome == "played" and result.success is False
    for game in manifest.games:
        for cell in game.cells:
            here = game.game, cell
            counted = {each: outcomes[here][each] for each in OUTCOMES}
            yield CellCount(game.game, cell, assigned[here], counted, lost[here])


def _outcome(reader: Reader, result: StudyResult) -> Outcome:
    if result.state == "abandoned":
        return "closed"
    if result.aborted is None:
        return "unknown"
    if not result.aborted:
        return "played"
    entries = (each.entry for each in reader.load(result.episode).entries)
    controls = [each.kind for each in entries if isinstance(each, Control)]
    return _CONTROLS.get(controls[-1], "aborted") if controls else "aborted"


def _carry_over(
    manifest: Manifest, assignments: Sequence[Assignment]
) -> dict[str, Counter[tuple[Cell, Cell]]]:
    known = {
        (game.game, cell): cell
        for version in (*reversed(manifest.earlier), manifest)
        for game in version.games
        for cell in game.cells
    }
    orders: dict[tuple[str, str], dict[Cell, None]] = defaultdict(dict)
    for each in assignments:
        if not each.practice:
            cell = Cell(each.seat, each.language)
            orders[each.game, each.ref.enrolment][known.get((each.game, cell), cell)] = None
    found: dict[str, Counter[tuple[Cell, Cell]]] = defaultdict(Counter)
    for (game, _), order in orders.items():
        found[game] += carry_over([tuple(order)])
    return dict(found)
