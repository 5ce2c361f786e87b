"""Finding the instance of an imported episode beside the log or in files, verified by the log."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from clemtui.catalogue import CatalogueError, open_catalogue
from clemtui.exchange.imports.instance_index import InstanceIndex
from clemtui.exchange.imports.matching import Match, NoMatch, find_instance
from clemtui.exchange.imports.reading import read_episode
from tests.exchange.reference_trees import (
    ABORTED,
    EXPERIMENT,
    INSTANCES,
    TABOO,
    WON,
    instance_file,
    message,
    note,
    response,
    write,
    write_line_1,
    write_line_2,
    write_line_3,
)
from tests.exchange.wordle_results import FEEDBACK, OPENING, WORDLE, guessed

CATALOGUE = open_catalogue()


def match(folder: Path, root: Path, *files: Path) -> Match:
    logged = read_episode(folder, root, frozenset({"taboo", "wordle"}))
    return find_instance(logged, CATALOGUE.game(logged.game), InstanceIndex(CATALOGUE, files))


def target(found: Match) -> str:
    word: str = found.candidate.instance.data["target_word"]
    return word


def without_files(folder: Path) -> Path:
    """Remove the files about an episode's instance; return its folder."""
    (folder / "instance.json").unlink()
    (folder.parent / "experiment.json").unlink()
    return folder


def test_the_instance_beside_the_log(tmp_path: Path) -> None:
    found = match(write_line_3(tmp_path), tmp_path)
    assert (target(found), found.candidate.instance.game_id) == ("river", 4)
    assert found.replay.master.finished


@pytest.mark.parametrize("line", [write_line_1, write_line_2, write_line_3])
def test_the_instance_in_a_file(tmp_path: Path, line: Any) -> None:
    folder = line(tmp_path)
    if line is write_line_3:
        without_files(folder)
    found = match(folder, tmp_path, instance_file(tmp_path))
    assert (target(found), found.candidate.instance.game_id) == ("river", 4)


def test_experiment_is_completed_from_a_file(
    tmp_path: Path,
) -> None:
    folder = write_line_3(tmp_path, experiment=None)
    other = {"experiments": [{**EXPERIMENT, "game_instances": INSTANCES[1:]}]}
    found = match(folder, tmp_path, instance_file(tmp_path, other))
    assert target(found) == "river"


def test_experiment_file_name_before_line_3(tmp_path: Path) -> None:
    folder = write_line_2(tmp_path)
    write(folder / "instance.json", INSTANCES[0])
    run = {"timestamp": "2025-02-25", "dialogue_partners": ["gpt-x--gpt-x"]}
    write(folder.parent / "experiment_tiny_en.json", {**EXPERIMENT, **run})
    found = match(folder, tmp_path)
    assert target(found) == "river"


def test_a_folder_of_instance_files(tmp_path: Path) -> None:
    folder = write_line_2(tmp_path / "results")
    instance_file(tmp_path / "in")
    assert target(match(folder, tmp_path, tmp_path / "in")) == "river"
    with pytest.raises(CatalogueError, match="contains no instance files"):
        InstanceIndex(CATALOGUE, (tmp_path / "results",))


def test_no_instance_anywhere(tmp_path: Path) -> None:
    folder = without_files(write_line_3(tmp_path))
    with pytest.raises(NoMatch, match="its instance is not in the tree"):
        match(folder, tmp_path)
    other = {"experiments": [{**EXPERIMENT, "game_instances": INSTANCES[1:]}]}
    file = instance_file(tmp_path, other)
    with pytest.raises(NoMatch, match="neither in the tree nor in the files"):
        match(folder, tmp_path, file)


def test_name_and_number_are_not_enough(tmp_path: Path) -> None:
    """Another version has another word under the same name and number, and the log does not show
    it."""
    folder = without_files(write_line_3(tmp_path))
    others = [{**INSTANCES[0], "target_word": "brook"}]
    file = instance_file(tmp_path, {"experiments": [{**EXPERIMENT, "game_instances": others}]})
    with pytest.raises(NoMatch, match="of this name in the files does not match"):
        match(folder, tmp_path, file)


def test_instance_that_contradicts_its_log(tmp_path: Path) -> None:
    folder = write_line_3(tmp_path, instance=INSTANCES[1])
    with pytest.raises(NoMatch, match=r"instance\.json does not match the log"):
        match(folder, tmp_path)


def test_instance_rejected_by_the_game(tmp_path: Path) -> None:
    folder = write_line_3(tmp_path, instance={"game_id": 4})
    with pytest.raises(NoMatch, match=r"the game rejects its instance: .*'target_word'"):
        match(folder, tmp_path)


