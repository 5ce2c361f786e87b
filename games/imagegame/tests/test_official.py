"""Instance files, the reference's and ours: reading them, and errors in them."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clemtui.catalogue import CatalogueError, open_catalogue
from clemtui.engine import Texts, UnreadableInstances
from tests.support.episodes import Episode

EMPTY = "\n".join(["▢ ▢ ▢ ▢ ▢"] * 5)


@pytest.fixture
def official(shared: Path) -> Path:
    return shared / "clembench/imagegame/in/instances.json"


def test_twenty_compact_and_twenty_random_grids(official: Path) -> None:
    experiments = open_catalogue().read_instances("imagegame", official)
    assert [(e.name, len(e.instances)) for e in experiments] == [
        ("compact_grids", 20),
        ("random_grids", 20),
    ]
    for instance in (one for e in experiments for one in e.instances):
        assert (instance.origin, instance.language) == ("official", "en")
        assert instance.parameters == {"grid_dimension": 5}


def test_the_prompts_are_the_references_own_byte_for_byte(official: Path) -> None:
    raw = json.loads(official.read_text("utf-8"))["experiments"][0]["game_instances"][0]
    catalogue = open_catalogue()
    instance = catalogue.read_instances("imagegame", official)[0].instances[0]
    played = Episode(catalogue.game("imagegame"), instance, catalogue.texts(instance, None))
    header, question = raw["player_1_prompt_header"], raw["player_1_question"]
    assert played.said == f"{header}\n{raw['target_grid']}\n{question}"
    played.say("Command: a")
    assert played.said == f"{raw['player_2_prompt_header']}\n\nCommand: a"
    played.say(EMPTY)
    assert played.said == question


def test_official_instances_are_in_english_only(official: Path) -> None:
    instance = open_catalogue().read_instances("imagegame", official)[0].instances[0]
    with pytest.raises(CatalogueError, match="cannot be played in 'de'"):
        open_catalogue().texts(instance, "de")


# An experiment in the reference's format, and possible errors in it.

ROW = r"([A-Z▢]\s){4}[A-Z▢]"
OFFICIAL: dict[str, Any] = {
    "name": "compact_grids",
    "game_instances": [
        {
            "game_id": 1,
            "player_1_prompt_header": "Describe.",
            "player_2_prompt_header": "Draw.",
            "player_1_question": "Next?",
            "grid_dimension": 5,
            "number_of_letters": 0,
            "player_1_response_pattern": "^command: [^\n]+$",
            "player_1_terminate_pattern": r"^\s*command\s*:\s*done\s*$",
            "player_2_response_pattern": "^\n*" + "\n".join([ROW] * 5) + "\n*$",
            "fill_row": False,
            "fill_column": False,
            "target_grid": EMPTY.replace("▢", "A", 1),
        }
    ],
}
OWN: dict[str, Any] = {
    "name": "mine",
    "grid_dimension": 5,
    "game_instances": [{"game_id": 1, "target_grid": EMPTY.replace("▢", "A", 1)}],
}
Change = Callable[[dict[str, Any]], object]
OLD = (
    "player_1_response_pattern",
    "player_1_terminate_pattern",
    "player_2_response_pattern",
)


def read(experiment: dict[str, Any], change: Change = lambda task: None) -> Any:
    changed = copy.deepcopy(experiment)
    change(changed["game_instances"][0])
    return open_catalogue().game("imagegame").read({"experiments": [changed]}, "file.json")


def test_both_shapes_are_read() -> None:
    assert read(OFFICIAL)[0].instances[0].origin == "official"
    assert read(OWN)[0].instances[0].origin == "bundled"


def test_a_target_may_end_with_a_line_break() -> None:
    """This is the case in benchmark 1.6."""
    (experiment,) = read(OFFICIAL, lambda task: task.update(target_grid=OFFICIAL_TARGET + "\n"))
    catalogue = open_catalogue()
    instance = experiment.instances[0]
    played = Episode(catalogue.game("imagegame"), instance, catalogue.texts(instance, None))
    played.say("Command: a", OFFICIAL_TARGET, "Command: DONE")
    assert played.scores.main_score == 100


OFFICIAL_TARGET = OFFICIAL["game_instances"][0]["target_grid"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda task: [task.pop(name) for name in OLD],
            "experiment 'compact_grids': its instances have no answer patterns "
            "(benchmarks before 1.6); use the file of a later benchmark",
        ),
        (
            lambda task: task.update(player_2_response_pattern="([A-Z"),
            "experiment 'compact_grids': game id 1: the grid pattern is invalid: ",
        ),
        (
            lambda task: task.update(player_1_response_pattern="^befehl: [^\n]+$"),
            "the giver's patterns do not match the English game, whose answers begin with",
        ),
        (
            lambda task: task.update(player_1_terminate_pattern="^fertig$"),
            "the giver's patterns do not match the English game",
        ),
        (
            lambda task: task.update(player_2_response_pattern="^x$"),
            "the grid pattern does not accept an empty grid",
        ),
        (lambda task: task.pop("player_1_question"), "'player_1_question' is missing"),
        (lambda task: task.pop("target_grid"), "'target_grid' is missing"),
        (lambda task: task.update(grid_dimension=4), "'grid_dimension' must be 5"),
        (lambda task: task.update(target_grid=5), "'target_grid' must be a string, not 5"),
        (
            lambda task: task.update(target_grid="A B"),
            "'target_grid' must be 5 lines of 5 capital letters or '▢'",
        ),
        (
            lambda task: task.update(target_grid=OFFICIAL_TARGET.replace("A", "a")),
            "'target_grid' must be 5 lines",
        ),
        (lambda task: task.update(target_grid=EMPTY), "'target_grid' is empty"),
    ],
)
def test_errors_in_official_files_are_named(change: Change, message: str) -> None:
    with pytest.raises(UnreadableInstances, match=re.escape(message)):
        read(OFFICIAL, change)


def test_our_own_files_need_a_grid_size() -> None:
    without = {name: value for name, value in OWN.items() if name != "grid_dimension"}
    with pytest.raises(UnreadableInstances, match="'grid_dimension' must be 5"):
        read(without)


# Our own prompts compared with the reference's.


def pack(language: str) -> Texts:
    return open_catalogue().packs("imagegame")[language].texts


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_example_commands_and_grids_of_our_prompts_are_accepted(
    load: Any, language: str
) -> None:
    texts = pack(language)
    protocol = load("parsing").Protocol.of(texts)
    tag, done = texts.tag("command"), texts.tag("done")
    said = texts.prompt(
        "giver", target="TARGET", question="QUESTION", command_tag=tag, done=done
    ) + texts.prompt("follower", command_tag=tag)
    lines = [line for line in said.split("\n") if line.startswith(tag)]
    assert len(lines) == 3
    assert [protocol.ends(line) for line in lines] == [False, False, True]
    assert all(protocol.instruction(line) for line in lines)
    grids = re.findall(r"(?:(?:[A-Z▢] ){4}[A-Z▢]\n?){5}", said)
    assert len(grids) == 4
    assert all(protocol.is_grid(grid) for grid in grids)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_scripted_follower_draws_the_example_of_our_prompts(load: Any, language: str) -> None:
    texts = pack(language)
    tag = texts.tag("command")
    said = texts.prompt("giver", target="", question="?", command_tag=tag, done="")
    commands = [line for line in said.split("\n") if re.match(rf"{tag} \w", line)]
    rows = load("grids").EMPTY
    for command in commands:
        rows = load("bots.follower").follow(rows, command.removeprefix(tag), language)
    assert rows == ("K▢▢▢▢", "K▢▢▢▢", "K▢▢M▢", "K▢▢▢▢", "K▢▢▢▢")
    assert load("grids").as_text(rows) in said


def test_our_english_prompts_have_no_sentence_of_the_reference(official: Path) -> None:
    """They share no run of more than six words."""
    raw = json.loads(official.read_text("utf-8"))["experiments"][0]["game_instances"][0]
    theirs = [raw[name] for name in ("player_1_prompt_header", "player_2_prompt_header")]
    known = {run for text in [*theirs, raw["player_1_question"]] for run in runs(text)}
    for template in pack("en").prompts.values():
        assert not known & set(runs(template))


def runs(text: str) -> list[tuple[str, ...]]:
    words = re.findall(r"\w+", text.lower())
    return [tuple(words[i : i + 7]) for i in range(len(words) - 6) if not words[i].isdigit()]
