"""What stands in the place of the composer while there is nothing to answer."""

from __future__ import annotations

from collections.abc import Sequence

from textual.widgets import Static

from clemtui.play.phrases import Voice
from clemtui.play.updates import Halted


class WaitPanel(Static):
    """Who is expected to answer, and since when."""

    def __init__(self, voice: Voice, *, id: str) -> None:
        super().__init__(markup=False, id=id)
        self.voice = voice

    def show(self, lines: Sequence[str], *, over: bool, stopped: bool = False) -> None:
        """Show the waits; without any, that the game goes on by itself, has ended by its rules
        (``over``), or cannot go on here (``stopped``)."""
        ui = self.voice.interface
        if stopped:
            rest = ui.text("Play has stopped here. Escape: leave")
        else:
            rest = ui.text("The episode has ended.") if over else ui.text("One moment…")
        self.update("\n".join(lines) or rest)


class HaltPanel(Static, can_focus=True):
    """A partner could not answer, or may have been asked before: the person decides."""

    def __init__(self, voice: Voice, *, id: str) -> None:
        super().__init__(markup=False, id=id)
        self.voice = voice

    def show(self, halted: Halted) -> None:
        """Show what happened, and what can be done."""
        ui = self.voice.interface
        who = self.voice.with_player(halted.request.seat)
        if halted.sent_before:
            head = ui.text(
                "This was sent to {who} before play stopped, and no answer was recorded. Sending "
                "it again may cost twice.",
                who=who,
            )
        else:
            head = ui.text("{who} has not answered.", who=who)
        lines = [head, self.voice.say(halted.message), self.voice.say(halted.hint)]
        keys = ui.text("F5: send it again    Escape: leave, and resume later")
        self.update("\n".join([*(line for line in lines if line), keys]))
