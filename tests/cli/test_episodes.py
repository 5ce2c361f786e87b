"""``clemtui episodes``: listing, showing, exporting."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from clemtui.archive.episodes import short_id
from tests.plain.playing import lines, play, recorded
from tests.support.calling import call


@pytest.fixture
def two(home: Path) -> tuple[str, str]:
    """The ids of a finished episode of Taboo and a later, unfinished one of Wordle."""
    play("taboo", "--as", "ada", "--tag", "kind=test", typed=lines("this is book", "yes"))
    play("wordle", "--as", "bob", "--practice", typed=lines("crane", ""))
    wordle, taboo = recorded(home)
    return taboo.summary.id, wordle.summary.id


def listed(*arguments: str) -> list[dict[str, Any]]:
    called = call("episodes", "list", "--json", *arguments)
    assert called.code == 0
    found: list[dict[str, Any]] = json.loads(called.out)
    return found


def test_empty_database_is_no_error(home: Path) -> None:
    assert listed() == []
    assert "No episodes are recorded" in call("episodes", "list").out
    assert "matches these filters" in call("episodes", "list", "--game", "wordle").out
    assert not home.exists()


@pytest.mark.parametrize(
    "command",
    [
        ("episodes", "list"),
        ("episodes", "list", "--json"),
        ("episodes", "export"),
        ("report",),
        ("report", "--json"),
        ("export", "clembench", "tree"),
    ],
)
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--game", "tabu"), "unknown game 'tabu'; did you mean 'taboo'? (available: taboo, "),
        (("--lang", "xx"), "unknown language 'xx'; available: en, "),
        (("--as", "adda"), "unknown person 'adda'; did you mean 'ada'?"),
        (("--experiment", "hihg"), "unknown experiment 'hihg'; did you mean 'high'?"),
        (("--tag", "kin=test"), "unknown tag 'kin'; did you mean 'kind'?"),
    ],
)
def test_a_filter_that_names_nothing_is_a_mistake(
    two: tuple[str, str], command: tuple[str, ...], arguments: tuple[str, str], said: str
) -> None:
    """A typing error must not pass for an empty result."""
    called = call(*command, *arguments)
    assert (called.code, called.out) == (2, "")
    assert said in called.err


def test_a_player_who_never_played_is_a_mistake(two: tuple[str, str]) -> None:
    for command in (("episodes", "list"), ("report",)):
        called = call(*command, "with:gpt")
        assert (called.code, called.out) == (2, "")
        assert "unknown player 'gpt'; available: " in called.err
        part = call(*command, "with:Scrip")
        assert (part.code, part.out) == (2, "")
        assert "unknown player 'Scrip'; did you mean 'scripted'? (available: human, " in part.err


@pytest.mark.parametrize(
    "arguments",
    [("--game", "imagegame"), ("--lang", "te"), ("with:model",), ("--tag", "kind=other")],
)
def test_what_exists_may_be_named_before_it_is_played(
    two: tuple[str, str], arguments: tuple[str, ...]
) -> None:
    called = call("episodes", "list", *arguments)
    assert called.code == 0
    assert "matches these filters" in called.out


def test_list_is_newest_first(two: tuple[str, str]) -> None:
    assert [episode["id"] for episode in listed()] == list(reversed(two))
    assert [episode["id"] for episode in listed("--limit", "1")] == [two[1]]
    wordle, taboo = listed()
    assert (taboo["state"], taboo["outcome"], taboo["main_score"]) == ("finished", "lose", 0)
    assert (wordle["state"], wordle["outcome"], wordle["responses"]) == ("running", None, 1)
    assert [(seat["kind"], seat["person"]) for seat in wordle["seats"]] == [("human", "bob")]
    assert [seat["person"] for seat in taboo["seats"]] == ["ada", None]


def test_the_table_says_who_played_what_and_how_it_ended(two: tuple[str, str]) -> None:
    out = call("episodes", "list").out
    rows = {line.split()[0]: line for line in out.splitlines() if line.strip()}
    assert "ada, scripted" in rows[short_id(two[0])]
    assert "Lost" in rows[short_id(two[0])]
    assert "unfinished" in rows[short_id(two[1])]
    assert "there are more" not in out.lower()
    assert "There are more" in call("episodes", "list", "--limit", "1").out


@pytest.mark.parametrize(
    ("arguments", "games"),
    [
        (("--game", "taboo"), ["taboo"]),
        (("--as", "bob"), ["wordle"]),
        (("--state", "finished"), ["taboo"]),
        (("--lang", "de"), []),
        (("--experiment", "high"), ["wordle", "taboo"]),
        (("--tag", "kind=test"), ["taboo"]),
        (("--tag", " kind = test "), ["taboo"]),
        (("with:Human",), ["wordle", "taboo"]),
        (("with:Scripted",), ["taboo"]),
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
    out = call("episodes", "show", short_id(two[0])).out
    assert "Player 1 (WordDescriber): ada" in out
    assert "Tag kind: test" in out
    assert out.index("Game master to Player 1:") < out.index("CLUE: this is book")
    assert "Outcome: Lost" in out
    assert "Main Score: 0" in out


def test_what_the_rules_say_in_the_name_of_a_seat_is_shown(home: Path) -> None:
    """It is in every request to the model: the answerer of privateshared has said “Ok.” first."""
    call("run", "privateshared", "--players", "scripted", "--limit", "1")
    id = listed()[0]["id"]
    assert "\nPlayer 1:\nOk.\n\nGame master to Player 1:\n" in call("episodes", "show", id).out
    for form, before in (("markdown", "```text\n"), ("html", ">"), ("svg", ">"), ("json", '"')):
        shown = call("episodes", "show", id, f"--format={form}").out
        assert f"{before}Ok." in shown, form


def test_a_seat_whose_person_another_program_removed_is_listed_without_one(
    home: Path, two: tuple[str, str]
) -> None:
    with closing(sqlite3.connect(next(home.rglob("*.db")))) as db, db:
        db.execute("DROP TRIGGER seat_assignments_update")
        db.execute("UPDATE seat_assignments SET person = 'no one' WHERE person IS NOT NULL")
    assert [seat["person"] for each in listed() for seat in each["seats"]] == [None] * 3


def test_a_list_that_ends_at_the_limit_says_so(two: tuple[str, str]) -> None:
    said = "There are more; use --limit to show them.\n"
    table = call("episodes", "list", "--limit", "1")
    assert table.out.endswith(said)
    document = call("episodes", "list", "--limit", "1", "--json")
    assert len(json.loads(document.out)) == 1
    assert (table.err, document.err) == ("", said)
    assert call("episodes", "list", "--limit", "2", "--json").err == ""


def test_unfinished_episode_is_shown_as_far_as_played(two: tuple[str, str]) -> None:
    called = call("episodes", "show", two[1])
    out = called.out
    assert out.endswith("\n")
    assert called.err.startswith("This episode was not played to its end")
    assert called.err.endswith("\n")
    assert "State: unfinished" in out
    assert out.index("guess: crane") < out.index("guess_feedback: c<red>")
    assert "Does not count: practice; unfinished." in out


def test_a_shown_document_is_the_exported_one(two: tuple[str, str]) -> None:
    shown = json.loads(call("episodes", "show", two[0], "--json").out)
    exported = json.loads(call("episodes", "export", two[0]).out)
    assert shown == exported
    assert shown["entries"][0]["parts"] == [{"text": "CLUE: this is book"}]


@pytest.mark.parametrize(
    ("form", "begins"),
    [("markdown", "# "), ("html", "<!DOCTYPE html>"), ("svg", "<svg "), ("json", "{")],
)
def test_an_episode_is_shown_as_a_document(form: str, begins: str, two: tuple[str, str]) -> None:
    out = call("episodes", "show", short_id(two[0]), "--format", form).out
    assert out.startswith(begins)
    assert "CLUE: this is book" in out
    assert "ada" in out


def test_text_is_the_default_format(two: tuple[str, str]) -> None:
    shown = call("episodes", "show", two[0])
    assert call("episodes", "show", two[0], "--format", "text") == shown


def test_a_document_is_written_to_a_new_file(two: tuple[str, str], tmp_path: Path) -> None:
    file = tmp_path / "taboo.md"
    arguments = ("episodes", "show", two[0], "--format", "markdown", "--output", str(file))
    called = call(*arguments)
    assert (called.code, called.out) == (0, "")
    assert str(file) in called.err
    written = file.read_text(encoding="utf-8")
    assert written == call(*arguments[:-2]).out
    again = call(*arguments)
    assert again.code == 2
    assert "already exists; choose another file name" in again.error
    assert file.read_text(encoding="utf-8") == written


@pytest.mark.parametrize("form", ["--json", "--format=text", "--format=json"])
def test_every_format_can_be_written_to_a_file(
    form: str, two: tuple[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "shown"
    assert call("episodes", "show", two[0], form, "--output", str(file)).code == 0
    assert file.read_text(encoding="utf-8") == call("episodes", "show", two[0], form).out


def test_document_for_a_given_view(two: tuple[str, str]) -> None:
    def seen(view: str) -> dict[str, Any]:
        shown = call("episodes", "show", two[0], "--format", "json", "--view", view)
        document: dict[str, Any] = json.loads(shown.out)
        return document

    describer, guesser, everything = seen("player 1"), seen("Player 2"), seen("ALL")
    assert [d["view"] for d in (describer, guesser, everything)] == ["Player 1", "Player 2", "all"]
    for document, seats in ((describer, {"Player 1"}), (guesser, {"Player 2"})):
        told = {line["seat"] for line in document["lines"] if line["kind"] == "to seat"}
        assert told <= seats
    assert len(everything["lines"]) > len(describer["lines"])


def test_unfinished_document_shows_the_persons_view(two: tuple[str, str]) -> None:
    shown = json.loads(call("episodes", "show", two[1], "--format", "json").out)
    assert (shown["view"], shown["instance"]["data"]) == ("Player 1", None)
    asked = call("episodes", "show", two[1], "--format", "json", "--view", "all")
    shown = json.loads(asked.out)
    assert shown["view"] == "all"
    assert shown["instance"]["data"]


@pytest.fixture
def left(home: Path) -> str:
    """An unfinished episode of Taboo, left in the person's second turn."""
    play("taboo", "--as", "ada", typed=lines("nothing of use", ""))
    (episode,) = recorded(home)
    assert episode.summary.state == "running"
    return episode.summary.id


