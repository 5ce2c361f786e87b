"""A terminal that takes nothing any more, as that of a connection that hangs: the program waits for
it, and still ends in time, with everything saved, when it is told to or the terminal goes.
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
"""Rows and columns of a window of which a picture is more than a terminal takes unread."""
SLOWLY = 0.02
"""Seconds between two keys, so that each is drawn for itself."""
UNSAVED = 3.0
"""Seconds without a new draft, of a person who types: the program does nothing any more."""
WORK = 10.0
"""Seconds for what the program does besides waiting, on a busy machine."""


def _draft(database: Path) -> str:
    """What is kept of the clue that is being written."""
    with Reader(database) as reader:
        (episode,) = reader.unfinished()
    return "".join(str(draft.body) for draft in episode.drafts)


def _stuck(terminal: Terminal, database: Path) -> str:
    """Type on and on in a window that nobody shows, until nothing happens any more; returns the
    draft that was saved last."""
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
