"""Reading of studies: what was frozen, who takes part, how far they have got, what they said."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, get_args

from clemtui.engine import Instance, Pause, Texts, Timing, answering_seconds
from clemtui.records.errors import NotFound
from clemtui.records.findings import DoubleAssignments, RepeatedKey, SharedNumber
from clemtui.records.studies import (
    Answer,
    AssignedEpisode,
    Assignment,
    Deviation,
    Enrolment,
    FrozenStudy,
    MatchResult,
    PartnerText,
    ScreeningOutcome,
    Study,
    StudyRef,
    StudyResponse,
    StudyResult,
    match_run,
)
from clemtui.records.work import ItemRef
from clemtui.store.clock import moment
from clemtui.store.codec import loads
from clemtui.store.library import Database
from clemtui.store.read import exposures, loading
from clemtui.store.read.connection import SnapshotReader

_ENROLMENTS = "SELECT id, study, person, number, collector, seed, at FROM enrolments"
_ASSIGNMENTS = """
    SELECT a.enrolment, a.position, a.run, a.item, w.state, a.game, a.seat, a.language,
        a.instance_hash, a.exposure_key, a.block, a.practice
    FROM assignments a JOIN enrolments n ON n.id = a.enrolment
    JOIN work_items w ON w.run = a.run AND w.key = a.item
    WHERE {where} ORDER BY n.number, n.id, a.position"""
# Ids sort by time.
_EPISODES = """
    SELECT p.enrolment, p.position, p.episode, d.state, d.at,
        EXISTS (SELECT 1 FROM erased_episodes x WHERE x.episode = p.episode)
    FROM study_episodes p JOIN enrolments n ON n.id = p.enrolment
    LEFT JOIN episode_ends d ON d.episode = p.episode
    WHERE {where} ORDER BY p.episode"""
_ANSWERS = """
    SELECT s.id, s.enrolment, s.part, s.item, s.value, s.attempt, s.position, s.session,
        s.shown_at, s.at, s.clock_ms
    FROM answers s JOIN enrolments n ON n.id = s.enrolment
    WHERE {where} ORDER BY n.number, n.id, s.id"""
_OF_STUDY, _OF_ENROLMENT = "n.study = ?", "n.id = ?"
_ASSIGNED_KEYS = """
    SELECT n.person, a.exposure_key, a.enrolment, a.position, n.study = :study
    FROM assignments a JOIN enrolments n ON n.id = a.enrolment
    WHERE n.person IN (SELECT person FROM enrolments WHERE study = :study)
    ORDER BY a.enrolment, a.position"""


_RESULTS = """
    SELECT enrolment, number, position, practice, game, seat, language, instance_hash, episode,
        state, aborted, success, main_score,
        coalesce(left_out, (SELECT 'excluded' FROM current_tags t WHERE t.episode = r.episode
            AND t.key = 'excluded' AND t.value = 'study:' || r.study))
    FROM study_results r WHERE study = ? ORDER BY number, enrolment, position, episode"""
_RESPONSES = """
    SELECT p.episode, x.text, x.submitted_ms, x.pauses, x.pasted, x.request,
        q.purpose = 'side question'
    FROM study_episodes p
    JOIN enrolments n ON n.id = p.enrolment
    JOIN assignments a ON a.enrolment = p.enrolment AND a.position = p.position
    JOIN entries x ON x.episode = p.episode AND x.seat = a.seat AND x.kind = 'response'
    JOIN requests q ON q.episode = x.episode AND q.number = x.request
    WHERE n.study = ? ORDER BY p.episode, x.seq"""


_PARTNER_TEXTS = """
    SELECT r.episode, r.game, r.language, s.player, coalesce(x.text, '')
    FROM study_results r
    JOIN seat_assignments s ON s.episode = r.episode AND s.kind IN ('model', 'scripted')
    LEFT JOIN entries x ON x.episode = r.episode AND x.seat = s.seat AND x.kind = 'response'
    WHERE r.study = ? AND r.left_out IS NULL
    ORDER BY r.number, r.enrolment, r.position, r.episode, x.seq"""
_TIMED = """
    SELECT x.text, x.first_key_ms, x.submitted_ms, x.pauses
    FROM entries x
    JOIN seat_assignments a ON a.episode = x.episode AND a.seat = x.seat
    JOIN episodes e ON e.id = x.episode
    WHERE e.game = ? AND x.seat = ? AND a.kind = 'human' AND NOT e.practice
        AND x.kind = 'response' AND x.submitted_ms IS NOT NULL
    ORDER BY x.episode, x.seq"""

# The name of a study contains neither a wildcard nor a dot.
_MATCHED = """
    SELECT w.run, c.body, s.aborted, s.main_score, m.left_out, m.episode
    FROM work_items w
    JOIN contents c ON c.hash = w.content
    JOIN sample m ON m.episode = w.result
    LEFT JOIN scores s ON s.episode = m.episode AND s.scorer = m.game || ':' || m.game_version
    WHERE w.run GLOB ? AND w.state = 'done' ORDER BY w.run, w.position"""


class StudiesReader(SnapshotReader):
    """The part of the reader that handles studies."""

    def studies(self) -> tuple[Study, ...]:
        """Return all frozen studies in the order of their names, without their manifests."""
        with self._snapshot() as db:
            rows = db.execute(
                "SELECT id, manifest, frozen_at, closed_at FROM studies ORDER BY id"
            ).fetchall()
        return tuple(Study(row[0], row[1], moment(row[2]), _moment(row[3])) for row in rows)

    def study(self, id: str) -> FrozenStudy:
        """Return a frozen study with its manifest.

        Raises:
            NotFound: if it does not exist.
        """
        with self._snapshot() as db:
            row = db.execute(
                """SELECT s.manifest, s.frozen_at, s.closed_at, c.body
                FROM studies s JOIN contents c ON c.hash = s.manifest WHERE s.id = ?""",
                (id,),
            ).fetchone()
        if row is None:
            raise NotFound(f"unknown study {id!r}")
        return FrozenStudy(id, row[0], moment(row[1]), _moment(row[2]), loads(row[3]))

    def study_manifest(self, digest: str) -> Mapping[str, Any]:
        """Return a manifest by its hash, such as that of an amended protocol.

        Raises:
            NotFound: if it does not exist.
        """
        with self._snapshot() as db:
            row = db.execute("SELECT body FROM contents WHERE hash = ?", (digest,)).fetchone()
        if row is None:
            raise NotFound(f"unknown manifest {digest}")
        found: Mapping[str, Any] = loads(row[0])
        return found

    def partner_texts(self, study: str) -> tuple[PartnerText, ...]:
        """Return what partners wrote in the episodes of a study that count: at least one text of
        each, which is empty if they wrote nothing."""
        with self._snapshot() as db:
            rows = db.execute(_PARTNER_TEXTS, (study,)).fetchall()
        return tuple(PartnerText(*row) for row in rows)

    def timed_answers(self, game: str, seat: str) -> tuple[tuple[str, Timing], ...]:
        """Return the answers of people in a seat of a game, practice left out, with how long they
        took: `Timing.first_key_ms`, ``submitted_ms`` and ``pauses`` alone are there."""
        with self._snapshot() as db:
            rows = db.execute(_TIMED, (game, seat)).fetchall()
        return tuple((text, _timing(first, submitted, pauses))
                     for text, first, submitted, pauses in rows)  # fmt: skip

    def instance_of(self, digest: str) -> Instance:
        """Return a recorded instance by the hash of its content, as manifests name it.

        Raises:
            NotFound: if it does not exist.
            DamagedRecord: if it does not match its hash, or a part of it is missing.
        """
        with self._snapshot() as db:
            _check_content(db, digest, "instance")
            return loading.instance(db, digest)

    def texts_of(self, digest: str) -> Texts:
        """Return recorded texts by the hash of their content, as manifests name them.

        Raises:
            NotFound: if they do not exist.
            DamagedRecord: if they do not match their hash.
            StoreError: if this version does not know their text policy.
        """
        with self._snapshot() as db:
            _check_content(db, digest, "texts")
            return loading.texts(db, digest)

    def screenings(self, study: str) -> Mapping[ScreeningOutcome, int]:
        """Return how many people were asked and not enrolled in a study, by every outcome."""
        with self._snapshot() as db:
            rows = db.execute(
                "SELECT outcome, count(*) FROM screenings WHERE study = ? GROUP BY outcome",
                (study,),
            )
            found = dict(rows.fetchall())
        return {outcome: found.get(outcome, 0) for outcome in get_args(ScreeningOutcome)}

    def deviations(self, study: str) -> tuple[Deviation, ...]:
        """Return the recorded deviations from a study's manifest, oldest first."""
        with self._snapshot() as db:
            rows = db.execute(
                """SELECT study, kind, subject, frozen, found, reason, author, id, at,
                    amendment, manifest
                FROM deviations WHERE study = ? ORDER BY at, amendment, rowid""",
                (study,),
            ).fetchall()
        return tuple(_deviation(row) for row in rows)

    def study_of(self, episode: str) -> str | None:
        """Return the study that an episode is played for; None if there is none."""
        with self._snapshot() as db:
            return study_of(db, episode)

    def enrolments(self, study: str) -> tuple[Enrolment, ...]:
        """Return who takes part in a study, in the order of their numbers."""
        with self._snapshot() as db:
            rows = db.execute(f"{_ENROLMENTS} WHERE study = ? ORDER BY number, id", (study,))
            return tuple(_enrolment(row) for row in rows)

    def enrolment_of(self, study: str, person: str) -> Enrolment | None:
        """Return the enrolment of a person (id) in a study; None if there is none.

        After a merge, a person may be enrolled twice: then it is the earlier one.
        """
        with self._snapshot() as db:
            row = db.execute(
                f"{_ENROLMENTS} WHERE study = ? AND person = ? ORDER BY id LIMIT 1",
                (study, person),
            ).fetchone()
        return None if row is None else _enrolment(row)

    def has_played_outside(self, person: str) -> bool:
        """Whether a person (id) played, watched or read anything but their own part of studies."""
        own = """SELECT episode FROM study_episodes JOIN enrolments n ON n.id = enrolment
            WHERE n.person = :person"""
        with self._snapshot() as db:
            found = db.execute(
                f"""SELECT EXISTS (SELECT 1 FROM seat_assignments
                    WHERE person = :person AND episode NOT IN ({own}))
                OR EXISTS (SELECT 1 FROM exposures
                    WHERE person = :person AND (episode IS NULL OR episode NOT IN ({own})))""",
                {"person": person},
            ).fetchone()
        return bool(found[0])

    def gone(self, study: str) -> frozenset[str]:
        """Return the enrolments of those who withdrew from a study, or were deleted since."""
        with self._snapshot() as db:
            rows = db.execute(
                """SELECT n.id FROM enrolments n WHERE n.study = ? AND (
                    EXISTS (SELECT 1 FROM answers a
                        WHERE a.enrolment = n.id AND a.part = 'withdrawal')
                    OR n.person IN (SELECT e.person FROM erasures e WHERE e.scope = 'person'))""",
                (study,),
            ).fetchall()
        return frozenset(id for (id,) in rows)

    def assignments(self, study: str) -> tuple[Assignment, ...]:
        """Return all assignments of a study, by participant number and position."""
        with self._snapshot() as db:
            return _assignments(db, _OF_STUDY, study)

    def assignments_of(self, enrolment: str) -> tuple[Assignment, ...]:
        """Return the assignments of one participant in order, by the id of the enrolment."""
        with self._snapshot() as db:
            return _assignments(db, _OF_ENROLMENT, enrolment)

    def answers(self, study: str) -> tuple[Answer, ...]:
        """Return all answers in a study, by participant number, oldest first."""
        with self._snapshot() as db:
            return _answers(db, _OF_STUDY, study)

    def answers_of(self, enrolment: str) -> tuple[Answer, ...]:
        """Return the answers of one participant, oldest first, by the id of the enrolment."""
        with self._snapshot() as db:
            return _answers(db, _OF_ENROLMENT, enrolment)

    def study_results(self, study: str) -> tuple[StudyResult, ...]:
        """Return all episodes of a study, whether they count or not, by participant and position.

        Those that were excluded from this study only are left out like any excluded episode.
        """
        with self._snapshot() as db:
            return tuple(map(_result, db.execute(_RESULTS, (study,)).fetchall()))

    def study_responses(self, study: str) -> tuple[StudyResponse, ...]:
        """Return all responses of participants, by episode, in their order."""
        with self._snapshot() as db:
            rows = db.execute(_RESPONSES, (study,)).fetchall()
        return tuple(
            StudyResponse(episode, text, _seconds(submitted, pauses), pasted, request, bool(side))
            for episode, text, submitted, pauses, pasted, request, side in rows
        )

    def match_results(self, study: str) -> tuple[MatchResult, ...]:
        """Return what models have played of a study's tasks, run by run."""
        with self._snapshot() as db:
            rows = db.execute(_MATCHED, (match_run(study, "*"),)).fetchall()
        return tuple(map(_match_result, rows))

    def double_assignments(self, study: str) -> DoubleAssignments:
        """Return what occurs twice in a study although it should not, as after a merge.

        A participant has an exposure key twice if it is that of two assignments, in whatever study,
        or if they met it otherwise, before or after.
        """
        with self._snapshot() as db:
            return double_assignments(db, study)


