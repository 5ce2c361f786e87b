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
from tests.ui.support.readings import left, reading, recorded, told, transcript
from tests.ui.support.table import all_done, seen, text_of, until


async def test_the_end_is_shown_first_with_the_result(tmp_path: Path) -> None:
    episode = await recorded(tmp_path, choices("taboo", language="en"))
    async with reading(tmp_path, episode) as (screen, _, app):
        shown = seen(app)
        assert screen.step == screen.reading.length > 0  # type: ignore[union-attr]
        for text in ("Taboo", "everything", "✓ Success", "main score 100 of 100", "●"):
            assert text in shown
        assert f"Step {screen.step} of {screen.step}" in told(screen)
        assert screen.query_one(StepTranscript).has_focus


async def test_a_step_is_one_response_and_the_board_goes_with_it(tmp_path: Path) -> None:
    episode = await recorded(tmp_path, choices("wordle", language="en"))
    async with reading(tmp_path, episode) as (screen, pilot, _):
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
        assert "before the first response" in told(screen)
        assert not screen.has_class("-ended"), "the result is that of the end"
        for text in texts[-2::-1]:
            await pilot.press("right")
            await pilot.pause()
            assert transcript(screen) == text, "on is the same as back"


async def test_first_last_and_rounds(tmp_path: Path) -> None:
    episode = await recorded(
        tmp_path, choices("taboo", language="en"), lambda _: "CLUE: nothing to say"
    )
    async with reading(tmp_path, episode) as (screen, pilot, _):
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


async def test_vim_steps_with_its_letters(tmp_path: Path) -> None:
    from clemtui.config import Settings

    episode = await recorded(tmp_path, choices("taboo", language="en"))
    async with reading(tmp_path, episode, settings=Settings(keys="vim")) as (screen, pilot, _):
        await pilot.press("g")
        assert screen.step == 0
        await pilot.press("l", "l", "h")
        assert screen.step == 1
        await pilot.press("G")
        assert screen.step == screen.reading.length  # type: ignore[union-attr]


async def timed(folder: Path, wanted: Choices, seconds: float) -> str:
    """Return the id of an episode whose first answer, a clue, took ``seconds``."""
    async with sitting(folder / "clemtui.db") as service:
        person = await leave_when(service, wanted, lambda person: person.heard(Asked))
        live = await service.resume(person.live.id)
        live.subscribe(Taking(live, seconds).hear)
        assert await live.play() == "finished"
        return live.id


class Taking:
    """A player that answers every request with a clue after a fixed time."""

    def __init__(self, live: LiveEpisode, seconds: float) -> None:
        self.live, self.seconds = live, seconds

    def hear(self, update: Update) -> None:
        if isinstance(update, Asked) and update.request.seat in self.live.human_seats:
            timing = Timing(shown_at=datetime.now(UTC), submitted_ms=self.seconds * 1000)
            self.live.answer(update.request.id, "CLUE: a clue", timing)


async def test_a_step_says_who_when_and_how_long(tmp_path: Path) -> None:
    episode = await timed(tmp_path, choices("taboo", language="en"), 83)
    async with reading(tmp_path, episode, size=(140, 30)) as (screen, pilot, _):
        await pilot.press("home", "right")
        assert "Describer · Ann" in told(screen)
        stored = screen.review.stored.entries[0]  # type: ignore[union-attr]
        when = screen.interface.date_time(stored.at.astimezone(), length="medium")
        assert when in told(screen)
        assert "1 min, 23 sec" in told(screen).replace("\u202f", " ").replace("\xa0", " ")
        time = stored.at.astimezone().strftime("%H:%M:%S")
        assert seen(screen.app).count(time) == 1
        await pilot.press("t")
        await pilot.pause()
        assert seen(screen.app).count(time) > 1


async def test_through_every_pair_of_eyes(tmp_path: Path) -> None:
    """Check that one seat's view does not show what only the other was told."""
    episode = await recorded(tmp_path, choices("taboo", language="en"))
    async with reading(tmp_path, episode) as (screen, pilot, app):
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


