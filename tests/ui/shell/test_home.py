"""The home screen: what to do next, shown at once, and what the records add later in its place."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest
from textual.widgets import Static

from clemtui.config import Settings
from clemtui.episode.planning.plan import Choices
from clemtui.language import Interface
from clemtui.records.rows import TagDecision
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from clemtui.ui.home.people import PeopleScreen
from clemtui.ui.home.rows import HomeRowBuilder, ago
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.settings.screen import SettingsScreen
from clemtui.ui.setup.screen import SetupScreen
from clemtui.ui.shell.context import Context
from clemtui.ui.shell.dialogs.confirm import ConfirmDialog
from clemtui.ui.shell.options import AppOptions
from clemtui.ui.shell.reader import ReaderScreen
from clemtui.ui.widgets.games.cards import GameCards
from clemtui.ui.widgets.home_lists import RecentList, Row, RowList, UnfinishedList
from clemtui.ui.widgets.keybar import KeyBar
from clemtui.ui.widgets.outcomes import MARKS
from tests.catalogue.sample_collections import family, write
from tests.support.paths import ROOT
from tests.support.play_helpers import choices, leave_when, play, sitting
from tests.ui.support.app import on, opened, resize, seen, text_of, until

BUNDLED: dict[str, Any] = {"collections": ()}


def loaded_by(module: str) -> set[str]:
    program = f"import sys, json, {module}; print(json.dumps(list(sys.modules)))"
    result = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(json.loads(result.stdout))


async def recorded(folder: Path, *wanted: Choices) -> None:
    """Record episodes played to the end by scripts instead of people."""
    async with sitting(folder / "clemtui.db") as service:
        for each in wanted:
            await play(service, each)


async def left(folder: Path, *wanted: Choices) -> None:
    """Record episodes that were started and left."""
    async with sitting(folder / "clemtui.db") as service:
        for each in wanted:
            await leave_when(service, each, lambda person: person.updates)


async def home_of(app: Any, pilot: Any) -> HomeScreen:
    """Return the home screen once it has read the records."""
    home = await on(pilot, HomeScreen)
    await until(pilot, lambda: home.loaded_at)
    await pilot.pause()
    return home


# The first paint


def test_the_first_paint_needs_no_model_library_and_no_game() -> None:
    loaded = loaded_by("clemtui.ui.app")
    assert "textual.app" in loaded
    late = {"litellm", "openai", "pydantic", "clemtui.episode.service", "clemtui.ui.play.screen"}
    assert loaded.isdisjoint(late)
    assert not any(name.startswith("clemtui_collections") for name in loaded)


def test_the_first_paint_needs_no_records() -> None:
    assert loaded_by("clemtui.ui.app").isdisjoint({"sqlite_utils", "sqlite3"})


async def test_the_games_are_readable_at_once(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(120, 40), **BUNDLED) as (app, pilot):
        await pilot.pause()
        shown = seen(app)
        for text in ("Taboo", "Wordle", "2 players", "1 player"):
            assert text in shown
        assert "without saying it" in shown
        assert not (tmp_path / "clemtui.db").exists(), "looking writes nothing"


async def test_what_is_wrong_with_a_collection_is_said(tmp_path: Path) -> None:
    broken = tmp_path / "mine" / "games" / "broken"
    broken.mkdir(parents=True)
    (broken / "game.toml").write_text("[family", "utf-8")
    async with opened(tmp_path, collections=(tmp_path / "mine",)) as (app, pilot):
        await pilot.pause()
        assert "game.toml" in seen(app)
        assert "Taboo" in seen(app)


async def test_what_is_wrong_with_a_pack_is_said_as_soon_as_it_was_read(tmp_path: Path) -> None:
    family(tmp_path / "mine")
    write(tmp_path / "mine" / "locales" / "de" / "echo.toml", "this is no TOML")
    async with opened(tmp_path, collections=(tmp_path / "mine",)) as (app, pilot):
        notice = app.screen.query_one("#problems", Static)
        await until(pilot, lambda: notice.display)
        assert "de/echo.toml" in text_of(notice)
        assert app.context.listing("echo").languages == ("en",)


async def test_the_interface_language_is_the_one_asked_for(tmp_path: Path) -> None:
    async with opened(tmp_path, interface_language="de", **BUNDLED) as (app, pilot):
        await pilot.pause()
        listing = app.context.listing("taboo")
        assert listing.words["de"]["taboo.summary"][:20] in seen(app)


async def test_a_database_that_cannot_be_read_is_one_line_and_the_games_stay(
    tmp_path: Path,
) -> None:
    (tmp_path / "clemtui.db").write_bytes(b"this is no database" * 100)
    async with opened(tmp_path, size=(80, 40), **BUNDLED) as (app, pilot):
        home = await home_of(app, pilot)
        assert home.error
        assert "".join(f"!{home.error}".split()) in "".join(seen(app).replace("│", "").split())
        assert "\n" not in home.error
        await pilot.press("enter")
        await on(pilot, SetupScreen)


# The records


async def test_where_nothing_was_played_it_says_what_to_do(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(120, 40), **BUNDLED) as (app, pilot):
        home = await home_of(app, pilot)
        assert "No unfinished episodes." in seen(app)
        assert "Choose a game and press Enter." in seen(app)
        assert [each.id for each in home.focus_chain] == ["games", "today"]


async def test_ones_own_numbers_stand_beside_the_games(tmp_path: Path) -> None:
    await recorded(
        tmp_path,
        choices("wordle", game_id=3),
        choices("wordle", game_id=4),
        choices("taboo", person="Bea"),
        choices("taboo", practice=True),
    )
    async with opened(tmp_path, size=(120, 40), **BUNDLED) as (app, pilot):
        home = await home_of(app, pilot)
        assert home.own["wordle"] == 2
        assert home.own["taboo"] == 0, "neither another's episode nor practice counts"
        for width, height in ((120, 40), (80, 24), (40, 12)):
            await resize(pilot, width, height)
            assert "2 episodes" in seen(app)
            assert "best" not in seen(app), "episodes in several roles have no best one"


async def test_cards_say_what_each_game_is_about_to_the_end(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(120, 40), **BUNDLED) as (app, pilot):
        home = await home_of(app, pilot)
        cards = seen(app).splitlines()[: home.query_one(GameCards).region.bottom]
        assert not [line for line in cards if "…" in line]


async def test_languages_are_counted_once_they_are_known(tmp_path: Path) -> None:
    """Not before: a pack may turn out not to be available."""
    family(tmp_path / "mine")
    write(tmp_path / "mine" / "locales" / "de" / "echo.toml", "this is no TOML")
    options = AppOptions(tmp_path / "clemtui.db", Settings(), collections=(tmp_path / "mine",))
    context = Context(options)

    def facts() -> dict[str, str]:
        return {game.id: game.facts for game in HomeRowBuilder(context).games({})}

    assert (facts()["taboo"], facts()["echo"]) == ("2 players", "1 player")
    await context.read_packs()
    assert facts()["taboo"] == "2 players · 12 languages"
    assert facts()["echo"] == "1 player · English"


async def test_unfinished_episodes_say_where_they_stand_ones_own_first(tmp_path: Path) -> None:
    """Otherwise those of a stopped run would fill the list. Of each kind, the newest are first."""
    await left(tmp_path, choices("taboo"), choices("wordle", person="Bea"))
    async with opened(tmp_path, size=(120, 40), **BUNDLED) as (app, pilot):
        home = await home_of(app, pilot)
        lines = [line for line in seen(app).splitlines() if "responses · just now" in line]
        assert "Taboo  Describer · with scripted player" in lines[0]
        assert "0 responses · just now" in lines[0]
        assert "Wordle  Bea · Guesser" in lines[1], "whose it is, where it is not one's own"
        assert [each.summary.game for each in home.unfinished] == ["taboo", "wordle"]


async def test_an_unfinished_episode_says_which_language_its_prompts_have(tmp_path: Path) -> None:
    """Unless it is that of the interface, which is the usual case."""
    await left(tmp_path, choices("taboo"), choices("taboo", language="de"))
    async with opened(tmp_path, size=(120, 40), **BUNDLED) as (app, pilot):
        await home_of(app, pilot)
        said = seen(app)
        assert "0 responses · German · just now" in said
        assert "0 responses · just now" in said


async def test_what_one_watches_is_among_ones_own_unfinished_episodes(tmp_path: Path) -> None:
    """By recency, and before what others play or watch and what no one does, like a run's."""
    watched = choices("taboo", seat="observer")
    alone = replace(watched, person="")
    for each in (choices("wordle"), watched, choices("wordle"), replace(watched, person="Bea")):
        await left(tmp_path, each)
    await left(tmp_path, alone)
    async with opened(tmp_path, **BUNDLED) as (app, pilot):
        home = await home_of(app, pilot)
        listed = [(each.summary.game, each.people) for each in home.unfinished]
        own = [("wordle", ("Ann",)), ("taboo", ("Ann",)), ("wordle", ("Ann",))]
        assert listed == [*own, ("taboo", ("Bea",)), ("taboo", ())]