def study_of(db: Database, episode: str) -> str | None:
    """Return the study that an episode is played for; None if there is none."""
    row = db.execute(
        """SELECT n.study FROM study_episodes p JOIN enrolments n ON n.id = p.enrolment
        WHERE p.episode = ?""",
        (episode,),
    ).fetchone()
    return None if row is None else str(row[0])


def double_assignments(db: Database, study: str) -> DoubleAssignments:
    """Return what occurs twice in a study; see `StudiesReader.double_assignments`."""
    return DoubleAssignments(
        _shared_numbers(db, study), _enrolled_twice(db, study), _repeated_keys(db, study)
    )


def _check_content(db: Database, digest: str, kind: str) -> None:
    known = db.execute("SELECT 1 FROM contents WHERE hash = ? AND kind = ?", (digest, kind))
    if known.fetchone() is None:
        raise NotFound(f"unknown {kind} {digest}")


def _moment(text: str | None) -> datetime | None:
    return None if text is None else moment(text)


def _result(row: Sequence[Any]) -> StudyResult:
    enrolment, number, position, practice, game, seat, language, instance, episode, *rest = row
    state, aborted, success, main_score, left_out = rest
    return StudyResult(
        enrolment, number, position, bool(practice), game, seat, language, instance, episode,
        state, _flag(aborted), _flag(success), main_score, left_out,
    )  # fmt: skip


