"""Keys that were meant for the previous screen do nothing on the next one."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events

from clemtui.ui.results.screen import ResultScreen
from clemtui.ui.shell.navigation import OpenResult
from clemtui.ui.widgets import key_guard
from clemtui.ui.widgets.key_guard import KeyGuard, key_time
from clemtui.wording.phrases import Voice
from tests.ui.support.app import on, opened, seen, until
from tests.ui.support.results import LOSE, open_result, play_to_end, result_destination

PAUSE, TYPING, REPEAT = 0.4, 1.0, 0.15


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the current time, used where a key has none of its own."""
    monkeypatch.setattr(key_guard, "PAUSE_SECONDS", PAUSE)
    monkeypatch.setattr(key_guard, "TYPING_SECONDS", TYPING)
    return [100.0]


def typed(at: float, key: str = "enter") -> events.Key:
    """Return a key that was typed at this time, whenever it is handled."""
    made = events.Key(key, key if len(key) == 1 else "\r")
    made.time = at
    return made


def guarding(
    clock: list[float], *, known: bool = False, painted: bool = True, amid_typing: bool = False
) -> KeyGuard:
    return KeyGuard(
        known=known,
        painted=painted,
        amid_typing=amid_typing,
        clock=lambda key: clock[0] if key is None else key_time(key),
    )


def test_a_key_counts_by_when_it_was_typed_and_not_by_when_it_is_handled(
    clock: list[float],
) -> None:
    place = guarding(clock)
    clock[0] += 60  # the program was busy
    assert place.rejects(typed(100.3))
    assert not place.rejects(typed(100.8))


def test_nothing_counts_before_the_place_is_on_the_screen(clock: list[float]) -> None:
    place = guarding(clock, painted=False)
    clock[0] += 60
    assert place.rejects()
    assert place.rejects(typed(160.0))
    place.mark_painted()
    assert place.rejects(typed(159.9)), "it was typed before, however late it comes"
    assert place.rejects(typed(160.3)), "nobody has noticed it so soon"
    assert not place.rejects(typed(160.8))


def test_a_pause_is_counted_from_the_key_before(clock: list[float]) -> None:
    place = guarding(clock)
    assert place.rejects(typed(100.3))
    assert place.rejects(typed(100.6))
    assert not place.rejects(typed(101.1))


def test_what_someone_goes_on_typing_is_no_command_however_slowly_it_is_typed(
    clock: list[float],
) -> None:
    place = guarding(clock, amid_typing=True)
    assert place.rejects(typed(100.9, "s"))
    assert place.rejects(typed(101.8, "a"))
    assert not place.rejects(typed(102.9, "s"))


def test_who_tries_again_and_again_is_not_ignored_forever(clock: list[float]) -> None:
    place = guarding(clock, amid_typing=True)
    assert all(place.rejects(typed(100 + n * 0.3, "s")) for n in range(1, 7))
    assert not place.rejects(typed(102.1, "s"))


def test_a_key_that_is_no_character_waits_no_longer_where_someone_types(
    clock: list[float],
) -> None:
    assert not guarding(clock, amid_typing=True).rejects(typed(100.5))


def test_a_known_place_takes_all_but_a_key_that_is_held_down(clock: list[float]) -> None:
    place = guarding(clock, known=True)
    assert place.rejects(typed(100.1))
    assert not place.rejects(typed(100.1 + REPEAT + 0.01))


def test_once_a_key_was_meant_here_only_that_key_can_be_held_down(clock: list[float]) -> None:
    """Otherwise a correction typed quickly would be ignored, and what it corrects would be sent."""
    place = guarding(clock, known=True)
    assert not place.rejects(typed(100.5, "y"))
    assert place.rejects(typed(100.52, "y"))
    assert not place.rejects(typed(100.54, "n"))
    assert not place.rejects(typed(100.56, "enter"))


def test_keys_say_when_they_were_typed() -> None:
    before = key_time()
    key = events.Key("enter", "\r")
    assert before <= key_time(key) == key.time <= key_time()


async def test_a_second_enter_from_before_the_result_was_painted_does_not_skip_it(
    tmp_path: Path,
) -> None:
    """This test makes no pause: the key is rejected because it is older than the first drawing."""
    async with opened(tmp_path) as (app, pilot):
        first = await open_result(app, pilot, "taboo", answers=[LOSE])
        assert isinstance(first.destination, OpenResult)
        second = ResultScreen(app.context, first.destination)
        put = app.push_screen(second)
        early = events.Key("enter", "\r")
        app.post_message(early)
        assert not second._guard.painted
        await put
        await on(pilot, ResultScreen)
        late = events.Key("enter", "\r")
        late.time = early.time  # it waited in the queue until after the first drawing
        app.post_message(late)
        await pilot.pause()
        assert app.screen is second
        await pilot.press("enter")
        await until(pilot, lambda: second not in app.screen_stack)


async def test_the_result_counts_from_the_picture_that_shows_how_it_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures: list[str] = []

    async with opened(tmp_path) as (app, pilot):
        monkeypatch.setattr(KeyGuard, "mark_painted", lambda _: pictures.append(seen(app)))
        service = await app.context.service()
        live, stage, choices, names = await play_to_end(service, "taboo", answers=[LOSE])
        voice = Voice(
            app.context.interface, app.context.labels("taboo"), app.context.listing("taboo"), names
        )
        await app.push_screen(
            ResultScreen(app.context, result_destination(live, voice, stage, choices))
        )
        await until(pilot, lambda: pictures)
    assert "✗ Lost" in pictures[0]


def test_who_types_on_and_on_sees_after_a_while_what_appears(clock: list[float]) -> None:
    """Characters may then be taken, but no Enter: the text before them is missing."""
    place = guarding(clock, painted=False)
    assert place.meant_before(typed(100.0, "a"))
    clock[0] = 100.2
    place.mark_painted()
    for tenth in range(3, 30):
        at = 100 + tenth / 10
        assert place.meant_before(typed(at, "a"))
        assert place.seen_typing(typed(at, "a")) == (at >= 101.2)
        assert not place.seen_typing(typed(at, "enter"))
    assert not place.meant_before(typed(103.4))
