"""Tests of the reference game on the screen: each seat's own grids, answered by keyboard."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from clemtui.engine import Grids, Response
from clemtui.ui.archive.review.screen import ReviewScreen
from clemtui.ui.results.screen import ResultScreen
from clemtui.ui.widgets.board.blocks import BlockWidget, TextWidget
from clemtui.ui.widgets.board.board import Board
from clemtui.ui.widgets.board.grids import GridsWidget
from tests.ui.support.app import (
    ControlledPartner,
    PlayedEpisode,
    on,
    playing,
    seen,
    stored_episode,
    text_of,
    until,
)

GIVER, FOLLOWER = "Player 1", "Player 2"
GAME = "referencegame"
SEED = 3
NAMES = ("first", "second", "third")


def place(table: PlayedEpisode) -> int:
    """Return the position of the target in the follower's grids."""
    found: int = table.live.instance.data["order"].index(1)
    return found


def responses(folder: Path, table: PlayedEpisode) -> list[str]:
    return [
        e.text
        for e in stored_episode(folder, table.live.id).entries_for_replay
        if isinstance(e, Response)
    ]


def board(table: PlayedEpisode) -> str:
    """Return the grids as displayed."""
    return text_of(table.screen.query_one(GridsWidget))


async def test_giver_with_scripted_follower(tmp_path: Path) -> None:
    async with playing(tmp_path, GAME, seat=GIVER, seed=SEED) as table:
        await table.wait_for_request()
        shown = seen(table.app)
        assert re.search("┏━Target━━┓ +Other 1 +Other 2", shown)
        await table.type("the fourth row is empty")
        await until(table.pilot, lambda: "Will be sent: Expression: the fou" in seen(table.app))
        await table.pilot.press("enter")
        result = await on(table.pilot, ResultScreen)
        assert result.scores.main_score == 100
    first, second = responses(tmp_path, table)
    assert first == "Expression: the fourth row is empty"
    assert second == f"Answer: {NAMES[place(table)]}"


async def test_a_tag_that_is_typed_too_is_sent_once(tmp_path: Path) -> None:
    async with playing(tmp_path, GAME, seat=GIVER, seed=SEED) as table:
        await table.wait_for_request()
        await table.type("expression: the fourth row is empty")
        await until(table.pilot, lambda: "· Expression: is added for you" in seen(table.app))
        assert "Will be sent: Expression: the fou" in seen(table.app)
        await table.pilot.press("enter")
        await on(table.pilot, ResultScreen)
    assert responses(tmp_path, table)[0] == "Expression: the fourth row is empty"


@pytest.mark.parametrize("right", [True, False])
async def test_follower_chooses_by_digit(tmp_path: Path, right: bool) -> None:
    async with playing(tmp_path, GAME, seat=FOLLOWER, seed=SEED) as table:
        await table.wait_for_request()
        shown = seen(table.app)
        assert re.search("1 first +2 second +3 third", shown)
        assert "Description" in shown
        chosen = place(table) if right else (place(table) + 1) % 3
        await table.pilot.press(str(chosen + 1))
        await until(table.pilot, lambda: f"Answer: {NAMES[chosen]}" in seen(table.app))
        await table.pilot.press("enter")
        result = await on(table.pilot, ResultScreen)
        assert result.scores.main_score == (100 if right else 0)
    assert responses(tmp_path, table)[1] == f"Answer: {NAMES[chosen]}"


async def test_the_number_of_a_grid_chooses_it_and_sends_it_when_pressed_again(
    tmp_path: Path,
) -> None:
    async with playing(tmp_path, GAME, seat=FOLLOWER, seed=SEED) as table:
        await table.wait_for_request()
        await table.pilot.press("3")
        await until(table.pilot, lambda: "(•) third" in seen(table.app))
        assert "A key chooses; that key again sends." in seen(table.app)
        await table.pilot.press("3")
        await on(table.pilot, ResultScreen)
    assert responses(tmp_path, table)[1] == "Answer: third"


async def test_orders_are_secret_until_the_end(tmp_path: Path) -> None:
    """Also check that the follower sees no grid before there is an expression."""
    partner = ControlledPartner("scripted")
    partners: dict[str, Any] = {GIVER: partner}
    async with playing(tmp_path, GAME, seat=FOLLOWER, seed=SEED, partners=partners) as table:
        await until(table.pilot, lambda: partner.pending)
        await table.pilot.pause()
        assert not table.screen.query(GridsWidget)
        partner.say("Expression: the fourth row is empty")
        await table.wait_for_request()
        assert "Target" not in board(table)
        assert "┏" not in board(table)
        await table.pilot.press("1", "enter")
        await on(table.pilot, ResultScreen)
        await until(table.pilot, lambda: "What the describer saw" in seen(table.app))


@pytest.mark.parametrize("seat", [GIVER, FOLLOWER])
@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_grids_and_transcript_are_visible(
    tmp_path: Path, seat: str, size: tuple[int, int]
) -> None:
    async with playing(tmp_path, GAME, seat=seat, seed=SEED, size=size) as table:
        await table.wait_for_request()
        await table.pilot.pause()
        shown = seen(table.app)
        drawing = board(table).split("\n")
        for line in drawing[:6]:
            assert line.rstrip() in shown
        talk = table.transcript
        if size == (80, 24) or seat == GIVER:
            assert "Both players see the same" in shown, "the rules in short"
        else:  # a smaller area shows the end, where the partner's words are
            assert talk.scroll_offset.y == talk.max_scroll_y > 0
        assert talk.size.height >= 3


