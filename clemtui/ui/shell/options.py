"""What the app is started with."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from clemtui.config import Settings
    from clemtui.episode.planning.plan import Choices


@dataclass(frozen=True)
class AppOptions:
    """What the command line hands to the app.

    Attributes:
        person: the pseudonym to play under; None: the one of the settings or of this database.
        choices: an episode that is started at once.
        ask_partner: nobody was named as partner: where the scripted player does not speak the
            language, it is asked who is to be it.
        resume: id of an unfinished episode that is resumed at once.
        review: id of an episode that is opened to be read at once.
        take_over: resume the episode although another program holds it.
        first: the screen to begin with, above the home screen; ``people``: it is asked who plays,
            and nobody is taken from the records without being asked.
        history: the line that filters the history.
        config_file: where changed settings are written; None: they hold for this time only.
        crashes: the folder for crash reports; None: nothing is written.
    """

    database: Path
    settings: Settings
    collections: tuple[Path, ...] = ()
    interface_language: str = "en"
    person: str | None = None
    choices: Choices | None = None
    ask_partner: bool = False
    resume: str | None = None
    review: str | None = None
    take_over: bool = False
    first: Literal["home", "history", "people"] = "home"
    history: str = ""
    config_file: Path | None = None
    crashes: Path | None = None
