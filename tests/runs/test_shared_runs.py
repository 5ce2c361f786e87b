"""Several processes play one run: they share its items and play none twice."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from clemtui.archive.episodes import list_episodes
from clemtui.config import Settings
from clemtui.engine import Scores
from clemtui.episode.live import LiveEpisode
from clemtui.episode.planning.plan import EpisodePlan
from clemtui.episode.service import PlayService
from clemtui.records.rows import EpisodeFilter
from clemtui.records.work import ItemRef
from clemtui.runs import batch
from clemtui.runs.batch import Batch, RunResult
from clemtui.runs.items import RunItem, run_items
from clemtui.runs.manifest import Run, RunPlan, new_run
from clemtui.store.clock import SystemClock
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from tests.store.builders import MODEL, SetClock, human, session, start
from tests.support.paths import ROOT

PLAN = RunPlan(("taboo",), ("scripted",), ("en",), limit=8)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "run.db"


def service_on(database: Path) -> PlayService:
    return PlayService(database=database, settings=Settings(), front="run")


async def recorded_run(database: Path) -> tuple[Run, tuple[RunItem, ...]]:
    """Record a run of which nothing has been played yet."""
    service = service_on(database)
    run = new_run(PLAN)
    items = run_items(service, run)
    recorder = await service.recorder()
    plans = [item.plan for item in items if item.plan is not None]
    work = [item.work for item in items if item.work is not None]
    await recorder.do(Writer.open_run, run.id, run.manifest(plans), work)
    await service.close()
    return run, items


def runner(database: Path, run: Run, *arguments: str) -> subprocess.Popen[str]:
    gate = str(database.with_name("gate"))
    return subprocess.Popen(
        [sys.executable, "-m", "tests.runs.runners", str(database), run.id, gate, *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )


def begin(database: Path, *runners: subprocess.Popen[str]) -> None:
    """Start the processes together, once all of them are ready."""
    for each in runners:
        assert each.stdout is not None
        assert each.stdout.readline() == "ready\n"
    database.with_name("gate").touch()


def results(database: Path, run: Run) -> list[str | None]:
    """Return the results of all items, which must all be done."""
    with Reader(database) as reader:
        items = reader.work_items(run.id)
    assert {item.state for item in items} == {"done"}
    return [item.result for item in items]


async def test_two_processes_share_the_items_of_a_run(database: Path) -> None:
    run, items = await recorded_run(database)
    both = [runner(database, run) for _ in range(2)]
    begin(database, *both)
    played = [each.communicate()[0].split() for each in both]
    assert [each.returncode for each in both] == [0, 0]
    assert all(played)
    assert Counter(played[0] + played[1]) == Counter(item.work.key for item in items if item.work)
    episodes = list_episodes(database, EpisodeFilter())
    assert {episode.state for episode in episodes} == {"finished"}
    assert sorted(episode.id for episode in episodes) == sorted(map(str, results(database, run)))


@pytest.mark.skipif(sys.platform == "win32", reason="cannot tell there that a process is gone")
async def test_the_items_of_a_process_that_was_killed_are_taken_over(database: Path) -> None:
    """Its unfinished episodes are resumed instead of starting others."""
    run, items = await recorded_run(database)
    killed = runner(database, run, "7")
    begin(database, killed)
    killed.communicate()
    assert killed.returncode == -signal.SIGKILL
    left = {e.id for e in list_episodes(database, EpisodeFilter(state="running"))}
    assert left
    heir = runner(database, run)
    heir.communicate()
    assert heir.returncode == 0
    found = results(database, run)
    assert left <= set(found)
    assert len(list_episodes(database, EpisodeFilter())) == len(found) == len(items)


async def test_items_of_other_processes_are_waited_for(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "POLL_SECONDS", 0.0)
    run, items = await recorded_run(database)
    here, there = service_on(database), service_on(database)
    assert items[0].work is not None
    ref = ItemRef(run.id, items[0].work.key)
    elsewhere = await there.recorder()
    await elsewhere.do(Writer.claim, ref)
    order: list[RunItem] = []
    completed: list[int] = []
    asked = 0
    recorder = await here.recorder()
    do = recorder.do

    async def counted(method: Callable[..., object], *arguments: Any, **named: Any) -> object:
        nonlocal asked
        if method is Writer.claim:
            asked += 1
            if asked == 3:
                await elsewhere.do(Writer.release_claim, ref)
        return await do(method, *arguments, **named)

    monkeypatch.setattr(recorder, "do", counted)

    def done(result: RunResult) -> None:
        order.append(result.item)
        completed.append(result.completed)

    assert await Batch(here, run, done).play(items)
    assert order == [*items[1:], items[0]]
    assert completed == list(range(1, len(items) + 1))
    await here.close()
    await there.close()


async def test_what_other_processes_finish_counts_as_completed(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both processes count up to the number of all items, whoever plays them."""
    monkeypatch.setattr(batch, "POLL_SECONDS", 0.0)
    run, items = await recorded_run(database)
    here, there = service_on(database), service_on(database)
    results: list[RunResult] = []

    async def play_elsewhere() -> None:
        assert await Batch(there, run, lambda result: None).play(items[1:3])

    def done(result: RunResult) -> None:
        results.append(result)

    played = here.start

    async def start(plan: EpisodePlan) -> LiveEpisode:
        if not results:
            await play_elsewhere()
        return await played(plan)

    monkeypatch.setattr(here, "start", start)
    assert await Batch(here, run, done).play(items)
    assert results[0].completed == 3
    assert results[-1].completed == len(items)
    assert max(result.completed for result in results) == len(items)
    assert len(results) == len(items)
    await here.close()
    await there.close()