def test_unfinished_episode_shows_only_the_persons_view(left: str) -> None:
    shown = call("episodes", "show", left)
    assert "Game master to Player 1:" in shown.out
    assert "CLUE: nothing of use" in shown.out
    assert "to Player 2:" not in shown.out
    assert "\nPlayer 2:" not in shown.out
    assert "only what Player 1 has seen is shown; use --view all to show everything" in shown.err
    document = json.loads(call("episodes", "show", left, "--json").out)
    assert {each["seat"] for each in document["requests"]} == {"Player 1"}
    assert {each["seat"] for each in document["entries"]} == {"Player 1"}
    assert (document["view"], document["instance"], document["lists"]) == ("Player 1", None, {})


def test_unfinished_episode_is_shown_whole_on_request(left: str) -> None:
    shown = call("episodes", "show", left, "--view", "all")
    assert "Game master to Player 2:" in shown.out
    assert shown.err == ""
    document = json.loads(call("episodes", "show", left, "--json", "--view", "ALL").out)
    assert document == json.loads(call("episodes", "export", left, "--view", "all").out)


def test_unfinished_episode_is_not_exported_unasked(left: str) -> None:
    exported = call("episodes", "export", left)
    assert (exported.code, exported.out) == (0, "")
    assert "Excluded, because people have not finished them: 1." in exported.err
    seen = call("episodes", "export", left, "--view", "Player 1")
    assert seen.out == json.dumps(json.loads(seen.out), separators=(",", ":")) + "\n"
    assert json.loads(seen.out) == json.loads(call("episodes", "show", left, "--json").out)


