"""Fixtures that load the family's modules through the catalogue, so no class exists twice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clemtui.catalogue import open_catalogue

Load = Callable[[str], Any]


@pytest.fixture(scope="session")
def load() -> Load:
    """Return a function that loads a module of the family by name."""
    return lambda name: open_catalogue().family("imagegame").module(name)


@pytest.fixture(scope="session")
def folder() -> Path:
    """Return the family's folder."""
    return open_catalogue().family("imagegame").folder
