"""The transcript: breaking lines, staying at the end, thousands of entries."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from rich.cells import cell_len
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.strip import Strip

from clemtui.ui.widgets.transcript import Entry, Transcript
from clemtui.ui.widgets.wrapping import wrap


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("one two three", 7, ["one two", "three"]),
        ("one two", 7, ["one two"]),
        ("a\n\nb", 5, ["a", "", "b"]),
        ("unbreakable", 4, ["unbr", "eaka", "ble"]),
        ("x unbreakable", 4, ["x", "unbr", "eaka", "ble"]),
        ("  A . .\n  . B .", 7, ["  A . .", "  . B ."]),
        ("日本語の文", 4, ["日本", "語の", "文"]),
        ("", 4, [""]),
        ("trailing   ", 8, ["trailing"]),
    ],
)
def test_lines_break_at_spaces_and_fit(text: str, width: int, lines: list[str]) -> None:
    assert list(wrap(text, width)) == lines
    assert all(cell_len(line) <= width for line in lines)


class Reading(App[None]):
    """Nothing but a transcript."""

    CSS = "Transcript { height: 100%; overflow-y: scroll; }"

    def compose(self) -> ComposeResult:
        yield Transcript()


@asynccontextmanager
async def reading(
    size: tuple[int, int] = (40, 10),
) -> AsyncIterator[tuple[Transcript, Pilot[None]]]:
    app = Reading()
    async with app.run_test(size=size) as pilot:
        yield app.query_one(Transcript), pilot


def messages(count: int, start: int = 0) -> list[Entry]:
    return [Entry(f"message {start + n}", "other", "Guesser", f"m{n}") for n in range(count)]


def shown(transcript: Transcript) -> str:
    return "\n".join(transcript.render_line(y).text for y in range(transcript.size.height))


async def test_it_stays_at_the_end_while_one_is_there() -> None:
    async with reading() as (transcript, pilot):
        transcript.add(messages(10))
        await pilot.pause()
        transcript.add(messages(1, 10))
        await pilot.pause()
        assert "message 10" in shown(transcript)


async def test_it_lets_go_when_one_scrolls_up_and_counts_what_comes() -> None:
    async with reading() as (transcript, pilot):
        transcript.add(messages(10))
        await pilot.pause()
        transcript.scroll_home(animate=False)
        await pilot.pause()
        transcript.add(messages(3, 10))
        await pilot.pause()
        assert "message 0" in shown(transcript)
        assert transcript.unseen == 3
        assert not transcript.at_end
        transcript.follow()
        await pilot.pause()
        assert "message 12" in shown(transcript)
        assert transcript.unseen == 0


async def test_a_message_that_is_taller_than_the_screen_is_shown_from_its_beginning() -> None:
    async with reading() as (transcript, pilot):
        transcript.add(messages(5))
        transcript.add([Entry("\n".join(map(str, range(30))), "master", "Game master")])
        await pilot.pause()
        assert shown(transcript).splitlines()[0].startswith("▌ Game master")
        assert "↓" in shown(transcript)


async def test_the_tail_is_below_everything_and_goes_without_a_trace() -> None:
    async with reading() as (transcript, pilot):
        transcript.set_tail(Entry("writ", "other", "Guesser"))
        transcript.add(messages(1))
        await pilot.pause()
        text = shown(transcript)
        assert text.index("message 0") < text.index("writ")
        transcript.set_tail(None)
        await pilot.pause()
        assert "writ" not in shown(transcript)
        assert transcript.virtual_size.height == 3


async def test_another_width_breaks_the_lines_anew() -> None:
    async with reading((60, 10)) as (transcript, pilot):
        transcript.add([Entry("word " * 20, "other", "Guesser")])
        await pilot.pause()
        before = transcript.virtual_size.height
        await pilot.resize_terminal(30, 10)
        await pilot.pause()
        assert transcript.virtual_size.height > before


async def test_only_the_lines_on_the_screen_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    async with reading() as (transcript, pilot):
        transcript.add(messages(3000))
        await pilot.pause()
        drawn: list[int] = []
        draw, lay_out = Transcript.render_line, Transcript._laid_out

        def drawing(self: Transcript, y: int) -> Strip:
            drawn.append(y)
            return draw(self, y)

        broken: list[Entry] = []

        def laying_out(self: Transcript, entry: Entry) -> Iterable[Any]:
            broken.append(entry)
            return lay_out(self, entry)

        monkeypatch.setattr(Transcript, "render_line", drawing)
        monkeypatch.setattr(Transcript, "_laid_out", laying_out)
        transcript.add(messages(1, 3000))
        await pilot.pause()
        assert [entry.text for entry in broken] == ["message 3000"]
        assert 0 < len(drawn) <= 5 * transcript.size.height
