"""The options of the plain-text front end."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path

from clemtui.config import Settings
from clemtui.language import Interface


@dataclass(frozen=True)
class PlainOptions:
    """What the command line passes to the plain-text front end.

    Attributes:
        person: the pseudonym to play under; None for the default of this database.
        repeat: options of this command that a follow-up command needs too, such as ``--db``.
        new: start a new episode without asking, whatever is unfinished.
        take_over: take an episode over from the program that is playing it.
    """

    interface: Interface
    database: Path
    settings: Settings
    collections: tuple[Path, ...] = ()
    person: str | None = None
    repeated_options: tuple[str, ...] = ()
    new: bool = False
    take_over: bool = False

    def resume_command(self, short: str) -> str:
        """Return the command that resumes an episode."""
        return shlex.join(["clemtui", "play", "--resume", short, *self.repeated_options])
