"""Trouble for a program in a terminal: nothing that was said is lost.

The program is told to end, its terminal disappears, the disk is full, a game is broken, or the
window becomes tiny.
"""

from __future__ import annotations

import shutil
import signal
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.engine import REVEAL
from clemtui.store.read.reader import Reader
from clemtui.store.write.emergency import emergency_places
from tests.end_to_end.conftest import Program, Start
from tests.end_to_end.terminal import PATIENCE, Terminal
from tests.support.fake_openai import FakeOpenAI, Reply
from tests.support.paths import ROOT
from tests.ui.snapshots.environment import recorded_database
from tests.ui.snapshots.records import DATABASE

SECONDS = 20
"""Maximum seconds for the program to end.

It takes less than one on an idle machine, and checks its terminal every other second.
"""

SEED = 7
F1, F7, F9, F10 = "\x1bOP", "\x1b[18~", "\x1b[20~", "\x1b[21~"
HALF = "zzz half a clue"
TABOO = ("play", "taboo", "--new", "--lang", "en", "--as", "Ada", "--seed", str(SEED))
WORDLE = ("play", "wordle", "--new", "--lang", "en", "--as", "Ada", "--seed", str(SEED))
TARGET = str(open_catalogue().game("wordle").generate("en", SEED).data["target_word"])

Step = tuple[str, str]
"""What is typed or pressed, and what then appears on screen."""


@dataclass(frozen=True)
class State:
    """The state of the program when it is to end.

    Attributes:
        arguments: command line arguments.
        steps: steps after the start, the first one without a key.
        playing: whether an unfinished episode with a draft is on screen.
    """

    name: str
    steps: tuple[Step, ...]
    arguments: tuple[str, ...] = ()
    playing: bool = False


def _home(name: str, *steps: Step) -> State:
    return State(name, (("", "Recent"), *steps))


def _playing(name: str, *steps: Step) -> State:
    written = (HALF, f"Will be sent: CLUE: {HALF}")
    return State(name, (("", "Your answer"), written, *steps), TABOO, playing=True)


STATES = (
    _home("home"),
    _home("who plays", ("w", "Who plays\\?")),
    _home("settings", ("s", "Interface language")),
    _home("set-up", ("m", "Your role")),
    _home("history", ("r", r"\d+ episodes")),
    _home("reading", ("r", r"\d+ episodes"), ("down", "▌"), ("down", "▌"), ("enter", "Step")),
    _home("progress", ("d", r"Who +N +Played")),
    _home("help", (F1, "Keys")),
    _home("commands", (F10, "What do you want to do")),
    _playing("answering"),
    _playing("rules", (F7, "Summary, in")),
    _playing("pausing", (F9, "Paused since")),
    _playing("leaving", ("escape", r"Leave\?")),
    State(
        "result",
        (("", "Your guess"), (TARGET, "Will be sent"), ("enter", "Success|Solved in")),
        WORDLE,
    ),
    State(
        "saving",
        (
            ("", "Your guess"),
            (TARGET, "Will be sent"),
            ("enter", "Success|Solved in"),
            ("e", r"Save this episode[\s\S]*File +[/~]"),
        ),
        WORDLE,
    ),
)
GATE_STATES = {"home", "set-up", "history", "answering", "pausing", "result", "saving"}
"""The states tried in the gate; every night, all are."""


def _signal(number: signal.Signals) -> Callable[[Terminal], None]:
    return lambda terminal: terminal.program.kill(number)


def _close(terminal: Terminal) -> None:
    terminal.program.ptyproc.fileobj.close()


WAYS = {
    "SIGINT": (_signal(signal.SIGINT), 128 + signal.SIGINT),
    "SIGTERM": (_signal(signal.SIGTERM), 128 + signal.SIGTERM),
    "SIGHUP": (_signal(signal.SIGHUP), 128 + signal.SIGHUP),
    "a closed terminal": (_close, 128 + signal.SIGHUP),
}


@pytest.fixture(scope="module")
def earlier_evenings() -> Path:
    """A database of people who have played before."""
    return Path(recorded_database().name) / DATABASE


@pytest.fixture
def database(program: Program, earlier_evenings: Path) -> Path:
    """The database of the installed program, containing earlier evenings."""
    path = Path(program.environment["CLEMTUI_HOME"]) / "data" / "clemtui.db"
    path.parent.mkdir(parents=True)
    shutil.copyfile(earlier_evenings, path)
    return path


def _go_to(terminal: Terminal, state: State) -> None:
    for keys, pattern in state.steps:
        terminal.look()
        terminal.press(keys)
        terminal.wait(pattern)


def _rows(database: Path, sql: str, *values: object) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
        return list(connection.execute(sql, values))


