"""Changes to the settings file preserve everything else in it and never leave it broken."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.config import (
    ConfigError,
    Settings,
    Value,
    change_settings,
    load_settings,
    with_changes,
)
from clemtui.config.writing import permissions
from clemtui.players.llm.parameters import ModelParameters

BY_HAND = """\
# what I like

theme = "nord"      # dark, but not black
language   =   "de"

[keymap]
play.leave = "f10"

[models.small]      # the one in the cellar
model = "openai/smollm2"
temperature = 0.5
[models."gpt-4.1"]
model = "openai/gpt-4.1"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "clemtui.toml"
    path.write_text(BY_HAND, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("key", "value", "before", "after"),
    [
        ("theme", "dracula", '"nord"', '"dracula"'),
        ("theme", None, 'theme = "nord"      # dark, but not black\n', ""),
        ("keymap.play.leave", "f9", '"f10"', '"f9"'),
        ("keymap.home.quit", "q", '"f10"\n', '"f10"\n"home.quit" = "q"\n'),
        ("models.small.temperature", 0.25, "0.5", "0.25"),
        ("models.small.temperature", None, "temperature = 0.5\n", ""),
        ("models.gpt-4.1.model", "azure/gpt-4.1", '"openai/gpt-4.1"', '"azure/gpt-4.1"'),
        ('models."gpt-4.1".model', "azure/gpt-4.1", '"openai/gpt-4.1"', '"azure/gpt-4.1"'),
        ("models.gpt-4.1", None, '[models."gpt-4.1"]\nmodel = "openai/gpt-4.1"\n', ""),
        ("person", None, "", ""),
        ("keymap.home.quit", None, "", ""),
        ("models.large.timeout", None, "", ""),
    ],
)
def test_only_what_is_named_changes(
    file: Path, key: str, value: Value, before: str, after: str
) -> None:
    settings = change_settings(file, {key: value})
    assert file.read_text(encoding="utf-8") == BY_HAND.replace(before, after, 1)
    assert settings == load_settings(file)


def test_a_setting_that_is_new(file: Path) -> None:
    change_settings(file, {"person": "anna", "collections": ["~/games"], "models.new.model": "x/y"})
    settings = load_settings(file)
    assert settings.person == "anna"
    assert settings.collections == (Path.home() / "games",)
    assert settings.models["new"] == ModelParameters(model="x/y")
    assert settings.theme == "nord"
    text = file.read_text(encoding="utf-8")
    assert 'theme = "nord"      # dark, but not black\n' in text
    assert '\n\n[models.new]\nmodel = "x/y"\n' in text


def test_a_file_is_made_with_its_folder_where_there_is_none(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "clemtui.toml"
    change_settings(path, {"theme": "nord", "models.small.model": "x/y"})
    assert path.read_text(encoding="utf-8") == 'theme = "nord"\n\n[models.small]\nmodel = "x/y"\n'
    assert list(path.parent.iterdir()) == [path]


def test_several_changes_are_made_together_or_not_at_all(file: Path) -> None:
    with pytest.raises(ConfigError, match='keys: must be "default", "vim" or "emacs"'):
        change_settings(file, {"theme": "dracula", "keys": "vi"})
    assert file.read_text(encoding="utf-8") == BY_HAND
    # a change that is invalid alone is valid together with another
    change_settings(file, {"models.big.timeout": 9, "models.big.model": "x/y"})
    assert load_settings(file).models["big"].timeout == 9


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("thme", "x", "unknown setting 'thme'; did you mean theme?"),
        ("thme", None, "unknown setting 'thme'; did you mean theme?"),
        ("models.small.temprature", 1, "unknown setting; did you mean temperature?"),
        ("models.small.api_key", "hunter2", "models.small.api_key: do not put keys here"),
        ("models.small.model", None, "models.small.model: is missing"),
        ("theme.dark", "x", "theme: must be a table"),
        ("theme", 3, "theme: must be text in quotes"),
        ("a..b", "x", "'a..b' is not a setting"),
        ("", "x", "'' is not a setting"),
        ("theme.", "x", "'theme.' is not a setting"),
    ],
)
def test_invalid_changes_are_refused(file: Path, key: str, value: Value, words: str) -> None:
    with pytest.raises(ConfigError) as caught:
        change_settings(file, {key: value})
    assert words in str(caught.value)
    assert "hunter2" not in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1
    assert file.read_text(encoding="utf-8") == BY_HAND


