"""A game with changed rules has a new version, which distinguishes old episodes from new ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from clemtui.catalogue import Catalogue, CatalogueError, Collection, Family
from clemtui.catalogue.versions import FILE, newest_hashes, pinned
from clemtui.resources import bundled_collection
from tests.catalogue.sample_collections import family, write
from tests.support.families import CONTRACT_GAMES
from tools.pin_versions import NEW, main, pin, unpinned

FAMILIES = [
    Family.read(collection, folder)
    for collection in (Collection.at(bundled_collection()), Collection.at(CONTRACT_GAMES))
    for folder in collection.folders()
]


@pytest.mark.parametrize("found", FAMILIES, ids=lambda found: found.id)
def test_the_rules_of_every_game_are_those_that_are_pinned_for_its_version(found: Family) -> None:
    assert unpinned(found) == (), (
        "the rules have changed: set a new version in game.toml, then run: "
        f"python tools/pin_versions.py games/{found.folder.name}"
    )


def read(folder: Path) -> Family:
    return Family.read(Collection.at(folder.parent.parent), folder)


@pytest.fixture
def echo(tmp_path: Path) -> Path:
    """The folder of a family whose version 1 is pinned."""
    folder = family(tmp_path)
    assert pin(read(folder)) == ("echo",)
    return folder


def test_a_version_is_pinned_once(echo: Path) -> None:
    assert pinned(echo) == {"echo": {"1": {read(echo).rules_hash: NEW}}}
    before = (echo / FILE).read_text("utf-8")
    assert pin(read(echo)) == ()
    assert (echo / FILE).read_text("utf-8") == before


def test_changed_rules_are_noticed_and_not_pinned_over(echo: Path) -> None:
    before = pinned(echo)
    write(echo / "words.py", 'GREETING = "good evening"\n')
    assert unpinned(read(echo)) == ("echo",)
    with pytest.raises(ValueError, match="rules of echo have changed since version 1 was pinned"):
        pin(read(echo))
    assert pinned(echo) == before


def test_a_new_version_is_added_and_the_old_one_stays(echo: Path) -> None:
    (old,) = pinned(echo)["echo"].values()
    write(echo / "words.py", 'GREETING = "good evening"\n')
    description = (echo / "game.toml").read_text("utf-8")
    write(echo / "game.toml", description.replace('version = "1"', 'version = "1.1"'))
    assert unpinned(read(echo)) == ("echo",)
    assert pin(read(echo)) == ("echo",)
    assert pinned(echo) == {"echo": {"1": old, "1.1": {read(echo).rules_hash: NEW}}}
    assert unpinned(read(echo)) == ()


def test_the_command_says_what_it_did(echo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(echo)]) == 0
    assert capsys.readouterr().out == "echo: nothing to pin\n"
    write(echo / "words.py", 'GREETING = "good evening"\n')
    assert main([str(echo)]) == 1
    assert "--replace" in capsys.readouterr().err
    assert main(["--replace", str(echo)]) == 0
    assert capsys.readouterr().out == "echo: echo pinned\n"
    assert main([str(echo.parent / "nothing")]) == 1
    assert "game.toml" in capsys.readouterr().err


def test_other_files_of_the_same_version_are_pinned_with_a_reason(echo: Path) -> None:
    (old,) = pinned(echo)["echo"]["1"]
    write(echo / "words.py", 'GREETING = "hello"  # as ever\n')
    assert main(["--same", "a remark", str(echo)]) == 0
    new = read(echo).rules_hash
    assert pinned(echo) == {"echo": {"1": {old: NEW, new: "a remark"}}}
    assert list(pinned(echo)["echo"]["1"]) == [old, new]
    assert unpinned(read(echo)) == ()


def test_rules_that_are_pinned_but_not_last_are_pinned_again(echo: Path) -> None:
    (old,) = pinned(echo)["echo"]["1"]
    words = (echo / "words.py").read_text("utf-8")
    write(echo / "words.py", 'GREETING = "hello"  # as ever\n')
    pin(read(echo), same="a remark")
    write(echo / "words.py", words)
    assert unpinned(read(echo)) == ("echo",)
    pin(read(echo), same="back")
    assert list(pinned(echo)["echo"]["1"].items())[-1] == (old, "back")


def test_hashes_of_one_version_are_one_and_those_of_another_are_not(echo: Path) -> None:
    versions = {"echo": {"1": {"a": NEW, "b": "files moved"}, "2": {"b": NEW, "c": "again"}}}
    assert newest_hashes(versions) == {
        ("echo:1", "a"): "b",
        ("echo:1", "b"): "b",
        ("echo:2", "b"): "c",
        ("echo:2", "c"): "c",
    }


@pytest.mark.parametrize("text", ["[echo", '[echo]\n"1" = "abc"', "echo = 1"])
def test_pins_that_cannot_be_read_are_named_and_stop_nothing(echo: Path, text: str) -> None:
    write(echo / FILE, text)
    with pytest.raises(CatalogueError, match=FILE):
        pinned(echo)
    catalogue = Catalogue([Collection.at(echo.parent.parent)])
    assert catalogue.newest_hashes == {}
    assert FILE in catalogue.problems[0]
