"""A new table needs one entry in the schema and one migration; everything else then covers it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from clemtui.records.errors import RefusedWrite
from clemtui.store.changes import Change, Row
from clemtui.store.library import Database
from clemtui.store.merge.merge import merge
from clemtui.store.merge.source import _definitions_here
from clemtui.store.migrations import STEPS
from clemtui.store.migrations.scripts import run
from clemtui.store.read.export import document
from clemtui.store.read.reader import Reader
from clemtui.store.schema import TABLES
from clemtui.store.schema.dictionary import sections
from clemtui.store.schema.guards import guards
from clemtui.store.schema.model import (
    EPISODE,
    PERSON,
    ROWS,
    Added,
    Column,
    Newest,
    Owner,
    Table,
    json,
    time,
)
from clemtui.store.write.emergency import append_change
from clemtui.store.write.writer import Writer
from tests.store.builders import restore, running
from tests.store.merge.helpers import copy_database
from tests.store.schema_agreement import differences

JAN, FEB, MAR = (f"2026-0{month}-01T00:00:00.000000Z" for month in (1, 2, 3))

LABELS = Table(
    "labels",
    "evidence",
    "What an annotator says of an episode.",
    (
        Column("id", "id of the label"),
        Column("episode", "the episode", exported=None),
        Column("annotator", "who says it", exported=None),
        Column("remark", "in the annotator's words", erased_value="''"),
        json("chosen", "what was chosen"),
        time("at", "when"),
    ),
    key=("id",),
    merge=Added(),
    export=ROWS,
    episode=EPISODE,
    person=Owner("annotator"),
    erased_with=("episode", "person"),
    refuses=("erased episode", "forgotten person"),
)
PLANS = Table(
    "plans",
    "mutable",
    "What a person is to play next.",
    (
        Column("person", "who"),
        Column("task", "what"),
        time("updated_at", "when that was decided"),
    ),
    key=("person",),
    merge=Newest("updated_at"),
    export=None,
    person=PERSON,
    erased_with=("person",),
    deleted=True,
    refuses=("forgotten person",),
    on_existing="replaces",
)
MIGRATION = """
CREATE TABLE labels (
    id TEXT PRIMARY KEY,
    episode TEXT NOT NULL REFERENCES episodes(id),
    annotator TEXT NOT NULL REFERENCES people(id),
    remark TEXT NOT NULL,
    chosen TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT;
CREATE TABLE plans (
    person TEXT PRIMARY KEY REFERENCES people(id),
    task TEXT NOT NULL,
    updated_at TEXT NOT NULL
) STRICT;
"""


@pytest.fixture(autouse=True)
def new_tables(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add two tables, as a developer would; what is remembered of the tables is of before and
    after."""
    for table in (LABELS, PLANS):
        monkeypatch.setitem(TABLES, table.name, table)
    text = MIGRATION + guards(LABELS) + guards(PLANS)

    def apply(db: Database) -> None:
        run(db, text)

    monkeypatch.setattr(STEPS, "_migrations", list(STEPS._migrations))
    STEPS(name="9999_planted")(apply)
    _definitions_here.cache_clear()
    yield
    _definitions_here.cache_clear()


def label(labelled: Labelled, id: str = "label-1", remark: str = "too easy") -> Row:
    return "labels", {
        "id": id, "episode": labelled.episode, "annotator": labelled.annotator,
        "remark": remark, "chosen": '{"hard":1}', "at": JAN,
    }  # fmt: skip


def plan(person: str, task: str, at: str) -> Row:
    return "plans", {"person": person, "task": task, "updated_at": at}


def write(writer: Writer, *rows: Row) -> None:
    writer._write(Change("planted", rows))


def held(path: Path, table: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall()


class Labelled(NamedTuple):
    """A closed database with a row in each of the new tables."""

    path: Path
    person: str
    episode: str
    annotator: str


@pytest.fixture
def labelled(tmp_path: Path) -> Labelled:
    """A person's episode, labelled by somebody else."""
    path = tmp_path / "records.db"
    writer, person, episode = running(path)
    made = Labelled(path, person, episode, writer.person("Anna").id)
    write(writer, label(made), plan(person, "taboo", JAN))
    writer.close()
    return made


def test_it_is_described(labelled: Labelled) -> None:
    assert differences(labelled.path) == []


def test_a_migration_that_forgets_a_guard_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def apply(db: Database) -> None:
        run(db, MIGRATION)

    monkeypatch.setattr(STEPS._migrations[-1], "fn", apply)
    Writer(tmp_path / "records.db").close()
    said = "\n".join(differences(tmp_path / "records.db"))
    for name in ("labels_update", "labels_once", "labels_erased", "plans_forgotten"):
        assert f"trigger {name}:" in said


def test_it_is_guarded(labelled: Labelled) -> None:
    with closing(sqlite3.connect(labelled.path)) as stranger:
        for sql in (
            "UPDATE labels SET remark = 'other'",
            "DELETE FROM labels",
            "INSERT OR REPLACE INTO labels SELECT * FROM labels",
        ):
            with pytest.raises(sqlite3.IntegrityError, match="labels"):
                stranger.execute(sql)


def test_changes_and_the_emergency_file_know_it(labelled: Labelled) -> None:
    path, person, *_ = labelled
    writer = Writer(path)
    write(writer, plan(person, "wordle", FEB))
    with pytest.raises(RefusedWrite, match="already"):
        write(writer, label(labelled))
    writer.close()
    file = path.with_name("lost.jsonl")
    append_change(
        Change("label", (label(labelled), label(labelled, "label-2"))),
        JAN,
        str(held(path, "databases")[0][0]),
        path,
        file,
    )
    recovery = restore(file, path)
    assert (recovery.written, recovery.existing, recovery.refused) == (1, 1, ())
    assert held(path, "plans") == [(person, "wordle", FEB)]


def test_it_is_merged(labelled: Labelled) -> None:
    path, person, *_ = labelled
    other = copy_database(path, "other.db")
    writer = Writer(other)
    write(
        writer,
        label(labelled, "label-2"),
        plan(person, "wordle", FEB),
    )
    writer.close()
    merge(path, other)
    for table in ("labels", "plans"):
        assert held(path, table) == held(other, table)
    assert merge(path, other).rows == 0
    writer = Writer(path)
    write(writer, label(labelled, "label-3", remark="one"))
    writer.close()
    writer = Writer(other)
    write(writer, label(labelled, "label-3", remark="two"))
    writer.close()
    with pytest.raises(RefusedWrite, match="'labels' differs from the one recorded here"):
        merge(path, other)


@pytest.mark.parametrize("who", ["person", "annotator"])
def test_it_is_erased_here_and_in_what_is_merged(labelled: Labelled, who: str) -> None:
    """A label has two owners: its text goes with whichever of them is forgotten first."""
    path, person, episode, annotator = labelled
    other = copy_database(path, "other.db")
    writer = Writer(path)
    writer.delete_person(getattr(labelled, who))
    with pytest.raises(RefusedWrite):
        write(writer, label(labelled, "label-2"))
    with pytest.raises(RefusedWrite):
        write(writer, plan(getattr(labelled, who), "taboo", MAR))
    writer.close()
    merge(other, path)
    merge(path, other)
    left = [(person, "taboo", JAN)] if who == "annotator" else []
    for database in (path, other):
        assert held(database, "labels") == [("label-1", episode, annotator, "", '{"hard":1}', JAN)]
        assert held(database, "plans") == left


def test_it_is_exported(labelled: Labelled) -> None:
    path, _, episode, _ = labelled
    with Reader(path) as reader:
        exported = document(reader.load(episode))
    assert exported["labels"] == [
        {
            "id": "label-1",
            "remark": "too easy",
            "chosen": {"hard": 1},
            "at": JAN,
        }
    ]
    assert "plans" not in exported


def test_it_is_in_the_data_dictionary() -> None:
    text = sections()
    assert "## `labels` (table, evidence)\n\nWhat an annotator says of an episode.\n" in text
    assert "Key: `person`. Merging keeps the row with the later `updated_at`." in text
    assert "| remark | TEXT | | in the annotator's words |" in text
