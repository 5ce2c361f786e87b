"""The pages of a participant in the app: going back, answers in words, numbers, and trouble."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
from textual.widgets import Static

from clemtui.language import Interface
from clemtui.records.errors import StoreError
from clemtui.study.joining.trouble import FILE
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.shell.dialogs.confirm import ConfirmDialog
from clemtui.ui.shell.options import StudyStart
from clemtui.ui.study.page import PageBox, PageOptions, PageView
from clemtui.ui.widgets.lists import TextPane
from clemtui.ui.widgets.transcript.log import Transcript
from tests.cli.study.test_collecting import SMALL
from tests.study.protocols import bilingual, study_folder
from tests.support.calling import call
from tests.ui.study.test_participants import Visit, enter, rows, to_first_episode, visit
from tests.ui.support.app import seen, until

TWELVE = ", ".join(f'{{ en = "option {number}" }}' for number in range(1, 13))
QUESTIONS = f"""
[[questionnaire.questions]]
id = "why"
text = {{ en = "Why did you play like this?" }}

[[questionnaire.questions]]
id = "which"
text = {{ en = "Which of twelve?" }}
options = [{TWELVE}]
"""
ASKS = ("value = 80.5\n", f"value = 80.5\n{QUESTIONS}")
ANSWERS = "SELECT item, value FROM answers WHERE part = ? ORDER BY id"


def freeze(home: Path, *changes: tuple[str, str]) -> Path:
    study_folder(home / "data" / "studies", *SMALL, *changes)
    called = call("study", "freeze", "memory")
    assert called.code == 0, called.err
    return home / "data"


@pytest.fixture
def frozen(home: Path) -> Path:
    """The folder of the data, with a study that has questions of its own."""
    return freeze(home, ASKS)


def answers(folder: Path, part: str) -> list[tuple[str, str]]:
    return [(item, value) for item, value in rows(folder, ANSWERS.replace("?", f"'{part}'"))]


async def to_questions_about_rules(here: Visit) -> str:
    await to_first_episode(here)
    await here.guess("zebra", "horse", "cow")
    await here.end()
    return await here.press("enter")


async def to_last_questions(here: Visit) -> str:
    await to_questions_about_rules(here)
    for option in ("2", "1", "3"):
        await here.press(option, "enter")
    for _ in range(2):
        await here.pilot.press("enter")
        await here.guess("zebra", "horse", "cow")
        await here.end()
        shown = await here.press("enter")
    return shown


async def test_an_answer_about_the_rules_can_be_corrected(frozen: Path) -> None:
    async with visit(frozen) as here:
        shown = await to_questions_about_rules(here)
        assert "F3 Back" not in shown, "nothing is before the first question"
        assert "F3 Back" in await here.press("1", "enter")
        again = await here.press("f3")
        assert "What happens if a clue contains" in again
        assert here.screen.query_one(PageOptions).highlighted == 0, "what was answered"
        await here.press("2", "enter")
        assert "F3 Back" in await here.press("1", "enter")
        assert "All your answers about the rules are right." in await here.press("3", "enter")
    assert answers(frozen, "comprehension") == [
        ("taboo.loses", "2"), ("taboo.related", "1"), ("taboo.points", "3"),
    ]  # fmt: skip


async def test_wrong_answers_are_named_with_the_rules_and_then_the_right_ones(
    frozen: Path,
) -> None:
    async with visit(frozen) as here:
        await to_questions_about_rules(here)
        await here.press("2", "enter")
        await here.press("2", "enter")
        shown = await here.press("3", "enter")
        assert "Who sees the three related words during the game?" in shown
        assert "“Only the guesser”, is not right." in " ".join(shown.split())
        assert "What happens if a clue" not in shown
        assert "One player sees a target word" in shown
        assert "Who sees the three related words" in await here.press("enter")
        shown = await here.press("3", "enter")
        assert "The right answer: Only the describer" in " ".join(shown.split())


async def test_an_answer_in_words_may_have_several_lines(frozen: Path) -> None:
    async with visit(frozen) as here:
        await to_last_questions(here)
        await here.press("1", "enter")
        shown = await here.press("2", "enter")
        assert "Why did you play like this?" in shown
        assert "Enter sends, Ctrl+J starts a new line." in shown
        assert "Which of twelve?" in await here.press(
            "o", "n", "e", "ctrl+j", "t", "w", "o", "enter"
        )
        await here.press("f3")
        assert here.screen.query_one(PageBox).text == "one\ntwo"
        await here.press("exclamation_mark", "enter")
        await here.press("1", "2", "enter")
        await here.press("2", "enter")
    assert ("why", '"one\\ntwo!"') in answers(frozen, "questionnaire")
    assert ("which", "12") in answers(frozen, "questionnaire")


@pytest.mark.parametrize(
    ("keys", "number"), [("1", 1), ("12", 12), ("10", 10), ("13", 3), ("11", 11), ("113", 3)]
)
async def test_options_from_10_on_are_typed_digit_by_digit(
    frozen: Path, keys: str, number: int
) -> None:
    async with visit(frozen) as here:
        await here.page()
        options = PageOptions(*(f"option {each}" for each in range(1, 13)))
        await here.screen.mount(options)
        options.highlighted = None
        for key in keys:
            options.action_mark(int(key))
        assert options.highlighted == number - 1


async def test_reading_on_is_offered_only_while_more_is_below(home: Path) -> None:
    await asyncio.to_thread(_bilingual, home, "de")
    async with visit(home / "data", size=(80, 20)) as here:
        await here.page()
        for keys in (("2", "enter"), ("1", "enter"), ("8", "enter")):
            await here.press(*keys)
        pane = here.screen.query_one(PageView).query_one(TextPane)
        await until(here.pilot, lambda: "Bild ab" in seen(here.app))
        while pane.scroll_y < pane.max_scroll_y:
            before = pane.scroll_y
            await here.pilot.press("pagedown")
            await until(here.pilot, lambda at=before: pane.scroll_y > at)  # type: ignore[misc]
        await until(here.pilot, lambda: "Bild ab" not in seen(here.app))
        await here.pilot.press("pagedown")
        await here.pilot.pause()
        assert here.screen.query_one(PageOptions).highlighted is None, "it marks no option"


# Leaving


async def test_quitting_in_an_episode_asks_and_says_how_to_go_on(frozen: Path) -> None:
    async with visit(frozen) as here:
        code = await to_first_episode(here)
        await here.guess("zebra")
        await here.asked()
        await here.pilot.press(*"hors", "ctrl+q")
        await until(here.pilot, lambda: isinstance(here.app.screen, ConfirmDialog))
        assert isinstance(here.app.screen, ConfirmDialog)
        assert "you can go on later with your code" in here.app.screen.question
        await here.pilot.press("escape")
        await until(here.pilot, lambda: isinstance(here.app.screen, PlayScreen))
        await here.pilot.press("ctrl+q")
        await until(here.pilot, lambda: isinstance(here.app.screen, ConfirmDialog))
        shown = await here.press("enter")
        assert f"use your code: {code}" in shown
        await here.pilot.press("enter")
        await until(here.pilot, lambda: not here.app.is_running)
    async with visit(frozen, StudyStart("memory", code=code)) as here:
        assert "Episode 1 of 3" in await here.page()
        await here.pilot.press("enter")
        await until(here.pilot, lambda: isinstance(here.app.screen, PlayScreen))
        await here.asked()
        assert "hors" in seen(here.app), "what was being written is kept"
    assert rows(frozen, "SELECT count(*) FROM episodes") == [(1,)]


async def test_quitting_between_pages_keeps_the_last_answer(frozen: Path) -> None:
    async with visit(frozen) as here:
        await to_questions_about_rules(here)
        await here.press("2", "enter")
        await here.pilot.press("ctrl+q")
        await until(here.pilot, lambda: isinstance(here.app.screen, ConfirmDialog))
        await here.pilot.press("ctrl+q")  # it is meant
        await until(here.pilot, lambda: not here.app.is_running)
    assert answers(frozen, "comprehension") == [("taboo.loses", "2")]


async def test_the_researcher_quits_at_once_where_no_one_takes_part(frozen: Path) -> None:
    async with visit(frozen, StudyStart("memory", repeats=True)) as here:
        await here.page()
        await here.pilot.press("ctrl+q")
        await until(here.pilot, lambda: not here.app.is_running)


# What the next participant gets


def _bilingual(home: Path, language: str) -> None:
    bilingual(home / "data" / "studies", language, *SMALL)
    assert call("study", "freeze", "memory").code == 0


@pytest.mark.parametrize("languages", [("en", "ja"), ("en", "de"), ("en", "ar")])
async def test_the_first_question_is_in_all_languages_of_the_study(
    home: Path, languages: Sequence[str]
) -> None:
    await asyncio.to_thread(_bilingual, home, languages[1])
    async with visit(home / "data", StudyStart("memory", repeats=True)) as here:
        await here.page()
        asked = here.screen._page.question
        for language in languages:
            assert Interface(language).text("Your language") in asked
        await here.press("2", "enter")
        own = Interface(languages[1])
        assert here.screen._page.question == own.text(
            "To go on with the study, type your code. If you are new, leave this empty."
        )
        assert here.app.context.interface.language == languages[1]


async def test_the_first_page_is_in_the_only_language_of_the_study(home: Path) -> None:
    changes = (
        ('interface_languages = ["en"]', 'interface_languages = ["de"]'),
        ('en = "I am at least 18 years old."', 'de = "Ich bin mindestens 18."'),
        ('en = "consent/en.md"', 'de = "consent/en.md"'),
    )
    await asyncio.to_thread(freeze, home, *changes)
    async with visit(home / "data", StudyStart("memory", repeats=True)) as here:
        shown = await here.page()
        assert "gib deinen Code ein" in shown
        assert "Senden" in shown


async def test_the_next_participant_gets_the_study_as_it_was_amended(home: Path) -> None:
    folder = await asyncio.to_thread(freeze, home)
    file = folder / "studies" / "memory" / "study.toml"

    def amend() -> None:
        text = file.read_text("utf-8").replace("at least 18", "at least 21")
        file.write_text(text, "utf-8")
        called = call("study", "freeze", "memory", "--amend", "the board asked for it")
        assert called.code == 0, called.err

    async with visit(folder, StudyStart("memory", repeats=True)) as here:
        await here.page()
        await asyncio.to_thread(amend)  # while the first page waits
        assert "I am at least 21 years old." in await here.press("enter")


async def test_whoever_cannot_be_admitted_reads_no_reasons(home: Path) -> None:
    folder = await asyncio.to_thread(freeze, home)
    async with visit(folder, StudyStart("memory", repeats=True)) as here:
        await here.page()
        assert (await asyncio.to_thread(call, "study", "close", "memory", "--yes")).code == 0
        shown = await here.press("enter")
        assert "This study takes no more participants." in shown
        assert "closed" not in shown
        assert "type your code" in await here.press("enter")
    assert "admits no one any more" in (folder / FILE).read_text("utf-8")


# The end of an episode


@pytest.mark.parametrize("feedback", ["none", "outcome"])
async def test_time_that_is_up_is_said_whatever_is_withheld(home: Path, feedback: str) -> None:
    changes = (
        ("value = 80.5\n", f'value = 80.5\n[condition]\nfeedback = "{feedback}"\n'),
        ("episodes = 2\n", "episodes = 2\npractice = 1\nminutes = 0.05\n"),
    )
    study_folder(home / "data" / "studies", *SMALL, changes[0])
    file = home / "data" / "studies" / "memory" / "study.toml"
    file.write_text(file.read_text("utf-8").replace(*changes[1]), "utf-8")
    assert (await asyncio.to_thread(call, "study", "freeze", "memory")).code == 0
    async with visit(home / "data") as here:
        await to_first_episode(here)
        await here.end()
        await here.press("enter")
        for option in ("2", "1", "3"):
            await here.press(option, "enter")
        await here.pilot.press("enter")
        shown = await here.end()
        assert "Time is up, so the episode has ended." in shown
        assert ("Result: Aborted." in shown) == (feedback == "outcome")
    assert rows(home / "data", "SELECT count(*) FROM exposures WHERE kind = 'saw solution'") == [
        (1,)
    ], "that of the practice episode alone"


async def test_the_last_words_of_the_game_are_withheld_below_its_end_too(frozen: Path) -> None:
    async with visit(frozen) as here:
        await to_questions_about_rules(here)
        for option in ("2", "1", "3"):
            await here.press(option, "enter")
        await here.pilot.press("enter")
        await here.guess("zebra", "horse", "cow")
        assert "The word was" not in await here.end()
        (play,) = (each for each in here.app.screen_stack if isinstance(each, PlayScreen))
        shown = "\n".join(each.text for each in play.query_one(Transcript).entries)
        assert "cow" in shown, "their own last answer"
        assert "The word was" not in shown
        assert play.stage.withholds_board
    kinds = rows(frozen, "SELECT kind, count(*) FROM exposures GROUP BY kind ORDER BY kind")
    assert kinds == [("played", 2), ("saw solution", 1)], "the solution of the practice alone"


async def test_a_participant_reads_no_reasons_of_trouble_in_an_episode(
    frozen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with visit(frozen) as here:
        await to_first_episode(here)
        await here.guess("zebra")
        await here.asked()
        play = here.app.screen
        assert isinstance(play, PlayScreen)

        async def failing(*_: object) -> None:
            raise StoreError("the disk is full")

        monkeypatch.setattr(play.live, "draft", failing)
        await here.pilot.press("h")
        await play.save_answer()
        await until(here.pilot, lambda: (frozen / FILE).exists())
        assert "the disk is full" in (frozen / FILE).read_text("utf-8")
        said = [note.message for note in here.app._notifications]
        assert said
        assert not any("disk" in each for each in said)


async def test_the_code_question_says_once_that_it_may_be_left_empty(frozen: Path) -> None:
    async with visit(frozen) as here:
        await here.page()
        for keys in (("1", "enter"), ("8", "enter"), ("1", "enter"), ("2", "enter")):
            shown = await here.press(*keys)
        assert "leave this empty" in shown
        assert "Leave it empty" not in shown
        assert not any(
            "empty" in str(hint.render()) for hint in here.screen.query(".hint").results(Static)
        )


async def test_the_rules_before_a_game_are_those_of_its_prompt_language(home: Path) -> None:
    """Who plays in German reads the German rule on forbidden words, whatever the interface."""
    study_folder(home / "data" / "studies", SMALL[0], SMALL[2],
                 ('languages = ["en", "de"]', 'languages = ["de"]'))  # fmt: skip
    assert (await asyncio.to_thread(call, "study", "freeze", "memory")).code == 0
    async with visit(home / "data") as here:
        await enter(here)
        shown = await here.press("enter")
        assert "The rules when you play in this language: German" in shown
        assert "eine Form oder Zusammensetzung davon" in " ".join(shown.split())
        assert "a regular form of one of them" not in shown


async def test_participants_may_see_a_title_that_says_less(home: Path) -> None:
    """Such as where the real one says what is expected; researchers see that one."""
    title = 'title = "Scores of people"\n'
    public = (title, f'{title}public_title = {{ en = "Games with words" }}\n')
    folder = await asyncio.to_thread(freeze, home, public)
    async with visit(folder) as here:
        shown = await here.page()
        assert "Games with words" in shown
        assert "Scores of people" not in shown
    status = await asyncio.to_thread(call, "study", "report", "memory")
    assert "Scores of people" in status.out
