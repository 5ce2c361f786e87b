"""The study that most tests of studies use."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.store.studies.pilot import Pilot


@pytest.fixture
def pilot(tmp_path: Path) -> Pilot:
    return Pilot(tmp_path / "records.db")
