"""Two databases for the tests of merging."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """The path of the database to merge into."""
    return tmp_path / "here.db"


@pytest.fixture
def there(tmp_path: Path) -> Path:
    """The path of the other database."""
    return tmp_path / "there.db"
