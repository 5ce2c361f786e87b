"""Finding the instance of an imported episode beside the log or in files, verified by the log."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from clemtui.catalogue import CatalogueError, open_catalogue
from clemtui.exchange.imports.instance_index import Shelf
from clemtui.exchange.imports.matching import Match, NoMatch, find_instance
from clemtui.exchange.imports.reading import read_episode
from tests.exchange.results import (
    ABORTED,
    EXPERIMENT,
    INSTANCES,
    TABOO,
    WON,
    by,
    instance_file,
    line_1,
    line_2,
    line_3,
    noted,
    to,
    write,
)
from tests.exchange.wordle_results import FEEDBACK, OPENING, WORDLE, guessed

CATALOGUE = open_catalogue()


def match(folder: Path, root: Path, *files: Path) -> Match:
    logged = read_episode(folder, root, frozenset({"taboo", "wordle"}))
    return find_instance(logged, CATALOGUE.game(logged.game), Shelf(CATALOGUE, files))


def target(found: Match) -> str:
    word: str = found.candidate.instance.data["target_word"]
    return word


def without_files(folder: Path) -> Path:
    """Remove the files about an episode's instance; return its folder."""
    (folder / "instance.json").unlink()
    (folder.parent / "experiment.json").unlink()
    return folder


def test_the_instance_beside_the_log(tmp_path: Path) -> None:
    found = match(line_3(tmp_path), tmp_path)
    assert found.in_tree
    assert (target(found), found.candidate.instance.game_id) == ("river", 4)
    assert found.replay.master.finished


@pytest.mark.parametrize("line", [line_1, line_2, line_3])
def test_the_instance_in_a_file(tmp_path: Path, line: Any) -> None:
    folder = line(tmp_path)
    if line is line_3:
        without_files(folder)
    found = match(folder, tmp_path, instance_file(tmp_path))
    assert not found.in_tree
    assert (target(found), found.candidate.instance.game_id) == ("river", 4)


def test_an_instance_in_the_tree_without_its_experiment_takes_that_of_a_file(
    tmp_path: Path,
) -> None:
    folder = line_3(tmp_path, experiment=None)
    other = {"experiments": [{**EXPERIMENT, "game_instances": INSTANCES[1:]}]}
    found = match(folder, tmp_path, instance_file(tmp_path, other))
    assert found.in_tree
    assert target(found) == "river"


def test_the_experiments_file_had_its_name_before_line_3(tmp_path: Path) -> None:
    folder = line_2(tmp_path)
    write(folder / "instance.json", INSTANCES[0])
    run = {"timestamp": "2025-02-25", "dialogue_partners": ["gpt-x--gpt-x"]}
    write(folder.parent / "experiment_tiny_en.json", {**EXPERIMENT, **run})
    found = match(folder, tmp_path)
    assert found.in_tree
    assert target(found) == "river"


def test_a_folder_of_instance_files(tmp_path: Path) -> None:
    folder = line_2(tmp_path / "results")
    instance_file(tmp_path / "in")
    assert target(match(folder, tmp_path, tmp_path / "in")) == "river"
    with pytest.raises(CatalogueError, match="contains no instance files"):
        Shelf(CATALOGUE, (tmp_path / "results",))


def test_no_instance_anywhere(tmp_path: Path) -> None:
    folder = without_files(line_3(tmp_path))
    with pytest.raises(NoMatch, match="its instance is not in the tree"):
        match(folder, tmp_path)
    other = {"experiments": [{**EXPERIMENT, "game_instances": INSTANCES[1:]}]}
    file = instance_file(tmp_path, other)
    with pytest.raises(NoMatch, match="neither in the tree nor in the files"):
        match(folder, tmp_path, file)


def test_a_name_and_number_alone_are_no_proof(tmp_path: Path) -> None:
    """Another version has another word under the same name and number, and the log does not show
    it."""
    folder = without_files(line_3(tmp_path))
    others = [{**INSTANCES[0], "target_word": "brook"}]
    file = instance_file(tmp_path, {"experiments": [{**EXPERIMENT, "game_instances": others}]})
    with pytest.raises(NoMatch, match="of this name in the files does not match"):
        match(folder, tmp_path, file)