def _match_result(row: Sequence[Any]) -> MatchResult:
    run, content, aborted, main_score, left_out, episode = row
    item = loads(content)
    return MatchResult(
        run, item["player"], item["replicate"], item["game"], item["seat"], item["language"],
        item["instance"], _flag(aborted), main_score, left_out, episode, item["parameters"],
    )  # fmt: skip


def _flag(value: int | None) -> bool | None:
    return None if value is None else bool(value)


def _seconds(submitted_ms: float | None, pauses: str | None) -> float | None:
    """Return how long an answer took, in seconds, without pauses."""
    return answering_seconds(_timing(None, submitted_ms, pauses))


def _timing(first_key_ms: float | None, submitted_ms: float | None, pauses: str | None) -> Timing:
    found = tuple(Pause(**pause) for pause in loads(pauses)) if pauses else ()
    return Timing(first_key_ms=first_key_ms, submitted_ms=submitted_ms, pauses=found)


def _deviation(row: Sequence[Any]) -> Deviation:
    study, kind, subject, frozen, found, reason, author, id, at, amendment, manifest = row
    return Deviation(
        study, kind, subject, loads(frozen), loads(found), reason, author,
        id=id, at=moment(at), amendment=amendment, manifest_hash=manifest,
    )  # fmt: skip


