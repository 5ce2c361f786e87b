"""Tests of what reading an episode records, and of unusual records."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from clemtui.config import Settings
from clemtui.episode.service import PlayService
from clemtui.records.rows import Person
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from clemtui.ui.app import ClemtuiApp
from clemtui.ui.archive.review.screen import ReviewScreen
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.play.screen import PlayScreen
from clemtui.ui.shell.dialogs.choice import ChoiceDialog
from clemtui.ui.shell.navigation import OpenReview
from clemtui.ui.widgets.board.board import Board
from clemtui.ui.widgets.transcript.stepping import StepTranscript
from tests.support.play_helpers import choices, sitting
from tests.ui.support.app import on, opened, seen, until, wait_for_workers
from tests.ui.support.reviews import (
    HOSTILE,
    exposures,
    open_review,
    record_finished,
    record_hostile_person,
    record_unfinished,
    step_line,
    transcript,
)


async def test_opening_unseen_instance_is_recorded_once(tmp_path: Path) -> None:
    episode = await record_finished(tmp_path, choices("taboo", language="en", person="Bea"))
    noted = []
    for _time in range(2):
        async with open_review(tmp_path, episode) as (_, __, app):
            noted.append(any("it is recorded" in note.message for note in app._notifications))
            assert exposures(tmp_path, "Ann") == ["reviewed"]
    assert noted == [True, False], "the second time it is nothing new"


@pytest.mark.parametrize("configured", [None, "Ann"])
async def test_a_reader_who_has_not_said_who_they_are_leaves_no_trace(
    tmp_path: Path, configured: str | None
) -> None:
    """Neither the person in the settings nor the first one in the records has read anything."""
    await record_finished(tmp_path, choices("wordle", language="en", person="Ann"))
    episode = await record_finished(tmp_path, choices("taboo", language="en", person="Bea"))
    settings = Settings(person=configured)
    async with open_review(tmp_path, episode, person=None, settings=settings) as (_, __, app):
        assert app.context.person == "Ann"
        assert not any("it is recorded" in note.message for note in app._notifications)
        assert "reviewed" not in [*exposures(tmp_path, "Ann"), *exposures(tmp_path, "Bea")]


async def test_a_person_chosen_in_this_run_is_the_reader(tmp_path: Path) -> None:
    await record_finished(tmp_path, choices("wordle", language="en", person="Ann"))
    episode = await record_finished(tmp_path, choices("taboo", language="en", person="Bea"))
    async with opened(tmp_path, person=None) as (app, pilot):
        home = await on(pilot, HomeScreen)
        await home.play_as("Ann")
        app.push_screen(ReviewScreen(app.context, OpenReview(episode)))
        await until(pilot, lambda: "reviewed" in exposures(tmp_path, "Ann"))


async def test_reading_unfinished_episode_is_not_recorded(tmp_path: Path) -> None:
    episode = await record_unfinished(tmp_path, choices("taboo", language="en"))
    async with open_review(tmp_path, episode) as (_, __, app):
        await wait_for_workers(app.workers)
        assert "reviewed" not in exposures(tmp_path, "Ann")


async def test_play_again_uses_same_instance(tmp_path: Path) -> None:
    episode = await record_finished(tmp_path, choices("taboo", language="en", seed=5))
    async with open_review(tmp_path, episode) as (screen, pilot, _):
        before = screen.review.stored.summary  # type: ignore[union-attr]
        await pilot.press("a")
        play_screen = await on(pilot, PlayScreen)
        live = play_screen.live
        assert live.id != episode
        assert live.human_seats == ("Player 1",)
        assert live.instance.game_id == before.game_id
        with Reader(tmp_path / "clemtui.db") as reader:
            assert reader.load(live.id).summary.instance_hash == before.instance_hash


async def test_what_is_copied_is_the_original_text_with_invisible_characters_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []
    monkeypatch.setattr(ClemtuiApp, "copy_to_clipboard", lambda self, text: copied.append(text))
    monkeypatch.setenv("SSH_CONNECTION", "there")
    said = "CLUE: [b]river[/b] \u202e"
    episode = await record_finished(tmp_path, choices("taboo", language="en"), lambda _: said)
    async with open_review(tmp_path, episode) as (_, pilot, app):
        await pilot.press("home", "right", "c")
        await wait_for_workers(app.workers)
        await pilot.press("C")
        await wait_for_workers(app.workers)
        assert len(copied) == 2
        assert "CLUE: [b]river[/b] ⟨U+202E⟩" in copied[1]
        assert "Describer · Ann" in copied[1]
        assert copied[0] in copied[1]


async def test_episode_not_reproduced_by_rules_shows_recorded_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from clemtui.archive import review as review_module

    episode = await record_finished(
        tmp_path, choices("taboo", language="en"), lambda _: "CLUE: mighty stream"
    )
    monkeypatch.setattr(review_module, "has_same_result", lambda *_: False)
    async with open_review(tmp_path, episode) as (screen, pilot, app):
        assert "Only the messages are shown here" in seen(app)
        assert "recorded under taboo version" in " ".join(seen(app).split())
        assert not screen.query_one(Board).display
        assert "mighty stream" in transcript(screen)
        await pilot.press("home", "right", "left", "end")
        assert screen.step == screen.reading.length  # type: ignore[union-attr]


async def test_erased_episode_is_marked(tmp_path: Path) -> None:
    episode = await record_finished(tmp_path, choices("taboo", language="en", person="Bea"))
    async with sitting(tmp_path / "clemtui.db") as service:
        recorder = await service.recorder()
        await recorder.do(Writer.delete_person, (await recorder.do(Writer.person, "Bea")).id)
    async with open_review(tmp_path, episode) as (screen, pilot, app):
        assert "The text of this episode was erased" in seen(app)
        assert transcript(screen) == ""
        await pilot.press("left", "right", "v", "x", "n", "c", "slash", "t", "a")
        assert app.screen is screen
        assert exposures(tmp_path, "Ann") == []


async def test_hostile_text_is_escaped(tmp_path: Path) -> None:
    await record_hostile_person(tmp_path)
    episode = await record_finished(
        tmp_path, choices("taboo", language="en", person=HOSTILE), lambda _: f"CLUE: {HOSTILE}"
    )
    async with open_review(tmp_path, episode, size=(140, 40)) as (screen, pilot, app):
        await pilot.press("home", "right")
        await pilot.pause()
        shown = seen(app)
        assert "[bold red]x[/] ␛[31mred" in shown
        assert not set(shown) & set("\x1b\x07\u202e\u200b\u2066")
        await pilot.press("slash", *"[31mred", "enter")
        await wait_for_workers(app.workers)
        assert "Match 1" in step_line(screen)


async def test_missing_game_is_read_from_record(tmp_path: Path) -> None:
    episode = await record_finished(
        tmp_path, choices("moot", language="en"), lambda _: "an unmistakable answer"
    )
    async with open_review(tmp_path, episode, collections=()) as (screen, pilot, app):
        assert "moot" in seen(app)
        assert "Only the messages are shown here" in seen(app)
        assert "an unmistakable answer" in transcript(screen)
        await pilot.press("f1")
        await until(pilot, lambda: app.screen is not screen)
        assert "moot 1" in seen(app) or "This episode" in seen(app)


async def test_unknown_episode_returns_home(tmp_path: Path) -> None:
    await record_finished(tmp_path, choices("taboo", language="en"))
    async with opened(tmp_path, review="deadbeef") as (app, pilot):
        await until(pilot, lambda: app._notifications)
        await on(pilot, HomeScreen)
        assert any("unknown episode deadbeef" in note.message for note in app._notifications)


async def test_language_change_keeps_step_and_view(tmp_path: Path) -> None:
    episode = await record_finished(tmp_path, choices("taboo", language="en"))
    async with open_review(tmp_path, episode) as (screen, pilot, app):
        await pilot.press("v", "left", "t")
        step, watcher, before = screen.step, screen.watcher, len(transcript(screen))
        await app.set_language("de")
        await pilot.pause()
        assert (screen.step, screen.watcher, screen.times) == (step, watcher, True)
        assert before - 200 < len(transcript(screen)) < before + 200
        assert screen.query_one(StepTranscript).has_focus
        assert screen.query_one(StepTranscript).details
        await pilot.press("right")
        assert screen.step == step + 1


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24), (120, 40), (200, 50)])
async def test_every_size_shows_transcript_and_step(tmp_path: Path, size: tuple[int, int]) -> None:
    episode = await record_finished(tmp_path, choices("wordle", language="en"))
    async with open_review(tmp_path, episode, size=size) as (screen, pilot, app):
        for note in list(app._notifications):
            app._unnotify(note)
        await pilot.pause()
        assert "Step" in seen(app)
        assert screen.query_one(StepTranscript).size.height >= 3


async def test_who_reads_an_unfinished_episode_of_two_people_is_asked_and_sees_their_own_seat(
    tmp_path: Path,
) -> None:
    episode = await record_unfinished(
        tmp_path, choices("taboo", language="en", partner=("human:Ben",))
    )
    async with opened(tmp_path, person=None) as (app, pilot):
        await on(pilot, HomeScreen)
        app.push_screen(ReviewScreen(app.context, OpenReview(episode)))
        dialog = await on(pilot, ChoiceDialog)
        assert dialog.question.endswith(
            "only the people in it may see it: Ann, Ben. Who is reading?"
        )
        await pilot.press("down", "enter")
        screen = await on(pilot, ReviewScreen)
        await until(pilot, lambda: screen.review is not None)
        assert screen.review is not None
        assert screen.review.watchers == ("Player 2",)
        assert app.context.reader == "Ben"


async def test_a_default_does_not_replace_who_was_chosen_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the default person would count as one who said so, and play and read."""
    await record_unfinished(tmp_path, choices("taboo", language="en", person="Ann"))
    reading, chosen, people = asyncio.Event(), asyncio.Event(), PlayService.people

    async def slow(service: PlayService) -> tuple[Person, ...]:
        found = await people(service)
        reading.set()
        await chosen.wait()
        return found

    monkeypatch.setattr(PlayService, "people", slow)
    async with opened(tmp_path, person=None) as (app, pilot):
        home = await on(pilot, HomeScreen)
        await until(pilot, reading.is_set)
        await home.play_as("Eve")
        chosen.set()
        await until(pilot, lambda: home.loaded_at)
        assert app.context.person == "Eve"


async def test_whoever_said_that_they_are_someone_else_is_not_asked(tmp_path: Path) -> None:
    episode = await record_unfinished(
        tmp_path, choices("taboo", language="en", partner=("human:Ben",))
    )
    async with opened(tmp_path, person=None) as (app, pilot):
        home = await on(pilot, HomeScreen)
        await home.play_as("Eve")
        app.push_screen(ReviewScreen(app.context, OpenReview(episode)))
        await until(pilot, lambda: any("only the people in it" in each.message
                                       for each in app._notifications))  # fmt: skip
        await on(pilot, HomeScreen)
