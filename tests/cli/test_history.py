"""``clemtui history`` opens the app at the list of past episodes."""

from __future__ import annotations

from pathlib import Path

import pytest

from clemtui.ui.shell.options import AppOptions
from tests.plain.playing import lines, play, recorded
from tests.support.calling import call


def test_words_become_the_filter(opened: list[AppOptions], tmp_path: Path) -> None:
    database = tmp_path / "records.db"
    called = call("history", "game:taboo", "lost", "river", "--as", "ada", "--db", str(database))
    assert called.code == 0
    (options,) = opened
    assert options.first == "history"
    assert options.history == "game:taboo lost river"
    assert options.person == "ada"
    assert options.database == database
    assert options.review is None
    assert not database.exists()


def test_without_a_word_everything_is_shown(opened: list[AppOptions]) -> None:
    assert call("history").code == 0
    assert (opened[0].first, opened[0].history) == ("history", "")


def test_episode_is_opened_by_end_of_id(opened: list[AppOptions], home: Path) -> None:
    play("wordle", "--plain", typed=lines("crane", ""))
    id = recorded(home)[0].summary.id
    assert call("history", "--read", id[-8:]).code == 0
    assert opened[0].review == id
    assert opened[0].first == "home"


def test_unknown_episode_is_reported_before_the_app_opens(
    opened: list[AppOptions], home: Path
) -> None:
    play("wordle", "--plain", typed=lines("crane", ""))
    called = call("history", "--read", "ffffffff")
    assert called.code != 0
    assert "ffffffff" in called.error
    assert opened == []


def test_read_and_filter_exclude_each_other(opened: list[AppOptions]) -> None:
    called = call("history", "--read", "1a2b", "river")
    assert called.code == 2
    assert "--read" in called.error
    assert opened == []


def test_a_name_is_not_empty(opened: list[AppOptions]) -> None:
    assert "empty" in call("history", "--as", " ").error
    assert opened == []


@pytest.mark.parametrize("plain", [(), ("--plain",)])
def test_without_a_terminal_it_prints_lines(plain: tuple[str, ...], home: Path) -> None:
    play("wordle", "--plain", typed=lines("crane", ""))
    play("taboo", "--plain", typed=lines("a clue", ""))
    called = call("history", "game:wordle", *plain)
    assert called.code == 0
    assert "wordle" in called.out
    assert "taboo" not in called.out
    assert "\x1b" not in called.out


def test_plain_option_works_at_a_terminal(opened: list[AppOptions]) -> None:
    assert call("history", "--plain").code == 0
    assert opened == []


def test_reading_step_by_step_needs_a_terminal() -> None:
    called = call("history", "--read", "1a2b3c4d")
    assert called.code == 2
    assert "clemtui episodes show" in called.error


def test_a_wrong_filter_is_one_line() -> None:
    called = call("history", "gmae:taboo", "--plain")
    assert called.code == 2
    assert "did you mean 'game:'" in called.error
