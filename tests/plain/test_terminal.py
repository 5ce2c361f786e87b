"""The plain-text front end at a real terminal, and with records that cannot be written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pexpect
import pytest

from clemtui.engine import Response
from clemtui.records.errors import LeaseLost, StoreError
from clemtui.store.write.writer import Writer
from tests.plain.playing import CONTRACT_GAMES, lines, play, recorded
from tests.support.calling import call, program

SEALED = ("play", "sealed", "--collection", CONTRACT_GAMES, "--partner", "human", "--as", "ada")


def test_dumb_terminal_gets_lines(terminal: Any, home: Path) -> None:
    child = terminal("play", "wordle", "--as", "ada")
    child.expect("Your guess:")
    child.sendline("crane")
    child.sendline("")
    child.expect("1. c not in the word")
    child.expect("Your guess:")
    child.sendeof()
    child.expect(pexpect.EOF)
    assert "clemtui play --resume" in child.before
    assert "\x1b" not in child.before
    child.wait()
    assert child.exitstatus == 0
    assert len(recorded(home)[0].entries) == 1


def test_lines_break_between_words(terminal: Any, home: Path) -> None:
    child = terminal("play", "taboo", "--as", "ada", columns=80)
    child.expect("Your clue:")
    written = child.before.splitlines()
    assert max(map(len, written)) <= 80
    rules = " ".join(written)
    assert "that loses the game at once." in rules, "a word is whole on its line"
    assert not any(line.startswith(" ") for line in written)
    child.sendeof()
    child.expect(pexpect.EOF)


def test_lines_typed_ahead_do_not_pass_through_a_hand_over(terminal: Any, home: Path) -> None:
    """Nobody has seen what they would answer."""
    child = terminal(*SEALED)
    child.send("1\n2\n\n3\n")
    child.expect("press Enter:")
    child.sendline("meant for the game")
    child.send("\n4\n5\n")
    child.expect("Your bid")
    child.sendline("300")
    child.sendline("mine")
    child.expect("press Enter:")
    child.sendeof()
    child.expect(pexpect.EOF)
    (episode,) = recorded(home)
    (answer,) = (each.entry for each in episode.entries)
    assert isinstance(answer, Response)
    assert "300" in answer.text
    assert "mine" in answer.text


def test_hand_over_clears_the_screen(terminal: Any) -> None:
    child = terminal(*SEALED)
    child.expect("press Enter:")
    child.sendline("")
    child.expect("Your bid")
    child.sendline("300")
    child.sendline("")
    child.expect(re.compile("(\r\n){50,}Next:"))


def test_take_over_needs_the_option(home: Path) -> None:
    other = program("play", "wordle")
    assert other.stdin is not None
    assert other.stdout is not None
    for line in other.stdout:
        if line.startswith(b"Your guess"):
            break
    refused = call("play", "--resume")
    assert refused.code == 1
    assert "being played by another clemtui" in refused.error
    assert "--take-over" in refused.error
    taken = call("play", "--resume", "--take-over", typed=lines("crane", ""))
    assert taken.code == 0
    _, err = other.communicate(b"slate\n\n", timeout=60)
    assert other.returncode == 1
    assert re.fullmatch(rb"clemtui: .*another.*\n", err), err
    (entry,) = recorded(home)[0].entries
    assert getattr(entry.entry, "text", None) == "explanation:\nguess: crane"


@pytest.mark.parametrize(
    ("error", "restorable"),
    [(StoreError("the disk is full"), True), (LeaseLost("another program has it"), False)],
)
def test_only_what_was_set_aside_is_to_be_restored(
    error: StoreError, restorable: bool, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> int:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(Writer, "end_episode", fail)
        called = call(
            "play", "taboo", "--seat", "WordGuesser", typed=lines("chair", "shelf", "table")
        )
    assert str(error) in called.out
    assert ("cannot be recorded" in called.out) == restorable
    assert ("doctor --recover" in called.out) == restorable


def test_play_stops_if_the_database_is_deleted(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The copy is named, not a command that restores nothing."""
    record, data = Writer.entry, home / "data"

    def delete(writer: Writer, *given: Any) -> int:
        for file in data.glob("clemtui.db*"):
            file.unlink()
        return record(writer, *given)

    with monkeypatch.context() as patch:
        patch.setattr(Writer, "entry", delete)
        called = call("play", "wordle", typed=lines("crane", "", "slate", ""))
    assert called.code == 1
    (copy,) = data.glob("clemtui.db.rescued-*.db")
    command = f"clemtui database merge {copy} --db {data / 'clemtui.db'}"
    assert command in called.out
    assert command in called.err
    assert "doctor" not in called.out
    assert "Everything is recorded" not in called.out
    assert call(*command.split()[1:]).code == 0
    assert "You · Guesser: crane" in play("--resume", typed=lines("slate", "")).out
    assert len(recorded(home)[0].entries) == 2


def test_play_stops_if_recording_fails(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise StoreError("records.db: the disk is full; free some space and start clemtui again")

    with monkeypatch.context() as patch:
        patch.setattr(Writer, "entry", full)
        called = call("play", "wordle", typed=lines("crane", "", "slate", ""))
        study = str(home / "s.db")
        named = call("play", "wordle", "--db", study, typed=lines("crane", "", "slate", ""))
    assert f"run “clemtui doctor --recover --db={study}” to restore" in named.out
    assert called.code == 1
    assert "cannot be recorded: records.db: the disk is full" in called.out
    assert "run “clemtui doctor --recover” to restore" in called.out
    assert "1. c" not in called.out
    assert "Everything is recorded" not in called.out
    resumed = play("--resume", typed=lines("", ""))
    assert "Enter to keep crane" in resumed.out
    assert len(recorded(home)[0].entries) == 1
