"""Full-text search: every word of every episode is found, and erased words are not kept."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from clemtui.engine import Control, Message, Response, Scores, user
from clemtui.engine.requests import Request
from clemtui.records.rows import EpisodeFilter
from clemtui.store import search
from clemtui.store.database import open_for_writing, write_transaction
from clemtui.store.folding import FOLDING
from clemtui.store.merge.merge import merge
from clemtui.store.read.reader import Reader
from clemtui.store.sqlite_errors import store_error
from clemtui.store.write.writer import Writer
from tests.store.builders import MODEL, human, request, rows, running, session, start
from tests.store.test_migrations import SCRIPTS, restored
from tests.support.examples import examples

SECRET = "hippopotamus"
"""What only the describer is told."""


def found(path: Path, text: str) -> list[str]:
    """Return the episodes that a search finds, newest first."""
    with Reader(path) as reader:
        ids = [summary.id for summary in reader.episodes(EpisodeFilter(text=text))]
        assert reader.count(EpisodeFilter(text=text)) == len(ids)
    return ids


def pending(path: Path) -> list[str]:
    with sqlite3.connect(path) as db:
        return [row[0] for row in db.execute("SELECT episode FROM search_pending")]


def vocabulary(path: Path) -> set[str]:
    """Return every word in the index."""
    db = sqlite3.connect(path)
    db.execute("CREATE VIRTUAL TABLE temp.v USING fts5vocab(main, search_words, row)")
    words = {row[0] for row in db.execute("SELECT term FROM temp.v")}
    db.close()
    return words


def asked(number: int, seat: str, *texts: str) -> Request:
    messages: tuple[Message, ...] = tuple(user(text) for text in texts)
    return Request(number, seat, "Role", messages)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "records.db"


@pytest.fixture
def played(path: Path) -> tuple[Path, Writer, str]:
    """Ada (Player 1) plays with a model (Player 2), which was told a secret."""
    writer, _, episode = running(path)
    writer.request(episode, asked(1, "Player 2", f"The word is {SECRET}."))
    writer.entry(episode, Response.of(1, "GUESS: it lives in the Nile"))
    writer.request(episode, asked(2, "Player 1", "Give a clue.", "Begin with CLUE:"))
    writer.entry(episode, Response.of(2, "CLUE: 河流"))
    return path, writer, episode


def test_a_running_episode_is_found_from_its_first_word_on(path: Path) -> None:
    writer, _, episode = running(path)
    assert found(path, "hello") == []
    writer.request(episode, request(1, "hello there"))
    assert found(path, "hello") == [episode]
    writer.entry(episode, Response.of(1, "CLUE: crocodile"))
    assert found(path, "crocodile hello") == [episode]
    assert pending(path) == [episode]


def test_search_reveals_nothing_of_other_seats_while_running(
    played: tuple[Path, Writer, str],
) -> None:
    path, writer, episode = played
    for _ in range(2):  # first read directly, then from the index
        assert found(path, SECRET) == found(path, "Nile") == []
        assert found(path, "河 begin") == [episode]
        with Reader(path) as reader:
            assert reader.snippets([episode], SECRET) == {}
        writer.release(episode)
    assert pending(path) == []
    writer.resume_episode(episode, session(writer))
    writer.end_episode(episode, "finished")
    assert found(path, SECRET) == found(path, "Nile") == [episode]


def test_search_reveals_nothing_of_an_episode_that_is_continued_elsewhere(
    played: tuple[Path, Writer, str],
) -> None:
    """The same instance is still played, under another id."""
    path, writer, episode = played
    writer.end_episode(episode, "abandoned")
    assert found(path, SECRET) == found(path, "Nile") == []


def test_search_reveals_nothing_of_a_running_episode_of_two_people(path: Path) -> None:
    """Neither may find what only the other has seen, and the search does not know who searches."""
    writer = Writer(path)
    ada, ben = writer.person("ada").id, writer.person("ben").id
    seats = human(ada), human(ben, "Player 2", "WordGuesser")
    episode = writer.start_episode(start(session(writer, ada), *seats))
    writer.request(episode, asked(1, "Player 1", f"The word is {SECRET}."))
    writer.entry(episode, Response.of(1, "CLUE: it lives in the Nile"))
    for _ in range(2):  # first read directly, then from the index
        assert found(path, SECRET) == found(path, "Nile") == []
        writer.release(episode)
    assert pending(path) == []
    writer.resume_episode(episode, session(writer))
    writer.end_episode(episode, "finished")
    assert found(path, SECRET) == found(path, "Nile") == [episode]


def test_an_episode_without_people_is_found_whole(path: Path) -> None:
    writer = Writer(path)
    episode = writer.start_episode(start(session(writer), MODEL))
    writer.request(episode, asked(1, "Player 2", SECRET))
    assert found(path, SECRET) == [episode]


def test_what_ended_or_was_left_is_in_the_index_at_once(
    played: tuple[Path, Writer, str],
) -> None:
    path, writer, episode = played
    writer.entry(episode, Control("gave up", "Player 1", "too hard"))
    writer.end_episode(episode, "finished", scores=Scores(0, 1, 0, {"Main Score": 100}))
    assert pending(path) == []
    assert {SECRET, "nile", "河", "流", "guess"} <= vocabulary(path)
    assert found(path, "hard") == []  # reasons of controls are not part of what was said


def test_an_episode_that_goes_on_is_found_by_old_and_new_words(path: Path) -> None:
    writer, _, episode = running(path)
    writer.request(episode, request(1, "hello"))
    writer.release(episode)
    assert pending(path) == []
    writer.resume_episode(episode, session(writer))
    writer.entry(episode, Response.of(1, "crocodile"))
    assert found(path, "crocodile hello") == [episode]
    writer.close()
    assert pending(path) == []
    assert found(path, "crocodile hello") == [episode]


def test_words_of_different_texts_are_no_phrase(played: tuple[Path, Writer, str]) -> None:
    path, writer, episode = played
    writer.end_episode(episode, "finished")
    assert found(path, '"a clue" "begin with"') == [episode]
    assert found(path, '"clue begin"') == []


def test_a_search_and_other_filters_must_both_hold(played: tuple[Path, Writer, str]) -> None:
    path, _writer, episode = played
    with Reader(path) as reader:
        for game, ids in (("taboo", [episode]), ("wordle", [])):
            where = EpisodeFilter(game=game, text="clue")
            assert [each.id for each in reader.episodes(where)] == ids


def test_passages_show_the_words_as_they_were_written(played: tuple[Path, Writer, str]) -> None:
    path, writer, episode = played
    long = "x " * 100 + "the Ｃafé\x1b[31m by the river " + "y " * 100
    writer.request(episode, asked(3, "Player 1", long))
    with Reader(path) as reader:
        passage = reader.snippets([episode], "nothing cafe")[episode]
        chinese = reader.snippets([episode], "流")[episode]
    assert (passage.seat, passage.received, passage.found) == ("Player 1", True, "Ｃafé")
    assert not chinese.received
    assert passage.before == "…" + long[: long.index("Ｃafé")][-40:]
    assert passage.after == long[long.index("Ｃafé") + 4 :][:40] + "…"
    assert (chinese.before, chinese.found, chinese.after) == ("CLUE: 河", "流", "")


def test_the_index_can_be_thrown_away_and_built_again(played: tuple[Path, Writer, str]) -> None:
    path, writer, episode = played
    writer.end_episode(episode, "finished")
    words = vocabulary(path)
    db = open_for_writing(path)
    with write_transaction(db):
        search.discard(db)
    assert vocabulary(path) == set()
    assert found(path, SECRET) == [episode]  # read directly meanwhile
    with write_transaction(db):
        assert search.rebuild(db) == 1
    assert vocabulary(path) == words
    assert pending(path) == []


def test_an_index_with_another_folding_is_rebuilt(
    played: tuple[Path, Writer, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, writer, episode = played
    monkeypatch.setattr(search, "FOLDING", "1/of long ago")
    writer.release(episode)
    monkeypatch.undo()
    writer.resume_episode(episode, session(writer))
    writer.end_episode(episode, "finished")
    assert rows(writer, "SELECT DISTINCT folding FROM search_documents") == [(FOLDING,)]
    assert found(path, SECRET) == [episode]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_an_old_database_can_be_searched(script: Path, tmp_path: Path) -> None:
    path = restored(script, tmp_path / "old.db")
    open_for_writing(path).close()
    before = found(path, "hot")
    assert len(before) == 1  # read directly, not indexed yet
    Writer(path).close()
    assert pending(path) == []
    assert found(path, "hot") == before


def test_what_comes_by_a_merge_is_found(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    writer, _, episode = running(other)
    writer.request(episode, request(1, "crocodile"))
    writer.end_episode(episode, "finished")
    writer.close()
    Writer(path).close()
    merge(path, other)
    assert found(path, "crocodile") == [episode]
    Writer(path).close()
    assert pending(path) == []
    assert found(path, "crocodile") == [episode]


@pytest.mark.parametrize("left", [True, False], ids=["indexed", "pending"])
def test_forgetting_a_person_takes_their_words_out_of_the_index(path: Path, left: bool) -> None:
    writer, ada, episode = running(path)
    ben = writer.person("Ben").id
    other = writer.start_episode(start(session(writer), human(ben), MODEL))
    for id, word in ((episode, "rhinoceros"), (other, "elephant")):
        writer.request(id, request(1, "hello"))
        writer.entry(id, Response.of(1, word))
        writer.end_episode(id, "finished") if left else None
    writer.delete_person(ada)
    writer.close()
    assert found(path, "rhinoceros") == []
    assert found(path, "hello") == found(path, "elephant") == [other]
    assert vocabulary(path) == {"hello", "elephant", "¶"}
    for file in path.parent.glob("records*"):
        assert b"rhinoceros"[4:] not in file.read_bytes(), file  # words share their prefixes


def test_forgetting_works_where_the_index_was_folded_otherwise(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer, ada, episode = running(path)
    monkeypatch.setattr(search, "FOLDING", "1/of long ago")
    writer.request(episode, request(1, "rhinoceros"))
    writer.end_episode(episode, "finished")
    monkeypatch.undo()
    writer.delete_person(ada)
    assert vocabulary(path) == set()
    assert found(path, "rhinoceros") == []


def test_an_index_that_cannot_be_written_costs_no_record(
    played: tuple[Path, Writer, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, writer, episode = played

    def full(*_: object, **__: object) -> int:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(search, "index_pending", full)
    writer.end_episode(episode, "finished")
    with Reader(path) as reader:
        assert reader.load(episode).state == "finished"
    assert found(path, SECRET) == [episode]


def test_episodes_leased_by_others_are_not_indexed(path: Path) -> None:
    theirs, _, episode = running(path)
    ours = Writer(path)
    other = ours.start_episode(start(session(ours), MODEL))
    theirs.request(episode, request(1, "hello"))
    ours.end_episode(other, "finished")
    assert pending(path) == [episode]
    assert found(path, "hello") == [episode]


def test_a_long_queue_is_indexed_in_several_transactions(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = Writer(path)
    for _ in range(3):
        id = writer.start_episode(start(session(writer), MODEL))
        writer.request(id, request(1, "hello"))
    del writer  # as if the program was killed
    monkeypatch.setattr("clemtui.store.search.INDEXED_AT_ONCE", 2)
    Writer(path).close()
    assert pending(path) == []
    assert len(found(path, "hello")) == 3


def test_a_search_brings_an_index_up_to_date_that_is_behind(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an upgrade, no program may have opened the database for writing."""
    monkeypatch.setattr(search, "INDEXED_AT_ONCE", 2)
    writer = Writer(path)
    sitting = session(writer)
    for number in range(3):
        episode = writer.start_episode(start(sitting, MODEL))
        writer.request(episode, request(1, f"hello{number}"))
        writer.end_episode(episode, "finished")
    with write_transaction(writer._db):
        search.discard(writer._db)
    writer.close()
    with Reader(path) as reader:
        reader.episodes()
        assert len(pending(path)) == 3, "only a search needs it"
        assert len(reader.episodes(EpisodeFilter(text="hello1"))) == 1
    assert pending(path) == []


