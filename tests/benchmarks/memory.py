"""Memory of the app, beside that of an empty Textual app in the same run (Linux only).

The design names no budgets for this; those here are ours.
"""

from __future__ import annotations

import re
from pathlib import Path

import pexpect

from tests.benchmarks.figures import Figure
from tests.benchmarks.startup import EMPTY_APP, EMPTY_TEXT, HOME_TEXT, PROGRAM, home_of_ann, shown

HOME_BUDGET, PLAY_BUDGET = 50, 80
"""Megabytes more than the empty app, so that growth is noticed."""

IN_PLAY = [*PROGRAM, "play", "taboo", "--seat", "WordGuesser"]
IN_PLAY_TEXT = "Your guess"
SETTLED_SECONDS = 2.0


def memory() -> tuple[Figure, ...]:
    """Resident memory at home, and in play with a scripted partner, above that of an empty app."""
    with home_of_ann() as home:
        empty = _megabytes(["-c", EMPTY_APP], EMPTY_TEXT, home)
        at_home = _megabytes([*PROGRAM], HOME_TEXT, home)
        in_play = _megabytes(IN_PLAY, IN_PLAY_TEXT, home)
    return (
        Figure("memory at home, above an empty Textual app", at_home - empty, "MB", HOME_BUDGET),
        Figure("memory in play, above an empty Textual app", in_play - empty, "MB", PLAY_BUDGET),
    )


def _megabytes(arguments: list[str], text: str, home: Path) -> float:
    """Resident memory of a program some time after a text is on its screen; what it loads after
    its first paint counts."""
    with shown(arguments, text, home) as program:
        program.expect([pexpect.TIMEOUT], timeout=SETTLED_SECONDS)  # reads, so nothing blocks
        status = Path(f"/proc/{program.pid}/status").read_text("utf-8")
    (kilobytes,) = re.findall(r"^VmRSS:\s+(\d+) kB$", status, re.MULTILINE)
    return int(kilobytes) / 1000
