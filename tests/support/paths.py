"""The location of the repository and the files that belong to it."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@cache
def repository_files() -> tuple[Path, ...]:
    """Return every file that is, or would be, tracked; skip the test outside a git work tree."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git work tree, so nobody knows which files belong to it")
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    paths = (ROOT / name for name in listing.stdout.split("\0") if name)
    return tuple(sorted(path for path in paths if path.is_file()))
