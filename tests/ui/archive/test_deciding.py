"""Deciding about an episode in the history: excluding it, tagging it, closing it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input, Static
from textual.widgets._toast import Toast

from clemtui.archive.marking import close_episode, decide, exclusion
from clemtui.records.errors import StoreError
from clemtui.records.rows import EpisodeSummary
from clemtui.store.read.reader import Reader
from clemtui.ui.archive.history.screen import HistoryScreen
from clemtui.ui.archive.history.window import HistoryWindow
from clemtui.ui.shell.dialogs.choice import ChoiceDialog, TextDialog
from clemtui.ui.widgets.outcomes import MARKS
from tests.support.play_helpers import sitting
from tests.ui.support.app import on, seen, text_of, until, wait_for_workers
from tests.ui.support.bursts import burst
from tests.ui.support.history import history, record_episodes, rows, table_of


def highlighted(screen: HistoryScreen) -> EpisodeSummary:
    episode = table_of(screen).highlighted
    assert episode is not None
    return episode


def notices(screen: HistoryScreen) -> list[str]:
    """Return the notices of the app."""
    return [each.message for each in screen.app._notifications]


def row(screen: HistoryScreen) -> str:
    """Return the highlighted line of the table."""
    (line,) = (each for each in seen(screen.app).splitlines() if each.startswith("▌"))
    return line


def standing(screen: HistoryScreen) -> str:
    """Return what the line below the table says in words, without the marks before it."""
    return text_of(screen.query_one("#standing", Static)).rpartition("  ")[2]


async def test_an_episode_is_excluded_with_a_reason_and_included_again(tmp_path: Path) -> None:
    await record_episodes(tmp_path)
    async with history(tmp_path) as (screen, pilot, _):
        screen.context.person = "Ann"
        await pilot.press("down", "x")
        dialog = await on(pilot, ChoiceDialog)
        assert [value for value, _ in dialog.options] == ["exclude", "tag"]
        await pilot.press("enter")
        asked = await on(pilot, TextDialog)
        assert "Ann" in str(asked.explanation)
        assert "no longer be resumed" not in asked.explanation
        await pilot.press("enter")
        await until(pilot, lambda: "Say why." in str(asked.query_one(".error", Static).render()))
        asked.query_one(Input).value = "phone rang"
        await pilot.press("enter")
        await on(pilot, HistoryScreen)
        await until(pilot, lambda: "excluded" in highlighted(screen).left_out)
        (decision,) = (d for d in highlighted(screen).decisions if d.key == "excluded")
        assert (decision.author, decision.reason) == ("Ann", "phone rang")
        assert "Excluded by Ann: phone rang. Reports no longer count it." in notices(screen)
        assert f"{MARKS['excluded']}" in row(screen)
        assert "Does not count: excluded by a decision (Ann, " in standing(screen)
        await pilot.press("x")
        dialog = await on(pilot, ChoiceDialog)
        assert [value for value, _ in dialog.options] == ["include", "tag"]
        await pilot.press("enter")
        await on(pilot, TextDialog)
        await pilot.press(*"was", "space", *"read", "enter")
        await on(pilot, HistoryScreen)
        await until(pilot, lambda: not highlighted(screen).left_out)
        assert "Included again by Ann: was read." in notices(screen)
        assert MARKS["excluded"] not in row(screen)
        assert "Counts. Included again: Ann, " in standing(screen)
        assert ", was read (earlier decision: " in standing(screen)


async def test_an_unfinished_episode_is_closed_as_void(tmp_path: Path) -> None:
    await record_episodes(tmp_path)
    async with history(tmp_path) as (screen, pilot, _):
        screen.context.person = "Ann"
        assert highlighted(screen).state == "running"
        await pilot.press("x")
        dialog = await on(pilot, ChoiceDialog)
        assert [value for value, _ in dialog.options] == ["exclude", "tag", "aborted", "void"]
        await pilot.press("end", "enter")
        asked = await on(pilot, TextDialog)
        assert "can no longer be resumed; it counts nowhere." in asked.explanation
        await pilot.press(*"server", "enter")
        await on(pilot, HistoryScreen)
        await until(pilot, lambda: highlighted(screen).state == "void")
        assert "Closed as void by Ann: server. It counts nowhere." in notices(screen)
        assert "∅ void" in row(screen)
        assert MARKS["closed"] in row(screen)
        assert "Does not count: void; repetition. Closed: Ann, " in standing(screen)


async def test_excluding_what_did_not_count_promises_nothing(tmp_path: Path) -> None:
    await record_episodes(tmp_path)
    async with history(tmp_path) as (screen, pilot, _):
        screen.context.person = "Ann"
        while not highlighted(screen).left_out:
            before = highlighted(screen).id
            await pilot.press("down")
            assert highlighted(screen).id != before, "an episode that does not count"
        await pilot.press("x")
        await on(pilot, ChoiceDialog)
        await pilot.press("enter")
        asked = await on(pilot, TextDialog)
        asked.query_one(Input).value = "phone rang"
        await pilot.press("enter")
        await until(pilot, lambda: "Excluded by Ann: phone rang." in notices(screen))


async def test_a_tag_has_the_form_key_value(tmp_path: Path) -> None:
    await record_episodes(tmp_path)
    async with history(tmp_path) as (screen, pilot, _):
        screen.context.person = "Ann"
        await pilot.press("down", "x")
        await on(pilot, ChoiceDialog)
        await pilot.press("down", "enter")
        asked = await on(pilot, TextDialog)
        await pilot.press(*"wave", "enter")
        await until(pilot, lambda: "key=value" in str(asked.query_one(".error", Static).render()))
        await pilot.press("space", *"=", "space", *"2", "enter")
        await on(pilot, HistoryScreen)
        await until(pilot, lambda: highlighted(screen).tags.get("wave") == ("2",))
        assert "Tag added by Ann: wave=2." in notices(screen), "as it is recorded"
        assert MARKS["tagged"] in row(screen)
        assert "Tags: wave=2." in standing(screen)


async def test_whoever_decides_is_asked_for_if_unknown(tmp_path: Path) -> None:
    await record_episodes(tmp_path)
    async with history(tmp_path) as (screen, pilot, _):
        screen.context.person = ""
        await pilot.press("down", "x")
        await on(pilot, ChoiceDialog)
        await pilot.press("enter")
        asked = await on(pilot, TextDialog)
        await pilot.press("enter")
        await until(pilot, lambda: "name" in str(asked.query_one(".error", Static).render()))
        await pilot.press(*"Eve", "enter")
        await until(pilot, lambda: isinstance(screen.app.screen, TextDialog) and "Eve" in str(
            screen.app.screen.explanation))  # fmt: skip
        await pilot.press(*"noise", "enter")
        await on(pilot, HistoryScreen)
        await until(pilot, lambda: "excluded" in highlighted(screen).left_out)
        (decision,) = (d for d in highlighted(screen).decisions if d.key == "excluded")
        assert (decision.author, decision.reason) == ("Eve", "noise")


@pytest.mark.parametrize("keys", [("u", "x"), ("/", "game:wordle state:running", "enter", "x")])
async def test_what_is_decided_is_about_the_episode_that_is_then_highlighted(
    tmp_path: Path, keys: tuple[str, ...]
) -> None:
    """Not about the one that was there before the filter, in a burst of keys."""
    await record_episodes(tmp_path)
    async with history(tmp_path) as (screen, pilot, app):
        await pilot.press("down")
        assert highlighted(screen).state == "finished"
        burst(app, *keys)
        dialog = await on(pilot, ChoiceDialog)
        assert [value for value, _ in dialog.options] == ["exclude", "tag", "aborted", "void"]
        assert highlighted(screen).state == "running"


async def test_a_small_terminal_shows_the_key_the_instance_and_a_whole_reason(
    tmp_path: Path,
) -> None:
    ids = await record_episodes(tmp_path)
    reason = "the phone rang twice and then the power failed, so nothing was read"
    await exclude(tmp_path, ids["bea"], reason)
    async with history(tmp_path, size=(80, 24)) as (screen, pilot, app):
        await pilot.press("down")
        await until(pilot, lambda: f"{reason})." in " ".join(seen(app).split()))
        episode = highlighted(screen)
        assert episode.experiment == "high"
        shown = " ".join(seen(app).split())
        assert f"Easy {episode.game_id}. Does not count: excluded" in shown
        assert " x Decide" in seen(app)


async def test_a_notice_does_not_cover_what_it_is_about(tmp_path: Path) -> None:
    await record_episodes(tmp_path)
    async with history(tmp_path, size=(80, 24)) as (screen, pilot, app):
        app.notify("Excluded by Ann: " + "phone rang " * 8, markup=False)
        await until(pilot, lambda: len(screen.query(Toast)))
        await pilot.pause()
        region = screen.query_one("#standing", Static).region
        assert all(each.region.bottom <= region.y for each in screen.query(Toast))


async def test_a_key_pressed_while_the_list_is_reloaded_is_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = await record_episodes(tmp_path)
    async with history(tmp_path) as (screen, pilot, _):
        read = HistoryWindow.read

        async def read_and_move(*given: Any) -> None:
            await read(*given)
            # the message about the move is still on its way when the list is shown
            table_of(screen).action_move(1)

        monkeypatch.setattr(HistoryWindow, "read", read_and_move)
        await pilot.press("f5")
        await until(pilot, lambda: highlighted(screen).id == ids["bea"])
        await wait_for_workers(pilot.app.workers)
        await pilot.pause()
        assert highlighted(screen).id == ids["bea"]
        assert "de" in row(screen)


async def test_what_another_program_decides_appears_in_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clemtui.ui.archive.history.screen.CHECK_SECONDS", 0.05)
    ids = await record_episodes(tmp_path)
    async with history(tmp_path) as (screen, pilot, app):
        await pilot.press("down")
        await exclude(tmp_path, ids["bea"], "phone rang")
        await until(pilot, lambda: "excluded" in highlighted(screen).left_out)
        assert highlighted(screen).id == ids["bea"]
        await until(pilot, lambda: "phone rang" in standing(screen))
        async with sitting(tmp_path / "clemtui.db") as service:
            await close_episode(service, ids["left"], "void", "Ann", "server")
        await until(pilot, lambda: MARKS["closed"] in "".join(rows(app)))
        assert highlighted(screen).id == ids["bea"]


async def test_the_next_older_episode_is_highlighted_if_one_no_longer_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clemtui.ui.archive.history.screen.CHECK_SECONDS", 0.05)
    ids = await record_episodes(tmp_path)
    async with history(tmp_path, history="counts:yes") as (screen, pilot, _):
        shown = [each.id for each in screen.episodes]
        await pilot.press("down")
        await exclude(tmp_path, shown[1], "phone rang")
        await until(pilot, lambda: len(screen.episodes) == len(shown) - 1)
        await pilot.pause()
        assert highlighted(screen).id == shown[2 if len(shown) > 2 else 0]
        assert ids["left"] not in shown


async def test_a_check_that_fails_is_reported_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clemtui.ui.archive.history.screen.CHECK_SECONDS", 0.05)
    await record_episodes(tmp_path)

    def fail(_: Reader) -> tuple[int, ...]:
        raise StoreError("the disk is gone")

    async with history(tmp_path) as (screen, pilot, _):
        monkeypatch.setattr(Reader, "version", fail)
        await until(pilot, lambda: "the disk is gone" in notices(screen))
        await pilot.pause(0.3)
        assert notices(screen).count("the disk is gone") == 1


async def exclude(folder: Path, episode: str, reason: str) -> None:
    """Exclude an episode as another program would."""
    async with sitting(folder / "clemtui.db") as service:
        await decide(service, [episode], [exclusion("", "Ann", reason)])
