"""Where the bundled collection is looked for."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path

import pytest

from clemtui import resources


def collection_seen_from(package: Path) -> Path:
    """Return what `bundled_collection` finds if the program is in the folder ``package``."""
    package.mkdir(parents=True, exist_ok=True)
    copy = package / "resources.py"
    shutil.copyfile(str(resources.__file__), copy)
    spec = importlib.util.spec_from_file_location("resources_elsewhere", copy)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found = module.bundled_collection()
    assert isinstance(found, Path)
    return found


def test_in_a_checkout_it_is_the_root(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "pyproject.toml").touch()
    assert collection_seen_from(tmp_path / "clemtui") == tmp_path.resolve()


def test_in_an_install_it_is_inside_the_package(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()  # someone else's, beside us in site-packages
    (tmp_path / "clemtui" / "_collection" / "games").mkdir(parents=True)
    found = collection_seen_from(tmp_path / "clemtui")
    assert found == tmp_path.resolve() / "clemtui" / "_collection"


def test_a_damaged_install_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()  # someone else's, never mistaken for ours
    with pytest.raises(FileNotFoundError, match="install clemtui again"):
        collection_seen_from(tmp_path / "clemtui")


def test_this_checkout_has_games() -> None:
    assert list((resources.bundled_collection() / "games").glob("*/game.toml"))
