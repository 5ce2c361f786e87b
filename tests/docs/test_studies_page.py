"""docs/studies.md: its commands work, in their order."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.study.protocols import fill_in
from tests.support.calling import call
from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "studies.md").read_text("utf-8")
COMMANDS = "".join(re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)).splitlines()


def test_the_commands_work(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # where files are written
    assert len(COMMANDS) > 1
    for command in COMMANDS:
        if command.startswith("clemtui study freeze"):  # as the page says before
            fill_in(home / "data" / "studies" / "memory")
        called = call(*shlex.split(command)[1:])
        assert called.code == 0, (command, called.out, called.err)
