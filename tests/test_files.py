"""Reading of files that people name: only regular ones, and not endless ones."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from clemtui import files
from clemtui.files import NotTOML, parse_toml, read_bytes, read_text
from tests.support.calling import call

posix = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="POSIX")


def test_a_text_is_read_whatever_ends_its_lines(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_bytes(b"\xef\xbb\xbfa\r\nb\rc\n")
    assert read_text(path) == "a\nb\nc\n"
    assert read_bytes(path) == b"\xef\xbb\xbfa\r\nb\rc\n"


def test_a_file_may_be_as_large_as_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "LARGEST", 10)
    path = tmp_path / "large"
    path.write_bytes(b"x" * 10)
    assert len(read_bytes(path)) == 10
    path.write_bytes(b"x" * 11)
    with pytest.raises(OSError, match="too large"):
        read_bytes(path)


def test_a_folder_or_a_missing_file_is_reported_as_such(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        read_bytes(tmp_path)
    with pytest.raises(FileNotFoundError):
        read_bytes(tmp_path / "missing")


@posix
def test_a_pipe_is_not_waited_for_and_a_device_is_not_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero")):
        with pytest.raises(OSError, match="not a regular file"):
            read_bytes(path)


@posix
def test_a_pipe_of_the_shell_is_read() -> None:
    here, there = os.pipe()
    os.write(there, b"handed over")
    os.close(there)
    assert read_bytes(Path(f"/dev/fd/{here}")) == b"handed over"
    os.close(here)


@posix
@pytest.mark.parametrize(
    "command",
    [
        "play wordle --seat observer --instances {}",
        "run wordle --players scripted --instances {}",
        "replay wordle --responses {}",
        "replay --cases {}",
        "games --config {}",
        "config set person Ada --config {}",
        "languages effect --published {}",
    ],
)
def test_no_command_waits_for_a_pipe(tmp_path: Path, command: str) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    called = call(*command.format(pipe).split())
    assert called.code in (1, 2)
    assert "not a regular file" in called.error


@pytest.mark.parametrize(
    "text", ["a =", "a = " + "[" * 100_000, "[" + "a." * 20_000 + "a]", "a = " + "9" * 5000]
)
def test_toml_that_cannot_be_read(tmp_path: Path, text: str) -> None:
    with pytest.raises(NotTOML):
        parse_toml(text)
    path = tmp_path / "clemtui.toml"
    path.write_text(text, encoding="utf-8")
    called = call("games", "--config", str(path))
    assert called.code == 1
    assert f"{path}: is not TOML" in called.error


def test_a_setting_on_the_command_line_that_cannot_be_read(home: Path) -> None:
    assert call("config", "set", "servers", "[" * 100_000).code in (1, 2)


@posix
def test_nothing_can_be_named_as_a_file() -> None:
    assert read_bytes(Path("/dev/null")) == b""
