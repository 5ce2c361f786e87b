"""docs/report.md: its commands work, and it explains every dimension and measure."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from clemtui.analysis.report.dimensions import DIMENSIONS
from clemtui.analysis.report.rows import NEVER_POOLED_SILENTLY
from tests.plain.playing import lines, play
from tests.support.calling import call
from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "report.md").read_text("utf-8")
(EXAMPLES,) = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)


def test_every_example_works(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    play("taboo", "--as", "ada", typed=lines("a chair", "yes"))
    assert call("run", "taboo", "--players", "scripted", "--limit", "1", "--lang", "en").code == 0
    for command in EXAMPLES.splitlines():
        called = call(*shlex.split(command)[1:])
        assert called.code == 0, command
        assert called.out or "--output" in command


def test_every_dimension_is_explained() -> None:
    section = PAGE.partition("## What rows can be split by\n")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `([^`]+)`", section, re.MULTILINE) == list(DIMENSIONS)


def test_protected_dimensions_are_explained() -> None:
    assert re.findall(r"`--mix (\w+)`", PAGE) == list(NEVER_POOLED_SILENTLY)
