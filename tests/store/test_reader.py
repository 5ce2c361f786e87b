"""Lists and filters of episodes, newest first."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from clemtui.engine import Response, Scores, Texts
from clemtui.records.errors import NotFound, StoreError
from clemtui.records.rows import EpisodeFilter
from clemtui.store.read.reader import Reader
from clemtui.store.write.rows import content
from clemtui.store.write.writer import Writer
from tests.store.builders import INSTANCE, MODEL, TEXTS, SetClock, human, request, session, start


@pytest.fixture
def several(tmp_path: Path) -> tuple[Path, list[str]]:
    """Five episodes: by Ada in English and German, by Ben, without people, and for practice."""
    path = tmp_path / "records.db"
    clock = SetClock()
    writer = Writer(path, clock=clock)
    ada, ben = writer.person("Ada").id, writer.person("Ben").id
    sitting = session(writer, ada)
    german = Texts("de", TEXTS.prompts)
    wordle = replace(INSTANCE, game="wordle", experiment="easy", task="")
    ids = [
        writer.start_episode(start(sitting, human(ada), MODEL, tags={"wave": "1", "pilot": "x"})),
        writer.start_episode(start(sitting, human(ada), MODEL, texts=german)),
        writer.start_episode(start(sitting, human(ben), tags={"wave": "2"})),
        writer.start_episode(start(sitting, MODEL, game="wordle", instance=wordle)),
        writer.start_episode(start(sitting, human(ada), practice=True)),
    ]
    writer.end_episode(ids[0], "finished", scores=Scores(0, 1, 0, {"Main Score": 100}))
    writer.end_episode(ids[1], "abandoned", reason="tired")
    clock.forward(60)
    writer.request(ids[2], request(1, "hello"))
    writer.entry(ids[2], Response.of(1, "x"))
    writer.request(ids[2], request(2, "hello", "x", "and now?"))
    writer.draft(ids[2], 2, "CLU")
    writer.close()
    return path, ids


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        (EpisodeFilter(), [4, 3, 2, 1, 0]),
        (EpisodeFilter(game="wordle"), [3]),
        (EpisodeFilter(family="taboo"), [4, 3, 2, 1, 0]),
        (EpisodeFilter(language="de"), [1]),
        (EpisodeFilter(person="Ada"), [4, 1, 0]),
        (EpisodeFilter(person="nobody"), []),
        (EpisodeFilter(state="running"), [4, 3, 2]),
        (EpisodeFilter(state="abandoned"), [1]),
        (EpisodeFilter(state="finished", person="Ada", language="en"), [0]),
        (EpisodeFilter(experiment="easy"), [3]),
        (EpisodeFilter(tag=("wave", None)), [2, 0]),
        (EpisodeFilter(tag=("wave", "2")), [2]),
        (EpisodeFilter(practice=True), [4]),
        (EpisodeFilter(practice=False, person="Ada"), [1, 0]),
    ],
)
def test_filters(
    several: tuple[Path, list[str]], where: EpisodeFilter, expected: list[int]
) -> None:
    path, ids = several
    with Reader(path) as reader:
        found = [summary.id for summary in reader.episodes(where)]
    assert found == [ids[index] for index in expected]


def test_a_person_is_found_by_id_too(several: tuple[Path, list[str]]) -> None:
    path, _ = several
    with Reader(path) as reader:
        ada, _ben = reader.people()
        assert len(reader.episodes(EpisodeFilter(person=ada.id))) == 3


def test_pages(several: tuple[Path, list[str]]) -> None:
    path, ids = several
    with Reader(path) as reader:
        first = reader.episodes(limit=2)
        second = reader.episodes(limit=2, before=first[-1].id)
    assert [summary.id for summary in (*first, *second)] == ids[:0:-1]


def test_a_line_says_what_happened(several: tuple[Path, list[str]]) -> None:
    path, _ = several
    with Reader(path) as reader:
        first = reader.episodes()[-1]
    assert (first.state, first.people, first.language) == ("finished", ("Ada",), "en")
    assert first.tags == {"wave": ("1",), "pilot": ("x",)}
    assert first.scores is not None
    assert first.scores.main_score == 100
    assert [seat.role for seat in first.seats] == ["WordDescriber", "WordGuesser"]


def test_unfinished_episodes_say_where_they_stand(several: tuple[Path, list[str]]) -> None:
    path, ids = several
    clock = SetClock()
    clock.forward(60)
    with Reader(path, clock=clock) as reader:
        everybodys = reader.unfinished()
        (bens,) = reader.unfinished("Ben")
    assert [each.summary.id for each in everybodys] == [ids[4], ids[3], ids[2]]
    assert bens.summary.responses == 1
    assert bens.open_requests == (2,)
    assert [draft.body for draft in bens.drafts] == ["CLU"]
    assert bens.last_at == clock.moment
    assert (bens.lease, bens.lease_stale) == (None, False)


def test_ids_are_found_by_their_beginning_or_end(several: tuple[Path, list[str]]) -> None:
    path, ids = several
    with Reader(path) as reader:
        assert reader.find(ids[2]) == ids[2]
        assert reader.find(ids[2][-12:].upper()) == ids[2]
        with pytest.raises(NotFound, match="more than one"):
            reader.find(ids[2][:6])
        for wrong in ("ffff", "%", "", "no id", "_" * 36):
            with pytest.raises(NotFound):
                reader.find(wrong)


def test_what_a_reader_reads_is_of_one_moment(several: tuple[Path, list[str]]) -> None:
    path, _ = several
    writer = Writer(path)
    sitting = session(writer)
    with Reader(path) as reader, reader._snapshot() as db:
        before = db.execute("SELECT count(*) FROM episodes").fetchone()
        writer.start_episode(start(sitting, MODEL))
        assert db.execute("SELECT count(*) FROM episodes").fetchone() == before
    with Reader(path) as reader:
        assert len(reader.episodes()) == 6


@pytest.mark.damages
def test_texts_of_an_unknown_policy_need_a_newer_program(several: tuple[Path, list[str]]) -> None:
    path, ids = several
    writer = Writer(path)
    writer._db.execute("DROP TRIGGER episodes_update")
    _, row = content("texts", {**TEXTS.to_json(), "policy": "klingon"})
    writer._db.execute("INSERT INTO contents VALUES (:hash, :kind, :body)", dict(row))
    writer._db.execute("UPDATE episodes SET texts = ? WHERE id = ?", (row["hash"], ids[0]))
    writer.close()
    with (
        Reader(path) as reader,
        pytest.raises(StoreError, match=r"klingon.*not support; update clemtui"),
    ):
        reader.load(ids[0])


def test_pages_are_read_from_either_end(several: tuple[Path, list[str]]) -> None:
    path, ids = several

    def read(**how: Any) -> list[str]:
        with Reader(path) as reader:
            return [each.id for each in reader.episodes(limit=2, **how)]

    everything = sorted(ids)
    assert read(oldest_first=True) == everything[:2]
    assert read(oldest_first=True, after=everything[1]) == everything[2:4]
    assert read() == everything[:-3:-1]
    assert read(before=everything[2], after=everything[0]) == [everything[1]]
    assert read(oldest_first=True, after=everything[-1]) == []
