"""The hash of a family's rules: what changes it, and what does not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from clemtui.catalogue import CatalogueError, Collection, Family
from tests.catalogue.sample_collections import family, write


def rules_hash(folder: Path) -> str:
    return Family.read(Collection.at(folder.parent.parent), folder).rules_hash


def appended(path: str) -> Callable[[Path], None]:
    """Return an edit that adds a line to a file, creating the file if missing."""

    def edit(folder: Path) -> None:
        file = folder / path
        before = file.read_text("utf-8") if file.exists() else ""
        write(file, before + "# another line\n")

    return edit


@pytest.mark.parametrize(
    "path",
    [
        "game.py",
        "words.py",
        "deep/inside.py",
        "data/words.txt",
        "data/more.tsv",
        "players.py",  # a scripted player outside bots
        "words.toml",
        "deep/bots/inside.py",
    ],
)
def test_code_and_data_are_rules(path: str, tmp_path: Path) -> None:
    folder = family(tmp_path)
    before = rules_hash(folder)
    appended(path)(folder)
    assert rules_hash(folder) != before


@pytest.mark.parametrize(
    "path",
    [
        "tests/test_game.py",
        "tools/make.py",
        "instances/instances.json",
        "bots/__init__.py",
        "bots/another.py",
        "bots/data/words.txt",
        "generate/__init__.py",
        "generate/data/words.txt",
        "data/LICENCE-words.txt",
        "game.toml",
        "README.md",
        "versions.toml",
        "data/README.md",
        "data/.DS_Store",
        "__pycache__/game.cpython-311.pyc",
        "deep/__pycache__/inside.py",
    ],
)
def test_what_decides_nothing_is_no_rule(path: str, tmp_path: Path) -> None:
    folder = family(tmp_path)
    before = rules_hash(folder)
    if path != "game.toml":
        appended(path)(folder)
    else:
        write(folder / path, (folder / path).read_text("utf-8") + "\n# a remark\n")
    assert rules_hash(folder) == before


def test_a_folder_of_data_may_be_called_tests(tmp_path: Path) -> None:
    folder = family(tmp_path)
    before = rules_hash(folder)
    appended("data/tests/words.txt")(folder)
    assert rules_hash(folder) != before


def test_renaming_or_exchanging_files_is_a_change(tmp_path: Path) -> None:
    folder = family(tmp_path)
    write(folder / "data" / "a.txt", "one\n")
    write(folder / "data" / "b.txt", "two\n")
    before = rules_hash(folder)
    write(folder / "data" / "a.txt", "two\n")
    write(folder / "data" / "b.txt", "one\n")
    assert rules_hash(folder) != before


def test_line_endings_do_not_matter(tmp_path: Path) -> None:
    folder = family(tmp_path)
    before = rules_hash(folder)
    for path in folder.rglob("*"):
        if path.is_file():
            path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert rules_hash(folder) == before


def test_the_place_of_the_collection_does_not_matter(tmp_path: Path) -> None:
    assert rules_hash(family(tmp_path / "one")) == rules_hash(family(tmp_path / "two"))


def with_gamekit(folder: Path, rules: str) -> Path:
    """Name modules of the game kit in the ``game.toml`` of a family."""
    text = (folder / "game.toml").read_text("utf-8")
    write(
        folder / "game.toml", text.replace('module = "game"', f'module = "game"\nrules = {rules}')
    )
    return folder


@pytest.mark.parametrize(
    ("rules", "files"),
    [
        ('["one"]', {"gamekit:one.py"}),
        ('["deep"]', {"gamekit:deep/__init__.py", "gamekit:deep/inside.py"}),
    ],
)
def test_modules_of_the_game_kit_that_are_named_are_rules(
    rules: str, files: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit = tmp_path / "gamekit"
    for name in ("one.py", "two.py", "deep/__init__.py", "deep/inside.py"):
        write(kit / name, "first = 1\n")
    monkeypatch.setattr("clemtui.catalogue.families._GAMEKIT", kit)
    folder = with_gamekit(family(tmp_path), rules)
    found = Family.read(Collection.at(folder.parent.parent), folder)
    assert {name for name in found.rule_files if name.startswith("gamekit:")} == files
    before = rules_hash(folder)
    write(kit / "two.py", "second = 2\n")
    assert rules_hash(folder) == before
    write(kit / sorted(files)[-1].removeprefix("gamekit:"), "second = 2\n")
    assert rules_hash(folder) != before


def test_a_module_that_the_game_kit_lacks_is_named(tmp_path: Path) -> None:
    folder = with_gamekit(family(tmp_path), '["nothing"]')
    with pytest.raises(CatalogueError, match=r"clemtui\.gamekit has no module 'nothing'"):
        rules_hash(folder)


def test_a_list_of_files_that_are_no_rules_is_refused(tmp_path: Path) -> None:
    folder = family(tmp_path)
    text = (folder / "game.toml").read_text("utf-8")
    write(folder / "game.toml", text.replace('module = "game"', 'not_rules = ["players.py"]'))
    with pytest.raises(CatalogueError, match="not_rules"):
        rules_hash(folder)
