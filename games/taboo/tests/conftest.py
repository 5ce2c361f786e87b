"""The family's modules, loaded the same way as by the program."""

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
    """Return a function that loads a module of the family by name."""
    return lambda name: _family().module(name)


@pytest.fixture(scope="session")
def family() -> Path:
    """Return the family's folder."""
    return _family().folder
