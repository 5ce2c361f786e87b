"""``clemtui config``, and where every command finds its settings."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from clemtui.config import Settings, documentation
from tests.support.calling import call


@pytest.fixture
def file(home: Path) -> Path:
    """The person's own configuration file, which does not exist yet."""
    return home / "config" / "clemtui.toml"


def test_path_prints_the_file_path(file: Path, tmp_path: Path) -> None:
    assert call("config", "path").out == f"{file}\n"
    assert not file.exists()
    other = tmp_path / "other.toml"
    assert call("config", "path", "--config", str(other)).out == f"{other}\n"


def test_set_then_show(file: Path) -> None:
    for arguments in (
        ["theme", "nord"],
        ["person", "42"],
        ["keymap.play.leave", "f10,ctrl+l"],
        ["servers", "http://a:1", "http://b:2"],
        ["models.small.model", "openai/smollm2"],
        ["models.small.temperature", "0.5"],
        ["models.small.extra.reasoning_effort", "low"],
    ):
        done = call("config", "set", *arguments)
        assert (done.code, done.out) == (0, "")
        assert done.err == f"Written to {file}\n"
    what = {
        "person": "42",
        "theme": "nord",
        "keymap": {"play.leave": "f10,ctrl+l"},
        "servers": ["http://a:1", "http://b:2"],
        "models": {
            "small": {
                "model": "openai/smollm2",
                "temperature": 0.5,
                "extra": {"reasoning_effort": "low"},
            }
        },
    }
    assert tomllib.loads(file.read_text(encoding="utf-8")) == what
    assert json.loads(call("config", "show", "--json").out) == what
    assert tomllib.loads(call("config", "show").out) == what


def test_show_explains_every_setting_and_is_valid_toml() -> None:
    out = call("config", "show").out
    assert tomllib.loads(out) == {}
    words = " ".join(line.removeprefix("# ") for line in out.splitlines())
    for name, text in documentation(Settings).items():
        assert text in words
        assert f"\n# {name} =" in out or f"\n# [{name}]" in out
    assert '# keys = "default"' in out
    assert "# collections = []" in out


def test_unset_removes(file: Path) -> None:
    call("config", "set", "theme", "nord")
    call("config", "set", "person", "anna")
    assert call("config", "unset", "theme", "person").code == 0
    assert file.read_text(encoding="utf-8") == ""


def test_paths_are_relative_to_the_current_folder(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the file, a relative path would start at the file's folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    theirs = tmp_path / "theirs"
    for collection in (tmp_path / "mine", tmp_path / "me" / "ours", theirs):
        (collection / "games").mkdir(parents=True)
    call("config", "set", "collections", "mine", "~/ours", str(theirs))
    written = tomllib.loads(file.read_text(encoding="utf-8"))["collections"]
    assert written == [str(tmp_path / "mine"), "~/ours", str(theirs)]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ("set thme nord", 2, "unknown setting 'thme'; did you mean theme?"),
        ("set nope 1", 2, "unknown setting 'nope'; available: database, collections, "),
        ("set api_key hunter2", 2, "api_key: do not put keys here"),
        ("unset thme", 2, "unknown setting 'thme'; did you mean theme?"),
        ("set keys vi", 2, 'keys: must be "default", "vim" or "emacs"'),
        ("set person anna bo", 2, "person has one value; quote it if it contains spaces"),
        ("set theme", 2, "VALUE"),
        ("set theme nordd", 2, "unknown theme 'nordd'; did you mean 'nord'?"),
        ("set language xx", 2, "'xx' is not a language tag"),
        ("set collections /nowhere", 2, "/nowhere is not a collection"),
        ("set models.small.temperature warm", 2, "models.small.model: is missing"),
        ("set models.human.model x/y", 2, "models.human: is the word for a player that is no"),
        ("set . x", 2, "'.' is not a setting"),
    ],
)
def test_invalid_settings_are_one_line(file: Path, arguments: str, code: int, words: str) -> None:
    done = call("config", *arguments.split())
    assert done.code == code
    assert words in done.error
    assert str(file) not in done.error  # the file is not at fault
    assert not file.exists()


def test_broken_file_can_be_fixed_with_unset(file: Path) -> None:
    file.parent.mkdir(parents=True)
    file.write_text('thme = "nord"\n', encoding="utf-8")
    assert "did you mean theme?" in call("config", "show").error
    assert call("config", "path").code == 0
    assert call("config", "unset", "thme").code == 0
    assert call("config", "show").code == 0


def test_configuration_file_precedence(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In this order; a file in the current folder is never used."""
    monkeypatch.chdir(tmp_path)
    for name in ("flag", "variable", "clemtui"):
        (tmp_path / f"{name}.toml").write_text(f'theme = "{name}"', encoding="utf-8")

    def theme(*options: str) -> str | None:
        found: str | None = json.loads(call("config", "show", "--json", *options).out).get("theme")
        return found

    assert theme() is None
    file.parent.mkdir(parents=True)
    file.write_text('theme = "own"', encoding="utf-8")
    assert theme() == "own"
    monkeypatch.setenv("CLEMTUI_CONFIG", str(tmp_path / "variable.toml"))
    assert theme() == "variable"
    assert theme("--config", "flag.toml") == "flag"
    out = call("--config", "flag.toml", "config", "show", "--json").out
    assert json.loads(out)["theme"] == "flag"


def test_named_file_must_exist_for_reading_only(
    tmp_path: Path,
) -> None:
    new = tmp_path / "new.toml"
    assert "no such file" in call("games", "--config", str(new)).error
    assert call("config", "set", "theme", "nord", "--config", str(new)).code == 0
    assert call("games", "--config", str(new)).code == 0


def test_resume_command_names_the_same_file(tmp_path: Path) -> None:
    new = tmp_path / "new.toml"
    new.write_text("", encoding="utf-8")
    call("play", "taboo", "--seat", "WordDescriber", "--plain", "--config", str(new))
    assert f"--config={new}" in call("--plain", "--config", str(new)).out
