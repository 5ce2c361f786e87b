"""Daily tasks: the same for everybody on a date, never one of a set, and what makes a streak."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.catalogue.families import OFFICIAL_TASKS
from clemtui.engine import FIRST_LISTED_SEED, Game, Instance
from clemtui.episode.errors import UsageError
from clemtui.episode.offers import daily
from clemtui.episode.offers.daily import daily_choices, games_with_daily, streak_up_to, today
from clemtui.episode.offers.next_instance import following_choices, unseen_choices
from clemtui.episode.planning.daily import (
    DAILY,
    FIRST_DAY,
    daily_instance,
    day_number,
    has_daily,
    local_today,
)
from clemtui.episode.planning.plan import Choices, find_instance
from clemtui.episode.service import PlayService
from clemtui.records.rows import TagDecision
from clemtui.store.write.writer import Writer
from tests.support.paths import ROOT
from tests.support.play_helpers import choices, leave_when, play, sitting
from tools.official import official_hashes

DAY = date(2026, 11, 28)
TODAY = local_today()
"""A streak needs tasks that are finished on their day."""

TABOO = (ROOT / "games/taboo/instances/en.json").read_text("utf-8")
GAMES = sorted(card.id for card in open_catalogue().cards)


@pytest.mark.parametrize("game", GAMES)
def test_it_is_the_same_for_everybody_and_another_one_the_day_after(game: str) -> None:
    catalogue, again = open_catalogue(), open_catalogue()
    first = daily_instance(catalogue, game, "en", DAY)
    assert first == daily_instance(again, game, "en", DAY)
    assert (first.experiment, first.game_id) == (DAILY, day_number(DAY))
    assert first.hash != daily_instance(catalogue, game, "en", DAY + timedelta(days=1)).hash


def test_it_stays_what_it_was() -> None:
    """A change here would give two people different tasks on the same date."""
    made = daily_instance(open_catalogue(), "wordle", "en", DAY)
    assert (made.data["target_word"], made.source) == ("topic", "seed 2147484665")
    assert day_number(FIRST_DAY) == 1


@pytest.mark.parametrize("language", ["en", "ja", "ar"])
def test_no_task_comes_again_soon_in_any_variant(language: str) -> None:
    """Japanese and Arabic have few words with a clue."""
    catalogue, met = open_catalogue(), dict[str, int]()
    games = [game for game in GAMES if has_daily(catalogue, game, language)]
    for n in range(30):
        for game in games:
            made = daily_instance(catalogue, game, language, FIRST_DAY + timedelta(days=n))
            key = catalogue.game(game).exposure_key(made)
            assert key not in met, f"{game} on day {n} as on day {met[key]}"
            met[key] = n


@pytest.mark.parametrize("language", ["tr", "ja"])
def test_a_task_comes_again_only_when_none_is_new_and_then_all_in_their_order(
    language: str,
) -> None:
    """Each variant can have as a task whatever no variant has had."""
    catalogue, game = open_catalogue(), "wordle_withclue"
    key = catalogue.game(game).exposure_key
    drawn: list[str] = []
    met: set[str] = set()
    while len(drawn) == len(set(drawn)):
        day = FIRST_DAY + timedelta(days=len(drawn))
        drawn.append(key(daily_instance(catalogue, game, language, day)))
        others = ("wordle", "wordle_withcritic")
        met |= {key(daily_instance(catalogue, each, language, day)) for each in others}
    seeds = catalogue.game(game).listed_seeds(language)
    tasks = {key(catalogue.game(game).generate(language, seed)) for seed in seeds}
    bundled = {key(i) for each in catalogue.experiments(game, language) for i in each.instances}
    assert tasks <= met | set(drawn) | bundled
    period = len(drawn) - 1
    assert drawn[period] == drawn[0]
    after = daily_instance(catalogue, game, language, FIRST_DAY + timedelta(days=period + 1))
    assert key(after) == drawn[1]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", [game for game in GAMES if game.startswith(("wordle", "taboo"))])
def test_a_list_has_each_task_that_can_be_generated_once(game: str, language: str) -> None:
    made, key = open_catalogue().game(game).generate, open_catalogue().game(game).exposure_key
    seeds = open_catalogue().game(game).listed_seeds(language)
    assert seeds[0] == FIRST_LISTED_SEED
    keys = {key(made(language, seed)) for seed in seeds}
    assert len(keys) == len(seeds)
    assert {key(made(language, seed)) for seed in range(100)} <= keys


def test_a_language_without_tasks_has_an_empty_list() -> None:
    for game in GAMES:
        assert not open_catalogue().game(game).listed_seeds("xx")


@pytest.mark.parametrize("game", GAMES)
def test_it_is_none_that_comes_with_the_game_or_with_the_benchmark(game: str) -> None:
    catalogue = open_catalogue()
    key, family = catalogue.game(game).exposure_key, catalogue.family(game)
    bundled = {key(i) for each in catalogue.experiments(game, "en") for i in each.instances}
    for n in range(20):
        made = key(daily_instance(catalogue, game, "en", DAY + timedelta(days=n)))
        assert made not in bundled
        assert not family.is_official(made)


def test_the_benchmarks_own_tasks_are_listed(shared: Path) -> None:
    checkout = shared / "clembench"
    catalogue = open_catalogue()
    for family in sorted({card.family for card in catalogue.cards}):
        written = Path("games", family, OFFICIAL_TASKS).read_text("ascii").split()
        assert written == sorted(official_hashes(catalogue, family, checkout))


def test_what_models_were_published_with_is_never_the_task_of_a_day(shared: Path) -> None:
    """Also where the benchmark's files are those of another version or language."""
    catalogue, met = open_catalogue(), set[str]()
    for file in (shared / "published").rglob("interactions.json"):
        game, language = file.parts[-4], file.parts[-6]
        said = _texts(json.loads(file.read_text("utf-8"))["turns"])
        found = _TARGET.get(game.partition("_")[0], _NOTHING).search(said)
        if found is not None:
            language = language if len(language) == 2 else "en"
            data = {"target_word": found[1]}
            task = f"wordle:{language}:{found[1]}" if game.startswith("wordle") else ""
            instance = Instance(game, "", 0, data, language=language, task=task)
            met.add(catalogue.game(instance.game).exposure_key(instance))
    assert {"wordle:en:third", "wordle:ru:война", "taboo:en:responsibility"} <= met
    for game, language in (
        ("wordle", "en"),
        ("wordle", "de"),
        ("wordle", "ru"),
        ("taboo", "en"),
        ("taboo", "de"),
    ):
        key = catalogue.game(game).exposure_key
        for n in range(400):
            made = daily_instance(catalogue, game, language, FIRST_DAY + timedelta(days=n))
            assert key(made) not in met


