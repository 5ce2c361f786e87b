"""One sitting at lines of text: the streams, the records, and who sits there."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Mapping, Set
from contextlib import asynccontextmanager, nullcontext

from clemtui.config.editor import EditorFailed, edit_text, editor_command
from clemtui.episode.errors import PlayError
from clemtui.episode.interruption import interruptible
from clemtui.episode.planning.listing import listing
from clemtui.episode.seat_port import SeatPort
from clemtui.episode.service import PlayService
from clemtui.language import Labels
from clemtui.plain.answering import confirmed
from clemtui.plain.inbox import Inbox, Interrupted, Leave
from clemtui.plain.options import PlainOptions
from clemtui.plain.output import Output
from clemtui.plain.prompter import Word
from clemtui.records.errors import LeaseHeld
from clemtui.wording.phrases import Voice


class Sitting:
    """Somebody at lines of text, who is asked here while no episode is played.

    Attributes:
        person: the pseudonym of who plays; empty before `clemtui.plain.people.sit_down`.
        typing: whether lines are typed at a terminal.
        seated: whether a person sits there, who hears what is said.
    """

    def __init__(
        self, options: PlainOptions, service: PlayService, inbox: Inbox, output: Output
    ) -> None:
        self.options = options
        self.ui = options.interface
        self.service = service
        self.inbox = inbox
        self.person = ""
        self.typing = sys.stdin is not None and sys.stdin.isatty()
        self.seated = self.typing and sys.stdout.isatty()
        self.output = output

    # Asking

    def say(self, *lines: str) -> None:
        """Say something."""
        self.output.say(*lines)

    async def read(self, prompt: str, also: Set[Word] = frozenset()) -> str | Word:
        """Ask something while nothing is being played.

        Raises:
            Leave: if the person leaves.
        """
        self.output.say(prompt)
        line = await self.inbox.line()
        if line.strip().casefold() == "/leave":
            raise Leave
        return line

    @property
    def can_edit(self) -> bool:
        """Whether a text can be written in an editor: at a terminal, where one is named."""
        return self.seated and self.inbox.can_lend and bool(self._editor)

    async def edit(self, text: str) -> str | None:
        """A text after the person has edited it; None where that went wrong, which was said."""
        outside = self.inbox.lent() if self.inbox.can_lend else nullcontext()
        try:
            return await edit_text(text, self._editor, self.ui, outside)
        except EditorFailed as error:
            self.output.say(str(error))
            return None

    @property
    def _editor(self) -> str:
        return editor_command(self.options.settings.editor)

    # Episodes

    def voice(self, game: str, names: Mapping[str, str]) -> Voice:
        """The words for a game and who plays it."""
        found = listing(self.service.catalogue, self.service.catalogue.card(game))
        return Voice(self.ui, Labels(self.ui, found.words), found, names)

    async def resumed(self, episode: str) -> SeatPort:
        """Bring an episode back; one that another program plays only if the person says so.

        Raises:
            Leave: if another program is to keep it.
            PlayError, StoreError: if it cannot be resumed.
        """
        try:
            return await self.service.resume(episode, force=self.options.take_over)
        except LeaseHeld as error:
            if not self.typing:
                raise PlayError(f"{error} (--take-over does that)") from error
            self.output.say(str(error))
        question = self.ui.text("Take it over? The other program will stop playing it. yes or no:")
        if not await confirmed(self, self.ui, question):
            raise Leave
        return await self.service.resume(episode, force=True)


@asynccontextmanager
async def sitting(options: PlainOptions) -> AsyncIterator[Sitting]:
    """Open a sitting at the standard streams, and close it whatever happens.

    Raises:
        PlayError: if a collection given is none.
        StoreError: if the end of the sitting cannot be recorded.
    """
    service = PlayService(
        database=options.database,
        settings=options.settings,
        collections=options.collections,
        front="plain",
    )
    try:
        inbox = Inbox(sys.stdin)
        with interruptible(lambda: inbox.put(Interrupted())):
            yield Sitting(options, service, inbox, Output(sys.stdout))
    finally:
        await service.close()
