"""Tests of waiting: something moves, the time is compared with the usual one, and people are called
back."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

import pytest

from clemtui.config import Settings
from clemtui.ui.play.alerts import LONG_SECONDS, TurnCall
from clemtui.ui.widgets.wait_panels import SPINNER, WaitingPanel
from tests.ui.support.app import ControlledPartner, PlayedEpisode, playing, seen, text_of, until


async def wait_for_the_guess(table: PlayedEpisode, partner: ControlledPartner) -> None:
    """Give a clue, so that the model is asked."""
    await table.wait_for_request()
    await table.type("something that one sees", "enter")
    await until(table.pilot, lambda: partner.pending)


def first_character(table: PlayedEpisode) -> str:
    """Return how the line about who is awaited begins."""
    return text_of(table.screen.query_one(WaitingPanel))[:1]


async def test_something_turns_while_someone_answers(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await wait_for_the_guess(table, partner)
        shown: set[str] = set()

        def turned() -> bool:
            shown.add(first_character(table))
            return len(shown & set(SPINNER)) > 2

        await until(table.pilot, turned)


async def test_nothing_turns_with_reduced_motion(tmp_path: Path) -> None:
    partner, settings = ControlledPartner(), Settings(motion="reduced")
    seats = {"Player 2": partner}
    async with playing(tmp_path, "taboo", partners=seats, settings=settings) as table:
        await wait_for_the_guess(table, partner)
        await until(table.pilot, lambda: "Waiting for" in seen(table.app))
        await table.pilot.pause(0.3)
        assert first_character(table) == "W"


async def test_the_time_is_said_beside_the_usual_one(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await wait_for_the_guess(table, partner)
        assert "usually" not in seen(table.app)
        table.screen.stage.took["Player 2"] = [3.0, None, 40.0, 5.0]
        table.screen.refresh_waiting()
        await until(table.pilot, lambda: "usually 5 sec" in seen(table.app))


@pytest.mark.parametrize(
    ("waited", "focused", "called"),
    [(LONG_SECONDS, True, True), (LONG_SECONDS - 1, True, False), (0.0, False, True)],
)
async def test_people_are_called_after_a_wait_or_if_they_are_elsewhere(
    waited: float, focused: bool, called: bool, tmp_path: Path
) -> None:
    now = 0.0
    partner, settings = ControlledPartner(), Settings(alert="bell")
    seats = {"Player 2": partner}
    async with playing(tmp_path, "taboo", partners=seats, settings=settings) as table:
        await table.wait_for_request()
        table.screen._turn_call = TurnCall(clock=lambda: now)
        await wait_for_the_guess(table, partner)
        with mock.patch.object(table.app, "bell") as bell:
            table.app.app_focus = focused
            now += waited
            partner.say("GUESS: never that")
            await table.wait_for_request()
            assert bell.called == called


async def test_a_notification_names_the_episode_and_sends_no_other_control_characters(
    tmp_path: Path,
) -> None:
    partner, settings = ControlledPartner(), Settings(alert="notification")
    seats = {"Player 2": partner}
    async with playing(tmp_path, "taboo", partners=seats, settings=settings) as table:
        await wait_for_the_guess(table, partner)
        driver = table.app._driver
        assert driver is not None
        with mock.patch.object(driver, "write") as write:
            table.app.app_focus = False
            partner.say("GUESS: never that")
            await table.wait_for_request()
        (told,) = [call.args[0] for call in write.call_args_list if "\x1b]9;" in call.args[0]]
        assert told.startswith("\x1b]9;Your turn: Taboo · ")
        assert told.endswith("\x07")
        assert told[4:-1].isprintable()


async def test_nobody_is_called_unless_they_want_it(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await wait_for_the_guess(table, partner)
        table.app.app_focus = False
        with mock.patch.object(table.app, "bell") as bell:
            partner.say("GUESS: never that")
            await table.wait_for_request()
            assert not bell.called
