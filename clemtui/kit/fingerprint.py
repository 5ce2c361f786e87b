"""What the plays of a game come to, as one hash: equal in every process, or it is no pure rule.

Python hashes strings differently in every process, so that whatever depends on the order of a set
shows here and nowhere else.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from clemtui.engine import sha256
from clemtui.kit.plain import plain, snapshot
from clemtui.kit.plays import all_plays, reach
from clemtui.kit.subject import Nonconforming, Subject


def fingerprint(subjects: Iterable[Subject]) -> str:
    """A hash of the entries of the kit's plays and of where they lead."""
    return sha256(
        [
            [plain(entries), snapshot(subject, reach(subject, entries))]
            for subject in subjects
            for entries in all_plays(subject)
        ]
    )


def fingerprint_elsewhere(collection: Path, game_id: str) -> str:
    """The fingerprint of a game as a new process finds it, one that hashes strings otherwise.

    Raises:
        Nonconforming: if the process fails.
    """
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    command = [sys.executable, "-m", "clemtui.kit", str(collection), "--fingerprint", game_id]
    result = subprocess.run(
        command,
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=False,
    )
    if result.returncode:
        raise Nonconforming(f"it fails in another process: {result.stderr.strip()[-200:]}")
    return result.stdout.strip()