async def test_an_unfinished_episode_goes_on_where_it_stood(tmp_path: Path) -> None:
    await left(tmp_path, choices("taboo"))
    async with opened(tmp_path, **BUNDLED) as (app, pilot):
        home = await home_of(app, pilot)
        await pilot.press("tab", "enter")
        screen = await on(pilot, PlayScreen)
        assert screen.live.id == home.unfinished[0].summary.id


async def test_an_episode_of_someone_else_is_resumed_only_after_a_question(tmp_path: Path) -> None:
    """Its seat knows what nobody else may: whoever reads it has met the task."""
    await left(tmp_path, choices("taboo"), choices("taboo", person="Bea"))
    async with opened(tmp_path, **BUNDLED) as (app, pilot):
        home = await home_of(app, pilot)
        assert home.context.person == "Ann"
        await pilot.press("tab", "down", "enter")
        await on(pilot, ConfirmDialog)
        assert "Resume it only if you are Bea." in " ".join(seen(app).split())
        await pilot.press("escape")
        await on(pilot, HomeScreen)
        await pilot.press("enter")
        await on(pilot, ConfirmDialog)
        await pilot.press("enter")
        screen = await on(pilot, PlayScreen)
        assert screen.live.id == home.unfinished[1].summary.id


async def test_recent_episodes_have_the_marks_of_the_history(tmp_path: Path) -> None:
    await recorded(tmp_path, choices("wordle"))
    with Reader(tmp_path / "clemtui.db") as reader:
        (episode,) = reader.episodes()
    writer = Writer(tmp_path / "clemtui.db")
    writer.tag([episode.id], TagDecision("excluded", "noise", "Ann", reason="noise"))
    writer.close()
    async with opened(tmp_path, **BUNDLED) as (app, pilot):
        await home_of(app, pilot)
        assert any(
            "Wordle" in line and MARKS["excluded"] in line for line in seen(app).splitlines()
        )


