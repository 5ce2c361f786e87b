"""A database for every test."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Where the records go; nothing is there yet."""
    return tmp_path / "records.db"
