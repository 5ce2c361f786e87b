"""The family's modules, loaded as one package the way the program's loader does."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).resolve().parent.parent
PACKAGE = "wordle_under_test"


def module(name: str) -> ModuleType:
    if PACKAGE not in sys.modules:
        spec = importlib.util.spec_from_loader(PACKAGE, None, is_package=True)
        assert spec is not None
        spec.submodule_search_locations = [str(FOLDER)]
        sys.modules[PACKAGE] = importlib.util.module_from_spec(spec)
    return importlib.import_module(f"{PACKAGE}.{name}")


@pytest.fixture(scope="session")
def folder() -> Path:
    return FOLDER


@pytest.fixture(scope="session")
def feedback() -> ModuleType:
    return module("feedback")


@pytest.fixture(scope="session")
def parsing() -> ModuleType:
    return module("parsing")


@pytest.fixture(scope="session")
def words() -> ModuleType:
    return module("words")


@pytest.fixture(scope="session")
def generator() -> ModuleType:
    return module("generator")


@pytest.fixture(scope="session")
def candidates() -> ModuleType:
    return module("candidates")


@pytest.fixture(scope="session")
def partition() -> ModuleType:
    return module("partition")


@pytest.fixture(scope="session")
def guesser() -> ModuleType:
    return module("guesser")


@pytest.fixture(scope="session")
def wording() -> ModuleType:
    return module("wording")
