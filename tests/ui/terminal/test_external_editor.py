"""The person's own editor in a real terminal: it gets the terminal for itself and gives it back."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from clemtui.store.read.reader import Reader
from tests.ui.shell.test_terminal_lost import Terminal

EDITOR = """
import pathlib, sys
print("The editor has the terminal.")
word = input()
file = pathlib.Path(sys.argv[1])
file.write_text(file.read_text() + word + "\\n")
"""


@pytest.fixture
def terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", shlex.join([sys.executable, "-c", EDITOR]))
    opened = Terminal(tmp_path / "clemtui.db", interface="verbatim")
    yield opened
    if opened.process.poll() is None:
        opened.process.kill()
        opened.process.wait()


def test_the_editor_gets_the_terminal_and_returns_it(terminal: Terminal, tmp_path: Path) -> None:
    terminal.wait_for("Your answer")
    os.write(terminal.master, b"first")
    terminal.wait_for("first")
    os.write(terminal.master, b"\x13")
    terminal.wait_for("The editor has the terminal.")
    os.write(terminal.master, b"second\n")
    terminal.wait_for(" second")  # in the box, not the terminal's echo of the keys
    os.write(terminal.master, b"\x11")
    assert terminal.drain_until_exit() == 0, terminal.written[-3000:].decode(errors="replace")
    with Reader(tmp_path / "clemtui.db") as reader:
        (unfinished,) = reader.unfinished()
    assert [draft.body for draft in unfinished.drafts] == ["first\nsecond"]
