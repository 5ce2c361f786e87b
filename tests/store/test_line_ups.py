"""Line-ups in the database: recorded with each episode, and the same after any merge or erasure."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from clemtui.engine import Response
from clemtui.records.attempts import AttemptOutcome
from clemtui.records.line_ups import SILENT
from clemtui.records.results import Tally, TallyScope
from clemtui.records.rows import EpisodeFilter, ErasureTarget, SeatAssignment
from clemtui.store.database import open_for_writing
from clemtui.store.merge.merge import merge
from clemtui.store.read.reader import Reader
from tests.store.builders import MODEL, human, outcome, request, session
from tests.store.merge.helpers import copy_database
from tests.store.records import Records, answered, scores
from tests.store.test_migrations import SCRIPTS, restored

Found = dict[str, tuple[str, Any, int, Any]]
SCRIPT = SeatAssignment("Player 2", "WordGuesser", "scripted", "scripted", seed=1)


def line_ups(path: Path) -> Found:
    """Return key, seats, presence of people and answering models, by episode."""
    with closing(sqlite3.connect(path)) as db:
        return {
            episode: (key, json.loads(seats), people, json.loads(answered))
            for episode, key, seats, people, answered in db.execute(
                """SELECT l.episode, u.key, l.seats, l.people, l.answered
                FROM episode_line_ups l JOIN line_ups u ON u.id = l.line_up"""
            )
        }


def keys(path: Path) -> list[str]:
    """Return the line-up keys of all episodes, oldest first."""
    return [found[0] for _, found in sorted(line_ups(path).items())]


def rows_of_report(path: Path) -> set[tuple[int, str]]:
    """Return what a report tells apart: numbers of line-ups and models that answered."""
    with Reader(path) as reader:
        found = reader.results(EpisodeFilter())
    return {(result.line_up, result.answered) for result, _ in found.items}


@pytest.fixture
def records(tmp_path: Path) -> Records:
    return Records(tmp_path / "records.db")


def test_an_episode_has_its_line_up_from_its_start(records: Records) -> None:
    id = records.begin(human(records.ann), MODEL)
    ((key, seats, people, models),) = line_ups(records.path).values()
    players = [{"kind": "human"}, {"kind": "model", "model": "openai/x"}]
    text = json.dumps(players, separators=(",", ":"))
    assert key == hashlib.sha256(text.encode()).hexdigest()
    assert seats == [
        ["Player 1", "WordDescriber", "human", "human"],
        ["Player 2", "WordGuesser", "model", "openai/x"],
    ]
    assert (people, models, list(line_ups(records.path))) == (1, {}, [id])


def test_a_line_up_is_stored_once(records: Records) -> None:
    for _ in range(2):
        records.play(MODEL)
    with closing(sqlite3.connect(records.path)) as db:
        assert db.execute("SELECT count(*) FROM line_ups").fetchone() == (1,)


def test_an_alias_is_a_label(records: Records) -> None:
    small, tiny = (
        replace(MODEL, player=name, parameters={"model": "openai/x"}) for name in ("small", "tiny")
    )
    records.play(small)
    records.play(tiny)
    records.play(replace(MODEL, parameters={}))
    records.play(replace(small, parameters={"model": "openai/y"}))
    one, other, named, different = keys(records.path)
    assert one == other == named != different
    assert len(rows_of_report(records.path)) == 2


def test_the_model_as_the_provider_answered_splits_rows(records: Records) -> None:
    for name in ("x-2026-01", "x-2026-02", "x-2026-02"):
        answered(records, name)
    assert len(set(keys(records.path))) == 1
    found = rows_of_report(records.path)
    assert {answer for _, answer in found} == {
        '{"openai/x":["x-2026-01"]}', '{"openai/x":["x-2026-02"]}',
    }  # fmt: skip


def test_all_models_that_answered_in_an_episode_count_once(records: Records) -> None:
    id = answered(records, "b", "a", "", "b")
    assert line_ups(records.path)[id][3] == {"openai/x": ["", "a", "b"]}


@pytest.mark.parametrize("status", ["error", "cancelled"])
def test_an_attempt_without_an_answer_says_nothing_about_the_model(
    records: Records, status: Any
) -> None:
    id = records.begin(MODEL)
    records.writer.request(id, request(1, "hello", seat=MODEL.seat))
    attempt = records.writer.attempt_started(id, 1, 1, {})
    failed: AttemptOutcome = outcome(status=status, text="", raw=b"", model="other")
    records.writer.attempt_ended(attempt, failed)
    records.writer.end_episode(id, "finished", scores=scores(100.0))
    assert list(line_ups(records.path)[id][3]) == [SILENT]


def test_episodes_that_ended_before_a_model_answered_are_with_those_of_their_session(
    records: Records,
) -> None:
    """The rows of databases that are merged do not depend on how far their episodes got."""
    for model in ("x-1", "x-2"):
        records.sitting = session(records.writer, records.ann)
        records.play(MODEL)
        answered(records, model)
    with Reader(records.path) as reader:
        found = reader.results(EpisodeFilter())
    episodes: Counter[str] = Counter()
    for (result, item), items in found.items.items():
        episodes[result.answered] += item.episodes * items
    assert episodes == {'{"openai/x":["x-1"]}': 2, '{"openai/x":["x-2"]}': 2}


@pytest.mark.parametrize(("at", "found"), [(0, "x-1"), (1, "x-1"), (2, "x-2"), (3, "x-2")])
def test_alone_in_its_session_it_is_with_the_one_before_or_else_the_one_after(
    records: Records, at: int, found: str
) -> None:
    for number, model in enumerate(("x-1", "x-2", "x-2")):
        records.sitting = session(records.writer, records.ann)
        if number == at:
            records.play(MODEL, main=None)
        records.sitting = session(records.writer, records.ann)
        answered(records, model)
    if at == 3:
        records.sitting = session(records.writer, records.ann)
        records.play(MODEL, main=None)
    with Reader(records.path) as reader:
        of = {r.answered for r, item in reader.results(EpisodeFilter()).items if item.aborted}
    assert of == {f'{{"openai/x":["{found}"]}}'}


def test_an_answer_without_a_name_leaves_nothing_open(records: Records) -> None:
    id = answered(records, "")
    assert line_ups(records.path)[id][3] == {"openai/x": [""]}


def test_a_player_of_whom_an_unnamed_model_answered_did_answer(records: Records) -> None:
    """Its other seat, which was not asked, does not make it one that other episodes tell of."""
    answered(records, "x-1")
    id = records.begin(MODEL, replace(MODEL, seat="Player 3", role="Guesser"))
    records.writer.request(id, request(1, "hello", seat=MODEL.seat))
    records.writer.attempt_ended(records.writer.attempt_started(id, 1, 1, {}), outcome(model=""))
    records.writer.entry(id, Response.of(1, "no form"))
    records.writer.end_episode(id, "finished", scores=scores(None))
    assert {told for _, told in rows_of_report(records.path)} == {
        '{"openai/x":["x-1"]}', '{"openai/x":[""]}',
    }  # fmt: skip


def test_the_models_are_listed_by_the_model_that_was_asked(records: Records) -> None:
    id = answered(records, "x-1", seat=replace(MODEL, parameters={"model": "openai/whole"}))
    assert line_ups(records.path)[id][3] == {"openai/whole": ["x-1"]}


# Merging, erasing and migrating


def two_databases(here: Path, there: Path) -> None:
    """Record episodes here, copy them, and record others in both."""
    records = Records(here)
    answered(records, "x-1")
    records.play(human(records.ann), SCRIPT)
    records.writer.close()
    copy_database(here, there.name)
    for path, model in ((here, "openai/here"), (there, "openai/there")):
        more = Records(path)
        for temperature in (0.0, 1.0):
            seat = replace(MODEL, parameters={"model": model, "temperature": temperature})
            answered(more, f"{model}-1", seat=seat)
        more.play(human(more.writer.person("Ben").id), SCRIPT)
        more.play(replace(MODEL, player="an alias", parameters={"model": "openai/x"}))
        more.writer.close()


def test_line_ups_are_the_same_in_both_databases_after_merging_in_both_directions(
    here: Path, there: Path
) -> None:
    two_databases(here, there)
    before = line_ups(here) | line_ups(there)
    merge(here, there)
    assert line_ups(here) == before
    merge(there, here)
    assert line_ups(there) == before
    assert len(rows_of_report(here)) == len(rows_of_report(there)) == 6


def test_an_episode_that_went_on_elsewhere_has_the_models_that_answered_there(
    here: Path, there: Path
) -> None:
    records = Records(here)
    id = records.begin(MODEL)
    records.writer.release(id)
    records.writer.close()
    copy_database(here, there.name)
    more = Records(there)
    more.writer.resume_episode(id, more.sitting)
    more.writer.request(id, request(1, "hello", seat=MODEL.seat))
    more.writer.attempt_ended(more.writer.attempt_started(id, 1, 1, {}), outcome(model="x-1"))
    more.writer.entry(id, Response.of(1, "CLUE: x"))
    more.writer.end_episode(id, "finished", scores=scores(100.0))
    more.writer.close()
    merge(here, there)
    assert line_ups(here)[id] == line_ups(there)[id]
    assert line_ups(here)[id][3] == {"openai/x": ["x-1"]}


def test_answering_models_are_recorded_when_an_episode_ends_wherever_it_is_read(
    here: Path, there: Path
) -> None:
    records = Records(there)
    ended = answered(records, "x-1")
    id = records.begin(MODEL)
    records.writer.request(id, request(1, "hello", seat=MODEL.seat))
    records.writer.attempt_ended(records.writer.attempt_started(id, 1, 1, {}), outcome(model="x-2"))
    records.writer.release(id)
    records.writer.close()
    Records(here).writer.close()
    merge(here, there)
    assert line_ups(here) == line_ups(there)
    assert line_ups(here)[id][3] == {}
    assert line_ups(here)[ended][3] == {"openai/x": ["x-1"]}
    assert rows_of_report(here) == rows_of_report(there)


def test_an_erased_episode_does_not_tell_which_model_answered_in_others(records: Records) -> None:
    """Another database may not know it, and reports must not depend on what was erased where."""
    told = answered(records, "x-1")
    records.play(MODEL, main=None)
    assert [answer for _, answer in rows_of_report(records.path)] == ['{"openai/x":["x-1"]}']
    records.writer.erase(ErasureTarget(episodes=(told,)))
    assert [answer for _, answer in rows_of_report(records.path)] == ["{}"]


def test_erasing_changes_no_line_up_here_or_where_it_is_merged(here: Path, there: Path) -> None:
    two_databases(here, there)
    merge(here, there)
    before = line_ups(here)
    records = Records(here)
    records.writer.delete_person(records.ann)
    records.writer.close()
    assert line_ups(here) == before
    merge(there, here)
    assert line_ups(there) == before
    new = there.with_name("new.db")
    Records(new).writer.close()
    merge(new, here)
    assert line_ups(new) == before


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_migration_computes_the_line_ups_of_an_old_database(script: Path, tmp_path: Path) -> None:
    old = restored(script, tmp_path / "old.db")
    open_for_writing(old).close()
    found = line_ups(old)
    with closing(sqlite3.connect(old)) as db:
        episodes = {id for (id,) in db.execute("SELECT id FROM episodes")}
    assert set(found) == episodes
    records = Records(tmp_path / "new.db")
    records.play(human(records.ann), MODEL)
    assert {key for key, *_ in found.values()} == set(keys(records.path))
    assert {each[2] for each in found.values()} == {1}


def test_a_migration_leaves_out_the_file_that_named_a_model(records: Records) -> None:
    """Until 0016, the same model imported from two checkouts was two players."""
    spec = {"model_name": "x", "lookup_source": "here/model_registry.json"}
    records.play(replace(MODEL, parameters={"model_spec": spec}))
    (new,) = keys(records.path)
    with closing(sqlite3.connect(records.path)) as db, db:
        players = '[{"kind":"model","model":"x","model_spec.lookup_source":"here"}]'
        db.execute("INSERT INTO line_ups (key, players) VALUES ('old', ?)", (players,))
        db.execute("UPDATE episode_line_ups SET line_up = (SELECT max(id) FROM line_ups)")
        db.execute("DELETE FROM _sqlite_migrations WHERE name = '0017_registry'")
    assert keys(records.path) == ["old"]
    open_for_writing(records.path).close()
    assert keys(records.path) == [new]


def test_a_migration_leaves_out_the_slash_at_the_end_of_an_address(records: Records) -> None:
    """Until 0017, a server with it and without was two."""
    for address in ("http://localhost:8000/v1", "http://localhost:8000/v1/"):
        records.play(replace(MODEL, parameters={"api_base": address}))
    (one,) = set(keys(records.path))
    with closing(sqlite3.connect(records.path)) as db, db:
        players = '[{"api_base":"http://localhost:8000/v1/","kind":"model","model":"x"}]'
        db.execute("INSERT INTO line_ups (key, players) VALUES ('old', ?)", (players,))
        db.execute(
            """UPDATE episode_line_ups SET line_up = (SELECT max(id) FROM line_ups)
            WHERE episode = (SELECT max(episode) FROM episode_line_ups)"""
        )
        db.execute("DELETE FROM _sqlite_migrations WHERE name = '0018_players'")
    assert set(keys(records.path)) == {one, "old"}
    open_for_writing(records.path).close()
    assert keys(records.path) == [one, one]


def test_an_episode_that_ended_before_a_model_was_asked_is_no_row_of_its_own(
    records: Records,
) -> None:
    """Otherwise rows would be told apart by how their episodes ended."""
    answered(records, "x-1")
    records.play(MODEL, main=None)
    assert len(rows_of_report(records.path)) == 1
    assert [tally.episodes for tally in all_tallies(records.path)] == [2]


def test_where_different_models_answered_such_an_episode_belongs_to_neither(
    records: Records,
) -> None:
    answered(records, "x-1")
    answered(records, "x-2")
    records.play(MODEL, main=None)
    assert len(rows_of_report(records.path)) == 3
    assert [tally.episodes for tally in all_tallies(records.path)] == [1, 1, 1]


def test_a_game_lost_before_a_model_was_asked_counts_with_its_games_with_others(
    records: Records,
) -> None:
    """Whoever it played with, a player is in one row, also if no game with that partner had its
    answer yet."""
    answered(records, "x-1")
    records.play(human(records.ann), MODEL)
    assert {answer for _, answer in rows_of_report(records.path)} == {'{"openai/x":["x-1"]}'}


def test_the_session_of_a_player_decides_whoever_it_played_with(records: Records) -> None:
    for model in ("x-1", "x-2"):
        records.sitting = session(records.writer, records.ann)
        answered(records, model)
        records.play(human(records.ann), MODEL)
    with Reader(records.path) as reader:
        tallied = Counter(result.answered for result, _ in reader.results(EpisodeFilter()).items)
    assert tallied == {'{"openai/x":["x-1"]}': 2, '{"openai/x":["x-2"]}': 2}


def test_an_episode_of_two_models_is_with_neither(records: Records) -> None:
    for models in (("x-1",), ("x-2",), ("x-1", "x-2")):
        answered(records, *models)
    assert {answer for _, answer in rows_of_report(records.path)} == {
        '{"openai/x":["x-1"]}', '{"openai/x":["x-2"]}', '{"openai/x":["x-1","x-2"]}',
    }  # fmt: skip
    assert [tally.episodes for tally in all_tallies(records.path)] == [1, 1, 1]


def test_a_model_has_one_name_whatever_its_settings(records: Records) -> None:
    for alias, temperature in (("small", 0.0), ("tiny", 0.0), ("small", 0.9), ("tiny", 0.5)):
        parameters = {"model": "openai/x", "temperature": temperature}
        records.play(replace(MODEL, player=alias, parameters=parameters))
    with Reader(records.path) as reader:
        names = {seat.name for result, _ in reader.results(EpisodeFilter()).items
                 for seat in result.seats}  # fmt: skip
    assert (names, len(rows_of_report(records.path))) == ({"openai/x"}, 3)


def test_replicates_are_one_item_whether_or_not_the_model_was_asked(records: Records) -> None:
    answered(records, "x-1")
    records.play(MODEL, main=None)
    (tally,) = all_tallies(records.path)
    assert (tally.items, tally.played_sum) == (1, 0.5)
    with Reader(records.path) as reader:
        found = reader.results(EpisodeFilter())
    (both,) = {(result.answered, item.replicate) for result, item in found.items}
    assert both[1], "the parts are known to belong together"


def all_tallies(path: Path) -> tuple[Tally, ...]:
    with Reader(path) as reader:
        return reader.tallies(TallyScope("taboo", "1.0", ("r" * 64,))).rows


@pytest.mark.parametrize("value", [float("inf"), float("nan"), 10**400, "a\ud800", (1, 2)])
def test_a_line_up_is_that_of_the_stored_parameters(tmp_path: Path, value: object) -> None:
    """What the records cannot hold as it is gives no other line-up before a merge than after it."""
    records = Records(tmp_path / "records.db")
    for parameters in ({"top_k": value}, {"max_tokens": value}):
        records.play(replace(MODEL, parameters={"model": "m", **parameters}), main=1.0)
    merged = tmp_path / "merged.db"
    Records(merged)
    merge(merged, records.path)
    assert keys(merged) == keys(records.path)
