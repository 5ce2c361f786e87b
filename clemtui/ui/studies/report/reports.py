"""The reports computed in this run of the app: each once, as long as its records stay the same."""

from __future__ import annotations

import asyncio

from clemtui.study.presenting import Presentation, Traces, present
from clemtui.study.service import Studies, StudyInRecords


class Reports:
    """The newest report of each study. A computation goes on when its screen is left."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[Traces, asyncio.Task[Presentation]]] = {}

    def of(
        self, studies: Studies, study: StudyInRecords, traces: Traces
    ) -> asyncio.Task[Presentation]:
        """Return the report of a study, which may still be being computed.

        Args:
            traces: what it depends on by now; it is computed anew if they differ from before.
        """
        name = study.frozen.id
        known = self._found.get(name)
        if known is not None and known[0] == traces and not _failed(known[1]):
            return known[1]
        task = asyncio.create_task(present(studies, study))
        task.add_done_callback(_failed)  # else asyncio complains of an error that no one awaits
        self._found[name] = (traces, task)
        return task


def _failed(task: asyncio.Task[Presentation]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)
