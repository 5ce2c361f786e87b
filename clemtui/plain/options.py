"""What the plain program is started with."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from clemtui.language import Interface

if TYPE_CHECKING:
    from clemtui.config import Settings


@dataclass(frozen=True)
class PlainOptions:
    """What the command line hands to the plain program.

    Attributes:
        person: the pseudonym to play under; None: the one of this database.
        repeat: the options of this call that the next one needs as well, such as ``--db``.
        new: begin a new episode without asking, whatever is unfinished.
        take_over: take an episode from the program that plays it.
    """

    interface: Interface
    database: Path
    settings: Settings
    collections: tuple[Path, ...] = ()
    person: str | None = None
    repeat: tuple[str, ...] = ()
    new: bool = False
    take_over: bool = False

    def resume_command(self, short: str) -> str:
        """The command that resumes an episode."""
        return shlex.join(["clemtui", "play", "--resume", short, *self.repeat])