_TARGET = {
    "wordle": re.compile(r"target_word = (\w+)"),
    "taboo": re.compile(r"\n\n(\w+)\n\n(?:Related words are|Verwandte Wörter sind):"),
}
_NOTHING = re.compile("(?!)")


def _texts(turns: list[list[dict[str, Any]]]) -> str:
    return "\n".join(str(event["action"]["content"]) for turn in turns for event in turn)


def test_a_game_that_cannot_make_tasks_in_a_language_says_so() -> None:
    with pytest.raises(UsageError, match="taboo has no daily task in 'te'"):
        daily_instance(open_catalogue(), "taboo", "te", DAY)


@pytest.mark.parametrize("given", [{"experiment": "high"}, {"game_id": 1}, {"seed": 1}])
def test_the_date_alone_chooses_the_task(given: dict[str, object]) -> None:
    with pytest.raises(UsageError, match="--daily chooses the task"):
        find_instance(open_catalogue(), choices("taboo", daily=DAY, **given))


async def _played(service: PlayService, day: date, game: str = "wordle") -> None:
    await play(service, choices(game, daily=day))


async def test_what_is_going_on_today(database: Path) -> None:
    games = dict.fromkeys(("wordle", "taboo", "wordle_withclue"), "en")
    async with sitting(database) as service:
        before = await today(service, "Ann", games, TODAY)
        assert [task.state for task in before.tasks] == ["open", "open", "open"]
        await _played(service, TODAY)
        await leave_when(service, choices("taboo", daily=TODAY), lambda person: person.updates)
        now = await today(service, "Ann", games, TODAY)
        assert [task.state for task in now.tasks] == ["done", "unfinished", "open"]
        assert (now.tasks[0].outcome, now.streak) == ("success", 1)
        assert now.task("taboo") == now.tasks[1]
        tomorrow = await today(service, "Ann", games, TODAY + timedelta(days=1))
        assert [task.state for task in tomorrow.tasks] == ["open", "open", "open"]
        assert tomorrow.streak == 1, "there is still time"
        assert (await today(service, "Bea", games, TODAY)).streak == 0


async def test_days_in_a_row_make_a_streak_and_repetitions_do_not(database: Path) -> None:
    async with sitting(database) as service:
        for n in range(3):
            await _played(service, TODAY + timedelta(days=n))
        await _played(service, TODAY + timedelta(days=2))
        found = await today(service, "Ann", {"wordle": "en"}, TODAY + timedelta(days=2))
        assert found.streak == 3
        key = service.catalogue.game("wordle").exposure_key
        met = daily_instance(service.catalogue, "wordle", "en", TODAY + timedelta(days=3))
        await play(service, choices("wordle", seed=int(met.source.removeprefix("seed "))))
        assert key(met)
        known = await unseen_choices(service, choices("wordle", daily=TODAY + timedelta(days=3)))
        assert known.novelty == "known"
        await _played(service, TODAY + timedelta(days=3))
        found = await today(service, "Ann", {"wordle": "en"}, TODAY + timedelta(days=3))
        assert (found.tasks[0].state, found.streak) == ("done", 3)


async def test_an_excluded_episode_counts_for_no_streak(database: Path) -> None:
    async with sitting(database) as service:
        episode = (await play(service, choices("wordle", daily=TODAY))).live.id
        assert (await today(service, "Ann", {"wordle": "en"}, TODAY)).streak == 1
    writer = Writer(database)
    writer.tag([episode], TagDecision("excluded", "everywhere", "Ann", "noise"))
    writer.close()
    async with sitting(database) as service:
        now = await today(service, "Ann", {"wordle": "en"}, TODAY)
    assert (now.tasks[0].state, now.streak) == ("done", 0)


