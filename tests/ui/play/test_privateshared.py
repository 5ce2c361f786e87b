"""Tests of privateshared at the keyboard: the dialogue and the separate side questions."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from clemtui.engine import Response
from clemtui.ui.results.screen import ResultScreen
from clemtui.ui.widgets import key_guard
from clemtui.ui.widgets.answer.options import ChoiceRow
from clemtui.ui.widgets.answer.side_question import SideQuestion
from clemtui.ui.widgets.key_guard import KeyGuard
from tests.ui.support.app import PlayedEpisode, on, playing, seen, stored_episode, text_of, until


@asynccontextmanager
async def asked(
    folder: Path, experiment: str = "travel-booking", **chosen: Any
) -> AsyncIterator[PlayedEpisode]:
    """Open the play screen at the first side question of an episode."""
    async with playing(folder, "privateshared", experiment=experiment, **chosen) as table:
        await table.wait_for_request()
        yield table


OPENING = ["Game master", "You · Answerer"]
"""The rules, and the “Ok.” that the answerer is said to have replied."""


def panel(table: PlayedEpisode) -> tuple[str, str]:
    """Return the title of the answer panel and the side question in it."""
    return str(table.composer.border_title), text_of(table.composer.query_one(SideQuestion))


def said(folder: Path, table: PlayedEpisode) -> list[str]:
    """Return the recorded responses."""
    entries = [entry.entry for entry in stored_episode(folder, table.live.id).entries]
    return [entry.text for entry in entries if isinstance(entry, Response)]


async def answer(table: PlayedEpisode, *keys: str) -> None:
    """Answer requests, each with a key: pressed once to choose and once more to send."""
    for key in keys:
        request = table.composer.request
        assert request is not None
        await table.pilot.press(*([key] if key == "enter" else [key, key]))
        await _wait_for_next(table, request.id)


async def _wait_for_next(table: PlayedEpisode, request: int) -> None:
    """Wait until another request is open or the episode is over."""

    def else_asked() -> bool:
        now = table.composer.request
        return now is not None and now.id != request and table.composer.answering is not None

    await until(table.pilot, lambda: table.live.master.finished or else_asked())


async def answer_truthfully(table: PlayedEpisode, known: int) -> None:
    """Answer a round of side questions truthfully; ``known`` requests have been answered so far."""
    data = table.live.instance.data
    told = data["request_order"][:known]
    await answer(table, *("y" if slot in told else "n" for slot, _ in data["probes"][known]))


async def answer_dialogue(table: PlayedEpisode, text: str) -> None:
    """Send an answer in the dialogue."""
    request = table.composer.request
    assert request is not None
    await table.type(text, "enter")
    await _wait_for_next(table, request.id)


@pytest.mark.parametrize(("yes", "no"), [("y", "n"), ("1", "2"), ("Y", "N")])
async def test_a_key_pressed_twice_answers_a_side_question(
    tmp_path: Path, yes: str, no: str
) -> None:
    async with asked(tmp_path) as table:
        await answer(table, no, yes)
        assert said(tmp_path, table) == ["ASIDE: no", "ASIDE: yes"]


async def test_german_keys_are_j_and_n(tmp_path: Path) -> None:
    async with asked(tmp_path, language="de") as table:
        await table.app.set_language("de")
        await table.wait_for_request()
        await answer(table, "n", "j")
        assert said(tmp_path, table) == ["NEBENBEI: nein", "NEBENBEI: ja"]
        assert table.composer.border_title == "Nebenfrage 3 von 5, Durchgang 1 von 6"


async def test_a_slip_is_corrected_before_it_is_sent(tmp_path: Path) -> None:
    async with asked(tmp_path) as table:
        assert "that key again sends" in table.hint
        await table.pilot.press("y")
        assert (table.composer.draft(), said(tmp_path, table)) == ({"reply": "yes"}, [])
        await table.pilot.press("n")
        assert (table.composer.draft(), said(tmp_path, table)) == ({"reply": "no"}, [])
        await answer(table, "enter")
        assert said(tmp_path, table) == ["ASIDE: no"]


async def test_arrows_choose_and_enter_sends(tmp_path: Path) -> None:
    """Check that nothing is sent before Enter, and that Enter sends nothing without a choice."""
    async with asked(tmp_path) as table:
        request = table.composer.request
        await table.pilot.press("enter", "right", "right")
        assert table.composer.request is request
        assert table.composer.draft() == {"reply": "no"}
        await answer(table, "enter")
        assert said(tmp_path, table) == ["ASIDE: no"]


async def test_panel_shows_progress(tmp_path: Path) -> None:
    async with asked(tmp_path) as table:
        assert panel(table)[0] == "Side question 1 of 5, set 1 of 6"
        assert table.composer.request is not None
        assert panel(table)[1].endswith("?")
        sent = table.composer.request.messages[-1].text
        assert sent.startswith(f"ME:  {panel(table)[1]} ")
        assert table.composer.has_class("-side")
        await answer(table, "n", "n")
        assert panel(table)[0] == "Side question 3 of 5, set 1 of 6"
        await answer(table, "n", "n", "n")
        assert panel(table) == ("Your answer · Answerer", "")
        assert not table.composer.has_class("-side")


async def test_side_questions_stay_out_of_dialogue(tmp_path: Path) -> None:
    async with asked(tmp_path) as table:
        question = panel(table)[1]
        await answer(table, *"nnnnn")
        entries = table.transcript.entries
        assert [entry.heading for entry in entries] == [*OPENING, "Game master"]
        assert question not in table.transcript_text
        assert "ASIDE: no" not in table.transcript_text
        await answer_dialogue(table, "I would rather not say")
        newest = table.transcript.entries[3:]
        assert [entry.text for entry in newest] == ["ANSWER: I would rather not say"]


async def test_whole_sheet_stays_visible(tmp_path: Path) -> None:
    """Check a sheet of fifteen lines in the smallest common terminal."""
    async with asked(tmp_path, "things-places") as table:
        values = [value for _, value in table.live.instance.data["slots"]]
        assert len(values) == 15
        await table.pilot.pause()
        assert all(value in seen(table.app) for value in values)
        await answer(table, *"n" * 15)
        await table.pilot.pause()
        assert table.composer.border_title == "Your answer · Answerer"
        assert all(value in seen(table.app) for value in values)


async def test_sheet_fits_small_terminal(tmp_path: Path) -> None:
    async with asked(tmp_path, "things-places", size=(60, 20)) as table:
        values = [value for _, value in table.live.instance.data["slots"]]
        await until(table.pilot, lambda: all(value in seen(table.app) for value in values))


async def test_all_revealed_values_are_named_in_hint(tmp_path: Path) -> None:
    async with asked(tmp_path, size=(60, 20)) as table:
        await answer(table, *"nnnnn")
        data = table.live.instance.data
        slots = dict(data["slots"])
        later = data["request_order"][1:]
        await table.type(", ".join(slots[slot] for slot in later[:3]), "enter")
        await until(table.pilot, lambda: "Press Enter again" in table.hint)
        assert all(slots[slot] in table.hint for slot in later[:3])


async def test_click_answers_as_its_key_would(tmp_path: Path) -> None:
    async with asked(tmp_path) as table:
        row = table.composer.query_one(ChoiceRow)
        label = row.draw().plain
        for text in ("no", "yes"):
            known = len(said(tmp_path, table))
            await table.pilot.click(row, offset=(label.index(text), 0))
            assert len(said(tmp_path, table)) == known
            await table.pilot.click(row, offset=(label.index(text), 0))
            await until(table.pilot, lambda: len(said(tmp_path, table)) > known)  # noqa: B023
            await until(table.pilot, lambda: row.has_focus and row.index is None)
        assert said(tmp_path, table) == ["ASIDE: no", "ASIDE: yes"]


async def test_click_meant_for_dialogue_is_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(key_guard, "PAUSE_SECONDS", 0.4)
    async with asked(tmp_path) as table:
        row = table.composer.query_one(ChoiceRow)
        row.guard = KeyGuard(clock=lambda _: 0.0)
        await table.pilot.click(row, offset=(1, 0))
        assert table.composer.draft() == {}
        assert said(tmp_path, table) == []


async def test_next_side_question_reuses_field(
    tmp_path: Path,
) -> None:
    """Check that the field is reused; rebuilding it for 240 side questions would be slow."""
    async with asked(tmp_path) as table:
        row = table.composer.query_one(ChoiceRow)
        for _ in range(4):
            await answer(table, "y")
            assert table.composer.query_one(ChoiceRow) is row
            assert (row.index, table.composer.draft()) == (None, {})
            await until(table.pilot, lambda: row.has_focus)


async def test_revealing_too_much_is_warned_but_allowed(tmp_path: Path) -> None:
    async with asked(tmp_path) as table:
        await answer(table, *"nnnnn")
        slots = dict(table.live.instance.data["slots"])
        later = table.live.instance.data["request_order"][1]
        await table.type(f"{slots[later]}", "enter")
        await until(table.pilot, lambda: "Press Enter again" in table.hint)
        assert slots[later] in table.hint
        assert len(said(tmp_path, table)) == 5
        await answer(table, "enter")
        assert said(tmp_path, table)[5] == f"ANSWER: {slots[later]}"


async def test_keys_meant_for_dialogue_are_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check the guard against keys typed for something else.

    Right after an answer, a person may still be typing. A key that is held down only chooses, but
    pressing it again at once sends.
    """
    monkeypatch.setattr(key_guard, "PAUSE_SECONDS", 0.4)
    now = [0.0]

    def clocked(table: PlayedEpisode, *, known: bool) -> None:
        row = table.composer.query_one(ChoiceRow)
        assert row.guard is not None
        assert row.guard._known is known
        row.guard = KeyGuard(known=known, clock=lambda _: now[0])

    async with asked(tmp_path) as table:
        clocked(table, known=False)
        for moment in (0.3, 0.6):
            now[0] = moment
            await table.pilot.press("n")
            assert table.composer.draft() == {}
        for moment in (1.1, 1.13, 1.21):
            now[0] = moment
            await table.pilot.press("n")
            assert (table.composer.draft(), said(tmp_path, table)) == ({"reply": "no"}, [])
        now[0] = 1.32
        await table.pilot.press("n")
        await until(table.pilot, lambda: said(tmp_path, table) == ["ASIDE: no"])
        await table.wait_for_request()
        clocked(table, known=True)
        for moment in (1.35, 1.4):
            now[0] = moment
            await table.pilot.press("n")
            assert table.composer.draft() == {}
        for moment in (1.6, 1.75):
            now[0] = moment
            await table.pilot.press("n")
        await until(table.pilot, lambda: said(tmp_path, table) == ["ASIDE: no", "ASIDE: no"])


