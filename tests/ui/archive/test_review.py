"""Tests of reading an episode step by step, from every viewpoint."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from clemtui.engine import OBSERVER, REVEAL, Timing
from clemtui.episode.live import LiveEpisode
from clemtui.episode.planning.plan import Choices
from clemtui.episode.updates import Asked, Update
from clemtui.ui.widgets.board.board import Board
from clemtui.ui.widgets.transcript.stepping import StepBar, StepTranscript
from tests.support.play_helpers import choices, leave_when, sitting
from tests.ui.support.app import seen, text_of, until, wait_for_workers
from tests.ui.support.reviews import (
    open_review,
    record_finished,
    record_unfinished,
    step_line,
    transcript,
)


async def test_opens_at_last_step_with_result(tmp_path: Path) -> None:
    episode = await record_finished(tmp_path, choices("taboo", language="en"))
    async with open_review(tmp_path, episode) as (screen, _, app):
        shown = seen(app)
        assert screen.step == screen.reading.length > 0  # type: ignore[union-attr]
        for text in ("Taboo", "everything", "✓ Success", "main score 100 of 100", "●"):
            assert text in shown
        assert f"Step {screen.step} of {screen.step}" in step_line(screen)
        assert screen.query_one(StepTranscript).has_focus


async def test_step_shows_one_response_and_its_board(tmp_path: Path) -> None:
    episode = await record_finished(tmp_path, choices("wordle", language="en"))
    async with open_review(tmp_path, episode) as (screen, pilot, _):
        review = screen.review
        assert review is not None
        boards, texts = [], []
        for step in range(review.length, -1, -1):
            assert screen.step == step
            state = review.at(step, REVEAL)
            boards.append(state.view)
            texts.append(transcript(screen))
            for line in state.lines:
                if isinstance(line.text, str):
                    assert line.text.split("\n")[0][:20] in texts[-1]
            await pilot.press("left")
            await pilot.pause()
        assert len({str(board) for board in boards}) > 1
        assert screen.step == 0, "there is nothing before the beginning"
        assert "before the first response" in step_line(screen)
        assert not screen.has_class("-ended"), "the result is that of the end"
        for text in texts[-2::-1]:
            await pilot.press("right")
            await pilot.pause()
            assert transcript(screen) == text, "on is the same as back"


async def test_first_last_and_round_keys(tmp_path: Path) -> None:
    episode = await record_finished(
        tmp_path, choices("taboo", language="en"), lambda _: "CLUE: nothing to say"
    )
    async with open_review(tmp_path, episode) as (screen, pilot, _):
        read = screen.reading
        assert read is not None
        await pilot.press("home")
        assert screen.step == 0
        await pilot.press("pagedown")
        assert read.round(screen.step) == 1
        assert read.round(screen.step - 1) == 0
        begun = screen.step
        await pilot.press("right", "pageup")
        assert screen.step == begun, "first to the beginning of this round"
        await pilot.press("pageup")
        assert screen.step == 0
        await pilot.press("end")
        assert screen.step == read.length
        await pilot.press("pagedown", "right")
        assert screen.step == read.length


async def test_heading_has_the_round_of_the_response(tmp_path: Path) -> None:
    episode = await record_finished(
        tmp_path, choices("taboo", language="en"), lambda _: "CLUE: nothing to say"
    )
    async with open_review(tmp_path, episode) as (screen, _, _):
        read = screen.reading
        assert read is not None
        for step in range(1, read.length + 1):
            (line,) = (each for each in read.new_lines(step) if each.kind == "from seat")
            assert read.round(step) == line.round
            assert f"· round {line.round + 1} ·" in read.description(step)


async def test_vim_keys_step(tmp_path: Path) -> None:
    from clemtui.config import Settings

    episode = await record_finished(tmp_path, choices("taboo", language="en"))
    async with open_review(tmp_path, episode, settings=Settings(keys="vim")) as (screen, pilot, _):
        await pilot.press("g")
        assert screen.step == 0
        await pilot.press("l", "l", "h")
        assert screen.step == 1
        await pilot.press("G")
        assert screen.step == screen.reading.length  # type: ignore[union-attr]


async def record_timed(folder: Path, wanted: Choices, seconds: float) -> str:
    """Return the id of an episode whose first answer, a clue, took ``seconds``."""
    async with sitting(folder / "clemtui.db") as service:
        person = await leave_when(service, wanted, lambda person: person.heard(Asked))
        live = await service.resume(person.live.id)
        live.subscribe(TimedPlayer(live, seconds).hear)
        assert await live.play() == "finished"
        return live.id


class TimedPlayer:
    """A player that answers every request with a clue after a fixed time."""

    def __init__(self, live: LiveEpisode, seconds: float) -> None:
        self.live, self.seconds = live, seconds

    def hear(self, update: Update) -> None:
        if isinstance(update, Asked) and update.request.seat in self.live.human_seats:
            timing = Timing(shown_at=datetime.now(UTC), submitted_ms=self.seconds * 1000)
            self.live.answer(update.request.id, "CLUE: a clue", timing)


async def test_step_line_has_player_time_and_duration(tmp_path: Path) -> None:
    episode = await record_timed(tmp_path, choices("taboo", language="en"), 83)
    async with open_review(tmp_path, episode, size=(140, 30)) as (screen, pilot, _):
        await pilot.press("home", "right")
        assert "Describer · Ann" in step_line(screen)
        stored = screen.review.stored.entries[0]  # type: ignore[union-attr]
        when = screen.interface.date_time(stored.at.astimezone(), length="medium")
        assert when in step_line(screen)
        assert "1 min, 23 sec" in step_line(screen).replace("\u202f", " ").replace("\xa0", " ")
        time = stored.at.astimezone().strftime("%H:%M:%S")
        assert seen(screen.app).count(time) == 1
        await pilot.press("t")
        await pilot.pause()
        assert seen(screen.app).count(time) > 1


async def test_step_line_is_whole_at_every_width(tmp_path: Path) -> None:
    """Where there is no room for the date, the time is left; then the names go."""
    episode = await record_timed(tmp_path, choices("taboo", language="en"), 83)
    for width, said in ((140, ", "), (80, "Describer · Ann"), (60, "round 1 · 1 min")):
        async with open_review(tmp_path, episode, size=(width, 24)) as (screen, pilot, app):
            await pilot.press("home", "right")
            stored = screen.review.stored.entries[0]  # type: ignore[union-attr]
            assert stored.at.astimezone().strftime("%H:%M:%S") in seen(app)
            assert said in step_line(screen).replace("\xa0", " ").replace("\u202f", " ")
            assert "…" not in seen(app).splitlines()[1]


async def test_opens_at_the_first_response_with_the_rules_above(tmp_path: Path) -> None:
    episode = await record_finished(tmp_path, choices("taboo", language="en"))
    async with open_review(tmp_path, episode) as (screen, pilot, app):
        talk = screen.query_one(StepTranscript)
        assert talk.scroll_offset.y > 0
        first = next(line for line in seen(app).splitlines() if "│ Describer" in line)
        assert first in seen(app).splitlines()[3:5]
        await pilot.press("left", "right")
        await pilot.pause()
        assert talk.at_end


async def test_every_view(tmp_path: Path) -> None:
    """Check that one seat's view does not show what only the other was told."""
    episode = await record_finished(tmp_path, choices("taboo", language="en"))
    async with open_review(tmp_path, episode) as (screen, pilot, app):
        review = screen.review
        assert review is not None
        eyes = [screen.watcher]
        for _ in range(3):
            await pilot.press("v")
            await pilot.pause()
            eyes.append(screen.watcher)
            state = review.at(screen.step, screen.watcher)
            assert len(screen.query(Board)) == 1
            words = [line.text for line in state.lines if isinstance(line.text, str)]
            assert all(word.split("\n")[0][:20] in transcript(screen) for word in words)
        assert eyes == [REVEAL, OBSERVER, "Player 2", "Player 1"]
        assert "as seen by Describer" in seen(app)
        assert "You · Describer" in transcript(screen), "who reads it was that"
        await pilot.press("v")
        await pilot.pause()
        assert screen.watcher == REVEAL


