"""The views are the public query interface: their names mean what a researcher expects."""

from __future__ import annotations

import sqlite3
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from clemtui.engine import (
    Control,
    Pause,
    Response,
    Scores,
    Timing,
    answering_seconds,
    assistant,
    user,
)
from clemtui.engine.requests import Request
from clemtui.records.rows import EpisodeFilter, TagDecision
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from tests.store.builders import MODEL, SetClock, human, outcome, request, session, start


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Ada plays tea twice (the second time aborted) and once for practice; one episode runs."""
    path, clock = tmp_path / "records.db", SetClock()
    writer = Writer(path, clock=clock)
    ada = writer.person("Ada").id
    sitting = session(writer, ada)

    def begin(**changed: Any) -> str:
        clock.forward(1)
        episode = writer.start_episode(start(sitting, human(ada), MODEL, **changed))
        writer.exposure(ada, "taboo:tea", "h", "played", episode)
        return episode

    first = begin()
    writer.request(first, request(1, "Describe tea. \ud800"))
    timing = Timing(
        shown_at=clock.moment, submitted_ms=5000, pauses=(Pause(0, 100), Pause(200, 250.5))
    )
    clock.forward(5)
    writer.entry(first, Response.of(1, "CLUE: hot"), timing)
    writer.request(first, Request(2, "Player 2", "WordGuesser", (user("Guess: hot"),)))
    attempt = writer.attempt_started(first, 2, 1, {})
    writer.attempt_ended(attempt, outcome())
    writer.attempt_started(first, 2, 2, {})
    writer.entry(first, Response.of(2, "GUESS: milk"))
    again = (user("Describe tea. \ud800"), assistant("CLUE: hot"), user("Wrong: milk"))
    writer.request(first, Request(3, "Player 1", "WordDescriber", again, new_from=2))
    writer.entry(first, Response.of(3, "CLUE: leaf"), Timing(submitted_ms=1000))
    writer.end_episode(first, "finished", scores=Scores(0, 1, 0, {"Main Score": 50}))
    writer.add_scores(first, "clemcore 3.7.2", Scores(0, 0, 1, {"Main Score": 0}))

    second = begin()
    writer.request(second, request(1, "Describe tea."))
    writer.entry(second, Control("gave up", "Player 1", "tired"))
    writer.end_episode(second, "abandoned", scores=Scores(1, 0, 0, {"Main Score": None}))

    practice = begin(practice=True)
    writer.end_episode(practice, "finished", scores=Scores(0, 1, 0, {"Main Score": 100}))
    void = begin()
    writer.end_episode(void, "void")
    running = begin()
    writer.request(running, request(1, "hello"))
    writer.close()
    return path


def query(path: Path, sql: str) -> list[tuple[Any, ...]]:
    """Query like any other program; the views need none of our code."""
    return sqlite3.connect(path).execute(sql).fetchall()


def test_transcript_tells_what_was_said_in_order(path: Path) -> None:
    lines = query(
        path,
        """SELECT kind, seat, role, message_role, text, request, seq FROM transcript
        WHERE episode = (SELECT min(id) FROM episodes)""",
    )
    one, two = ("Player 1", "WordDescriber"), ("Player 2", "WordGuesser")
    assert lines == [
        ("message", *one, "user", "Describe tea. \ufffd", 1, None),
        ("response", *one, "assistant", "CLUE: hot", 1, 1),
        ("message", *two, "user", "Guess: hot", 2, None),
        ("response", *two, "assistant", "GUESS: milk", 2, 2),
        ("message", *one, "user", "Wrong: milk", 3, None),
        ("response", *one, "assistant", "CLUE: leaf", 3, 3),
    ]
    assert query(path, "SELECT text FROM transcript WHERE kind = 'control'") == [
        ("gave up: tired",)
    ]


def test_episode_scores_has_a_line_for_each_scorer(path: Path) -> None:
    lines = query(
        path,
        """SELECT state, practice, scorer, own_scorer, outcome, main_score, joint_score, players
        FROM episode_scores ORDER BY episode, scorer""",
    )
    who = "Player 1: Ada, Player 2: openai/x"
    assert lines == [
        ("finished", 0, "clemcore 3.7.2", 0, "lose", 0.0, 0.0, who),
        ("finished", 0, "taboo:1.0", 1, "success", 50.0, 50.0, who),
        ("abandoned", 0, "taboo:1.0", 1, "aborted", None, 0.0, who),
        ("finished", 1, "taboo:1.0", 1, "success", 100.0, 100.0, who),
    ]


_COLUMNS = """pseudonym, seat, partners, state, left_out, first_exposure, responses, answering_ms,
    paused_ms, scorer, outcome, main_score, joint_score"""
FIRST = (
    "Ada", "Player 1", "model:openai/x", "finished", None, 1, 2, 6000.0, 150.5, "taboo:1.0",
    "success", 50.0, 50.0,
)  # fmt: skip


def test_human_baseline_has_what_counts_in_a_report(path: Path) -> None:
    assert query(path, f"SELECT {_COLUMNS} FROM human_baseline") == [FIRST]
    with Reader(path) as reader:
        assert reader.results(EpisodeFilter()).episodes == 1


def test_human_episodes_has_all_and_why_others_do_not_count(path: Path) -> None:
    lines = query(path, f"SELECT {_COLUMNS} FROM human_episodes ORDER BY episode")
    assert lines[:2] == [
        FIRST,
        ("Ada", "Player 1", "model:openai/x", "abandoned", "abandoned", 0, 0, None, None,
         "taboo:1.0", "aborted", None, 0.0),
    ]  # fmt: skip
    assert [line[4] for line in lines[2:]] == ["practice", "void", "not finished"]


def test_a_time_without_pauses_has_pauses_of_0_ms(tmp_path: Path) -> None:
    writer = Writer(tmp_path / "records.db")
    ada = writer.person("Ada").id
    episode = writer.start_episode(start(session(writer, ada), human(ada)))
    writer.request(episode, request(1, "hello"))
    writer.entry(episode, Response.of(1, "x"), Timing(submitted_ms=1000))
    writer.end_episode(episode, "finished", scores=Scores(0, 1, 0, {"Main Score": 1}))
    writer.close()
    timing = "SELECT answering_ms, paused_ms FROM human_baseline"
    assert query(tmp_path / "records.db", timing) == [(1000.0, 0.0)]


def test_pauses_that_overlap_count_once_as_in_the_program(tmp_path: Path) -> None:
    writer = Writer(tmp_path / "records.db")
    ada = writer.person("Ada").id
    episode = writer.start_episode(start(session(writer, ada), human(ada)))
    writer.request(episode, request(1, "hello"))
    pauses = (Pause(400, 500), Pause(100, 300), Pause(150, 200, "focus lost"), Pause(250, 350))
    timing = Timing(submitted_ms=1000, away_ms=9000, pauses=(*pauses, Pause(990, 1200)))
    writer.entry(episode, Response.of(1, "x"), timing)
    writer.request(episode, request(2, "hello", "x", "again", new_from=2))
    writer.entry(episode, Control("gave up", "Player 1"), Timing(submitted_ms=500, away_ms=1))
    writer.end_episode(episode, "finished", scores=Scores(1, 0, 0, {"Main Score": None}))
    writer.close()
    ((answering, paused, away),) = query(
        tmp_path / "records.db", "SELECT answering_ms, paused_ms, away_ms FROM human_baseline"
    )
    assert (answering, paused, away) == (1500, 250 + 100 + 10, 9001)
    assert answering_seconds(timing) == (1000 - paused) / 1000


def test_without_flags_there_is_no_outcome(tmp_path: Path) -> None:
    path, unknown = tmp_path / "records.db", Scores(None, None, None, {"Main Score": 7})
    writer = Writer(path)
    ada = writer.person("Ada").id
    episode = writer.start_episode(start(session(writer, ada), human(ada)))
    writer.end_episode(episode, "finished", scores=unknown)
    writer.close()
    assert query(path, "SELECT outcome FROM episode_scores") == [(None,)]
    assert query(path, "SELECT outcome FROM human_episodes") == [(None,)]
    assert unknown.outcome is None
    with Reader(path) as reader:
        assert reader.count(EpisodeFilter(outcome="success")) == 0
        assert reader.facets().outcomes == ()


def test_human_episodes_say_under_what_they_were_played(tmp_path: Path) -> None:
    writer = Writer(tmp_path / "records.db")
    ada = writer.person("Ada").id
    condition = {"aids": ["look-up"], "interface_language": "de"}
    tags = {"wave": "2"}
    episode = writer.start_episode(
        start(session(writer, ada), human(ada), condition=condition, tags=tags)
    )
    writer.end_episode(episode, "finished", scores=Scores(0, 1, 0, {"Main Score": 1}))
    writer.tag([episode], TagDecision("excluded", "everywhere", "Ann", "phone rang"))
    writer.close()
    columns = "aids, interface_language, instance_origin, tags, exclusion, left_out"
    assert query(tmp_path / "records.db", f"SELECT {columns} FROM human_episodes") == [
        ('["look-up"]', "de", "bundled", '["wave=2"]', "everywhere: phone rang", "excluded")
    ]


def test_unfinished_has_what_can_be_resumed(path: Path) -> None:
    ((people, responses, last_at, owner),) = query(
        path, "SELECT people, responses, last_at, lease_owner FROM unfinished"
    )
    assert (people, responses, owner) == ("Ada", 0, None)
    clock = SetClock()
    assert last_at == (clock.moment + timedelta(seconds=10)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def test_attempts_names_those_that_never_ended(path: Path) -> None:
    lines = query(
        path,
        """SELECT seat, player, number, outcome, text, prompt_tokens, duration_ms FROM attempts
        ORDER BY number""",
    )
    assert lines == [
        ("Player 2", "openai/x", 1, "done", "CLUE: hot", 10, 1500.0),
        ("Player 2", "openai/x", 2, "open", None, None, None),
    ]
