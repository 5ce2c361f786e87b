"""Filters as conditions of a query over ``episodes e``."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from clemtui.engine.scores import Outcome
from clemtui.records.rows import EpisodeFilter
from clemtui.store import search
from clemtui.store.clock import iso
from clemtui.store.codec import readable
from clemtui.store.folding import fts_query
from clemtui.store.library import Database
from clemtui.store.read.players import line_ups_with
from clemtui.store.search import Window

RUNNING = "NOT EXISTS (SELECT 1 FROM episode_ends n WHERE n.episode = e.id)"
NOT_ERASED = "NOT EXISTS (SELECT 1 FROM erased_episodes x WHERE x.episode = e.id)"
OF_PERSON = """e.id IN (SELECT a.episode FROM seat_assignments a JOIN people p ON p.id = a.person
    WHERE p.id = :person OR p.pseudonym = :person)"""
REPEATED = "e.id {}IN (SELECT r.episode FROM episode_results r WHERE r.reasons & 128)"
"""A person in the episode had met its exposure key before."""

OWN_SCORER = "(e.game || ':' || e.game_version)"

_PLAYING = "p.line_up IN (SELECT value FROM json_each(:line_ups))"
_IN_POOL = """p.people IN (SELECT s.people FROM (SELECT DISTINCT people FROM result_pools) s
    WHERE s.people <> '' AND EXISTS (SELECT 1 FROM json_each(s.people) h
        JOIN people o ON o.id = h.value WHERE o.id = :person OR o.pseudonym = :person))"""
_OF_GROUPS = """r.result_group IN (SELECT g.id FROM result_groups g
    JOIN result_pools p ON p.id = g.pool WHERE {conditions})"""
_STATES = {
    "running": "r.reasons & 16",
    "abandoned": "r.reasons & 32",
    "void": "r.reasons & 64",
    "finished": "r.reasons & 112 = 0",
}
_COUNTS = {
    True: "r.reasons = 0 AND r.unscored = 0",
    False: "(r.reasons <> 0 OR r.unscored <> 0)",
}
"""Whether reports count the episode (see `clemtui.store.read.results.exclusion`)."""
_OUTCOMES = {
    "aborted": "r.aborted = 1",
    "lose": "coalesce(r.aborted, 0) = 0 AND r.lose = 1",
    "success": "coalesce(r.aborted, 0) = 0 AND coalesce(r.lose, 0) = 0 "
    "AND coalesce(r.aborted, r.lose, r.success) IS NOT NULL",
}
_COLUMNS = {"game": "p", "language": "p", "experiment": "g", "interface": "p"}
"""The columns that all episodes of a group have in common. A pool has an interface only with
people, as it has no effect without."""

# Older versions recorded blanks around values. An index has the different values of a key; each is
# looked up, as a key may have a million episodes.
_TAG_VALUES = """WITH RECURSIVE known(value) AS (
        SELECT min(k.value) FROM tags k WHERE k.key = :tag_key
        UNION ALL
        SELECT (SELECT min(k.value) FROM tags k WHERE k.key = :tag_key AND k.value > known.value)
        FROM known WHERE known.value IS NOT NULL)
    SELECT value FROM known WHERE trim(value, :blanks) = :tag_value"""
_BLANKS = "".join(char for char in map(chr, range(0x3001)) if char.isspace())
"""What `str.strip` removes."""

FEW = 5_000
"""Up to so many matching episodes are looked up; of more, a list soon finds enough."""

FEW_BY_TEXT = 50_000
"""The same for a text."""

_INDEXED = """e.id IN (SELECT d.episode FROM search_words w
    JOIN search_documents d ON d.id = w.rowid WHERE search_words MATCH :match)"""
# Without the episodes of all documents, which takes longer if there are many.
_FREQUENT = """(SELECT d.id FROM search_documents d WHERE d.episode = e.id)
    IN (SELECT rowid FROM search_words WHERE search_words MATCH :match)"""
_IN_WINDOW = """(SELECT d.id FROM search_documents d WHERE d.episode = e.id)
    IN (SELECT rowid FROM search_words
        WHERE search_words MATCH :match AND rowid BETWEEN :lowest AND :highest)"""
_PENDING = "e.id IN (SELECT value FROM json_each(:pending))"


@dataclass(frozen=True, slots=True)
class Conditions:
    """The SQL conditions of a filter, all of which must hold.

    Attributes:
        of_episodes: those on ``episodes e``.
        of_results: those on ``episode_results r``: they are the same for whole groups of episodes,
            or for those with the same reasons, so that they hold for ``result_counts r``, too.
        outcome: the one that episodes must have, if any.
        values: their parameters.
    """

    of_episodes: list[str]
    of_results: list[str]
    outcome: Outcome | None
    values: dict[str, Any]

    @property
    def of_rows(self) -> list[str]:
        """The conditions on ``episode_results r`` with that on the outcome."""
        if self.outcome is None:
            return self.of_results
        return [*self.of_results, f"r.unscored = 0 AND {_OUTCOMES[self.outcome]}"]

    def count(self, db: Database) -> int:
        """Return the number of episodes, without reading each unless the conditions differ."""
        if self.of_episodes:
            # The conditions on episodes have the more selective indexes.
            table, number = "episodes e", "count(*)"
            if self.of_rows:
                table = "episodes e CROSS JOIN episode_results r ON r.episode = e.id"
            where = clause([*self.of_rows, *self.of_episodes])
        elif self.of_rows:
            scored = [] if self.outcome is None else ["r.unscored = 0"]
            table, number = "result_counts r", f"total(r.{self.outcome or 'episodes'})"
            where = clause([*self.of_results, *scored])
        else:
            table, number, where = "episodes e", "count(*)", ""
        row = db.execute(f"SELECT {number} FROM {table} {where}", self.values).fetchone()
        return int(row[0])

    def listed(self, db: Database) -> str:
        """Return a WHERE clause that soon finds the first episodes by id."""
        of_results = " AND ".join(self.of_rows)
        if not of_results:
            return clause(self.of_episodes)
        counted = f"SELECT 1 FROM episode_results r WHERE {of_results} LIMIT {FEW + 1}"
        row = db.execute(f"SELECT count(*) FROM ({counted})", self.values).fetchone()
        if row[0] <= FEW:
            found = f"e.id IN (SELECT r.episode FROM episode_results r WHERE {of_results})"
        else:
            found = f"""EXISTS (SELECT 1 FROM episode_results r
                WHERE r.episode = e.id AND {of_results})"""
        return clause([found, *self.of_episodes])


_OF_STUDY = "e.id {}IN (SELECT p.episode FROM study_episodes p)"


def conditions(
    db: Database,
    where: EpisodeFilter,
    *,
    listed: bool = False,
    within: Window | None = None,
    pending: str | None = None,
) -> Conditions:
    """Return the conditions of a filter.

    Args:
        db: the database.
        where: the filter.
        listed: whether they are for `Conditions.listed`.
        within: where to search for its text, if it has any: only among these episodes, to which
            the caller must limit the list.
        pending: what `search.pending` found for its text, if known.
    """
    values: dict[str, Any] = {}
    found = _of_episodes(where, values)
    if where.text is not None:
        if pending is None:
            pending = search.pending(db, where.text)
        condition, of_text = _text(db, where.text, pending, listed=listed, within=within)
        found.append(condition)
        values |= of_text
    of_results = _of_results(db, where, values)
    columns = [column for column in _COLUMNS if getattr(where, column) is not None]
    if (
        listed
        and where.outcome is None
        and len(columns) == 1
        and columns != ["interface"]  # all episodes have one
        and of_results == [_OF_GROUPS.format(conditions=_is(columns[0]))]
    ):
        found.append(f"e.{columns[0]} = :{columns[0]}")  # the order of its index is that of lists
        of_results = []
    # A value that cannot be stored matches nothing and is not an error.
    readable_values = {k: readable(v) if isinstance(v, str) else v for k, v in values.items()}
    return Conditions(found, of_results, where.outcome, readable_values)


def _of_episodes(where: EpisodeFilter, values: dict[str, Any]) -> list[str]:
    """Return the conditions that differ between the episodes of a group; add their values."""
    found = []
    if where.family is not None:
        found.append("e.family = :family")
        values["family"] = where.family
    if where.practice is not None:
        found.append("e.practice = :practice")
        values["practice"] = int(where.practice)
    if where.repeated is not None:
        found.append(REPEATED.format("" if where.repeated else "NOT "))
    if where.of_study is not None:
        found.append(_OF_STUDY.format("" if where.of_study else "NOT "))
    if where.since is not None:
        found.append("e.created_at >= :since")
        values["since"] = iso(where.since)
    if where.until is not None:
        found.append("e.created_at < :until")
        values["until"] = iso(where.until)
    if where.tag is not None:
        key, value = where.tag
        and_value = "" if value is None else f" AND t.value IN ({_TAG_VALUES})"
        found.append(
            f"e.id IN (SELECT t.episode FROM current_tags t WHERE t.key = :tag_key{and_value})"
        )
        values["tag_key"] = key
        if value is not None:
            values |= {"tag_value": value.strip(), "blanks": _BLANKS}
    return found


def _of_results(db: Database, where: EpisodeFilter, values: dict[str, Any]) -> list[str]:
    """Return the conditions that hold for all episodes of a group, or that its index answers."""
    columns = {
        column: value for column in _COLUMNS if (value := getattr(where, column)) is not None
    }
    values |= columns
    of_groups = [_is(column) for column in columns]
    if where.player is not None:
        of_groups.append(_PLAYING)
        values["line_ups"] = json.dumps(line_ups_with(db, readable(where.player)))
    if where.person is not None:
        of_groups.append(_IN_POOL)
        values["person"] = where.person
    found = []
    if where.state is not None:
        found.append(_STATES[where.state])
    if where.counts is not None:
        found.append(_COUNTS[where.counts])
    if of_groups:
        found.insert(0, _OF_GROUPS.format(conditions=" AND ".join(of_groups)))
    return found


def _is(column: str) -> str:
    return f"{_COLUMNS[column]}.{column} = :{column}"


def clause(found: list[str]) -> str:
    """Return conditions as a WHERE clause, or an empty string if there are none."""
    return f"WHERE {' AND '.join(found)}" if found else ""


def _text(
    db: Database, text: str, pending: str, *, listed: bool, within: Window | None
) -> tuple[str, dict[str, Any]]:
    match = fts_query(text)
    if match is None:
        return "0", {}
    values: dict[str, Any] = {"match": match}
    indexed = _INDEXED
    if within is not None:
        indexed = _IN_WINDOW
        values |= {"lowest": within.lowest, "highest": within.highest}
    elif listed:
        few = f"SELECT 1 FROM search_words WHERE search_words MATCH :match LIMIT {FEW_BY_TEXT + 1}"
        if db.execute(f"SELECT count(*) FROM ({few})", values).fetchone()[0] > FEW_BY_TEXT:
            indexed = _FREQUENT
    if not pending:
        return indexed, values
    return f"({indexed} OR {_PENDING})", {**values, "pending": pending}
