"""The options that the app is started with."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:
    from clemtui.config import Settings
    from clemtui.episode.planning.plan import Choices
    from clemtui.study.protocol.folder import StudyFolder


Permission = Literal["files", "editor", "models", "people"]
"""Something that a visitor in a browser may not do unless the operator allows it.

``files``: save to files of this machine. ``editor``: start a program to write
answers, which a browser cannot show and no operator can allow.
``models``: use models and servers other than those of the settings. ``people``: play under the
names of others, and see their records.
"""

ALL_PERMISSIONS: frozenset[Permission] = frozenset(get_args(Permission))


@dataclass(frozen=True)
class StudyStart:
    """A study for which the app is opened; nothing else can be reached then.

    Attributes:
        name: under which it is frozen.
        folder: its folder, whose protocol must be the frozen one; None: there is none here.
        code: of a participant who goes on; empty for a new one.
        collector: in whose range new participants get their numbers.
        repeats: whether the next participant can begin when one has ended.
    """

    name: str
    folder: StudyFolder | None = None
    code: str = ""
    collector: int = 1
    repeats: bool = False


@dataclass(frozen=True)
class AppOptions:
    """What the command line passes to the app.

    Attributes:
        person: the pseudonym to play under; None for that of the settings or the database.
        choices: an episode to start at once.
        ask_partner: no partner was named: ask for one if the scripted player does not speak the
            prompt language.
        resume: id of an unfinished episode to resume at once.
        review: id of an episode to open at once for reading.
        take_over: resume the episode even if another program holds it.
        first: the screen opened above the home screen; ``people`` asks who plays instead of taking
            a name from the records.
        history: the initial filter of the history.
        config_file: where changed settings are written; None keeps them for this session only.
        crashes: the folder for crash reports; None writes none.
        data: the folder of the person's data, where drafts of studies are; None lists none.
        permissions: what the person may do; less for a visitor in a browser.
        study: the participants of a study use the app, and no one else.
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
    data: Path | None = None
    permissions: frozenset[Permission] = ALL_PERMISSIONS
    study: StudyStart | None = None

    @property
    def opens_more(self) -> bool:
        """Whether another screen is to be opened above the home screen at once."""
        return bool(self.choices or self.resume or self.review or self.first != "home")
