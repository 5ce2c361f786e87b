"""Commands that pause, step and pace an episode."""

from __future__ import annotations

import math

from clemtui.episode.seat_port import Pause, ResumePlay, SetPace, Step
from clemtui.episode.stage import Stage
from clemtui.plain.output import Output
from clemtui.wording.phrases import Voice

MAX_PACE_SECONDS = 600.0
"""The longest wait after an answer; to wait longer, pause the game."""


class PaceCommands:
    """Pauses, steps and paces an episode, and says what changed.

    Attributes:
        stepping: whether a step was requested that has had no effect yet.
    """

    def __init__(self, stage: Stage, voice: Voice, out: Output) -> None:
        self._stage = stage
        self._live = stage.live
        self._ui = voice.interface
        self._out = out
        self.stepping = False

    def set_paused(self, *, pause: bool) -> bool:
        """Pause or resume; return whether that changes anything.

        The change is announced once it is recorded.
        """
        if pause == self._stage.state.paused:
            self._out.say(
                self._ui.text("The game is already paused; type /go to resume.")
                if pause
                else self._ui.text("The game is not paused.")
            )
            return False
        if pause:
            self._live.control(Pause())
        else:
            self._live.control(ResumePlay())
            self.stepping = False
        return True

    def step(self) -> None:
        """Let one answer through while the game is paused."""
        if not self._stage.state.paused:
            self._out.say(self._ui.text("The game is not paused; /step works only during a pause."))
        elif self._stage.awaited <= set(self._live.human_seats):
            self._out.say(self._ui.text("It is a person's turn; type /go to continue."))
        else:
            self.stepping = True
            self._live.control(Step())

    def step_done(self) -> None:
        """Note that the step has had its effect."""
        self.stepping = False

    def pace(self, wanted: str) -> None:
        """Set the wait after each answer, or show it if no number is given."""
        if wanted:
            seconds = _seconds(wanted)
            if seconds is None:
                self._out.say(
                    self._ui.text(
                        "/pace takes a number of seconds from 0 to {longest}, such as /pace 2.",
                        longest=MAX_PACE_SECONDS,
                    )
                )
                return
            self._live.control(SetPace(seconds))
        if self._stage.state.pace:
            time = self._ui.duration(self._stage.state.pace)
            self._out.say(self._ui.text("The wait after each answer is now {time}.", time=time))
        else:
            self._out.say(self._ui.text("The game runs as fast as the players answer."))


def _seconds(text: str) -> float | None:
    try:
        seconds = float(text.replace(",", "."))
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) and 0 <= seconds <= MAX_PACE_SECONDS else None
