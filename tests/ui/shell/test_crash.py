"""Crashes: a report file and a one-line message, never a traceback over the screen."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from textual.widget import MountError
from textual.widgets import Static
from textual.worker import WorkerFailed

from clemtui.archive.episodes import list_episodes
from clemtui.language import Interface
from clemtui.records.rows import EpisodeFilter
from clemtui.ui.home.screen import HomeScreen
from clemtui.ui.shell.crash import Crash, crash_message, write_report
from tests.support.paths import ROOT
from tests.ui.support.app import on, opened

terminal = pytest.importorskip("tests.end_to_end.terminal", reason="pseudo-terminals")

CRASHING = """
import sys
from clemtui.cli import main
from clemtui.ui.shell.base import BaseScreen

def fail(self):
    secret = "TOP SECRET"
    raise RuntimeError(f"said by somebody: {secret}")

async def fail_in_a_worker(self):
    fail(self)

def begin(self):
    self.run_worker(fail_in_a_worker(self))

BaseScreen.action_help = {action}
main(sys.argv[1:])
"""


def failure() -> Exception:
    secret = "TOP SECRET"
    try:
        raise ValueError(f"said by somebody: {secret}")
    except ValueError as error:
        return error


def test_a_report_has_locations_but_no_content(tmp_path: Path) -> None:
    moment = datetime(2030, 1, 2, 3, 4, 5, tzinfo=UTC)
    path = write_report(failure(), tmp_path / "new" / "crashes", now=moment)
    text = path.read_text(encoding="utf-8")
    assert path.name.startswith("crash-20300102-030405")
    assert "builtins.ValueError" in text
    assert "in failure" in text
    for word in ("clemtui ", "Python ", "textual ", "2030-01-02T03:04:05"):
        assert word in text
    assert "SECRET" not in text
    assert "said by somebody" not in text
    assert str(Path.home()) not in text


def test_the_line_names_the_file(tmp_path: Path) -> None:
    line = crash_message(failure(), tmp_path / "crashes", Interface("en"))
    (file,) = (tmp_path / "crashes").iterdir()
    assert str(file) in line
    assert "\n" not in line
    assert "SECRET" not in line


def test_where_no_report_can_be_written_the_line_says_what_happened(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    for folder in (tmp_path / "file" / "crashes", None):
        line = crash_message(failure(), folder, Interface("en"))
        assert "ValueError" in line
        assert "test_crash.py" in line
        assert "\n" not in line


async def test_a_bug_in_a_worker_is_reported_unwrapped(tmp_path: Path) -> None:
    crashes = tmp_path / "crashes"

    async def work() -> None:
        raise failure()

    async def crash() -> None:
        async with opened(tmp_path, crashes=crashes) as (app, pilot):
            await on(pilot, HomeScreen)
            app.run_worker(work())
            await pilot.pause()

    with pytest.raises(Crash) as ended:
        await crash()
    assert isinstance(ended.value.__cause__, ValueError)
    assert not isinstance(ended.value.__cause__, WorkerFailed)
    (report,) = crashes.iterdir()
    assert "in failure" in report.read_text(encoding="utf-8")


async def test_what_has_no_place_once_the_app_has_exited_is_no_crash(tmp_path: Path) -> None:
    crashes = tmp_path / "crashes"
    async with opened(tmp_path, crashes=crashes) as (app, pilot):
        await on(pilot, HomeScreen)
        place = app.screen
        app.exit()
        with pytest.raises(MountError) as late:
            await place.mount(Static())
        app._handle_exception(late.value)
        assert app.crash is None
    assert not crashes.exists()


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Return the environment of a home where a name is set.

    Otherwise the question for the name would appear just when F1 is pressed.
    """
    config = tmp_path / "home" / "config"
    config.mkdir(parents=True)
    (config / "clemtui.toml").write_text('person = "Ann"\n', encoding="utf-8")
    return {
        **{name: value for name, value in os.environ.items() if name != "NO_COLOR"},
        "CLEMTUI_HOME": str(tmp_path / "home"),
        "CLEMTUI_LANG": "en",
        "PYTHONPATH": str(ROOT),
    }


@pytest.fixture
def crashing(environment: dict[str, str]) -> Iterator[object]:
    """Return a function that starts the program with a bug behind F1."""
    started = []

    def start(*arguments: str, action: str = "fail") -> object:
        command = [sys.executable, "-c", CRASHING.replace("{action}", action), *arguments]
        run = terminal.Terminal(command, environment=environment, columns=100)
        started.append(run)
        return run

    yield start
    for run in started:
        run.program.close(force=True)


def after(run: object) -> str:
    """Return what the program wrote after it had restored the terminal."""
    written: str = run.written  # type: ignore[attr-defined]
    assert "\x1b[?1049l" in written, "the screen of before is not shown again"
    assert "\x1b[?25h" in written, "the cursor is not shown again"
    assert "\x1b[?1003l" in written, "the mouse is not given back"
    return written.rpartition("\x1b[?1049l")[2]


@pytest.mark.parametrize("action", ["fail", "begin"])
def test_the_terminal_is_given_back_with_one_line(
    crashing: object, tmp_path: Path, action: str
) -> None:
    run = crashing(action=action)  # type: ignore[operator]
    run.wait("Taboo")
    run.press("f1")
    assert run.wait_for_exit() == 1
    said = after(run)
    (report,) = (tmp_path / "home" / "data" / "crashes").iterdir()
    assert str(report) in said.replace("\r\n", "")
    assert "Traceback" not in run.written
    assert "SECRET" not in run.written
    assert "in fail" in report.read_text(encoding="utf-8")


def test_debug_shows_the_traceback(crashing: object) -> None:
    run = crashing("--debug")  # type: ignore[operator]
    run.wait("Taboo")
    run.press("f1")
    assert run.wait_for_exit() == 1
    said = after(run)
    assert "Traceback" in said
    assert "RuntimeError: said by somebody" in said


def test_the_episode_is_recorded_and_released(crashing: object, tmp_path: Path) -> None:
    run = crashing("play", "wordle", "--as", "Ada", "--seed", "7")  # type: ignore[operator]
    run.wait("Your guess")
    run.type("crane")
    run.wait("Will be sent:.*crane")
    run.press("enter")
    run.wait("round 2")
    run.press("f1")
    assert run.wait_for_exit() == 1
    (episode,) = list_episodes(tmp_path / "home" / "data" / "clemtui.db", EpisodeFilter())
    assert episode.state == "running"
    assert episode.responses == 1
    again = crashing("play", "--resume", "--as", "Ada")  # type: ignore[operator]
    again.wait("round 2")
    again.program.kill(signal.SIGTERM)
    assert again.wait_for_exit() == 128 + signal.SIGTERM
