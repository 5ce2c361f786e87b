"""The lines of a transcript that are not on the screen yet."""

from __future__ import annotations

from collections.abc import Iterable

from clemtui.episode.stage import Stage
from clemtui.ui.widgets.transcript.lines import entries_of
from clemtui.ui.widgets.transcript.rows import Entry
from clemtui.wording.phrases import Voice


class NewLines:
    """Gives each line of whoever is active once, with the number of each new round before it."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._taken = 0
        self._round = 0

    def from_beginning(self) -> None:
        """Give everything again: the transcript is empty, or another person's."""
        self._taken = 0
        self._round = 0

    def take(self, voice: Voice) -> Iterable[Entry]:
        """The entries that are new. Side questions are told to whoever watches alone."""
        state, watching = self._stage.state, self._stage.watching
        new = state.lines[self._taken :]
        told = new if watching else [line for line in new if not line.side]
        after = self._round
        self._taken += len(new)
        self._round = max([after, *(line.round for line in told)])
        rounds = watching or not state.verbatim
        return entries_of(told, voice, self._stage.active or "", after=after, rounds=rounds)
