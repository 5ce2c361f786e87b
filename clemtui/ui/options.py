"""What the app is started with."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clemtui.config import Settings
    from clemtui.play.plan import Choices


@dataclass(frozen=True)
class AppOptions:
    """What the command line hands to the app.

    Attributes:
        person: the pseudonym to play under; None: the one of this database.
        choices: an episode that is started at once.
        resume: id of an unfinished episode that is resumed at once.
    """

    database: Path
    settings: Settings
    collections: tuple[Path, ...] = ()
    interface_language: str = "en"
    person: str | None = None
    choices: Choices | None = None
    resume: str | None = None