def _until_gone(terminal: Terminal, *, readable: bool = True) -> None:
    deadline = time.monotonic() + SECONDS
    while terminal.program.isalive():
        assert time.monotonic() < deadline, f"it goes on\n{terminal.text}"
        if readable:
            terminal.read()
        else:
            time.sleep(0.05)
    if readable:
        terminal.read()  # its final output


def test_the_states_of_the_gate_are_among_all() -> None:
    assert {state.name for state in STATES} >= GATE_STATES


@pytest.mark.parametrize(
    ("state", "way"),
    [
        pytest.param(
            state,
            way,
            id=f"{state.name}, {way}",
            marks=() if state.name in GATE_STATES else pytest.mark.nightly,
        )
        for number, state in enumerate(STATES)
        for at, way in enumerate(WAYS)
        if state.name == "answering" or at == number % len(WAYS)
    ],
)
def test_it_ends_at_once_with_everything_saved(
    start: Start, database: Path, state: State, way: str
) -> None:
    before = {id for (id,) in _rows(database, "SELECT id FROM episodes")}
    terminal = start(*state.arguments)
    _go_to(terminal, state)
    end, code = WAYS[way]
    end(terminal)
    readable = end is not _close
    _until_gone(terminal, readable=readable)
    assert terminal.program.exitstatus == code
    if readable:
        before_it, shown_again, after = terminal.written.rpartition("\x1b[?1049l")
        assert shown_again, "the screen of before is not shown again"
        assert "\x1b[?25h" in after, "nor is the cursor"
        assert "Traceback" not in before_it + after
    unended = _rows(
        database,
        "SELECT id FROM sessions WHERE id NOT IN "
        "(SELECT session FROM sitting_events WHERE kind = 'ended')",
    )
    assert unended == [], "the end of the sitting is not on record"
    with Reader(database) as reader:
        mine = [each for each in reader.unfinished() if each.summary.id not in before]
        assert len(mine) == state.playing
        for each in mine:
            assert [draft.body for draft in each.drafts] == [{"clue": HALF}]
            assert each.lease is None, "another program can go on with it at once"


@pytest.fixture
def silent_model() -> Iterator[FakeOpenAI]:
    """A model that accepts the request and does not answer."""
    with FakeOpenAI([Reply(fault="never")] * 9) as server:
        yield server


def test_it_ends_while_a_model_is_asked(
    start: Start, database: Path, silent_model: FakeOpenAI
) -> None:
    model = ("--partner", "openai/silent", "--api-base", silent_model.base_url)
    terminal = start(*TABOO, *model)
    terminal.wait("Your answer")
    terminal.type(HALF)
    terminal.wait(f"Will be sent: CLUE: {HALF}")
    terminal.press("enter")
    _wait_for(lambda: silent_model.requests, terminal)
    terminal.program.kill(signal.SIGTERM)
    _until_gone(terminal)
    assert terminal.program.exitstatus == 128 + signal.SIGTERM
    assert _rows(database, "SELECT text FROM entries ORDER BY at DESC LIMIT 1") == [
        (f"CLUE: {HALF}",)
    ]
    (outcome,) = _rows(database, "SELECT outcome FROM attempts ORDER BY started_at DESC LIMIT 1")
    assert outcome != ("done",)


def _wait_for(happened: Callable[[], object], terminal: Terminal) -> None:
    deadline = time.monotonic() + PATIENCE
    while not happened():
        terminal.read()
        assert time.monotonic() < deadline, terminal.text


@pytest.mark.skipif(sys.platform != "linux", reason="limits of a running program are of Linux")
def test_where_the_disk_takes_no_more_the_screen_says_where_the_answer_is(
    start: Start, database: Path
) -> None:
    import resource

    terminal = start(*TABOO)
    terminal.wait("Your answer")
    terminal.type(HALF)
    terminal.wait(f"Will be sent: CLUE: {HALF}")
    _wait_for(
        lambda: _rows(database, "SELECT 1 FROM drafts WHERE body LIKE ?", f"%{HALF}%"), terminal
    )
    # Limit the size of every file to a few pages, which the log of the database already exceeds.
    resource.prlimit(terminal.program.pid, resource.RLIMIT_FSIZE, (16384, 16384))
    terminal.press("enter")
    terminal.wait("cannot be recorded")
    terminal.wait("The game has stopped here")
    emergency = emergency_places(database)[0]
    named = "".join(line.strip() for line in terminal.text.splitlines())
    assert emergency.name in named, terminal.text
    assert f"CLUE: {HALF}" in emergency.read_text(encoding="utf-8")
    terminal.look()
    terminal.press("enter")
    terminal.wait("Recent")
    terminal.press("ctrl+q")
    terminal.wait_for_exit()
    assert "Traceback" not in terminal.written