async def test_the_newest_unfinished_episode_is_in_view_after_one_is_left(tmp_path: Path) -> None:
    await left(tmp_path, choices("taboo"), choices("wordle"))
    async with opened(tmp_path, size=(80, 24), **BUNDLED) as (app, pilot):
        home = await home_of(app, pilot)
        await left(tmp_path, choices("wordle", game_id=5), choices("wordle", game_id=6))
        home.reload()
        rows = home.query_one(UnfinishedList)
        await until(pilot, lambda: len(rows.row_ids) == 4)
        await pilot.pause()
        assert rows.highlighted == 0
        assert rows.scroll_offset.y == 0


async def test_the_last_episodes_say_how_they_ended_without_colour_too(tmp_path: Path) -> None:
    await recorded(tmp_path, choices("wordle", game_id=3))
    async with opened(tmp_path, **BUNDLED) as (app, pilot):
        home = await home_of(app, pilot)
        (episode,) = home.recent
        assert episode.scores is not None
        assert episode.scores.main_score is not None
        assert episode.scores.outcome is not None
        said = {"success": "✓ Success", "lose": "✗ Lost", "aborted": "■ Aborted"}
        expected = f"{said[episode.scores.outcome]} {round(episode.scores.main_score)}"
        assert f"{expected}  Wordle  Guesser" in seen(app)


