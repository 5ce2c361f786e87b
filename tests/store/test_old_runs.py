"""A run of an older version, recorded as tags on its episodes, becomes a run with items."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from clemtui.records.rows import EpisodeFilter
from clemtui.store.claims import items
from clemtui.store.codec import content_hash, item_key
from clemtui.store.database import open_for_writing
from clemtui.store.merge.merge import merge
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from tests.store.builders import session
from tests.store.test_migrations import SCRIPTS, restored

RUN = "20260301-0a1b2c"


BEFORE_RUNS = next(script for script in SCRIPTS if script.stem == "0004")
"""The last version in which a run was only a tag."""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A database with a run of one finished and one unfinished episode, recorded as tags."""
    return restored(BEFORE_RUNS, tmp_path / "old.db")


def test_the_plan_of_the_run_and_all_its_tags_are_kept(old: Path) -> None:
    with closing(sqlite3.connect(old)) as db:
        tags = db.execute("SELECT episode, key, value, at FROM tags").fetchall()
    open_for_writing(old).close()
    with Reader(old) as reader:
        plan = reader.run(RUN).manifest["plan"]
        models = reader.models_of_run(RUN)
        assert len(reader.episodes(EpisodeFilter(tag=("run", RUN)))) == 2
    assert (plan["games"], plan["players"]) == (["taboo"], ["scripted", "openai/x"])
    assert (plan["replicates"], plan["seed"]) == (1, 0)
    assert models == {"openai/x": {"temperature": 0}}
    with closing(sqlite3.connect(old)) as db:
        kept = db.execute("SELECT episode, key, value, at FROM current_tags").fetchall()
    assert sorted(kept) == sorted(tags)


def test_its_episodes_are_the_results_of_items(old: Path) -> None:
    db = open_for_writing(old)
    with Reader(old) as reader:
        states = {each.id: each.state for each in reader.episodes()}
    found = items(db, RUN)
    assert {each.result: each.state for each in found} == {
        id: "done" if state == "finished" else "begun" for id, state in states.items()
    }
    for each in found:
        (body,) = db.execute(
            """SELECT c.body FROM work_items w JOIN contents c ON c.hash = w.content
            WHERE w.key = ?""",
            (each.ref.key,),
        ).fetchone()
        content = json.loads(body)
        assert item_key(content, each.slot) == each.ref.key
        assert content["game"] == "taboo"
        assert content["players"]["Player 2"]["parameters"] == {"temperature": 0}
    db.close()


def test_its_unfinished_items_can_be_resumed(old: Path) -> None:
    writer = Writer(old)
    with Reader(old) as reader:
        (left,) = [each for each in reader.work_items(RUN) if each.state == "begun"]
    assert writer.claim(left.ref).result == left.result
    assert left.result is not None
    writer.resume_episode(left.result, session(writer))
    writer.end_episode(left.result, "finished")
    assert writer.claim(left.ref).state == "done"
    writer.close()


def test_tags_of_that_name_that_a_person_has_given_are_no_run(old: Path) -> None:
    with closing(sqlite3.connect(old)) as db:
        db.executescript("DROP TRIGGER sessions_update; UPDATE sessions SET front = 'app'")
    with closing(open_for_writing(old)) as migrated:
        assert migrated.execute("SELECT count(*) FROM runs").fetchone() == (0,)


def test_two_databases_with_parts_of_one_old_run_can_be_merged(old: Path, tmp_path: Path) -> None:
    other = restored(BEFORE_RUNS, tmp_path / "other.db")
    with closing(sqlite3.connect(other)) as db:  # it knows the other episode only
        db.executescript("DROP TRIGGER tags_delete; DELETE FROM tags WHERE episode LIKE '%19a3'")
    merge(old, other)
    with Reader(old) as reader:
        assert len(reader.work_items(RUN)) == 2


def test_a_content_is_hashed_as_the_program_does(old: Path) -> None:
    with closing(open_for_writing(old)) as db:
        for digest, body in db.execute(
            "SELECT hash, body FROM contents WHERE kind IN ('manifest', 'work item')"
        ).fetchall():
            assert content_hash(json.loads(body)) == digest


def retagged(old: Path, sql: str, *values: str) -> None:
    with closing(sqlite3.connect(old)) as db:
        db.executescript("DROP TRIGGER tags_update;")
        db.execute(sql, values)
        db.commit()


PLAN: dict[str, Any] = {
    "games": ["taboo"], "players": ["scripted"], "languages": [], "instances": None,
    "experiment": None, "limit": None, "models": {},
}  # fmt: skip


@pytest.mark.parametrize(
    "tag",
    [
        "",
        "null",
        "[]",
        '{"games": ["taboo"], "players": ["scripted"]}',
        "[" * 100_000,
        '{"games":' + "[" * 100_000 + "]" * 100_000 + "}",
        json.dumps(PLAN | {"limit": float("nan")}),
        json.dumps(PLAN | {"models": {"temperature": float("inf")}}),
        json.dumps(PLAN).replace('"limit": null', '"limit": 1e999'),
        json.dumps(PLAN).replace('"limit": null', '"limit": ' + "9" * 5000),
        json.dumps(PLAN).replace('"limit": null', '"limit": ' + "9" * 4000),
        json.dumps(PLAN | {"games": ["\ud800"]}),
        json.dumps(PLAN | {"experiment": "a\0b"}),
        json.dumps(PLAN | {"models": {"\udfff": 1}}),
        json.dumps(PLAN | {"models": {"x": [[[1]]]}}),
        json.dumps(PLAN | {"players": "scripted"}),
    ],
    ids=lambda tag: tag[:60],
)
def test_a_tag_that_is_no_plan_stays_a_tag(old: Path, tag: str) -> None:
    retagged(old, "UPDATE tags SET value = ? WHERE key = 'run-arguments'", tag)
    with closing(open_for_writing(old)) as db:
        assert db.execute("SELECT count(*) FROM runs").fetchone() == (0,)
        assert db.execute("SELECT count(*) FROM work_items").fetchone() == (0,)
        found = db.execute("SELECT value FROM tags WHERE key = 'run-arguments'").fetchall()
    assert found == [(tag,)] * 2


def test_a_plan_is_kept_without_what_does_not_belong_to_it(old: Path) -> None:
    odd = json.dumps(PLAN | {"clembench": "/data", "note": ["\ud800"]})
    retagged(old, "UPDATE tags SET value = ? WHERE key = 'run-arguments'", odd)
    open_for_writing(old).close()
    with Reader(old) as reader:
        plan = reader.run(RUN).manifest["plan"]
    assert plan == PLAN | {"clembench": "/data", "replicates": 1, "seed": 0}


def test_an_unfinished_episode_that_was_erased_is_no_item(old: Path) -> None:
    with closing(sqlite3.connect(old)) as db:
        db.executescript(
            """INSERT INTO erasures (id, person, opened_at) SELECT 'x', id, '' FROM people LIMIT 1;
            INSERT INTO erased_episodes
            SELECT id, 'x' FROM episodes WHERE id NOT IN (SELECT episode FROM episode_ends);
            UPDATE erasures SET closed_at = ''"""
        )
    with closing(open_for_writing(old)) as migrated:
        assert [each.state for each in items(migrated, RUN)] == ["done"]
