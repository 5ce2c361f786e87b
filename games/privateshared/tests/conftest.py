"""Fixtures that load the family's modules through the catalogue, so no class exists twice."""

from __future__ import annotations

from types import ModuleType

import pytest

from clemtui.catalogue import open_catalogue


def module(name: str) -> ModuleType:
    return open_catalogue().family("privateshared").module(name)


@pytest.fixture(scope="session")
def agreement() -> ModuleType:
    return module("agreement")


@pytest.fixture(scope="session")
def cues() -> ModuleType:
    return module("bots.cues")


@pytest.fixture(scope="session")
def domains() -> ModuleType:
    return module("domains")


@pytest.fixture(scope="session")
def generator() -> ModuleType:
    return module("generate")


@pytest.fixture(scope="session")
def parsing() -> ModuleType:
    return module("parsing")
