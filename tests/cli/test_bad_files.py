"""Unusable files: each produces one clear line and is left unchanged."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.calling import call
from tests.support.paths import ROOT


@pytest.fixture
def config(home: Path) -> Path:
    """The configuration file, in an existing folder."""
    path = home / "config" / "clemtui.toml"
    path.parent.mkdir(parents=True)
    return path


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("database = [", "is not TOML"),
        ("databse = 'x.db'", "did you mean database?"),
        ("collections = 'games'", "must be a list"),
        ("[models.small]\nmodel = 'a/b'\napi_key = 'sk-1'", "environment variable"),
    ],
)
def test_broken_configuration_names_file_and_place(config: Path, content: str, said: str) -> None:
    config.write_text(content, encoding="utf-8")
    called = call("play", "wordle")
    assert called.code == 1
    assert str(config) in called.error
    assert said in called.error
    assert "sk-1" not in called.err


def test_missing_configuration_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLEMTUI_CONFIG", "/nowhere/clemtui.toml")
    called = call("games")
    assert called.code == 2
    assert "/nowhere/clemtui.toml: no such file" in called.error


@pytest.mark.parametrize(
    "words",
    [
        "games --collection {}",
        "config set collections {}",
        "games --config {}/c.toml",
        "play wordle --clembench {}",
        "episodes export --output {}/a",
        "run wordle --players scripted --instances {}/i.json",
    ],
)
@pytest.mark.parametrize("name", ["~nobody-of-this-name", "loop"])
def test_unusable_path(
    name: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name of an unknown user, and a symbolic link to itself."""
    monkeypatch.chdir(tmp_path)
    Path("loop").symlink_to("loop")
    called = call(*words.format(name).split())
    assert called.code in {1, 2}
    assert name in called.error
    assert "internal error" not in called.error