def test_an_instance_beside_the_log_that_is_another_one(tmp_path: Path) -> None:
    folder = line_3(tmp_path, instance=INSTANCES[1])
    with pytest.raises(NoMatch, match=r"instance\.json does not match the log"):
        match(folder, tmp_path)


def test_an_instance_that_the_game_does_not_take(tmp_path: Path) -> None:
    folder = line_3(tmp_path, instance={"game_id": 4})
    with pytest.raises(NoMatch, match=r"the game rejects its instance: .*'target_word'"):
        match(folder, tmp_path)


def test_white_space_does_not_tell_instances_apart(tmp_path: Path) -> None:
    first = (to("Player 1", WON[0][0][3] + "\n"), *WON[0][1:])
    assert target(match(line_3(tmp_path, (first, *WON[1:])), tmp_path)) == "river"


def test_equal_instances_of_two_files_are_one(tmp_path: Path) -> None:
    folder = without_files(line_3(tmp_path))
    twice = {"experiments": [{**EXPERIMENT, "name": "other", "game_instances": INSTANCES}]}
    files = instance_file(tmp_path / "a"), instance_file(tmp_path / "b", twice)
    assert target(match(folder, tmp_path, *files)) == "river"
    shelf = Shelf(CATALOGUE, files)
    assert len(shelf.candidates(CATALOGUE.game("taboo"))) == 2
    assert shelf.idle() == [], "both were of use"


def wordle(root: Path, *guesses: str, notes: bool, target: str = "crane", game_id: int = 1) -> Path:
    """Write a log of wordle, whose first message is the same for every word."""
    rounds = guessed(target, *guesses, notes=notes)
    return without_files(
        line_3(
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


def test_the_messages_prove_the_word_where_only_one_fits(tmp_path: Path) -> None:
    """The marks for two guesses match a single word, which is the one that the log names."""
    folder = wordle(tmp_path, "stone", "brand", notes=False)
    assert target(match(folder, tmp_path, instance_file(tmp_path, WORDLE))) == "crane"


def test_a_log_that_fits_several_words_is_not_guessed_at(tmp_path: Path) -> None:
    """Aborted at once: every word matches, and the name alone is no proof."""
    folder = line_3(
        tmp_path,
        ((to("Player 1", OPENING), by("Player 1", "crane"), noted("invalid format", "abort")),),
        game="wordle",
        game_id=1,
        instance=None,
        experiment=None,
        names=("solo",),
        roles=("WordGuesser",),
        name="few",
    )
    with pytest.raises(NoMatch, match="does not show which of 4 instances"):
        match(folder, tmp_path, instance_file(tmp_path, WORDLE))


def test_a_log_that_contradicts_every_word(tmp_path: Path) -> None:
    rounds = (
        (to("Player 1", OPENING), by("Player 1", "explanation: why\nguess: stone")),
        (to("Player 1", FEEDBACK.format("s<green> t<red> o<red> n<red> e<red>")),),
    )
    folder = line_3(
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
def test_a_file_that_is_none_is_said_at_once(tmp_path: Path, content: str | None) -> None:
    file = tmp_path / "instances.json"
    if content is not None:
        file.write_text(content, "utf-8")
    with pytest.raises(CatalogueError, match=r"instances\.json"):
        Shelf(CATALOGUE, (file,))


@pytest.mark.parametrize("content", [{}, {"experiments": 3}, {"experiments": [{"name": "x"}]}])
def test_a_file_that_no_game_can_use_is_idle(tmp_path: Path, content: Mapping[str, Any]) -> None:
    file = write(tmp_path / "odd.json", content)
    shelf = Shelf(CATALOGUE, (file, instance_file(tmp_path, TABOO)))
    assert len(shelf.candidates(CATALOGUE.game("taboo"))) == 2
    assert shelf.idle() == [f"{file}: no game of these results could use it"]
    assert shelf.refusals["taboo"]


def test_an_aborted_episode_has_its_instance_too(tmp_path: Path) -> None:
    folder = line_3(tmp_path, ABORTED, game_id=5, instance=INSTANCES[1])
    found = match(folder, tmp_path)
    assert target(found) == "candle"
    assert CATALOGUE.game("taboo").score(found.replay.master).aborted == 1
