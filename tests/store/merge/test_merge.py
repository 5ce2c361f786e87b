"""Merging two databases: nothing is lost or duplicated, and it is all or nothing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from clemtui.records.rows import EpisodeFilter
from clemtui.store.merge.merge import merge
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from tests.store.builders import MODEL, SetClock, rows, session, start
from tests.store.merge.helpers import NOT_COMPARED, copy_database, dump, evidence, play_on, played

OLD = sorted((Path(__file__).parents[1] / "old").glob("*.sql"))


def test_everything_is_merged(here: Path, there: Path) -> None:
    own, others = played(here, "Ada"), played(there, "Ben")
    unfinished = played(there, "Ben", over=False)
    before, came = dump(here), dump(there)
    merged = merge(here, there)
    after = dump(here)
    for table in set(after) - NOT_COMPARED:
        assert after[table] == before[table] | came[table], table
    assert (merged.episodes_new, merged.episodes_known) == (2, 0)
    assert (merged.people_new, merged.people_renamed) == (("Ben",), ())
    assert (merged.sessions_new, merged.sessions_known) == (2, 0)
    with Reader(there) as reader:
        expected = {id: reader.load(id) for id in (others, unfinished)}
    with Reader(here) as reader:
        assert {id: reader.load(id) for id in expected} == expected
        assert {summary.id for summary in reader.episodes(EpisodeFilter())} == {own, *expected}


def test_merged_episodes_can_be_resumed(here: Path, there: Path) -> None:
    episode = played(there, "Ben", over=False)
    merge(here, there)
    play_on(here, episode, end=True)
    with Reader(here) as reader:
        stored = reader.load(episode)
    assert [entry.seq for entry in stored.entries] == [1, 2]
    assert stored.state == "finished"


def test_merging_again_changes_nothing(here: Path, there: Path) -> None:
    played(here, "Ada")
    played(there, "Ada")
    played(there, "Ben", over=False)
    merge(here, there)
    before = dump(here)
    again = merge(here, there)
    assert dump(here) == before
    assert again.rows == 0
    assert (again.episodes_new, again.episodes_known) == (0, 2)
    assert (again.people_new, again.people_known) == ((), 2)
    assert (again.sessions_new, again.sessions_known) == (0, 2)


def test_both_directions_give_the_same(here: Path, there: Path) -> None:
    played(here, "Ada")
    played(there, "Ada", over=False)
    merge(here, copy_database(there, "copy.db"))
    merge(there, here)
    assert evidence(here) == evidence(there)
    assert merge(here, there).rows == 0


def test_merging_the_same_records_from_a_third_adds_nothing(
    here: Path, there: Path, tmp_path: Path
) -> None:
    third = tmp_path / "third.db"
    played(there, "Ben")
    merge(third, there)
    merge(here, there)
    assert merge(here, third).rows == 0


def test_the_other_file_and_its_folder_stay_as_they_are(here: Path, tmp_path: Path) -> None:
    folder = tmp_path / "stick"
    there = folder / "there.db"
    played(there, "Ben")
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    merge(here, there)
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before == {
        "there.db": there.read_bytes()
    }  # fmt: skip


def test_no_trigger_is_missing_afterwards(here: Path, there: Path) -> None:
    played(here, "Ada")
    played(there, "Ben")
    query = "SELECT name, sql FROM sqlite_master"
    with closing(sqlite3.connect(here)) as db:
        before = db.execute(query).fetchall()
        merge(here, there)
        assert db.execute(query).fetchall() == before
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            db.execute("DELETE FROM entries")


def test_a_missing_target_is_created(here: Path, there: Path) -> None:
    episode = played(there, "Ben")
    merge(here, there)
    with Reader(here) as reader:
        assert reader.find(episode) == episode
    with closing(sqlite3.connect(here)) as one, closing(sqlite3.connect(there)) as two:
        ids = [db.execute("SELECT id FROM databases").fetchall() for db in (one, two)]
    assert ids[0] != ids[1]
    assert len(ids[0]) == 1


def test_a_dry_run_says_the_same_and_writes_nothing(here: Path, there: Path) -> None:
    would = merge(here, there_with(there), dry_run=True)
    assert not here.exists()
    played(here, "Ben")
    before = dump(here)
    renames = merge(here, there, dry_run=True)
    assert dump(here) == before
    assert (would.people_renamed, len(renames.people_renamed)) == ((), 1)
    assert merge(here, there) == renames


def there_with(path: Path) -> Path:
    played(path, "Ben")
    played(path, "Cleo", over=False)
    return path


def test_wrong_clocks_cause_no_conflict(here: Path, there: Path) -> None:
    clock = SetClock()
    clock.moment -= timedelta(days=9000)
    writer = Writer(there, clock=clock)
    writer.start_episode(start(session(writer), MODEL))
    assert rows(writer, "SELECT count(*) FROM episodes") == [(1,)]
    writer.close()
    assert merge(here, there).episodes_new == 1
    assert merge(here, there).rows == 0


@pytest.mark.parametrize("script", OLD, ids=lambda script: script.stem)
def test_an_older_database_is_merged_and_stays_old(script: Path, here: Path, there: Path) -> None:
    with closing(sqlite3.connect(there)) as db:
        db.executescript(script.read_text(encoding="utf-8"))
    before = there.read_bytes()
    merged = merge(here, there)
    assert merged.episodes_new > 0
    assert there.read_bytes() == before
    with Reader(here) as reader:
        assert [person.pseudonym for person in reader.people()] == ["Ada"]
    assert merge(here, there).rows == 0


def test_merged_episodes_are_indexed(here: Path, there: Path) -> None:
    played(here, "Ada", text="CLUE: lukewarm")
    played(there, "Ben", text="CLUE: lukewarm")
    merge(here, there)
    with closing(sqlite3.connect(here)) as db:
        found = db.execute("SELECT count(*) FROM search_words WHERE words MATCH 'lukewarm'")
        assert found.fetchone() == (2,)
        assert db.execute("SELECT count(*) FROM search_pending").fetchone() == (0,)
