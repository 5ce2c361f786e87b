"""A whole evening with the installed program: one database, real keys, and the records afterwards.

The first start asks for a name. Wordle is set up and played to its end, then taboo: paused, killed
while the person is typing, resumed, and switched to another interface language during play. Then it
is found in the history by a word of its text, read step by step, and saved as a document.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from clemtui.records.rows import StoredEpisode
from clemtui.store.read.reader import Reader
from tests.end_to_end.conftest import Program, Start
from tests.end_to_end.terminal import PATIENCE, Terminal, tiles

pytestmark = pytest.mark.timeout(300)

F9, F10 = "\x1b[20~", "\x1b[21~"
HOME_KEY = "\x1b[H"
CLUES = ("zzz the beginning", "zzz a river of words", "zzz the end")
DRAFT, REST = "zzz a river", " of words"


class Evening:
    """A person at the terminal, with access to the records.

    Attributes:
        terminal: the running program.
    """

    def __init__(self, program: Program, start: Start) -> None:
        self._program = program
        self._start = start
        self._database = Path(program.environment["CLEMTUI_HOME"]) / "data" / "clemtui.db"
        self.begin()

    def begin(self) -> None:
        """Start the program without arguments."""
        self.terminal: Terminal = self._start()

    # The terminal

    def choose(self, key: str, pattern: str) -> None:
        """Press a key that chooses something, and wait for the result.

        Waits first, because a new screen ignores such keys at first.
        """
        self.terminal.look()
        self.terminal.press(key)
        self.terminal.wait(pattern)

    def command(self, name: str, pattern: str) -> None:
        """Run a command of the palette."""
        self.terminal.press(F10)
        self.terminal.wait("What do you want to do|Was möchtest du tun")
        self.terminal.type(name)
        self.terminal.wait(rf"▌{name}")
        self.choose("enter", pattern)

    def clue(self, text: str) -> None:
        """Type a clue, or the rest of one, and send it."""
        self.terminal.type(text)
        begins = text.strip()[:8]  # in the field; the line below it may be cut off
        self.terminal.wait(rf"{begins}[\s\S]*(Will be sent|Gesendet wird): CLUE")
        self.terminal.press("enter")

    # The records

    def episode(self, game: str) -> StoredEpisode:
        """Return the only episode of a game."""
        (found,) = (each for each in self._program.episodes() if each["game"] == game)
        with Reader(self._database) as reader:
            return reader.load(found["id"])

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the result of a query."""
        with closing(sqlite3.connect(f"{self._database.as_uri()}?mode=ro", uri=True)) as database:
            return list(database.execute(sql, values))

    def wait_for_rows(self, sql: str, *values: object) -> None:
        """Wait until a query returns something."""
        deadline = time.monotonic() + PATIENCE
        while not self.rows(sql, *values):
            self.terminal.read()
            assert time.monotonic() < deadline, f"{sql}\n{self.terminal.text}"


@pytest.fixture
def evening(program: Program, start: Start) -> Evening:
    """The very first start."""
    return Evening(program, start)


def test_a_whole_evening(evening: Evening, program: Program, start: Start) -> None:
    _say_who_one_is(evening)
    _win_wordle(evening)
    _begin_taboo_pause_and_be_killed(evening)
    _go_on_with_the_draft(evening)
    _finish_it_in_german(evening)
    document = _find_read_and_save_it(evening, program)
    evening.terminal.press("ctrl+q")
    assert evening.terminal.wait_for_exit() == 0
    _the_records_hold_all_of_it(evening)
    for clue in CLUES:
        assert clue in document


def _say_who_one_is(evening: Evening) -> None:
    evening.terminal.wait("What name would you like to use")
    evening.terminal.type("Ada")
    evening.choose("enter", r"clemtui.* Ada\n[\s\S]*▐Wordle▌")


def _win_wordle(evening: Evening) -> None:
    evening.choose("enter", r"Wordle.*round 1\b")
    target = str(evening.episode("wordle").instance.data["target_word"])
    for number, word in enumerate(("crane", "lousy", target), start=1):
        evening.terminal.wait(rf"Wordle.*round {number}\b")
        evening.terminal.type(word)
        evening.terminal.wait(tiles(word))
        evening.terminal.press("enter")
    evening.terminal.wait("Success|Solved in")
    evening.choose("escape", r"Recent[^\n]*\n.*Wordle")


