"""Filters as conditions of a query over ``episodes e``."""

from __future__ import annotations

from typing import Any

from clemtui.records.rows import EpisodeFilter
from clemtui.store import search
from clemtui.store.clock import iso
from clemtui.store.codec import readable
from clemtui.store.folding import fts_query
from clemtui.store.library import Database

RUNNING = "NOT EXISTS (SELECT 1 FROM episode_ends n WHERE n.episode = e.id)"
NOT_ERASED = "NOT EXISTS (SELECT 1 FROM erased_episodes x WHERE x.episode = e.id)"
OF_PERSON = """e.id IN (SELECT a.episode FROM seat_assignments a JOIN people p ON p.id = a.person
    WHERE p.id = :person OR p.pseudonym = :person)"""
REPEATED = "e.id {}IN (SELECT r.episode FROM episode_results r WHERE r.reasons & 128)"
"""A person in the episode had met its exposure key before."""

OWN_SCORER = "(e.game || ':' || e.game_version)"

EXCLUDED_TAG = "excluded"
EVERYWHERE = "everywhere"
"""The value of the tag for all analyses, as in any other value without `STUDY_PREFIX`."""
STUDY_PREFIX = "study:"
"""What a value of the tag begins with that excludes an episode from one study only."""
_ENDED = "EXISTS (SELECT 1 FROM episode_ends n WHERE n.episode = e.id AND n.state = :state)"
# Matches part of a name, ignoring case. Service seats belong to the rules and are no players.
_OF_PLAYER = """e.id IN (SELECT a.episode FROM seat_assignments a WHERE a.kind <> 'service'
    AND (a.kind = :player OR (a.kind = 'model' AND instr(lower(a.player), lower(:player)) > 0)))"""
_OUTCOME = f"""EXISTS (SELECT 1 FROM scores s WHERE s.episode = e.id AND s.scorer = {OWN_SCORER}
    AND {{outcome}})"""
_OUTCOMES = {
    "aborted": "s.aborted = 1",
    "lose": "coalesce(s.aborted, 0) = 0 AND s.lose = 1",
    "success": "coalesce(s.aborted, 0) = 0 AND coalesce(s.lose, 0) = 0",
}
_INDEXED = """e.id IN (SELECT d.episode FROM search_words w
    JOIN search_documents d ON d.id = w.rowid WHERE search_words MATCH :match)"""
_PENDING = "e.id IN (SELECT value FROM json_each(:pending))"


def conditions(db: Database, where: EpisodeFilter) -> tuple[list[str], dict[str, Any]]:
    """Return the SQL conditions of a filter, all of which must hold, and their parameters."""
    found: list[str] = []
    values: dict[str, Any] = {}
    for column in ("game", "family", "language", "experiment", "interface"):
        value = getattr(where, column)
        if value is not None:
            found.append(f"e.{column} = :{column}")
            values[column] = value
    if where.practice is not None:
        found.append("e.practice = :practice")
        values["practice"] = int(where.practice)
    if where.repeated is not None:
        found.append(REPEATED.format("" if where.repeated else "NOT "))
    if where.since is not None:
        found.append("e.created_at >= :since")
        values["since"] = iso(where.since)
    if where.until is not None:
        found.append("e.created_at < :until")
        values["until"] = iso(where.until)
    if where.person is not None:
        found.append(OF_PERSON)
        values["person"] = where.person
    if where.player is not None:
        found.append(_OF_PLAYER)
        values["player"] = where.player
    if where.state == "running":
        found.append(RUNNING)
    elif where.state is not None:
        found.append(_ENDED)
        values["state"] = where.state
    if where.outcome is not None:
        found.append(_OUTCOME.format(outcome=_OUTCOMES[where.outcome]))
    if where.tag is not None:
        key, value = where.tag
        and_value = "" if value is None else " AND t.value = :tag_value"
        found.append(
            f"e.id IN (SELECT t.episode FROM current_tags t WHERE t.key = :tag_key{and_value})"
        )
        values |= {"tag_key": key} | ({} if value is None else {"tag_value": value})
    if where.text is not None:
        condition, of_text = _text(db, where.text)
        found.append(condition)
        values |= of_text
    # A value that cannot be stored matches nothing and is not an error.
    return found, {k: readable(v) if isinstance(v, str) else v for k, v in values.items()}


def clause(found: list[str]) -> str:
    """Return conditions as a WHERE clause, or an empty string if there are none."""
    return f"WHERE {' AND '.join(found)}" if found else ""


def _text(db: Database, text: str) -> tuple[str, dict[str, Any]]:
    match = fts_query(text)
    if match is None:
        return "0", {}
    pending = search.pending(db, text)
    if not pending:
        return _INDEXED, {"match": match}
    return f"({_INDEXED} OR {_PENDING})", {"match": match, "pending": pending}