def test_unknown_interface_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLEMTUI_LANG", "fi")
    called = call("games")
    assert called.code == 1
    assert "'fi'" in called.error
    assert "de, en" in called.error


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "JSON"),
        ("[]", "experiments"),
        ("{}", "experiments"),
        ('{"experiments": [{"name": "x", "game_instances": [{"game_id": 0}]}]}', "x"),
    ],
)
def test_a_broken_instance_file(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "instances.json"
    path.write_text(content, encoding="utf-8")
    called = call("play", "wordle", "--instances", str(path))
    assert called.code == 2
    assert str(path) in called.error
    assert said in called.error


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with an unfinished episode."""
    path = tmp_path / "records.db"
    assert call("play", "wordle", "--db", str(path)).code == 0
    return path


def test_newer_database_is_not_touched(database: Path) -> None:
    db = sqlite3.connect(database)
    columns = [row[1] for row in db.execute("PRAGMA table_info(_sqlite_migrations)")]
    last = dict(
        zip(
            columns,
            db.execute("SELECT * FROM _sqlite_migrations ORDER BY name DESC").fetchone(),
            strict=True,
        )
    )
    last["name"] = "m9999_from_the_future"
    last.pop("id", None)
    marks = ", ".join("?" * len(last))
    db.execute(
        f"INSERT INTO _sqlite_migrations ({', '.join(last)}) VALUES ({marks})",
        tuple(last.values()),
    )
    db.commit()
    db.close()
    for command in (["play", "wordle", "--new"], ["episodes", "list"], ["play", "--resume"]):
        called = call(*command, "--db", str(database))
        assert called.code == 1
        assert "created by a newer clemtui" in called.error


def test_not_a_database(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("My notes, and more than a few of them.\n" * 50, encoding="utf-8")
    before = path.read_bytes()
    for command in (["play", "wordle"], ["episodes", "list"], []):
        called = call(*command, "--db", str(path))
        assert called.code == 1
        assert "--db" in called.error
    assert path.read_bytes() == before


def test_database_path_below_a_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    called = call("play", "wordle", "--db", str(file / "records.db"))
    assert called.code == 1
    assert "--db" in called.error


@pytest.fixture
def read_only(home: Path) -> Iterator[Path]:
    """A database that the user running the test may only read."""
    root = os.geteuid() == 0
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "records.db"
        assert call("play", "wordle", "--db", str(path)).code == 0
        call("episodes", "list", "--json")  # what is imported now need not be read later
        home.parent.chmod(0o755)
        path.chmod(0o444)
        path.parent.chmod(0o555)
        if root:
            os.seteuid(65534)
        try:
            if not os.access(ROOT / "games", os.R_OK, effective_ids=True):
                pytest.skip("whoever may not write here may not read the checkout either")
            yield path
        finally:
            if root:
                os.seteuid(0)
            path.parent.chmod(0o755)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="permissions of POSIX")
def test_read_only_database_can_be_listed(read_only: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLEMTUI_HOME", str(read_only.parent / "home"))
    for command in (["play", "wordle", "--new"], ["play", "--resume"]):
        called = call(*command, "--db", str(read_only))
        assert called.code == 1
        assert "is not writable" in called.error
        assert "--db" in called.error
    listed = call("episodes", "list", "--json", "--db", str(read_only))
    assert listed.code == 0
    assert [episode["game"] for episode in json.loads(listed.out)] == ["wordle"]


def test_folder_as_database(tmp_path: Path) -> None:
    called = call("play", "wordle", "--db", str(tmp_path))
    assert called.code == 2
    assert "is a directory" in called.error


def test_a_broken_game_leaves_the_others_playable(tmp_path: Path) -> None:
    folder = tmp_path / "games" / "broken"
    folder.mkdir(parents=True)
    (folder / "game.toml").write_text("[family]\nid = 'broken'\n", encoding="utf-8")
    called = call("games", "--collection", str(tmp_path), "--json")
    assert called.code == 0
    listed = json.loads(called.out)
    assert "wordle" in [game["id"] for game in listed["games"]]
    assert any("broken" in problem for problem in listed["problems"])


ALL_COMMANDS = pytest.mark.parametrize(
    "words",
    [
        "report",
        "history --plain",
        "languages effect taboo",
        "episodes list",
        "episodes show 1a2b3c4d",
        "episodes tag pilot=yes 1a2b3c4d --as Ann",
        "episodes close --idle 1h --outcome void --as Ann --yes",
        "episodes erase 1a2b3c4d --yes",
        "people list",
        "people forget Ann --yes",
        "run --resume 1a2b3c4d",
        "play --resume 1a2b3c4d --plain",
        "export clembench {}/tree",
        "import clembench {}/results",
        "database merge {}/other.db --dry-run",
        "play taboo --partner scripted --as Ann --plain",
    ],
)


def prepare(folder: Path) -> None:
    """Make another database, and a results tree."""
    other = folder / "other.db"
    call("run", "taboo", "--players", "scripted", "--limit", "1", "--db", str(other))
    call("export", "clembench", str(folder / "results"), "--db", str(other))


@ALL_COMMANDS
def test_an_empty_database_is_as_none(home: Path, tmp_path: Path, words: str) -> None:
    """One is left if the program is stopped just when it creates its database."""
    database = tmp_path / "records.db"
    prepare(tmp_path)
    arguments = (*words.format(tmp_path).split(), "--db", str(database))
    called = []
    for _ in range(2):
        called.append(call(*arguments))
        for file in tmp_path.glob("records.db*"):
            file.unlink()
        database.touch()
    none, empty = called
    assert empty.code == none.code
    assert _without_times(empty.err) == _without_times(none.err)
    assert _without_times(empty.out) == _without_times(none.out)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes of POSIX")
@ALL_COMMANDS
def test_a_pipe_is_no_database(home: Path, tmp_path: Path, words: str) -> None:
    """Opening one would wait for another program, for ever."""
    prepare(tmp_path)
    os.mkfifo(tmp_path / "records.db")
    called = call(*words.format(tmp_path).split(), "--db", str(tmp_path / "records.db"))
    assert called.code == 1
    assert "not a regular file" in called.error


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes of POSIX")
def test_the_doctor_says_that_a_pipe_is_no_database(home: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "records.db")
    called = call("doctor", "--db", str(tmp_path / "records.db"))
    assert called.code == 1
    assert "not a regular file" in called.out


def _without_times(text: str) -> str:
    """Without ids and times, which each call draws anew."""
    return re.sub(r"[0-9a-f]{8,}|\d+(:\d+)?( ms| s)?\b", "#", text)
