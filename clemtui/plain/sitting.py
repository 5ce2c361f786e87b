"""One sitting: its streams, its records, and the person."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Mapping, Set
from contextlib import asynccontextmanager, nullcontext

from clemtui.config.editor import EditorFailed, edit_text, editor_command
from clemtui.episode.errors import PlayError
from clemtui.episode.interruption import interruptible
from clemtui.episode.planning.listing import listing
from clemtui.episode.planning.plan import Choices, EpisodePlan
from clemtui.episode.seat_port import ObserverPort, SeatPort
from clemtui.episode.service import PlayService
from clemtui.language import Labels
from clemtui.plain.answering import ask_yes_no
from clemtui.plain.inbox import Inbox, Interrupted, Leave
from clemtui.plain.options import PlainOptions
from clemtui.plain.output import Output
from clemtui.plain.prompter import PromptWord
from clemtui.records.errors import LeaseHeld
from clemtui.wording.phrases import Voice


class Sitting:
    """A person at the plain-text front end, asked here while no episode is being played.

    Attributes:
        person: the player's pseudonym; empty before `clemtui.plain.people.identify_person`.
        reader: the same if the person said who they are, here or with `--as`; otherwise empty.
        watcher: the same if the person only watches the episode, whoever plays it; otherwise empty.
        typing: whether lines are typed at a terminal.
        seated: whether a person is at the terminal and reads the output.
    """

    def __init__(
        self,
        options: PlainOptions,
        service: PlayService,
        inbox: Inbox,
        output: Output,
        *,
        may_edit: bool = True,
    ) -> None:
        """Create a sitting; see `sitting`."""
        self.options = options
        self.ui = options.interface
        self.service = service
        self.inbox = inbox
        self.person = ""
        self.reader = ""
        self.watcher = ""
        self.typing = sys.stdin is not None and sys.stdin.isatty()
        self.seated = self.typing and sys.stdout.isatty()
        self.output = output
        self._may_edit = may_edit

    # Asking

    def say(self, *lines: str) -> None:
        """Print lines."""
        self.output.say(*lines)

    def forget_typed(self) -> None:
        """Forget the lines typed at a terminal before what follows is said.

        Raises:
            Leave: if a signal arrived.
        """
        while self.typing and self.inbox.get_nowait() is not None:
            pass
        if self.typing:
            self.inbox.drop_lines()

    async def read(
        self, prompt: str, extra_words: Set[PromptWord] = frozenset()
    ) -> str | PromptWord:
        """Ask something while no episode is being played.

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
        """Whether an editor is available: at a terminal, with an editor configured, if allowed."""
        at_terminal = self.seated and self.inbox.can_lend_terminal
        return self._may_edit and at_terminal and bool(self._editor)

    async def edit(self, text: str) -> str | None:
        """Return a text after editing it; None if that failed, which has been reported."""
        outside = self.inbox.lent_terminal() if self.inbox.can_lend_terminal else nullcontext()
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
        """Return the voice for a game and its players."""
        found = listing(self.service.catalogue, self.service.catalogue.card(game))
        return Voice(self.ui, Labels(self.ui, found.words), found, names)

    async def plan_again(
        self,
        live: ObserverPort,
        now: Choices,
        *,
        seat: str | None = None,
        partner: str | None = None,
        language: str | None = None,
    ) -> EpisodePlan:
        """Plan to replay the task of an episode; see `plan_same_task` in `planning.same_task`.

        Who watched other people play it watches again. ``now`` are the choices that would start
        this episode again.

        Raises:
            PlayError: if the task cannot be replayed here.
            StoreError: if the records cannot be read.
        """
        watcher = self.watcher if live.human_seats else ""
        return await self.service.plan_same_task(
            live.id,
            seat=seat,
            partner=partner,
            language=language,
            person="" if watcher else self.person,
            watcher=watcher,
            interface_language=self.ui.language,
            tags=now.tags,
        )

    async def resumed(self, episode: str) -> SeatPort:
        """Resume an episode; ask first if another program is playing it.

        Raises:
            Leave: if the other program should keep it.
            PlayError, StoreError: if it cannot be resumed.
        """
        try:
            return await self.service.resume(episode, force=self.options.take_over)
        except LeaseHeld as error:
            if not self.typing:
                raise PlayError(f"{error}; use --take-over to do that") from error
            self.output.say(str(error))
        question = self.ui.text("Take it over? The other program will stop playing it. yes or no:")
        if not await ask_yes_no(self, self.ui, question):
            raise Leave
        return await self.service.resume(episode, force=True)


@asynccontextmanager
async def sitting(options: PlainOptions, *, may_edit: bool = True) -> AsyncIterator[Sitting]:
    """Open a sitting on the standard streams, and close it in any case.

    Args:
        may_edit: whether the person may start their editor, and with it any program.

    Raises:
        PlayError: if a given collection is not one.
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
            yield Sitting(options, service, inbox, Output(), may_edit=may_edit)
    finally:
        await service.close()