async def test_of_many_episodes_the_last_ones_are_shown(tmp_path: Path) -> None:
    await recorded(tmp_path, *(choices("wordle", game_id=number) for number in range(1, 8)))
    async with opened(tmp_path, **BUNDLED) as (app, pilot):
        home = await home_of(app, pilot)
        assert [each.game_id for each in home.recent] == [7, 6, 5, 4, 3]


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 40)])
async def test_loading_the_records_moves_nothing(tmp_path: Path, size: tuple[int, int]) -> None:
    await recorded(tmp_path, choices("wordle"), choices("taboo"))
    await left(tmp_path, choices("taboo"))
    async with opened(tmp_path, size=size) as (app, pilot):
        home = cast("HomeScreen", app._first)
        await until(pilot, lambda: home.query(GameCards) and home.query_one(GameCards).size)
        games = home.query_one(GameCards)
        home.loaded_at = None
        await pilot.press("down")
        before = (games.highlighted, games.region, games.scroll_y, games.virtual_size)
        home.reload()
        await until(pilot, lambda: home.loaded_at and home.unfinished and home.recent)
        await pilot.pause()
        assert (games.highlighted, games.region, games.scroll_y, games.virtual_size) == before
        assert games.has_focus


async def test_the_line_of_a_row_is_never_broken_and_its_right_side_stays() -> None:
    from textual.content import Content

    row = Row("x", Content("a long title " * 9), Content("12 minutes ago"))
    for width in (20, 40, 76, 200):
        drawn = row.drawn(width)
        assert drawn.cell_length == width
        assert "\n" not in drawn.plain
    assert row.drawn(40).plain.endswith("  12 minutes ago")


@pytest.mark.parametrize(
    ("passed", "said"),
    [
        (timedelta(seconds=-30), "just now"),
        (timedelta(seconds=59), "just now"),
        (timedelta(minutes=1), "1 minute ago"),
        (timedelta(minutes=12, seconds=59), "12 minutes ago"),
        (timedelta(hours=1), "1 hour ago"),
        (timedelta(hours=23, minutes=59), "23 hours ago"),
        (timedelta(days=1), "1 day ago"),
        (timedelta(days=6, hours=23), "6 days ago"),
    ],
)
def test_how_long_ago_something_was_is_said_in_words(passed: timedelta, said: str) -> None:
    now = datetime(2026, 5, 3, 12, tzinfo=UTC)
    assert ago(Interface("en"), now - passed, now) == said


def test_what_is_longer_ago_than_a_week_has_its_date() -> None:
    now = datetime(2026, 5, 20, 12, tzinfo=UTC)
    assert "2026-05-03" in ago(Interface("en"), now - timedelta(days=17), now)


# Keys


