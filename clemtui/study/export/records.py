"""What an export contains of a study: read once, without what was erased and without codes.

Participants are named by their number in the study. The code with which they can ask for the
erasure of their data is nowhere in an export.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from clemtui.records.studies import (
    Answer,
    Assignment,
    Deviation,
    Enrolment,
    FrozenStudy,
    MatchResult,
    StudyResult,
)
from clemtui.store.read.reader import Reader
from clemtui.study.errors import StudyError
from clemtui.study.export.played import Played, played_episode
from clemtui.study.export.sittings import Way
from clemtui.study.manifest import Manifest
from clemtui.study.path.steps import Outline, outline_of
from clemtui.study.results.flow import Flow, flow_of
from clemtui.study.results.marks import MARKS, Mark, Marks
from clemtui.study.results.records import Recorded, recorded
from clemtui.study.results.values import participant_numbers
from clemtui.study.service import StudyInRecords

_ATTEMPTS = 3
"""How often the records are read again because they have changed meanwhile."""


@dataclass(frozen=True, slots=True)
class ParticipantEpisode:
    """An episode of a participant.

    Attributes:
        marks: its own marks and those of the participant.
        excluding: those of them that exclude it.
    """

    result: StudyResult
    played: Played
    marks: tuple[Mark, ...]
    excluding: tuple[Mark, ...]

    @property
    def counts(self) -> bool:
        """Whether the primary figures of the report count it."""
        return (
            self.result.left_out is None
            and self.result.aborted is not None
            and not self.excluding
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Participant:
    """A participant of whom something is kept.

    Attributes:
        id: see `participant_numbers`.
        publishes: whether they agreed that what they write is published.
        marks: of the participant as a whole.
        answers: those that were not erased, in the order of the way through the study.
        sessions: the numbers of their sittings, from 1, by id; see `Way`.
    """

    id: str
    enrolment: Enrolment
    publishes: bool
    withdrawn: bool
    marks: frozenset[Mark]
    answers: tuple[Answer, ...]
    assignments: tuple[Assignment, ...]
    episodes: tuple[ParticipantEpisode, ...]
    sessions: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ModelEpisode:
    """An episode that a model played on a task of people."""

    result: MatchResult
    played: Played


@dataclass(frozen=True, slots=True)
class StudyRecords:
    """Everything that is exported of a study, in canonical order.

    Attributes:
        bodies: the manifest as it was frozen, and after each amendment, the earliest first.
        participants: without those of whom nothing is kept; ``flow`` counts all.
        tasks: the names of tasks, by game and hash of the instance.
        repeated: how many participants were assigned or have met a task more than once, as may
            happen after a merge.
    """

    frozen: FrozenStudy
    manifest: Manifest
    bodies: tuple[Mapping[str, Any], ...]
    flow: Flow
    marks: Marks
    participants: tuple[Participant, ...]
    models: tuple[ModelEpisode, ...]
    deviations: tuple[Deviation, ...]
    tasks: Mapping[tuple[str, str], str]
    repeated: int

    @property
    def episodes(self) -> tuple[ParticipantEpisode, ...]:
        """The episodes of all participants, by participant and assignment."""
        return tuple(each for one in self.participants for each in one.episodes)


def collect(reader: Reader, study: StudyInRecords) -> StudyRecords:
    """Return what is exported of a study, as it was at one moment.

    Raises:
        StudyError: if someone keeps on playing meanwhile.
        StoreError: if the records cannot be read.
    """
    for _ in range(_ATTEMPTS):
        before = reader.version()
        found = _collect(reader, study)
        if reader.version() == before:
            return found
    raise StudyError(
        f"study {study.frozen.id!r}: the records change while they are read; export them when no "
        "one is playing"
    )


def _collect(reader: Reader, study: StudyInRecords) -> StudyRecords:
    name, manifest = study.frozen.id, study.manifest
    found = recorded(reader, study)
    gone, deviations = reader.gone(name), reader.deviations(name)
    read = _Participants(reader, found, gone, reader.assignments(name), outline_of(manifest))
    return StudyRecords(
        frozen=study.frozen,
        manifest=manifest,
        bodies=(study.frozen.manifest, *_amended(reader, deviations)),
        flow=flow_of(reader.screenings(name), found.enrolments, gone, found.results, found.marks),
        marks=found.marks,
        participants=tuple(read.kept(found.enrolments)),
        models=tuple(
            ModelEpisode(each, played_episode(reader.load(each.episode), "", frozenset()))
            for each in reader.match_results(name)
            if each.left_out != "erased"
        ),
        deviations=deviations,
        tasks=manifest.task_names(),
        repeated=len({each.person for each in reader.double_assignments(name).keys}),
    )


class _Participants:
    """Reads the participants of a study."""

    def __init__(
        self,
        reader: Reader,
        found: Recorded,
        gone: Collection[str],
        assignments: Sequence[Assignment],
        outline: Outline,
    ) -> None:
        self._reader = reader
        self._outline = outline
        self._marks = found.marks
        self._gone = gone
        self._answers = _by_enrolment(found.answers, lambda each: each.enrolment)
        self._assignments = _by_enrolment(assignments, lambda each: each.ref.enrolment)
        self._results = _by_enrolment(found.results, lambda each: each.enrolment)

    def kept(self, enrolments: Sequence[Enrolment]) -> Iterator[Participant]:
        """Yield the participants of whom something is kept."""
        ids = participant_numbers(enrolments)
        known = {each.id for each in self._reader.people()}
        here = [each for each in enrolments if each.person in known]
        agreed = {each.id for each in here if self._agreed(each)}
        writers = {each.person for each in here if each.id in agreed}
        for each in here:
            found = self._participant(each, ids[each.id], writers if each.id in agreed else None)
            if found.answers or found.episodes:
                yield found

    def _participant(
        self, enrolment: Enrolment, id: str, writers: Collection[str] | None
    ) -> Participant:
        """Return a participant.

        Args:
            writers: everyone who agreed to publishing; None: this participant has not.
        """
        way = Way(self._outline, self._assignments[enrolment.id])
        own = way.answers(each for each in self._answers[enrolment.id] if each.value is not None)
        episodes = tuple(
            self._episode(each, writers or ())
            for each in self._results[enrolment.id]
            if each.left_out != "erased"
        )
        return Participant(
            id=id,
            enrolment=enrolment,
            publishes=writers is not None,
            withdrawn=enrolment.id in self._gone,
            marks=self._marks.participants.get(enrolment.id, frozenset()),
            answers=own,
            assignments=tuple(self._assignments[enrolment.id]),
            episodes=episodes,
            sessions=way.sessions(
                own, [(each.result.position, each.played.session) for each in episodes]
            ),
        )

    def _agreed(self, enrolment: Enrolment) -> bool:
        """Whether a participant agreed to publishing here, and has not refused since.

        Someone who has erased what they said when they joined counts as not agreeing.
        """
        here = [
            each.value
            for each in self._answers[enrolment.id]
            if (each.part, each.item) == ("consent", "publish")
        ]
        decisions = self._reader.consents(enrolment.person)
        decided = [each.decision for each in decisions if each.purpose == "publish"]
        return here[-1:] == [True] and decided[-1:] == ["given"]

    def _episode(self, result: StudyResult, writers: Collection[str]) -> ParticipantEpisode:
        own = self._marks.episodes.get(result.episode, frozenset())
        found = own | self._marks.participants.get(result.enrolment, frozenset())
        return ParticipantEpisode(
            result,
            played_episode(self._reader.load(result.episode), result.seat, writers),
            tuple(mark for mark in MARKS if mark in found),
            self._marks.excludes(result),
        )


Owned = TypeVar("Owned", Answer, Assignment, StudyResult)


def _by_enrolment(
    rows: Sequence[Owned], owner: Callable[[Owned], str]
) -> Mapping[str, list[Owned]]:
    found: dict[str, list[Owned]] = defaultdict(list)
    for row in rows:
        found[owner(row)].append(row)
    return found


def _amended(reader: Reader, deviations: Sequence[Deviation]) -> list[Mapping[str, Any]]:
    """Return the manifest after each amendment, the earliest first."""
    hashes = {each.amendment: each.manifest_hash for each in deviations}
    found = [hashes[number] for number in sorted(hashes)]
    return [reader.study_manifest(digest) for digest in found if digest is not None]