def test_an_sqlite_without_full_text_search_is_named(path: Path) -> None:
    error = store_error(sqlite3.OperationalError("no such module: fts5"), path)
    assert str(error) == (
        f"{path}: this Python's SQLite has no full-text search (FTS5); use another Python"
    )


@examples(200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.characters() | st.sampled_from('"*^():+-\0\ud800 ')))
def test_any_text_can_be_searched_for(played: tuple[Path, Writer, str], text: str) -> None:
    path, _writer, episode = played
    assert found(path, text) in ([], [episode])


@pytest.mark.damages
@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE requests SET messages = '{' WHERE number = 2",
        "UPDATE requests SET messages = '[5]' WHERE number = 2",
        "UPDATE requests SET messages = replace(hex(zeroblob(50000)), '0', '[') WHERE number = 2",
        "UPDATE requests SET messages = CAST(x'5BFF' AS TEXT) WHERE number = 2",
        "UPDATE entries SET text = CAST(text || x'EDA080' AS TEXT) WHERE seq = 1",
    ],
)
def test_a_damaged_record_prevents_no_search(played: tuple[Path, Writer, str], damage: str) -> None:
    """Neither in its own episode nor in others, whether or not they are in the index already."""
    path, writer, episode = played
    writer.close()
    with sqlite3.connect(path) as db:
        db.executescript("DROP TRIGGER requests_update; DROP TRIGGER entries_update")
        db.execute(damage)
        db.execute("INSERT INTO search_pending VALUES (?)", (episode,))
    assert found(path, "河流") == [episode]
    other, _, second = running(path)
    other.request(second, asked(1, "Player 1", "Give a clue."))
    assert found(path, "clue") == [second, episode]
    with Reader(path) as reader:
        assert reader.snippets([episode], "河流")


