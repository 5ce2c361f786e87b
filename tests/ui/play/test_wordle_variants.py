"""Wordle with a clue and with a critic, each seat played to the end by keyboard."""

from __future__ import annotations

from pathlib import Path

from clemtui.engine import Response
from clemtui.ui.results.screen import ResultScreen
from clemtui.ui.widgets.board.blocks import CardWidget
from clemtui.ui.widgets.board.letters import KeyboardWidget, LetterBoardWidget
from tests.ui.support.app import (
    ControlledPartner,
    PlayedEpisode,
    on,
    opened,
    playing,
    seen,
    stored_episode,
    text_of,
    until,
)

GUESSER, CRITIC = "Player 1", "Player 2"
AGREE, DISAGREE = "1", "2"


def target(table: PlayedEpisode) -> str:
    return str(table.live.instance.data["target_word"])


def clue(table: PlayedEpisode) -> str:
    return str(table.live.instance.data["target_word_clue"])


def responses(folder: Path, table: PlayedEpisode) -> list[tuple[str, str]]:
    """Return the seat and text of every recorded response."""
    play = stored_episode(folder, table.live.id)
    seats = {request.request.id: request.request.seat for request in play.requests}
    return [
        (seats[e.request_id], e.text) for e in play.entries_for_replay if isinstance(e, Response)
    ]


async def answered(table: PlayedEpisode, *keys: str) -> None:
    """Answer the current request and wait until the answer is accepted."""
    await table.wait_for_request()
    request = table.composer.request
    await table.pilot.press(*keys, "enter")
    await until(table.pilot, lambda: not showing(table) or table.composer.request is not request)


def showing(table: PlayedEpisode) -> bool:
    """Return whether the episode is still on the screen."""
    return not isinstance(table.app.screen, ResultScreen)


async def test_clue_stays_visible(tmp_path: Path) -> None:
    async with playing(tmp_path, "wordle_withclue") as table:
        await table.wait_for_request()
        assert clue(table) in seen(table.app)
        await answered(table, *"crane")
        await until(table.pilot, lambda: "round 2" in seen(table.app))
        assert clue(table) in seen(table.app)
        await answered(table, *target(table))
        result = await on(table.pilot, ResultScreen)
        assert result.scores.main_score == 50


async def test_enter_keeps_proposal(tmp_path: Path) -> None:
    critic = ControlledPartner("scripted")
    async with playing(tmp_path, "wordle_withcritic", partners={CRITIC: critic}) as table:
        await answered(table, *target(table))
        await until(table.pilot, lambda: critic.pending)
        critic.say("explanation: it suits the clue\nagreement: yes")
        await table.wait_for_request()
        screen = seen(table.app)
        assert "Final guess" in screen
        assert "it suits the clue" in screen
        assert f"Press Enter to keep “{target(table)}”" in table.hint
        await table.pilot.press("enter")
        result = await on(table.pilot, ResultScreen)
        assert result.scores.main_score == 100
        texts = [text for seat, text in responses(tmp_path, table) if seat == GUESSER]
        assert texts == [f"explanation:\nguess: {target(table)}"] * 2


async def test_typed_word_replaces_proposal(tmp_path: Path) -> None:
    critic = ControlledPartner("scripted")
    async with playing(tmp_path, "wordle_withcritic", partners={CRITIC: critic}) as table:
        await table.wait_for_request()
        assert "Your proposal" in seen(table.app)
        await answered(table, *"crane")
        await until(table.pilot, lambda: critic.pending)
        critic.say("explanation: no bird, I think\nagreement: no")
        await table.wait_for_request()
        await until(table.pilot, lambda: "disagrees" in seen(table.app))
        await table.type("xyzzy")
        await until(table.pilot, lambda: "xyzzy" in table.hint)
        await table.pilot.press("ctrl+u")
        await answered(table, *target(table))
        result = await on(table.pilot, ResultScreen)
        assert result.scores.success == 1
        assert result.scores.turns["1"]["Change-Of-Opinion"] == 1


