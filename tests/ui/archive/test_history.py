"""Tests of the history screen: filtering, loading by pages, opening and resuming episodes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from clemtui.engine.instances import Origin
from clemtui.language import Interface, Localised
from clemtui.language.width import cell_count
from clemtui.ui.archive.episode_texts import EpisodeTexts
from clemtui.ui.archive.history.screen import HistoryScreen
from clemtui.ui.archive.history.table import EpisodeTable
from clemtui.ui.archive.review.screen import ReviewScreen
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.shell import base
from clemtui.ui.shell.dialogs.choice import ChoiceDialog
from clemtui.ui.widgets.keybar import KeyBar
from tests.support.play_helpers import choices, play, sitting
from tests.ui.support.app import on, opened, seen, until
from tests.ui.support.history import (
    apply_filter,
    history,
    message_line,
    record_episodes,
    rows,
    table_of,
)
from tests.ui.support.reviews import HOSTILE, record_hostile_person


async def test_newest_first_with_main_facts(tmp_path: Path) -> None:
    await record_episodes(tmp_path)
    async with history(tmp_path) as (screen, _, app):
        lines = rows(app)
        assert len(lines) == 4
        assert message_line(screen) == "4 episodes"
        for text in ("Wordle", "you", "… unfinis… ↺", "en"):
            assert text in lines[0]
        for text in ("Taboo", "Bea", "de", "✓ Success", "100"):
            assert text in lines[1]
        assert "■ Aborted" in lines[2]
        assert "Taboo" in lines[3]
        assert lines[0].startswith("▌"), "the highlighted one is marked without colours"
        assert not any(line.startswith("▌") for line in lines[1:])


async def test_empty_history_explains_what_to_do(tmp_path: Path) -> None:
    async with history(tmp_path) as (screen, pilot, app):
        assert "Nothing has been played here yet" in seen(app)
        await pilot.press("enter", "down", "t")
        assert app.screen is screen
        await pilot.press("escape")
        await on(pilot, HomeScreen)
        assert not (tmp_path / "clemtui.db").exists(), "looking writes nothing"


async def test_filter_and_escape(tmp_path: Path) -> None:
    await record_episodes(tmp_path)
    async with history(tmp_path) as (screen, pilot, app):
        await apply_filter(screen, pilot, "game:taboo by:Ann")
        assert len(rows(app)) == 1
        assert message_line(screen).startswith("Filtered: 1 episode")
        assert table_of(screen).has_focus
        await pilot.press("escape")
        await until(pilot, lambda: screen.count == 4)
        assert screen.line == ""
        await pilot.press("escape")
        await on(pilot, HomeScreen)


async def test_searches_while_typing(tmp_path: Path) -> None:
    await record_episodes(tmp_path)
    async with history(tmp_path) as (screen, pilot, _):
        await pilot.press("slash", *"game:wordle")
        await until(pilot, lambda: screen.count == 2)
        assert screen.query_one("#filter").has_focus


async def test_unknown_filter_is_reported_in_one_line(tmp_path: Path) -> None:
    await record_episodes(tmp_path)
    async with history(tmp_path) as (screen, pilot, app):
        await apply_filter(screen, pilot, "gmae:taboo")
        assert "did you mean 'game:'?" in message_line(screen)
        assert "\n" not in message_line(screen)
        assert len(rows(app)) == 4, "what was there stays"
        await apply_filter(screen, pilot, "game:taboo")
        assert message_line(screen).startswith("Filtered: 2 episodes")


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("game:tabu", "unknown game 'tabu'; did you mean 'taboo'?"),
        ("language:xx", "unknown language 'xx'"),
        ("by:P-99", "unknown person 'P-99'"),
    ],
)
async def test_unknown_value_is_reported_as_on_the_command_line(
    tmp_path: Path, line: str, problem: str
) -> None:
    await record_episodes(tmp_path)
    async with history(tmp_path) as (screen, pilot, app):
        await apply_filter(screen, pilot, line)
        await until(pilot, lambda: problem in message_line(screen))
        await pilot.pause()
        assert "Easy 0" not in seen(app), "nothing is said of an episode that is not listed"
        await apply_filter(screen, pilot, "game:taboo")
        await until(pilot, lambda: message_line(screen).startswith("Filtered: 2 episodes"))
        await until(pilot, lambda: "Easy 0. " in seen(app))


async def test_newcomer_has_no_episodes_and_is_no_mistake(tmp_path: Path) -> None:
    await record_episodes(tmp_path)
    async with history(tmp_path, person="Zoe") as (screen, pilot, app):
        await pilot.press("m")
        await until(pilot, lambda: screen.count == 0)
        await pilot.pause()
        assert not screen.problem
        assert "No matches." in seen(app)


async def test_long_error_is_wrapped(tmp_path: Path) -> None:
    await record_episodes(tmp_path)
    async with history(tmp_path) as (screen, pilot, app):
        await apply_filter(screen, pilot, "foo:bar")
        assert screen.query_one("#found").size.height == 3
        assert "put it in double quotes" in " ".join(seen(app).split())
        await apply_filter(screen, pilot, "game:taboo")
        await until(pilot, lambda: screen.query_one("#found").size.height == 1)


async def test_filter_from_command_line_applies(tmp_path: Path) -> None:
    await record_episodes(tmp_path)
    async with history(tmp_path, history="state:running") as (screen, _, app):
        assert len(rows(app)) == 1
        assert "state:running" in seen(app)
    async with history(tmp_path, history="stat:running") as (screen, _, app):
        assert "did you mean 'state:'?" in message_line(screen)


async def test_no_match_explains_what_to_do(tmp_path: Path) -> None:
    await record_episodes(tmp_path)
    async with history(tmp_path, history="game:wordle chess") as (_, __, app):
        assert "No matches. Press Escape to clear the filter" in seen(app)


@pytest.mark.parametrize(
    ("key", "line", "count"),
    [("m", "by:Ann", 3), ("u", "state:running", 1), ("t", "game:wordle", 2)],
)
async def test_quick_filters_toggle(tmp_path: Path, key: str, line: str, count: int) -> None:
    await record_episodes(tmp_path)
    async with history(tmp_path) as (screen, pilot, app):
        await pilot.press(key)
        await until(pilot, lambda: screen.count == count)
        assert screen.line == line
        assert line in seen(app)
        await pilot.press(key)
        await until(pilot, lambda: screen.count == 4)
        assert screen.line == ""


async def test_quick_filters_combine(tmp_path: Path) -> None:
    await record_episodes(tmp_path)
    async with history(tmp_path) as (screen, pilot, _):
        await pilot.press("m")
        await until(pilot, lambda: screen.count == 3)
        await pilot.press("u")
        await until(pilot, lambda: screen.count == 1)
        assert set(screen.line.split()) == {"by:Ann", "state:running"}


async def test_search_shows_matches(tmp_path: Path) -> None:
    ids = await record_episodes(tmp_path)
    async with history(tmp_path) as (screen, pilot, app):
        await apply_filter(screen, pilot, "nothing")
        await until(pilot, lambda: screen.matches)
        assert ids["wordle"] in screen.matches
        await pilot.pause()
        shown = [line for line in rows(app) if "nothing" in line]
        assert shown
        assert all(":" in line for line in shown), "with who wrote or heard it"
        await apply_filter(screen, pilot, "describe game:taboo")
        await until(pilot, lambda: screen.matches and "describe" in seen(app))
        told = [line for line in rows(app) if "describe" in line]
        assert told
        assert all("to Describer: " in line or "to Guesser: " in line for line in told)
        await apply_filter(screen, pilot, "nothing outcome:aborted")
        await until(pilot, lambda: screen.matches)
        await pilot.press("enter")
        review = await on(pilot, ReviewScreen)
        await until(pilot, lambda: review.reading)
        assert review.wanted == "nothing", "one begins to read there"


async def test_suggestions_come_from_records(tmp_path: Path) -> None:
    await record_episodes(tmp_path)
    async with history(tmp_path) as (screen, pilot, _):
        await pilot.press("slash")
        await pilot.pause()
        assert message_line(screen).startswith("game:  with:  by:")
        await pilot.press(*"game:")
        await pilot.pause()
        assert "game:taboo 2" in message_line(screen)
        assert "game:wordle 2" in message_line(screen)
        await pilot.press("w")
        await pilot.pause()
        await pilot.press("right")
        assert screen.line == "game:wordle"


async def test_unfinished_episode_can_be_resumed_or_read(tmp_path: Path) -> None:
    ids = await record_episodes(tmp_path)
    async with history(tmp_path) as (_, pilot, app):
        await pilot.press("enter")
        await on(pilot, ChoiceDialog)
        await pilot.press("down", "enter")
        review = await on(pilot, ReviewScreen)
        await until(pilot, lambda: review.review)
        assert review.episode == ids["left"]
        await pilot.press("escape")
        await on(pilot, HistoryScreen)
        await pilot.press("enter")
        await on(pilot, ChoiceDialog)
        await pilot.press("escape")
        await on(pilot, HistoryScreen)
        await pilot.press("enter")
        await on(pilot, ChoiceDialog)
        await pilot.press("enter")
        play_screen = await on(pilot, PlayScreen)
        assert play_screen.live.id == ids["left"]
        assert not any(isinstance(screen, ChoiceDialog) for screen in app.screen_stack)


async def test_click_highlights_then_opens(tmp_path: Path) -> None:
    ids = await record_episodes(tmp_path)
    async with history(tmp_path) as (screen, pilot, _):
        await pilot.click(EpisodeTable, offset=(10, 2))
        await pilot.pause()
        episode = table_of(screen).highlighted
        assert episode is not None
        assert episode.id == ids["bea"]
        await pilot.click(EpisodeTable, offset=(10, 2))
        review = await on(pilot, ReviewScreen)
        assert review.episode == ids["bea"]


async def test_wide_screen_previews_highlighted_episode(tmp_path: Path) -> None:
    ids = await record_episodes(tmp_path)
    async with history(tmp_path, size=(130, 30)) as (_, pilot, app):
        await pilot.press("down")
        await pilot.pause()
        for text in (ids["bea"][:30], "Guesser: Bea", "Describer: scripted player", "German"):
            assert text in seen(app)


async def test_language_change_keeps_filter_position_and_focus(tmp_path: Path) -> None:
    await record_episodes(tmp_path)
    async with history(tmp_path) as (screen, pilot, app):
        await apply_filter(screen, pilot, "game:taboo")
        await pilot.press("down")
        before = table_of(screen).highlighted
        await app.set_language("de")
        await pilot.pause()
        assert table_of(screen).has_focus
        assert table_of(screen).highlighted == before
        assert screen.query_one("#filter").value == "game:taboo"  # type: ignore[attr-defined]
        assert len(rows(app)) == 2
        await pilot.press("enter")
        review = await on(pilot, ReviewScreen)
        assert before is not None
        assert review.episode == before.id


async def test_new_episodes_appear_on_return(tmp_path: Path) -> None:
    await record_episodes(tmp_path)
    async with history(tmp_path) as (screen, pilot, app):
        await pilot.press("down")
        before = table_of(screen).highlighted
        async with sitting(tmp_path / "clemtui.db") as service:
            await play(service, choices("moot"))
        await pilot.press("f1")
        await until(pilot, lambda: app.screen is not screen)
        await pilot.press("escape")
        await until(pilot, lambda: screen.count == 5)
        assert table_of(screen).highlighted == before, "the place is kept"


async def test_keys_can_be_clicked_while_episodes_are_being_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "BUSY_DELAY_SECONDS", 0.001)
    await record_episodes(tmp_path)
    async with history(tmp_path) as (screen, pilot, app):
        keys = screen.query_one(KeyBar)
        await until(pilot, lambda: keys.region.height == 2)
        with screen.busy():
            await until(pilot, lambda: "One moment…" in seen(app))
            for y in range(keys.region.y, keys.region.bottom):
                assert screen.get_widget_at(1, y)[0] is keys


async def test_hostile_names_are_shown_as_text(tmp_path: Path) -> None:
    await record_hostile_person(tmp_path)
    async with sitting(tmp_path / "clemtui.db") as service:
        await play(service, choices("taboo", person=HOSTILE))
        await play(service, choices("wordle", person=HOSTILE), lambda _: f"{HOSTILE} river")
    async with history(tmp_path, size=(140, 30)) as (screen, pilot, app):
        await apply_filter(screen, pilot, "river")
        await until(pilot, lambda: screen.matches)
        await pilot.pause()
        shown = seen(app)
        assert "[bold red]x[/] ␛[31mred" in shown
        assert not set(shown) & set("\x1b\x07\u202e\u200b\u2066")
        await pilot.press("escape", "slash", *"by:")
        await until(pilot, lambda: screen.line == "by:")
        await pilot.pause()
        assert "bold red" not in message_line(screen), "what cannot be typed is not offered"


async def test_unreadable_database_is_reported(tmp_path: Path) -> None:
    (tmp_path / "clemtui.db").write_text("this is no database" * 100, "utf-8")
    async with opened(tmp_path, first="history") as (app, pilot):
        await on(pilot, HistoryScreen)
        await until(pilot, lambda: app._notifications)
        assert any("clemtui.db" in note.message for note in app._notifications)


async def test_filter_errors_use_interface_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await record_episodes(tmp_path)
    said = Localised("Das gibt es nicht.")
    async with history(tmp_path) as (screen, pilot, _):
        monkeypatch.setattr(Interface, "say", lambda self, sentence: said)
        await apply_filter(screen, pilot, "outcome:won")
        assert message_line(screen) == f"✗ {said}"


@pytest.mark.parametrize("cells", [6, 12, 18, 26, 40])
@pytest.mark.parametrize(("origin", "official"), [("bundled", False), ("official", True)])
async def test_the_number_of_an_instance_is_never_cut_off(
    tmp_path: Path, cells: int, origin: Origin, official: bool
) -> None:
    await record_episodes(tmp_path)
    async with history(tmp_path) as (screen, _, _):
        highlighted = table_of(screen).highlighted
        assert highlighted is not None
        episode = replace(
            highlighted, experiment="medium_frequency_words", game_id=1234, origin=origin
        )
        texts = EpisodeTexts(screen.context)
        said = texts.instance_name(episode, cells)
        assert cell_count(said) <= cells
        assert "1234" in said
        assert "official" not in said if not official or cells < 16 else "official" in said
        assert texts.instance_name(episode).startswith("medium_frequency_words 1234")
