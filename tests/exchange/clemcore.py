"""The reference's own program, from a separate environment."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest


def clem_program() -> Path:
    """Return the program in the environment that ``CLEMTUI_CLEMCORE`` names, or skip the test."""
    named = os.environ.get("CLEMTUI_CLEMCORE")
    if not named:
        pytest.skip("no environment with clemcore: set CLEMTUI_CLEMCORE")
    place = Path(named)
    program = (place if place.is_dir() else place.parent) / "clem"
    if not program.is_file():
        pytest.fail(f"CLEMTUI_CLEMCORE={named}: there is no program {program}")
    return program


def run(clem: Path, place: Path, *arguments: str) -> str:
    """Run the program in a folder, where it writes its log, and return its output."""
    done = subprocess.run(
        [clem, *arguments],
        cwd=place,
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )
    log = (place / "clembench.log").read_text("utf-8")
    assert done.returncode == 0, done.stderr + log
    assert "Traceback" not in log, log
    return done.stdout
