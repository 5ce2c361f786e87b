"""docs/effect.md: its commands work, and it explains every measure, method and caution."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import get_args

import pytest

from clemtui.analysis.effect.model import MEASURES, RESAMPLES, CautionKind, Method
from tests.support.calling import call
from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "effect.md").read_text("utf-8")
EXAMPLES, (COLLECTING,) = map(str.splitlines, re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL))


def first_cells(heading: str) -> list[str]:
    """Return the first cells of the table with this header."""
    table = PAGE.partition(heading)[2].partition("\n\n")[0]
    return re.findall(r"^\| `?([^`|]+?)`? \|", table, re.MULTILINE)


def test_every_example_works(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for command in (COLLECTING, *EXAMPLES):
        called = call(*shlex.split(command)[1:])
        assert called.code == 0, command
        assert called.out or " -o " in command
    assert Path("effect.svg").exists()


def test_every_measure_and_caution_is_explained() -> None:
    assert first_cells("| measure | an episode counts |\n|---|---|") == list(MEASURES)
    assert first_cells("| caution | when |\n|---|---|") == list(get_args(CautionKind))


def test_every_method_is_explained() -> None:
    table = PAGE.partition("| of | interval | method |\n")[2].partition("\n\n")[0]
    named = re.findall(r"\| `([^`]+)` \|$", table, re.MULTILINE)
    assert set(named) == set(get_args(Method))


def test_default_number_of_resamples_is_given() -> None:
    assert f"{RESAMPLES:,} resamples" in PAGE
