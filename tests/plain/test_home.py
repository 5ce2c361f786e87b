"""The home screen as text, and what a person at a terminal can do there."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest

from tests.plain.playing import lines, play, recorded
from tests.support.calling import call
from tests.support.fake_openai import FakeOpenAI


def test_unfinished_then_games_then_recent(home: Path) -> None:
    play("wordle", typed=lines("/giveup", "yes"))
    play("taboo", typed=lines("a chair"))
    said = call("--plain").out
    unfinished, games = said.partition("Games:")[::2]
    assert re.search(
        r"- taboo \(English\), \S+ \d+, .*\n  clemtui play --resume [0-9a-f]{8}\n", unfinished
    )
    games, lately = games.partition("Played recently:")[::2]
    assert "- wordle: Find a five-letter word" in games
    assert "- wordle (English), " in lately
    assert ": Aborted. Id " in lately
    assert "- taboo, " not in lately


def test_at_a_terminal_only_ones_own_recent_episodes_are_listed(terminal: Any, home: Path) -> None:
    """As in the app; through a pipe, nobody was asked who they are."""
    play("wordle", "--as", "ada", typed=lines("/giveup", "yes"))
    play("taboo", "--as", "bob", typed=lines("/giveup", "yes"))
    child = terminal("--plain")
    child.expect("Played recently:")
    child.expect("What would you like to do")
    assert "- wordle (English)" in child.before, "ada plays by default"
    assert "- taboo (English)" not in child.before
    child.sendline("leave")
    child.expect(pexpect.EOF)
    lately = call("--plain").out.partition("Played recently:")[2]
    assert "taboo (English)" in lately
    assert "wordle (English)" in lately


def test_nothing_is_asked_through_a_pipe(home: Path) -> None:
    said = call("--plain", typed=lines("ada", "play wordle"))
    assert said.code == 0
    assert "What would you like to do?" not in said.out
    assert "Your pseudonym" not in play("wordle").out


def test_a_whole_sitting_at_a_terminal(terminal: Any, home: Path) -> None:
    with FakeOpenAI(["Good day"]) as server:
        child = terminal("--plain", OPENAI_API_BASE=server.base_url, OPENAI_API_KEY="x")
        child.expect("Your pseudonym \\(Enter for player-[0-9a-f]{4}\\):")
        child.sendline("ada\tlovelace")
        child.expect("a name must be one line of letters")
        child.expect("Your pseudonym")
        child.sendline("ada")
        child.expect("You are playing as ada.")
        child.expect("- wordle: ")
        child.expect("What would you like to do")
        child.sendline("play wordel")
        child.expect("Unknown game wordel; did you mean wordle")
        child.sendline("rules wordle")
        child.expect("There is a hidden word of five letters")
        child.sendline("hello openai/gpt-4o-mini")
        child.expect("answered after .*: Good day")
        child.sendline("play taboo")
        child.expect("Which role do you play")
        child.sendline("2")
        child.expect("Which language")
        child.sendline("")
        child.expect("Who plays Describer")
        child.expect("Enter for the scripted player:")
        child.sendline("")
        child.expect("You are Guesser.")
        child.expect("Your guess:")
        child.sendline("/leave")
        child.expect("clemtui play --resume")
        child.sendline("list")
        child.expect("Unfinished episodes")
        child.expect("1. taboo \\(English\\), ")
        child.expect("What would you like to do")
        child.sendline("resume 1")
        child.expect("Your guess:")
        child.sendline("/giveup")
        child.sendline("yes")  # nobody can have read the question: it is no answer to it
        child.expect("yes or no:")
        child.sendline("yes")
        child.expect("What next")
        child.sendline("leave")
        child.expect("What would you like to do")
        child.sendline("play taboo")
        child.expect("Same as last time: you are Guesser, with scripted player, in English")
        child.sendline("yes")
        child.expect("Your guess:")
        child.sendline("/leave")
        child.expect("What would you like to do")
        child.sendline("history state:finished")
        child.expect("1 episode:")
        child.sendline("")
        child.sendline("leave")
        child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 0
    second, first = recorded(home)
    assert first.summary.people == second.summary.people == ("ada",)
    assert [first.state, second.state] == ["finished", "running"]


def test_configured_person_is_used_without_asking(terminal: Any, home: Path) -> None:
    config = home / "config" / "clemtui.toml"
    config.parent.mkdir(parents=True)
    config.write_text('person = "grace"\n', encoding="utf-8")
    child = terminal("play", "wordle")
    child.expect("Your guess:")
    assert "Your pseudonym" not in child.before
    child.sendeof()
    child.expect(pexpect.EOF)
    assert recorded(home)[0].summary.people == ("grace",)


EDITOR = """
import pathlib, sys, termios, tty
path = pathlib.Path(sys.argv[1])
print("before:", repr(path.read_text()), flush=True)
tty.setcbreak(0)
typed = "".join(sys.stdin.read(1) for _ in range(5))
path.write_text("CLUE: " + typed + "\\n")
"""


@pytest.mark.skipif(os.name != "posix", reason="an editor needs the terminal for itself")
def test_answer_can_be_written_in_an_editor(terminal: Any, home: Path, tmp_path: Path) -> None:
    script = tmp_path / "editor.py"
    script.write_text(EDITOR, encoding="utf-8")
    child = terminal(
        *("play", "taboo", "--interface", "verbatim", "--as", "ada"),
        EDITOR=f"{sys.executable} {script}",
    )
    child.expect("Type /edit to open your editor:")
    child.sendline("a draft")
    child.sendline("/edit")
    child.expect_exact(r"before: 'a draft\n'")
    child.send("chair")  # the editor receives every key
    child.expect("The editor returned 1 line.")
    child.sendline("/done")
    child.expect("Waiting for the other player")
    child.expect("Your answer")
    child.sendeof()
    child.expect(pexpect.EOF)
    entry = recorded(home)[0].entries[0].entry
    assert getattr(entry, "text", None) == "CLUE: chair"


def test_no_editor_is_offered_without_one(terminal: Any, home: Path) -> None:
    child = terminal(
        *("play", "taboo", "--interface", "verbatim", "--as", "ada"), EDITOR="", VISUAL=""
    )
    child.expect("end with a line that contains only /done:")
    assert "/edit" not in child.before
