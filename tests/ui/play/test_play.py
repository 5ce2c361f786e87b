"""Tests of the play screen with one person at the keyboard."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import pytest
from textual.widgets import ContentSwitcher

from clemtui.config import Settings
from clemtui.engine import Control, Response
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.play import screen as play_screen
from clemtui.ui.play.pause import PauseScreen
from clemtui.ui.play.rules import RulesScreen
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.results.screen import ResultScreen
from clemtui.ui.settings.screen import SettingsScreen
from clemtui.ui.shell.dialogs.confirm import ConfirmDialog
from clemtui.ui.shell.dialogs.jump import JumpScreen
from clemtui.ui.shell.dialogs.palette import PaletteScreen
from clemtui.ui.shell.reader import ReaderScreen
from clemtui.ui.widgets.answer.box import AnswerBox
from clemtui.ui.widgets.board.board import Board
from clemtui.ui.widgets.home_lists import UnfinishedList
from clemtui.ui.widgets.keybar import program_bindings
from tests.ui.support.app import (
    ControlledPartner,
    PlayedEpisode,
    headline,
    on,
    opened,
    playing,
    seen,
    stored_episode,
    until,
)


def responses(folder: Path, episode: str) -> list[str]:
    return [
        e.text
        for e in stored_episode(folder, episode).entries_for_replay
        if isinstance(e, Response)
    ]


async def test_clue_is_sent_and_recorded_with_timing(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await table.wait_for_request()
        await table.type("a strong emotion")
        await until(table.pilot, lambda: "CLUE: a strong emotion" in seen(table.app))
        await table.pilot.press("enter")
        await until(table.pilot, lambda: partner.pending)
        assert "CLUE: a strong emotion" in table.transcript_text
        (entry,) = stored_episode(tmp_path, table.live.id).entries
        assert isinstance(entry.entry, Response)
        assert entry.entry.text == "CLUE: a strong emotion"
        timing = entry.timing
        assert timing is not None
        assert timing.values == {"clue": "a strong emotion"}
        assert timing.shown_at is not None
        assert timing.first_key_ms is not None
        assert timing.submitted_ms is not None
        assert 0 <= timing.first_key_ms <= timing.submitted_ms
        assert timing.edits is not None
        assert timing.edits >= 1
        assert timing.pasted == 0


async def test_a_warning_needs_a_second_enter_and_is_recorded(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await table.wait_for_request()
        forbidden = table.live.instance.data["related_word"][0]
        await table.type(forbidden)
        await until(table.pilot, lambda: forbidden in table.hint)
        assert table.hint.startswith("!")
        await table.pilot.press("enter")
        await table.pilot.pause()
        assert "Enter again" in table.hint
        assert table.composer.request is not None
        await table.type("x", "backspace", "enter")
        await table.pilot.pause()
        assert table.composer.request is not None, "an edit takes the confirmation back"
        await table.pilot.press("enter")
        await on(table.pilot, ResultScreen)
        (entry,) = stored_episode(tmp_path, table.live.id).entries
        assert entry.timing is not None
        assert {hint["aid"] for hint in entry.timing.hints} == {*table.live.game.card.aids}
        assert {hint["level"] for hint in entry.timing.hints} == {"warning"}


async def test_disabled_aid_shows_no_hint(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}, aids=()) as table:
        await table.wait_for_request()
        await table.type(table.live.instance.data["related_word"][0])
        await table.pilot.pause()
        assert table.hint == ""
        await table.pilot.press("enter")
        await on(table.pilot, ResultScreen)


async def test_incomplete_answer_is_not_sent(tmp_path: Path) -> None:
    async with playing(tmp_path, "wordle") as table:
        await table.wait_for_request()
        await table.type("cra")
        await table.pilot.pause()
        assert table.hint == "", "who is still typing is not told that it is not enough"
        await table.pilot.press("enter")
        await table.pilot.pause()
        assert table.hint.startswith("✗")
        assert "5" in table.hint
        assert stored_episode(tmp_path, table.live.id).entries_for_replay == ()


async def test_wordle_cells_and_unknown_words(
    tmp_path: Path,
) -> None:
    async with playing(tmp_path, "wordle") as table:
        await table.wait_for_request()
        await table.type("xyzzy")
        await until(table.pilot, lambda: "xyzzy" in table.hint)
        await table.type("", "ctrl+u")
        await table.type("crane", "enter")
        await until(table.pilot, lambda: responses(tmp_path, table.live.id))
        assert responses(tmp_path, table.live.id)[0].endswith("guess: crane")
        await until(table.pilot, lambda: "C" in seen(table.app) and "round 2" in seen(table.app))


async def test_next_instance_and_again(tmp_path: Path) -> None:
    async with playing(tmp_path, "wordle") as table:
        first = table.live.instance
        for key, game_id in (("n", first.game_id + 1), ("a", first.game_id + 1)):
            await until(table.pilot, lambda: isinstance(table.app.screen, PlayScreen))
            await table.wait_for_request()
            await table.pilot.press("ctrl+g", "enter")
            await on(table.pilot, ResultScreen)
            await table.pilot.press(key)
            screen = await on(table.pilot, PlayScreen)
            assert screen.live.instance.game_id == game_id
            assert screen.live.instance.experiment == first.experiment


async def test_empty_free_text_box_explains_new_line(tmp_path: Path) -> None:
    """Check the hint for answers with several lines, where Enter would send too early."""
    async with playing(tmp_path, "taboo", interface="verbatim") as table:
        await table.wait_for_request()
        said = "Enter sends, Ctrl+J starts a new line."
        await until(table.pilot, lambda: said in seen(table.app))
        await table.pilot.press("A", "ctrl+j", "B")
        assert table.composer.query_one(AnswerBox).text == "A\nB"
        await until(table.pilot, lambda: said not in seen(table.app))


async def test_verbatim_is_free_text_without_board_or_aids(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(
        tmp_path, "taboo", interface="verbatim", partners={"Player 2": partner}
    ) as table:
        await table.wait_for_request()
        assert not table.screen.query_one(Board).display
        assert list(table.screen.query_one(Board).query(".block")) == []
        await table.type("CLUE: panic\nreally", "enter")
        await until(table.pilot, lambda: responses(tmp_path, table.live.id))
        assert responses(tmp_path, table.live.id) == ["CLUE: panic\nreally"]
        (entry,) = stored_episode(tmp_path, table.live.id).entries
        assert entry.timing is not None
        assert entry.timing.values is None
        assert entry.timing.hints == ()


async def test_an_answer_that_would_end_the_episode_is_confirmed_first(tmp_path: Path) -> None:
    """What is lost by a mistake of form cannot be taken back; the record says who was warned."""
    async with playing(tmp_path, "taboo", interface="verbatim") as table:
        await table.wait_for_request()
        await table.type("a clue", "enter")
        said = "This answer is malformed and would end the episode."
        await until(table.pilot, lambda: said in " ".join(seen(table.app).split()))
        assert not responses(tmp_path, table.live.id)
        await table.pilot.press("home")
        await table.type("CLUE: ", "enter")
        await until(table.pilot, lambda: responses(tmp_path, table.live.id))
    episode = stored_episode(tmp_path, table.live.id)
    assert episode.condition["aids"] == ["end_warning"]
    timing = episode.entries[0].timing
    assert timing is not None
    assert [(hint["aid"], hint["used"]) for hint in timing.hints] == [("end_warning", True)]


async def test_it_can_be_sent_anyway_and_a_lost_game_is_not_foretold(tmp_path: Path) -> None:
    """Only the form is warned of: whether a word is forbidden is for the player to know."""
    async with playing(tmp_path, "taboo", interface="verbatim") as table:
        await table.wait_for_request()
        target = str(table.live.instance.data["target_word"])
        assert not table.live.would_break_form(table.live.master.pending()[0].id, f"CLUE: {target}")
        await table.type("a clue", "enter", "enter")
        await until(table.pilot, lambda: responses(tmp_path, table.live.id))
        assert responses(tmp_path, table.live.id) == ["a clue"]


async def test_board_is_verbatim_with_the_board_and_nothing_else(tmp_path: Path) -> None:
    """Messages are as sent, the response is typed whole, and nothing in it is checked."""
    async with playing(tmp_path, "wordle", interface="board") as table:
        await table.wait_for_request()
        board = table.screen.query_one(Board)
        assert board.display
        assert len(list(board.query("LetterBoardWidget"))) == 1
        keys = table.screen.query("KeyboardWidget")
        assert not keys, "what is known of each letter is an aid"
        first = table.transcript.entries[0]
        assert first.text == table.live.master.pending()[0].messages[-1].text
        assert first.speech is None
        await table.type("zzzzz", "enter")
        await until(table.pilot, lambda: responses(tmp_path, table.live.id))
        assert responses(tmp_path, table.live.id) == ["zzzzz"], "no form kept it from being sent"
        (entry,) = stored_episode(tmp_path, table.live.id).entries
        assert entry.timing is not None
        assert entry.timing.values is None
        assert entry.timing.hints == ()


def drafted(table: PlayedEpisode, field: str) -> object:
    """Return what is written in a field of the form."""
    draft = table.composer.draft()
    assert isinstance(draft, dict)
    return draft[field]


async def test_typing_goes_to_the_answer_wherever_the_focus_is(tmp_path: Path) -> None:
    async with playing(tmp_path, "wordle_withclue") as table:
        await table.wait_for_request()
        await table.type("cra")
        for target in (table.transcript, table.screen.query_one(Board)):
            target.focus()
            await table.pilot.pause()
            assert table.app.focused is target
            await table.type("n" if target is table.transcript else "e")
            assert table.composer in table.app.focused.ancestors
        assert drafted(table, "guess") == "crane"
        await table.pilot.press("tab")
        table.transcript.focus()
        await table.pilot.pause()
        await table.type("why")
        assert drafted(table, "explanation") == "why", "where one last wrote"


async def test_letters_mean_something_in_a_transcript_once_a_message_is_marked(
    tmp_path: Path,
) -> None:
    async with playing(tmp_path, "wordle") as table:
        await table.wait_for_request()
        table.transcript.focus()
        await table.pilot.pause()
        await table.pilot.press("shift+up", "r")
        assert table.transcript.raw
        assert table.composer.draft() == {"guess": ""}


async def test_a_hint_names_its_field_where_there_are_several(tmp_path: Path) -> None:
    async with playing(tmp_path, "wordle") as table:
        await table.wait_for_request()
        await table.pilot.press("enter")
        await until(table.pilot, lambda: "Your guess: This field is empty." in table.hint)


async def test_giving_up_asks_first_and_ends_as_aborted(tmp_path: Path) -> None:
    async with playing(tmp_path, "wordle") as table:
        await table.wait_for_request()
        await table.pilot.press("ctrl+g")
        await on(table.pilot, ConfirmDialog)
        await table.pilot.press("escape")
        await on(table.pilot, PlayScreen)
        await table.pilot.press("ctrl+g", "enter")
        await on(table.pilot, ResultScreen)
        assert stored_episode(tmp_path, table.live.id).entries_for_replay == (
            Control("gave up", "Player 1"),
        )
        assert "Aborted" in seen(table.app)


@pytest.mark.parametrize("interface", ["assisted", "verbatim"])
async def test_draft_is_restored_after_leaving(tmp_path: Path, interface: str) -> None:
    async with playing(tmp_path, "taboo", interface=interface) as table:
        await table.wait_for_request()
        await table.type("half a thou")
        await table.pilot.press("escape", "enter")
        home = await on(table.pilot, HomeScreen)
        await until(table.pilot, lambda: home.query_one(UnfinishedList).row_ids)
        await table.pilot.press("tab", "enter")
        await on(table.pilot, PlayScreen)
        await table.wait_for_request()
        assert table.screen.query_one(AnswerBox).text == "half a thou"
        assert table.live.drafts or table.screen.live.drafts


async def test_quitting_keeps_draft(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo") as table:
        await table.wait_for_request()
        await table.type("unsent")
        await table.pilot.press("ctrl+q")
        await until(table.pilot, lambda: not table.app.is_running or table.app._exit)
    episode = stored_episode(tmp_path, table.live.id)
    assert [draft.body for draft in episode.drafts] == [{"clue": "unsent"}]
    async with opened(tmp_path, resume=table.live.id) as (app, pilot):
        screen = await on(pilot, PlayScreen)
        await until(pilot, lambda: screen.query(AnswerBox))
        assert screen.query_one(AnswerBox).text == "unsent"
        assert app.return_code is None


async def test_what_is_quit_asks_nothing_again(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo") as table:
        await table.wait_for_request()
        await table.screen.leave(quitting=True)
        await table.screen.refresh_all()  # as after a change of size that was under way
        assert not table.screen.asks


async def test_time_adds_up_over_leaving_and_giving_up(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo") as table:
        await table.wait_for_request()
        await until(table.pilot, lambda: table.composer.answering)
        await table.pilot.press("ctrl+q")
        await until(table.pilot, lambda: not table.app.is_running or table.app._exit)
    (draft,) = stored_episode(tmp_path, table.live.id).drafts
    assert draft.body is None, "nothing was written"
    assert draft.timing is not None
    assert draft.timing.submitted_ms
    async with opened(tmp_path, resume=table.live.id) as (_, pilot):
        screen = await on(pilot, PlayScreen)
        await until(pilot, lambda: screen.query(AnswerBox))
        await pilot.press("ctrl+g")
        await on(pilot, ConfirmDialog)
        await pilot.press("enter")
        await until(pilot, lambda: stored_episode(tmp_path, table.live.id).state == "finished")
    (entry,) = stored_episode(tmp_path, table.live.id).entries
    assert entry.timing is not None
    assert entry.timing.shown_at == draft.timing.shown_at
    assert entry.timing.submitted_ms is not None
    assert entry.timing.submitted_ms > draft.timing.submitted_ms
    assert entry.timing.away_ms


async def test_time_is_saved_while_a_person_only_thinks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play_screen, "SAVING_SECONDS", 0.1)
    async with playing(tmp_path, "taboo") as table:
        await table.wait_for_request()
        await until(table.pilot, lambda: stored_episode(tmp_path, table.live.id).drafts)
        (first,) = stored_episode(tmp_path, table.live.id).drafts

        def later() -> bool:
            (draft,) = stored_episode(tmp_path, table.live.id).drafts
            return draft.updated_at > first.updated_at

        await until(table.pilot, later)


async def test_draft_is_recorded_within_a_second(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo") as table:
        await table.wait_for_request()
        await table.type("fleeting")
        await until(table.pilot, lambda: stored_episode(tmp_path, table.live.id).drafts)
        (draft,) = stored_episode(tmp_path, table.live.id).drafts
        assert isinstance(draft.body, Mapping)
        assert "fleeting".startswith(draft.body["clue"])


async def test_up_recalls_own_turns_in_empty_box(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await table.wait_for_request()
        await table.play_wrong_guess(partner, "first clue")
        box = table.screen.query_one(AnswerBox)
        await table.pilot.press("up")
        assert box.text == "first clue"
        await table.pilot.press("down")
        assert box.text == ""
        await table.type("mine", "up")
        assert box.text == "mine", "a box that is not empty is left alone"
        await table.pilot.press("ctrl+z")
        assert box.text != "mine"


EFFECTS: dict[str, Any] = {
    "play.answer": lambda t: "field is empty" in t.hint,
    "app.help": lambda t: isinstance(t.app.screen, ReaderScreen),
    "app.commands": lambda t: isinstance(t.app.screen, PaletteScreen),
    "play.leave": lambda t: isinstance(t.app.screen, ConfirmDialog),
    "play.give_up": lambda t: isinstance(t.app.screen, ConfirmDialog),
    "play.prompt": lambda t: isinstance(t.app.screen, ReaderScreen),
    "play.board": lambda t: not t.screen.query_one(Board).display,
    "play.expand": lambda t: t.composer.has_class("-expanded"),
    "play.back": lambda t: t.transcript.scroll_y < t.start,
    "play.on": lambda t: t.transcript.scroll_y > t.start,
    "play.end": lambda t: t.transcript.scroll_y == t.transcript.max_scroll_y,
    "play.copy": lambda t: t.app.clipboard.startswith("GUESS"),
    "app.next": lambda t: t.app.focused is not t.screen.query_one(AnswerBox),
    "app.before": lambda t: t.app.focused is not t.screen.query_one(AnswerBox),
    "app.quit": lambda t: t.app._exit,
    "app.jump": lambda t: isinstance(t.app.screen, JumpScreen),
    "app.settings": lambda t: isinstance(t.app.screen, SettingsScreen),
    "play.rules": lambda t: isinstance(t.app.screen, RulesScreen),
    "play.pause": lambda t: isinstance(t.app.screen, PauseScreen),
    "play.times": lambda t: t.transcript.details,
}
ELSEWHERE = {
    *("play.send", "play.stop"),  # test_partners.py
    "play.editor",  # test_external_editor.py
    "play.symbol",  # test_symbols.py
    *("play.hold", "play.slower", "play.faster", "play.step"),  # test_watching.py
}
"""Bindings that only work in another state, with the test module that covers them."""


def bindings() -> list[tuple[str, str]]:
    found = []
    for kind in PlayScreen.__mro__:
        for binding in vars(kind).get("BINDINGS", ()):
            if "." in (binding.id or ""):
                found += [(binding.id, key) for key in binding.key.split(",")]
    return [(id, key) for id, key in found if id not in ELSEWHERE]


@pytest.mark.parametrize(("id", "key"), bindings())
async def test_every_key_has_its_effect(tmp_path: Path, id: str, key: str) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await table.wait_for_request()
        await table.play_wrong_guess(partner, "one")
        table.transcript.action_raw()  # with more to scroll than the short rules
        table.transcript.scroll_to(y=20, animate=False, immediate=True)
        await table.pilot.pause()
        table.start = table.transcript.scroll_y  # type: ignore[attr-defined]
        if len(key) == 1:  # a text field would take the letter
            table.transcript.focus()
        await table.pilot.press(key)
        await until(table.pilot, lambda: EFFECTS[id](table))
        if id == "app.quit":
            table.app._exit = False


async def test_every_action_is_in_the_palette_and_runs_from_there(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo") as table:
        await table.wait_for_request()
        names = {usable.binding.description for usable in program_bindings(table.screen)}
        await table.pilot.press("ctrl+p")
        palette = await on(table.pilot, PaletteScreen)
        offered = {command.name for command in palette.commands}
        assert names - offered == {"Commands"}
        assert "Copy the whole transcript" in offered
        await table.type("give")
        await table.pilot.press("enter")
        await on(table.pilot, ConfirmDialog)


async def test_help_shows_rules_and_keys(tmp_path: Path) -> None:
    async with playing(tmp_path, "wordle", size=(80, 50)) as table:
        await table.wait_for_request()
        await table.pilot.press("f1")
        await on(table.pilot, ReaderScreen)
        shown = seen(table.app)
        labels = table.screen.voice
        assert labels.say(labels.listing.rules).split("\n")[0][:40] in shown
        assert "Give up" in shown
        await table.pilot.press("escape")
        await on(table.pilot, PlayScreen)


async def test_prompt_matches_model_messages(tmp_path: Path) -> None:
    async with playing(tmp_path, "wordle", size=(100, 60)) as table:
        await table.wait_for_request()
        await table.pilot.press("f2")
        screen = await on(table.pilot, ReaderScreen)
        request = table.composer.request
        assert request is not None
        assert [text for _, text in screen.texts] == [message.text for message in request.messages]


async def test_headline_contents(tmp_path: Path) -> None:
    async with playing(tmp_path, "taboo", practice=True) as table:
        await table.wait_for_request()
        assert headline(table) == (
            "Taboo · Describer · round 1 · practice · with scripted player",
            "Ann",
        )


async def test_hidden_composer_ignores_keys(tmp_path: Path) -> None:
    partner = ControlledPartner()
    async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
        await table.wait_for_request()
        await table.type("one", "enter")
        await until(table.pilot, lambda: partner.pending)
        await table.pilot.pause()
        assert table.screen.query_one("#dock", ContentSwitcher).current == "waiting"
        await table.type("two", "enter")
        await table.pilot.pause()
        assert len(responses(tmp_path, table.live.id)) == 1


async def test_tab_moves_from_cells_to_explanation(tmp_path: Path) -> None:
    async with playing(tmp_path, "wordle") as table:
        await table.wait_for_request()
        await table.type("crane", "tab")
        await table.type("as an opening", "enter")
        await until(table.pilot, lambda: responses(tmp_path, table.live.id))
        (said,) = responses(tmp_path, table.live.id)
        assert "as an opening" in said
        await table.wait_for_request()
        await table.type("stea", "tab")
        await table.type("because")
        await table.pilot.pause()
        assert table.composer.draft() == {"guess": "stea", "explanation": "because"}


@pytest.mark.parametrize("clock", ["on", "off"])
async def test_a_clock_is_shown_to_whoever_wants_one_and_recorded(
    tmp_path: Path, clock: Literal["on", "off"]
) -> None:
    async with playing(tmp_path, "taboo", settings=Settings(clock=clock)) as table:
        await table.wait_for_request()
        if clock == "on":
            await until(table.pilot, lambda: "1 sec" in seen(table.app))
        await table.type("panic", "enter")
        await until(table.pilot, lambda: responses(tmp_path, table.live.id))
    timing = stored_episode(tmp_path, table.live.id).entries[0].timing
    assert timing is not None
    shown = [(hint["aid"], hint["used"]) for hint in timing.hints]
    assert shown == ([("clock", False)] if clock == "on" else [])


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_who_describes_sees_every_wrong_guess_after_what_it_is(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    partner = ControlledPartner()
    partners = {"Player 2": partner}
    async with playing(tmp_path, "taboo", partners=partners, size=size) as table:
        await table.wait_for_request()
        for clue in ("where many people would like to be", "some pay for it"):
            await table.play_wrong_guess(partner, clue)
        await until(table.pilot, lambda: seen(table.app).count("• wrong  wrongword") == 2)
        assert "• clue   some pay for it" in seen(table.app)
        shown = table.screen.query_one("#board", Board)
        assert shown.scroll_offset.y == 0, "and the card above it"
