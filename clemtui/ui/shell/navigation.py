"""The navigator: which screens exist, what each needs to be opened, and what it returns.

A destination names a screen without importing it. Screens open each other through
`clemtui.ui.shell.base.BaseScreen.open`, so none imports another, and a screen's module is loaded
when it is first opened. A new screen needs one destination here and one class that accepts it::

    @dataclass(frozen=True)
    class OpenReview(Destination[None]):
        screen = "clemtui.ui.archive.review.screen:ReviewScreen"
        episode: str

    class ReviewScreen(BaseScreen[None]):
        def __init__(self, context: Context, to: OpenReview) -> None: ...

`tests/architecture/test_navigation.py` checks each destination against the class that it names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Generic, Literal, TypeVar, cast

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

LiveEnd = Literal["finished", "left", "not recorded"]
"""As in `clemtui.episode.seat_port`, which the first screen does not load."""

Texts = Sequence[tuple[str, "str | Content"]]
"""Pairs of a heading (may be empty) and a text that is safe to show."""

Pages = Sequence[tuple[str, Sequence[tuple[str, str]]]]
"""Pages: a heading and the page's texts with their headings, all safe to show."""


class Destination(Generic[Result]):
    """A screen to open, with everything it needs. ``Result`` is the type of its dismissal."""

    screen: ClassVar[str]
    """The module and class of the screen, as ``package.module:Class``."""


def screen_at(to: Destination[Result], context: Context) -> Screen[Result]:
    """Create the screen of a destination. Its module is imported on first use."""
    module, _, name = to.screen.partition(":")
    return cast("Screen[Result]", getattr(import_module(module), name)(context, to))


# Home


@dataclass(frozen=True)
class OpenHome(Destination[None]):
    """The first screen."""

    screen = "clemtui.ui.home.screen:HomeScreen"


@dataclass(frozen=True)
class OpenWelcome(Destination[None]):
    """The question at the very first start: under which name to play."""

    screen = "clemtui.ui.home.welcome:WelcomeScreen"
    suggestion: str


@dataclass(frozen=True)
class OpenPeople(Destination[None]):
    """The list of everyone who has played here, to choose who plays now."""

    screen = "clemtui.ui.home.people:PeopleScreen"


# Setting up and playing


@dataclass(frozen=True)
class OpenSetUp(Destination[None]):
    """The set-up of a game.

    Attributes:
        seat: is preselected: a seat, or `OBSERVER` to watch.
        at_once: whether to play as one did last, a task that is new to all who play. The set-up is
            shown only if there is something to decide.
    """

    screen = "clemtui.ui.setup.screen:SetupScreen"
    listing: GameListing
    seat: str | None = None
    at_once: bool = False


@dataclass(frozen=True)
class OpenPartners(Destination[str | None]):
    """The choice of who plays a seat. Returns the word for it in `Choices.partner`, or None.

    Attributes:
        title: the question, in the interface language; empty for the default one.
        casting: the seats to fill; None before they are known.
        current: the word of the current partner, who is marked and highlighted at first.
    """

    screen = "clemtui.ui.setup.partner_dialog:PartnerDialog"
    title: str = ""
    casting: Casting | None = None
    current: str = ""


@dataclass(frozen=True)
class OpenPlay(Destination[LiveEnd]):
    """A live episode. ``choices`` would start the same one again, if they are known.

    Returns how it ended here, unless another screen has taken its place.

    ``repetition`` tells whether a player had seen its task before; ``usual`` is as in `Stage`.
    """

    screen = "clemtui.ui.play.screen:PlayScreen"
    live: SeatPort
    voice: Voice
    choices: Choices | None = None
    repetition: bool = False
    usual: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class OpenHandOver(Destination[None]):
    """A screen that hides the game until the person in ``seat`` has the keyboard.

    ``voice`` returns the labels in the interface language at that moment.
    """

    screen = "clemtui.ui.play.handover:HandOverScreen"
    voice: Callable[[], Voice]
    seat: str


