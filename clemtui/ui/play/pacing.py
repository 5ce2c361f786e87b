"""How fast an episode goes by for somebody who watches it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from clemtui.episode.live import LiveEpisode
from clemtui.language import Interface, Localised

PACES = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Seconds after each response, from the fastest on."""

SCRIPTED_PACE = 2.0
"""Where nobody takes time to think: else everything would be over before one has read a line."""


class Pacing:
    """The pace of one episode, changed step by step."""

    def __init__(self, live: LiveEpisode) -> None:
        self._live = live

    def begin(self) -> None:
        """Take the usual pace: that of the models, or one at which scripted players can be
        followed."""
        if not any(player.kind == "model" for player in self._live.players.values()):
            self._live.pace = SCRIPTED_PACE

    def slower(self) -> None:
        """Wait longer after each response."""
        at = bisect_right(PACES, self._live.pace)
        self._live.pace = PACES[min(at, len(PACES) - 1)]

    def faster(self) -> None:
        """Wait less after each response."""
        at = bisect_left(PACES, self._live.pace)
        self._live.pace = PACES[max(at - 1, 0)]

    def hold(self) -> None:
        """Pause, or go on."""
        if self._live.paused:
            self._live.resume_play()
        else:
            self._live.pause()

    def step(self) -> None:
        """Let one response pass."""
        self._live.step()

    def said(self, ui: Interface) -> Localised:
        """The pace in words."""
        if self._live.paused:
            return ui.text("Paused. Space: go on, full stop: one response")
        seconds = self._live.pace
        if not seconds:
            return ui.text("Pace: as fast as the players answer. - slower, Space: pause")
        return ui.text(
            "Pace: {time} after each response. + faster, - slower, Space: pause",
            time=ui.duration(seconds),
        )
