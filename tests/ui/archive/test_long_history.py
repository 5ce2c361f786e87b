"""Tests of a history with ten thousand episodes, loaded by pages from both ends."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from clemtui.archive.search_line import HistoryFilter
from clemtui.records.rows import EpisodeFilter
from clemtui.store.read.reader import Reader
from clemtui.ui.archive.history.window import PAGE_SIZE
from tests.benchmarks.history import fill
from tests.support.play_helpers import choices, play, sitting
from tests.ui.support.app import resize, seen, until, wait_for_workers
from tests.ui.support.history import history, message_line, rows, table_of

MANY = 10_000


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of ten thousand episodes; tests that write to it copy it first."""
    path = tmp_path_factory.mktemp("many") / "clemtui.db"
    fill(path, MANY)
    return path


async def test_history_is_loaded_by_pages(many: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[int] = []
    episodes = Reader.episodes

    def counted(self: Reader, *given: object, **named: object) -> object:
        limits.append(int(str(named["limit"])))
        return episodes(self, *given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(Reader, "episodes", counted)
    async with history(many.parent) as (screen, pilot, _):
        assert message_line(screen) == f"{MANY:,} episodes"
        assert len(screen.episodes) <= 2 * PAGE_SIZE
        while len(screen.episodes) <= PAGE_SIZE:
            await pressed(pilot, "pagedown")
        for _step in range(3):
            await pilot.press("pagedown")
        await wait_for_workers(pilot.app.workers)
        assert len(screen.episodes) < 6 * PAGE_SIZE
        assert max(limits) <= PAGE_SIZE + 1
        ids = [episode.id for episode in screen.episodes]
        assert ids == sorted(set(ids), reverse=True), "no episode twice, none left out of order"


async def pressed(pilot: Pilot[None], *keys: str) -> None:
    """Press keys one by one and wait until everything requested has loaded."""
    for key in keys:
        await pilot.press(key)
        await wait_for_workers(pilot.app.workers)
        await pilot.pause()


def all_ids(path: Path, where: EpisodeFilter) -> list[str]:
    with Reader(path) as reader:
        return [episode.id for episode in reader.episodes(where, limit=MANY)]


@pytest.mark.parametrize("line", ["", "game:wordle"])
async def test_end_goes_to_oldest_home_to_newest(many: Path, line: str) -> None:
    ids = all_ids(many, HistoryFilter.parse(line).where)
    assert len(ids) > 2 * PAGE_SIZE
    async with history(many.parent, history=line) as (screen, pilot, app):
        table = table_of(screen)
        await pressed(pilot, "end")
        assert table.highlighted is not None
        assert table.highlighted.id == ids[-1]
        assert len(screen.episodes) <= 2 * PAGE_SIZE, "what lies between is not read for it"
        assert table.scroll_offset.y == table.max_scroll_y
        assert rows(app)[-1].startswith("▌")
        await pressed(pilot, "end", "down")
        assert table.highlighted.id == ids[-1]
        await pressed(pilot, "home")
        assert table.highlighted.id == ids[0]
        assert table.scroll_offset.y == 0


async def test_paging_up_from_oldest_skips_nothing(many: Path) -> None:
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


async def test_reload_keeps_position_at_the_end(many: Path) -> None:
    async with history(many.parent) as (screen, pilot, _):
        table = table_of(screen)
        await pressed(pilot, "end", "up", "up")
        assert table.highlighted is not None
        before = table.highlighted.id
        await pressed(pilot, "f5")
        assert table.highlighted.id == before


async def test_matches_are_loaded_by_pages(many: Path) -> None:
    async with history(many.parent, history="forbidden") as (screen, pilot, app):
        await until(pilot, lambda: len(screen.matches) >= PAGE_SIZE)
        assert screen.count == MANY
        await pilot.pause()
        assert "forbidden" in rows(app)[1]
        await pressed(pilot, *["pagedown"] * 12)
        assert len(screen.matches) == len(screen.episodes) > PAGE_SIZE
        await pressed(pilot, "end")
        assert screen.matches.keys() >= {episode.id for episode in screen.episodes}
        await pilot.pause()
        assert "forbidden" in rows(app)[-1]


async def test_resize_keeps_position(many: Path) -> None:
    async with history(many.parent) as (screen, pilot, app):
        table = table_of(screen)
        for _step in range(30):
            await pilot.press("down")
        assert table.scroll_offset.y <= table.cursor < table.scroll_offset.y + table.size.height
        await resize(pilot, 60, 14)
        assert any(line.startswith("▌") for line in rows(app))


async def test_vim_keys_move(many: Path, tmp_path: Path) -> None:
    from clemtui.config import Settings

    shutil.copy(many, tmp_path / "clemtui.db")
    async with history(tmp_path, settings=Settings(keys="vim")) as (screen, pilot, _):
        await pilot.press("j", "j", "k")
        assert table_of(screen).cursor == 1
        await pilot.press("G")
        await wait_for_workers(pilot.app.workers)
        await pilot.pause()
        assert table_of(screen).highlighted == screen.episodes[-1]
        assert not screen.window.has_older
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
async def test_every_row_has_a_date_down_to_50_columns(many: Path, width: int, begun: str) -> None:
    async with history(many.parent, size=(width, 24)) as (screen, _, app):
        first = screen.episodes[0].created_at.astimezone()
        said = getattr(screen.interface, begun)(first, length="short")
        assert said in rows(app)[0]
        assert (str(screen.interface.date_time(first, length="short")) in rows(app)[0]) == (
            begun == "date_time"
        )


async def test_a_reload_keeps_the_highlighted_row_in_place(many: Path, tmp_path: Path) -> None:
    shutil.copy(many, tmp_path / "clemtui.db")
    async with history(tmp_path) as (screen, pilot, _):
        await pressed(pilot, "pagedown", "pagedown", "pagedown", "up", "up")
        table = table_of(screen)
        before, row = table.highlighted, table.cursor - table.scroll_offset.y
        async with sitting(tmp_path / "clemtui.db") as service:
            await play(service, choices("taboo"))
        await pressed(pilot, "f5")
        assert screen.count == MANY + 1
        assert before is not None
        assert table.highlighted is not None
        assert table.highlighted.id == before.id
        assert table.cursor - table.scroll_offset.y == row