async def test_verbatim_side_questions(tmp_path: Path) -> None:
    async with asked(tmp_path, interface="verbatim") as table:
        assert panel(table)[0] == "Side question · Answerer"
        question = panel(table)[1]
        await answer_dialogue(table, "no")
        assert panel(table)[1] != question
        assert "Please read this with care before you reply." in panel(table)[1]
        await answer_dialogue(table, "ASIDE: no")
        assert said(tmp_path, table) == ["no", "ASIDE: no"]
        assert [entry.heading for entry in table.transcript.entries] == OPENING


async def test_whole_episode(tmp_path: Path) -> None:
    """Check that everyone sees all side questions and the truth at the end, and not earlier."""
    async with asked(tmp_path) as table:
        data = table.live.instance.data
        slots = dict(data["slots"])
        for number, slot in enumerate(data["request_order"]):
            await answer_truthfully(table, number)
            assert "answered correctly" not in seen(table.app)
            await answer_dialogue(table, slots[slot])
        await answer_truthfully(table, len(slots))
        screen = await on(table.pilot, ResultScreen)
        assert "main score 100 of 100" in seen(table.app)
        await until(table.pilot, lambda: "correctly: 30 of 30" in seen(table.app))
        assert screen is table.app.screen
        episode = stored_episode(tmp_path, table.live.id)
        assert episode.state == "finished"
        assert len(said(tmp_path, table)) == 35


async def test_an_answer_typed_as_the_prompt_asks_is_read_as_words(tmp_path: Path) -> None:
    """Letters of a tag answer nothing, and nothing is sent before Enter."""
    async with asked(tmp_path) as table:
        for typed in ("ANSWER: yes", "aside: no", "ASIDE: yes"):
            keys = ["space" if char == " " else "colon" if char == ":" else char for char in typed]
            await table.pilot.press(*keys)
            assert table.composer.draft() == {"reply": typed.rpartition(" ")[2]}
        assert said(tmp_path, table) == []
        await answer(table, "enter")
        assert said(tmp_path, table) == ["ASIDE: yes"]


async def test_a_stray_key_does_not_keep_from_answering(tmp_path: Path) -> None:
    async with asked(tmp_path) as table:
        await table.pilot.press("x", "n")
        assert table.composer.draft() == {"reply": "no"}
