"""The same results imported into two databases are the same episodes when these are merged."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import cast
from uuid import uuid4

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.engine import Control, Scores
from clemtui.exchange.exports.exporting import export_clembench
from clemtui.exchange.imports.importing import import_results
from clemtui.exchange.imports.reading import read_episode
from clemtui.exchange.imports.results_tree import LOG
from clemtui.records.attempts import ReceivedBody
from clemtui.records.rows import (
    EpisodeFilter,
    EpisodeSummary,
    ErasureTarget,
    ExposureKind,
    Person,
    TagDecision,
)
from clemtui.store.merge.merge import merge
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from tests.exchange.records import Who, open_records
from tests.exchange.reference_trees import (
    TABOO,
    instance_file,
    write,
    write_line_1,
    write_line_2,
    write_line_3,
)
from tests.store.builders import outcome
from tests.store.merge.helpers import copy_database, dump, evidence, views
from tests.store.test_line_ups import keys, line_ups

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


def people(database: Path) -> tuple[Person, ...]:
    with Reader(database) as reader:
        return tuple(reader.people())


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


def test_numbers_that_json_lacks_give_the_same_players_in_all_databases(
    here: Path, there: Path, tmp_path: Path
) -> None:
    """They are kept as text: a limit of infinity is not the same as none."""
    root = tmp_path / "results"
    values = (float("inf"), float("-inf"), float("nan"), None, 1e308)
    for number, value in enumerate(values):
        folder = write_line_3(root, game_id=number)
        log = json.loads((folder / LOG).read_text("utf-8"))
        log["player_models"]["0"]["gen_args"] = {"temperature": 0.5, "nested": [{"top_k": value}]}
        write(folder / LOG, log)
    import_results(here, CATALOGUE, root)
    Writer(there).close()
    merge(there, here)
    assert line_ups(there) == line_ups(here)
    assert len(set(keys(here))) == len(values)
    exported = tmp_path / "exported"
    export_clembench(here, CATALOGUE, exported, EpisodeFilter())
    again = tmp_path / "again.db"
    import_results(again, CATALOGUE, exported)
    assert keys(again) == keys(here)
    assert merge(here, again).episodes_new == 0
    assert keys(again) == keys(here)
    noted = [read_episode(file.parent, root).notes for file in sorted(root.rglob(LOG))]
    assert [len(notes) for notes in noted] == [1, 1, 1, 0, 0]


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


MODEL: Who = ("model", "openai/x")
ANNA: Who = ("human", "anna")


def play_originals(path: Path) -> list[str]:
    """Record episodes of a person and a model, with all that imports know less well of."""
    with open_records(path) as made:
        found = []
        for game_id in (0, 1, 1):  # the last one is a repetition
            instance = made.instance("taboo", "high", game_id)
            said = {"Player 1": ["CLUE: scary"], "Player 2": ["GUESS: ghost"]}
            who = {"Player 1": ANNA, "Player 2": MODEL}
            found.append(made.play(instance, said, gives_up="Player 1", who=who))
            for name, kind in (("anna", "played"), ("ben", "watched")):
                person = made.writer.person(name).id
                made.writer.exposure(
                    person, instance.task_key, instance.hash, cast("ExposureKind", kind), found[-1]
                )
        instance = made.instance("taboo", "high", 2)
        last = made.play(instance, {"Player 1": ["CLUE: scary"]}, who={"Player 2": MODEL})
        made.writer.resume_episode(last, made.session)
        attempt = made.writer.attempt_started(last, 2, 1, {})
        made.writer.attempt_partial(attempt, "GUE")
        made.writer.attempt_received(attempt, ReceivedBody(200, "text/plain", b"GUESS", True))
        made.writer.attempt_ended(attempt, outcome())
        made.writer.entry(last, Control("closed"))
        scores = Scores(1, 0, 0, {"Main Score": None})
        made.writer.end_episode(last, "finished", scores=scores)
    return [*found, last]


def add_to_imports(path: Path, episode: str) -> None:
    """Do what someone does who works with imported episodes."""
    writer = Writer(path)
    eve = writer.person("eve").id
    with Reader(path) as reader:
        summary = reader.summaries([episode])[episode]
    writer.exposure(eve, summary.task_key, summary.instance_hash, "reviewed", episode)
    writer.tag([episode], TagDecision("wave", "2", "Eve"))
    writer.close()


@pytest.mark.parametrize("into_original_first", [True, False])
def test_the_original_is_kept_whichever_database_is_merged(
    here: Path, there: Path, tmp_path: Path, into_original_first: bool
) -> None:
    originals = play_originals(here)
    export_clembench(here, CATALOGUE, tmp_path / "tree", EpisodeFilter())
    import_results(there, CATALOGUE, tmp_path / "tree")
    assert {each.id for each in episodes(there)} == set(originals) - {originals[2]}
    writer = Writer(here)
    writer.tag(originals[:1], TagDecision("excluded", "everywhere", "Ann", "noise"))
    writer.close()
    add_to_imports(there, originals[1])
    before, as_it_was = dump(here), views(here)
    other = copy_database(there, "imported.db")
    for one, two in [(here, there), (there, here)][:: 1 if into_original_first else -1]:
        assert merge(one, copy_database(two, "copy.db")).episodes_known >= 3
    assert evidence(here) == evidence(there)
    assert views(here) == views(there)
    assert views(here)["sample"] == as_it_was["sample"]
    for path in (here, there):
        assert dump(path)["exposures"] > before["exposures"], "who reviewed the import"
        assert dump(path)["attempt_bodies"] == before["attempt_bodies"] != set()
        assert [merge(path, each).rows for each in (other, here, there) if each != path] == [0, 0]


@pytest.mark.parametrize("in_original", [True, False])
@pytest.mark.parametrize("scope", ["person", "episode"])
@pytest.mark.parametrize("scores", [True, False])
def test_what_was_erased_of_the_original_or_of_its_import_is_erased_in_both(
    here: Path, there: Path, tmp_path: Path, in_original: bool, scope: str, scores: bool
) -> None:
    originals = play_originals(here)
    export_clembench(here, CATALOGUE, tmp_path / "tree", EpisodeFilter())
    import_results(there, CATALOGUE, tmp_path / "tree")
    writer = Writer(here if in_original else there)
    (anna,) = [each for each in people(writer.path) if each.pseudonym == "anna"]
    writer.erase(
        ErasureTarget(person=anna.id, scores=scores)
        if scope == "person"
        else ErasureTarget(episodes=tuple(originals[:1]), scores=scores)
    )
    writer.close()
    one, two = copy_database(here, "one.db"), copy_database(there, "two.db")
    merge(here, two)
    merge(there, one)
    assert {row[0] for row in dump(here)["erased_episodes"]} == {
        row[0] for row in dump(there)["erased_episodes"]
    } == (set(originals[:3]) if scope == "person" else {originals[0]})  # fmt: skip
    assert views(here)["human_baseline"] == views(there)["human_baseline"]
    assert views(here)["sample"] == views(there)["sample"]
    merge(here, there)  # each learns about the other's tombstones
    merge(there, here)
    assert [merge(here, there).rows, merge(there, here).rows] == [0, 0]


def test_of_two_imports_the_same_is_kept_in_both_databases(
    here: Path, there: Path, root: Path, tmp_path: Path
) -> None:
    import_results(here, CATALOGUE, root)
    import_results(there, CATALOGUE, root, instances=[instance_file(tmp_path / "in", TABOO)])
    one, two = copy_database(here, "one.db"), copy_database(there, "two.db")
    merge(here, two)
    merge(there, one)
    assert evidence(here) == evidence(there)
    assert views(here) == views(there)
    assert [merge(path, other).rows for path in (here, there) for other in (one, two)] == [0] * 4


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


@pytest.mark.parametrize("value", [5, [], {}, None, True])
@pytest.mark.parametrize("field", ["experiment", "game_id", "origin", "source", "task"])
def test_a_wrong_name_of_an_instance_stops_no_import(
    here: Path, there: Path, tmp_path: Path, field: str, value: object
) -> None:
    """A tree may come from anyone: the episode is imported as one whose instance is not known."""
    with open_records(here) as made:
        for game_id in (0, 1):
            made.play(made.instance("taboo", "high", game_id), {"Player 1": ["CLUE: scary"]},
                      gives_up="Player 1")  # fmt: skip
    export_clembench(here, CATALOGUE, tmp_path / "tree", EpisodeFilter())
    first = min((tmp_path / "tree").rglob(LOG))
    log = json.loads(first.read_text("utf-8"))
    log["meta"]["clemtui"]["instance"][field] = value
    first.write_text(json.dumps(log), "utf-8")
    import_results(there, CATALOGUE, tmp_path / "tree")
    assert len(episodes(there)) == 2
