"""What a person can read and copy at the play screen."""

from __future__ import annotations

import asyncio

from textual.actions import SkipAction

from clemtui.engine import Request, View
from clemtui.language import safe
from clemtui.ui.play.pacing import Pacing
from clemtui.ui.play.stage import Stage
from clemtui.ui.shell.base import BaseScreen
from clemtui.ui.shell.context import Context
from clemtui.ui.shell.navigation import OpenPlay, OpenReader, OpenRules, Pages
from clemtui.ui.widgets.transcript.log import Transcript
from clemtui.wording.phrases import bounded


class PlayReading(BaseScreen[None]):
    """An episode, and what can be read of it; `PlayScreen` shows it.

    Attributes:
        asked: what the person at the keyboard was asked last.
        covered: whether another screen hides the game: a pause, or a change of hands.
        going: whether this screen is being left, so that the end of play brings no other one.
        stopped: set when nothing is played here any more.
    """

    def __init__(self, context: Context, to: OpenPlay) -> None:
        super().__init__(context, to)
        self.live = to.live
        self.voice = to.voice
        self.choices = to.choices
        self.stage = Stage(to.live)
        self.pacing = Pacing(to.live)
        self.asked: Request | None = None
        self.covered = False
        self.going = False
        self.details = False
        self.stopped = asyncio.Event()

    def game_at_hand(self) -> str:
        return self.live.game.card.id

    def view(self) -> View:
        """What the board shows to whoever is active."""
        raise NotImplementedError

    # Reading

    def action_prompt(self) -> None:
        if self.asked is not None:
            self.open(
                OpenReader(
                    lambda: self.interface.text(
                        "Everything that you were sent, as a model would get it"
                    ),
                    lambda: self._prompt(self.asked),
                )
            )

    def _prompt(self, request: Request | None) -> tuple[tuple[str, str], ...]:
        ui = self.interface
        roles = {"user": ui.text("Game master"), "assistant": ui.text("You")}
        messages = request.messages if request is not None else ()
        return tuple((roles.get(m.role, m.role), safe(bounded(m.text, ui))) for m in messages)

    def action_rules(self) -> None:
        self.open(
            OpenRules(
                lambda: self.interface.text(
                    "Rules: {game}", game=self.voice.labels.say(self.voice.listing.title)
                ),
                self._rules,
            )
        )

    def _rules(self) -> Pages:
        """The rules for people, and what everybody was told first, as far as one may see it."""
        ui, active = self.interface, self.stage.active
        firsts = {
            line.seat: line
            for line in reversed(self.stage.state.lines)
            if line.kind == "to seat" and not line.side
        }
        told = [
            (
                "" if line.seat == active else self.voice.seat(line.seat or ""),
                safe(bounded(str(line.text), ui)),
            )
            for line in reversed(firsts.values())
        ]
        language = ui.language_name(self.live.condition.prompt_language)
        return (
            (
                ui.text("In short, in {language}", language=ui.language_name(ui.language)),
                (("", self.voice.say(self.voice.listing.rules)),),
            ),
            (
                ui.text("As players are told, in {language}", language=language),
                told or (("", ui.text("Nobody has been told anything yet.")),),
            ),
        )

    def action_board(self) -> None:
        self.toggle_class("-toggled")

    def action_times(self) -> None:
        self.details = not self.details
        self.query_one(Transcript).details = self.details

    def action_page(self, step: int) -> None:
        transcript = self.query_one(Transcript)
        (transcript.scroll_page_down if step > 0 else transcript.scroll_page_up)(animate=False)

    def action_follow(self) -> None:
        self.query_one(Transcript).follow()

    # Copying

    def action_copy(self) -> None:
        self.query_one(Transcript).action_copy()

    def action_copy_all(self) -> None:
        transcript = self.query_one(Transcript)
        transcript.copy(transcript.everything())

    def action_copy_text(self) -> None:
        """Copy what the mouse has selected, here or in the board."""
        text = self.get_selected_text()
        if text is None:
            raise SkipAction
        self.query_one(Transcript).copy(text)
