"""Fixtures that load the family's modules through the catalogue."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clemtui.catalogue import Family, open_catalogue

Load = Callable[[str], Any]


def _family() -> Family:
    return open_catalogue().family("referencegame")


@pytest.fixture(scope="session")
def load() -> Load:
    """Return a function that loads a module of the family by name."""
    return lambda name: _family().module(name)


@pytest.fixture(scope="session")
def folder() -> Path:
    """Return the family's folder."""
    return _family().folder
