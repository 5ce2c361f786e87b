"""The pace of an episode and the lines shown while waiting."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from clemtui.episode.seat_port import Pause, ResumePlay, SetPace, Step
from clemtui.episode.stage import Stage
from clemtui.language import Interface, Localised
from clemtui.ui.play.status import wait_line
from clemtui.wording.phrases import Voice

PACES = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Seconds to wait after each response, fastest first."""

SCRIPTED_PACE = 2.0
"""Default pace without models: scripted players respond at once, too fast to read along."""


class Pacing:
    """The pace of one episode, adjusted in steps."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._live = stage.live

    def _set(self, seconds: float) -> None:
        self._live.control(SetPace(seconds))

    def set_initial(self) -> None:
        """Set the initial pace.

        Models play at their own speed; scripted players are slowed down so that they can be
        followed.
        """
        if "model" not in self._live.kinds.values():
            self._set(SCRIPTED_PACE)

    def slower(self) -> None:
        """Wait longer after each response."""
        at = bisect_right(PACES, self._stage.state.pace)
        self._set(PACES[min(at, len(PACES) - 1)])

    def faster(self) -> None:
        """Wait less after each response."""
        at = bisect_left(PACES, self._stage.state.pace)
        self._set(PACES[max(at - 1, 0)])

    def toggle_pause(self) -> None:
        """Pause or resume."""
        self._live.control(ResumePlay() if self._stage.state.paused else Pause())

    def step(self) -> None:
        """Let one response through."""
        self._live.control(Step())

    def describe(self, ui: Interface) -> Localised:
        """Return a description of the pace."""
        if self._stage.state.paused:
            return ui.text("Paused. Space: resume, full stop: one response")
        seconds = self._stage.state.pace
        if not seconds:
            return ui.text("Pace: as fast as the players answer. - slower, Space: pause")
        return ui.text(
            "Pace: {time} after each response. + faster, - slower, Space: pause",
            time=ui.duration(seconds),
        )


def waiting_lines(stage: Stage, pacing: Pacing, voice: Voice) -> list[Localised]:
    """Return who is being waited for and, when watching, the pace."""
    ui = voice.interface
    waits = [
        wait_line(each, stage.seconds(each), voice, stage.usual_seconds(each.request.seat))
        for each in stage.waiting_for()
    ]
    if stage.state.over:
        return [ui.text("The episode has ended.")]
    if stage.watching:
        return [*waits, pacing.describe(ui)]
    return waits or [ui.text("One moment…")]
