"""Oddities of the reference (clembench v3.0) that we keep, and those that we do not.

The README lists the test of each.
"""

from __future__ import annotations

import copy
import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.engine import REVEAL, Grids, Texts
from tests.support.episodes import Episode, episode

TARGET = "X X X X X\n□ □ □ □ □\n□ □ □ □ □\n□ □ □ □ □\n□ □ □ □ □"
OTHER = "X X X X □\n□ □ □ □ □\n□ □ □ □ □\n□ □ □ □ □\n□ □ □ □ □"
THIRD = "X X X □ □\n□ □ □ □ □\n□ □ □ □ □\n□ □ □ □ □\n□ □ □ □ □"


def task(**changes: Any) -> dict[str, Any]:
    """Return an instance in the reference's format, made for these tests."""
    return {
        "game_id": 7,
        "player_1_prompt_header": 'Begin with "Expression: ".',
        "player_1_target_grid": TARGET,
        "player_1_second_grid": OTHER,
        "player_1_third_grid": THIRD,
        "player_2_prompt_header": 'TARGET_EXPRESSION\nBegin with "Answer: ".',
        "player_2_first_grid": OTHER,
        "player_2_second_grid": TARGET,
        "player_2_third_grid": THIRD,
        "target_grid_name": ["second", "2"],
        "player_1_response_pattern": (
            "^(?P<tag>expression:\\s*)(?P<content>(?P<response>.+)\n*(?P<remainder>(.|\n)*))"
        ),
        "player_2_response_pattern": (
            "^(?P<tag>answer:\\s*)(?P<content>(?P<response>first|second|third|1|2|3).*\n*"
            "(?P<remainder>(.|\n)*))"
        ),
        "lang": "en",
        "p1_mode": "strict",
        "p2_mode": "strict",
        **changes,
    }


def official(*texts: str, **changes: Any) -> Episode:
    """Play an instance in the reference's format."""
    game = open_catalogue().game("referencegame")
    document = {"experiments": [{"name": "e", "game_instances": [task(**changes)]}]}
    (experiment,) = game.read(document, "made.json")
    instance = experiment.instances[0]
    played = Episode(game, instance, open_catalogue().texts(instance, None))
    played.say(*texts)
    return played


EXPRESSION = "Expression: x"


@pytest.mark.parametrize(
    ("answer", "counts_as"),
    [
        ("Answer: 12", "1"),
        ("Answer: 2 or maybe 1", "2"),
        ("Answer: third or first", "third"),
        ("Answer: firstly", "first"),
        ("answer: 1.", "1"),
        ("ANSWER:SECOND!", "second"),
    ],
)
def test_the_first_name_at_the_beginning_counts_whatever_follows(
    answer: str, counts_as: str
) -> None:
    played = official(EXPRESSION, answer)
    assert played.log[-1][2] == counts_as
    assert played.scores.outcome == ("success" if counts_as in ("second", "2") else "lose")


def test_the_name_may_be_on_a_line_below_the_tag() -> None:
    assert official(EXPRESSION, "Answer:\n\nsecond").scores.outcome == "success"
    assert official("Expression:\n\nx", "Answer: second").scores.outcome == "success"


def test_a_single_space_counts_as_an_expression() -> None:
    """The white space after the tag may itself be the expression.

    Players never send it, since their responses are stripped.
    """
    assert official("Expression: ").verdicts == ["accepted"]


def test_trailing_newlines_are_not_a_second_paragraph() -> None:
    played = official("Expression: x\n\n", "Answer: second\n")
    assert played.scores.outcome == "success"
    assert played.scores.episode["Generated Expression Length"] == 15


@pytest.mark.parametrize("texts", [["Expression: x\ny"], [EXPRESSION, "Answer: second\nas said"]])
def test_a_second_paragraph_aborts_where_the_reference_breaks(texts: list[str]) -> None:
    """In the reference, the giver's crashes the game master, the follower's starts a new round."""
    played = official(*texts)
    assert played.verdicts[-1] == "malformed"
    assert played.log[-1] == (0, "invalid format", "Invalid generated expression")
    assert played.scores.outcome == "aborted"


def test_a_huge_second_paragraph_needs_little_memory() -> None:
    """The reference's pattern needs more than a hundred bytes per character."""
    tracemalloc.start()
    try:
        assert official("Expression: x\n" + "y\n" * 500_000).scores.outcome == "aborted"
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


def test_in_liberal_mode_more_paragraphs_are_let_through() -> None:
    played = official("Expression: x\n\ny", p1_mode="liberal", p2_mode="liberal")
    assert played.said.startswith("Expression: x\n\ny\n")
    played.say("Answer: second\n\nas said")
    assert played.scores.outcome == "success"


def test_the_mode_is_that_of_each_seat() -> None:
    assert official("Expression: x\ny", p2_mode="liberal").scores.outcome == "aborted"
    assert official("Expression: x\ny", p1_mode="liberal").verdicts == ["accepted"]


def test_an_abort_has_no_success_and_no_lose() -> None:
    """The reference's other games have 0 there."""
    scores = official("x").scores
    assert (scores.aborted, scores.success, scores.lose) == (1, None, None)
    assert scores.turns["0"]["Success"] == 0


