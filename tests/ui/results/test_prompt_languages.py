"""Tests of playing a task in another language and of reading it beside its English wording."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.widgets import OptionList, Static

from clemtui.catalogue import CatalogueError, open_catalogue
from clemtui.episode.planning.plan import Choices
from clemtui.language import Direction
from clemtui.language.width import cell_count
from clemtui.ui.app import ClemtuiApp
from clemtui.ui.archive.review.screen import ReviewScreen
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.results.screen import ResultScreen
from clemtui.ui.setup.partner_dialog import PartnerDialog
from clemtui.ui.setup.screen import SetupScreen
from clemtui.ui.shell.dialogs.choice import ChoiceDialog
from clemtui.ui.shell.navigation import OpenReview, OpenSetUp
from clemtui.ui.shell.reader import ReaderScreen
from clemtui.ui.widgets.board.board import Board
from clemtui.ui.widgets.stepper import Stepper
from clemtui.ui.widgets.transcript.log import Transcript
from clemtui.ui.widgets.transcript.rows import ROOM_FOR_TWO, Entry, OtherWording, rows_of
from tests.support.scripts import reject_language
from tests.ui.support.app import on, opened, seen, text_of, until
from tests.ui.support.results import LOSE, open_result, play_to_end

MINE, THEIRS = "Wort eins.\n\nWort zwei ist ein längerer Satz.", "Word one.\n\nWord two."


def usable(screen: ResultScreen) -> set[str]:
    return {str(each.binding.id) for each in screen.active_bindings.values() if each.enabled}


async def ended(app: ClemtuiApp, pilot: Any, **given: Any) -> ResultScreen:
    result = await open_result(app, pilot, "taboo", answers=[LOSE], **given)
    await until(pilot, lambda: result.languages)
    return result


async def choose(pilot: Any, name: str) -> None:
    """Choose one of the offered languages."""
    await pilot.press("i")
    asked = await on(pilot, ChoiceDialog)
    names = [said for _, said in asked.options]
    asked.query_one(OptionList).highlighted = names.index(name)
    await pilot.press("enter")


async def test_i_plays_same_task_in_another_language(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await ended(app, pilot, practice=True)
        await choose(pilot, "German · Deutsch")
        play = await on(pilot, PlayScreen)
        live = play.live
        assert live.texts.language == live.condition.prompt_language == "de"
        assert live.instance.task_key == result.live.instance.task_key
        assert live.instance.language == "de"
        assert (live.condition.practice, live.human_seats) == (True, result.live.human_seats)
        assert result not in app.screen_stack, "it takes the place of the result"
        assert play.choices is not None
        assert (play.choices.language, play.choices.experiment) == ("de", "high")


async def test_result_notes_repetition(tmp_path: Path) -> None:
    def note(result: ResultScreen) -> str:
        return text_of(result.query_one("#notes", Static))

    async with opened(tmp_path) as (app, pilot):
        first = await ended(app, pilot)
        await until(pilot, lambda: first._game is not None)
        assert not note(first)
        again = await ended(app, pilot, language="de")
        assert again.live.instance.task_key == first.live.instance.task_key
        await until(pilot, lambda: note(again) == "Repetition: a player had seen the task before")


async def test_unreadable_packs_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreadable(*_: object) -> None:
        raise CatalogueError("taboo.toml: cannot be read")

    async with opened(tmp_path) as (app, pilot):
        monkeypatch.setattr("clemtui.episode.service.other_languages", unreadable)
        result = await open_result(app, pilot, "taboo", answers=[LOSE])
        await until(pilot, lambda: any("cannot be read" in n.message for n in app._notifications))
        assert app.screen is result
        assert not result.languages
        assert "result.language" not in usable(result)


async def test_choice_notes_missing_review(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(60, 20)) as (app, pilot):
        await ended(app, pilot)
        await pilot.press("i")
        asked = await on(pilot, ChoiceDialog)
        await until(pilot, lambda: "Same task, which language" in seen(app))
        assert "None of these has been reviewed" in text_of(asked.query_one(".heading", Static))
        assert "en" not in dict(asked.options)
        assert "Italian · italiano" in dict(asked.options).values()
        await pilot.press("escape")
        await on(pilot, ResultScreen)


async def test_asks_for_partner_without_script(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as (app, pilot):
        result = await ended(app, pilot)
        reject_language(monkeypatch, result.live.game, "de")
        await choose(pilot, "German · Deutsch")
        asked = await on(pilot, PartnerDialog)
        heading = text_of(asked.query_one(".heading", Static))
        assert heading.startswith("The scripted player does not speak this language: German.")
        await until(pilot, lambda: asked.offered)
        assert [each.word for each in asked.offered if each.ready is False] == ["scripted"]
        asked.dismiss("human:Bob")
        play = await on(pilot, PlayScreen)
        assert play.live.texts.language == "de"
        assert len(play.live.people) == 2


async def test_choice_explains_missing_language(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(80, 24)) as (app, pilot):
        (experiment,) = open_catalogue().experiments("taboo", "te")
        (missing,) = experiment.without
        found = [
            each
            for group in open_catalogue().experiments("taboo", "en")
            for each in group.instances
            if each.task == missing.task
        ]
        named = {"experiment": found[0].experiment, "game_id": found[0].game_id}
        await ended(app, pilot, **named)
        await pilot.press("i")
        asked = await on(pilot, ChoiceDialog)
        said = text_of(asked.query_one(".heading", Static))
        assert f"Telugu has no word for it ({missing.reason})." in said
        assert "te" not in dict(asked.options)


@pytest.mark.parametrize("ask", [True, False])
async def test_start_without_script_asks_for_partner(ask: bool, tmp_path: Path) -> None:
    """Check a start without a named partner: `clemtui play taboo --lang it`."""
    wanted = Choices(game="taboo", language="it", person="Ann")
    async with opened(tmp_path, choices=wanted, ask_partner=ask) as (app, pilot):
        if not ask:
            await until(pilot, lambda: "no scripted player for" in seen(app))
            assert isinstance(app.screen, HomeScreen)
            return
        asked = await on(pilot, PartnerDialog)
        heading = text_of(asked.query_one(".heading", Static))
        assert heading.endswith("Italian. Choose a partner.")
        await until(pilot, lambda: asked.offered)
        asked.dismiss("human:Bob")
        play = await on(pilot, PlayScreen)
        assert (play.live.texts.language, len(play.live.people)) == ("it", 2)


async def test_task_in_one_language_offers_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clemtui.episode.service.other_languages", lambda *_: ())
    async with opened(tmp_path, collections=()) as (app, pilot):
        result = await open_result(app, pilot, "wordle")
        assert "result.language" not in usable(result)
        told = dict(result.help_texts())
        assert "its words are specific to its language" in told["Other language"]


async def reading(app: ClemtuiApp, pilot: Any, **given: Any) -> ReviewScreen:
    service = await app.context.service()
    live, *_ = await play_to_end(service, "taboo", answers=[LOSE], **given)
    await app.push_screen(ReviewScreen(app.context, OpenReview(live.id)))
    review = await on(pilot, ReviewScreen)
    await until(pilot, lambda: review.reading)
    return review


def beside(review: ReviewScreen) -> list[str]:
    entries = review.query_one(Transcript).entries
    return [entry.other_wording.text for entry in entries if entry.other_wording is not None]


@pytest.mark.parametrize("size", [(110, 34), (60, 20)])
async def test_w_shows_english_wording(size: tuple[int, int], tmp_path: Path) -> None:
    async with opened(tmp_path, size=size) as (app, pilot):
        review = await reading(app, pilot, language="de")
        assert not beside(review)
        await pilot.press("w")
        await until(pilot, lambda: beside(review))
        assert beside(review)[0].startswith("You and a partner are one team")
        assert not review.query_one(Board).display, "there is room for both"
        assert "Game master in English" in text_of(review.query_one("#remark", Static))
        await pilot.press("w")
        await until(pilot, lambda: not beside(review))
        assert review.english is None


async def test_english_episode_has_no_english_wording(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        review = await reading(app, pilot)
        await pilot.press("w")
        await until(pilot, lambda: "This episode already has the English prompts." in seen(app))
        assert review.english is None
        await pilot.press("w")
        await until(pilot, lambda: not review.query("#remark"))


async def test_p_shows_recorded_pack_card(tmp_path: Path) -> None:
    async with opened(tmp_path) as (app, pilot):
        review = await reading(app, pilot, language="de")
        assert review.review is not None
        await pilot.press("p")
        reader = await on(pilot, ReaderScreen)
        ((_, text),) = reader.texts
        card = review.review.stored.texts
        assert f"Version: {card.card['version']} ({card.hash[:12]})" in str(text)
        assert "Language: German" in str(text)
        assert "not yet reviewed by a native speaker" in str(text)


def drawn(width: int, entry: Entry) -> list[str]:
    return [row.bar + row.text + row.after for row in rows_of(entry, 0, width)]


def test_wide_wordings_are_side_by_side() -> None:
    entry = Entry(MINE, "master", "GM", other_wording=OtherWording("English:", THEIRS))
    lines = drawn(ROOM_FOR_TWO + 2, entry)
    assert all(cell_count(line) <= ROOM_FOR_TWO + 2 for line in lines)
    columns = [line.removeprefix("│ ").split(" │") for line in lines[1:-1]]
    assert [[part.strip() for part in each] for each in columns] == [
        ["", "English:"],
        ["Wort eins.", "Word one."],
        ["", ""],
        ["Wort zwei ist ein längerer Satz.", "Word two."],
    ]
    assert len({line.index(" │") for line in lines[1:-1]}) == 1


@pytest.mark.parametrize("interface", ["ltr", "rtl"])
def test_right_to_left_text_aligns_in_its_column(
    interface: Direction,
) -> None:
    """Check that it starts where the interface starts its lines, without overlapping columns."""
    arabic = "كلمة واحدة"
    entry = Entry(arabic, "master", "GM", other_wording=OtherWording("English:", "One word."))
    width = ROOM_FOR_TWO + 2
    rows = list(rows_of(entry, 0, width, interface=interface))[1:-1]
    assert all(row.text == "".join(piece.text for piece in row.columns) for row in rows)
    assert all(cell_count(row.bar + row.text + row.after) <= width for row in rows)
    mine, theirs = (0, 2) if interface == "ltr" else (2, 0)
    pieces = rows[-1].columns
    assert [pieces[mine].text.strip(), pieces[theirs].text.strip()] == [arabic, "One word."]
    assert (pieces[mine].direction, pieces[theirs].direction) == ("rtl", "ltr")
    assert pieces[mine].text.endswith(arabic)
    assert pieces[theirs].text.startswith("One word.")


def test_narrow_wording_is_below() -> None:
    entry = Entry(MINE, "master", "GM", other_wording=OtherWording("English:", THEIRS))
    lines = [line.removeprefix("│ ").strip() for line in drawn(40, entry)]
    at = lines.index("English:")
    assert lines[at + 1 :] == ["Word one.", "", "Word two.", ""]
    assert lines[at - 1].endswith(MINE.split("\n")[-1])


async def set_up(app: ClemtuiApp, pilot: Any) -> SetupScreen:
    await on(pilot, HomeScreen)
    app.push_screen(SetupScreen(app.context, OpenSetUp(app.context.listing("taboo"))))
    setup = await on(pilot, SetupScreen)
    await until(pilot, setup.loaded.is_set)
    await until(pilot, lambda: "(" in dict(setup.query_one("#language", Stepper).options)["de"])
    return setup


async def test_setup_lists_languages_with_counts(tmp_path: Path) -> None:
    """Check that the interface language is first, with its other wordings right below."""
    async with opened(tmp_path) as (app, pilot):
        setup = await set_up(app, pilot)
        options = setup.query_one("#language", Stepper).options
        assert dict(options)["de"] == "German (60 instances)"
        tags = [tag for tag, _ in options]
        assert tags[0] == "en"
        rest = [name for tag, name in options if not tag.startswith("en")]
        assert rest == sorted(rest)
        wordings = [tag for tag in tags if tag.startswith("en-x-")]
        assert tags[1 : 1 + len(wordings)] == wordings


async def test_f7_shows_pack_card(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(60, 20)) as (app, pilot):
        setup = await set_up(app, pilot)
        language = setup.query_one("#language", Stepper)
        assert not setup.check_action("card", ()), "only in the field of the language"
        language.focus()
        language.choose("it")
        await until(pilot, lambda: "Not yet reviewed by a native speaker." in seen(app))
        await pilot.press("f7")
        reader = await on(pilot, ReaderScreen)
        ((_, text),) = reader.texts
        assert str(text).startswith("Language: Italian\nVersion: ")