async def test_somebody_elses_turns_are_not_ones_own(tmp_path: Path) -> None:
    episode = await recorded(tmp_path, choices("taboo", language="en", person="Bea"))
    async with reading(tmp_path, episode) as (screen, pilot, _):
        await pilot.press("v", "v", "v")
        await pilot.pause()
        assert screen.watcher == "Player 1"
        assert "Describer · Bea" in transcript(screen)
        assert "You ·" not in transcript(screen)


async def test_of_what_is_not_over_one_sees_ones_own_seat(tmp_path: Path) -> None:
    episode = await left(tmp_path, choices("taboo", seat="Player 2", language="en"))
    async with reading(tmp_path, episode) as (screen, pilot, app):
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
    episode = await left(tmp_path, wanted)
    async with reading(tmp_path, episode) as (screen, pilot, _):
        assert screen.watcher == "Player 2"
        await pilot.press("v")
        await pilot.pause()
        assert screen.watcher == "Player 2"
    async with reading(tmp_path, episode, person="Bea") as (screen, _, __):
        assert screen.watcher == "Player 1"


async def test_the_next_that_was_not_accepted(tmp_path: Path) -> None:
    said = iter(f"explanation: x\nguess: {word}" for word in ("zzzzz", "tales", "tale"))
    episode = await recorded(
        tmp_path,
        choices("wordle", language="en"),
        lambda _: next(said, "explanation: x\nguess: tales"),
    )
    async with reading(tmp_path, episode) as (screen, pilot, _):
        read = screen.reading
        assert read is not None
        troubles = read.troubles()
        assert len(troubles) == 2
        assert "✗" in text_of(screen.query_one(StepBar))
        visited = []
        for _ in range(len(troubles) + 1):
            await pilot.press("x")
            await pilot.pause()
            visited.append(screen.step)
        assert visited == [*troubles, troubles[0]], "and from the last to the first"
        for step in troubles:
            kinds = [line.verdict.kind for line in read.came(step) if line.verdict is not None]
            assert set(kinds) - {"accepted"}


async def test_no_key_for_what_was_never_refused(tmp_path: Path) -> None:
    episode = await recorded(tmp_path, choices("taboo", language="en"))
    async with reading(tmp_path, episode, size=(140, 30)) as (screen, pilot, app):
        assert screen.reading.troubles() == ()  # type: ignore[union-attr]
        assert "Next refusal" not in seen(app)
        await pilot.press("home", "x")
        assert screen.step == 0


async def test_searching_goes_from_place_to_place(tmp_path: Path) -> None:
    episode = await recorded(
        tmp_path, choices("taboo", language="en"), lambda _: "CLUE: a River, wide"
    )
    async with reading(tmp_path, episode) as (screen, pilot, app):
        read = screen.reading
        assert read is not None
        await pilot.press("home", "slash", *"rIVER", "enter")
        await all_done(app.workers)
        places = read.found("river")
        assert len(places) > 1
        assert screen.step == places[0]
        assert f"Match 1 of {len(places)}" in told(screen)
        await pilot.press("n")
        assert screen.step == places[1]
        await pilot.press("N", "N")
        assert screen.step == places[-1]
        await pilot.press("home", "slash", *["backspace"] * 5, "i", "s", "space", *"lost", "enter")
        await until(pilot, lambda: "Match 1" in told(screen))
        await until(pilot, lambda: "is lost" in seen(app))  # far down in a long prompt
        await pilot.press("slash")
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is screen
        assert not screen.has_class("-searching")
        await pilot.press("slash", *"xyzzy", "enter")
        await until(pilot, lambda: any("No matches for" in n.message for n in app._notifications))


async def test_a_click_on_the_bar_goes_to_a_step(tmp_path: Path) -> None:
    episode = await recorded(tmp_path, choices("taboo", language="en"))
    async with reading(tmp_path, episode) as (screen, pilot, _):
        await pilot.click(StepBar, offset=(1, 0))
        await pilot.pause()
        assert screen.step == 0
        await pilot.click(StepBar, offset=(78, 0))
        await pilot.pause()
        assert screen.step == screen.reading.length  # type: ignore[union-attr]
