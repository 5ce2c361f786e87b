"""Runs of several episodes at once, with a fake model server."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from clemtui.archive.episodes import exported_episodes, list_episodes
from clemtui.config import Settings
from clemtui.episode.errors import UsageError
from clemtui.episode.service import PlayService
from clemtui.players.llm.parameters import ModelParameters
from clemtui.records.errors import DatabaseGone
from clemtui.records.rows import EpisodeFilter
from clemtui.runs.batch import Batch, RunResult
from clemtui.runs.items import RunItem, run_items
from clemtui.runs.manifest import Run, RunPlan, new_run
from clemtui.store.merge.merge import merge
from clemtui.store.read.reader import Reader
from clemtui.store.read.task_results import TaskSelection
from tests.support.fake_openai import FakeOpenAI, Received, Reply, error_reply


def models(server: FakeOpenAI) -> Settings:
    model = ModelParameters(model="openai/fake", api_base=server.base_url, retries=0, timeout=60)
    return Settings(models={"small": model})


def planned(service: PlayService, count: int) -> tuple[Run, tuple[RunItem, ...]]:
    """Return a new run of that many episodes, and its items."""
    run = new_run(RunPlan(("wordle",), ("small",), ("en",), experiment="high", limit=count))
    return run, run_items(service, run)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "run.db"


async def test_at_most_the_given_number_of_episodes_run_at_once(database: Path) -> None:
    with FakeOpenAI(lambda messages: Reply(fault="never")) as server:
        third, loop = asyncio.Event(), asyncio.get_running_loop()

        def count(received: Received) -> None:
            if len(server.requests) == 3:
                loop.call_soon_threadsafe(third.set)

        server.on_request = count
        service = PlayService(database=database, settings=models(server), front="run")
        done: list[RunResult] = []
        run, items = planned(service, 5)
        playing = asyncio.ensure_future(Batch(service, run, done.append).play(items, at_once=3))
        await third.wait()
        playing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await playing
        await service.close()
    assert done == []
    assert len(server.requests) == 3
    states = [episode.state for episode in list_episodes(database, EpisodeFilter())]
    assert states == ["running"] * 3


@pytest.mark.parametrize("word", ["human", "human:Ada", "human:", "scripted,human:Ada"])
async def test_no_word_for_a_person_is_accepted(database: Path, word: str) -> None:
    service = PlayService(database=database, settings=Settings(), front="run")
    run = new_run(RunPlan(("taboo",), tuple(word.split(",")), ("en",), limit=1))
    with pytest.raises(UsageError, match="no human players"):
        run_items(service, run)
    await service.close()


async def test_a_run_is_announced_once_others_can_join_it(database: Path) -> None:
    found: list[str] = []
    with FakeOpenAI(lambda messages: "guess: crane") as server:
        service = PlayService(database=database, settings=models(server), front="run")
        run, items = planned(service, 1)

        def recorded() -> None:
            with Reader(database) as reader:
                found.append(reader.run(run.id).manifest["plan"]["games"][0])

        await Batch(service, run, lambda result: None, recorded).play(items)
        await service.close()
    assert found == ["wordle"]


async def test_every_episode_is_played_once(database: Path) -> None:
    reply = "explanation: common letters\nguess: crane"
    with FakeOpenAI(lambda messages: reply) as server:
        service = PlayService(database=database, settings=models(server), front="run")
        done: list[RunResult] = []
        run, items = planned(service, 5)
        assert await Batch(service, run, done.append).play(items, at_once=3)
        await service.close()
    assert sorted(result.item.game_id for result in done) == [1, 2, 3, 4, 5]
    assert all(result.scores is not None for result in done)


async def test_a_fatal_failure_stops_the_run(database: Path) -> None:
    with FakeOpenAI(lambda messages: error_reply(401, "wrong key")) as server:
        service = PlayService(database=database, settings=models(server), front="run")
        done: list[RunResult] = []
        run, items = planned(service, 9)
        assert not await Batch(service, run, done.append).play(items, at_once=2)
        await service.close()
    assert 1 <= len(done) <= 2
    assert all(result.stops_run for result in done)


async def test_a_run_whose_database_is_deleted_makes_no_more_calls(database: Path) -> None:
    """What was paid for until then is in a copy, also the answer that arrives afterwards."""
    with FakeOpenAI(lambda messages: "explanation: hm\nguess: crane") as server:

        def delete(received: Received) -> None:
            if len(server.requests) == 3:
                for file in database.parent.glob(f"{database.name}*"):
                    file.unlink()

        server.on_request = delete
        service = PlayService(database=database, settings=models(server), front="run")
        done: list[RunResult] = []
        run, items = planned(service, 5)
        with pytest.raises(DatabaseGone):
            await Batch(service, run, done.append).play(items)
        with pytest.raises(DatabaseGone):
            await service.close()
    assert len(server.requests) == 3
    (result,) = done
    assert result.stops_run
    assert "moved, replaced or deleted" in str(result.problem)
    (copy,) = database.parent.glob("run.db.rescued-*.db")
    merge(database, copy)
    with Reader(database) as reader:
        (episode,) = reader.episodes()
        attempts = reader.load(episode.id).attempts
    assert ["crane" in (each.text or "") for each in attempts] == [True] * 3


TOO_LONG = error_reply(
    400, "This model's maximum context length is 9", code="context_length_exceeded"
)


async def played_until_full(database: Path, answered: int, policy: str = "abort") -> RunResult:
    """Play an episode whose dialogue fits into the context for that many answers only."""
    answers = iter(["explanation: hm\nguess: crane"] * answered)
    with FakeOpenAI(lambda messages: next(answers, TOO_LONG)) as server:
        small = models(server).models["small"].model_copy(update={"full_context": policy})
        settings = Settings(models={"small": small})
        service = PlayService(database=database, settings=settings, front="run")
        done: list[RunResult] = []
        run, items = planned(service, 1)
        await Batch(service, run, done.append).play(items)
        await service.close()
    (result,) = done
    return result


async def test_a_full_context_is_the_result_of_a_model_that_has_answered(database: Path) -> None:
    result = await played_until_full(database, answered=1)
    assert result.scores is not None
    assert result.scores.aborted
    with Reader(database) as reader:
        (found,) = reader.task_results(EpisodeFilter(), TaskSelection()).tasks
    assert found.cause == ("Player 1", "control", "context full")


@pytest.mark.parametrize(("answered", "policy"), [(0, "abort"), (1, "stop")])
async def test_otherwise_a_full_context_is_a_failed_call(
    database: Path, answered: int, policy: str
) -> None:
    result = await played_until_full(database, answered, policy)
    assert result.scores is None
    assert "too long" in str(result.problem)
    assert [each.state for each in list_episodes(database, EpisodeFilter())] == ["running"]


async def test_an_error_in_done_ends_the_other_episodes_first(database: Path) -> None:
    def fail(result: RunResult) -> None:
        raise OSError("the progress cannot be shown")

    with FakeOpenAI(lambda messages: error_reply(500, "out of order")) as server:
        service = PlayService(database=database, settings=models(server), front="run")
        run, items = planned(service, 4)
        with pytest.raises(OSError, match="cannot be shown"):
            await Batch(service, run, fail).play(items, at_once=2)
        await service.close()


async def test_a_key_that_the_server_repeats_is_recorded_nowhere(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = "lab.0123456789.abcdef"
    monkeypatch.setenv("LAB", key)
    reply = Reply(f"explanation: {key}\nguess: crane", model=f"m-{key}", id=key, reasoning=key)
    with FakeOpenAI(lambda messages: reply) as server:
        settings = models(server)
        small = settings.models["small"].model_copy(update={"api_key_env": "LAB"})
        service = PlayService(
            database=database, settings=Settings(models={"small": small}), front="run"
        )
        run, items = planned(service, 1)
        assert await Batch(service, run, lambda result: None).play(items)
        await service.close()
    assert server.requests[0].headers["authorization"] == f"Bearer {key}"
    (episode,) = list_episodes(database, EpisodeFilter())
    (exported,) = exported_episodes(database, [episode.id], problems=[])
    assert "explanation: [key]" in str(exported)
    files = [file.read_bytes() for file in database.parent.glob("run*")]
    assert not [each for each in files if key.encode() in each]
