"""A user's own clembench checkout: which instance files it has for a game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clemtui.catalogue import CatalogueError
from clemtui.catalogue.checkout import Checkout
from tests.support.checkout import checkout, taboo_file, write


def stems(found: Checkout, game: str) -> list[str]:
    return [path.stem for path in found.files(game)]


def test_its_games_are_those_of_clemgame_json_also_in_nested_folders(tmp_path: Path) -> None:
    assert Checkout.at(checkout(tmp_path)).games == ("taboo", "walk")


def test_the_usual_file_comes_first_and_equal_content_is_offered_once(tmp_path: Path) -> None:
    found = Checkout.at(checkout(tmp_path))
    assert stems(found, "taboo") == ["instances", "instances_old", "instances_v2.0"]
    assert found.files("wordle") == ()


def test_games_of_one_family_do_not_see_each_others_files(tmp_path: Path) -> None:
    games = [{"game_name": "plain"}, {"game_name": "hard", "instances": "instances_hard"}]
    write(tmp_path / "f" / "clemgame.json", games)
    for number, name in enumerate(("instances", "instances_v2", "instances_hard", "other")):
        write(tmp_path / "f" / "in" / f"{name}.json", {"number": number})
    found = Checkout.at(tmp_path)
    assert stems(found, "plain") == ["instances", "instances_v2"]
    assert stems(found, "hard") == ["instances_hard"]
    assert found.file("hard").stem == "instances_hard"


def test_a_file_is_named_with_or_without_its_ending(tmp_path: Path) -> None:
    found = Checkout.at(checkout(tmp_path))
    assert found.file("taboo") == tmp_path / "taboo/in/instances.json"
    assert found.file("taboo", "instances_v2.0") == found.file("taboo", "instances_v2.0.json")


@pytest.mark.parametrize(
    ("game", "name", "message"),
    [
        ("chess", None, "has no game 'chess'; available: taboo, walk"),
        (
            "taboo",
            "instances_v9",
            "has no file 'instances_v9' for taboo; available: "
            "instances, instances_old, instances_v2.0, instances_v3.0",
        ),
        ("taboo", "../../docs/notes", "has no file '../../docs/notes' for taboo"),
    ],
)
def test_what_is_not_in_it_is_said_with_what_is(
    tmp_path: Path, game: str, name: str | None, message: str
) -> None:
    with pytest.raises(CatalogueError, match=re.escape(message)):
        Checkout.at(checkout(tmp_path)).file(game, name)


def test_another_folder_is_none(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(CatalogueError, match="is not a clembench checkout"):
            Checkout.at(folder)


@pytest.mark.parametrize("content", ["{", "3", '{"players": 2}', "[" * 5000])
def test_a_card_that_cannot_be_read_tells_of_no_game(tmp_path: Path, content: str) -> None:
    write(tmp_path / "good" / "clemgame.json", {"game_name": "good", "instances": ""})
    write(tmp_path / "good" / "in" / "instances.json", taboo_file("x"))
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "clemgame.json").write_text(content, "utf-8")
    found = Checkout.at(tmp_path)
    assert found.games == ("good",)
    assert stems(found, "good") == ["instances"]


def test_the_benchmarks_own_layout(shared: Path) -> None:
    found = Checkout.at(shared / "clembench")
    assert stems(found, "taboo") == ["instances", "instances_v2.0"]
    assert stems(found, "wordle") == [
        *("instances", "instances_v0.9", "instances_v1.0", "instances_v2.0")
    ]
    assert stems(found, "wordle_withclue") == [
        *("instances_withclue", "instances_withclue_v1.0", "instances_withclue_v2.0")
    ]
    assert stems(found, "wordle_withcritic") == [
        "instances_withcritic",
        "instances_withcritic_v2.0",
    ]
    assert len(stems(found, "referencegame")) == 13
    assert found.file("textmapworld").parts[-3] == "textmapworld_main"