async def test_turns_of_others_are_not_labelled_you(tmp_path: Path) -> None:
    episode = await record_finished(tmp_path, choices("taboo", language="en", person="Bea"))
    async with open_review(tmp_path, episode) as (screen, pilot, _):
        await pilot.press("v", "v", "v")
        await pilot.pause()
        assert screen.watcher == "Player 1"
        assert "Describer · Bea" in transcript(screen)
        assert "You ·" not in transcript(screen)


async def test_unfinished_episode_shows_own_seat_only(tmp_path: Path) -> None:
    episode = await record_unfinished(tmp_path, choices("taboo", seat="Player 2", language="en"))
    async with open_review(tmp_path, episode) as (screen, pilot, app):
        assert screen.watcher == "Player 2"
        await pilot.press("v")
        await pilot.pause()
        assert screen.watcher == "Player 2"
        assert "Other view" not in seen(app)
        assert not screen.has_class("-ended")
        target = screen.review.stored.instance.data  # type: ignore[union-attr]
        assert str(target["target_word"]).casefold() not in transcript(screen).casefold()


async def test_two_people_do_not_see_each_others_unfinished_seat(tmp_path: Path) -> None:
    wanted = choices("taboo", seat="Player 2", partner=("human:Bea",), language="en")
    episode = await record_unfinished(tmp_path, wanted)
    async with open_review(tmp_path, episode) as (screen, pilot, _):
        assert screen.watcher == "Player 2"
        await pilot.press("v")
        await pilot.pause()
        assert screen.watcher == "Player 2"
    async with open_review(tmp_path, episode, person="Bea") as (screen, _, __):
        assert screen.watcher == "Player 1"