def _enrolment(row: Sequence[Any]) -> Enrolment:
    id, study, person, number, collector, seed, at = row
    return Enrolment(id, study, person, number, collector, seed, moment(at))


def _assignments(db: Database, where: str, value: str) -> tuple[Assignment, ...]:
    episodes = _episodes(db, where, value)
    found = []
    for row in db.execute(_ASSIGNMENTS.format(where=where), (value,)):
        ref = StudyRef(row[0], row[1])
        assignment = Assignment(
            ref=ref, item=ItemRef(row[2], row[3]), state=row[4],
            game=row[5], seat=row[6], language=row[7], instance_hash=row[8], exposure_key=row[9],
            block=row[10], practice=bool(row[11]), episodes=tuple(episodes.get(ref, ())),
        )  # fmt: skip
        found.append(assignment)
    return tuple(found)


def _episodes(db: Database, where: str, value: str) -> Mapping[StudyRef, list[AssignedEpisode]]:
    """Return the episodes of each assignment, oldest first."""
    found: dict[StudyRef, list[AssignedEpisode]] = defaultdict(list)
    for enrolment, position, episode, end, at, erased in db.execute(
        _EPISODES.format(where=where), (value,)
    ):
        played = AssignedEpisode(episode, end, _moment(at), bool(erased))
        found[StudyRef(enrolment, position)].append(played)
    return found


