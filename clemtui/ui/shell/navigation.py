"""The navigator: where one can go, what each screen needs to be opened, and what it answers.

A destination names a screen without importing it. Screens open each other through
`clemtui.ui.shell.base.BaseScreen.open`, so none imports another, and a screen is loaded when it is
opened for the first time. A new screen is one destination here and one class that takes it::

    @dataclass(frozen=True)
    class OpenReview(Destination[None]):
        screen = "clemtui.ui.archive.review.screen:ReviewScreen"
        episode: str

    class ReviewScreen(BaseScreen[None]):
        def __init__(self, context: Context, to: OpenReview) -> None: ...

`tests/architecture/test_navigation.py` holds each destination against the class it names.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar, cast

if TYPE_CHECKING:
    from textual.content import Content
    from textual.screen import Screen

    from clemtui.engine import Scores
    from clemtui.episode.planning.casting import Casting
    from clemtui.episode.planning.listing import GameListing
    from clemtui.episode.planning.plan import Choices
    from clemtui.episode.seat_port import ObserverPort, SeatPort
    from clemtui.episode.transcript import SeatTranscript
    from clemtui.ui.shell.context import Context
    from clemtui.wording.phrases import Voice

Result = TypeVar("Result")

Texts = Sequence[tuple[str, "str | Content"]]
"""Headings (or nothing), each with a text that is safe to show."""

Pages = Sequence[tuple[str, Sequence[tuple[str, str]]]]
"""Headings of pages, each with its texts and their headings, safe to show."""


class Destination(Generic[Result]):
    """A screen to open, with all that it needs; ``Result`` is what it is dismissed with."""

    screen: ClassVar[str]
    """The module and the class of the screen, as in ``package.module:Class``."""


def screen_at(to: Destination[Result], context: Context) -> Screen[Result]:
    """Make the screen of a destination; its module is imported if this is the first one."""
    module, _, name = to.screen.partition(":")
    return cast("Screen[Result]", getattr(import_module(module), name)(context, to))


# Home


@dataclass(frozen=True)
class OpenHome(Destination[None]):
    """The first screen."""

    screen = "clemtui.ui.home.screen:HomeScreen"


@dataclass(frozen=True)
class OpenWelcome(Destination[None]):
    """The question at the very first start: under which name somebody plays."""

    screen = "clemtui.ui.home.welcome:WelcomeScreen"
    suggestion: str


@dataclass(frozen=True)
class OpenPeople(Destination[None]):
    """Everybody who has played here, to choose who plays now."""

    screen = "clemtui.ui.home.people:PeopleScreen"


# Setting up and playing


@dataclass(frozen=True)
class OpenSetUp(Destination[None]):
    """The set-up of a game. ``seat`` is chosen already: one to take, or `OBSERVER`."""

    screen = "clemtui.ui.setup.screen:SetupScreen"
    listing: GameListing
    seat: str | None = None


@dataclass(frozen=True)
class OpenPartners(Destination[str | None]):
    """Who takes a seat. Answers with the word for them, as in `Choices.partner`, or with None.

    Attributes:
        title: the question, in the interface language; empty: the usual one.
        casting: the seats that somebody is wanted for; None before they are known.
        current: the word for whoever has the seat now, who is marked and highlighted first.
    """

    screen = "clemtui.ui.setup.partner_dialog:PartnerDialog"
    title: str = ""
    casting: Casting | None = None
    current: str = ""


@dataclass(frozen=True)
class OpenPlay(Destination[None]):
    """A live episode. ``choices`` are what would start the same again, where that is known."""

    screen = "clemtui.ui.play.screen:PlayScreen"
    live: SeatPort
    voice: Voice
    choices: Choices | None = None


@dataclass(frozen=True)
class OpenHandOver(Destination[None]):
    """Hides the game until the person in ``seat`` has the keyboard. ``voice`` gives the words in
    the interface language of the moment."""

    screen = "clemtui.ui.play.handover:HandOverScreen"
    voice: Callable[[], Voice]
    seat: str


@dataclass(frozen=True)
class OpenPause(Destination[None]):
    """Hides the game while nobody's time counts."""

    screen = "clemtui.ui.play.pause:PauseScreen"


@dataclass(frozen=True)
class OpenRules(Destination[None]):
    """The rules of a game. The functions are called again when the interface language changes."""

    screen = "clemtui.ui.play.rules:RulesScreen"
    title: Callable[[], str]
    pages: Callable[[], Pages]


@dataclass(frozen=True)
class OpenResult(Destination[None]):
    """The end of an episode.

    Attributes:
        scores: how it ended.
        seen_by: what a watcher has seen of the whole episode.
        choices: what would start the same again, where that is known.
    """

    screen = "clemtui.ui.results.screen:ResultScreen"
    live: ObserverPort
    voice: Voice
    scores: Scores
    seen_by: Callable[[str], SeatTranscript]
    choices: Choices | None = None


# Looking back


@dataclass(frozen=True)
class OpenHistory(Destination[None]):
    """Everything that was played; ``line`` filters it from the beginning."""

    screen = "clemtui.ui.archive.history.screen:HistoryScreen"
    line: str = ""


@dataclass(frozen=True)
class OpenReview(Destination[None]):
    """A recorded episode, by its id, step by step; from the first place of ``find``, if given."""

    screen = "clemtui.ui.archive.review.screen:ReviewScreen"
    episode: str
    find: str = ""


@dataclass(frozen=True)
class OpenExport(Destination[Path | None]):
    """Saves a recorded episode, by its id; ``watcher`` is whose view is offered first. Answers with
    the file that was written, or with None."""

    screen = "clemtui.ui.archive.export:ExportDialog"
    episode: str
    watcher: str | None = None


@dataclass(frozen=True)
class OpenProgress(Destination[None]):
    """How a person develops; ``game`` is the id of the one that is shown first."""

    screen = "clemtui.ui.results.progress.screen:ProgressScreen"
    game: str | None = None


@dataclass(frozen=True)
class OpenEffect(Destination[None]):
    """The prompt languages, compared."""

    screen = "clemtui.ui.results.effect.screen:EffectScreen"


# Everywhere


@dataclass(frozen=True)
class OpenSettings(Destination[None]):
    """The settings."""

    screen = "clemtui.ui.settings.screen:SettingsScreen"


@dataclass(frozen=True)
class OpenKeys(Destination[None]):
    """All keys of the program."""

    screen = "clemtui.ui.settings.shortcuts:ShortcutsScreen"


@dataclass(frozen=True)
class OpenReader(Destination[None]):
    """A text to read. The functions are called again when the interface language changes."""

    screen = "clemtui.ui.shell.reader:ReaderScreen"
    title: Callable[[], str]
    texts: Callable[[], Texts]