async def test_the_cursor_moves_from_list_to_list(tmp_path: Path) -> None:
    await recorded(tmp_path, choices("wordle"))
    await left(tmp_path, choices("taboo"), choices("wordle"))
    async with opened(tmp_path, **BUNDLED) as (app, pilot):
        home = await home_of(app, pilot)
        way = []
        for _ in range(7):
            focused = app.focused
            assert isinstance(focused, RowList | GameCards)
            way.append((focused.id, focused.highlighted))
            await pilot.press("down")
        assert way == [
            ("games", 0),
            ("games", 3),
            ("unfinished", 0),
            ("unfinished", 1),
            ("recent", 0),
            ("today", 0),
            ("today", 1),
        ]
        await pilot.press("shift+tab", "up")
        assert home.query_one(UnfinishedList).has_focus
        assert home.query_one(UnfinishedList).highlighted == 1
        await pilot.press("tab")
        assert home.query_one(RecentList).has_focus
        await pilot.press("shift+tab", "shift+tab")
        assert home.query_one(GameCards).has_focus
        await pilot.press("up", "tab", "up", "up")
        assert home.query_one(GameCards).highlighted == len(app.context.listings) - 1


async def test_today_is_left_for_what_is_beside_it_and_above_it(tmp_path: Path) -> None:
    await recorded(tmp_path, choices("wordle"))
    async with opened(tmp_path, size=(120, 40), **BUNDLED) as (app, pilot):
        home = await home_of(app, pilot)
        games, recent = home.query_one(GameCards), home.query_one(RecentList)
        await pilot.press("t", "up")
        assert games.has_focus
        await pilot.press("t", "left")
        assert recent.has_focus
        await pilot.press("right", "up")
        assert games.has_focus
    async with opened(tmp_path / "new", size=(120, 40), **BUNDLED) as (app, pilot):
        home = await home_of(app, pilot)
        await pilot.press("t", "left")
        assert home.query_one(GameCards).has_focus, "nothing is beside it yet"
        await resize(pilot, 70, 40)
        await pilot.press("t", "up")
        assert home.query_one(GameCards).has_focus


async def test_today_below_the_other_lists_is_left_upwards_for_them(tmp_path: Path) -> None:
    await recorded(tmp_path, choices("wordle"))
    async with opened(tmp_path, size=(60, 40), **BUNDLED) as (app, pilot):
        home = await home_of(app, pilot)
        await pilot.press("t", "up")
        assert home.query_one(RecentList).has_focus


@pytest.mark.parametrize(("keys", "down", "up"), [("vim", "j", "k"), ("emacs", "ctrl+n", "ctrl+p")])
async def test_presets_move_through_the_lists(
    tmp_path: Path, keys: str, down: str, up: str
) -> None:
    await left(tmp_path, choices("taboo"))
    settings = Settings(keys=keys)  # type: ignore[arg-type]
    async with opened(tmp_path, settings=settings, **BUNDLED) as (app, pilot):
        home = await home_of(app, pilot)
        games = home.query_one(GameCards)
        await pilot.press(down, down)
        assert home.query_one(UnfinishedList).has_focus
        await pilot.press(up)
        assert games.has_focus
        await pilot.press(up)
        assert games.highlighted == 0


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        ("w", PeopleScreen),
        ("s", SettingsScreen),
        ("question_mark", ReaderScreen),
        ("m", SetupScreen),
        ("v", SetupScreen),
    ],
)
async def test_letters_open_what_they_stand_for(
    tmp_path: Path, key: str, kind: type[HomeScreen]
) -> None:
    async with opened(tmp_path, **BUNDLED) as (app, pilot):
        await home_of(app, pilot)
        await pilot.press(key)
        await on(pilot, kind)
        await pilot.press("escape")
        await on(pilot, HomeScreen)


@pytest.mark.parametrize(
    ("key", "module", "name"),
    [("r", "history", "HistoryScreen"), ("d", "progress", "ProgressScreen")],
)
async def test_records_and_progress_are_one_key_away(
    tmp_path: Path, key: str, module: str, name: str
) -> None:
    async with opened(tmp_path, **BUNDLED) as (app, pilot):
        await home_of(app, pilot)
        await pilot.press(key)
        await until(pilot, lambda: type(app.screen).__name__ == name)


