"""The history: found by a line, read page by page, opened and gone on with."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot
from textual.widgets import Static

from clemtui.language import Interface, Localised
from clemtui.play.history import EpisodeFilter, HistoryFilter
from clemtui.store.reader import Reader
from clemtui.ui.app import ClemtuiApp
from clemtui.ui.screens.choice import ChoiceScreen
from clemtui.ui.screens.history import HistoryScreen
from clemtui.ui.screens.history_window import PAGE
from clemtui.ui.screens.home import HomeScreen
from clemtui.ui.screens.play import PlayScreen
from clemtui.ui.screens.review import ReviewScreen
from clemtui.ui.widgets.episode_table import EpisodeTable
from tests.benchmarks.history import fill
from tests.play.table import choices, left_at, play, sitting
from tests.ui.table import on, opened, seen, text_of, until

HOSTILE = "[bold red]x[/] \x1b[31mred\x1b]0;t\x07 \u202eevil\u200b\u2066"


@asynccontextmanager
async def history(
    folder: Path, *, size: tuple[int, int] = (80, 24), **given: object
) -> AsyncIterator[tuple[HistoryScreen, Pilot[None], ClemtuiApp]]:
    """The app at the history of a database in a folder, with everything read."""
    async with opened(folder, size=size, first="history", **given) as (app, pilot):  # type: ignore[arg-type]
        screen = await on(pilot, HistoryScreen)
        await until(pilot, lambda: screen.facets is not None or screen.problem)
        await pilot.pause()
        yield screen, pilot, app


async def played(folder: Path) -> dict[str, str]:
    """Four episodes: Ann's taboo and wordle (the latter lost), Bea's taboo, one unfinished."""
    async with sitting(folder / "clemtui.db") as service:
        taboo = await play(service, choices("taboo", language="en"))
        wordle = await play(service, choices("wordle", language="en"), lambda _: "nothing")
        bea = await play(service, choices("taboo", language="de", person="Bea", seat="Player 2"))
        left = await left_at(
            service, choices("wordle", language="en"), lambda person: len(person.updates) > 1
        )
    lives = {"taboo": taboo, "wordle": wordle, "bea": bea, "left": left}
    return {name: person.live.id for name, person in lives.items()}


def table_of(screen: HistoryScreen) -> EpisodeTable:
    return screen.query_one(EpisodeTable)


def rows(app: ClemtuiApp) -> list[str]:
    """The lines of the table that hold something."""
    lines = [line.rstrip() for line in seen(app).splitlines()[4:-1]]
    return [line for line in lines if line.strip()]


def found(screen: HistoryScreen) -> str:
    return text_of(screen.query_one("#found", Static))


async def typed(screen: HistoryScreen, pilot: Pilot[None], line: str) -> None:
    """Write a filter, and look at what it finds."""
    await pilot.press("slash")
    screen.query_one("#filter").value = line  # type: ignore[attr-defined]
    await pilot.pause()
    await pilot.press("enter")
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def test_the_latest_come_first_with_all_that_matters(tmp_path: Path) -> None:
    await played(tmp_path)
    async with history(tmp_path) as (screen, _, app):
        lines = rows(app)
        assert len(lines) == 4
        assert found(screen) == "4 episodes"
        for text in ("Wordle", "you", "… unfinished", "en"):
            assert text in lines[0]
        for text in ("Taboo", "Bea", "de", "✓ Success", "100"):
            assert text in lines[1]
        assert "■ Aborted" in lines[2]
        assert "Taboo" in lines[3]
        assert lines[0].startswith("▌"), "the highlighted one is marked without colours"
        assert not any(line.startswith("▌") for line in lines[1:])


async def test_nothing_played_yet_says_what_to_do(tmp_path: Path) -> None:
    async with history(tmp_path) as (screen, pilot, app):
        assert "Nothing has been played here yet" in seen(app)
        await pilot.press("enter", "down", "t")
        assert app.screen is screen
        await pilot.press("escape")
        await on(pilot, HomeScreen)
        assert not (tmp_path / "clemtui.db").exists(), "looking writes nothing"


async def test_a_line_filters_and_escape_shows_all(tmp_path: Path) -> None:
    await played(tmp_path)
    async with history(tmp_path) as (screen, pilot, app):
        await typed(screen, pilot, "game:taboo by:Ann")
        assert len(rows(app)) == 1
        assert found(screen).startswith("1 episode with this filter")
        assert table_of(screen).has_focus
        await pilot.press("escape")
        await until(pilot, lambda: screen.count == 4)
        assert screen.line == ""
        await pilot.press("escape")
        await on(pilot, HomeScreen)


async def test_it_searches_while_one_types(tmp_path: Path) -> None:
    await played(tmp_path)
    async with history(tmp_path) as (screen, pilot, _):
        await pilot.press("slash", *"game:wordle")
        await until(pilot, lambda: screen.count == 2)
        assert screen.query_one("#filter").has_focus


async def test_a_word_that_is_none_is_said_in_a_line(tmp_path: Path) -> None:
    await played(tmp_path)
    async with history(tmp_path) as (screen, pilot, app):
        await typed(screen, pilot, "gmae:taboo")
        assert "did you mean game:?" in found(screen)
        assert "\n" not in found(screen)
        assert len(rows(app)) == 4, "what was there stays"
        await typed(screen, pilot, "game:taboo")
        assert found(screen).startswith("2 episodes")


async def test_a_filter_from_the_command_line_is_there_at_once(tmp_path: Path) -> None:
    await played(tmp_path)
    async with history(tmp_path, history="state:running") as (screen, _, app):
        assert len(rows(app)) == 1
        assert "state:running" in seen(app)
    async with history(tmp_path, history="stat:running") as (screen, _, app):
        assert "did you mean state:?" in found(screen)


async def test_nothing_found_says_what_to_do(tmp_path: Path) -> None:
    await played(tmp_path)
    async with history(tmp_path, history="game:chess") as (_, __, app):
        assert "No episode fits this filter. Escape takes it away" in seen(app)


@pytest.mark.parametrize(
    ("key", "line", "count"),
    [("m", "by:Ann", 3), ("u", "state:running", 1), ("t", "game:wordle", 2)],
)
async def test_quick_filters_come_and_go(tmp_path: Path, key: str, line: str, count: int) -> None:
    await played(tmp_path)
    async with history(tmp_path) as (screen, pilot, app):
        await pilot.press(key)
        await until(pilot, lambda: screen.count == count)
        assert screen.line == line
        assert line in seen(app)
        await pilot.press(key)
        await until(pilot, lambda: screen.count == 4)
        assert screen.line == ""


async def test_quick_filters_go_together(tmp_path: Path) -> None:
    await played(tmp_path)
    async with history(tmp_path) as (screen, pilot, _):
        await pilot.press("m")
        await until(pilot, lambda: screen.count == 3)
        await pilot.press("u")
        await until(pilot, lambda: screen.count == 1)
        assert set(screen.line.split()) == {"by:Ann", "state:running"}


async def test_a_search_says_where_the_words_stand(tmp_path: Path) -> None:
    ids = await played(tmp_path)
    async with history(tmp_path) as (screen, pilot, app):
        await typed(screen, pilot, "nothing")
        await until(pilot, lambda: screen.passages)
        assert ids["wordle"] in screen.passages
        await pilot.pause()
        shown = [line for line in rows(app) if "nothing" in line]
        assert shown
        assert all(":" in line for line in shown), "with who wrote or heard it"
        await typed(screen, pilot, "nothing outcome:aborted")
        await until(pilot, lambda: screen.passages)
        await pilot.press("enter")
        review = await on(pilot, ReviewScreen)
        await until(pilot, lambda: review.reading)
        assert review.wanted == "nothing", "one begins to read there"


async def test_suggestions_come_from_what_there_is(tmp_path: Path) -> None:
    await played(tmp_path)
    async with history(tmp_path) as (screen, pilot, _):
        await pilot.press("slash")
        await pilot.pause()
        assert found(screen).startswith("game:  with:  by:")
        await pilot.press(*"game:")
        await pilot.pause()
        assert "game:taboo 2" in found(screen)
        assert "game:wordle 2" in found(screen)
        await pilot.press("w")
        await pilot.pause()
        await pilot.press("right")
        assert screen.line == "game:wordle"


async def test_an_unfinished_one_is_resumed_or_read(tmp_path: Path) -> None:
    ids = await played(tmp_path)
    async with history(tmp_path) as (_, pilot, app):
        await pilot.press("enter")
        await on(pilot, ChoiceScreen)
        await pilot.press("down", "enter")
        review = await on(pilot, ReviewScreen)
        await until(pilot, lambda: review.review)
        assert review.episode == ids["left"]
        await pilot.press("escape")
        await on(pilot, HistoryScreen)
        await pilot.press("enter")
        await on(pilot, ChoiceScreen)
        await pilot.press("escape")
        await on(pilot, HistoryScreen)
        await pilot.press("enter")
        await on(pilot, ChoiceScreen)
        await pilot.press("enter")
        play_screen = await on(pilot, PlayScreen)
        assert play_screen.live.id == ids["left"]
        assert not any(isinstance(screen, ChoiceScreen) for screen in app.screen_stack)


async def test_a_click_highlights_and_another_opens(tmp_path: Path) -> None:
    ids = await played(tmp_path)
    async with history(tmp_path) as (screen, pilot, _):
        await pilot.click(EpisodeTable, offset=(10, 2))
        await pilot.pause()
        episode = table_of(screen).highlighted
        assert episode is not None
        assert episode.id == ids["bea"]
        await pilot.click(EpisodeTable, offset=(10, 2))
        review = await on(pilot, ReviewScreen)
        assert review.episode == ids["bea"]


async def test_a_wide_screen_shows_more_of_what_is_highlighted(tmp_path: Path) -> None:
    ids = await played(tmp_path)
    async with history(tmp_path, size=(130, 30)) as (_, pilot, app):
        await pilot.press("down")
        await pilot.pause()
        for text in (ids["bea"][:30], "Guesser: Bea", "Describer: scripted player", "German"):
            assert text in seen(app)


async def test_another_language_keeps_line_place_and_focus(tmp_path: Path) -> None:
    await played(tmp_path)
    async with history(tmp_path) as (screen, pilot, app):
        await typed(screen, pilot, "game:taboo")
        await pilot.press("down")
        before = table_of(screen).highlighted
        await app.speak("de")
        await pilot.pause()
        assert table_of(screen).has_focus
        assert table_of(screen).highlighted == before
        assert screen.query_one("#filter").value == "game:taboo"  # type: ignore[attr-defined]
        assert len(rows(app)) == 2
        await pilot.press("enter")
        review = await on(pilot, ReviewScreen)
        assert before is not None
        assert review.episode == before.id


async def test_what_was_played_meanwhile_is_there_when_one_comes_back(tmp_path: Path) -> None:
    await played(tmp_path)
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


async def test_hostile_names_are_shown_as_text(tmp_path: Path) -> None:
    async with sitting(tmp_path / "clemtui.db") as service:
        await play(service, choices("taboo", person=HOSTILE))
        await play(service, choices("wordle", person=HOSTILE), lambda _: f"{HOSTILE} river")
    async with history(tmp_path, size=(140, 30)) as (screen, pilot, app):
        await typed(screen, pilot, "river")
        await until(pilot, lambda: screen.passages)
        await pilot.pause()
        shown = seen(app)
        assert "[bold red]x[/] ␛[31mred" in shown
        assert not set(shown) & set("\x1b\x07\u202e\u200b\u2066")
        await pilot.press("escape", "slash", *"by:")
        await until(pilot, lambda: screen.line == "by:")
        await pilot.pause()
        assert "bold red" not in found(screen), "what cannot be typed is not offered"


async def test_a_database_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    (tmp_path / "clemtui.db").write_text("this is no database" * 100, "utf-8")
    async with opened(tmp_path, first="history") as (app, pilot):
        await on(pilot, HistoryScreen)
        await until(pilot, lambda: app._notifications)
        assert any("clemtui.db" in note.message for note in app._notifications)


# Ten thousand episodes

MANY = 10_000


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of ten thousand episodes; it is copied before something is written."""
    path = tmp_path_factory.mktemp("many") / "clemtui.db"
    fill(path, MANY)
    return path


