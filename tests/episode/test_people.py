"""Who played, which tasks they have seen, and under which condition."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from clemtui.config import Settings
from clemtui.episode.condition import Condition
from clemtui.episode.errors import UsageError
from clemtui.episode.live import LiveEpisode
from clemtui.records.rows import EpisodeFilter, Exposure
from clemtui.store.read.reader import Reader
from tests.support.play_helpers import (
    Person,
    asked,
    choices,
    leave_when,
    planned,
    play,
    sitting,
    stored,
)


def exposures(database: Path, name: str) -> list[Exposure]:
    """Return a person's exposures, oldest first."""
    with Reader(database) as reader:
        (person,) = (p for p in reader.people() if p.pseudonym == name)
        return list(reader.exposures(person.id))


def kinds(database: Path, name: str) -> list[str]:
    """Return how a person has seen tasks."""
    return [exposure.kind for exposure in exposures(database, name)]


async def test_whoever_plays_has_met_the_task(database: Path) -> None:
    async with sitting(database) as service:
        person = await play(service, choices("taboo"))
    (met,) = exposures(database, "Ann")
    instance = person.live.instance
    assert (met.kind, met.episode) == ("played", person.live.id)
    assert (met.task_key, met.instance_hash) == (instance.task_key, instance.hash)


async def test_it_counts_from_the_start_not_from_the_end(database: Path) -> None:
    async with sitting(database) as service:
        await leave_when(service, choices("taboo"), asked)
    assert kinds(database, "Ann") == ["played"]


async def test_resuming_is_no_second_exposure(database: Path) -> None:
    async with sitting(database) as service:
        left = await leave_when(service, choices("wordle"), asked)
        live = await service.resume(left.live.id)
        Person(live)
        assert await live.play() == "finished"
    assert kinds(database, "Ann") == ["played"]


async def test_a_person_in_two_seats_has_met_the_task_once(database: Path) -> None:
    async with sitting(database) as service:
        person = await play(service, choices("sealed", partner=["human"]))
    assert set(person.live.people) == {"Player 1", "Player 2"}
    assert kinds(database, "Ann") == ["played"]


async def test_seeing_the_solution_is_recorded(database: Path) -> None:
    async with sitting(database) as service:
        person = await play(service, choices("wordle"))
        await service.record_solution_seen(person.live)
    assert kinds(database, "Ann") == ["played", "saw solution"]


async def test_whoever_watches_has_met_the_task_too(database: Path) -> None:
    async with sitting(database) as service:
        await play(service, choices("taboo", seat="observer"))
    assert kinds(database, "Ann") == ["watched"]


async def test_whoever_watches_has_met_the_task_whoever_plays(database: Path) -> None:
    async with sitting(database) as service:
        wanted = choices("taboo", seat="observer", partner=["human:Ben", "scripted"])
        first = (await play(service, wanted)).live
        assert first.human_seats == ("Player 1",)
        assert (kinds(database, "Ann"), kinds(database, "Ben")) == (["watched"], ["played"])
        again = await service.plan_same_task(first.id, watcher="Ann")
        assert (again.human_seats, again.watcher) == (("Player 1",), "Ann")
        Person(live := await service.start(again))
        await live.play()
        summary = stored(database, live.id).summary
        assert (summary.people, summary.repeated) == (("Ben",), True)
    assert kinds(database, "Ann") == ["watched"] * 2
    assert kinds(database, "Ben") == ["played"] * 2


async def test_whoever_watches_unnamed_people_has_met_the_task(database: Path) -> None:
    async with sitting(database) as service:
        await play(service, choices("taboo", seat="observer", partner=["human"]))
    assert kinds(database, "Ann") == ["watched"]
    assert kinds(database, "Player 1 with Ann") == ["played"]


async def test_whoever_stops_watching_to_play_has_played(database: Path) -> None:
    async with sitting(database) as service:
        wanted = choices("taboo", seat="observer", partner=["human:Ben", "scripted"])
        first = (await play(service, wanted)).live
        both = await service.plan_same_task(first.id, partner="human:Ann", watcher="Ann")
        Person(live := await service.start(both))
        await live.play()
    assert kinds(database, "Ann") == ["watched", "played"]


async def test_a_run_without_anybody_exposes_nobody(database: Path) -> None:
    async with sitting(database, front="run") as service:
        await play(service, choices("taboo", seat="observer", person=""))
    with Reader(database) as reader:
        assert reader.people() == ()


async def test_the_default_person_is_made_at_the_first_start_and_stays(database: Path) -> None:
    async with sitting(database) as service:
        name = await service.default_person()
        assert await service.default_person() == name
        await play(service, choices("whisper", person=name))
    async with sitting(database) as service:
        assert await service.default_person() == name
        await play(service, choices("whisper", person="Zoe"))
        assert await service.default_person() == name
        assert [person.pseudonym for person in await service.people()] == [name, "Zoe"]


