"""The drawing game as lines of text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clemtui.engine import Response
from tests.plain.playing import lines, play, recorded

GIVER = ("imagegame", "--seat", "Player 1", "--new", "--as", "ada")
FOLLOWER = ("imagegame", "--seat", "Player 2", "--new", "--as", "ada")


def responses(home: Path) -> list[str]:
    """Return the responses of the newest episode, in order."""
    entries = (entry.entry for entry in recorded(home)[0].entries)
    return [entry.text for entry in entries if isinstance(entry, Response)]


@pytest.mark.parametrize("end", ["DONE", "done", "/done", "Command: DONE"])
def test_giver_may_end_with_any_form_of_done(home: Path, end: str) -> None:
    called = play(*GIVER, typed=lines("Fill row 1 with A", end))
    assert called.out.count("Your command:") == 2
    assert called.out.count("/done: everything is described") == 2
    first, _, last = responses(home)
    assert first == "Command: Fill row 1 with A"
    assert last.lower() == "command: done"
    assert recorded(home)[0].state == "finished"


def test_near_miss_of_done_is_questioned(home: Path) -> None:
    called = play(*GIVER, typed=lines("DONE.", "no", "DONE"))
    assert "Warning: Written like this, it is sent as a command" in called.out
    assert responses(home) == ["Command: DONE"]


def test_a_giver_plays_in_german(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLEMTUI_LANG", "de")
    play(*GIVER, "--lang", "de", typed=lines("Fülle Zeile 1 mit A", "FERTIG"))
    first, _, last = responses(home)
    assert (first, last) == ("Befehl: Fülle Zeile 1 mit A", "Befehl: FERTIG")


def test_follower_edits_single_rows(home: Path) -> None:
    play(*FOLLOWER, typed=lines("a*", "", "a.b", "/done"))
    rows = ["A A A A A", "▢ ▢ ▢ ▢ ▢", "A ▢ B ▢ ▢", "▢ ▢ ▢ ▢ ▢", "▢ ▢ ▢ ▢ ▢"]
    assert responses(home)[1] == "\n".join(rows)


def test_giver_at_a_dumb_terminal(terminal: Any) -> None:
    child = terminal("play", *GIVER)
    child.expect("/done: everything is described .*\r\nYour command:")
    child.sendline("Fill row 1 with A")
    child.expect("You · Giver: Fill row 1 with A")
    child.expect("Your command:")
    child.sendline("DONE")
    child.expect("The giver says that everything has been described.")
    child.expect("Enter to finish")
    child.sendline("")
    child.wait()
    assert child.exitstatus == 0
