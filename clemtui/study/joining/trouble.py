"""Trouble while someone takes part: its reason is for those who run the study, not for them."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from tempfile import gettempdir

from clemtui.language import Interface, one_line
from clemtui.paths import command_on
from clemtui.records.errors import LeaseHeld, StoreError, StudyClosed
from clemtui.study.errors import NoPlace

FILE = "study-problems.txt"
"""The file beside the database in which reasons are noted."""


def note_reason(database: Path, study: str, reason: str, code: str) -> None:
    """Add why something did not work to the file beside a database, as one line.

    If that cannot be written, for example on a full disk, it is one in the folder for temporary
    files. The line has nothing that participants said, and not the ``code`` of the one who is here.

    Raises:
        OSError: if neither can be written.
    """
    moment = datetime.now(UTC).isoformat(timespec="seconds")
    said = one_line(reason.replace(code, "…") if code else reason)
    line = f"{moment} {study}: {said}\n"
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        _add(database.parent / FILE, line)
    except OSError:
        _add(Path(gettempdir()) / FILE, line)


def _add(file: Path, line: str) -> None:
    # others can write to the folder for temporary files: a link there leads nowhere
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    with os.fdopen(os.open(file, flags, 0o600), "a", encoding="utf-8") as opened:
        opened.write(line)


def not_recorded(database: Path) -> str:
    """Return the reason that is noted where a front knows no other."""
    return f"an episode could not be recorded any more; see '{command_on(database, 'doctor')}'"


def is_doubtful(error: Exception) -> bool:
    """Whether the last answers may not be recorded: the records could not be read or written."""
    return isinstance(error, StoreError) and not isinstance(error, LeaseHeld)


def did_not_work(ui: Interface, error: Exception) -> str:
    """Return what is said to a participant when something did not work, and what is recorded."""
    if is_doubtful(error):
        return ui.text("This did not work. Your last answers may not be recorded.")
    return ui.text("This did not work. Everything so far is recorded.")


def erased(ui: Interface) -> str:
    """Return what is said to a participant who was erased while they took part."""
    return ui.text("What was recorded about you has been erased, so you cannot go on.")


def in_trouble(ui: Interface) -> str:
    """Return what a participant can do where something did not work."""
    return ui.text("If it happens again, leave and tell those who run the study.")


def cannot_take_part(ui: Interface, error: Exception) -> str:
    """Return what is said to someone who cannot begin or go on at all."""
    if isinstance(error, NoPlace | StudyClosed):
        return ui.text(
            "This study takes no more participants. Please tell those who run the study."
        )
    return ui.text("You cannot take part at the moment. Please tell those who run the study.")
