"""Tests of waiting for partners, watching them, failures, and two people at one keyboard."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.widget import Widget
from textual.widgets import ContentSwitcher

from clemtui.engine import Response
from clemtui.episode.updates import AttemptBegan
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.play.handover import HandOverScreen
from clemtui.ui.play.screen import STREAM_REDRAWS_PER_SECOND, PlayScreen
from clemtui.ui.results.screen import ResultScreen
from clemtui.ui.setup.partner_dialog import PartnerDialog
from clemtui.ui.shell.dialogs.confirm import ConfirmDialog
from clemtui.ui.shell.reader import ReaderScreen
from clemtui.ui.widgets import key_guard
from clemtui.ui.widgets.answer.box import AnswerBox
from clemtui.ui.widgets.headline import Headline
from clemtui.ui.widgets.key_guard import KeyGuard
from clemtui.ui.widgets.keybar import KeyBar
from clemtui.ui.widgets.transcript.log import Transcript
from clemtui.ui.widgets.transcript.rows import Entry
from clemtui.ui.widgets.wait_panels import ChoiceMenu, WaitingPanel
from tests.ui.support.app import (
    ControlledPartner,
    PlayedEpisode,
    headline,
    on,
    playing,
    seen,
    shows,
    stored_episode,
    text_of,
    until,
)


async def clue_given(table: PlayedEpisode, partner: ControlledPartner) -> None:
    await table.wait_for_request()
    await table.type("one", "enter")
    await until(table.pilot, lambda: partner.pending)
    await table.pilot.pause()


async def test_response_in_progress_shows_time_and_attempt(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await clue_given(table, partner)
        named = "Guesser · scripted player"
        waiting = table.screen.query_one(WaitingPanel)
        await until(table.pilot, lambda: f"Waiting for {named}…" in text_of(waiting))
        partner.write("SECRETDRAFT", "")
        await until(table.pilot, lambda: f"{named} is writing…" in text_of(waiting))
        request = partner.asks[0].request
        table.screen.stage._clock = lambda: table.screen.stage._since[request.id] + 12
        table.screen.refresh_waiting()
        await table.pilot.pause()
        assert "12" in seen(table.app)
        table.screen._apply_update(AttemptBegan(request, 2))
        await until(table.pilot, lambda: "attempt 2" in seen(table.app))


async def test_response_in_progress_is_hidden_from_seats(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await clue_given(table, partner)
        partner.write("SECRETDRAFT", "HIDDENTHOUGHT")
        await table.pilot.pause(0.2)
        assert "SECRETDRAFT" not in seen(table.app)
        assert "HIDDENTHOUGHT" not in seen(table.app)
        partner.say("GUESS: wrongword")
        await table.wait_for_request()
        assert "SECRETDRAFT" not in table.transcript_text


async def test_spectator_sees_response_in_progress(tmp_path: Path) -> None:
    describer, guesser = ControlledPartner(), ControlledPartner()
    partners: dict[str, Any] = {"Player 1": describer, "Player 2": guesser}
    async with playing(tmp_path, "taboo", seat="observer", partners=partners) as table:
        await until(table.pilot, lambda: describer.pending)
        describer.write("", "Let me think")
        await until(table.pilot, lambda: "Let me think" in seen(table.app))
        describer.write("CLUE: strange")
        await until(table.pilot, lambda: "CLUE: strange ▍" in seen(table.app))
        describer.say("CLUE: strange feeling")
        await until(table.pilot, lambda: guesser.pending)
        await table.pilot.pause()
        assert "Let me think" not in seen(table.app)
        assert "CLUE: strange feeling" in table.transcript_text


async def test_stream_is_redrawn_at_limited_rate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert 10 <= STREAM_REDRAWS_PER_SECOND <= 15
    describer = ControlledPartner()
    drawn: list[Entry | None] = []
    set_tail = Transcript.set_tail

    def counted(self: Transcript, entry: Entry | None) -> None:
        drawn.append(entry)
        set_tail(self, entry)

    partners: dict[str, Any] = {"Player 1": describer, "Player 2": ControlledPartner()}
    async with playing(tmp_path, "taboo", seat="observer", partners=partners) as table:
        await until(table.pilot, lambda: describer.pending)
        await table.pilot.pause()
        monkeypatch.setattr(Transcript, "set_tail", counted)
        for number in range(2000):
            describer.write(f"{number} ")
        assert drawn == [], "a token alone draws nothing"
        await until(table.pilot, lambda: "1999" in seen(table.app))
        assert len(drawn) < 10


async def test_failed_request_can_be_sent_again(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await clue_given(table, partner)
        partner.fail("The connection was refused.")
        dock = table.screen.query_one("#dock", ContentSwitcher)
        await until(table.pilot, lambda: dock.current == "choose")
        await table.pilot.pause()
        assert "The connection was refused." in seen(table.app)
        assert "Start the server." in seen(table.app)
        assert len(partner.asks) == 1, "nothing is sent again unasked"
        await table.pilot.press("f5")
        await until(table.pilot, lambda: len(partner.asks) == 2 and partner.pending)
        assert dock.current == "waiting"
        partner.say("GUESS: wrongword")
        await table.wait_for_request()


async def test_failed_episode_can_be_left_and_resumed(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await clue_given(table, partner)
        partner.fail("The connection was refused.")
        await until(table.pilot, lambda: table.screen.stage.state.halted)
        await table.pilot.press("escape", "enter")
        home = await on(table.pilot, HomeScreen)
        await until(table.pilot, lambda: home.unfinished)
        assert [e.summary.id for e in home.unfinished] == [table.live.id]


async def test_hand_over_hides_game_from_other_person(
    tmp_path: Path,
) -> None:
    async with playing(tmp_path, "taboo", partner=("human",)) as table:
        target = table.live.instance.data["target_word"]
        await on(table.pilot, HandOverScreen)
        assert not shows(table.app, target)
        assert "Describer" in seen(table.app)
        await table.pilot.press("enter")
        await on(table.pilot, PlayScreen)
        await table.wait_for_request()
        assert shows(table.app, target)
        await table.type("one clue", "enter")
        await on(table.pilot, HandOverScreen)
        assert not shows(table.app, target)
        assert "one clue" not in seen(table.app)
        assert "Guesser" in seen(table.app)
        await table.pilot.press("enter")
        await on(table.pilot, PlayScreen)
        await table.wait_for_request()
        assert target not in table.transcript_text
        assert not shows(table.app, target)
        assert "one clue" in table.transcript_text
        await table.type("x" * 3, "enter")
        await on(table.pilot, HandOverScreen)
        answers = [
            e.text
            for e in stored_episode(tmp_path, table.live.id).entries_for_replay
            if isinstance(e, Response)
        ]
        assert answers == ["CLUE: one clue", "GUESS: xxx"]


async def test_only_enter_takes_the_keyboard(tmp_path: Path) -> None:
    """Any other key may belong to what the previous person is still typing."""
    async with playing(tmp_path, "taboo", partner=("human",)) as table:
        await on(table.pilot, HandOverScreen)
        await table.pilot.press(
            "down", "pageup", "f2", "backspace", "ctrl+x", "escape", "space", "a"
        )
        assert isinstance(table.app.screen, HandOverScreen)
        await table.pilot.press("enter")
        await on(table.pilot, PlayScreen)


@pytest.mark.parametrize("at", ["#cover", Headline, KeyBar])
async def test_any_click_takes_the_keyboard(tmp_path: Path, at: str | type[Widget]) -> None:
    async with playing(tmp_path, "taboo", partner=("human",)) as table:
        await on(table.pilot, HandOverScreen)
        await table.pilot.click(at, offset=(2, 0))
        await on(table.pilot, PlayScreen)


async def test_keys_of_the_program_keep_their_meaning_at_the_hand_over(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo", partner=("human",)) as table:
        await on(table.pilot, HandOverScreen)
        await table.pilot.press("f1")
        await on(table.pilot, ReaderScreen)
        await table.pilot.press("escape")
        await on(table.pilot, HandOverScreen)


async def test_neither_key_nor_click_of_the_previous_person_takes_the_keyboard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(tmp_path, "taboo", partner=("human",)) as table:
        cover = await on(table.pilot, HandOverScreen)
        cover._guard = KeyGuard(clock=lambda _: 0)
        monkeypatch.setattr(key_guard, "PAUSE_SECONDS", 0.4)
        await table.pilot.press("down")
        await table.pilot.click("#cover")
        assert table.app.screen is cover


async def test_input_history_is_per_person(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo", partner=("human",), interface="verbatim") as table:
        for text, own in (("CLUE: mine", []), ("GUESS: no", []), ("CLUE: two", ["CLUE: mine"])):
            await on(table.pilot, HandOverScreen)
            await table.pilot.press("enter")
            await on(table.pilot, PlayScreen)
            await table.wait_for_request()
            box = table.composer.query_one(AnswerBox)
            assert box.past == own
            await table.type(text, "enter")


async def test_timing_starts_after_hand_over(
    tmp_path: Path,
) -> None:
    async with playing(tmp_path, "taboo", partner=("human",)) as table:
        await on(table.pilot, HandOverScreen)
        await table.pilot.pause(0.05)
        assert table.composer.answering is None
        await table.pilot.press("enter")
        await table.wait_for_request()


@pytest.mark.parametrize("game", ["sealed", "whisper"])
async def test_two_people_play_to_the_end(tmp_path: Path, game: str) -> None:
    async with playing(tmp_path, game, partner=("human",), interface="verbatim") as table:
        scripts = {seat: table.live.game.scripted(seat, "en", 1) for seat in table.live.human_seats}
        screen, composer = table.screen, table.composer

        def somebody_is_to_act() -> bool:
            top = table.app.screen
            return top is not screen or composer.answering is not None

        for _ in range(100):
            await until(table.pilot, somebody_is_to_act)
            if isinstance(table.app.screen, ResultScreen):
                break
            if isinstance(table.app.screen, HandOverScreen):
                await table.pilot.press("enter")
                continue
            request = composer.request
            assert request is not None
            assert request.seat == screen.stage.active
            text = scripts[request.seat].respond(request, table.live.master.view(request.seat))
            composer.query_one(AnswerBox).fill(text)
            await table.pilot.press("enter")
        await on(table.pilot, ResultScreen)


def options(table: PlayedEpisode) -> list[str]:
    return [str(option.prompt) for option in table.screen.query_one(ChoiceMenu).options]


async def failed(table: PlayedEpisode, partner: ControlledPartner) -> None:
    await clue_given(table, partner)
    partner.fail("The connection was refused.")
    await until(table.pilot, lambda: table.app.focused is table.screen.query_one(ChoiceMenu))
    await table.pilot.pause()


async def test_failure_is_explained_with_four_options(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await failed(table, partner)
        shown = seen(table.app)
        assert "Guesser · scripted player has not" in shown
        assert table.transcript_text.endswith("! Guesser · scripted player has not answered."), (
            "and not why"
        )
        assert shown.count("The connection was refused.") == 1
        assert shown.count("Start the server.") == 1
        assert options(table) == [
            "Try again (F5)",
            "Continue with another partner, as a new episode",
            "Leave and resume later",
            "Give up",
        ]
        beside = [line.split("││")[-1].strip(" │▌") for line in shown.split("\n")]
        words = " ".join(" ".join(beside).split())
        for option in options(table):
            assert option in words
        await table.pilot.press("enter")
        await until(table.pilot, lambda: partner.pending and len(partner.asks) == 2)


@pytest.mark.parametrize("steps", [2, 3])
async def test_leaving_and_giving_up_need_confirmation(tmp_path: Path, steps: int) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await failed(table, partner)
        await table.pilot.press(*["down"] * steps, "enter")
        question = await on(table.pilot, ConfirmDialog)
        assert ("Give up" in question.question) == (steps == 3)
        assert ("Leave" in question.question) == (steps == 2)
        await table.pilot.press("y")
        await table.pilot.pause()
        assert table.app.screen is question, "no letter of one language answers"
        await table.pilot.press("escape")
        await on(table.pilot, PlayScreen)
        await table.pilot.pause()
        assert table.app.focused is table.screen.query_one(ChoiceMenu)


async def test_keys_typed_before_failure_are_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(key_guard, "PAUSE_SECONDS", 0.4)
    now = [0.0]
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await failed(table, partner)
        table.screen.query_one(ChoiceMenu).guard = KeyGuard(clock=lambda _: now[0])
        await table.pilot.press("enter")
        await table.pilot.pause()
        assert len(partner.asks) == 1, "asking again can cost something"
        now[0] += 1
        await table.pilot.press("enter")
        await until(table.pilot, lambda: len(partner.asks) == 2)


async def test_call_can_be_stopped_and_repeated(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await table.wait_for_request()
        assert table.screen.check_action("stop_call", ()) is False
        await clue_given(table, partner)
        assert "Stop call" in seen(table.app)
        await table.pilot.press("ctrl+x")
        await until(table.pilot, lambda: "You stopped the call" in seen(table.app))
        assert len(partner.asks) == 1
        await table.pilot.press("f5")
        await until(table.pilot, lambda: len(partner.asks) == 2 and partner.pending)
        partner.say("GUESS: wrongword")
        await table.wait_for_request()
        assert "wrongword" in table.transcript_text


async def test_another_partner_continues_in_new_episode(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await failed(table, partner)
        before = table.live.id
        await table.pilot.press("down", "enter")
        chooser = await on(table.pilot, PartnerDialog)
        chooser.dismiss("scripted")
        await until(
            table.pilot,
            lambda: isinstance(table.app.screen, PlayScreen) and table.screen.live.id != before,
        )
        screen = table.screen
        await table.wait_for_request()
        assert "CLUE: one" in table.transcript_text, "it begins with what was played"
        assert "· continued with another partner · with" in headline(table)[0]
        notices = table.app._notifications
        await until(table.pilot, lambda: any("new episode" in each.message for each in notices))
        assert not any("Repetition" in each.message for each in notices), "only met here"
        assert screen.live.condition.continued_from == before
        assert stored_episode(tmp_path, before).state == "abandoned"
        assert screen.choices is not None
        assert screen.choices.partner == ("scripted",)


async def test_unknown_partner_changes_nothing(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await failed(table, partner)
        table.screen.action_other_partner()
        chooser = await on(table.pilot, PartnerDialog)
        chooser.dismiss("no:such@model@at@all")
        await until(table.pilot, lambda: table.app._notifications)
        await on(table.pilot, PlayScreen)
        assert options(table)[0] == "Try again (F5)"
        await table.pilot.press("f5")
        await until(table.pilot, lambda: len(partner.asks) == 2)


async def test_headline_names_current_person(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo", partner=("human:Ben",)) as table:
        await on(table.pilot, HandOverScreen)
        first = seen(table.app).splitlines()[0]
        assert first.split() == ["Taboo", "Ann"]
        await table.pilot.press("enter")
        await table.wait_for_request()
        assert headline(table)[1] == "Ann"
        await table.type("one clue", "enter")
        await on(table.pilot, HandOverScreen)
        assert seen(table.app).splitlines()[0].split() == ["Taboo", "Ben"]
        assert "Next turn: Guesser · Ben" in seen(table.app)
        await table.pilot.press("enter")
        await table.wait_for_request()
        assert headline(table)[1] == "Ben"
