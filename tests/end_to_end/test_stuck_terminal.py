"""A terminal that no longer accepts output, as when a connection hangs.

The program waits for it, but still ends in time, with everything saved, when it is told to or when
the terminal disappears.
"""

from __future__ import annotations

import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from clemtui.store.read.reader import Reader
from clemtui.ui.terminal.signals import EXIT_TIMEOUT_SECONDS, TERMINAL_CHECK_SECONDS
from tests.end_to_end.conftest import Program, Start
from tests.end_to_end.terminal import PATIENCE, Terminal

HUGE = (200, 500)
"""Rows and columns of a window whose content exceeds what a terminal buffers unread."""
SLOWLY = 0.02
"""Seconds between two keys, so that each is drawn separately."""
UNSAVED = 3.0
"""Seconds without a new draft while typing, after which the program is considered stuck."""
WORK = 10.0
"""Seconds for other work of the program, on a busy machine."""


def _draft(database: Path) -> str:
    """Return the saved draft of the clue being written."""
    with Reader(database) as reader:
        (episode,) = reader.unfinished()
    return "".join(str(draft.body) for draft in episode.drafts)


def _stuck(terminal: Terminal, database: Path) -> str:
    """Type in a window that no one reads until the program is stuck. Returns the saved draft."""
    terminal.wait("Your answer")
    terminal.type("zzz")
    terminal.wait("Will be sent: CLUE: zzz")
    terminal.program.setwinsize(*HUGE)
    deadline = time.monotonic() + PATIENCE
    saved, since = _draft(database), time.monotonic()
    while time.monotonic() < since + UNSAVED:
        assert time.monotonic() < deadline, "the terminal takes everything"
        terminal.type("z")
        time.sleep(SLOWLY)
        if (now := _draft(database)) != saved:
            saved, since = now, time.monotonic()
    return saved


def _ended_within(terminal: Terminal, seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while terminal.program.isalive():
        assert time.monotonic() < deadline, "it goes on"
        time.sleep(0.05)


def _close(terminal: Terminal) -> None:
    terminal.program.ptyproc.fileobj.close()


def _terminate(terminal: Terminal) -> None:
    terminal.program.kill(signal.SIGTERM)


@pytest.mark.parametrize(
    ("end", "seconds"),
    [
        pytest.param(_close, TERMINAL_CHECK_SECONDS, id="it goes"),
        pytest.param(_terminate, 2 * TERMINAL_CHECK_SECONDS + EXIT_TIMEOUT_SECONDS, id="SIGTERM"),
    ],
)
def test_a_program_whose_terminal_takes_nothing_ends_with_everything_saved(
    start: Start, program: Program, end: Callable[[Terminal], None], seconds: float
) -> None:
    terminal = start("play", "taboo", "--new", "--lang", "en", "--as", "Ada")
    database = Path(program.environment["CLEMTUI_HOME"]) / "data" / "clemtui.db"
    saved = _stuck(terminal, database)
    end(terminal)
    _ended_within(terminal, seconds + WORK)
    assert len(_draft(database)) > len(saved), "what was typed last is saved as well"
    with Reader(database) as reader:
        (episode,) = reader.unfinished()
    assert episode.lease is None, "another program can go on with it at once"
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
        ended = connection.execute("SELECT 1 FROM sitting_events WHERE kind = 'ended'").fetchall()
    assert len(ended) == 1