@dataclass(frozen=True)
class OpenPause(Destination[None]):
    """A screen that hides the game while the clock is stopped."""

    screen = "clemtui.ui.play.pause:PauseScreen"


@dataclass(frozen=True)
class OpenRules(Destination[None]):
    """The rules of a game. The functions are called again when the interface language changes."""

    screen = "clemtui.ui.play.rules:RulesScreen"
    title: Callable[[], str]
    pages: Callable[[], Pages]


@dataclass(frozen=True)
class OpenResult(Destination[None]):
    """The result of an episode.

    Attributes:
        scores: its scores and outcome.
        seen_by: returns what a watcher has seen of the whole episode.
        choices: would start the same again, if they are known.
    """

    screen = "clemtui.ui.results.screen:ResultScreen"
    live: ObserverPort
    voice: Voice
    scores: Scores
    seen_by: Callable[[str], SeatTranscript]
    choices: Choices | None = None


# Studies


@dataclass(frozen=True)
class OpenStudy(Destination[None]):
    """The path of a participant through the study of `AppOptions.study`: the first screen then."""

    screen = "clemtui.ui.study.screen:StudyScreen"


@dataclass(frozen=True)
class OpenEpisodeEnd(Destination[None]):
    """How an episode of a study ended, as far as its condition does not withhold that.

    Attributes:
        scores: its scores and outcome.
        seen_by: returns what a watcher has seen of the whole episode.
    """

    screen = "clemtui.ui.study.episode_end:EpisodeEndScreen"
    live: ObserverPort
    voice: Voice
    scores: Scores
    seen_by: Callable[[str], SeatTranscript]


@dataclass(frozen=True)
class OpenStudies(Destination[None]):
    """The studies of a researcher, whom no participant can be."""

    screen = "clemtui.ui.studies.screen:StudiesScreen"


@dataclass(frozen=True)
class OpenStudyReport(Destination[None]):
    """How far a frozen study has got, and its report, by the study's name."""

    screen = "clemtui.ui.studies.report.screen:StudyReportScreen"
    study: str


# Looking back


@dataclass(frozen=True)
class OpenHistory(Destination[None]):
    """The history of all episodes. ``line`` is the initial filter."""

    screen = "clemtui.ui.archive.history.screen:HistoryScreen"
    line: str = ""


@dataclass(frozen=True)
class OpenReview(Destination[None]):
    """A recorded episode, by its id, step by step, starting at the first match of ``find``."""

    screen = "clemtui.ui.archive.review.screen:ReviewScreen"
    episode: str
    find: str = ""


@dataclass(frozen=True)
class OpenExport(Destination[Path | None]):
    """The export of a recorded episode, by its id. Returns the file written, or None.

    ``watcher`` is the view that is preselected.
    """

    screen = "clemtui.ui.archive.export:ExportDialog"
    episode: str
    watcher: str | None = None


@dataclass(frozen=True)
class OpenProgress(Destination[None]):
    """A person's development over time. ``game`` is the id of the game shown first."""

    screen = "clemtui.ui.results.progress.screen:ProgressScreen"
    game: str | None = None


@dataclass(frozen=True)
class OpenEffect(Destination[None]):
    """The comparison of prompt languages, of the episodes that match a filter of the history."""

    line: str = ""

    screen = "clemtui.ui.results.effect.screen:EffectScreen"


# Everywhere


@dataclass(frozen=True)
class OpenSettings(Destination[None]):
    """The settings."""

    screen = "clemtui.ui.settings.screen:SettingsScreen"


@dataclass(frozen=True)
class OpenKeys(Destination[None]):
    """All keyboard shortcuts."""

    screen = "clemtui.ui.settings.shortcuts:ShortcutsScreen"


@dataclass(frozen=True)
class OpenReader(Destination[None]):
    """A text to read. The functions are called again when the interface language changes."""

    screen = "clemtui.ui.shell.reader:ReaderScreen"
    title: Callable[[], str]
    texts: Callable[[], Texts]
