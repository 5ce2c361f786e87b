"""A person's history: their last choices, and the tasks they have seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.episode.errors import UsageError
from clemtui.episode.offers.last_choices import last_choices, playable_experiments, seen_tasks
from clemtui.episode.service import PlayService
from clemtui.store.write.writer import Writer
from tests.support.play_helpers import choices, finished, leave_when, play, sitting


def nothing_at(database: Path) -> bool:
    """Whether there is no database."""
    return not database.exists()


async def test_where_there_are_no_records_nobody_has_habits(database: Path) -> None:
    async with sitting(database) as service:
        assert await last_choices(service, "taboo", "Ann") is None
        assert await seen_tasks(service, "Ann") == {}
    assert nothing_at(database), "asking writes nothing"


async def test_the_last_choices_are_those_of_the_last_episode_of_that_person_and_game(
    database: Path,
) -> None:
    first = choices("taboo", language="de", experiment="low", game_id=3)
    last = choices("taboo", seat="Player 2", interface="verbatim", experiment="medium", game_id=5)
    async with sitting(database) as service:
        for each in (first, last, choices("wordle"), choices("taboo", person="Bea")):
            await play(service, each)
        found = await last_choices(service, "taboo", "Ann")
        assert found is not None
        assert (found.seat, found.partner, found.person) == ("Player 2", ("scripted",), "Ann")
        assert (found.language, found.interface) == ("en", "verbatim")
        assert (found.experiment, found.game_id) == ("medium", 5)
        assert await last_choices(service, "taboo", "Cem") is None
        service.plan(found)  # it can be played like this again


async def test_an_episode_that_was_left_counts_as_well(database: Path) -> None:
    async with sitting(database) as service:
        await play(service, choices("taboo"))
        await leave_when(service, choices("taboo", language="de"), lambda person: person.updates)
        found = await last_choices(service, "taboo", "Ann")
    assert found is not None
    assert found.language == "de"


@pytest.mark.parametrize(
    ("person", "seat", "partner"),
    [("Ann", "Player 1", "human:Bea"), ("Bea", "Player 2", "human:Ann")],
)
async def test_each_of_two_people_had_the_other_for_a_partner(
    database: Path, person: str, seat: str, partner: str
) -> None:
    async with sitting(database) as service:
        await play(service, choices("taboo", partner=("human:Bea",)))
        found = await last_choices(service, "taboo", person)
    assert found is not None
    assert (found.seat, found.partner) == (seat, (partner,))


async def test_service_seats_are_nobodys_partners(database: Path) -> None:
    async with sitting(database) as service:
        await play(service, choices("pantry"))
        found = await last_choices(service, "pantry", "Ann")
        assert found is not None
        service.plan(found)


async def test_what_an_erased_person_played_is_nobodys_habit(database: Path) -> None:
    async with sitting(database) as service:
        await play(service, choices("taboo", partner=("human:Bea",)))
        (bea,) = (each for each in await service.people() if each.pseudonym == "Bea")
        await (await service.recorder()).do(Writer.delete_person, bea.id)
        assert await last_choices(service, "taboo", "Ann") is None


async def met(service: PlayService, person: str, number: int) -> frozenset[str]:
    """Return how a person has seen an instance of a group."""
    groups = {(g.name, g.language): g for g in playable_experiments(service.catalogue, "wordle")}
    group = groups["high", "en"]
    return frozenset((await seen_tasks(service, person)).get(group.exposure_keys[number], ()))


async def test_tasks_are_met_by_playing_and_by_seeing_the_solution(database: Path) -> None:
    async with sitting(database) as service:
        person = await play(service, choices("wordle", experiment="high", game_id=2))
        assert finished(person).scores is not None
        assert await met(service, "Ann", 2) == {"played"}
        assert await met(service, "Ann", 1) == frozenset()
        assert await met(service, "Bea", 2) == frozenset()
        await service.record_solution_seen(person.live)
        assert await met(service, "Ann", 2) == {"played", "saw solution"}


def test_groups_have_their_instances_by_number() -> None:
    catalogue = open_catalogue()
    for game in ("taboo", "wordle"):
        listed = {(e.name, e.language): e for e in catalogue.experiments(game)}
        for group in playable_experiments(catalogue, game):
            instances = listed[group.name, group.language].instances
            assert group.exposure_keys == {each.game_id: each.task_key for each in instances}
            assert group.exposure_keys


def test_groups_of_a_game_that_is_not_there_cannot_be_listed() -> None:
    with pytest.raises(UsageError, match="nowhere"):
        playable_experiments(open_catalogue(), "nowhere")