async def test_next_rejected_response(tmp_path: Path) -> None:
    said = iter(f"explanation: x\nguess: {word}" for word in ("zzzzz", "tales", "tale"))
    episode = await record_finished(
        tmp_path,
        choices("wordle", language="en"),
        lambda _: next(said, "explanation: x\nguess: tales"),
    )
    async with open_review(tmp_path, episode, size=(140, 30)) as (screen, pilot, app):
        read = screen.reading
        assert read is not None
        assert "Next rejected response" in seen(app)
        troubles = read.rejected_steps()
        assert len(troubles) == 2
        assert "✗" in text_of(screen.query_one(StepBar))
        visited = []
        for _ in range(len(troubles) + 1):
            await pilot.press("x")
            await pilot.pause()
            visited.append(screen.step)
        assert visited == [*troubles, troubles[0]], "and from the last to the first"
        for step in troubles:
            kinds = [line.verdict.kind for line in read.new_lines(step) if line.verdict is not None]
            assert set(kinds) - {"accepted"}


async def test_no_key_without_rejected_responses(tmp_path: Path) -> None:
    episode = await record_finished(tmp_path, choices("taboo", language="en"))
    async with open_review(tmp_path, episode, size=(140, 30)) as (screen, pilot, app):
        assert screen.reading.rejected_steps() == ()  # type: ignore[union-attr]
        assert "Next rejected response" not in seen(app)
        await pilot.press("home", "x")
        assert screen.step == 0


async def test_search_goes_from_match_to_match(tmp_path: Path) -> None:
    episode = await record_finished(
        tmp_path, choices("taboo", language="en"), lambda _: "CLUE: a River, wide"
    )
    async with open_review(tmp_path, episode) as (screen, pilot, app):
        read = screen.reading
        assert read is not None
        await pilot.press("home", "slash", *"rIVER", "enter")
        await wait_for_workers(app.workers)
        places = read.matching_steps("river")
        assert len(places) > 1
        assert screen.step == places[0]
        assert f"Match 1 of {len(places)}" in step_line(screen)
        await pilot.press("n")
        assert screen.step == places[1]
        await pilot.press("N", "N")
        assert screen.step == places[-1]
        await pilot.press("home", "slash", *["backspace"] * 5, "i", "s", "space", *"lost", "enter")
        await until(pilot, lambda: "Match 1" in step_line(screen))
        await until(pilot, lambda: "is lost" in seen(app))  # far down in a long prompt
        await pilot.press("slash")
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is screen
        assert not screen.has_class("-searching")
        await pilot.press("slash", *"xyzzy", "enter")
        await until(pilot, lambda: any("No matches for" in n.message for n in app._notifications))


async def test_click_on_step_bar_goes_to_step(tmp_path: Path) -> None:
    episode = await record_finished(tmp_path, choices("taboo", language="en"))
    async with open_review(tmp_path, episode) as (screen, pilot, _):
        await pilot.click(StepBar, offset=(1, 0))
        await pilot.pause()
        assert screen.step == 0
        await pilot.click(StepBar, offset=(78, 0))
        await pilot.pause()
        assert screen.step == screen.reading.length  # type: ignore[union-attr]