async def test_an_episode_that_has_ended_can_be_read(tmp_path: Path) -> None:
    await recorded(tmp_path, choices("wordle"))
    async with opened(tmp_path, **BUNDLED) as (app, pilot):
        home = await home_of(app, pilot)
        home.query_one(RecentList).focus()
        await pilot.press("enter")
        await until(pilot, lambda: type(app.screen).__name__ == "ReviewScreen")


async def test_the_key_bar_says_what_enter_does_in_each_list(tmp_path: Path) -> None:
    await recorded(tmp_path, choices("wordle"))
    await left(tmp_path, choices("taboo"))
    async with opened(tmp_path, **BUNDLED) as (app, pilot):
        home = await home_of(app, pilot)
        said = []
        for _ in range(3):
            said.append(text_of(home.query_one(KeyBar)).split("  ")[0].strip())
            await pilot.press("tab")
            await pilot.pause()
        assert said == ["⏎ Play", "⏎ Resume", "⏎ Read"]


async def test_help_has_the_rules_of_the_game_that_is_highlighted(tmp_path: Path) -> None:
    async with opened(tmp_path, **BUNDLED) as (app, pilot):
        home = await home_of(app, pilot)
        games = home.query_one(GameCards)
        games.highlight(games.ids.index("wordle"))
        texts = dict(home._help())
        assert "Rules: Wordle" in texts


# Language


async def test_another_language_keeps_what_is_highlighted(tmp_path: Path) -> None:
    await recorded(tmp_path, choices("wordle"))
    await left(tmp_path, choices("taboo"), choices("wordle"))
    async with opened(tmp_path, **BUNDLED) as (app, pilot):
        home = await home_of(app, pilot)
        await pilot.press("tab", "down")
        await app.set_language("de")
        await pilot.pause()
        unfinished = home.query_one(UnfinishedList)
        assert unfinished.has_focus
        assert unfinished.highlighted == 1
        assert app.context.listing("taboo").words["de"]["taboo.summary"][:20] in seen(app)
        assert home.query_one(RecentList).option_count == 1


# Command line


async def test_choices_of_the_command_line_open_the_play_screen(tmp_path: Path) -> None:
    wanted = Choices(game="wordle", person="Cem")
    async with opened(tmp_path, choices=wanted) as (app, pilot):
        screen = await on(pilot, PlayScreen)
        assert screen.live.game.card.id == "wordle"
        await pilot.press("escape", "enter")
        await on(pilot, HomeScreen)
        assert app.is_running


async def test_a_repetition_is_said_before_play(tmp_path: Path) -> None:
    same = choices("taboo", experiment="high", game_id=0)
    await recorded(tmp_path, same)
    for person, repeated in (("Ann", True), ("Bea", False)):
        async with opened(tmp_path, choices=replace(same, person=person)) as (app, pilot):
            await on(pilot, PlayScreen)
            await pilot.pause()
            assert ("· repetition ·" in seen(app)) == repeated
            notes = [str(each.message) for each in app._notifications]
            assert any("has seen this task before" in each for each in notes) == repeated


async def test_invalid_choices_are_reported_on_the_home_screen(tmp_path: Path) -> None:
    async with opened(tmp_path, choices=Choices(game="wordle", game_id=4711)) as (app, pilot):
        await until(pilot, lambda: "4711" in seen(app))
        assert isinstance(app.screen, HomeScreen)
        assert app.screen.query_one("#games").has_focus


async def test_an_unknown_episode_is_reported(tmp_path: Path) -> None:
    async with opened(tmp_path, resume="nowhere") as (app, pilot):
        await until(pilot, lambda: "nowhere" in seen(app))


async def test_the_first_line_says_what_this_is_and_who_plays(tmp_path: Path) -> None:
    async with opened(tmp_path, **BUNDLED) as (app, pilot):
        await home_of(app, pilot)
        first = text_of(app.screen.query_one(".headline", Static))
        assert first.startswith("clemtui")
        assert first.endswith("Ann")
