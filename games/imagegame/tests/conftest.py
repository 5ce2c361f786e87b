"""The family's modules, as the catalogue loads them: no class of them exists twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

import pytest

from clemtui.catalogue import open_catalogue


class Load(Protocol):
    def __call__(self, name: str) -> Any: ...


@pytest.fixture(scope="session")
def load() -> Load:
    """A function that gives a module of the family by its name."""
    return lambda name: open_catalogue().family("imagegame").module(name)


@pytest.fixture(scope="session")
def folder() -> Path:
    """The family's folder."""
    return open_catalogue().family("imagegame").folder
