"""Trouble while someone takes part: its reason is for those who run the study, not for them."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from clemtui.language import Interface, one_line
from clemtui.paths import command_on
from clemtui.study.errors import NoPlace

FILE = "study-problems.txt"
"""The file beside the database in which reasons are noted."""


def note_reason(database: Path, study: str, reason: str, code: str) -> None:
    """Add why something did not work to the file beside a database, as one line.

    The line has nothing that participants said, and not the ``code`` of the one who is here.

    Raises:
        OSError: if the file cannot be written.
    """
    moment = datetime.now(UTC).isoformat(timespec="seconds")
    database.parent.mkdir(parents=True, exist_ok=True)
    with (database.parent / FILE).open("a", encoding="utf-8") as file:
        said = one_line(reason.replace(code, "…") if code else reason)
        file.write(f"{moment} {study}: {said}\n")


def not_recorded(database: Path) -> str:
    """Return the reason that is noted where a front knows no other."""
    return f"an episode could not be recorded any more; see '{command_on(database, 'doctor')}'"


def in_trouble(ui: Interface) -> str:
    """Return what a participant can do where something did not work."""
    return ui.text("If it happens again, leave and tell those who run the study.")


def cannot_take_part(ui: Interface, error: Exception) -> str:
    """Return what is said to someone who cannot begin or go on at all."""
    if isinstance(error, NoPlace):
        return ui.text(
            "This study takes no more participants. Please tell those who run the study."
        )
    return ui.text("You cannot take part at the moment. Please tell those who run the study.")