def test_the_name_of_a_deleted_person_is_short_in_the_table(two: tuple[str, str]) -> None:
    call("people", "forget", "ada", "--yes")
    (whole,) = next(each["people"] for each in listed() if each["id"] == two[0])
    table = call("episodes", "list").out
    assert f"forgotten …{whole[-8:]}" in table
    assert whole not in table


def test_a_void_episode_is_not_called_unfinished(left: str) -> None:
    """What is hidden of it stays hidden: its player may play the same task again."""
    closed = ("episodes", "close", left, "--outcome", "void", "--reason", "fire alarm", "--yes")
    assert call(*closed, "--by", "Eve").code == 0
    shown, exported = call("episodes", "show", left), call("episodes", "export", left)
    assert "State: void" in shown.out
    assert "This episode is void, so only what Player 1 has seen is shown" in shown.err
    assert exported.out == ""
    assert exported.err.strip() == (
        "Excluded, because they are void: 1. Use --view all to export everything."
    )


def test_an_export_has_every_decision_and_who_made_it(left: str) -> None:
    """Of an episode that hides something, the reasons stay hidden, too."""
    for command in ("exclude", "include"):
        said = call("episodes", command, left, "--by", "Eve", "--reason", "she knew")
        assert said.code == 0, said.err
    document = json.loads(call("episodes", "export", left, "--view", "all").out)
    keys = ("key", "value", "decision", "author", "reason")
    assert [tuple(each[key] for key in keys) for each in document["decisions"]] == [
        ("excluded", "everywhere", "added", "Eve", "she knew"),
        ("excluded", "everywhere", "revoked", "Eve", "she knew"),
    ]
    assert all(each["at"].endswith("Z") for each in document["decisions"])
    seen = json.loads(call("episodes", "export", left, "--view", "Player 1").out)
    assert [each["reason"] for each in seen["decisions"]] == [None, None]