def test_white_space_is_ignored(tmp_path: Path) -> None:
    first = (message("Player 1", WON[0][0][3] + "\n"), *WON[0][1:])
    assert target(match(write_line_3(tmp_path, (first, *WON[1:])), tmp_path)) == "river"


def test_equal_instances_of_two_files_are_one(tmp_path: Path) -> None:
    folder = without_files(write_line_3(tmp_path))
    twice = {"experiments": [{**EXPERIMENT, "name": "other", "game_instances": INSTANCES}]}
    files = instance_file(tmp_path / "a"), instance_file(tmp_path / "b", twice)
    assert target(match(folder, tmp_path, *files)) == "river"
    index = InstanceIndex(CATALOGUE, files)
    assert len(index.candidates(CATALOGUE.game("taboo"))) == 2
    assert index.unused_files() == [], "both were of use"


def wordle(root: Path, *guesses: str, notes: bool, target: str = "crane", game_id: int = 1) -> Path:
    """Write a log of wordle, whose first message is the same for every word."""
    rounds = guessed(target, *guesses, notes=notes)
    return without_files(
        write_line_3(
            root,
            rounds,
            game="wordle",
            game_id=game_id,
            instance={},
            experiment={},
            scores=None,
            names=("solo",),
            roles=("WordGuesser",),
            name="few",
        )
    )


def test_the_game_masters_notes_prove_the_word(tmp_path: Path) -> None:
    folder = wordle(tmp_path, "stone", notes=True)
    assert target(match(folder, tmp_path, instance_file(tmp_path, WORDLE))) == "crane"


def test_unique_match_by_messages(tmp_path: Path) -> None:
    """The marks for two guesses match a single word, which is the one that the log names."""
    folder = wordle(tmp_path, "stone", "brand", notes=False)
    assert target(match(folder, tmp_path, instance_file(tmp_path, WORDLE))) == "crane"


def test_ambiguous_log_has_no_match(tmp_path: Path) -> None:
    """Aborted at once: every word matches, and the name alone is no proof."""
    folder = write_line_3(
        tmp_path,
        (
            (
                message("Player 1", OPENING),
                response("Player 1", "crane"),
                note("invalid format", "abort"),
            ),
        ),
        game="wordle",
        game_id=1,
        instance=None,
        experiment=None,
        names=("solo",),
        roles=("WordGuesser",),
        name="few",
    )
    with pytest.raises(NoMatch, match="does not show on which of 4 instances"):
        match(folder, tmp_path, instance_file(tmp_path, WORDLE))


def test_a_log_that_contradicts_every_word(tmp_path: Path) -> None:
    rounds = (
        (message("Player 1", OPENING), response("Player 1", "explanation: why\nguess: stone")),
        (message("Player 1", FEEDBACK.format("s<green> t<red> o<red> n<red> e<red>")),),
    )
    folder = write_line_3(
        tmp_path,
        rounds,
        game="wordle",
        instance=None,
        experiment=None,
        names=("solo",),
        roles=("WordGuesser",),
        name="few",
    )
    with pytest.raises(NoMatch, match="no instance in the files matches the log"):
        match(folder, tmp_path, instance_file(tmp_path, WORDLE))


@pytest.mark.parametrize("content", [None, "{", "[]"])
def test_invalid_instance_file_is_an_error(tmp_path: Path, content: str | None) -> None:
    file = tmp_path / "instances.json"
    if content is not None:
        file.write_text(content, "utf-8")
    with pytest.raises(CatalogueError, match=r"instances\.json"):
        InstanceIndex(CATALOGUE, (file,))


@pytest.mark.parametrize("content", [{}, {"experiments": 3}, {"experiments": [{"name": "x"}]}])
def test_unused_file_is_reported(tmp_path: Path, content: Mapping[str, Any]) -> None:
    file = write(tmp_path / "odd.json", content)
    index = InstanceIndex(CATALOGUE, (file, instance_file(tmp_path, TABOO)))
    assert len(index.candidates(CATALOGUE.game("taboo"))) == 2
    assert index.unused_files() == [f"{file}: not usable by any game in these results"]
    assert index.refusals["taboo"]


def test_aborted_episode_is_matched(tmp_path: Path) -> None:
    folder = write_line_3(tmp_path, ABORTED, game_id=5, instance=INSTANCES[1])
    found = match(folder, tmp_path)
    assert target(found) == "candle"
    assert CATALOGUE.game("taboo").score(found.replay.master).aborted == 1
