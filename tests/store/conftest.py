"""Two databases, for the tests of merging."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """The database that another one is merged into."""
    return tmp_path / "here.db"


@pytest.fixture
def there(tmp_path: Path) -> Path:
    """The other one."""
    return tmp_path / "there.db"
