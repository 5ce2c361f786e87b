"""Which instance follows another."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.engine import Instance
from clemtui.episode.offers import next_instance
from clemtui.episode.offers.last_choices import ExperimentChoice, playable_experiments
from clemtui.episode.offers.next_instance import (
    following_choices,
    new_seed,
    next_choices,
    unseen_choices,
)
from clemtui.episode.planning.daily import daily_keys, local_today
from clemtui.episode.planning.plan import Choices, find_instance
from tests.support.play_helpers import choices, leave_when, play, sitting

GROUPS = (
    ExperimentChoice("low", "en", {0: "a", 1: "b"}),
    ExperimentChoice("high", "en", {5: "c", 8: "d"}),  # numbers may be skipped
)


def here(**given: Any) -> Instance:
    return Instance(game="taboo", data={}, **{"experiment": "low", "game_id": 1, **given})


@pytest.mark.parametrize(
    ("instance", "choices", "experiment", "game_id"),
    [
        (here(game_id=0), {}, "low", 1),
        (here(), {}, "high", 5),
        (here(), {"instances": Path("own.json")}, "high", 5),
        (here(experiment="high", game_id=5), {}, "high", 8),
    ],
)
def test_it_is_the_next_of_the_experiment_then_the_first_of_the_next_one(
    instance: Instance, choices: dict[str, Any], experiment: str, game_id: int
) -> None:
    before = Choices(game="taboo", person="mo", **choices)
    assert next_choices(before, instance, GROUPS) == replace(
        before, experiment=experiment, game_id=game_id
    )


def test_after_the_last_instance_and_after_one_that_is_not_listed_there_is_none() -> None:
    last = here(experiment="high", game_id=8)
    assert next_choices(Choices(game="taboo"), last, GROUPS) is None
    assert next_choices(Choices(game="taboo"), here(experiment="elsewhere"), GROUPS) is None


def test_people_get_those_before_it_that_they_do_not_know() -> None:
    mo = Choices(game="taboo", person="mo")
    last = here(experiment="high", game_id=8)
    for seen, at in (("d", ("low", 0)), ("da", ("low", 1)), ("dab", ("high", 5)), ("dabc", None)):
        found = next_choices(mo, last, GROUPS, seen)
        assert (found and (found.experiment, found.game_id)) == at


def test_after_one_from_a_seed_comes_that_of_the_next_seed_with_a_new_task() -> None:
    catalogue, generated = open_catalogue(), here(origin="generated")
    chosen = Choices(game="taboo", language="en", seed=7)
    found = following_choices(catalogue, chosen, generated, "en")
    assert found == (replace(chosen, seed=8), "new")
    met = catalogue.game("taboo").exposure_key(find_instance(catalogue, found.choices))
    assert following_choices(catalogue, chosen, generated, "en", seen={met}) == (
        replace(chosen, seed=9), "new",
    )  # fmt: skip


def test_after_a_generated_one_without_a_seed_comes_a_new_one() -> None:
    chosen = Choices(game="taboo", experiment="x")
    found = following_choices(open_catalogue(), chosen, here(origin="generated"), "de")
    assert found is not None
    assert found.choices.seed is not None
    assert found.choices == replace(
        chosen, language="de", seed=found.choices.seed, experiment=None, game_id=None
    )


def all_tasks(game: str) -> set[str]:
    groups = playable_experiments(open_catalogue(), game)
    return {key for group in groups for key in group.exposure_keys.values()}


@pytest.mark.parametrize("game", sorted(card.id for card in open_catalogue().cards))
def test_people_who_know_all_tasks_get_a_new_one_from_a_seed(game: str) -> None:
    catalogue, known = open_catalogue(), all_tasks(game)
    chosen = Choices(game=game, person="mo", language="en")
    instance = find_instance(catalogue, chosen)
    found = following_choices(catalogue, chosen, instance, "en", seen=known)
    assert found is not None
    assert found.novelty == "generated"
    made = find_instance(catalogue, found.choices)
    assert made.origin == "generated"
    assert catalogue.game(game).exposure_key(made) not in known


@pytest.mark.parametrize(("game", "language"), [("wordle", "en"), ("taboo", "de")])
async def test_no_bundled_task_is_offered_that_is_also_the_benchmarks(
    database: Path, game: str, language: str
) -> None:
    """Whoever meets it can no longer play the official one for a baseline. By number, it is."""
    catalogue = open_catalogue()
    key, is_official = catalogue.game(game).exposure_key, catalogue.family(game).is_official
    groups = [g for g in playable_experiments(catalogue, game) if g.language == language]
    (spoiling,) = {k for g in groups for k in g.exposure_keys.values() if is_official(k)}
    seen = {k for g in groups for k in g.exposure_keys.values()} - {spoiling}
    chosen = Choices(game=game, person="Ann", language=language)
    found = following_choices(
        catalogue, chosen, find_instance(catalogue, chosen), language, seen=seen
    )
    assert found is not None
    assert key(find_instance(catalogue, found.choices)) != spoiling
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(next_instance, "seen_tasks", AsyncMock(return_value=seen))
        async with sitting(database) as service:
            first = await unseen_choices(service, chosen)
    assert key(find_instance(catalogue, first.choices)) != spoiling


@pytest.mark.parametrize("reason", ["daily", "official"])
def test_a_task_of_these_days_and_one_of_the_benchmark_are_not_made(reason: str) -> None:
    """The first would then be no new task on its day, the second spoils a baseline."""
    catalogue, language = open_catalogue(), {"daily": "tr", "official": "ru"}[reason]
    game = catalogue.game("wordle_withclue" if reason == "daily" else "wordle")
    made = (game.generate(language, seed) for seed in game.listed_seeds(language))
    tasks = {game.exposure_key(each) for each in made}
    left = (
        daily_keys(catalogue, game.card.id, language, local_today())
        if reason == "daily"
        else {key for key in tasks if catalogue.family("wordle").is_official(key)}
    )
    assert left
    chosen = Choices(game=game.card.id, person="mo", language=language)
    assert new_seed(catalogue, chosen, tasks - left) is None
    bundled = {
        k for g in playable_experiments(catalogue, "wordle") for k in g.exposure_keys.values()
    }
    assert new_seed(catalogue, chosen, tasks - bundled) is None
    assert new_seed(catalogue, chosen, ()) is not None


def test_where_there_is_nothing_new_people_get_a_known_task_that_is_said_to_be_one() -> None:
    """Instances from a file are not mixed with others."""
    catalogue, known = open_catalogue(), all_tasks("taboo")
    file = next(Path("games/taboo/instances").glob("*en*.json")).resolve()
    chosen = Choices(game="taboo", person="mo", language="en", instances=file)
    instance = find_instance(catalogue, chosen)
    found = following_choices(catalogue, chosen, instance, "en", seen=known)
    assert found is not None
    assert found.novelty == "known"
    assert found.choices.game_id not in (None, instance.game_id)


def test_one_after_the_other_all_instances_of_a_language_are_played_once() -> None:
    catalogue = open_catalogue()
    (group,) = (g for g in playable_experiments(catalogue, "taboo") if g.language == "te")
    assert max(group.exposure_keys) >= len(group.exposure_keys)  # there is a gap in the numbers
    instance = here(experiment=group.name, game_id=0)
    played = []
    chosen: Choices | None = Choices(game="taboo", language="te")
    while chosen is not None:
        played.append(instance.game_id)
        following = following_choices(catalogue, chosen, instance, "te")
        chosen = None if following is None else following.choices
        if chosen is not None:
            instance = here(experiment=chosen.experiment, game_id=chosen.game_id)
    assert played == list(group.exposure_keys)


async def test_without_a_number_the_first_unseen_instance_is_played(database: Path) -> None:
    """Also if the person has only begun it, or met its task in another seat."""
    async with sitting(database) as service:
        first = choices("taboo", experiment="high")
        assert (await unseen_choices(service, first)).choices.game_id == 0, (
            "nothing has been seen yet"
        )
        await play(service, first)
        second = (await unseen_choices(service, first)).choices
        assert (second.experiment, second.game_id) == ("high", 1)
        await leave_when(service, replace(second, seat="Player 2"), lambda each: each.updates)
        third = (await unseen_choices(service, first)).choices
        assert (third.experiment, third.game_id) == ("high", 2)
        assert (await unseen_choices(service, replace(first, person="Bo"))).choices.game_id == 0
        for named in (replace(first, game_id=0), replace(first, experiment=None, seed=3)):
            assert await unseen_choices(service, named) == (named, "new")


def test_of_instances_with_one_task_which_one_is_offered_depends_on_who_plays() -> None:
    """In the reference game, the first instance of every set of grids has the first as target."""
    catalogue = open_catalogue()
    groups = [g for g in playable_experiments(catalogue, "referencegame") if g.language is None]
    places = set()
    for name in ("Ann", "Bo"):
        chosen: Choices | None = Choices(
            game="referencegame", person=name, experiment=groups[0].name, game_id=0
        )
        seen = set()
        for _ in range(8):
            assert chosen is not None
            wanted = find_instance(catalogue, chosen)
            seen.add(catalogue.game("referencegame").exposure_key(wanted))
            chosen = next_choices(chosen, wanted, groups, seen)
            assert chosen is not None
            target = find_instance(catalogue, chosen)
            places.add(tuple(target.data["order"]))
        assert len(seen) == 8, "none twice"
    assert len(places) > 2


async def test_what_anyone_at_the_keyboard_has_met_is_not_offered(database: Path) -> None:
    async with sitting(database) as service:
        first = choices("taboo", experiment="high")
        await play(service, first)
        for name in ("Ann", "ANN"):
            pair = replace(first, person="Bo", partner=(f"human:{name}",))
            assert (await unseen_choices(service, pair)).choices.game_id == 1
        assert pair.people == ("Bo", "ANN")
        alone = replace(first, person="Bo", partner=("human",))
        assert (await unseen_choices(service, alone)).choices.game_id == 0, (
            "nobody has met anything"
        )


@pytest.mark.parametrize("game", sorted(card.id for card in open_catalogue().cards))
async def test_without_a_language_the_next_one_is_in_that_which_is_played(
    game: str, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An instance without a language of its own, like those of Wordle, may be listed first in
    another one than the default."""
    async with sitting(database) as service:
        wanted = replace(choices(game), language=None, experiment=None, game_id=None)
        first = find_instance(service.catalogue, wanted)
        exposure_key = service.catalogue.game(game).exposure_key

        async def seen(*_: object) -> object:
            return {exposure_key(first): frozenset({"played"})}

        monkeypatch.setattr("clemtui.episode.offers.next_instance.seen_tasks", seen)
        following = await unseen_choices(service, wanted)
        second = find_instance(service.catalogue, following.choices)
        assert exposure_key(second) != exposure_key(first)
        assert second.language == first.language


async def test_if_all_instances_have_been_seen_a_new_one_is_made_unless_they_were_named(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sitting(database) as service:
        wanted = choices("taboo", experiment="high")
        known = dict.fromkeys(all_tasks("taboo"), frozenset({"played"}))

        async def seen(*_: object) -> object:
            return known

        monkeypatch.setattr("clemtui.episode.offers.next_instance.seen_tasks", seen)
        assert await unseen_choices(service, wanted) == (wanted, "known")
        found = await unseen_choices(service, replace(wanted, experiment=None))
        assert found.novelty == "generated"
        made = find_instance(service.catalogue, found.choices)
        assert service.catalogue.game("taboo").exposure_key(made) not in known
