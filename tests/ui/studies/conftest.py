"""A study with simulated people, recorded once and copied for each test."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from tests.ui.support.study_records import record_study


@pytest.fixture(scope="session")
def recorded_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a database that no test may change."""
    folder = tmp_path_factory.mktemp("studies")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CLEMTUI_HOME", str(folder / "home"))
        asyncio.run(record_study(folder))
    return folder


@pytest.fixture
def records(recorded_once: Path, tmp_path: Path) -> Path:
    """The folder of a database with the study ``memory``."""
    shutil.copyfile(recorded_once / "clemtui.db", tmp_path / "clemtui.db")
    return tmp_path