def _answers(db: Database, where: str, value: str) -> tuple[Answer, ...]:
    rows = db.execute(_ANSWERS.format(where=where), (value,))
    return tuple(_answer(row) for row in rows)


def _answer(row: Sequence[Any]) -> Answer:
    id, enrolment, part, item, value, attempt, position, session, shown_at, at, clock = row
    return Answer(
        id, enrolment, part, item, loads(value), attempt, position, session, _moment(shown_at),
        moment(at), clock,
    )  # fmt: skip


def _shared_numbers(db: Database, study: str) -> tuple[SharedNumber, ...]:
    rows = db.execute("SELECT number, id FROM enrolments WHERE study = ? ORDER BY id", (study,))
    return tuple(SharedNumber(number, ids) for number, ids in sorted(_several(rows).items()))


def _enrolled_twice(db: Database, study: str) -> dict[str, tuple[str, ...]]:
    rows = db.execute("SELECT person, id FROM enrolments WHERE study = ? ORDER BY id", (study,))
    return _several(rows)


def _several(rows: Iterable[Sequence[Any]]) -> dict[Any, tuple[str, ...]]:
    """Return the ids of each value that several of these pairs of a value and an id have."""
    found: dict[Any, list[str]] = defaultdict(list)
    for value, id in rows:
        found[value].append(id)
    return {value: tuple(ids) for value, ids in found.items() if len(ids) > 1}


def _repeated_keys(db: Database, study: str) -> tuple[RepeatedKey, ...]:
    assigned: dict[tuple[str, str], list[StudyRef]] = defaultdict(list)
    here = set()
    for person, key, enrolment, position, of_study in db.execute(_ASSIGNED_KEYS, {"study": study}):
        assigned[person, key].append(StudyRef(enrolment, position))
        if of_study:
            here.add((person, key))
    met = {person: exposures.of_person(db, person) for person in sorted({each for each, _ in here})}
    played = _played(db)
    found = []
    for person, key in sorted(here):
        refs = tuple(assigned[person, key])
        others = tuple(
            each
            for each in met[person]
            if each.exposure_key == key and played.get(each.episode or "") not in refs
        )
        if len(refs) > 1 or others:
            found.append(RepeatedKey(person, key, refs, others))
    return tuple(found)


def _played(db: Database) -> Mapping[str, StudyRef]:
    """Return for which assignment each episode of a study was played."""
    rows = db.execute("SELECT episode, enrolment, position FROM study_episodes")
    return {episode: StudyRef(enrolment, position) for episode, enrolment, position in rows}