BROKEN = """
        if {condition}:
            raise RuntimeError(f"TOP SECRET: {{self.grid}}")
"""
"""A board that can no longer be drawn."""

Breaking = Callable[[str, str], Terminal]


@pytest.fixture
def breaking(start: Start, database: Path, tmp_path: Path) -> Breaking:
    """Play a custom game that breaks under a condition, giving one answer."""

    def play(condition: str, answer: str) -> Terminal:
        folder = tmp_path / "broken"
        shutil.copytree(ROOT / "tests" / "contract_games", folder)
        code = folder / "games" / "tidy" / "game.py"
        head = "    def view(self, watcher: str) -> View:"
        broken = head + BROKEN.format(condition=condition)
        text = code.read_text(encoding="utf-8")
        assert text.count(head) == 1
        code.write_text(text.replace(head, broken), encoding="utf-8")
        (folder / "games" / "tidy" / "versions.toml").unlink()
        terminal = start(
            *("play", "tidy", "--collection", str(folder), "--interface", "verbatim"),
            *("--lang", "en", "--as", "Ada", "--new"),
        )
        terminal.wait("Your answer")
        terminal.type(answer)
        terminal.wait(answer)
        terminal.press("enter")
        return terminal

    return play


def _last_said(database: Path) -> str:
    ((text,),) = _rows(database, "SELECT text FROM entries ORDER BY at DESC LIMIT 1")
    return str(text)


def test_a_broken_game_stops_and_can_be_left(breaking: Breaking, database: Path) -> None:
    terminal = breaking("self.penalties", "nonsense")
    terminal.wait("failed: RuntimeError")
    terminal.wait("Leave and resume later")
    terminal.press("down", "down")
    terminal.wait("▌Leave and resume later")
    terminal.press("enter")
    terminal.wait(r"Leave\?")
    terminal.press("enter")
    terminal.wait("Recent")
    terminal.press("ctrl+q")
    assert terminal.wait_for_exit() == 0
    assert _last_said(database) == "nonsense"


def test_a_program_that_goes_on_reads_every_key_once(start: Start, database: Path) -> None:
    """Continued without having been suspended: two threads would read, each some of the keys."""
    with start(*TABOO) as terminal:
        terminal.wait("Your answer")
        terminal.look()
        for _ in range(2):
            terminal.program.kill(signal.SIGCONT)
            terminal.read(0.5)
        text = "abcdefghijklmnopqrstuvwxyz0123456789"
        for character in text:
            terminal.type(character)
        terminal.wait(r"abcdefghijklmnopqrstuvwxyz\b[^0-9]*\b0123456789")
        terminal.type("\x1b[200~one ")
        terminal.read(0.3)
        terminal.type("two\rthree\x1b[201~")
        terminal.wait("one two three")
        terminal.press("ctrl+q", "enter")
        assert terminal.wait_for_exit() == 0


def test_a_crash_ends_with_one_line_and_a_report(breaking: Breaking, database: Path) -> None:
    terminal = breaking(f"watcher == {REVEAL!r}", "DONE")
    assert terminal.wait_for_exit() == 1
    said = terminal.written.rpartition("\x1b[?1049l")[2].replace("\r\n", "")
    (report,) = (database.parent / "crashes").iterdir()
    assert "Sorry, clemtui has crashed." in said
    assert str(report) in said
    assert "Traceback" not in terminal.written
    assert "SECRET" not in terminal.written
    told = report.read_text(encoding="utf-8")
    assert "in view" in told
    assert "SECRET" not in told
    assert _last_said(database) == "DONE", "what was played is saved"


def test_a_tiny_terminal_says_so_and_all_is_there_again_afterwards(
    start: Start, database: Path
) -> None:
    terminal = start(*TABOO)
    terminal.wait("Your answer")
    terminal.type(HALF)
    before = terminal.wait(f"Will be sent: CLUE: {HALF}").string
    for columns, lines in ((10, 5), (1, 1), (39, 11)):
        _resize(terminal, columns, lines)
        terminal.wait("(?s)T" if columns < 10 else "The")
    assert "too small" in " ".join(terminal.text.split())
    _resize(terminal, 80, 24)
    terminal.wait(f"Will be sent: CLUE: {HALF}")
    terminal.look()
    assert terminal.text == before
    terminal.press("ctrl+q")
    assert terminal.wait_for_exit() == 0


def _resize(terminal: Terminal, columns: int, lines: int) -> None:
    terminal.screen.resize(lines, columns)
    terminal.screen.reset()
    terminal.program.setwinsize(lines, columns)
