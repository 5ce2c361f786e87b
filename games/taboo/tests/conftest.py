"""The family's modules, loaded the way the program loads them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

import pytest

from clemtui.catalogue import Family, open_catalogue


class Load(Protocol):
    def __call__(self, name: str) -> Any: ...


def _family() -> Family:
    return open_catalogue().family("taboo")


@pytest.fixture(scope="session")
def load() -> Load:
    """A function that gives a module of the family by its name."""
    return lambda name: _family().module(name)


@pytest.fixture(scope="session")
def family() -> Path:
    """The family's folder."""
    return _family().folder
