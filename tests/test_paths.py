"""Where clemtui reads and writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from clemtui.paths import command_on, paths


def test_one_variable_puts_everything_under_one_folder_and_creates_nothing(tmp_path: Path) -> None:
    places = paths({"CLEMTUI_HOME": str(tmp_path / "here")})
    assert places.data == tmp_path / "here" / "data"
    assert places.config == tmp_path / "here" / "config"
    assert places.cache == tmp_path / "here" / "cache"
    assert places.config_file == tmp_path / "here" / "config" / "clemtui.toml"
    assert places.database == tmp_path / "here" / "data" / "clemtui.db"
    assert not (tmp_path / "here").exists()


def test_without_it_they_are_the_platforms_folders_of_this_person() -> None:
    places = paths({})
    for folder in (places.data, places.config, places.cache):
        assert folder.is_absolute()
        assert folder.is_relative_to(Path.home())
        assert "clemtui" in str(folder).lower()
    assert paths({"CLEMTUI_HOME": "", "CLEMTUI_CONFIG": ""}) == places


def test_relative_and_home_paths_become_absolute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert paths({"CLEMTUI_HOME": "portable"}).data == tmp_path / "portable" / "data"
    assert paths({"CLEMTUI_HOME": "~/games"}).data == Path.home() / "games" / "data"
    assert paths({"CLEMTUI_CONFIG": "my.toml"}).config_file == tmp_path / "my.toml"


def test_a_command_names_its_database_unless_it_is_the_default_one(tmp_path: Path) -> None:
    assert command_on(paths().database, "doctor") == "clemtui doctor"
    other = tmp_path / "my study.db"
    assert command_on(other, "doctor", "--recover") == f"clemtui doctor --recover '--db={other}'"
