"""Tests of the progress screen: own figures, their development, everyone's, and empty cases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from clemtui.analysis.development import development_of
from clemtui.episode.service import PlayService
from clemtui.language import Interface
from clemtui.records.line_ups import SeatPlayer
from clemtui.records.results import PlayedEpisode
from clemtui.ui.app import ClemtuiApp
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.results.progress.figures import (
    Part,
    played_parts,
    plot_description,
    plot_points,
    pooled_in,
    restrict_to,
)
from clemtui.ui.results.progress.screen import ProgressScreen
from clemtui.ui.results.screen import ResultScreen
from clemtui.ui.setup.screen import SetupScreen
from clemtui.ui.shell.dialogs.palette import PaletteScreen
from clemtui.ui.shell.navigation import OpenProgress
from clemtui.ui.widgets.plots import Point, ProgressPlot, draw_plot
from tests.ui.support.app import on, opened, seen, text_of, until, wait_for_workers
from tests.ui.support.results import LOSE, open_result, play_to_end

UI = Interface("en")
WIN = "GUESS: {target_word}"


async def progress(
    app: ClemtuiApp, pilot: Pilot[None], game: str | None = "taboo"
) -> ProgressScreen:
    """Open the screen and return it with everything loaded."""
    await until(pilot, lambda: app.screen_stack[1:])
    screen = ProgressScreen(app.context, OpenProgress(game))
    await app.push_screen(screen)
    await loaded(pilot, screen)
    return screen


async def loaded(pilot: Pilot[None], screen: ProgressScreen) -> None:
    await until(pilot, lambda: screen._everybody is not None and screen._facets is not None)
    await wait_for_workers(screen.workers)
    await pilot.pause()


def shown(screen: ProgressScreen, id: str) -> str:
    widget = screen.query_one(f"#{id}", Static)
    return text_of(widget) if widget.display else ""


def table(screen: ProgressScreen, id: str) -> list[str]:
    """Return the rows of a table, with single spaces."""
    return [" ".join(line.split()) for line in shown(screen, id).split("\n")[1:]]


async def evening(service: PlayService) -> None:
    """Play some episodes in both seats and interface conditions, and one as another person."""
    await play_to_end(service, "taboo", answers=[LOSE])
    await play_to_end(service, "taboo", game_id=1)
    await play_to_end(service, "taboo", game_id=2, answers=[LOSE], interface="verbatim")
    await play_to_end(service, "taboo", game_id=3, seat="Player 2", answers=[WIN])
    await play_to_end(service, "taboo", person="Ben", answers=[LOSE])


async def test_own_figures_by_seat_and_interface(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path, size=(120, 40)) as (app, pilot):
        await evening(await app.context.service())
        screen = await progress(app, pilot)
        assert "Ann in Taboo" in shown(screen, "own-title")
        assert table(screen, "own") == [
            "Describer (assisted) 2 50% 0.0 0.0 0%",
            "Describer (verbatim) 1 100% 0.0 0.0 0%",
            "Guesser (assisted) 1 100% 100.0 100.0 100%",
        ]
        assert "4 episodes" in shown(screen, "in-words")
        assert shown(screen, "in-words").startswith(
            "Latest results, newest last: 0, aborted, 0, 100."
        )


async def test_everyone_is_compared(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(120, 40)) as (app, pilot):
        service = await app.context.service()
        await evening(service)
        await play_to_end(service, "taboo", seat="observer")
        screen = await progress(app, pilot)
        assert [row.rstrip("━ ") for row in table(screen, "everybody")] == [
            "scripted player + a person (assisted) 1 100% 100.0 100.0 100%",
            "scripted player + scripted player 1 100% 100.0 100.0 100%",
            "people (2) + scripted player (assisted) 3 67% 0.0 0.0 0%",
            "a person + scripted player (verbatim) 1 100% 0.0 0.0 0%",
        ]
        assert "━" in table(screen, "everybody")[0]
        assert "━" not in table(screen, "everybody")[3]


async def test_development_is_plotted_and_described(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(120, 40)) as (app, pilot):
        await evening(await app.context.service())
        screen = await progress(app, pilot)
        plot = text_of(screen.query_one(ProgressPlot))
        assert plot.count("•") == 3
        assert plot.count("×") == 1
        assert any("\u2800" < character <= "\u28ff" for character in plot)
        assert "main score" in shown(screen, "legend")


async def test_s_cycles_parts(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        await evening(await app.context.service())
        screen = await progress(app, pilot)
        titles = []
        for _ in range(4):
            await pilot.press("s")
            await pilot.pause()
            titles.append((shown(screen, "own-title"), screen.part))
        assert [title for title, _ in titles] == [
            "Ann in Taboo · Describer (assisted)",
            "Ann in Taboo · Describer (verbatim)",
            "Ann in Taboo · Guesser (assisted)",
            "Ann in Taboo",
        ]
        assert titles[-1][1] is None
        await pilot.press("s", "s")
        await pilot.pause()
        assert "1 episode," in shown(screen, "in-words")


async def test_a_part_has_its_own_row_and_its_own_exclusions(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(120, 40)) as (app, pilot):
        service = await app.context.service()
        await evening(service)
        await play_to_end(service, "taboo", game_id=4, practice=True, answers=[LOSE])
        guess: dict[str, Any] = {"seat": "Player 2", "practice": True, "answers": [WIN]}
        await play_to_end(service, "taboo", game_id=5, **guess)
        screen = await progress(app, pilot)
        assert "Excluded: practice: 2." in shown(screen, "own")
        for who, excluded in (("assisted", True), ("verbatim", False), ("Guesser", True)):
            await pilot.press("s")
            await pilot.pause()
            row, *rest = table(screen, "own")
            assert who in row
            assert [line for line in rest if line.startswith("Excluded")] == (
                ["Excluded: practice: 1."] if excluded else []
            )


async def test_f_cycles_languages(tmp_path: Path) -> None:
    async with opened(tmp_path, collections=()) as (app, pilot):
        service = await app.context.service()
        await play_to_end(service, "taboo", answers=[LOSE])
        answers = ["HINWEIS: {target_word}"]
        await play_to_end(service, "taboo", language="de", game_id=1, answers=answers)
        screen = await progress(app, pilot)
        counts = {}
        for _ in range(3):
            counts[screen.language] = sum(row.episodes for row in rows_of(screen))
            await pilot.press("f")
            await loaded(pilot, screen)
        assert counts == {None: 2, "en": 1, "de": 1}
        await pilot.press("home")
        assert screen.language in (None, "en", "de")


def rows_of(screen: ProgressScreen) -> Sequence[Any]:
    assert screen._everybody is not None
    return screen._everybody.all_players.rows


async def test_no_keys_with_one_language_and_seat(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        await play_to_end(await app.context.service(), "taboo", answers=[LOSE])
        screen = await progress(app, pilot)
        usable = {a.binding.id for a in screen.active_bindings.values() if a.enabled}
        assert usable.isdisjoint({"progress.part", "progress.language"})
        assert {"progress.play", "progress.close"} <= usable


async def test_no_episodes_explains_what_to_do(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        screen = await progress(app, pilot, None)
        assert shown(screen, "empty").startswith("No one has finished this game here yet.")
        assert shown(screen, "in-words") == ""
        assert not screen.query_one(ProgressPlot).display
        assert not (tmp_path / "clemtui.db").exists(), "looking records nothing"
        await pilot.press("enter")
        setup = await on(pilot, SetupScreen)
        assert setup.listing.card.id == screen.game


async def test_no_own_episodes_shows_others(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        await play_to_end(await app.context.service(), "taboo", person="Ben", answers=[LOSE])
        screen = await progress(app, pilot)
        assert shown(screen, "empty").startswith("You have not finished this game yet.")
        who, numbers = table(screen, "everybody")[:2]
        assert who == "a person + scripted player (assisted)"
        assert numbers.startswith("1 100% 0.0")


async def test_practice_is_excluded_and_counted(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        service = await app.context.service()
        await play_to_end(service, "taboo", answers=[LOSE], practice=True)
        screen = await progress(app, pilot)
        assert shown(screen, "own") == "Excluded: practice: 1."
        assert rows_of(screen) == ()


async def test_games_list_with_counts(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as (app, pilot):
        await play_to_end(await app.context.service(), "taboo", answers=[LOSE])
        screen = await progress(app, pilot, None)
        await until(pilot, lambda: screen.game == "taboo")
        await loaded(pilot, screen)
        games = screen.query_one("#games", OptionList)
        prompts = {option.id: str(option.prompt) for option in games.options}
        assert prompts["taboo"] == "Taboo  1 recorded"
        assert prompts["wordle"].strip() == "Wordle"
        await pilot.press("end")
        await until(pilot, lambda: "Whisper" in shown(screen, "own-title"))
        assert screen.game == "whisper"


async def test_figures_are_reloaded_on_return(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        screen = await progress(app, pilot)
        assert rows_of(screen) == ()
        await open_result(app, pilot, "taboo", answers=[LOSE])
        await pilot.press("escape")
        await on(pilot, ProgressScreen)
        await until(pilot, lambda: rows_of(screen))
        await loaded(pilot, screen)
        assert table(screen, "own")


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 12)])
async def test_game_and_first_figure_fit_every_size(tmp_path: Path, size: tuple[int, int]) -> None:
    async with opened(tmp_path, size=size) as (app, pilot):
        await evening(await app.context.service())
        await progress(app, pilot)
        await pilot.pause()
        lines = seen(app)
        assert "Taboo" in lines
        assert "50%" in lines
        await pilot.press("tab", "end")
        await until(pilot, lambda: "successes." in seen(app))


async def test_language_change_keeps_part(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        await evening(await app.context.service())
        screen = await progress(app, pilot)
        await pilot.press("s")
        await pilot.pause()
        await app.set_language("de")
        await pilot.pause()
        assert screen.part == ("Player 1", "assisted", "en")
        assert screen.game == "taboo"
        assert "Tabu" in shown(screen, "own-title")
        assert table(screen, "own")


async def test_palette_opens_progress_outside_games(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as (app, pilot):
        await open_result(app, pilot, "taboo", answers=[LOSE])
        await pilot.press("ctrl+p")
        palette = await on(pilot, PaletteScreen)
        await pilot.press(*"progress")
        await until(pilot, lambda: palette.query_one(OptionList).option_count == 1)
        await pilot.press("enter")
        screen = await on(pilot, ProgressScreen)
        assert "progress" not in {command.action for command in screen.commands()}
        await pilot.press("escape")
        await on(pilot, ResultScreen)
        await pilot.press("escape")
        home = await on(pilot, HomeScreen)
        actions = [command.action for command in home.commands()]
        assert actions.count("progress") == 1, "by the key of home"


def episode(seat: str, interface: str, score: float | None, outcome: str) -> PlayedEpisode:
    return PlayedEpisode(
        episode="e",
        at=datetime(2026, 1, 1, tzinfo=UTC),
        time_known=True,
        seat=seat,
        role="Role",
        language="en",
        interface=interface,
        seats=(),
        outcome=outcome,  # type: ignore[arg-type]
        main_score=score,
    )


B = Part("B", "assisted", "en")


def test_parts_are_averaged_separately() -> None:
    development = development_of(
        [
            episode("B", "assisted", 100.0, "success"),
            episode("A", "assisted", 0.0, "lose"),
            episode("B", "assisted", None, "aborted"),
            episode("B", "verbatim", 50.0, "success"),
        ],
        {},
    )
    assert played_parts(development) == (
        Part("A", "assisted", "en"),
        B,
        Part("B", "verbatim", "en"),
    )
    steps = restrict_to(development, B).steps
    assert [step.number for step in steps] == [1, 2]
    assert (steps[-1].quality, steps[-1].joint, steps[-1].played) == (100.0, 50.0, 50.0)
    assert plot_points(steps) == [Point(1, 100.0, False, 100.0), Point(2, None, True, 100.0)]
    said = "Latest results, newest last: 100, aborted. 2 episodes, quality 100, joint score 50."
    assert plot_description(steps, UI, together=False) == said
    pooling = plot_description(steps, UI, together=True)
    assert pooling == f"{said} These figures pool all rows above."


def test_prompt_languages_have_rows_of_their_own_and_partners_are_said_to_be_pooled() -> None:
    human, scripted, model = (
        SeatPlayer("A", "Role", "human", "human"),
        SeatPlayer("B", "Role", "scripted", "scripted"),
        SeatPlayer("B", "Role", "model", "small"),
    )
    played = [
        replace(episode("A", "assisted", score, "success"), language=language, seats=seats)
        for score, language, seats in (
            (100.0, "en", (human, scripted)),
            (50.0, "en", (human, model)),
            (0.0, "de", (human, scripted)),
        )
    ]
    development = development_of(played, {})
    assert [(part.language, len(restrict_to(development, part).steps)) for part in played_parts(
        development)] == [("de", 1), ("en", 2)]  # fmt: skip
    assert pooled_in(development) == {"players": ("human--scripted", "human--small")}


@pytest.mark.parametrize(("width", "height"), [(24, 4), (40, 8), (90, 13)])
@pytest.mark.parametrize("count", [1, 2, 300])
def test_plot_fits(width: int, height: int, count: int) -> None:
    points = [Point(n, float(n % 101), n % 7 == 0, 50.0) for n in range(1, count + 1)]
    rows = draw_plot(points, UI, width, height).plain.split("\n")
    assert len(rows) <= height
    assert all(len(row) <= width for row in rows)
    assert "•" in "".join(rows)


def test_no_plot_if_too_small() -> None:
    assert draw_plot([Point(1, 1.0, False, 1.0)], UI, 10, 2).plain == ""


def test_scores_outside_0_to_100_are_plotted() -> None:
    points = [Point(1, -20.0, False, -20.0), Point(2, 140.0, False, 60.0)]
    rows = draw_plot(points, UI, 40, 8).plain
    assert "-20" in rows
    assert "140" in rows


async def test_own_episodes_that_do_not_count_are_not_said_to_be_missing(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        service = await app.context.service()
        await play_to_end(service, "taboo", answers=[LOSE], practice=True)
        screen = await progress(app, pilot)
        assert shown(screen, "empty").startswith("No episode of yours counts here yet.")
        assert "practice: 1" in shown(screen, "own")
