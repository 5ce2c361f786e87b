"""Helpers for the tests of merging: all contents of a database as sets of rows."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from clemtui.engine import Control, Event, Response, Scores, Timing
from clemtui.records.studies import NewAnswer, StudyRef
from clemtui.store.schema import TABLES
from clemtui.store.schema.model import NotMerged
from clemtui.store.write.writer import Writer
from tests.store.builders import MODEL, enrolled, human, outcome, request, session, start

Evidence = dict[str, set[tuple[object, ...]]]

#: Tables that identify the database or describe only the present; full-text search is derived.
NOT_COMPARED = {"leases"} | {t.name for t in TABLES.values() if isinstance(t.merge, NotMerged)}

#: Columns in which databases with the same evidence may differ: names of people with the same
#: pseudonym, the kind of a content used for two kinds, the time of a tag added twice.
FREE = {table.name: {c.name for c in table.columns if c.may_differ} for table in TABLES.values()}


def dump(path: Path) -> Evidence:
    """Return every row of every table."""
    with closing(sqlite3.connect(path)) as db:
        return {table: set(db.execute(f"SELECT * FROM {table}")) for table in tables(db)}


def tables(db: sqlite3.Connection) -> list[str]:
    rows = db.execute(
        """SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
        AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'search%'"""
    )
    return sorted(row[0] for row in rows)


def evidence(path: Path) -> Evidence:
    """Return what two databases have in common after each was merged into the other.

    Which erasure covers an erased episode, and how far the episode had got when it was erased, may
    differ between databases; so may whether the sitting of a deleted person still names them.
    """
    erased = "(SELECT episode FROM erased_episodes)"
    forgotten = "(SELECT person FROM erasures)"
    found: Evidence = {}
    with closing(sqlite3.connect(path)) as db:
        for table in tables(db):
            if table in NOT_COMPARED:
                continue
            columns = [
                row[1]
                for row in db.execute(f"PRAGMA table_info({table})")
                if row[1] not in FREE.get(table, set())
            ]
            if table == "erasures":
                columns = ["person"]
            elif table == "erased_episodes":
                columns = ["episode"]
            elif table == "sessions":
                columns[columns.index("person")] = (
                    f"CASE WHEN person NOT IN {forgotten} THEN person END"
                )
            names = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
            where = "1"
            if table == "exposure_keys":  # those of exposures that were erased with the scores stay
                where = """instance_hash IN (SELECT instance_hash FROM episodes
                    UNION SELECT instance_hash FROM exposures)"""
            elif table not in ("erased_episodes", "seat_assignments", "scores"):
                if "episode" in names:
                    where = f"episode IS NULL OR episode NOT IN {erased}"
                elif "attempt" in names:
                    where = f"""attempt NOT IN
                        (SELECT id FROM attempts_started WHERE episode IN {erased})"""
            found[table] = set(
                db.execute(f"SELECT {', '.join(columns)} FROM {table} WHERE {where}")
            )
    return found


def views(path: Path) -> dict[str, set[tuple[object, ...]]]:
    """Return what the sample says of all episodes; of erased ones, only that they do not count.

    How far an erased episode had got may differ, names of people may, and numbers of line-ups do.
    """
    free = {"pseudonym", "line_up"}
    found = {}
    with closing(sqlite3.connect(path)) as db:
        for view in ("sample", "human_episodes", "human_baseline", "study_results"):
            names = [row[1] for row in db.execute(f"PRAGMA table_info({view})")]
            columns = ", ".join(name for name in names if name not in free)
            erased = "episode IN (SELECT episode FROM erased_episodes)"
            found[view] = {
                *db.execute(f"SELECT {columns} FROM {view} WHERE NOT {erased}"),
                *db.execute(f"SELECT episode, left_out FROM {view} WHERE {erased}"),
            }
    return found


def copy_database(path: Path, name: str) -> Path:
    """Return a copy of a closed database, as one taken to another machine."""
    copy = path.with_name(name)
    shutil.copyfile(path, copy)
    return copy


def played(path: Path, person: str, *, over: bool = True, text: str = "CLUE: hot") -> str:
    """Record an episode with a row in every table that can have one."""
    writer = Writer(path)
    who = writer.person(person).id
    sitting = session(writer, who)
    writer.sitting_event(sitting, "paused", "tea")
    writer.consent(who, "record", "given", {"text": f"I, {person}, agree."})
    seats = (human(who), MODEL)
    study = f"of {sitting}"
    ref = StudyRef(enrolled(writer, study, who).id, 1)
    writer.answer(NewAnswer(ref.enrolment, "consent", "record", text, sitting))
    writer.screening(study, "not eligible")
    episode = writer.start_episode(start(sitting, *seats, tags={"wave": "1"}, study=ref))
    writer.request(episode, request(1, "hello"))
    writer.entry(episode, Response.of(1, text), Timing(submitted_ms=900, values={"clue": "hot"}))
    writer.request(episode, request(2, "hello", text, "again", new_from=2))
    attempt = writer.attempt_started(episode, 2, 1, {"temperature": 0.5})
    writer.attempt_partial(attempt, "CLU\ud800")
    writer.attempt_ended(attempt, outcome())
    writer.exposure(who, "taboo:tea", "h", "played", episode)
    if over:
        writer.entry(episode, Control("gave up", "Player 1", "tired\0"))
        scores = Scores(0, 1, 0, {"Main Score": 50})
        events = [Event("get message", text, 0)]
        writer.end_episode(episode, "finished", scores=scores, events=events)
    else:
        writer.draft(episode, 2, "CLUE: wa")
    writer.close()
    return episode


def play_on(path: Path, episode: str, text: str = "CLUE: warm", *, end: bool = False) -> None:
    writer = Writer(path)
    writer.resume_episode(episode, session(writer))
    writer.entry(episode, Response.of(2, text))
    if end:
        scores = Scores(0, 1, 0, {"Main Score": 100})
        events = [Event("get message", text, 1)]
        writer.end_episode(episode, "finished", scores=scores, events=events)
    writer.close()