def test_an_invalid_file_can_be_repaired(file: Path) -> None:
    file.write_text('thme = "nord"\n', encoding="utf-8")
    with pytest.raises(ConfigError, match="thme"):
        change_settings(file, {"theme": "nord"})
    change_settings(file, {"thme": None, "theme": "nord"})
    assert file.read_text(encoding="utf-8") == 'theme = "nord"\n'


@pytest.mark.parametrize("content", [b"theme = ", b"a = 1\na = 2", b"theme = '\xff'"])
def test_a_file_that_cannot_be_parsed_is_left_alone(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    with pytest.raises(ConfigError, match=r"clemtui\.toml: is not ") as caught:
        change_settings(file, {"theme": "nord"})
    assert len(str(caught.value).splitlines()) == 1
    assert file.read_bytes() == content


def test_the_permissions_stay(file: Path) -> None:
    file.chmod(0o600)
    change_settings(file, {"theme": "dracula"})
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_link_stays_a_link_and_the_file_behind_it_changes(tmp_path: Path, file: Path) -> None:
    link = tmp_path / "link.toml"
    link.symlink_to(file)
    change_settings(link, {"theme": "dracula"})
    assert link.is_symlink()
    assert load_settings(file).theme == "dracula"


@pytest.mark.skipif(sys.platform == "win32", reason="no named pipes there")
def test_what_is_no_regular_file_is_not_replaced_by_one(tmp_path: Path) -> None:
    """As root, /dev/null could be replaced, which breaks other programs."""
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    with pytest.raises(ConfigError, match="not a regular file"):
        change_settings(pipe, {"theme": "dracula"})
    with pytest.raises(OSError, match="not a regular file"):
        permissions(pipe)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_file_that_is_protected_is_not_replaced(file: Path) -> None:
    """Not even if its folder is writable: it was protected for a reason."""
    file.chmod(0o444)
    with pytest.raises(ConfigError, match=r"clemtui\.toml: cannot be written \(it is read-only\)"):
        change_settings(file, {"theme": "dracula"})
    assert file.read_text(encoding="utf-8") == BY_HAND
    assert change_settings(file, {"theme": "nord"}).theme == "nord"  # nothing to write


def test_a_failure_while_writing_leaves_the_old_file_and_nothing_else(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ConfigError, match=r"cannot be written \(No space left on device\)"):
        change_settings(file, {"theme": "dracula"})
    assert file.read_text(encoding="utf-8") == BY_HAND
    assert [path for path in file.parent.iterdir() if path.is_file()] == [file]


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"cannot be (read|written)"):
        change_settings(tmp_path / "file" / "clemtui.toml", {"theme": "nord"})


def test_line_ends_of_another_system_stay(file: Path) -> None:
    file.write_bytes(b'# mine\r\ntheme = "nord"\r\n')
    change_settings(file, {"theme": "dracula"})
    assert file.read_bytes() == b'# mine\r\ntheme = "dracula"\r\n'


@given(st.text(min_size=1, max_size=30))
def test_any_text_is_written_so_that_it_is_read_again(text: str) -> None:
    assert with_changes(Settings(), {"theme": text}).theme == text


def test_settings_can_be_changed_without_a_file() -> None:
    """For an app that runs without a file: the same names, the same checks."""
    small = ModelParameters(model="x/y", temperature=None, extra={"top_p": 0.5})
    before = Settings(
        database=Path("/x/y.db"), keymap={"play.leave": "f10"}, models={"small": small}
    )
    after = with_changes(
        before,
        {"theme": "nord", "keymap.play.leave": None, "keymap.home.quit": "x", "database": None},
    )
    assert after == Settings(theme="nord", keymap={"home.quit": "x"}, models={"small": small})
    assert before.keymap == {"play.leave": "f10"}
    with pytest.raises(ConfigError, match=r'^motion: must be "full" or "reduced"$'):
        with_changes(before, {"motion": "none"})
