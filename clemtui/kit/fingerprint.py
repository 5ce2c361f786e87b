"""One hash of a game's plays, equal in every process if the rules are pure.

Python hashes strings differently in every process, so only this shows whether anything depends on
the order of a set.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from clemtui.engine import sha256
from clemtui.kit.plain_data import plain_data, snapshot
from clemtui.kit.plays import all_plays, replay
from clemtui.kit.subject import Nonconforming, Subject


def fingerprint(subjects: Iterable[Subject]) -> str:
    """Return a hash of the entries of the kit's plays and of the states they lead to."""
    return sha256(
        [
            [plain_data(entries), snapshot(subject, replay(subject, entries))]
            for subject in subjects
            for entries in all_plays(subject)
        ]
    )


def fingerprint_in_new_process(collection: Path, game_id: str) -> str:
    """Return a game's fingerprint as computed by a new process with another hash seed.

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
        raise Nonconforming(f"fails in another process: {result.stderr.strip()[-200:]}")
    return result.stdout.strip()
