"""The transcript lines that have not been displayed yet."""

from __future__ import annotations

from collections.abc import Iterable

from clemtui.episode.stage import Stage
from clemtui.ui.widgets.transcript.lines import entries_of
from clemtui.ui.widgets.transcript.rows import Entry
from clemtui.wording.phrases import Voice


class TranscriptCursor:
    """A cursor over the transcript lines of the active viewer.

    It returns each line once, with the number of each new round before it unless the viewer plays
    in the verbatim interface.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._taken = 0
        self._round = 0

    def reset(self) -> None:
        """Start over, for an empty transcript or another viewer."""
        self._taken = 0
        self._round = 0

    def new_entries(self, voice: Voice) -> Iterable[Entry]:
        """Return the new entries; side questions are included only when watching."""
        state, watching = self._stage.state, self._stage.watching
        new = state.lines[self._taken :]
        told = new if watching else [line for line in new if not line.side]
        after = self._round
        self._taken += len(new)
        self._round = max([after, *(line.round for line in told)])
        rounds = watching or not state.verbatim
        return entries_of(told, voice, self._stage.active or "", after=after, rounds=rounds)
