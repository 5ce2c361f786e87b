"""At a terminal, commands open the app with everything that was chosen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clemtui.episode.planning.plan import Choices, ModelOverrides
from clemtui.ui.shell.options import AppOptions
from tests.plain.playing import CONTRACT_GAMES, lines, play, recorded
from tests.support.calling import call


def test_without_a_command_the_app_opens(opened: list[AppOptions], tmp_path: Path) -> None:
    database = tmp_path / "records.db"
    assert call("--db", str(database), "--collection", CONTRACT_GAMES).code == 0
    (options,) = opened
    assert options.database == database
    assert options.collections == (Path(CONTRACT_GAMES),)
    assert (options.choices, options.resume, options.person) == (None, None, None)


def test_plain_option_works_at_a_terminal(opened: list[AppOptions]) -> None:
    assert "- wordle: " in call("--plain").out
    assert "Your guess" in call("play", "wordle", "--plain").out
    assert opened == []


def test_options_reach_the_app(opened: list[AppOptions], home: Path) -> None:
    arguments = (
        *("play", "taboo", "--seat", "WordGuesser", "--partner", "a/b", "--lang", "de"),
        *("--experiment", "low", "--game-id", "3", "--interface", "verbatim", "--as", "ada"),
        *("--practice", "--tag", "a=1", "--tag", "b=x=y", "--api-base", "http://localhost:1/v1"),
        *("--temperature", "0.7", "--max-tokens", "9", "--timeout", "2.5"),
    )
    assert call(*arguments).code == 0
    (options,) = opened
    assert options.person == "ada"
    assert options.choices == Choices(
        game="taboo",
        seat="WordGuesser",
        partner=("a/b",),
        language="de",
        interface="verbatim",
        interface_language="en",
        experiment="low",
        game_id=3,
        practice=True,
        person="ada",
        tags={"a": "1", "b": "x=y"},
        models=ModelOverrides("http://localhost:1/v1", 0.7, 9, 2.5),
    )
    assert not home.exists()


def test_error_is_reported_before_the_app_opens(opened: list[AppOptions]) -> None:
    called = call("play", "taboo", "--partner", "smart")
    assert called.code == 2
    assert "smart" in called.error
    assert opened == []


def test_app_resumes_by_end_of_id(opened: list[AppOptions], home: Path) -> None:
    play("wordle", "--plain", typed=lines("crane", ""))
    id = recorded(home)[0].summary.id
    call("play", "--resume", id[-8:])
    call("play", "--resume")
    assert [options.resume for options in opened] == [id, id]


def test_the_newest_of_a_person_is_resumed_whoever_plays_by_default(
    opened: list[AppOptions], home: Path
) -> None:
    play("taboo", "--plain", "--seat", "WordDescriber", "--partner", "human:Bob", "--as", "Ann")
    play("wordle", "--plain", "--as", "Bob", typed=lines("crane", ""))
    newest = max(episode.summary.id for episode in recorded(home))
    call("play", "--resume", "--as", "Bob")
    assert [options.resume for options in opened] == [newest]


def test_a_dumb_terminal_gets_lines_of_text(monkeypatch: pytest.MonkeyPatch) -> None:
    from clemtui.cli.options import at_terminal

    class Terminal:
        def isatty(self) -> bool:
            return True

    streams: Any = Terminal()
    monkeypatch.setattr("sys.stdin", streams)
    monkeypatch.setattr("sys.stdout", streams)
    monkeypatch.setenv("TERM", "xterm")
    assert at_terminal()
    monkeypatch.setenv("TERM", "dumb")
    assert not at_terminal()
