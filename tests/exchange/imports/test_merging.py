"""The same results imported into two databases are the same episodes when these are merged."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.exchange.exports.exporting import export_clembench
from clemtui.exchange.imports.importing import import_results
from clemtui.exchange.imports.reading import read_episode
from clemtui.exchange.imports.results_tree import LOG
from clemtui.records.rows import EpisodeFilter, EpisodeSummary, TagDecision
from clemtui.store.merge.merge import merge
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from tests.exchange.records import open_records
from tests.exchange.reference_trees import (
    TABOO,
    instance_file,
    write,
    write_line_1,
    write_line_2,
    write_line_3,
)
from tests.store.merge.helpers import dump

CATALOGUE = open_catalogue()


@pytest.fixture
def here(tmp_path: Path) -> Path:
    return tmp_path / "here.db"


@pytest.fixture
def there(tmp_path: Path) -> Path:
    return tmp_path / "there.db"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a tree of every version, in which people and models played."""
    folder = tmp_path / "results"
    write_line_1(folder)
    write_line_2(folder)
    write_line_3(folder)
    write_line_3(folder, game_id=5, names=("human", "two-70b"))
    return folder


def episodes(database: Path) -> tuple[EpisodeSummary, ...]:
    with Reader(database) as reader:
        return reader.episodes()


def test_the_same_tree_in_two_databases_merges_into_itself(
    here: Path, there: Path, root: Path
) -> None:
    import_results(here, CATALOGUE, root)
    import_results(there, CATALOGUE, root)
    assert [each.id for each in episodes(here)] == [each.id for each in episodes(there)]
    before = dump(here)
    merged = merge(here, there)
    assert (merged.rows, merged.episodes_new, merged.episodes_known) == (0, 0, 4)
    assert (merged.people_new, merged.people_known, merged.sessions_new) == ((), 1, 0)
    assert dump(here) == before


def test_it_does_even_if_only_one_of_them_knew_the_instances(
    here: Path, there: Path, root: Path, tmp_path: Path
) -> None:
    files = [instance_file(tmp_path / "in", TABOO)]
    import_results(here, CATALOGUE, root)
    import_results(there, CATALOGUE, root, instances=files)
    assert sum("not re-scored" in each.tags for each in episodes(here)) == 2
    assert not any("not re-scored" in each.tags for each in episodes(there))
    assert merge(there, here).episodes_new == 0
    assert not any("not re-scored" in each.tags for each in episodes(there))
    assert merge(here, there).episodes_new == 0
    assert len(episodes(here)) == 4


def test_what_was_added_to_an_import_is_merged(here: Path, there: Path, root: Path) -> None:
    import_results(here, CATALOGUE, root)
    import_results(there, CATALOGUE, root)
    (*_, episode) = episodes(there)
    writer = Writer(there)
    writer.tag([episode.id], TagDecision("excluded", "a copying error", "Ann"))
    writer.close()
    merge(here, there)
    assert [each.tags.get("excluded") for each in episodes(here)].count(("a copying error",)) == 1
    assert merge(here, there).rows == 0


def with_random_ids(database: Path) -> None:
    """Turn imports into those of an older version."""
    with closing(sqlite3.connect(database)) as db, db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            db.execute(f'DROP TRIGGER "{name}"')
        tables = [
            row[0]
            for row in db.execute(
                "SELECT m.name FROM sqlite_master m, pragma_table_info(m.name) c "
                "WHERE m.type = 'table' AND c.name = 'episode'"
            )
        ]
        for (old,) in db.execute("SELECT id FROM episodes").fetchall():
            new = str(uuid4())
            db.execute("UPDATE episodes SET id = ? WHERE id = ?", (new, old))
            for table in tables:
                db.execute(f"UPDATE {table} SET episode = ? WHERE episode = ?", (new, old))


def test_imports_of_older_versions_are_known_by_their_recorded_identity(
    here: Path, there: Path, root: Path
) -> None:
    import_results(here, CATALOGUE, root)
    with_random_ids(here)
    assert import_results(here, CATALOGUE, root).count("known") == 4
    import_results(there, CATALOGUE, root)
    (*_, episode) = episodes(there)
    writer = Writer(there)
    writer.tag([episode.id], TagDecision("wave", "2", "Ann"))
    writer.close()
    assert merge(here, there).episodes_new == 0
    assert len(episodes(here)) == 4
    assert [each.tags.get("wave") for each in episodes(here)].count(("2",)) == 1


@pytest.mark.parametrize("into_original", [True, False])
def test_an_episode_and_the_import_of_its_export_are_one(
    here: Path, there: Path, tmp_path: Path, into_original: bool
) -> None:
    with open_records(here) as made:
        said = {"Player 1": ["CLUE: scary"]}
        instance = made.instance("taboo", "high", 0)
        made.play(instance, said, gives_up="Player 2", who={"Player 1": ("human", "anna")})
        made.play(instance, said, gives_up="Player 1")
    export_clembench(here, CATALOGUE, tmp_path / "tree", EpisodeFilter())
    import_results(there, CATALOGUE, tmp_path / "tree")
    assert [each.id for each in episodes(here)] == [each.id for each in episodes(there)]
    one, other = (here, there) if into_original else (there, here)
    merged = merge(one, other)
    assert (merged.episodes_new, merged.people_new) == (0, ())
    assert [each.people for each in episodes(one)] == [(), ("anna",)]


def test_deleting_a_person_reaches_the_import_in_the_other_database(
    here: Path, there: Path, root: Path
) -> None:
    import_results(here, CATALOGUE, root)
    import_results(there, CATALOGUE, root)
    with Reader(there) as reader:
        (person,) = reader.people()
    writer = Writer(there)
    writer.delete_person(person.id)
    writer.close()
    assert merge(here, there).episodes_erased == 1
    assert [each.erased for each in episodes(here)].count(True) == 1
    assert merge(here, there).rows == 0


def test_an_id_is_made_from_the_content_and_not_from_the_bytes(root: Path, tmp_path: Path) -> None:
    folder = write_line_3(tmp_path / "one")
    copy = write_line_3(tmp_path / "elsewhere" / "two")
    (copy / LOG).write_text(json.dumps(json.loads((copy / LOG).read_text("utf-8")), indent=4))
    first = read_episode(folder, tmp_path).id
    assert read_episode(copy, tmp_path).id == first
    log = json.loads((folder / LOG).read_text("utf-8"))
    log["turns"][0][0]["timestamp"] = "2025-03-01T10:00:00.000001"
    write(folder / LOG, log)
    assert read_episode(folder, tmp_path).id != first, "another play with the same words"


@pytest.mark.parametrize("changed", ["players", "experiment", "instance"])
def test_names_of_the_path_and_the_instance_are_part_of_the_id(
    tmp_path: Path, changed: str
) -> None:
    folder = write_line_3(tmp_path / "one")
    first = read_episode(folder, tmp_path).id
    if changed == "instance":
        write(folder / "instance.json", {"game_id": 4})
    else:
        above = folder.parents[{"players": 2, "experiment": 0}[changed]]
        target = above.rename(above.with_name("other"))
        folder = target / folder.relative_to(above)
    assert read_episode(folder, tmp_path).id != first
