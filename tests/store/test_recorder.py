"""The recorder: each awaited method returns after its commit, and concurrent ones share it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from clemtui.engine import Control, Event, Label, Pause, Response, Scores, Timing, Verdict
from clemtui.records.attempts import Usage
from clemtui.records.errors import NotFound, RefusedWrite, StoreError
from clemtui.records.rows import SessionStart, TagDecision
from clemtui.store.read.reader import Reader
from clemtui.store.write.recorder import Attempts, Recorder
from clemtui.store.write.writer import Writer
from tests.store.builders import (
    CONDITION,
    INSTANCE,
    MODEL,
    TEXTS,
    SetClock,
    human,
    outcome,
    request,
    request_together,
    start,
)

SCORES = Scores(
    aborted=0,
    success=1,
    lose=0,
    episode={"Main Score": 50, "Speed": float("nan")},
    turns={"0": {"Accuracy": 1}},
    seats={"Player 1": {"Coins": 3}},
)


@pytest.fixture
async def recorder(tmp_path: Path) -> AsyncIterator[Recorder]:
    recorder = await Recorder.open(tmp_path / "records.db", clock=SetClock())
    yield recorder
    await recorder.close()


async def playing(recorder: Recorder) -> str:
    person = await recorder.do(Writer.person, "Ada")
    sitting = await recorder.do(Writer.open_session, SessionStart("app", "0.1", person.id))
    return await recorder.do(
        Writer.start_episode, start(sitting, human(person.id), MODEL, tags={"a": "b"})
    )


def committed(recorder: Recorder, sql: str) -> list[tuple[object, ...]]:
    """Return what another program sees."""
    connection = sqlite3.connect(recorder.path)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


async def test_an_episode_comes_back_whole(recorder: Recorder, tmp_path: Path) -> None:
    clock = SetClock()
    episode = await playing(recorder)
    await recorder.do(Writer.request, episode, request(1, "hello"))
    timing = Timing(
        shown_at=clock.moment - timedelta(seconds=4),
        first_key_ms=812.5,
        submitted_ms=3900,
        edits=14,
        pasted=0,
        pauses=(Pause(1000, 1500, "focus lost"),),
        hints=({"aid": "rule warning", "word": "c\0up"},),
        values={"clue": "hot"},
    )
    await recorder.do(Writer.entry, episode, Response.of(1, "CLUE: hot"), timing)
    log = Attempts(recorder, episode, 1)
    attempt = await log.started(1, {"temperature": 0.5})
    await log.partial(attempt, "CL\ud83d")
    cut = outcome(
        text="CL\ufffd", raw="CL\ud83d".encode("utf-8", "surrogatepass"), status="cut",
        reasoning="hm\0", usage=Usage(None, 7, 3), cost=None, error_kind="dropped",
    )  # fmt: skip
    await log.ended(attempt, cut)
    await recorder.do(Writer.entry, episode, Control("gave up", "Player 1", "no \ud800 idea"))
    event = Event(
        "verdict", {"a": [1]}, 0, audience=frozenset({"Player 1"}), request_id=1,
        verdict=Verdict("violation", Label("taboo.related", {"word": "cup"})),
    )  # fmt: skip
    await recorder.do(Writer.end_episode, episode, "finished", scores=SCORES, events=[event])

    with Reader(tmp_path / "records.db") as reader:
        stored = reader.load(episode)
        assert reader.load(episode[:30]) == stored
    assert (stored.instance, stored.texts) == (INSTANCE, TEXTS)
    assert stored.instance.hash == INSTANCE.hash == stored.summary.instance_hash
    assert (stored.condition, stored.environment) == (CONDITION, {"python": "3.11"})
    assert stored.entries_for_replay == (
        Response.of(1, "CLUE: hot"),
        Control("gave up", "Player 1", "no \ud800 idea"),
    )
    assert [entry.timing for entry in stored.entries] == [timing, None]
    assert [entry.seat for entry in stored.entries] == ["Player 1", "Player 1"]
    assert stored.summary.seats[1] == MODEL
    assert stored.summary.people == ("Ada",)
    assert stored.summary.tags == {"a": ("b",)}
    (kept,) = stored.attempts
    assert (kept.text, kept.partial, kept.reasoning) == ("CL\ud83d", "CL\ud83d", "hm\0")
    assert (kept.prompt_tokens, kept.cost, kept.error_kind) == (None, None, "dropped")
    assert (kept.first_token_ms, kept.duration_ms) == (250, 1500)
    assert kept.parameters == {"temperature": 0.5}
    (scored,) = stored.scores
    assert scored.scorer == "taboo:1.0"
    assert scored.scores.episode == {"Main Score": 50, "Speed": None}
    assert (scored.scores.turns, scored.scores.seats) == (SCORES.turns, SCORES.seats)
    assert (stored.state, stored.erased) == ("finished", False)


async def test_the_sitting_is_recorded_with_its_clock_and_offset(recorder: Recorder) -> None:
    await recorder.do(Writer.open_session, SessionStart("plain", "0.1"))
    ((front, started, offset, epoch),) = committed(
        recorder, "SELECT front, started_at, utc_offset_minutes, clock_epoch FROM sessions"
    )
    assert (front, started, offset) == ("plain", "2026-03-01T12:00:00.000000Z", -210)
    assert epoch == "2026-03-01T11:59:55.000000Z"  # the monotonic clock read 5000 ms


async def test_a_person_is_made_once(recorder: Recorder) -> None:
    ada = await recorder.do(Writer.person, "Ada")
    assert await recorder.do(Writer.person, " Ada ") == ada
    assert (await recorder.do(Writer.person, "Ben")).id != ada.id
    for bad in ("", "  ", "A\0", "A\ud800"):
        with pytest.raises(RefusedWrite, match="cannot be stored"):
            await recorder.do(Writer.person, bad)


async def test_content_is_stored_once(recorder: Recorder) -> None:
    await playing(recorder)
    before = committed(recorder, "SELECT count(*) FROM contents")
    await playing(recorder)
    assert committed(recorder, "SELECT count(*) FROM contents") == before
    kinds = committed(recorder, "SELECT DISTINCT kind FROM contents ORDER BY kind")
    assert [kind for (kind,) in kinds] == [
        "condition", "environment", "instance", "parameters", "texts", "word list",
    ]  # fmt: skip


async def test_a_request_has_one_answer(recorder: Recorder) -> None:
    episode = await playing(recorder)
    with pytest.raises(RefusedWrite, match="never recorded"):
        await recorder.do(Writer.entry, episode, Response.of(1, "too early"))
    await recorder.do(Writer.request, episode, request(1, "hello"))
    assert await recorder.do(Writer.entry, episode, Response.of(1, "first")) == 1
    with pytest.raises(RefusedWrite, match="already has an answer"):
        await recorder.do(Writer.entry, episode, Response.of(1, "second"))
    assert committed(recorder, "SELECT text FROM entries") == [("first",)]


async def test_an_entry_takes_its_draft_away_and_no_other(recorder: Recorder) -> None:
    episode = await playing(recorder)
    for number in (1, 2):
        await recorder.do(Writer.request, episode, request(number, "hello"))
        await recorder.do(Writer.draft, episode, number, "CLU")
    await recorder.do(Writer.draft, episode, 2, {"clue": "hot\0"})
    await recorder.do(Writer.entry, episode, Response.of(1, "CLUE: hot"))
    with Reader(recorder.path) as reader:
        (unfinished,) = reader.unfinished("Ada")
    assert [(draft.request, draft.body) for draft in unfinished.drafts] == [(2, {"clue": "hot\0"})]
    assert unfinished.open_requests == (2,)


async def test_resuming_asks_the_same_request_again(recorder: Recorder) -> None:
    episode = await playing(recorder)
    sitting = await recorder.do(Writer.open_session, SessionStart("app", "0.1"))
    await recorder.do(Writer.request, episode, request(1, "hello"))
    await recorder.do(Writer.release, episode)
    await recorder.do(Writer.resume_episode, episode, sitting)
    await recorder.do(Writer.request, episode, request(1, "hello"))
    assert committed(recorder, "SELECT count(*) FROM requests") == [(1,)]
    with pytest.raises(RefusedWrite, match="does not replay"):
        await recorder.do(Writer.request, episode, request(1, "good-bye"))
    await recorder.do(Writer.entry, episode, Response.of(1, "CLUE: hot"))
    assert committed(recorder, "SELECT session FROM entries") == [(sitting,)]
    assert committed(recorder, "SELECT session FROM episodes") != [(sitting,)]
    with pytest.raises(NotFound):
        await recorder.do(Writer.resume_episode, "no-such-episode", sitting)


async def test_several_attempts_and_one_that_never_ended(recorder: Recorder) -> None:
    episode = await playing(recorder)
    await recorder.do(Writer.request, episode, request(1, "hello"))
    log = Attempts(recorder, episode, 1)
    await log.ended(await log.started(1, {}), outcome(status="error", text="", raw=b""))
    second = await log.started(2, {})
    await log.partial(second, "a")
    await log.partial(second, "ab")
    with Reader(recorder.path) as reader:
        first_kept, second_kept = reader.load(episode).attempts
    assert (first_kept.number, first_kept.outcome) == (1, "error")
    assert (second_kept.outcome, second_kept.text, second_kept.partial) == (None, None, "ab")


async def test_writes_that_wait_together_share_a_commit(recorder: Recorder) -> None:
    episodes = [await playing(recorder) for _ in range(8)]
    commits: list[str] = []
    results = await request_together(
        recorder, episodes, lambda _, statement: commits.append(statement)
    )
    assert results == [None] * 8
    assert committed(recorder, "SELECT count(*) FROM requests") == [(8,)]
    assert commits.count("COMMIT") == 1


async def test_in_a_shared_commit_one_write_fails_alone(recorder: Recorder) -> None:
    episode = await playing(recorder)
    await recorder.do(Writer.request, episode, request(1, "hello"))
    results = await asyncio.gather(
        recorder.do(Writer.tag, [episode], TagDecision("a", "1", "Ann")),
        recorder.do(Writer.tag, ["unknown"], TagDecision("a", "1", "Ann")),
        recorder.do(Writer.entry, episode, Response.of(7, "x")),
        recorder.do(Writer.entry, episode, Response.of(1, "x")),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [type(None), RefusedWrite, RefusedWrite, int]
    assert committed(recorder, "SELECT count(*) FROM entries") == [(1,)]


async def test_a_caller_that_is_cancelled_takes_no_evidence_with_it(recorder: Recorder) -> None:
    episode = await playing(recorder)
    await recorder.do(Writer.request, episode, request(1, "hello"))
    log = Attempts(recorder, episode, 1)
    attempt = await log.started(1, {})
    task = asyncio.create_task(log.ended(attempt, outcome(status="cancelled")))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await recorder.do(Writer.heartbeat)
    assert committed(recorder, "SELECT outcome FROM attempts_ended") == [("cancelled",)]


async def test_scores_of_another_scorer_stand_beside_ours(recorder: Recorder) -> None:
    episode = await playing(recorder)
    await recorder.do(Writer.end_episode, episode, "finished", scores=SCORES)
    theirs = Scores(1, 0, 0, {"Main Score": None})
    await recorder.do(Writer.add_scores, episode, "clemcore 3.7.2", theirs)
    await recorder.do(Writer.add_scores, episode, "taboo:1.0", Scores(0, 0, 1, {"Main Score": 0}))
    with Reader(recorder.path) as reader:
        scored = {each.scorer: each.scores.outcome for each in reader.scores(episode)}
        assert reader.episodes()[0].scores == Scores(0, 0, 1, {"Main Score": 0})
    assert scored == {"clemcore 3.7.2": "aborted", "taboo:1.0": "lose"}


async def test_consent_and_exposure(recorder: Recorder) -> None:
    ada = await recorder.do(Writer.person, "Ada")
    given = await recorder.do(Writer.consent, ada.id, "publish", "given", {"text": "Version 2"})
    gone = await recorder.do(Writer.consent, ada.id, "publish", "withdrawn")
    await recorder.do(Writer.exposure, ada.id, "taboo:tea", "h1", "watched")
    await recorder.do(Writer.exposure, ada.id, "taboo:milk", "h2", "reviewed")
    with Reader(recorder.path) as reader:
        assert reader.consents(ada.id) == (given, gone)
        assert [each.kind for each in reader.exposures(ada.id)] == ["watched", "reviewed"]
        assert [each.task_key for each in reader.exposures(ada.id, "taboo:milk")] == ["taboo:milk"]


async def test_a_database_that_cannot_be_opened_says_so(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_text("no database, whatever it may look like", encoding="utf-8")
    with pytest.raises(StoreError, match="not an SQLite database"):
        await Recorder.open(tmp_path / "x.db")
