"""The family's modules as the catalogue loads them, so that none of their classes exists twice."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from clemtui.catalogue import open_catalogue


def module(name: str) -> ModuleType:
    return open_catalogue().family("wordle").module(name)


@pytest.fixture(scope="session")
def folder() -> Path:
    return open_catalogue().family("wordle").folder


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
    return module("generate")


@pytest.fixture(scope="session")
def clues() -> ModuleType:
    return module("generate.clues")


@pytest.fixture(scope="session")
def candidates() -> ModuleType:
    return module("bots.candidates")


@pytest.fixture(scope="session")
def partition() -> ModuleType:
    return module("bots.partition")


@pytest.fixture(scope="session")
def guesser() -> ModuleType:
    return module("bots.guesser")


@pytest.fixture(scope="session")
def wording() -> ModuleType:
    return module("bots.wording")


@pytest.fixture(scope="session")
def word_lists() -> ModuleType:
    return module("bots.word_lists")


@pytest.fixture(scope="session")
def target_words() -> ModuleType:
    return module("generate.targets")


@pytest.fixture(scope="session")
def association() -> ModuleType:
    return module("bots.association")


@pytest.fixture(scope="session")
def clue_wording() -> ModuleType:
    return module("bots.clue.wording")


@pytest.fixture(scope="session")
def stems() -> ModuleType:
    return module("bots.stems")