LONG = {
    "en": "Expression: rows two and three are full, and all other cells of the grid are empty, but "
    "not the last cell of row four",
    "de": "Ausdruck: Zeile zwei und drei sind ganz gefüllt, alle anderen Felder des Gitters sind "
    "leer, bis auf das letzte in Zeile vier",
}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_long_description_fits_beside_grids(
    tmp_path: Path, language: str, size: tuple[int, int]
) -> None:
    partner = ControlledPartner("scripted")
    chosen: dict[str, Any] = {"partners": {GIVER: partner}, "seed": SEED, "language": language}
    async with playing(tmp_path, GAME, seat=FOLLOWER, size=size, **chosen) as table:
        await until(table.pilot, lambda: partner.pending)
        partner.say(LONG[language])
        await table.wait_for_request()
        await table.pilot.pause()
        for place in table.screen.query(Board):
            assert place.max_scroll_y == 0
            shown = place.region.intersection(place.screen.region)
            for block in place.query(BlockWidget):
                assert shown.contains_region(block.region)
        description = table.screen.query_one(TextWidget)
        words = text_of(description).split("\n", 1)[1]
        assert words == LONG[language].partition(" ")[2]
        lines = [line.rstrip() for line in board(table).split("\n")]
        assert len(lines) == 6
        assert all(line in seen(table.app) for line in lines)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("right", [True, False])
async def test_result_and_review_mark_target_and_choice(
    tmp_path: Path, right: bool, language: str
) -> None:
    """Check the boards of both sides, which are both visible at 80x24."""
    chosen: dict[str, Any] = {"seed": SEED, "language": language}
    async with playing(tmp_path, GAME, seat=FOLLOWER, **chosen) as table:
        await table.wait_for_request()
        mine = place(table) if right else (place(table) + 1) % 3
        await table.pilot.press(str(mine + 1), "enter")
        await on(table.pilot, ResultScreen)
        await table.pilot.press("f3")
        await until(table.pilot, lambda: table.app.screen.query_one(Board).size.height > 16)
        await table.pilot.pause()
        found = seen(table.app)
        if right:
            assert found.count("┗✓ found━━") == 2
            assert "chosen" not in found
        else:
            assert found.count("✗ chosen") == 2
            assert found.count("┗✓ target━") == 1
        await table.pilot.press("f3", "t")
        await on(table.pilot, ReviewScreen)
        await until(table.pilot, lambda: "What the finder saw" in seen(table.app))
        await table.pilot.pause()
        assert seen(table.app).count("✓ found" if right else "✗ chosen") == 2


async def test_follower_on_small_screen(tmp_path: Path) -> None:
    async with playing(tmp_path, GAME, seat=FOLLOWER, seed=SEED, size=(60, 20)) as table:
        await table.wait_for_request()
        await table.pilot.press(str(place(table) + 1), "enter")
        result = await on(table.pilot, ResultScreen)
        assert result.scores.main_score == 100


def arabic(folder: Path) -> Path:
    """Write a right-to-left instance file in the reference format and return its path."""
    lines = ["X X X X X", "□ □ □ □ □", "□ □ X □ □", "□ □ □ □ □", "X X X X X"]
    grids = ["\n".join(lines[turn:] + lines[:turn]) for turn in range(3)]
    task = {
        "game_id": 1,
        "player_1_prompt_header": "التعبير:",
        "player_1_target_grid": grids[0],
        "player_1_second_grid": grids[1],
        "player_1_third_grid": grids[2],
        "player_2_prompt_header": "TARGET_EXPRESSION\nالإجابة:",
        "player_2_first_grid": grids[1],
        "player_2_second_grid": grids[0],
        "player_2_third_grid": grids[2],
        "target_grid_name": ["ثاني", "2"],
        "player_1_response_pattern": (
            "^(?P<tag>التعبير:\\s*)(?P<content>(?P<response>.+)\n*(?P<remainder>(.|\n)*))"
        ),
        "player_2_response_pattern": (
            "^(?P<tag>الإجابة:\\s*)(?P<content>(?P<response>أول|ثاني|ثالث|1|2|3).*\n*"
            "(?P<remainder>(.|\n)*))"
        ),
        "lang": "ar",
        "p1_mode": "strict",
        "p2_mode": "strict",
    }
    path = folder / "arabic.json"
    document = {"experiments": [{"name": "arabic", "game_instances": [task]}]}
    path.write_text(json.dumps(document, ensure_ascii=False), "utf-8")
    return path


async def test_right_to_left_text_and_wide_characters(
    tmp_path: Path,
) -> None:
    """Check that text keeps its logical order and that all cells have the same width."""
    partner = ControlledPartner()
    partners: dict[str, Any] = {GIVER: partner}
    chosen: dict[str, Any] = {"instances": arabic(tmp_path), "partner": ("openai/small",)}
    async with playing(tmp_path, GAME, seat=FOLLOWER, partners=partners, **chosen) as table:
        await until(table.pilot, lambda: partner.pending)
        partner.say("التعبير: الصف الأول ممتلئ")
        await table.wait_for_request()
        await table.pilot.pause()
        view = table.screen.view().block("grids")
        assert isinstance(view, Grids)
        assert "□" not in board(table)
        assert ". . . . ." in board(table)
        shown = seen(table.app)
        assert "الصف الأول ممتلئ" in shown
        assert "2 ثاني" in board(table)
        await table.pilot.press("2", "enter")
        result = await on(table.pilot, ResultScreen)
        assert result.scores.main_score == 100
    assert responses(tmp_path, table)[1] == "الإجابة: ثاني"
