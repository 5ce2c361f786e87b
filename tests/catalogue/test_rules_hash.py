"""The hash of a family's rules: what changes it, and what does not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from clemtui.catalogue import Collection, Family
from tests.catalogue.workshop import family, write


def rules_hash(folder: Path) -> str:
    return Family.read(Collection.at(folder.parent.parent), folder).rules_hash


def appended(path: str) -> Callable[[Path], None]:
    """Add a line to a file, or make the file."""

    def edit(folder: Path) -> None:
        file = folder / path
        before = file.read_text("utf-8") if file.exists() else ""
        write(file, before + "# another line\n")

    return edit


@pytest.mark.parametrize(
    "path", ["game.py", "words.py", "deep/inside.py", "data/words.txt", "data/more.tsv"]
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
        "players.py",  # named in not_rules
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
