"""However the program is stopped, what was played is recorded and can be resumed."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from clemtui.archive.episodes import list_episodes
from clemtui.records.rows import EpisodeFilter
from tests.support.calling import call, program
from tests.support.paths import ROOT

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="signals of POSIX")


def wait_for(process: subprocess.Popen[bytes], line: bytes, *, error: bool = False) -> None:
    """Read output up to a line with this beginning."""
    stream = process.stderr if error else process.stdout
    assert stream is not None
    for found in stream:
        if found.startswith(line):
            return
    raise AssertionError(f"the program ended before it said {line!r}")


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_signal_leaves_the_episode_resumable(name: str, home: Path) -> None:
    process = program("play", "wordle")
    assert process.stdin is not None
    wait_for(process, b"Your guess")
    process.stdin.write(b"crane\n\n")
    process.stdin.flush()
    wait_for(process, b"Your guess")
    process.send_signal(getattr(signal, name))
    out, err = process.communicate(timeout=30)
    assert process.returncode == 0
    assert err == b""
    command = out.decode().splitlines()[-1].split()
    assert command[:3] == ["clemtui", "play", "--resume"]
    assert "You · Guesser: crane" in call(*command[1:]).out  # no program holds its lease any more


def test_closed_pipe_ends_the_program_quietly(home: Path) -> None:
    process = program("play", "wordle")
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    wait_for(process, b"Your guess")
    process.stdout.close()
    process.stdin.write(b"crane\n\n")
    process.stdin.close()
    assert process.wait(30) == 1
    assert process.stderr.read() == b""
    process.stderr.close()
    (episode,) = list_episodes(home / "data" / "clemtui.db", EpisodeFilter())
    assert episode.state == "running"


def test_interrupted_run_resumes_without_repeats(home: Path) -> None:
    process = program("run", "wordle", "--players", "scripted")
    wait_for(process, b"[2/30]", error=True)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 1
    said, _, command = err.decode().splitlines()[-1].rpartition(": ")
    assert said == "clemtui: Not everything was played. To resume"
    again = call(*command.split()[1:])
    assert again.code == 0
    assert "[1/30]" not in again.err
    assert "[30/30]" in again.err
    episodes = list_episodes(home / "data" / "clemtui.db", EpisodeFilter())
    assert len(episodes) == 30
    assert {episode.state for episode in episodes} == {"finished"}


@pytest.mark.parametrize("closed", [">&-", "<&- >&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_failure(closed: str, home: Path) -> None:
    """No file that is opened later takes the place of a closed stream."""
    arguments = [
        sys.executable,
        "-m",
        "clemtui",
        "run",
        "wordle",
        "--players=scripted",
        "--limit=1",
    ]
    command = f"{shlex.join(arguments)} {closed}"
    ended = subprocess.run(
        ["sh", "-c", command],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout == b""
    episodes = list_episodes(home / "data" / "clemtui.db", EpisodeFilter())
    assert [each.state for each in episodes] == ["finished"] * 2
