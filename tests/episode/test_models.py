"""Episodes with models: nothing is resent automatically, and every call is recorded."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from clemtui.config import Settings
from clemtui.engine import OBSERVER, Response, Timing
from clemtui.episode.live import LiveEpisode
from clemtui.episode.seat_port import GiveUp
from clemtui.episode.service import PlayService
from clemtui.episode.transcript import SeatTranscript
from clemtui.episode.updates import AttemptBegan, AttemptFailed, Halted, Streamed, Update
from clemtui.players.llm.parameters import ModelParameters
from tests.support.fake_openai import FakeOpenAI, Reply, error_reply
from tests.support.paths import ROOT
from tests.support.play_helpers import (
    Person,
    Waiting,
    asked,
    choices,
    halted,
    planned,
    sitting,
    stored,
    until,
    until_halted,
)


def settings(server: FakeOpenAI) -> Settings:
    """Settings in which the fake server's model is called ``fake``."""
    model = ModelParameters(model="openai/fake", api_base=server.base_url, retries=0, timeout=30.0)
    return Settings(models={"fake": model})


async def against_a_model(service: PlayService, seat: str = "Player 1") -> LiveEpisode:
    """Start taboo with Ann in one seat and the model in the other."""
    wanted = choices("taboo", seat=seat, partner=["fake"], language="en")
    return await service.start(planned(service, wanted))


async def test_an_answer_is_streamed_to_observers_alone_and_recorded(database: Path) -> None:
    with FakeOpenAI([Reply("GUESS: something", chunks=4)] * 10) as server:
        async with sitting(database, settings=settings(server)) as service:
            live = await against_a_model(service)
            person = Person(live)
            screens = {watcher: SeatTranscript(watcher) for watcher in ("Player 1", OBSERVER)}
            written = dict.fromkeys(screens, "")

            def watch(update: Update) -> None:
                for watcher, screen in screens.items():
                    screen.apply(update)
                    if isinstance(update, Streamed):
                        written[watcher] += "".join(w.written for w in screen.waiting.values())

            live.subscribe(watch)
            assert await live.play() == "finished"
        assert "GUESS" in written[OBSERVER]
        assert written["Player 1"] == ""
        begun = [u.request.id for u in person.heard(AttemptBegan)]
        attempts = stored(database, live.id).attempts
        assert [a.request for a in attempts] == begun
        assert {a.outcome for a in attempts} == {"done"}
        assert len(server.requests) == len(begun)
    assert stored(database, live.id).environment == {"litellm": metadata.version("litellm")}


async def test_leaving_cancels_the_call_and_says_so_in_the_record(database: Path) -> None:
    stall = Reply("GUESS: a long thought", chunks=5, fault="stall", fault_after=2)
    with FakeOpenAI([stall, "GUESS: later", *["GUESS: again"] * 5]) as server:
        async with sitting(database, settings=settings(server)) as service:
            live = await against_a_model(service)
            person = Person(live)
            playing = asyncio.create_task(live.play())
            await until(lambda: person.heard(Streamed))
            live.leave()
            assert await playing == "left"
            (attempt,) = stored(database, live.id).attempts
            assert attempt.outcome == "cancelled"
            assert "GUESS"[:4] in (attempt.text or "")

            resumed = await service.resume(live.id)
            again = Person(resumed)
            playing = asyncio.create_task(resumed.play())
            await until(lambda: halted(again))
            (halt,) = halted(again)
            assert halt.sent_before
            assert len(server.requests) == 1, "nothing is sent again unasked"
            resumed.send(halt.request.id)
            await until(lambda: len(asked(again)) > 2 or playing.done())
            assert len(server.requests) >= 2
            resumed.leave()
            await playing
            first = stored(database, live.id).entries_for_replay[1]
            assert isinstance(first, Response)
            assert first.text == "GUESS: later"


KILLED = """
import asyncio, os, signal, sys
from pathlib import Path
from clemtui.episode.updates import AttemptBegan, Streamed
from clemtui.episode.service import PlayService
from clemtui.store.write.recorder import Attempts, Recorder
from tests.support.play_helpers import Person, planned, choices, sitting
from tests.episode.test_models import against_a_model, settings

database, address, moment = Path(sys.argv[1]), sys.argv[2], sys.argv[3]

class Server:
    base_url = address

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

class Doomed(Person):
    def hear(self, update):
        if moment == "under way" and isinstance(update, Streamed):
            die()
        super().hear(update)

if moment == "arrived":
    ended = Attempts.ended
    async def last(self, attempt, outcome):
        await ended(self, attempt, outcome)
        die()
    Attempts.ended = last

async def main():
    async with sitting(database, settings=settings(Server)) as service:
        live = await against_a_model(service)
        Doomed(live)
        await live.play()

asyncio.run(main())
"""


