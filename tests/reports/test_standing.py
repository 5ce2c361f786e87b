"""A person's standing on an instance, in a game, and over time."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from pathlib import Path

import pytest

from clemtui.analysis.comparison import Comparison
from clemtui.analysis.development import Development
from clemtui.episode.errors import UsageError
from clemtui.episode.service import PlayService
from clemtui.reports.comparison import compare_players, development
from tests.support.play_helpers import Person, choices, planned, play, sitting


async def finish(service: PlayService, **changes: object) -> str:
    """Play an episode of taboo to its end, and return the hash of its instance."""
    return (await play(service, choices("taboo", **changes))).live.instance.hash


def there(database: Path) -> bool:
    return database.exists()


async def test_where_nobody_has_played_all_is_empty(database: Path) -> None:
    async with sitting(database) as service:
        of_game = await compare_players(service, "taboo", person="Ann")
        assert (of_game.all_players, of_game.own) == (Comparison(), Comparison())
        assert (await compare_players(service, "taboo", "h")).own is None
        assert await development(service, "taboo", "Ann") == Development()
    assert not there(database)


async def test_a_game_that_is_not_here_is_named(database: Path) -> None:
    async with sitting(database) as service:
        for asked in (
            compare_players(service, "chess"),
            compare_players(service, "chess", "h"),
            development(service, "chess", "Ann"),
        ):
            with pytest.raises(UsageError, match="chess"):
                await asked


async def test_everybody_and_oneself_on_an_instance_and_in_the_game(database: Path) -> None:
    async with sitting(database) as service:
        here = await finish(service, game_id=0)
        await finish(service, game_id=0, person="Ben")
        await finish(service, game_id=1)
        await finish(service, game_id=1, practice=True)
        instance = await compare_players(service, "taboo", here, person="Ann")
        game = await compare_players(service, "taboo", person="Ann")
        named = await compare_players(service, "taboo", each_person=True)
        version = service.catalogue.card("taboo").version
    assert (instance.game, instance.version) == ("taboo", version)
    (row,) = instance.all_players.rows
    assert [(seat.role, seat.kind) for seat in row.seats] == [
        ("WordDescriber", "human"),
        ("WordGuesser", "scripted"),
    ]
    assert (row.episodes, row.people, row.interface) == (2, 2, "assisted")
    assert instance.own is not None
    assert instance.own.episodes == 1
    assert instance.all_players.left_out == {}
    assert (game.all_players.episodes, game.all_players.left_out) == (3, {"practice": 1})
    assert game.own is not None
    assert (game.own.episodes, game.own.left_out) == (2, {"practice": 1})
    assert {row.seats[0].name: row.episodes for row in named.all_players.rows} == {
        "Ann": 2,
        "Ben": 1,
    }


async def test_other_versions_of_the_game_are_left_out_and_counted(database: Path) -> None:
    async with sitting(database) as service:
        await finish(service, person="Ben")
        plan = planned(service, choices("taboo"))
        old = copy(plan.game)
        old.card = replace(old.card, version="0.1")
        live = await service.start(replace(plan, game=old))
        Person(live)
        assert await live.play() == "finished"
        standing = await compare_players(service, "taboo")
    assert (standing.all_players.episodes, standing.all_players.left_out) == (
        1,
        {"other version": 1},
    )


async def test_the_development_of_a_person(database: Path) -> None:
    async with sitting(database) as service:
        for game_id in (0, 1, 2):
            await finish(service, game_id=game_id)
        await finish(service, person="Ben")
        await finish(service, seat="WordGuesser", game_id=3)
        whole = await development(service, "taboo", "Ann")
        guessing = await development(service, "taboo", "Ann", seat="Player 2")
        german = await development(service, "taboo", "Ann", language="de")
    assert [step.number for step in whole.steps] == [1, 2, 3, 4]
    assert [step.episode.seat for step in whole.steps] == [*["Player 1"] * 3, "Player 2"]
    assert [step.episode.role for step in guessing.steps] == ["WordGuesser"]
    assert german.steps == ()
    scores = [step.episode.main_score for step in whole.steps]
    last = whole.steps[-1]
    played = [score for score in scores if score is not None]
    assert last.quality == pytest.approx(sum(played) / len(played))
