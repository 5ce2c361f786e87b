"""``clemtui sessions``: listing, showing, exporting."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from clemtui.play.sessions import short_id
from tests.plain.telling import lines, play, recorded
from tests.support.calling import call


@pytest.fixture
def two(home: Path) -> tuple[str, str]:
    """A finished episode of Taboo and, after it, an unfinished one of Wordle; their ids."""
    play("taboo", "--as", "ada", "--tag", "kind=test", typed=lines("this is fear", "yes"))
    play("wordle", "--as", "bob", "--practice", typed=lines("crane", ""))
    wordle, taboo = recorded(home)
    return taboo.summary.id, wordle.summary.id


def listed(*arguments: str) -> list[dict[str, Any]]:
    called = call("sessions", "list", "--json", *arguments)
    assert called.code == 0
    found: list[dict[str, Any]] = json.loads(called.out)
    return found


def test_an_empty_record_is_no_error(home: Path) -> None:
    assert listed() == []
    assert "No episode is recorded" in call("sessions", "list").out
    assert not home.exists()


def test_the_list_has_the_latest_first(two: tuple[str, str]) -> None:
    assert [episode["id"] for episode in listed()] == list(reversed(two))
    assert [episode["id"] for episode in listed("--limit", "1")] == [two[1]]
    wordle, taboo = listed()
    assert (taboo["state"], taboo["outcome"], taboo["main_score"]) == ("finished", "lose", 0)
    assert (wordle["state"], wordle["outcome"], wordle["responses"]) == ("running", None, 1)


def test_the_table_says_who_played_what_and_how_it_ended(two: tuple[str, str]) -> None:
    out = call("sessions", "list").out
    (row,) = (line for line in out.splitlines() if line.split()[:1] == [short_id(two[0])])
    assert "ada, scripted player" in row
    assert "finished" in row
    assert "Lost" in row
    assert "there are more" not in out.lower()
    assert "There are more" in call("sessions", "list", "--limit", "1").out


@pytest.mark.parametrize(
    ("arguments", "games"),
    [
        (("--game", "taboo"), ["taboo"]),
        (("--as", "bob"), ["wordle"]),
        (("--state", "finished"), ["taboo"]),
        (("--lang", "de"), []),
        (("--experiment", "high"), ["wordle", "taboo"]),
        (("--tag", "kind=test"), ["taboo"]),
        (("--tag", "kind=other"), []),
        (("--practice",), ["wordle"]),
        (("--no-practice",), ["taboo"]),
    ],
)
def test_the_list_is_filtered(
    two: tuple[str, str], arguments: tuple[str, ...], games: list[str]
) -> None:
    assert [episode["game"] for episode in listed(*arguments)] == games


def test_an_episode_is_shown_with_its_words_and_scores(two: tuple[str, str]) -> None:
    out = call("sessions", "show", short_id(two[0])).out
    assert "Player 1 (WordDescriber): ada" in out
    assert "Tag kind: test" in out
    assert out.index("Game master to Player 1:") < out.index("CLUE: this is fear")
    assert "Outcome: Lost" in out
    assert "Main Score: 0" in out


def test_an_unfinished_episode_is_shown_up_to_where_it_stands(two: tuple[str, str]) -> None:
    out = call("sessions", "show", two[1]).out
    assert "State: unfinished" in out
    assert out.index("guess: crane") < out.index("guess_feedback: c<red>")
    assert "Practice: it does not count." in out


def test_a_shown_document_is_the_exported_one(two: tuple[str, str]) -> None:
    shown = json.loads(call("sessions", "show", two[0], "--json").out)
    exported = json.loads(call("sessions", "export", two[0]).out)
    assert shown == exported
    assert shown["entries"][0]["parts"] == [{"text": "CLUE: this is fear"}]


def test_everything_is_exported_the_oldest_first(two: tuple[str, str], tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    called = call("sessions", "export", "--output", str(file))
    assert called.code == 0
    assert "2 episodes written" in called.err
    written = file.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["id"] for line in written] == list(two)
    assert call("sessions", "export").out.splitlines() == written


def test_an_export_is_filtered(two: tuple[str, str]) -> None:
    (line,) = call("sessions", "export", "--state", "finished").out.splitlines()
    assert json.loads(line)["id"] == two[0]


def test_a_file_that_exists_is_not_overwritten(two: tuple[str, str], tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("mine", encoding="utf-8")
    called = call("sessions", "export", "--output", str(file))
    assert called.code == 2
    assert "exists; name a new file" in called.error
    assert file.read_text(encoding="utf-8") == "mine"


def test_an_export_that_fails_leaves_no_file(
    two: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("clemtui.play.sessions.export_episodes", fail)
    file = tmp_path / "all.jsonl"
    called = call("sessions", "export", "--output", str(file))
    assert called.code == 1
    assert "No space left on device" in called.error
    assert not file.exists()


@pytest.mark.parametrize("command", ["show", "export"])
@pytest.mark.parametrize(
    ("id", "said"), [("ffffffffffff", "no episode"), ("what?", "no id"), ("0", "more than one")]
)
def test_an_id_that_is_none(command: str, id: str, said: str, two: tuple[str, str]) -> None:
    called = call("sessions", command, id)
    assert called.code == 1
    assert said in called.error


def test_ids_and_filters_exclude_each_other(two: tuple[str, str]) -> None:
    called = call("sessions", "export", two[0], "--game", "taboo")
    assert called.code == 2
    assert "ids or filters" in called.error
