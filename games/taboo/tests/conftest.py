"""Loads the family's modules as one package, as the program's loader does."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import pytest

FAMILY = Path(__file__).resolve().parents[1]
PACKAGE = "taboo_under_test"


class Load(Protocol):
    def __call__(self, name: str) -> Any: ...


def _package() -> ModuleType:
    if PACKAGE not in sys.modules:
        spec = importlib.util.spec_from_file_location(
            PACKAGE, FAMILY / "__init__.py", submodule_search_locations=[str(FAMILY)]
        )
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[PACKAGE] = module
        spec.loader.exec_module(module)
    return sys.modules[PACKAGE]


@pytest.fixture(scope="session")
def load() -> Load:
    """A function that gives a module of the family by its name."""
    _package()
    return lambda name: importlib.import_module(f"{PACKAGE}.{name}")


@pytest.fixture(scope="session")
def family() -> Path:
    """The family's folder."""
    return FAMILY
