"""Fixtures: the installed program, with its own home folder, in a terminal."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.terminal import Terminal
from tests.support.environments import Environment


@dataclass(frozen=True)
class Program:
    """The installed program, run outside the checkout."""

    command: Path
    environment: dict[str, str]
    folder: Path

    def call(self, *arguments: str) -> str:
        """Run a command to its end, and return its output."""
        done = subprocess.run(
            [self.command, *arguments],
            env=self.environment,
            cwd=self.folder,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def episodes(self) -> list[dict[str, Any]]:
        """Return the recorded episodes, newest first."""
        found: list[dict[str, Any]] = json.loads(self.call("episodes", "list", "--json"))
        return found


@pytest.fixture
def program(installed: Environment, home: Path, tmp_path: Path) -> Program:
    """The installed program with an empty home folder."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment |= {"CLEMTUI_LANG": "en"}
    folder = tmp_path / "somewhere"
    folder.mkdir()
    return Program(installed.scripts / "clemtui", environment, folder)


Start = Callable[..., Terminal]


@pytest.fixture
def start(program: Program) -> Iterator[Start]:
    """Start the program in a terminal of 80x24, or of another size."""
    with ExitStack() as stack:

        def run(*arguments: str, columns: int = 80, lines: int = 24) -> Terminal:
            return stack.enter_context(
                Terminal(
                    [str(program.command), *arguments],
                    environment=program.environment,
                    columns=columns,
                    lines=lines,
                    cwd=program.folder,
                )
            )

        yield run
