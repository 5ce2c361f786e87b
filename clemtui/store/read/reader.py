"""Queries: a read-only connection that returns frozen data."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from clemtui.engine import Instance, Scores
from clemtui.records.errors import NotFound
from clemtui.records.findings import Facets, RecentModel, Snippet
from clemtui.records.results import (
    AbortCause,
    EpisodeResults,
    PlayedEpisode,
    Result,
    Results,
    Tallies,
    TallyScope,
    TaskResults,
)
from clemtui.records.rows import (
    EXCLUDED_TAG,
    STUDY_PREFIX,
    Consent,
    EpisodeFilter,
    EpisodeSummary,
    Exposure,
    Person,
    StoredEpisode,
    StoredScores,
    TagDecision,
    UnfinishedEpisode,
)
from clemtui.records.work import StoredRun, WorkItem
from clemtui.store import claims, leases
from clemtui.store.clock import moment
from clemtui.store.codec import json_value, loads
from clemtui.store.library import Database
from clemtui.store.read import (
    causes,
    exposures,
    facets,
    integrity,
    loading,
    results,
    snippets,
    summaries,
    tallies,
    task_results,
)
from clemtui.store.read.studies import StudiesReader, study_of
from clemtui.store.read.task_results import TaskSelection

_ID = re.compile(r"[0-9a-f-]+")
_LONGEST_ID = 36
# Ids sort by time, so the greatest is the newest.
_RECENT_MODELS = """SELECT u.player, c.body, e.created_at, u.episodes FROM (
        SELECT player, parameters, max(episode) AS latest, count(DISTINCT episode) AS episodes
        FROM seat_assignments WHERE kind = 'model' AND episode NOT IN (
            SELECT i.id FROM sessions s JOIN episodes i ON i.session = s.id
            WHERE s.front = 'import')
        GROUP BY player, parameters
        ORDER BY latest DESC LIMIT ?) u
    JOIN contents c ON c.hash = u.parameters JOIN episodes e ON e.id = u.latest
    ORDER BY u.latest DESC"""
# The identity is in the environment of each imported episode, which erasures keep, so that erased
# episodes are not imported again.
_IMPORT_IDENTITIES = f"""SELECT {json_value("body", "import.identity")} AS identity
    FROM contents WHERE kind = 'environment' AND json_valid(body) AND identity IS NOT NULL"""


# Rows are only added to these tables, except that an erasure, which adds to the last, deletes some.
_VERSION = "SELECT " + ", ".join(
    f"coalesce((SELECT max(rowid) FROM {table}), 0)"
    for table in ("episodes", "episode_ends", "scores", "tags", "erased_episodes")
)

_WITHOUT_EXPOSURE_KEY = """SELECT max(e.instance) FROM exposure_keys k
    JOIN episodes e ON e.instance_hash = k.instance_hash
    WHERE k.rules_hash IS NULL GROUP BY k.instance_hash"""


class Reader(StudiesReader):
    """Reads a database that other programs may be writing to. Safe to use from any thread."""

    def problems(self, *, deep: bool = False) -> tuple[str, ...]:
        """Return what is wrong with the file (see `clemtui.store.read.integrity`).

        Raises:
            StoreError: if it is so damaged that it cannot be checked.
        """
        with self._snapshot() as db:
            return tuple(integrity.problems(db, deep=deep))

    def people(self) -> tuple[Person, ...]:
        """Return all people except deleted ones, in the order in which they came to this database.

        Whoever comes with a merge comes last, however long they have played elsewhere: the first
        one plays by default, unless they take part in a study.
        """
        with self._snapshot() as db:
            rows = db.execute(
                """SELECT id, pseudonym, created_at, id IN (
                    SELECT person FROM enrolments UNION ALL SELECT seats.person
                    FROM study_episodes JOIN seat_assignments AS seats USING (episode)
                    WHERE seats.person IS NOT NULL
                ) FROM people WHERE id NOT IN (SELECT person FROM erasures) ORDER BY rowid"""
            ).fetchall()
        return tuple(
            Person(id, pseudonym, moment(at), bool(in_study))
            for id, pseudonym, at, in_study in rows
        )

    def unfinished(self, person: str | None = None) -> tuple[UnfinishedEpisode, ...]:
        """Return the resumable episodes, newest first; ``person`` is an id or a pseudonym."""
        with self._snapshot() as db:
            ids = summaries.unfinished_ids(db, person)
            found = summaries.of_ids(db, ids)
            watchers = summaries.watchers(db, [id for id in ids if not found[id].people])
            return tuple(self._unfinished(db, found[id], watchers.get(id, ())) for id in ids)

    def _unfinished(
        self, db: Database, summary: EpisodeSummary, watchers: tuple[str, ...]
    ) -> UnfinishedEpisode:
        lease = leases.read(db, summary.id)
        stale = lease is not None and leases.is_stale(lease, self._clock.now(), self._host)
        last_at = db.execute("SELECT last_at FROM unfinished WHERE episode = ?", (summary.id,))
        waiting = db.execute(
            """SELECT number FROM requests r WHERE episode = ? AND NOT EXISTS
            (SELECT 1 FROM entries n WHERE n.episode = r.episode AND n.request = r.number)
            ORDER BY number""",
            (summary.id,),
        )
        study = study_of(db, summary.id)
        return UnfinishedEpisode(
            summary=summary,
            last_at=moment(last_at.fetchone()[0]),
            open_requests=tuple(row[0] for row in waiting),
            drafts=loading.drafts(db, summary.id),
            lease=lease,
            lease_stale=stale,
            watchers=watchers,
            study=study,
        )

    def episodes(
        self,
        where: EpisodeFilter | None = None,
        *,
        limit: int = 200,
        before: str | None = None,
        after: str | None = None,
        oldest_first: bool = False,
    ) -> tuple[EpisodeSummary, ...]:
        """Return a page of episodes, newest or oldest first.

        ``before`` or ``after`` is the last id of the previous page.
        """
        where = where or EpisodeFilter()
        if where.text is not None:
            self._index()
        with self._settled() as db:
            return summaries.page(db, where, limit, before, after, oldest_first=oldest_first)

    def summaries(self, ids: Sequence[str]) -> dict[str, EpisodeSummary]:
        """Return summaries of episodes by their whole ids."""
        with self._snapshot() as db:
            return summaries.of_ids(db, ids)

    def episode_ids(self) -> tuple[str, ...]:
        """Return the ids of all episodes, oldest first."""
        with self._snapshot() as db:
            return tuple(id for (id,) in db.execute("SELECT id FROM episodes ORDER BY id"))

    def count(self, where: EpisodeFilter | None = None) -> int:
        """Return the number of episodes that match a filter."""
        where = where or EpisodeFilter()
        if where.text is not None:
            self._index()
        with self._settled() as db:
            return summaries.count(db, where)

    def version(self) -> tuple[int, ...]:
        """Return numbers that change when an episode starts, ends, is scored, tagged or erased.

        Nothing else changes them, such as the signs of life of a program that plays.
        """
        with self._snapshot() as db:
            return tuple(db.execute(_VERSION).fetchone())

    def facets(self) -> Facets:
        """Return the values to filter by."""
        with self._settled() as db:
            return facets.facets(db)

    def snippets(self, episodes: Sequence[str], text: str) -> dict[str, Snippet]:
        """Return the first match of a search in each of these episodes, by id."""
        with self._snapshot() as db:
            found = {id: snippets.snippet(db, id, text) for id in episodes}
        return {id: passage for id, passage in found.items() if passage is not None}

    def recent_models(self, limit: int = 10) -> tuple[RecentModel, ...]:
        """Return recently used models, newest first, one for each set of parameters.

        Models of imported episodes are excluded: how to reach them from here is unknown.
        """
        with self._snapshot() as db:
            return tuple(
                RecentModel(player, loads(body), moment(at), episodes)
                for player, body, at, episodes in db.execute(_RECENT_MODELS, (limit,))
            )

    def tallies(self, scope: TallyScope) -> Tallies:
        """Count and sum comparable episodes by line-up."""
        with self._settled() as db:
            return tallies.tallies(db, scope)

    def played(self, scope: TallyScope) -> tuple[PlayedEpisode, ...]:
        """Return the episodes of a person that a tally of the scope counts, oldest first."""
        with self._settled() as db:
            return tallies.played(db, scope)

    def results(
        self,
        where: EpisodeFilter,
        scorers: Collection[str] | None = None,
        *,
        people: bool = False,
        repeats: bool = False,
        study: str = "",
    ) -> Results:
        """Count the results of matching episodes (see `clemtui.store.read.results`)."""
        with self._settled() as db:
            return results.results(db, where, scorers, people=people, repeats=repeats, study=study)

    def episode_results(
        self,
        where: EpisodeFilter,
        scorers: Collection[str] | None = None,
        *,
        repeats: bool = False,
        study: str = "",
    ) -> EpisodeResults:
        """Return the result of each matching episode (see `clemtui.store.read.results`)."""
        with self._settled() as db:
            return results.episode_results(db, where, scorers, repeats=repeats, study=study)

    def abort_causes(
        self,
        where: EpisodeFilter,
        scorers: Collection[str] | None = None,
        *,
        people: bool = False,
        repeats: bool = False,
        study: str = "",
    ) -> Mapping[tuple[Result, AbortCause], int]:
        """Count the causes of aborted episodes (see `clemtui.store.read.causes`)."""
        with self._settled() as db:
            return causes.abort_causes(
                db, where, scorers, people=people, repeats=repeats, study=study
            )

    def task_results(
        self,
        where: EpisodeFilter,
        among: TaskSelection,
        scorers: Collection[str] | None = None,
        *,
        repeats: bool = False,
        study: str = "",
    ) -> TaskResults:
        """Count results by task, to compare languages (see `clemtui.store.read.task_results`)."""
        with self._settled() as db:
            return task_results.task_results(
                db, where, among, scorers, repeats=repeats, study=study
            )

    def run(self, id: str) -> StoredRun:
        """Return a run by its id.

        Raises:
            NotFound: if it does not exist.
        """
        with self._snapshot() as db:
            row = db.execute(
                """SELECT r.id, c.body, r.created_at FROM runs r
                JOIN contents c ON c.hash = r.manifest WHERE r.id = ?""",
                (id,),
            ).fetchone()
        if row is None:
            raise NotFound(f"unknown run {id!r}")
        return StoredRun(row[0], loads(row[1]), moment(row[2]))

    def models_of_run(self, run: str) -> dict[str, Mapping[str, Any]]:
        """Return the parameters of all models in a run's items, by the name each was given."""
        found: dict[str, Mapping[str, Any]] = {}
        with self._snapshot() as db:
            for (body,) in db.execute(
                """SELECT c.body FROM work_items w JOIN contents c ON c.hash = w.content
                WHERE w.run = ? AND w.kind = 'episode' ORDER BY w.position""",
                (run,),
            ):
                for player in loads(body)["players"].values():
                    if player["kind"] == "model":
                        found.setdefault(player["player"], player["parameters"])
        return found

    def work_items(self, run: str) -> tuple[WorkItem, ...]:
        """Return the work items of a run in the order of its plan."""
        with self._snapshot() as db:
            return claims.items(db, run)

    def scorers(self) -> tuple[str, ...]:
        """Return the names of all scorers with recorded scores."""
        with self._snapshot() as db:
            return results.all_scorers(db)

    def imported(self) -> frozenset[str]:
        """Return the identities of all imported episodes, including erased ones."""
        with self._snapshot() as db:
            return frozenset(row[0] for row in db.execute(_IMPORT_IDENTITIES))

    def has(self, episode: str) -> bool:
        """Return whether an episode with this id is recorded here."""
        with self._snapshot() as db:
            row = db.execute("SELECT 1 FROM episodes WHERE id = ?", (episode,)).fetchone()
        return row is not None

    def find(self, prefix: str) -> str:
        """Return the id of the only episode whose id starts or ends with ``prefix``.

        Raises:
            NotFound: if no episode matches, or several do.
        """
        with self._snapshot() as db:
            return _find(db, prefix)

    def load(self, episode: str) -> StoredEpisode:
        """Return everything about an episode, by id or unique prefix, verified by hash.

        Raises:
            NotFound: if no episode matches, or several do.
            DamagedRecord: if a request or content does not match its hash.
        """
        with self._snapshot() as db:
            return loading.episode(db, _find(db, episode))

    def instances_without_exposure_key(self) -> tuple[Instance, ...]:
        """Return the recorded instances whose exposure key no game has computed yet.

        Raises:
            DamagedRecord: if one does not match its hash.
        """
        with self._snapshot() as db:
            rows = db.execute(_WITHOUT_EXPOSURE_KEY).fetchall()
            return tuple(loading.instance(db, digest) for (digest,) in rows)

    def scores(self, episode: str) -> tuple[StoredScores, ...]:
        """Return the scores of an episode, by every scorer."""
        with self._snapshot() as db:
            id = _find(db, episode)
            return tuple(summaries.scores(db, [id])[id])

    def scores_of(self, ids: Sequence[str], scorer: str) -> dict[str, Scores]:
        """Return the scores that one scorer gave episodes (whole ids), without those it has not."""
        with self._snapshot() as db:
            found = summaries.scores(db, ids)
        return {
            id: each.scores
            for id, scored in found.items()
            for each in scored
            if each.scorer == scorer
        }

    def exposures(self, person: str, task_key: str | None = None) -> tuple[Exposure, ...]:
        """Return the tasks that a person (id) knows, oldest first."""
        with self._snapshot() as db:
            return exposures.of_person(db, person, task_key)

    def exposed(self, person: str) -> frozenset[str]:
        """Return the exposure keys that a person (id) has met in any way, in any seat."""
        return frozenset(each.exposure_key for each in self.exposures(person))

    def met(self, episode: str) -> tuple[Exposure, ...]:
        """Return how the people of an episode (a whole id) know its exposure key, oldest first.

        Exposures in other episodes at an unknown time are left out: they decide nothing.
        """
        with self._snapshot() as db:
            return exposures.met(db, episode)

    def studies_of_exclusions(self) -> tuple[str, ...]:
        """Return the names of all studies from which episodes were excluded, in order."""
        with self._snapshot() as db:
            rows = db.execute(
                """SELECT DISTINCT substr(value, :length + 1) FROM tags
                WHERE key = :tag AND substr(value, 1, :length) = :prefix ORDER BY 1""",
                {"tag": EXCLUDED_TAG, "prefix": STUDY_PREFIX, "length": len(STUDY_PREFIX)},
            ).fetchall()
        return tuple(row[0] for row in rows)

    def tag_decisions(self, episode: str) -> tuple[TagDecision, ...]:
        """Return all decisions on the tags of an episode (a whole id), oldest first."""
        with self._snapshot() as db:
            return loading.decisions(db, episode)

    def consents(self, person: str) -> tuple[Consent, ...]:
        """Return the decisions of a person (id), oldest first."""
        with self._snapshot() as db:
            rows = db.execute(
                """SELECT person, purpose, decision, document, at FROM consents
                WHERE person = ? ORDER BY id""",
                (person,),
            ).fetchall()
        return tuple(Consent(r[0], r[1], r[2], r[3], moment(r[4])) for r in rows)


def _find(db: Database, part: str) -> str:
    part = part.strip().lower()
    if not _ID.fullmatch(part) or len(part) > _LONGEST_ID:
        raise NotFound(f"{part[: _LONGEST_ID + 1]!r} is not an episode id")
    rows = db.execute(
        """SELECT id FROM episodes WHERE id LIKE :part || '%' OR id LIKE '%' || :part
        OR substr(id, -8) LIKE :part || '%' ORDER BY id LIMIT 3""",  # lists show the last eight
        {"part": part},
    ).fetchall()
    if not rows:
        raise NotFound(f"unknown episode {part}")
    if len(rows) > 1:
        raise NotFound(f"{part} matches more than one episode; give more of the id")
    return str(rows[0][0])
