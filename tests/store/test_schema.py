"""The schema describes the migrated database and all code that handles its tables."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from clemtui.engine import Control, Event, Label, Response, Scores, Timing, Verdict, user
from clemtui.engine.requests import Request
from clemtui.records.attempts import ReceivedBody
from clemtui.records.errors import RefusedWrite
from clemtui.records.rows import ErasureTarget, SeatAssignment, TagDecision
from clemtui.records.studies import Difference, NewAnswer
from clemtui.store.changes import Change, recover
from clemtui.store.claims import NewWorkItem
from clemtui.store.database import open_for_writing
from clemtui.store.read.export import document
from clemtui.store.read.reader import Reader
from clemtui.store.schema import TABLES
from clemtui.store.schema.model import (
    EPISODE,
    ROWS,
    Added,
    CustomMerge,
    Newest,
    NotMerged,
    ReplacedWithEpisode,
)
from clemtui.store.write.writer import Writer
from tests.store.builders import enrolled, outcome, request, session, start
from tests.store.schema_agreement import differences


def test_a_new_database_is_what_the_schema_says(tmp_path: Path) -> None:
    """To print triggers for a migration: python -m tools.guards TABLE"""
    path = tmp_path / "records.db"
    open_for_writing(path).close()
    assert differences(path) == [], "change clemtui/store/schema or add a migration"


def test_a_database_that_is_not_what_the_schema_says_is_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    open_for_writing(path).close()
    with closing(sqlite3.connect(path)) as db:
        for statement in (
            "CREATE TABLE recipes (name TEXT)",
            "ALTER TABLE tags ADD COLUMN colour TEXT",
            "DROP TRIGGER entries_delete",
            "DROP VIEW unfinished",
            "CREATE UNIQUE INDEX one_draft ON drafts(updated_at)",
        ):
            db.execute(statement)
    said = "\n".join(differences(path))
    for name in ("recipes", "colour", "entries_delete", "unfinished", "updated_at"):
        assert name in said


def test_what_the_schema_says_of_a_table_fits_together() -> None:
    for table in TABLES.values():
        assert set(table.key) <= {*table.names, "rowid"}, table.name
        owners = table.owners.keys()
        needed = {"person" if "person" in refusal else "episode" for refusal in table.refuses}
        needed |= set(table.erased_with)
        needed |= {"episode"} if table.searched or table.export == ROWS else set()
        assert needed <= owners, table.name
        assert table.erased_with or not table.changed_by_erasure, table.name
        assert not table.deleted or not any(c.erased_value is not None for c in table.columns), (
            table.name
        )
        assert table.kind != "evidence" or table.on_existing != "replaces", table.name
        if table.set_once:
            assert isinstance(table.merge, Added), table.name
            assert (table.kind, table.on_existing) == ("evidence", "ignored"), table.name
            assert all(c.may_differ for c in table.columns if c.set_once), table.name
        if table.kind == "evidence":
            assert isinstance(table.merge, Added | CustomMerge) or table.name == "databases"
        if isinstance(table.merge, ReplacedWithEpisode) or table.forked:
            assert table.episode == EPISODE, table.name
        if isinstance(table.merge, Newest):
            assert table.merge.by in table.names, table.name
        if isinstance(table.merge, Added) and table.merge.played:
            assert {table.merge.played, "episode", "session"} <= set(table.names), table.name


def test_these_tables_alone_have_code_of_their_own_in_a_merge() -> None:
    own = {table.name for table in TABLES.values() if isinstance(table.merge, CustomMerge)}
    assert own == {
        "people", "erasures", "erased_episodes", "drafts", "leases", "claims", "exposure_keys",
    }  # fmt: skip
    stay = {table.name for table in TABLES.values() if isinstance(table.merge, NotMerged)}
    assert stay >= {"databases", "_sqlite_migrations"}
    differ = {(t.name, c.name) for t in TABLES.values() for c in t.columns if c.may_differ}
    assert differ >= {("people", "pseudonym"), ("contents", "kind"), ("tags", "at")}


SAID = "rhubarb \0"


def played(writer: Writer) -> tuple[str, str, str]:
    """Record an episode of Ada and Ben with a value in every column that an erasure changes."""
    ada, ben = writer.person("Ada").id, writer.person("Ben").id
    sitting = session(writer, ada)
    writer.sitting_event(sitting, "paused", SAID)
    seats = (
        SeatAssignment("Player 1", "WordDescriber", "human", "Ada herself", ada),
        SeatAssignment("Player 2", "WordGuesser", "human", "Ben himself", ben),
    )
    episode = writer.start_episode(start(sitting, *seats, tags={"note": "rhubarb"}))
    timing = Timing(
        shown_at=writer._clock.now(), first_key_ms=1, submitted_ms=2, away_ms=3, edits=3, pasted=4,
        hints=({"word": SAID},), values={"clue": SAID},
    )  # fmt: skip
    writer.request(episode, request(1, SAID))
    writer.entry(episode, Response.of(1, SAID), timing)
    writer.request(episode, request(2, SAID, "a", "b", new_from=2))
    attempt = writer.attempt_started(episode, 2, 1, {})
    writer.attempt_partial(attempt, SAID)
    writer.attempt_received(attempt, ReceivedBody(200, "text/plain", SAID.encode(), complete=True))
    odd = {"refusal": SAID}
    ended = outcome(text=SAID, raw=b"other", reasoning=SAID, problem=SAID, notes=odd)
    writer.attempt_ended(attempt, ended)
    writer.request(episode, Request(3, "Player 2", "WordGuesser", (user(SAID),)))
    writer.entry(episode, Response.of(3, SAID), timing)
    writer.draft(episode, 2, SAID)
    writer.exposure(ada, "taboo:tea", "h", "played", episode)
    one = enrolled(writer, "pilot", ada)
    writer.answer(NewAnswer(one.id, "questionnaire", "comment", SAID, sitting))
    writer.deviation(Difference("pilot", "protocol", "participants", 12, 15, "more came", "Ada"))
    writer.screening("pilot", "declined")
    return ada, ben, episode


def end(writer: Writer, episode: str) -> None:
    writer.entry(episode, Control("gave up", "Player 1", SAID))
    verdict = Verdict("violation", Label("why", {"word": SAID}))
    events = [Event("get message", SAID, 0, verdict=verdict, said=Label("said", {"word": SAID}))]
    scores = Scores(0, 1, 0, {"Main Score": 100})
    writer.end_episode(episode, "finished", reason=SAID, scores=scores, events=events)


def rows(path: Path) -> dict[str, list[dict[str, Any]]]:
    """Return all rows of all tables, by rowid."""
    with closing(sqlite3.connect(path)) as db:
        db.row_factory = sqlite3.Row
        return {
            name: [dict(row) for row in db.execute(f"SELECT rowid, * FROM {name} ORDER BY rowid")]
            for name, table in TABLES.items()
            if not table.internal
        }


@pytest.mark.parametrize("scores", [False, True])
def test_an_erasure_changes_what_the_schema_says_and_nothing_else(
    tmp_path: Path, scores: bool
) -> None:
    path = tmp_path / "records.db"
    writer = Writer(path)
    ada, _, episode = played(writer)
    # The tools of a request are erased as well; no game uses any yet.
    writer._db.execute("DROP TRIGGER requests_update")
    writer._db.execute("UPDATE requests SET tools = '[1]'")
    writer._db.commit()
    end(writer, episode)
    # The end of an episode deletes its claim, so add one as if a program had been killed.
    writer.open_run("20260131-0a1b2c", {}, [NewWorkItem("episode", {})])
    writer._db.execute("UPDATE work_items SET state = 'begun', result = ?", [episode])
    writer._db.execute(
        "INSERT INTO claims (run, item, owner, host, pid, acquired, heartbeat) "
        "SELECT run, key, 'owner', 'host', 1, 'then', 'then' FROM work_items"
    )
    writer._db.commit()
    writer.tag([episode], TagDecision("wave", "1", "Ada", SAID))
    before = rows(path)
    writer.erase(ErasureTarget(person=ada, scores=scores))
    writer.close()
    after = rows(path)
    changed: dict[tuple[str, str], set[object]] = {}
    deleted = set()
    for name, table in before.items():
        left = {row["rowid"]: row for row in after[name]}
        for row in table:
            if row["rowid"] not in left:
                deleted.add(name)
                continue
            for column, value in row.items():
                if left[row["rowid"]][column] != value:
                    changed.setdefault((name, column), set()).add(row.get("seat"))
    described = {
        (table.name, column.name): column.own_seat_only
        for table in TABLES.values()
        for column in table.columns
        if column.erased_value is not None or column.names_person
    }
    # A trigger reopens the item of an erased unfinished episode.
    reopened = {("work_items", "state"), ("work_items", "result")}
    assert changed.keys() == described.keys() | reopened
    assert all(changed[each] == {"Player 1"} for each, own in described.items() if own)
    assert deleted | {"drafts", "leases"} == {
        t.name for t in TABLES.values() if t.deleted and (scores or not t.scores)
    }


def exported(document: Any, path: str) -> bool:
    """Return whether a document has a value at a path such as ``entries[].timing.edits``."""
    step, _, rest = path.partition(".")
    found = [document] if isinstance(document, dict) else []
    found = [each[step.removesuffix("[]")] for each in found if step.removesuffix("[]") in each]
    if step.endswith("[]"):
        found = [item for each in found for item in each]
    return any(exported(each, rest) for each in found) if rest else bool(found)


def paths(document: dict[str, Any]) -> Iterator[str]:
    """Yield the keys of a document and of the items of its lists."""
    for key, value in document.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            yield from {f"{key}[].{each}" for item in value for each in item}
        else:
            yield key


#: Keys that describe the document, replace hashes of contents, or follow from the decisions.
BESIDE = {"format", "version", "lists", "experiments", "tags"}


def test_an_export_carries_what_the_schema_says_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    writer = Writer(path)
    _, _, episode = played(writer)
    with Reader(path) as reader:
        running = document(reader.load(episode))
    end(writer, episode)
    writer.close()
    with Reader(path) as reader:
        whole = document(reader.load(episode))
    whole = json.loads(json.dumps({**whole, "drafts": running["drafts"]}))
    described = {
        table.export + (column.exported or column.name)
        for table in TABLES.values()
        if table.export is not None and table.export not in ("rows", "referenced")
        for column in table.columns
        if column.exported is not None
    }
    assert {each for each in described if not exported(whole, each)} == set()
    tops = {".".join(each.split(".")[: 2 if "[]" in each else 1]) for each in described}
    assert set(paths(whole)) - BESIDE == {each for each in tops if each != "people[]"} | {"people"}


@pytest.mark.parametrize("table", ["_sqlite_migrations", "search_pending", "nothing"])
def test_no_change_touches_what_the_store_keeps_for_itself(tmp_path: Path, table: str) -> None:
    db = open_for_writing(tmp_path / "records.db")
    for change in (Change("x", ((table, {"id": 1}),)), Change("x", (), ((table, {"id": 1}),))):
        with pytest.raises(RefusedWrite, match=table):
            recover(db, change)
    db.close()


def test_no_change_deletes_evidence(tmp_path: Path) -> None:
    db = open_for_writing(tmp_path / "records.db")
    for table in TABLES.values():
        if table.kind == "evidence":
            with pytest.raises(RefusedWrite, match="would delete evidence"):
                recover(db, Change("x", (), ((table.name, {table.key[0]: "1"}),)))
    db.close()