@pytest.mark.parametrize("few", [2, 1000])
@pytest.mark.parametrize("window", [3, 5])
def test_a_list_that_searches_its_first_episodes_first_misses_none(
    path: Path, monkeypatch: pytest.MonkeyPatch, window: int, few: int
) -> None:
    """Whatever is frequent, in both orders, from page to page, indexed in whatever order."""
    writer = Writer(path)
    sitting = session(writer)
    ids = [writer.start_episode(start(sitting, MODEL)) for _ in range(12)]
    for number in (3, 0, 1, 7, 2, 4, 6, 5, 8, 9, 11):
        said = "often rarely" if number in (1, 8) else "often" if number % 5 else "never"
        writer.request(ids[number], request(1, f"{said} {'and' * number}"))
        writer.end_episode(ids[number], "finished")
    writer.request(ids[10], request(1, "often rarely"))
    assert pending(path) == [ids[10]]
    monkeypatch.setattr("clemtui.store.search.WINDOW", window)
    monkeypatch.setattr("clemtui.store.read.filters.FEW_BY_TEXT", few)
    with Reader(path) as reader:
        for text, numbers in {
            "often": (1, 2, 3, 4, 6, 7, 8, 9, 10, 11), "rare": (1, 8, 10), "o": (), "no": (),
            '"often rarely"': (1, 8, 10), "n": (0, 5),
        }.items():  # fmt: skip
            where = EpisodeFilter(text=text)
            expected = [ids[number] for number in numbers] if text != "o" else None
            pages: dict[bool, list[str]] = {}
            for oldest_first in (True, False):
                found: list[str] = []
                while page := reader.episodes(
                    where, limit=2, oldest_first=oldest_first,
                    **({"after" if oldest_first else "before": found[-1]} if found else {}),
                ):  # fmt: skip
                    found += [each.id for each in page]
                pages[oldest_first] = found
                whole = reader.episodes(where, oldest_first=oldest_first)
                assert [each.id for each in whole] == found, text
            assert pages[False] == pages[True][::-1], text
            if expected is not None:
                assert pages[True] == expected, text
            assert reader.count(where) == len(pages[True])