def test_an_invalid_answer_is_logged_as_an_invalid_expression() -> None:
    played = official(EXPRESSION, "the second")
    assert played.log[-1] == (0, "invalid format", "Invalid generated expression")


def test_the_tag_in_the_answer_counts_for_length_and_tokens() -> None:
    scores = official("Expression: foo", "Answer: 1").scores
    assert scores.episode["Generated Expression Length"] == 15
    assert scores.episode["Generated Expression Number of Tokens"] == 2


def test_the_answer_must_equal_a_name_of_the_target() -> None:
    """``sec`` is part of ``second``, but not a name of the target."""
    pattern = task()["player_2_response_pattern"].replace("first|second", "sec|second")
    played = official(EXPRESSION, "Answer: sec", player_2_response_pattern=pattern)
    assert played.scores.outcome == "lose"


TURKISH = {
    "lang": "tr",
    "target_grid_name": ["birinci", "1"],
    "player_1_prompt_header": 'Begin with "İfade: ".',
    "player_1_response_pattern": (
        "^(?P<tag>ifade:\\s*)(?P<content>(?P<response>.+)\n*(?P<remainder>(.|\n)*))"
    ),
    "player_2_response_pattern": (
        "^(?P<tag>cevap:\\s*)(?P<content>(?P<response>birinci|ikinci|üçüncü|1|2|3).*\n*"
        "(?P<remainder>(.|\n)*))"
    ),
}


def test_turkish_capitals_are_read_and_then_judged_wrong() -> None:
    """``BİRİNCİ`` matches the pattern, but in lower case it has an extra dot."""
    assert official("İfade: x", "Cevap: Birinci", **TURKISH).scores.outcome == "success"
    played = official("İfade: x", "Cevap: BİRİNCİ", **TURKISH)
    assert played.log[-1] == (0, "parse_wrong", "BİRİNCİ".lower())
    assert played.scores.outcome == "lose"
    follower = played.master.view(REVEAL).block("follower")
    assert isinstance(follower, Grids)  # a word that names no grid marks none as chosen
    assert [each.mark is not None for each in follower.grids] == [
        each.highlighted for each in follower.grids
    ]


def test_signs_of_official_grids_are_kept_as_they_are() -> None:
    """The reference's prompts explain a different square from the one in its grids."""
    played = official()
    block = played.master.view("Player 1").block("grids")
    assert isinstance(block, Grids)
    assert block.grids[0].cells[1] == ("□",) * 5


def test_without_a_placeholder_the_expression_is_not_shown() -> None:
    """In the reference's Arabic files the placeholder has a translated name.

    It is therefore never filled, and the follower has to guess.
    """
    header = 'AN_EXPRESSION\nBegin with "Answer: ".'
    played = official("Expression: a secret", player_2_prompt_header=header)
    assert played.said == header
    view = played.master.view("Player 2")
    assert [block.id for block in view.blocks] == ["grids"]
    assert "a secret" not in "".join(view.texts())


@pytest.mark.parametrize("language", ["en", "de"])
def test_our_own_packs_have_the_same_rules(language: str) -> None:
    """Our instances accept and reject what the reference does."""
    tags = {"en": ("Expression:", "Answer:"), "de": ("Ausdruck:", "Antwort:")}
    expression, answer = tags[language]
    cases = {
        (f"{expression.lower()} x", f"{answer}12"): "success",
        (f"{expression}\nx\n\n", f"{answer} 1 or 2\n"): "success",
        (f"{expression} x\ny",): "aborted",
        (f" {expression} x",): "aborted",
        (f"{expression} x", f"{answer} 1\n2"): "aborted",
    }
    for texts, outcome in cases.items():
        played = episode("referencegame", language)
        played.say(*texts)
        assert played.scores.outcome == outcome, texts


def test_the_arabic_files_of_the_reference_never_show_the_expression(shared: Path) -> None:
    path = shared / "clembench" / "referencegame" / "in" / "instances_v2.0_ar.json"
    found = open_catalogue().read_instances("referencegame", path)
    for instance in (each for experiment in found for each in experiment.instances):
        texts = open_catalogue().texts(instance, None)
        played = Episode(open_catalogue().game("referencegame"), instance, texts)
        played.say("التعبير: xyz")
        assert "xyz" not in played.said
        assert len(played.master.view("Player 2").blocks) == 1


def test_the_chinese_tag_is_read_although_its_pattern_has_a_stray_sign(shared: Path) -> None:
    path = shared / "clembench" / "referencegame" / "in" / "instances_v2.0_zh.json"
    document = json.loads(path.read_text("utf-8"))
    first = document["experiments"][0]["game_instances"][0]
    assert "(?P<tag>^表达式：" in first["player_1_response_pattern"]
    found = open_catalogue().read_instances("referencegame", path)
    texts: Texts = open_catalogue().texts(found[0].instances[0], None)
    assert texts.tag("expression") == "表达式："


def test_the_instance_is_not_written_to() -> None:
    before = task()
    document = {"experiments": [{"name": "e", "game_instances": [before]}]}
    kept = copy.deepcopy(document)
    open_catalogue().game("referencegame").read(document, "made.json")
    assert document == kept
