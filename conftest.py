"""Fixtures for every test, those in `tests/` and those in the folders of the games."""

from __future__ import annotations

pytest_plugins = ["tests.support.fixtures", "tests.support.installation"]