async def taken_over(database: Path, ref: ItemRef, *, finish: bool) -> Writer:
    """Take an item over, as another process does if this one is suspended for a minute."""
    clock = SetClock()
    clock.moment = datetime.now(UTC) + timedelta(minutes=1)
    other = Writer(database, clock=clock)
    episode = other.claim(ref).result
    assert episode is not None
    other.resume_episode(episode, session(other))
    if finish:
        other.end_episode(episode, "finished", scores=Scores(0, 0, 1, {"Main Score": 0}))
    return other


async def test_a_process_that_was_suspended_counts_what_others_have_finished(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "POLL_SECONDS", 0.0)
    run, items = await recorded_run(database)
    service = service_on(database)
    assert items[0].work is not None
    ref = ItemRef(run.id, items[0].work.key)
    recorder = await service.recorder()
    do = recorder.do
    others: list[Writer] = []

    async def interrupted(method: Callable[..., object], *arguments: Any, **named: Any) -> object:
        if method is Writer.entry and not others:
            others.append(await taken_over(database, ref, finish=True))
        return await do(method, *arguments, **named)

    monkeypatch.setattr(recorder, "do", interrupted)
    done: list[RunResult] = []
    assert await Batch(service, run, done.append).play(items)
    assert [result.finished_before for result in done] == [True] + [False] * (len(items) - 1)
    assert all(result.scores for result in done)
    others[0].close()
    await service.close()


async def test_an_item_that_was_taken_over_is_waited_for(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, items = await recorded_run(database)
    service = service_on(database)
    assert items[0].work is not None
    ref = ItemRef(run.id, items[0].work.key)
    recorder = await service.recorder()
    do = recorder.do
    others: list[Writer] = []

    async def interrupted(method: Callable[..., object], *arguments: Any, **named: Any) -> object:
        if method is Writer.entry and not others:
            others.append(await taken_over(database, ref, finish=False))
            others[0]._clock = SystemClock()
            others[0].heartbeat()
        return await do(method, *arguments, **named)

    async def finish(_: float) -> None:
        (other,) = others
        episode = other.claim(ref).result
        assert episode is not None
        other.end_episode(episode, "finished", scores=Scores(0, 0, 1, {"Main Score": 0}))

    monkeypatch.setattr(recorder, "do", interrupted)
    monkeypatch.setattr(batch, "asyncio", SimpleNamespace(**{**vars(asyncio), "sleep": finish}))
    done: list[RunResult] = []
    assert await Batch(service, run, done.append).play(items[:1])
    assert [result.finished_before for result in done] == [True]
    others[0].close()
    await service.close()


async def test_an_item_whose_unfinished_episode_is_erased_is_played_again(database: Path) -> None:
    run, items = await recorded_run(database)
    assert items[0].work is not None
    ref = ItemRef(run.id, items[0].work.key)
    writer = Writer(database)
    ada = writer.person("Ada").id
    erased = writer.start_episode(start(session(writer, ada), human(ada), MODEL, item=ref))
    writer.delete_person(ada)
    writer.close()
    service = service_on(database)
    assert await Batch(service, run, lambda result: None).play(items)
    await service.close()
    assert erased not in results(database, run)
