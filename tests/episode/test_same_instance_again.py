"""Playing the same instance again, from any file or seed, in any seat, with any partner."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from clemtui.engine import OBSERVER
from clemtui.episode.errors import PlayError, UsageError
from clemtui.episode.planning.plan import NO_OVERRIDES, Choices, ModelOverrides
from clemtui.episode.planning.repeating import choices_of_plan
from clemtui.episode.service import PlayService
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from tests.episode.test_models import settings
from tests.support.fake_openai import FakeOpenAI, error_reply
from tests.support.play_helpers import Person, asked, choices, leave_when, play, sitting, stored


async def seats(service: PlayService, episode: str, **changes: object) -> list[tuple[str, str]]:
    """Return the kind and name of the player planned for each seat."""
    plan = await service.plan_same_task(episode, **changes)  # type: ignore[arg-type]
    return [(seat.kind, seat.name) for seat in plan.seats]


async def test_an_instance_need_not_be_in_any_file(database: Path) -> None:
    """A generated instance is played again unchanged: same task, same texts, same condition."""
    async with sitting(database) as service:
        first = await leave_when(service, choices("wordle", seed=5, practice=True, aids=()), asked)
        plan = await service.plan_same_task(first.live.id)
        live = await service.start(plan)
        one, two = stored(database, first.live.id), stored(database, live.id)
        assert one.instance.origin == "generated"
        assert (two.instance, two.texts, two.condition) == (one.instance, one.texts, one.condition)
        with Reader(database) as reader:
            (ann,) = reader.people()
            met = reader.exposures(ann.id)
        assert [(e.kind, e.episode) for e in met] == [
            ("played", one.summary.id),
            ("played", live.id),
        ]
        assert len({e.task_key for e in met}) == 1


async def test_an_instance_of_a_file_that_is_gone(database: Path, tmp_path: Path) -> None:
    async with sitting(database) as service:
        files = service.catalogue.game("taboo").bundled()
        source = next(file for file in files if file.stem == "en")
        file = tmp_path / "mine.json"
        file.write_text(json.dumps(json.loads(source.read_text("utf-8"))), "utf-8")
        first = await play(service, choices("taboo", instances=file))
        file.unlink()
        live = await service.start(await service.plan_same_task(first.live.id, seat="WordGuesser"))
        Person(live)
        assert await live.play() == "finished"
        assert stored(database, live.id).instance == first.live.instance


async def test_the_other_seat_changes_hands(database: Path) -> None:
    with FakeOpenAI([error_reply(400, "no")]) as server:
        async with sitting(database, settings=settings(server)) as service:
            left = await leave_when(service, choices("taboo", partner=["fake"]), asked)
            id = left.live.id
            assert await seats(service, id) == [("human", "Ann"), ("model", "fake")]
            other = [("model", "fake"), ("human", "Ann")]
            assert await seats(service, id, seat="Player 2") == other
            assert await seats(service, id, seat="wordguesser") == other
            plan = await service.plan_same_task(id, seat="Player 2")
            before = stored(database, id).summary.seats[1]
            assert plan.seats[0].parameters is not None
            assert plan.seats[0].parameters.record() == dict(before.parameters)
            scripted = [("human", "Ann"), ("scripted", "scripted")]
            assert await seats(service, id, partner="scripted") == scripted
            bob = [("human", "Bob"), ("human", "Ann")]
            assert await seats(service, id, seat="Player 2", partner=["human:Bob"]) == bob
            watched = [("scripted", "scripted"), ("model", "fake")]
            assert await seats(service, id, seat=OBSERVER) == watched
            assert (await service.plan_same_task(id, seat=OBSERVER)).watcher == "Ann"


async def test_two_people_change_places(database: Path) -> None:
    async with sitting(database) as service:
        left = await leave_when(service, choices("taboo", partner=["human:Bob"]), asked)
        id = left.live.id
        swapped = [("human", "Bob"), ("human", "Ann")]
        assert await seats(service, id, seat="Player 2") == swapped
        assert await seats(service, id, seat="Player 1", person="Bob") == swapped


async def test_who_only_watched_can_take_a_seat(database: Path) -> None:
    async with sitting(database) as service:
        first = await play(service, choices("taboo", seat=OBSERVER))
        id = first.live.id
        assert await seats(service, id) == [("scripted", "scripted")] * 2
        taken = [("human", "Ann"), ("scripted", "scripted")]
        assert await seats(service, id, seat="Player 1", person="Ann") == taken
        with pytest.raises(UsageError, match="no name was given"):
            await service.plan_same_task(id, seat="Player 1")


async def test_a_script_does_not_repeat_itself(database: Path) -> None:
    async with sitting(database) as service:
        first = await leave_when(service, choices("taboo"), asked)
        seeds = {(await service.plan_same_task(first.live.id)).seats[1].seed for _ in range(4)}
        assert len(seeds) == 4


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"seat": "Player 9"}, "no single seat 'Player 9'"),
        ({"partner": ["scripted", "scripted"]}, "2 partners given for 1"),
    ],
)
async def test_what_makes_no_sense(
    changes: dict[str, object], problem: str, database: Path
) -> None:
    async with sitting(database) as service:
        first = await leave_when(service, choices("taboo"), asked)
        with pytest.raises(UsageError, match=problem):
            await service.plan_same_task(first.live.id, **changes)  # type: ignore[arg-type]


async def test_the_interface_speaks_the_language_of_now(database: Path) -> None:
    async with sitting(database) as service:
        first = await leave_when(service, choices("taboo", language="en"), asked)
        plan = await service.plan_same_task(first.live.id, interface_language="de")
        assert (plan.condition.interface_language, plan.texts.language) == ("de", "en")


async def test_what_was_erased_is_gone(database: Path) -> None:
    async with sitting(database) as service:
        first = await leave_when(service, choices("taboo"), asked)
        recorder = await service.recorder()
        (ann,) = await service.people()
        await recorder.do(Writer.delete_person, ann.id)
        with pytest.raises(PlayError, match="erased"):
            await service.plan_same_task(first.live.id)


async def test_a_game_that_has_changed_gets_the_texts_of_now(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sitting(database) as service:
        first = await leave_when(service, choices("taboo", language="en"), asked)
        game = service.catalogue.game("taboo")
        plan = await service.plan_same_task(first.live.id)
        assert plan.texts == stored(database, first.live.id).texts
        monkeypatch.setattr(game, "card", replace(game.card, version="999"))
        plan = await service.plan_same_task(first.live.id)
        assert plan.texts is service.catalogue.texts(first.live.instance, "en") or (
            plan.texts == service.catalogue.texts(first.live.instance, "en")
        )


async def test_parameters_given_for_a_model_hold_for_no_other(database: Path) -> None:
    """Its key would be sent to the server of another."""
    before = Choices("taboo", partner=("openai/a",), models=ModelOverrides(api_base="http://a:1"))
    async with sitting(database) as service:
        first = await play(service, choices("taboo"))
        for partner, kept in (("openai/a", before.models), ("openai/b", NO_OVERRIDES)):
            plan = await service.plan_same_task(first.live.id, partner=partner)
            assert choices_of_plan(plan, before).models == kept