def killed(database: Path, server: FakeOpenAI, moment: str) -> None:
    """Play in a separate program that is killed at some moment of its first call to a model."""
    process = subprocess.run(
        [sys.executable, "-c", KILLED, str(database), server.base_url, moment],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == -9, process.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
async def test_killed_while_a_call_is_under_way(database: Path) -> None:
    with FakeOpenAI(
        [Reply("GUESS: never heard", chunks=5, fault="stall", fault_after=2)]
    ) as server:
        killed(database, server, "under way")
        async with sitting(database, settings=settings(server)) as service:
            (unfinished,) = await service.unfinished()
            live = await service.resume(unfinished.summary.id)
            person = Person(live)
            playing = asyncio.create_task(live.play())
            await until(lambda: halted(person))
            (halt,) = halted(person)
            assert (halt.sent_before, halt.message) == (True, "")
            live.leave()
            assert await playing == "left"
            (attempt,) = stored(database, live.id).attempts
            assert attempt.outcome is None
        assert len(server.requests) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
async def test_killed_after_an_answer_arrived_but_before_it_was_entered(database: Path) -> None:
    """It was paid for, so it counts, unchanged and without a new call."""
    answer = "  GUESS: quelque chose\u2028\u00e9\n"
    with FakeOpenAI([Reply(answer)]) as server:
        killed(database, server, "arrived")
        assert len(stored_play(database)) == 1
        async with sitting(database, settings=settings(server)) as service:
            (unfinished,) = await service.unfinished()
            live = await service.resume(unfinished.summary.id)
            person = Waiting(live)
            playing = asyncio.create_task(live.play())
            await until(lambda: len(asked(person)) == 2)
            assert not halted(person)
            live.leave()
            assert await playing == "left"
        assert len(server.requests) == 1
    entry = stored_play(database)[1]
    assert isinstance(entry, Response)
    assert entry.text == answer.strip()


def stored_play(database: Path) -> tuple[object, ...]:
    """Return the entries of the only episode."""
    from clemtui.store.read.reader import Reader

    with Reader(database) as reader:
        (summary,) = reader.episodes()
    return stored(database, summary.id).entries_for_replay


async def test_a_failed_call_waits_for_a_decision(database: Path) -> None:
    replies: list[Reply | str] = [error_reply(401, "your key is wrong"), "GUESS: right now"]
    with FakeOpenAI(replies) as server:
        async with sitting(database, settings=settings(server)) as service:
            live = await against_a_model(service)
            person = Person(live)
            playing = asyncio.create_task(live.play())
            await until(lambda: halted(person))
            (halt,) = halted(person)
            assert halt.kind == "unauthorised"
            assert person.heard(AttemptFailed)[0].retry_in is None
            assert len(server.requests) == 1
            live.send(halt.request.id)
            await until(lambda: len(asked(person)) >= 4 or playing.done())
            live.leave()
            await playing
            assert [a.outcome for a in stored(database, live.id).attempts][:2] == ["error", "done"]


async def test_what_a_server_quotes_of_a_hidden_prompt_is_masked(database: Path) -> None:
    """A guesser here must not learn the target from an error message to the describer."""

    def quoting(messages: list[dict[str, str]]) -> Reply:
        return error_reply(400, f"Input is not valid: {messages[0]['content'][-150:]!r}")

    for seat, may_know in (("Player 2", False), (OBSERVER, True)):
        with FakeOpenAI(quoting) as server:
            place = database.with_name(f"{seat}.db")
            async with sitting(place, settings=settings(server)) as service:
                wanted = choices("taboo", seat=seat, partner=["fake"], language="en")
                live = await service.start(planned(service, wanted))
                target = live.instance.data["target_word"]
                secrets = [s.text for s in live.game.secrets(live.instance)]
                person = Waiting(live)
                playing = asyncio.create_task(live.play())
                await until_halted(person)
                told = [u.message for u in person.heard(Halted) + person.heard(AttemptFailed)]
                live.leave()
                await playing
            # Make sure that the server really quotes them.
            assert any(s in server_words(server) for s in (target, *secrets))
            assert any(s in line for line in told for s in secrets) == may_know, told
            assert all("Input is not valid" in line for line in told)


def server_words(server: FakeOpenAI) -> str:
    """Return the text that the server quoted from."""
    return str(server.requests[0].messages[0]["content"])[-150:]


NO_MODEL = """
import asyncio, sys, tempfile
from pathlib import Path
from tests.support.play_helpers import choices, play, sitting, planned

async def main():
    with tempfile.TemporaryDirectory() as folder:
        async with sitting(Path(folder) / "records.db") as service:
            await play(service, choices("taboo"))
            service.plan(choices("taboo", partner=["openai/gpt-4o-mini"]))
            await service.start(service.plan(choices("taboo", partner=["openai/gpt-4o-mini"])))

asyncio.run(main())
loaded = {name.partition(".")[0] for name in sys.modules}
print(sorted(loaded & {"litellm", "openai", "textual"}))
"""


def test_litellm_is_not_imported_until_a_model_plays() -> None:
    """Neither playing with scripts nor starting an episode with a model imports it."""
    result = subprocess.run(
        [sys.executable, "-c", NO_MODEL], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.stdout.strip() == "[]", result.stderr


async def test_giving_up_while_the_model_is_answering(database: Path) -> None:
    with FakeOpenAI([Reply("GUESS: too late", fault="stall", fault_after=1)]) as server:
        async with sitting(database, settings=settings(server)) as service:
            live = await against_a_model(service)
            person = Waiting(live)
            playing = asyncio.create_task(live.play())
            await until(lambda: asked(person))
            live.answer(1, "CLUE: it is a thing one may not name", Timing())
            await until(lambda: server.requests and server.requests[0].streaming.is_set())
            live.control(GiveUp("Player 1"))
            assert await playing == "finished"
            episode = stored(database, live.id)
            assert episode.scores[0].scores.aborted == 1
            assert [a.outcome for a in episode.attempts] == ["cancelled"]
