"""A test of how many files an answer passes through from key press to committed row."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from clemtui.episode.loop.commands import Answered
from clemtui.store.write import heartbeat
from clemtui.ui.widgets.answer.composer import Composer
from clemtui.ui.widgets.answer.editing import Submitted
from tests.support.paths import ROOT
from tests.ui.support.app import ControlledPartner, playing, until

LONGEST = 12


class HandOffProfiler:
    """A profiler that collects the program's files on the stack wherever the answer is handed on.

    This is when it is posted as a message, put into the queue of the loop or of the writer thread,
    or written to the database. Other threads than the app's and the writer's, such as the one that
    loads the model library meanwhile, hand on nothing of it.
    """

    def __init__(self) -> None:
        self.app_thread = threading.current_thread()
        self.files: list[str] = []
        self.noting = False

    def __call__(self, frame: FrameType, event: str, arg: Any) -> None:
        if self.noting and self._hands_on(frame, event, arg):
            stack: list[str] = []
            place: FrameType | None = frame
            while place is not None:
                stack.append(place.f_code.co_filename)
                place = place.f_back
            for file in map(Path, reversed(stack)):
                if file.is_relative_to(ROOT / "clemtui"):
                    name = file.relative_to(ROOT).as_posix()
                    if name not in self.files:
                        self.files.append(name)

    def _hands_on(self, frame: FrameType, event: str, arg: Any) -> bool:
        thread = threading.current_thread()
        if thread is not self.app_thread:
            return thread.name == "recorder" and event == "c_call" and arg.__name__ == "execute"
        if event == "c_call":
            return bool(arg.__name__ == "put")
        if event == "call" and frame.f_code.co_name == "post_message":
            return isinstance(frame.f_locals.get("message"), Submitted | Composer.Sent)
        if event == "call" and frame.f_code.co_name == "put_nowait":
            return isinstance(frame.f_locals.get("item"), Answered)
        return False


@contextmanager
def profiled(path: HandOffProfiler) -> Iterator[None]:
    """Profile this thread and all threads started meanwhile."""
    threading.setprofile(path)
    sys.setprofile(path)
    try:
        yield
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def documented() -> list[str]:
    """Return the files on the path as listed in the documentation."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    return re.findall(r"^[0-9]+\. `([^`]+)`", text, re.MULTILINE)


async def test_answer_path_is_as_documented(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heartbeat, "HEARTBEAT_SECONDS", 3600.0)  # it has a path of its own
    path, partner = HandOffProfiler(), ControlledPartner()
    with profiled(path):
        async with playing(tmp_path, "taboo", partners={"Player 2": partner}) as table:
            await table.wait_for_request()
            await table.type("a clue")
            await until(table.pilot, lambda: not table.composer.draft_due)
            path.noting = True
            await table.pilot.press("enter")
            await until(table.pilot, lambda: partner.pending)
            path.noting = False
    assert sorted(path.files) == sorted(documented())
    assert len(path.files) <= LONGEST
