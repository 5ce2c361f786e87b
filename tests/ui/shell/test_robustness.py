"""What must never go wrong: hostile text, tiny terminals, a moving composer, a full disk."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.widgets import ContentSwitcher, Static
from textual.widgets._toast import Toast

from clemtui.episode.updates import RecordingFailed
from clemtui.store.write.emergency import emergency_places
from clemtui.store.write.writer import Writer
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.widgets.answer.box import AnswerBox
from tests.ui.support.app import (
    ControlledPartner,
    on,
    opened,
    playing,
    resize,
    seen,
    text_of,
    until,
)

MARKUP = "[bold]x[/bold] [/nope] [link=file:///etc]y[/]"
HOSTILE = f"{MARKUP} \x1b[2J\x1b]52;c;cGFzdGU=\x07 \x9b31m \udc80 \u202e."


async def test_hostile_text_is_shown_and_does_nothing(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(
        tmp_path, "taboo", partners={"Player 1": partner}, seat="Player 2", size=(120, 40)
    ) as table:
        await until(table.pilot, lambda: partner.pending)
        partner.say(f"CLUE: {HOSTILE}")
        await table.wait_for_request()
        await table.pilot.pause()
        shown = seen(table.app)
        assert MARKUP in shown
        assert not {"\x1b", "\x07", "\x9b", "\udc80", "\u202e"} & set(shown)
        assert "␛[2J" in shown
        shown.encode()


async def test_hostile_text_can_be_copied(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 1": partner}, seat="Player 2") as table:
        await until(table.pilot, lambda: partner.pending)
        partner.say(f"CLUE: {HOSTILE}")
        await table.wait_for_request()
        await table.pilot.press("f8")
        await until(table.pilot, lambda: MARKUP in table.app.clipboard)
        table.app.clipboard.encode()


async def test_an_enormous_answer_is_cut_short_on_the_screen_and_nowhere_else(
    tmp_path: Path,
) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 1": partner}, seat="Player 2") as table:
        await until(table.pilot, lambda: partner.pending)
        partner.say("CLUE: " + "long " * 1_000_000)
        await table.wait_for_request()
        longest = max(table.transcript.entries, key=lambda entry: len(entry.text))
        assert len(longest.text) < 21_000
        assert "more characters" in longest.text
        assert longest.copy is not None
        assert len(longest.copy) > 4_000_000
        await table.type("word", "enter")
        await until(table.pilot, lambda: "GUESS: word" in table.transcript_text)


async def test_hostile_text_in_a_stream_does_nothing(tmp_path: Path) -> None:
    partners: dict[str, Any] = {
        "Player 1": (partner := ControlledPartner()),
        "Player 2": ControlledPartner(),
    }
    async with playing(
        tmp_path, "taboo", partners=partners, seat="observer", size=(120, 40)
    ) as table:
        await until(table.pilot, lambda: partner.pending)
        partner.write(HOSTILE, HOSTILE)
        await until(table.pilot, lambda: "␛[2J" in seen(table.app))
        assert not {"\x1b", "\x07", "\x9b", "\udc80", "\u202e"} & set(seen(table.app))


async def test_hostile_text_that_is_pasted_does_nothing(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo", size=(120, 40)) as table:
        await table.wait_for_request()
        from textual.events import Paste

        table.screen.query_one(AnswerBox).post_message(Paste("a\tb\n\x1b[2Jc"))
        await until(table.pilot, lambda: "CLUE: a" in seen(table.app))
        assert "\x1b" not in seen(table.app)
        assert "\n" not in table.screen.query_one(AnswerBox).text


async def test_the_composer_never_moves_and_the_cursor_is_in_it(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(
        tmp_path, "taboo", interface="verbatim", partners={"Player 1": partner}, seat="Player 2"
    ) as table:
        await until(table.pilot, lambda: partner.pending)
        partner.say("CLUE: start")
        await table.wait_for_request()
        place = table.composer.region
        from tests.ui.widgets.test_transcript import messages

        for turn in range(50):
            table.transcript.add(messages(1, turn))
            await table.pilot.press("a")
            box = table.screen.query_one(AnswerBox)
            assert table.composer.region == place
            assert table.app.cursor_position == box.cursor_screen_offset
            assert box.region.contains_point(table.app.cursor_position)


@pytest.mark.parametrize("size", [(100, 30), (60, 20), (80, 24)])
async def test_the_cursor_follows_another_size_of_the_terminal(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with playing(tmp_path, "wordle", size=(120, 40)) as table:
        await table.wait_for_request()
        await table.type("cr")
        await resize(table.pilot, *size)
        focused: Any = table.app.focused
        assert focused is not None
        # the board is fitted to its new place after the screen, and then moves what is below it
        await until(table.pilot, lambda: table.app.cursor_position == focused.cursor_screen_offset)
        assert focused.region.contains_point(table.app.cursor_position)


@pytest.mark.parametrize("size", [(20, 5), (39, 24), (80, 11), (1, 1)])
async def test_a_terminal_that_is_too_small_says_so_and_forgets_nothing(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with playing(tmp_path, "taboo") as table:
        await table.wait_for_request()
        await table.type("kept")
        await resize(table.pilot, *size)
        await until(table.pilot, lambda: table.screen.query_one("#too-small").display)
        assert "kept" not in seen(table.app)
        await resize(table.pilot, 80, 24)
        await until(table.pilot, lambda: not table.screen.query_one("#too-small").display)
        await table.type("!")
        assert table.screen.query_one(AnswerBox).text == "kept!"


async def test_an_answer_that_is_longer_than_its_line_is_seen_from_its_beginning(
    tmp_path: Path,
) -> None:
    async with playing(tmp_path, "taboo") as table:
        await table.wait_for_request()
        place = table.composer.region
        await table.type("first " + "and then more " * 8 + "last")
        await table.pilot.pause()
        assert "first and then" in seen(table.app)
        assert "last" in seen(table.app)
        assert table.composer.region == place


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 14)])
async def test_a_passing_message_covers_nothing_of_the_answer(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with playing(tmp_path, "taboo", size=size) as table:
        await table.wait_for_request()
        table.app.notify("It was copied.")
        await until(table.pilot, lambda: "It was copied." in seen(table.app))
        toast = table.screen.query_one(Toast)
        assert not toast.region.overlaps(table.composer.region)


async def test_it_starts_in_a_tiny_terminal(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(20, 5)) as (app, pilot):
        await pilot.pause()
        assert "too small" in " ".join(seen(app).split())


async def test_board_keyboard_transcript_and_composer_fit_80x24(tmp_path: Path) -> None:
    async with playing(tmp_path, "wordle") as table:
        await table.wait_for_request()
        await table.type("crane", "enter")
        await until(table.pilot, lambda: "round 2" in seen(table.app))
        await table.wait_for_request()
        await table.pilot.pause()
        board = table.screen.query_one("#board")
        assert board.max_scroll_y == 0, "nothing of the board is cut off"
        assert table.transcript.size.width >= 36
        assert table.transcript.size.height >= 5
        for widget in board.query(".block"):
            assert widget.virtual_size.width <= board.size.width


async def test_letters_are_marked_by_more_than_colour(tmp_path: Path) -> None:
    async with playing(tmp_path, "wordle", size=(100, 40)) as table:
        await table.wait_for_request()
        target = table.live.instance.data["target_word"]
        await table.type("crane" if target != "crane" else "crate", "enter")
        await until(table.pilot, lambda: "round 2" in seen(table.app))
        await table.pilot.pause()
        shown = seen(table.app)
        for letter, mark in zip("crane", marks("crane", target), strict=True):
            form = {"hit": f"[{letter.upper()}]", "near": f"({letter.upper()})"}
            assert form.get(mark, f" {letter.upper()} ") in shown
            if mark == "miss":
                assert f"-{letter.upper()}-" in shown, "on the keyboard"


def marks(guess: str, target: str) -> list[str]:
    """Return the mark of each letter of a guess without repeated letters."""
    return [
        "hit" if target[at] == letter else "near" if letter in target else "miss"
        for at, letter in enumerate(guess)
    ]


async def test_play_stops_visibly_where_nothing_can_be_recorded(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo") as table:
        await table.wait_for_request()
        table.screen._apply_update(RecordingFailed("the disk is full; see emergency.jsonl"))
        await until(table.pilot, lambda: "emergency.jsonl" in seen(table.app))
        banner = text_of(table.screen.query_one("#banner", Static))
        assert "The game has stopped" in banner
        dock = table.screen.query_one("#dock", ContentSwitcher)
        assert dock.current == "choose", "nothing more can be written"
        await table.pilot.press("enter")
        await until(table.pilot, lambda: not isinstance(table.app.screen, PlayScreen))


async def test_a_narrow_terminal_shows_board_above_the_transcript(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo", size=(60, 30)) as table:
        await table.wait_for_request()
        board = table.screen.query_one("#board").region
        assert board.y < table.transcript.region.y
        assert board.width == 60
        assert (await on(table.pilot, PlayScreen)).has_class("-narrow")


async def test_where_there_is_no_room_for_both_a_key_brings_the_board(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo", size=(60, 18)) as table:
        await table.wait_for_request()
        board = table.screen.query_one("#board")
        assert board.region.height == 0
        await table.pilot.press("f3")
        await table.pilot.pause()
        assert board.region.height > 3
        assert table.transcript.size.height > 2


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 12)])
async def test_what_will_be_sent_is_seen_in_every_size(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with playing(tmp_path, "taboo", size=size) as table:
        await table.wait_for_request()
        await table.type("some clue")
        await until(table.pilot, lambda: "Will be sent: CLUE: some clue" in seen(table.app))
        assert table.transcript.size.height >= 2


@pytest.mark.parametrize("size", [(60, 20), (40, 12)])
async def test_all_choices_are_reachable_in_a_small_terminal(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", size=size, partners={"Player 2": partner}) as table:
        await table.wait_for_request()
        await table.type("one", "enter")
        await until(table.pilot, lambda: partner.pending)
        partner.fail("The connection was refused.")
        await until(table.pilot, lambda: "Try again" in seen(table.app))
        assert "has not answered." in " ".join(seen(table.app).split())
        for way in ("Try again", "Continue with another partner", "Leave and resume", "Give up"):
            await table.pilot.pause()
            assert way in seen(table.app)
            await table.pilot.press("down")


async def test_stream_pieces_do_not_redraw_the_screen(tmp_path: Path) -> None:
    """Pieces of a stream do not redraw the screen."""
    partners: dict[str, Any] = {
        "Player 1": (partner := ControlledPartner()),
        "Player 2": ControlledPartner(),
    }
    async with playing(tmp_path, "taboo", partners=partners, seat="observer") as table:
        await until(table.pilot, lambda: partner.pending)
        from tests.ui.widgets.test_transcript import messages

        table.transcript.add(messages(4000))
        drawn = 0
        show_changes = table.screen._show_changes

        async def counted() -> None:
            nonlocal drawn
            drawn += 1
            await show_changes()

        table.screen._show_changes = counted  # type: ignore[method-assign]
        for number in range(4000):
            partner.write(f"{number} ")
        await table.pilot.press("pageup")
        assert not table.transcript.at_end
        assert drawn == 0, "a piece of a stream is no reason to draw the screen anew"


async def test_verbatim_shows_no_round_headings(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(
        tmp_path, "taboo", interface="verbatim", partners={"Player 2": partner}
    ) as table:
        await table.wait_for_request()
        await table.play_wrong_guess(partner, "CLUE: one")
        assert "wrongword" in table.transcript_text
        assert not [entry for entry in table.transcript.entries if entry.tone == "round"]


def fill_disk(writer: Writer) -> None:
    """Simulate a full disk from now on."""
    pages = writer._db.execute("PRAGMA page_count").fetchone()[0]
    writer._db.execute(f"PRAGMA max_page_count = {pages}")


async def test_on_a_full_disk_the_screen_names_the_file_in_which_the_answer_is(
    tmp_path: Path,
) -> None:
    partner = ControlledPartner()
    async with playing(
        tmp_path,
        "taboo",
        size=(120, 30),
        interface="verbatim",
        partners={"Player 2": partner},
    ) as table:
        await table.wait_for_request()
        recorder = await (await table.app.context.service()).recorder()
        await recorder.do(fill_disk)
        answer = "CLUE: " + "long " * 20_000
        table.screen.query_one(AnswerBox).fill(answer)
        await table.pilot.press("enter")
        await until(table.pilot, lambda: "The game has stopped here." in seen(table.app))
        emergency = emergency_places(tmp_path / "clemtui.db")[0]
        banner = text_of(table.screen.query_one("#banner", Static))
        assert str(emergency) in banner
        assert "long long" in emergency.read_text()
        assert not partner.pending, "nobody plays on unrecorded"
        await recorder.do(lambda writer: writer._db.execute("PRAGMA max_page_count = 100000"))
        await table.pilot.press("enter")
        await until(table.pilot, lambda: not isinstance(table.app.screen, PlayScreen))


async def test_nothing_is_done_blindly_in_a_tiny_terminal(tmp_path: Path) -> None:
    async with playing(tmp_path, "wordle") as table:
        await table.wait_for_request()
        await resize(table.pilot, 20, 5)
        await table.pilot.press(*"crane", "enter", "ctrl+g", "enter")
        await resize(table.pilot, 80, 24)
        assert table.composer.draft() == {"guess": ""}
        assert isinstance(table.app.screen, PlayScreen)
        await table.type("crane", "enter")
        await until(table.pilot, lambda: "crane" in table.transcript_text)