def test_task_of_an_unfinished_episode_is_not_listed(left: str) -> None:
    (episode,) = listed()
    assert episode["task_key"] is None


def test_one_seats_view(left: str) -> None:
    shown = call("episodes", "show", left, "--view", "player 2")
    assert "Game master to Player 1:" not in shown.out
    assert "Game master to Player 2:" in shown.out
    assert shown.err == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--view", "observer"), "unknown view 'observer'; available: Player 1, Player 2, all"),
        (("--json", "--format", "json"), "--json and --format exclude each other; use only one"),
        (("--json", "--view", "Plyer 2"), "did you mean 'Player 2'?"),
        (("--format", "pdf"), "'pdf' is not one of"),
        (("--format", "html", "--view", "Player 9"), "unknown view 'Player 9'"),
        (
            ("--format", "html", "--output", "no/such/folder/x.html"),
            "the folder no/such/folder does not exist",
        ),
    ],
)
def test_invalid_options_are_one_line(
    arguments: tuple[str, ...], said: str, two: tuple[str, str]
) -> None:
    called = call("episodes", "show", two[0], *arguments)
    assert (called.code, called.out) == (2, "")
    assert said in called.error


def test_export_is_oldest_first(two: tuple[str, str], tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    called = call("episodes", "export", "--view", "all", "--output", str(file))
    assert called.code == 0
    assert "2 episodes written" in called.err
    written = file.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["id"] for line in written] == list(two)
    assert call("episodes", "export", "--view", "all").out.splitlines() == written


def test_an_export_is_filtered(two: tuple[str, str]) -> None:
    (line,) = call("episodes", "export", "--state", "finished").out.splitlines()
    assert json.loads(line)["id"] == two[0]


def test_a_file_that_exists_is_not_overwritten(two: tuple[str, str], tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("mine", encoding="utf-8")
    called = call("episodes", "export", "--output", str(file))
    assert called.code == 2
    assert "already exists; choose another file name" in called.error
    assert file.read_text(encoding="utf-8") == "mine"


def test_an_export_that_fails_leaves_no_file(
    two: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("clemtui.cli.episodes.exported_episodes", fail)
    file = tmp_path / "all.jsonl"
    called = call("episodes", "export", "--output", str(file))
    assert called.code == 1
    assert "No space left on device" in called.error
    assert not file.exists()


@pytest.mark.parametrize(
    "damage", ["parts = '{'", "parts = '[{}]'", "parts = CAST(x'22FF22' AS TEXT)", "at = 'noon'"]
)
def test_an_episode_that_cannot_be_read_is_named_and_the_others_are_exported(
    home: Path, two: tuple[str, str], tmp_path: Path, damage: str
) -> None:
    with closing(sqlite3.connect(next(home.rglob("*.db")))) as db, db:
        db.execute("DROP TRIGGER entries_update")
        db.execute(f"UPDATE entries SET {damage} WHERE episode = ? AND seq = 1", (two[1],))
    file = tmp_path / "all.jsonl"
    called = call("episodes", "export", "--view", "all", "--output", str(file))
    assert called.code == 1
    assert f"clemtui: episode {two[1]}" in called.err
    (line,) = file.read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["id"] == two[0]
    alone = call("episodes", "export", two[1], "--output", str(tmp_path / "one.jsonl"))
    assert alone.code == 1
    assert f"episode {two[1]}" in alone.error
    assert not (tmp_path / "one.jsonl").exists()


@pytest.mark.parametrize("command", ["show", "export"])
@pytest.mark.parametrize(
    ("id", "said"),
    [("ffffffffffff", "unknown episode"), ("what?", "not an episode id"), ("0", "more than one")],
)
def test_unknown_id(command: str, id: str, said: str, two: tuple[str, str]) -> None:
    called = call("episodes", command, id)
    assert called.code == 2
    assert said in called.error


@pytest.mark.parametrize("part", [slice(None), slice(-8, None), slice(-8, -2), slice(-6, None)])
def test_an_id_may_be_shortened(part: slice, two: tuple[str, str]) -> None:
    """Lists show the end of an id; that can be shortened further on either side."""
    assert f'"id": "{two[0]}"' in call("episodes", "show", two[0][part], "--json").out


def test_ids_and_filters_exclude_each_other(two: tuple[str, str]) -> None:
    called = call("episodes", "export", two[0], "--game", "taboo")
    assert called.code == 2
    assert "ids or filters" in called.error
