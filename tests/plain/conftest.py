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
    """Start the program at a terminal that can show only lines."""
    started: list[Any] = []

    def start(*arguments: str, **environment: str) -> Any:
        child = pexpect.spawn(
            sys.executable,
            ["-m", "clemtui", *arguments],
            env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "dumb", **environment},
            encoding="utf-8",
            echo=False,
            timeout=60,  # the first model call imports litellm
        )
        started.append(child)
        return child

    yield start
    for child in started:
        child.close(force=True)
