"""The transcript: wrapping, following the end, thousands of entries."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from rich.cells import cell_len
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.strip import Strip

from clemtui.language import Interface
from clemtui.language.wrapping import wrap
from clemtui.ui.widgets.transcript.log import Transcript
from clemtui.ui.widgets.transcript.rows import Entry
from tests.ui.support.app import paint, resize, until


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


class TranscriptApp(App[None]):
    """An app with only a transcript."""

    CSS = "Transcript { height: 100%; overflow-y: scroll; }"

    def compose(self) -> ComposeResult:
        yield Transcript(Interface("en"))


@asynccontextmanager
async def reading(
    size: tuple[int, int] = (40, 10),
) -> AsyncIterator[tuple[Transcript, Pilot[None]]]:
    app = TranscriptApp()
    async with app.run_test(size=size) as pilot:
        yield app.query_one(Transcript), pilot


def messages(count: int, start: int = 0) -> list[Entry]:
    return [Entry(f"message {start + n}", "other", "Guesser", f"m{n}") for n in range(count)]


def shown(transcript: Transcript) -> str:
    return "\n".join(transcript.render_line(y).text for y in range(transcript.size.height))


async def test_it_follows_the_end() -> None:
    async with reading() as (transcript, pilot):
        transcript.add(messages(10))
        await pilot.pause()
        transcript.add(messages(1, 10))
        await pilot.pause()
        assert "message 10" in shown(transcript)


async def test_scrolling_up_stops_following_and_counts_new_messages() -> None:
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
        assert shown(transcript).splitlines()[0].startswith("│ Game master")
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
        await resize(pilot, 30, 10)
        await until(pilot, lambda: transcript.virtual_size.height > before)


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

        def laying_out(self: Transcript, entry: Entry, number: int) -> Iterable[Any]:
            broken.append(entry)
            return lay_out(self, entry, number)

        monkeypatch.setattr(Transcript, "render_line", drawing)
        monkeypatch.setattr(Transcript, "_laid_out", laying_out)
        transcript.add(messages(1, 3000))
        await pilot.pause()
        paint(pilot.app)
        assert [entry.text for entry in broken] == ["message 3000"]
        assert 0 < len(drawn) <= 5 * transcript.size.height


def dialogue() -> list[Entry]:
    return [
        Entry("What is it that one fears?", "master", "Game master", "What is it\tthat one fears?"),
        Entry("CLUE: dread", "own", "You · Describer", "CLUE: dread", "12 sec · 14:03:22"),
        Entry("· Not the target", "note"),
        Entry("Round 2", "round"),
        Entry("GUESS: tax", "other", "Guesser", "GUESS: tax", "1 attempt"),
    ]


def line_of(transcript: Transcript, text: str) -> int:
    return next(at for at, line in enumerate(shown(transcript).splitlines()) if text in line)


async def test_own_turns_have_a_bar_and_rounds_a_line() -> None:
    async with reading((40, 20)) as (transcript, pilot):
        transcript.add(dialogue())
        await pilot.pause()
        lines = [line.rstrip() for line in shown(transcript).splitlines()]
        assert "▌ You · Describer" in lines
        assert "▌ CLUE: dread" in lines
        assert "│ Guesser" in lines
        assert "│ GUESS: tax" in lines
        (round_two,) = [line for line in lines if "Round 2" in line]
        assert round_two.startswith("── Round 2 ────")
        assert lines[lines.index(round_two) + 1] == "│ Guesser", "quiet: no gap of its own"


async def test_times_are_shown_beside_the_speaker_on_request() -> None:
    async with reading((40, 20)) as (transcript, pilot):
        transcript.add(dialogue())
        await pilot.pause()
        assert "12 sec" not in shown(transcript)
        transcript.details = True
        await pilot.pause()
        assert "You · Describer · 12 sec · 14:03:22" in shown(transcript)
        assert "Guesser · 1 attempt" in shown(transcript)
        transcript.details = False
        await pilot.pause()
        assert "12 sec" not in shown(transcript)


async def test_new_messages_below_are_counted_and_a_click_goes_there() -> None:
    async with reading() as (transcript, pilot):
        transcript.add(messages(10))
        await pilot.pause()
        transcript.scroll_home(animate=False)
        await pilot.pause()
        transcript.add([Entry("Round 2", "round"), *messages(3, 10)])
        await pilot.pause()
        assert "↓ 3 new messages" in shown(transcript)
        await pilot.click(
            Transcript, offset=(transcript.size.width - 3, transcript.size.height - 1)
        )
        await pilot.pause()
        assert "message 12" in shown(transcript)
        assert "↓" not in shown(transcript)


@pytest.mark.parametrize("new", [0, 3])
async def test_the_sign_for_more_covers_no_text(new: int) -> None:
    async with reading() as (transcript, pilot):
        transcript.add([Entry("word " * 400, "other", "Guesser")])
        await pilot.pause()
        transcript.scroll_to(y=1, animate=False, immediate=True)
        await pilot.pause()
        last = transcript.size.height - 1
        transcript.add(messages(new))
        await pilot.pause()
        said = shown(transcript).splitlines()[last]
        assert said.endswith("↓") if not new else said.split()[0] == "↓"
        assert set(said.replace("│", "").split()) <= {"word", "↓", "3", "new", "messages"}


async def test_the_end_key_goes_to_the_newest_message() -> None:
    async with reading() as (transcript, pilot):
        transcript.add(messages(10))
        transcript.focus()
        await pilot.press("home")
        await pilot.pause()
        assert not transcript.at_end
        await pilot.press("end")
        await pilot.pause()
        assert transcript.at_end


async def copied(transcript: Transcript, pilot: Pilot[None], *keys: str) -> str:
    pilot.app._clipboard = ""
    await pilot.press(*keys)
    for _ in range(200):
        if pilot.app.clipboard:
            break
        await pilot.pause(0.01)
    return pilot.app.clipboard


async def test_messages_are_marked_by_keys_and_copied_as_they_were_sent() -> None:
    async with reading((40, 20)) as (transcript, pilot):
        transcript.add(dialogue())
        transcript.focus()
        await pilot.pause()
        assert await copied(transcript, pilot, "c") == "GUESS: tax", "the newest, without a mark"
        await pilot.press("left_square_bracket")
        assert "▶ Guesser" in shown(transcript)
        assert await copied(transcript, pilot, "shift+up", "c") == "CLUE: dread"
        assert "▶ You · Describer" in shown(transcript)
        assert await copied(transcript, pilot, "shift+up", "shift+up", "c") == (
            "What is it\tthat one fears?"
        ), "the content, and not what is shown of it"
        assert await copied(transcript, pilot, "right_square_bracket", "c") == "CLUE: dread"


async def test_a_marked_message_is_scrolled_to_and_a_click_marks_and_unmarks() -> None:
    async with reading() as (transcript, pilot):
        transcript.add(messages(20))
        transcript.focus()
        await pilot.pause()
        await pilot.press(*["shift+up"] * 12)
        await pilot.pause()
        assert transcript.marked == 8
        assert "message 8" in shown(transcript)
        line = line_of(transcript, "message 9")
        for marked in (9, None):
            await pilot.click(Transcript, offset=(5, line))
            await pilot.pause(0.6)  # avoids a double click
            assert transcript.marked == marked


async def drag(pilot: Pilot[None], start: tuple[int, int], end: tuple[int, int]) -> None:
    await pilot.mouse_down(Transcript, offset=start)
    await pilot.hover(Transcript, offset=end)
    await pilot.mouse_up(Transcript, offset=end)
    await pilot.pause()


async def test_the_mouse_selects_text_across_broken_lines() -> None:
    async with reading((24, 12)) as (transcript, pilot):
        transcript.add([Entry("one two three four five six seven", "other", "Guesser", "whole")])
        await pilot.pause()
        first, last = line_of(transcript, "one"), line_of(transcript, "seven")
        assert last > first, "it is broken into lines"
        await drag(pilot, (2 + 4, first), (3, last))
        assert transcript.screen.get_selected_text() == "two three four fi", "one line again"


async def test_a_message_that_is_selected_whole_is_copied_as_it_was_sent() -> None:
    async with reading((24, 14)) as (transcript, pilot):
        transcript.add(
            [
                Entry("a␛b and some more words", "other", "Guesser", "a\x1bb and some more words"),
                Entry("next", "own", "You", "next"),
            ]
        )
        await pilot.pause()
        await drag(pilot, (0, 0), (6, line_of(transcript, "next")))
        assert transcript.screen.get_selected_text() == (
            "Guesser\na\x1bb and some more words\n\nYou\nnext"
        )
        assert await copied(transcript, pilot, "c") != ""


async def test_everything_is_copied_with_its_speakers() -> None:
    async with reading() as (transcript, pilot):
        transcript.add(dialogue()[1:3])
        await pilot.pause()
        assert transcript.full_text() == "You · Describer\nCLUE: dread\n\n· Not the target"


async def test_what_is_selected_stands_out_and_wide_letters_stay_whole() -> None:
    async with reading() as (transcript, pilot):
        transcript.add([Entry("日本語の文", "other", "Guesser", "日本語の文")])
        await pilot.pause()
        line = line_of(transcript, "日本")
        await drag(pilot, (2, line), (6, line))
        strip = transcript.render_line(line)
        chosen = transcript.screen.get_component_rich_style("screen--selection").bgcolor
        inside = [s.text for s in strip if s.style is not None and s.style.bgcolor == chosen]
        assert "".join(inside).startswith("日本")
        assert strip.cell_length == transcript.scrollable_content_region.width


async def test_moving_in_a_long_transcript_wraps_nothing_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Handling a key costs the same however much was said before."""
    async with reading() as (transcript, pilot):
        transcript.add(messages(2000))
        transcript.focus()
        await pilot.pause()
        broken: list[Entry] = []
        lay_out = Transcript._laid_out

        def laying_out(self: Transcript, entry: Entry, number: int) -> Iterable[Any]:
            broken.append(entry)
            return lay_out(self, entry, number)

        monkeypatch.setattr(Transcript, "_laid_out", laying_out)
        await pilot.press("up", "up", "pageup", "home", "end", "shift+up", "shift+up")
        transcript.set_tail(Entry("writing", "other", "Guesser"))
        await pilot.pause()
        assert [entry.text for entry in broken] == ["writing"]