async def test_no_database_has_nobody_and_nothing_unfinished(
    database: Path, tmp_path: Path
) -> None:
    async with sitting(database) as service:
        assert await service.people() == ()
        assert await service.unfinished() == ()
    assert "records.db" not in os.listdir(tmp_path), "looking is not writing"  # noqa: PTH208


async def test_each_person_has_a_sitting_of_their_own(database: Path) -> None:
    async with sitting(database) as service:
        ann = await play(service, choices("whisper"))
        bob = await play(service, choices("whisper", person="Bob"))
        again = await play(service, choices("sealed"))
    sessions = [stored(database, person.live.id).session for person in (ann, bob, again)]
    assert sessions[0] == sessions[2] != sessions[1]
    with Reader(database) as reader:
        for name, count in (("Ann", 2), ("Bob", 1)):
            assert len(reader.episodes(EpisodeFilter(person=name))) == count


async def test_practice_and_tags_are_recorded(database: Path) -> None:
    async with sitting(database) as service:
        wanted = choices("whisper", practice=True, tags={"study": "pilot", "block": "2"})
        person = await play(service, wanted)
    summary = stored(database, person.live.id).summary
    assert summary.practice
    assert summary.tags == {"study": ("pilot",), "block": ("2",)}


async def test_the_condition_is_recorded_whole(database: Path) -> None:
    async with sitting(database) as service:
        wanted = choices(
            "wordle",
            language="de",
            interface="assisted",
            interface_language="en",
            aids=("word_lookup",),
            practice=True,
        )
        person = await play(service, wanted)
    episode = stored(database, person.live.id)
    assert episode.condition == {
        "interface": "assisted",
        "aids": ["word_lookup"],
        "prompt_language": "de",
        "interface_language": "en",
        "practice": True,
        "response_limit": 200,
        "live_partner": False,
        "continued_from": None,
        "continued_after": None,
    }
    of_studies = {
        "withheld", "time_limit", "blinded", "graphemes_per_minute", "thinking_seconds",
    }  # fmt: skip
    assert set(episode.condition) == set(Condition.model_fields) - of_studies
    assert (episode.summary.language, episode.summary.interface) == ("de", "assisted")


def test_what_studies_ask_for_is_recorded_where_it_is_not_the_default() -> None:
    """A thinking time of 0 is another condition than one that is drawn."""
    usual = Condition(interface="board", prompt_language="en", interface_language="en")
    changed = usual.model_copy(
        update={"time_limit": 60.0, "blinded": True, "graphemes_per_minute": 9.0,
                "thinking_seconds": 0.0}
    )  # fmt: skip
    assert changed.record() == usual.record() | {
        "time_limit": 60.0, "blinded": True, "graphemes_per_minute": 9.0, "thinking_seconds": 0.0,
    }  # fmt: skip
    assert Condition.model_validate(changed.record()) == changed


async def test_the_condition_comes_back_on_resuming(database: Path) -> None:
    async with sitting(database) as service:
        wanted = choices("wordle", interface="verbatim", practice=True)
        left = await leave_when(service, wanted, asked)
        live = await service.resume(left.live.id)
        assert live.condition == left.live.condition
        assert (live.people, live.human_seats) == (left.live.people, ("Player 1",))
        assert live.instance == left.live.instance
        assert live.texts == left.live.texts


async def test_who_filled_the_seats_is_recorded(database: Path) -> None:
    async with sitting(database) as service:
        live: LiveEpisode = await service.start(planned(service, choices("pantry")))
        Person(live)
        await live.play()
    (clerk, shelves) = stored(database, live.id).summary.seats
    assert (clerk.seat, clerk.kind, clerk.player) == ("Player 1", "human", "human")
    assert clerk.person == live.people["Player 1"]
    assert (shelves.kind, shelves.player, shelves.person) == ("service", "Shelves", None)


async def test_the_settings_say_who_plays_where_nobody_was_named(database: Path) -> None:
    """Otherwise it is the first person in the database."""
    async with sitting(database) as service:
        await play(service, choices("taboo", person="Ann"))
        assert await service.default_person() == "Ann"
    async with sitting(database, settings=Settings(person="Bob")) as service:
        assert await service.default_person() == "Bob"


async def test_a_name_that_two_choose_at_once_becomes_one_of_them(database: Path) -> None:
    """As two visitors of one server do."""
    async with sitting(database) as one, sitting(database) as other:
        added = await asyncio.gather(
            *(service.add_person(name) for service, name in ((one, "Ann"), (other, "ann"))),
            return_exceptions=True,
        )
        assert [each.pseudonym for each in await one.people()] == [
            each.pseudonym for each in added if not isinstance(each, BaseException)
        ]
    (refused,) = (str(each) for each in added if isinstance(each, UsageError))
    assert "is taken" in refused