def _begin_taboo_pause_and_be_killed(evening: Evening) -> None:
    evening.choose("right", "▐Taboo▌")
    evening.choose("enter", r"Taboo.*round 1\b")
    evening.clue(CLUES[0])
    evening.terminal.wait(r"Taboo.*round 2\b")
    evening.choose(F9, "Paused since")
    assert CLUES[0] not in evening.terminal.text, "nobody who passes by reads on"
    evening.choose(F9, r"Taboo.*round 2\b")
    evening.terminal.type(DRAFT)
    evening.terminal.wait(DRAFT)
    evening.wait_for_rows("SELECT 1 FROM drafts WHERE body LIKE ?", f"%{DRAFT}%")
    evening.terminal.kill()


def _go_on_with_the_draft(evening: Evening) -> None:
    evening.begin()
    evening.terminal.wait(r"clemtui.* Ada\n")
    evening.terminal.wait(r"Resume[^\n]*\n.*Taboo")
    evening.choose("tab", r"▌Taboo.*\n[\s\S]*Recent")
    evening.choose("enter", r"Taboo.*round 2\b")
    evening.terminal.wait(f"Will be sent: CLUE: {DRAFT}")
    evening.clue(REST)
    evening.terminal.wait(r"Taboo.*round 3\b")


def _finish_it_in_german(evening: Evening) -> None:
    evening.command("Language: Deutsch", r"Runde 3\b")
    evening.terminal.wait("Verlauf")
    evening.clue(CLUES[2])
    evening.terminal.wait("Verloren")
    evening.command("Sprache: English", "Lost")
    evening.choose("escape", r"Recent[^\n]*\n.*Taboo.*\n.*Wordle")


def _find_read_and_save_it(evening: Evening, program: Program) -> str:
    """Find the episode, read it, save it, and return what was saved."""
    terminal = evening.terminal
    evening.choose("r", r"History[\s\S]*2 episodes")
    evening.choose("/", "to search")
    terminal.type("river")
    evening.choose("enter", r"Filtered: 1 episode[\s\S]*zzz a river of words")
    evening.choose("enter", "Match 1 of")
    evening.choose(HOME_KEY, rf"\A(?![\s\S]*{CLUES[0]})[\s\S]*●━*─+")
    evening.choose("right", CLUES[0])
    assert CLUES[1] not in terminal.text, "step by step"
    evening.choose("e", "Save this episode[\\s\\S]*Markdown")
    terminal.wait(r"File +[/~]")
    evening.choose("enter", "Saved to")
    (file,) = program.folder.iterdir()
    evening.choose("escape", "History")
    return file.read_text(encoding="utf-8")


def _the_records_hold_all_of_it(evening: Evening) -> None:
    wordle, taboo = evening.episode("wordle").summary, evening.episode("taboo").summary
    assert [each.state for each in (wordle, taboo)] == ["finished", "finished"]
    assert [each.scores and each.scores.outcome for each in (wordle, taboo)] == ["success", "lose"]
    assert [each.people for each in (wordle, taboo)] == [("Ada",), ("Ada",)]
    assert [seat.kind for seat in taboo.seats] == ["human", "scripted"]

    said = [
        text
        for (text,) in evening.rows(
            "SELECT text FROM entries WHERE episode = ? AND seat = 'Player 1' ORDER BY seq",
            taboo.id,
        )
    ]
    assert said == [f"CLUE: {clue}" for clue in CLUES]

    sessions = evening.rows("SELECT id, front, person FROM sessions ORDER BY started_at")
    assert [front for _, front, _ in sessions] == ["app", "app"], "one for each start"
    first, second = (id for id, _, _ in sessions)
    entered = evening.rows(
        "SELECT DISTINCT session FROM entries WHERE episode = ? ORDER BY seq", taboo.id
    )
    assert entered == [(first,), (second,)], "who says when what was said under which start"
    events: dict[str, tuple[str, ...]] = dict.fromkeys((first, second), ())
    for session, kind in evening.rows("SELECT session, kind FROM sitting_events ORDER BY at"):
        events[session] += (kind,)
    assert events[first] == ("paused", "resumed"), "it was killed"
    assert events[second] == ("ended",)

    met = evening.rows(
        "SELECT e.game, x.kind FROM exposures x JOIN episodes e ON e.id = x.episode ORDER BY x.at"
    )
    assert sorted(met) == [
        ("taboo", "played"),
        ("taboo", "saw solution"),
        ("wordle", "played"),
        ("wordle", "saw solution"),
    ]
