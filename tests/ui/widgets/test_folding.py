"""Side questions in a transcript: a series is one line, shown in full on demand."""

from __future__ import annotations

from pathlib import Path

from clemtui.engine import Request
from clemtui.episode.planning.plan import Choices
from clemtui.ui.widgets.transcript.stepping import StepTranscript
from tests.ui.support.app import seen, until
from tests.ui.support.reviews import open_review, record_finished, transcript

JOURNEY = Choices(
    game="privateshared", person="Ann", language="en", experiment="travel-booking", game_id=0
)
GROUP = "▸ 5 side questions"


def no(request: Request) -> str:
    """Answer “no” to every side question and never give the requested information."""
    return "ASIDE: no" if request.purpose == "side question" else "ANSWER: I would rather not say"


async def test_side_questions_take_one_line_per_round(tmp_path: Path) -> None:
    episode = await record_finished(tmp_path, JOURNEY, no)
    async with open_review(tmp_path, episode) as (screen, _, _):
        told = transcript(screen)
        assert told.count(GROUP) == 6
        assert "ASIDE:" not in told.partition("Here we go.")[2]
        assert told.count("ANSWER: I would rather not say") == 5


async def test_a_key_shows_all_of_them_as_they_were_sent(tmp_path: Path) -> None:
    """The same key hides them again."""
    episode = await record_finished(tmp_path, JOURNEY, no)
    async with open_review(tmp_path, episode) as (screen, pilot, app):
        view = screen.query_one(StepTranscript)
        short = view.virtual_size.height
        assert "ASIDE: no" not in seen(app)
        await pilot.press("s")
        await until(pilot, lambda: view.virtual_size.height > short + 100)
        await pilot.pause()
        assert "ASIDE: no" in seen(app)
        assert "(side question)" in seen(app)
        await pilot.press("s")
        await until(pilot, lambda: view.virtual_size.height == short)


async def test_copying_such_a_line_gives_everything_that_was_said(tmp_path: Path) -> None:
    episode = await record_finished(tmp_path, JOURNEY, no)
    async with open_review(tmp_path, episode) as (screen, _, _):
        view = screen.query_one(StepTranscript)
        group = next(entry for entry in view.entries if entry.folded)
        assert group.copy is not None
        assert group.copy.count("ME:  ") == 5
        assert group.copy.count("ASIDE: no") == 5
        assert view.full_text().count("\nASIDE: no") == 30


async def test_the_side_questions_that_one_steps_through_are_open(tmp_path: Path) -> None:
    episode = await record_finished(tmp_path, JOURNEY, no)
    async with open_review(tmp_path, episode) as (screen, pilot, _):
        await pilot.press("home", *["right"] * 8)
        await until(pilot, lambda: screen.step == 8)
        await pilot.pause()
        told = transcript(screen)
        assert told.count(GROUP) == 1, "those before the first answer"
        assert told.partition(GROUP)[2].count("ASIDE: no") == 2
        await pilot.press("left", "right")
        await pilot.pause()
        assert transcript(screen) == told
        await pilot.press(*["right"] * 4)
        await until(pilot, lambda: screen.step == 12)
        await pilot.pause()
        assert transcript(screen).count(GROUP) == 2


async def test_a_refused_reply_is_mentioned(tmp_path: Path) -> None:
    said: list[str] = []

    def unclear(request: Request) -> str:
        said.append("")
        return "perhaps" if len(said) == 2 else no(request)

    episode = await record_finished(tmp_path, JOURNEY, unclear)
    async with open_review(tmp_path, episode) as (screen, _, _):
        assert "▸ 6 side questions, 1 reply rejected" in transcript(screen)


async def test_what_is_searched_for_is_unfolded(tmp_path: Path) -> None:
    episode = await record_finished(tmp_path, JOURNEY, no)
    async with open_review(tmp_path, episode) as (screen, pilot, _):
        view = screen.query_one(StepTranscript)
        await pilot.press("end", "slash", *"ASIDE: no", "enter")
        await until(pilot, lambda: view.marked is not None)
        entry = view.entries[view.marked or 0]
        shown = [entry, *entry.folded]
        assert any("ASIDE: no" in each.text for each in shown)
        assert view.unfolded or not entry.folded


async def test_the_key_is_not_available_if_nothing_is_folded(tmp_path: Path) -> None:
    episode = await record_finished(tmp_path, Choices(game="taboo", person="Ann", language="en"))
    async with open_review(tmp_path, episode) as (screen, pilot, _):
        view = screen.query_one(StepTranscript)
        assert view.check_action("unfold", ()) is False
        await pilot.press("s")
        assert not view.unfolded