async def test_guesser_with_scripted_critic(tmp_path: Path) -> None:
    """Play two rounds, confirming the proposal in both; the critic responds by itself."""
    async with playing(tmp_path, "wordle_withcritic") as table:
        await answered(table, *"crane")
        await until(table.pilot, lambda: "Final guess" in seen(table.app))
        await answered(table)
        await until(table.pilot, lambda: "Your proposal" in seen(table.app))
        await answered(table, *target(table))
        await until(table.pilot, lambda: "Final guess" in seen(table.app))
        await answered(table)
        result = await on(table.pilot, ResultScreen)
        assert result.scores.main_score == 50
        assert [seat for seat, _ in responses(tmp_path, table)] == [GUESSER, CRITIC, GUESSER] * 2


async def test_critic_with_scripted_guesser(tmp_path: Path) -> None:
    """Check that the board and marks are hidden until the end, when everything is revealed."""
    async with playing(tmp_path, "wordle_withcritic", seat=CRITIC) as table:
        rounds = 0
        while True:
            await until(
                table.pilot, lambda: not showing(table) or table.composer.answering is not None
            )
            if not showing(table):
                break
            await until(table.pilot, lambda: clue(table) in seen(table.app))
            assert not table.screen.query(LetterBoardWidget)
            assert not table.screen.query(KeyboardWidget)
            await answered(table, AGREE if rounds % 2 else DISAGREE)
            rounds += 1
        result = await on(table.pilot, ResultScreen)
        assert 1 <= rounds <= 6
        assert result.scores.aborted == 0
        judged = [text for seat, text in responses(tmp_path, table) if seat == CRITIC]
        words = [text.partition("\n")[2] for text in judged]
        assert words == [f"agreement: {'yes' if n % 2 else 'no'}" for n in range(rounds)]
        await until(table.pilot, lambda: result.query(LetterBoardWidget))
        shown = " ".join(text_of(block) for block in result.query(CardWidget))
        assert target(table) in shown


async def test_critic_sees_own_verdicts_and_gives_reason(tmp_path: Path) -> None:
    guesser = ControlledPartner("scripted")
    partners = {GUESSER: guesser}
    async with playing(tmp_path, "wordle_withcritic", partners=partners, seat=CRITIC) as table:
        await until(table.pilot, lambda: guesser.pending)
        guesser.say("explanation: birds build\nguess: crane")
        await table.wait_for_request()
        await until(table.pilot, lambda: "birds build" in seen(table.app))
        await until(table.pilot, lambda: "(A) Agree  (D) Disagree" in seen(table.app))
        await table.pilot.press("d", "tab")
        await table.type("wrong animal", "enter")
        await until(table.pilot, lambda: guesser.pending)
        assert responses(tmp_path, table)[-1] == (
            CRITIC,
            "explanation: wrong animal\nagreement: no",
        )
        guesser.say("explanation: as you say\nguess: moist")
        await until(table.pilot, lambda: len(guesser.asks) == 3)
        guesser.say("explanation: hm\nguess: plaid")
        await table.wait_for_request()
        await until(table.pilot, lambda: "plaid" in seen(table.app))
        screen = seen(table.app)
        assert "disagreed  crane" in screen
        assert "moist" not in screen, "what was committed is not the critic's to know"


async def test_verdict_is_required(tmp_path: Path) -> None:
    guesser = ControlledPartner("scripted")
    partners = {GUESSER: guesser}
    async with playing(tmp_path, "wordle_withcritic", partners=partners, seat=CRITIC) as table:
        await until(table.pilot, lambda: guesser.pending)
        guesser.say("explanation: x\nguess: crane")
        await table.wait_for_request()
        await table.pilot.press("enter")
        await until(table.pilot, lambda: table.hint.startswith("✗"))
        assert len(responses(tmp_path, table)) == 1


async def test_home_lists_all_three_games(tmp_path: Path) -> None:
    async with opened(tmp_path, size=(120, 40), collections=()) as (app, pilot):
        titles = ("Wordle + clue", "Wordle + critic")
        await until(pilot, lambda: all(title in seen(app) for title in titles))