async def test_only_pages_of_many_are_read(many: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[int] = []
    episodes = Reader.episodes

    def counted(self: Reader, *given: object, **named: object) -> object:
        limits.append(int(str(named["limit"])))
        return episodes(self, *given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(Reader, "episodes", counted)
    async with history(many.parent) as (screen, pilot, _):
        assert found(screen) == f"{MANY:,} episodes"
        assert len(screen.episodes) <= 2 * PAGE
        while len(screen.episodes) <= PAGE:
            await pressed(pilot, "pagedown")
        for _step in range(3):
            await pilot.press("pagedown")
        await pilot.app.workers.wait_for_complete()
        assert len(screen.episodes) < 6 * PAGE
        assert max(limits) <= PAGE + 1
        ids = [episode.id for episode in screen.episodes]
        assert ids == sorted(set(ids), reverse=True), "no episode twice, none left out of order"


async def pressed(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, and let everything be read that is wanted then."""
    for key in keys:
        await pilot.press(key)
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()


def all_ids(path: Path, where: EpisodeFilter) -> list[str]:
    with Reader(path) as reader:
        return [episode.id for episode in reader.episodes(where, limit=MANY)]


@pytest.mark.parametrize("line", ["", "game:wordle"])
async def test_end_goes_to_the_oldest_of_all_and_home_to_the_latest(many: Path, line: str) -> None:
    ids = all_ids(many, HistoryFilter.parse(line).where)
    assert len(ids) > 2 * PAGE
    async with history(many.parent, history=line) as (screen, pilot, app):
        table = table_of(screen)
        await pressed(pilot, "end")
        assert table.highlighted is not None
        assert table.highlighted.id == ids[-1]
        assert len(screen.episodes) <= 2 * PAGE, "what lies between is not read for it"
        assert table.scroll_offset.y == table.max_scroll_y
        assert rows(app)[-1].startswith("▌")
        await pressed(pilot, "end", "down")
        assert table.highlighted.id == ids[-1]
        await pressed(pilot, "home")
        assert table.highlighted.id == ids[0]
        assert table.scroll_offset.y == 0


async def test_from_the_oldest_one_goes_up_through_every_episode(many: Path) -> None:
    ids = all_ids(many, EpisodeFilter(game="wordle", outcome="aborted"))
    async with history(many.parent, history="game:wordle outcome:aborted") as (screen, pilot, _):
        table, at = table_of(screen), len(ids) - 1
        await pressed(pilot, "end")
        while at > 0:
            await pressed(pilot, "pageup")
            assert table.highlighted is not None
            now = ids.index(table.highlighted.id)
            assert at - table.size.height <= now < at, "no episode is jumped over"
            at = now
        assert [episode.id for episode in screen.episodes] == ids


async def test_what_was_opened_at_the_end_is_the_place_one_comes_back_to(many: Path) -> None:
    async with history(many.parent) as (screen, pilot, _):
        table = table_of(screen)
        await pressed(pilot, "end", "up", "up")
        assert table.highlighted is not None
        before = table.highlighted.id
        await pressed(pilot, "f5")
        assert table.highlighted.id == before


async def test_a_search_among_many_reads_its_places_by_pages(many: Path) -> None:
    async with history(many.parent, history="forbidden") as (screen, pilot, app):
        await until(pilot, lambda: len(screen.passages) >= PAGE)
        assert screen.count == MANY
        await pilot.pause()
        assert "forbidden" in rows(app)[1]
        await pressed(pilot, *["pagedown"] * 12)
        assert len(screen.passages) == len(screen.episodes) > PAGE
        await pressed(pilot, "end")
        assert screen.passages.keys() >= {episode.id for episode in screen.episodes}
        await pilot.pause()
        assert "forbidden" in rows(app)[-1]


async def test_wheel_and_resize_keep_the_place(many: Path) -> None:
    async with history(many.parent) as (screen, pilot, app):
        table = table_of(screen)
        for _step in range(30):
            await pilot.press("down")
        assert table.scroll_offset.y <= table.cursor < table.scroll_offset.y + table.size.height
        await pilot.resize_terminal(60, 14)
        await pilot.pause()
        assert any(line.startswith("▌") for line in rows(app))


async def test_vim_and_its_letters_move(many: Path, tmp_path: Path) -> None:
    from clemtui.config import Settings

    shutil.copy(many, tmp_path / "clemtui.db")
    async with history(tmp_path, settings=Settings(keys="vim")) as (screen, pilot, _):
        await pilot.press("j", "j", "k")
        assert table_of(screen).cursor == 1
        await pilot.press("G")
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert table_of(screen).highlighted == screen.episodes[-1]
        assert not screen.window.older
        await pressed(pilot, "g")
        assert table_of(screen).cursor == 0


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24), (120, 40), (200, 50)])
async def test_every_size_shows_game_and_outcome(many: Path, size: tuple[int, int]) -> None:
    async with history(many.parent, size=size) as (_, __, app):
        lines = seen(app).splitlines()
        assert len(lines) == size[1]
        assert all(cell_len(line) == size[0] for line in lines)
        assert any("taboo" in line.casefold() for line in lines)
        assert any("✓ Success" in line for line in lines)


@pytest.mark.parametrize(("width", "begun"), [(50, "date"), (56, "date"), (80, "date_time")])
async def test_a_date_stands_in_every_row_down_to_50_columns(
    many: Path, width: int, begun: str
) -> None:
    async with history(many.parent, size=(width, 24)) as (screen, _, app):
        first = screen.episodes[0].created_at.astimezone()
        said = getattr(screen.interface, begun)(first, length="short")
        assert said in rows(app)[0]
        assert (str(screen.interface.date_time(first, length="short")) in rows(app)[0]) == (
            begun == "date_time"
        )


async def test_what_is_wrong_with_a_line_is_said_in_the_interface_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(tmp_path)
    said = Localised("Das gibt es nicht.")
    async with history(tmp_path) as (screen, pilot, _):
        monkeypatch.setattr(Interface, "say", lambda self, sentence: said)
        await typed(screen, pilot, "outcome:won")
        assert found(screen) == f"✗ {said}"
