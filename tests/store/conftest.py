"""Two databases for the tests of merging, and a check of all databases after each test."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.results_agreement import disagreements


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """The path of the database to merge into."""
    return tmp_path / "here.db"


@pytest.fixture
def there(tmp_path: Path) -> Path:
    """The path of the other database."""
    return tmp_path / "there.db"


@pytest.fixture
def unprivileged() -> Iterator[Path]:
    """A folder of a user restricted by permissions, because tests may run as root."""
    root = os.geteuid() == 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if root:
            os.chown(folder, 65534, 65534)
            os.seteuid(65534)
        try:
            yield folder
        finally:
            folder.chmod(0o700)
            if root:
                os.seteuid(0)


@pytest.fixture(autouse=True)
def results_agree(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[None]:
    """Whatever a test did, the derived results are those of the view `sample`.

    A test that damages its database is marked with ``damages``.
    """
    yield
    if request.node.get_closest_marker("damages") is None:
        for path in tmp_path.rglob("*.db"):
            if path.is_file() and path.read_bytes()[:6] == b"SQLite":
                assert not disagreements(path), path.name