async def test_a_task_counts_until_the_end_of_the_day_after(database: Path) -> None:
    """So nobody loses by playing over midnight, and an old task mends no streak."""
    async with sitting(database) as service:
        for late in (1, 2):
            await _played(service, TODAY - timedelta(days=late))
        for late, streak in ((1, 1), (2, 0)):
            day = TODAY - timedelta(days=late)
            assert (await today(service, "Ann", {"wordle": "en"}, day)).streak == streak


async def test_each_prompt_language_has_a_task_of_its_own(database: Path) -> None:
    async with sitting(database) as service:
        await play(service, choices("wordle", daily=TODAY, language="de"))
        german = await today(service, "Ann", {"wordle": "de"}, TODAY)
        english = await today(service, "Ann", {"wordle": "en"}, TODAY)
    assert [each.tasks[0].state for each in (german, english)] == ["done", "open"]
    assert english.streak == 1, "a streak is that of a person"


async def test_an_instance_file_cannot_pose_as_a_daily_task(database: Path, tmp_path: Path) -> None:
    file = tmp_path / "posing.json"
    document = json.loads(TABOO)
    experiment = document["experiments"][0] | {"name": DAILY}
    experiment["game_instances"] = [
        experiment["game_instances"][0] | {"game_id": day_number(TODAY)}
    ]
    file.write_text(json.dumps({"experiments": [experiment]}), "utf-8")
    async with sitting(database) as service:
        await play(service, choices("taboo", instances=file, language="en"))
        now = await today(service, "Ann", {"taboo": "en"}, TODAY)
    assert (now.tasks[0].state, now.streak) == ("open", 0)


def test_a_generator_that_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be that of somebody's own collection. Home works without its daily task."""

    def fail(self: Game, language: str, seed: int) -> Instance:
        raise ValueError("no such thing")

    catalogue = open_catalogue()
    monkeypatch.setattr(type(catalogue.game("imagegame")), "generate", fail)
    has_daily.cache_clear()
    assert not has_daily(catalogue, "imagegame", "tr")
    has_daily.cache_clear()
    with pytest.raises(UsageError, match="imagegame failed to create its daily task"):
        daily_instance(catalogue, "imagegame", "tr", DAY)


async def test_only_games_that_make_tasks_in_the_language_have_one(database: Path) -> None:
    languages = {"wordle": "fr", "taboo": "fr", "imagegame": "fr"}
    async with sitting(database) as service:
        assert await games_with_daily(service, "Ann", languages) == {
            "wordle": "fr",
            "imagegame": "fr",
        }
        await play(service, choices("taboo", language="en"))
        assert "taboo" in await games_with_daily(service, "Ann", languages)


@pytest.mark.parametrize(
    ("days", "now", "found"),
    [
        ((), 5, 0),
        ((5,), 5, 1),
        ((4,), 5, 1),
        ((3,), 5, 0),
        ((1, 2, 3, 5, 6), 6, 2),
        ((1, 2, 3, 4), 4, 4),
    ],
)
def test_a_streak_ends_today_or_yesterday(days: tuple[int, ...], now: int, found: int) -> None:
    assert streak_up_to(now, days) == found


@pytest.mark.parametrize(("played", "now", "length"), [(5, 4, 5), (4, 2, 3)])
async def test_a_streak_is_as_long_as_it_is_and_tomorrow_shortens_none(
    database: Path, monkeypatch: pytest.MonkeyPatch, played: int, now: int, length: int
) -> None:
    """Whoever flies west has played a task of tomorrow."""
    monkeypatch.setattr(daily, "_AT_ONCE", 2)
    async with sitting(database) as service:
        for n in range(played):
            await _played(service, TODAY + timedelta(days=n))
        found = await today(service, "Ann", {"wordle": "en"}, TODAY + timedelta(days=now))
    assert found.streak == length


async def test_it_is_played_as_the_game_was_played_last(database: Path) -> None:
    async with sitting(database) as service:
        new = await daily_choices(service, "taboo", "de", "Ann", DAY)
        assert new == Choices("taboo", language="de", person="Ann", daily=DAY)
        await play(service, choices("taboo", seat="Player 2", interface="board", practice=True))
        again = await daily_choices(service, "taboo", "de", "Ann", DAY)
    assert (again.seat, again.interface, again.language) == ("Player 2", "board", "en")
    assert (again.practice, again.game_id, again.daily) == (False, None, DAY)


def test_after_it_comes_a_task_of_the_game() -> None:
    catalogue = open_catalogue()
    chosen = choices("wordle", daily=DAY, language="en")
    found = following_choices(catalogue, chosen, find_instance(catalogue, chosen), "en")
    assert found is not None
    assert (found.novelty, found.choices.daily) == ("new", None)
    assert find_instance(catalogue, found.choices).origin == "bundled"
