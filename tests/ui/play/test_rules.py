"""Tests of the rules screen: the rules for people and what players are told."""

from __future__ import annotations

from pathlib import Path

from textual.widgets import Static

from clemtui.ui.play.rules import RulesScreen
from clemtui.ui.play.screen import PlayScreen
from tests.ui.support.app import ControlledPartner, on, playing, seen, text_of, until


async def test_rules_have_summary_and_prompts(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo", language="de") as table:
        await table.wait_for_request()
        await table.pilot.press("f7")
        await on(table.pilot, RulesScreen)
        rules = table.screen.voice.say(table.screen.voice.listing.rules)
        shown = seen(table.app)
        assert "Rules: Taboo" in shown
        assert "Summary, in English" in shown
        assert "What players are told, in German" in shown
        assert rules.split("\n")[0][:50] in shown
        assert table.live.instance.data["target_word"] not in shown, "one page at a time"
        await table.pilot.press("right")
        await table.pilot.pause()
        request = table.composer.request
        assert request is not None
        assert request.messages[0].text.split("\n")[0][:40] in seen(table.app)
        assert rules.split("\n")[0][:50] not in seen(table.app)
        await table.pilot.press("left")
        await table.pilot.pause()
        assert rules.split("\n")[0][:50] in seen(table.app)
        await table.pilot.press("f7")
        await on(table.pilot, PlayScreen)


async def test_wide_terminal_shows_both_pages(tmp_path: Path) -> None:
    async with playing(tmp_path, "wordle", language="de", size=(120, 40)) as table:
        await table.wait_for_request()
        await table.pilot.press("f7")
        screen = await on(table.pilot, RulesScreen)
        left, right = screen.query_one("#page-0"), screen.query_one("#page-1")
        assert left.region.width > 40
        assert right.region.x >= left.region.right
        await table.pilot.press("tab")
        await table.pilot.pause()
        assert table.app.focused is right
        assert screen.page == 1


async def test_click_opens_other_page(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo") as table:
        await table.wait_for_request()
        await table.pilot.press("f7")
        screen = await on(table.pilot, RulesScreen)
        await table.pilot.click("#tab-1")
        await table.pilot.pause()
        assert screen.page == 1
        assert screen.query_one("#page-1").display


async def test_prompts_of_other_seats_are_hidden(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 1": partner}, seat="Player 2") as table:
        await until(table.pilot, lambda: partner.pending)
        await table.pilot.press("f7", "right")
        await on(table.pilot, RulesScreen)
        shown = seen(table.app)
        assert table.live.instance.data["target_word"] not in shown
        assert "Nothing has been said yet." in shown


async def test_spectator_sees_prompts_of_all_seats(tmp_path: Path) -> None:
    partners = {"Player 1": (one := ControlledPartner()), "Player 2": (two := ControlledPartner())}
    async with playing(
        tmp_path, "taboo", partners=partners, seat="observer", size=(120, 60)
    ) as table:
        await until(table.pilot, lambda: one.pending)
        one.say("CLUE: strange")
        await until(table.pilot, lambda: two.pending)
        await table.pilot.press("f7")
        await on(table.pilot, RulesScreen)
        headings = [
            text_of(each) for each in table.app.screen.query("#page-1 .heading").results(Static)
        ]
        assert headings == ["Describer", "Guesser"]


async def test_pages_are_translated(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo") as table:
        await table.wait_for_request()
        await table.pilot.press("f7", "right")
        screen = await on(table.pilot, RulesScreen)
        await table.app.set_language("de")
        await table.pilot.pause()
        assert screen.page == 1
        assert screen.query_one("#page-1").display
        assert not screen.query_one("#page-0").display
        await table.pilot.press("left")
        await table.pilot.pause()
        german = table.screen.voice.say(table.screen.voice.listing.rules)
        assert german.split("\n")[0][:40] in seen(table.app)
