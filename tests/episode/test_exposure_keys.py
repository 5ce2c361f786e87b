"""Exposure keys that older versions did not record are computed before episodes are counted."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from clemtui.catalogue import Catalogue, open_catalogue
from clemtui.engine import Instance
from clemtui.episode.exposure_keys import complete_exposure_keys
from clemtui.records.errors import StoreError
from clemtui.records.rows import EpisodeFilter
from clemtui.reports.report import make_report
from clemtui.store.merge.merge import merge
from clemtui.store.read.reader import Reader
from tests.store.builders import human
from tests.store.records import Records
from tests.support.play_helpers import sitting

FIRST, *_ = open_catalogue().experiments("referencegame")[0].instances
TURNED = replace(FIRST, game_id=90, data={**FIRST.data, "order": [3, 1, 2]})
"""The same grids in another order."""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A database in which Ann has met the same grids twice, and nobody knew it."""
    records = Records(tmp_path / "old.db")
    for instance in (FIRST, TURNED):
        play(records, instance)
    records.writer.close()
    return records.path


def play(records: Records, instance: Instance, game: str = "referencegame") -> str:
    id = records.play(human(records.ann), game=game, instance=instance)
    records.writer.exposure(records.ann, instance.task_key, instance.hash, "played", id)
    return id


def keys(path: Path) -> dict[str, tuple[str, str | None]]:
    """Return the keys and the rules by which they were computed, by instance."""
    with closing(sqlite3.connect(path)) as db:
        found = db.execute("SELECT instance_hash, key, rules_hash FROM exposure_keys")
        return {instance: (key, rules) for instance, key, rules in found}


def repetitions(path: Path) -> int:
    with Reader(path) as reader:
        return reader.results(EpisodeFilter()).left_out.get("repetition", 0)


def never() -> Catalogue:
    pytest.fail("the games are not needed")


def test_an_unknown_key_is_the_task_until_the_next_report(old: Path) -> None:
    assert keys(old) == {each.hash: (each.task_key, None) for each in (FIRST, TURNED)}
    assert repetitions(old) == 0
    report = make_report(old, EpisodeFilter())
    assert (report.episodes, report.left_out) == (1, {"repetition": 1})
    game = open_catalogue().game("referencegame")
    rules = open_catalogue().family("referencegame").rules_hash
    assert set(keys(old).values()) == {(game.exposure_key(FIRST), rules)}


async def test_the_app_computes_them_before_it_shows_anything(old: Path) -> None:
    async with sitting(old) as service:
        found = await service.read(lambda reader: reader.results(EpisodeFilter()))
    assert found.left_out == {"repetition": 1}


def test_they_are_computed_once(old: Path) -> None:
    complete_exposure_keys(old, open_catalogue)
    before = keys(old)
    complete_exposure_keys(old, never)
    assert keys(old) == before


def test_a_game_that_is_not_installed_keeps_the_task(old: Path) -> None:
    records = Records(old)
    play(records, replace(FIRST, game="chess"), "chess")
    records.writer.close()
    complete_exposure_keys(old, open_catalogue)
    (found,) = (key for key, rules in keys(old).values() if rules is None)
    assert found.startswith("chess:")


def test_what_a_new_episode_records_replaces_the_task(old: Path) -> None:
    records = Records(old)
    records.begin(human(records.ann), game="referencegame", instance=FIRST, exposure_key="x\ud800")
    records.writer.close()
    assert keys(old)[FIRST.hash] == ("x\ufffd", "r" * 64)


def test_a_merge_takes_the_keys_that_were_computed_there(old: Path, tmp_path: Path) -> None:
    here = tmp_path / "here.db"
    Records(here).writer.close()
    merge(here, old)
    assert repetitions(here) == 0
    complete_exposure_keys(old, open_catalogue)
    merge(here, old)
    assert keys(here) == keys(old)
    assert repetitions(here) == 1
    merge(old, here)
    assert repetitions(old) == 1


def test_a_database_that_cannot_be_written_is_reported_by_its_tasks(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> None:
        raise StoreError(f"{path} is read-only")

    monkeypatch.setattr("clemtui.episode.exposure_keys.Writer", refuse)
    complete_exposure_keys(old, open_catalogue)
    assert repetitions(old) == 0
