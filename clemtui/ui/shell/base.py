"""The base of all screens: the program's keys, help, who plays, and a notice on tiny terminals."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from textual import events, on
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Middle
from textual.dom import DOMNode
from textual.errors import NoWidget
from textual.notifications import Notification, Notify
from textual.screen import Screen, ScreenResultCallbackType
from textual.widget import AwaitMount, Widget
from textual.widgets import Static

from clemtui.episode.errors import message_of
from clemtui.language import Interface, translatable
from clemtui.ui.shell.context import Context
from clemtui.ui.shell.navigation import (
    Destination,
    OpenKeys,
    OpenPeople,
    OpenPlay,
    OpenReader,
    OpenSettings,
    Texts,
    screen_at,
)
from clemtui.ui.shell.program import Program
from clemtui.ui.shell.removal import RemovableScreen
from clemtui.ui.shell.widget_state import WidgetState
from clemtui.ui.widgets.headline import Headline
from clemtui.ui.widgets.keybar import KeyBar, program_bindings

if TYPE_CHECKING:
    from clemtui.ui.shell.dialogs.palette import Command

Result = TypeVar("Result")
Answer = TypeVar("Answer")

BUSY_DELAY_SECONDS = 0.3

MINIMUM_SIZE = (40, 12)
"""Minimum columns and rows. On smaller terminals, a notice replaces the screen."""


def is_at(screen: Screen[Any], *places: type[Destination[Any]]) -> bool:
    """Return whether a screen was opened with one of these destinations."""
    return isinstance(screen, BaseScreen) and isinstance(screen.destination, places)


class BaseScreen(RemovableScreen[Result]):
    """A screen of the program.

    Subclasses create their widgets in `contents`, fill them in `fill` and explain the screen in
    `help_texts`. A change of the interface language runs all of these again, so state that must
    survive it is kept in attributes of the screen, not in widgets.
    """

    KEYS: ClassVar[tuple[str, ...]] = ()
    """The ids of the bindings that come first in the key bar, most important first."""

    KEY_LINES: ClassVar[int] = 1
    """The maximum number of lines of the key bar."""

    CAN_SWITCH_PERSON: ClassVar[bool] = False
    """Whether a click on the name lets someone else play, unless an episode is being played."""

    IS_COVER: ClassVar[bool] = False
    """Whether this screen only covers another for a while, whose notes it keeps."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1,ctrl+o", "help", translatable("Help"), id="app.help"),
        # priority: what is typed right after it already goes to the next field
        Binding(
            "tab", "app.focus_next", translatable("Next field"), False, id="app.next", priority=True
        ),
        Binding(
            "shift+tab",
            "app.focus_previous",
            translatable("Previous field"),
            False,
            id="app.before",
            priority=True,
        ),
        Binding(
            "ctrl+p,f10", "commands", translatable("Commands"), id="app.commands", priority=True
        ),
        Binding("f6,ctrl+l", "jump", translatable("Jump to"), False, id="app.jump", priority=True),
        Binding("f12", "settings", translatable("Settings"), False, id="app.settings"),
        Binding("ctrl+q", "quit_program", translatable("Quit"), id="app.quit", priority=True),
    ]

    def __init__(self, context: Context, to: Destination[Result]) -> None:
        """``to`` is the destination that the screen was opened with."""
        super().__init__()
        self.context = context
        self.destination = to
        self._notes: list[Notification] = []

    @property
    def interface(self) -> Interface:
        """The texts of the interface language."""
        return self.context.interface

    @property
    def asks(self) -> bool:
        """Whether there is a question of a game to answer here."""
        return False

    @property
    def program(self) -> Program:
        """The app."""
        return cast("Program", self.app)

    # Navigation

    def open(
        self,
        to: Destination[Answer],
        then: ScreenResultCallbackType[Answer] | None = None,
    ) -> AwaitMount:
        """Open another screen above this one; ``then`` is called with its result."""
        return self.app.push_screen(screen_at(to, self.context), then)

    def open_instead(self, to: Destination[Any]) -> AwaitComplete:
        """Replace this screen by another one."""
        return self.app.switch_screen(screen_at(to, self.context))

    async def ask(self, to: Destination[Answer]) -> Answer:
        """Open another screen above this one and wait for its result. Call this from a worker."""
        return cast("Answer", await self.app.push_screen_wait(screen_at(to, self.context)))

    async def before_exit(self) -> None:
        """Save what must not be lost. Called before the program ends."""

    def confirm_leave(self) -> bool:
        """Ask whether to leave what is in progress here. Return False if nothing is."""
        return False

    # Content

    def compose(self) -> ComposeResult:
        title = self.title_text()
        if title:
            yield Headline(title, self._person_shown)
        yield from self.contents()
        yield Static(self.interface.text("One moment…"), markup=False, id="busy")
        yield KeyBar(self.interface)
        yield Middle(
            Static(
                self.interface.text(
                    "The terminal is too small. Enlarge it to at least {columns} columns and "
                    "{rows} rows.",
                    columns=MINIMUM_SIZE[0],
                    rows=MINIMUM_SIZE[1],
                ),
                markup=False,
            ),
            id="too-small",
        )

    def title_text(self) -> str:
        """Return the title, shown beside who plays. If it is empty, there is no headline."""
        return ""

    def contents(self) -> Iterator[Widget]:
        """Yield the widgets of the screen, without the headline and the key bar."""
        raise NotImplementedError

    async def fill(self) -> None:
        """Fill the widgets, after mounting and after a change of language."""

    def help_texts(self) -> Iterator[tuple[str, str]]:
        """Yield headings and texts that explain the screen, shown above the list of keys."""
        yield from ()

    def help_game(self) -> str | None:
        """Return the id of the game whose rules belong to this screen's help, or None."""
        return None

    @on(events.Mount)
    async def _fill_first(self) -> None:
        if self.children and self.app.is_running:  # otherwise, the program is ending
            await self.fill()

    async def rebuild(self) -> bool:
        """Rebuild the screen in the current interface language.

        Focus, highlight, scroll position and typed text are kept. Return False if the screen and
        its widgets were removed meanwhile.
        """
        async with self._composing:
            if not self.is_attached:
                return False
            state = WidgetState(self)
            async with self.batch():
                await self.recompose()
                if self not in self.app.screen_stack:
                    return False
                await self.fill()
                state.restore()
        return True

    @property
    def composing(self) -> bool:
        """Whether the screen is being rebuilt. It is filled afterwards."""
        return self._composing.locked()

    async def wait_composed(self) -> None:
        """Wait while the screen is being rebuilt.

        A worker that has awaited something else calls this before it uses widgets.
        """
        async with self._composing:
            return

    def before_typed(self, typed: events.Key | events.Paste) -> None:
        """Called before a key or a paste goes to what has the focus; may move the focus."""

    def show_person(self) -> None:
        """Update the name of who plays."""
        for headline in self.query(Headline):
            headline.show(person=self._person_shown)

    @property
    def player(self) -> str | None:
        """Whose turn it is at the keyboard, if this screen knows; it may be no one's (empty)."""
        return None

    @property
    def _person_shown(self) -> str:
        """The name beside the title: what is read during a turn is read by whose turn it is."""
        stack = (each for each in reversed(self.app.screen_stack) if isinstance(each, BaseScreen))
        known = (screen.player for screen in stack if screen.player is not None)
        return next(known, self.context.person)

    async def play_as(self, person: str) -> None:
        """Change who plays, and report an error if the name cannot be saved as a setting."""
        from clemtui.config import ConfigError

        try:
            await self.program.change_settings({"person": person})
        except ConfigError as error:
            self.context.choose_person(person)
            self.program.show_person()
            self.show_error(message_of(error))

    @on(Headline.PersonClicked)
    def _choose_person(self) -> None:
        playing = any(is_at(screen, OpenPlay) for screen in self.app.screen_stack)
        if self.CAN_SWITCH_PERSON and not playing and self.context.may("people"):
            self.open(OpenPeople())

    def action_help(self) -> None:
        self.open(OpenReader(lambda: self.interface.text("Help"), self._help))

    def _help(self) -> Texts:
        from clemtui.ui.shell.help import help_for

        return help_for(self, self.context, self.help_texts(), self.help_game())

    def action_all_keys(self) -> None:
        self.open(OpenKeys())

    def commands(self) -> Iterator[Command]:
        """Yield the commands of the palette: first those with a key, movements last."""
        from clemtui.ui.shell.dialogs.palette import Command

        movements: list[Command] = []
        offered: set[tuple[str, DOMNode]] = set()
        for binding, node in program_bindings(self):
            if (binding.action, node) in offered:  # also bound under another id
                continue
            offered.add((binding.action, node))
            name = self.interface.text(binding.description)
            command = Command(name, binding.action, node, self.app.get_key_display(binding))
            if (binding.id or "").startswith("move."):
                movements.append(command)
            elif binding.id != "app.commands":
                yield command
        if self.check_action("all_keys", ()):
            yield Command(self.interface.text("All shortcuts"), "all_keys", self)
        yield from self.program.commands()
        yield from movements

    def action_commands(self) -> None:
        from clemtui.ui.shell.dialogs.palette import PaletteScreen

        async def run(command: Command | None) -> None:
            if command is not None and command.node.is_attached:
                await self.app.run_action(command.action, default_namespace=command.node)

        self.app.push_screen(PaletteScreen(self.interface, tuple(self.commands())), run)

    def jump_targets(self) -> list[Widget]:
        """Return the targets of jump mode: all visible widgets that can have the focus."""

        def visible(widget: Widget) -> bool:
            try:
                return bool(self.find_widget(widget).visible_region.area)
            except NoWidget:  # it is not part of the layout
                return False

        return list(filter(visible, self.focus_chain))

    def action_jump(self) -> None:
        from clemtui.ui.shell.dialogs.jump import JumpScreen

        def go(widget: Widget | None) -> None:
            if widget is not None:
                widget.focus()

        self.app.push_screen(JumpScreen(self.interface, self.jump_targets()), go)

    def action_settings(self) -> None:
        self.open(OpenSettings())

    async def action_quit_program(self) -> None:
        await self.app.action_quit()

    @contextmanager
    def busy(self) -> Iterator[None]:
        """Show a busy indicator if the block takes longer than `BUSY_DELAY_SECONDS`."""
        timer = self.set_timer(BUSY_DELAY_SECONDS, lambda: self.add_class("-busy"))
        try:
            yield
        finally:
            timer.stop()
            self.remove_class("-busy")

    def note(self, text: str, *, timeout: float | None = None) -> None:
        """Show a passing message about what is on this screen. It goes when the screen is left."""
        seconds = self.app.NOTIFICATION_TIMEOUT if timeout is None else timeout
        note = Notification(text, timeout=seconds, markup=False)
        self._notes.append(note)
        self.app.post_message(Notify(note))

    def _take_notes_away(self) -> None:
        for note in self._notes:
            self.app._unnotify(note)
        self._notes.clear()

    def on_screen_suspend(self) -> None:
        above = self.app.screen
        if isinstance(above, BaseScreen) and not above.IS_COVER:
            self._take_notes_away()

    def on_unmount(self) -> None:
        self._take_notes_away()

    def show_trouble(self, error: Exception) -> None:
        """Show why something of the program did not work; to a participant of a study, that it did
        not, while the reason is noted for those who run it."""
        if not self.context.in_study:
            self.show_error(message_of(error))
            return
        for screen in self.app.screen_stack:
            if isinstance(screen, FirstScreen):
                screen.note_trouble(error)
        self.show_error(
            self.interface.text(
                "Something does not work at the moment. Please tell those who run the study."
            )
        )

    def show_error(self, message: str) -> None:
        """Show an error, a line or a `Sentence`, without leaving the screen."""
        said = self.interface.show(message)
        self.app.notify(said, severity="error", markup=False, timeout=10)


class FirstScreen(BaseScreen[None]):
    """The screen below all others, from the start to the end of the program.

    Attributes:
        covered: whether it only says what is being opened above it, and can do nothing but quit.
    """

    covered = False

    def reload(self) -> None:
        """Begin with what the first paint does not need, such as reading the records."""
        raise NotImplementedError

    async def uncover(self) -> None:
        """Take keys from now on: what was to be opened is there, or failed."""

    @property
    def can_withdraw(self) -> bool:
        """Whether there is a participant here who could withdraw from a study."""
        return False

    async def withdraw(self) -> None:
        """Let a participant withdraw from a study, whatever they are doing."""

    def note_trouble(self, error: Exception) -> None:
        """Note why something did not work, of which a participant of a study is told no reasons."""

    def confirm_quit(self) -> bool:
        """Ask before the program is ended. Return False if there is nothing to ask."""
        return False
