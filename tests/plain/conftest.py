"""Fixtures that run the program at a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any

import pexpect
import pytest

from tests.support.paths import ROOT


@pytest.fixture
def terminal() -> Iterator[Any]:
    """Start the program at a terminal that can show only lines; wide, so that none breaks."""
    started: list[Any] = []

    def start(*arguments: str, columns: int = 400, **environment: str) -> Any:
        inherited = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")}
        child = pexpect.spawn(
            sys.executable,
            ["-m", "clemtui", *arguments],
            env={**inherited, "PYTHONPATH": str(ROOT), "TERM": "dumb", **environment},
            dimensions=(24, columns),
            encoding="utf-8",
            echo=False,
            timeout=60,  # the first model call imports litellm
        )
        started.append(child)
        return child

    yield start
    for child in started:
        child.close(force=True)
