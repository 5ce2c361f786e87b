"""The family's modules, as the catalogue loads them, and grids as tests write them."""

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
    """A function that gives a module of the family by its name."""
    return lambda name: _family().module(name)


@pytest.fixture(scope="session")
def folder() -> Path:
    """The family's folder."""
    return _family().folder
