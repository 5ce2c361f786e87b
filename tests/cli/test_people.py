"""``clemtui people``: who is in a database; deleting someone erases their text and says so."""

from __future__ import annotations

import asyncio
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from clemtui.archive.episodes import list_episodes
from clemtui.records.rows import EpisodeFilter
from clemtui.store.write.emergency import emergency_places
from tests.plain.playing import lines, play
from tests.support.calling import call
from tests.support.play_helpers import asked, choices, leave_when, sitting


@pytest.fixture
def database(home: Path) -> Path:
    """The database of this home, which does not exist yet."""
    return home / "data" / "clemtui.db"


def listed() -> dict[str, dict[str, Any]]:
    """Return all people by name."""
    return {person["name"]: person for person in json.loads(call("people", "list", "--json").out)}


def test_empty_list_writes_nothing(home: Path) -> None:
    assert call("people", "list").out.startswith("No one has played in ")
    assert call("people", "list", "--json").out == "[]\n"
    assert not home.exists()


def test_added_person_is_listed_and_can_play() -> None:
    assert call("people", "add", " Ann ").err == "Ann can play now.\n"
    assert listed()["Ann"]["episodes"] == 0
    play("wordle", "--as", "Ann")
    ann = listed()["Ann"]
    assert (ann["episodes"], ann["unfinished"], ann["playing"]) == (1, 1, [])
    (row,) = (line for line in call("people", "list").out.splitlines() if "Ann" in line)
    assert row.split()[-5:] == ["1", "1", "plays", "by", "default"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("ANN", "the name 'Ann' is taken"),
        (" ", "enter a name"),
        *(
            (each, f"'{each}' is reserved")
            for each in ("Scripted", "ALL", "forgotten", "human:Ann", "openai/gpt", "a\uff1ab")
        ),
    ],
)
def test_invalid_name_is_rejected(name: str, words: str) -> None:
    call("people", "add", "Ann")
    refused = call("people", "add", name)
    assert refused.code == 2
    assert words in refused.error
    assert list(listed()) == ["Ann"]


def test_use_writes_the_setting(home: Path) -> None:
    call("people", "add", "Ann")
    call("people", "add", "Bo")
    assert [name for name, person in listed().items() if person["used"]] == ["Ann"], "the first"
    file = home / "config" / "clemtui.toml"
    assert call("people", "use", "Bo").err == f"Written to {file}\n"
    assert tomllib.loads(file.read_text(encoding="utf-8")) == {"person": "Bo"}
    assert [name for name, person in listed().items() if person["used"]] == ["Bo"]
    play("wordle")
    assert listed()["Bo"]["episodes"] == 1


@pytest.mark.parametrize("command", ["use", "forget"])
def test_unknown_person_is_one_line_with_a_suggestion(command: str, home: Path) -> None:
    call("people", "add", "Anna")
    unknown = call("people", command, "Ana")
    assert unknown.code == 2
    assert "unknown person 'Ana'; did you mean 'Anna'?" in unknown.error
    assert not (home / "config").exists()


def test_forget_warns_then_erases_after_confirmation(
    database: Path,
) -> None:
    play("taboo", "--as", "Ann", typed=lines("a very secret clue"))
    assert b"secret clue" in database.read_bytes()
    done = call("people", "forget", "Ann", typed=lines("Ann"))
    assert done.code == 0
    first, *_ = done.err.splitlines()
    assert first.startswith(f"This will erase the text of 1 episode of Ann in {database}: ")
    assert done.err.endswith("Deleted. The text of 1 episode was erased.\n")
    assert listed() == {}
    (episode,) = list_episodes(database, EpisodeFilter())
    assert episode.erased
    assert b"secret clue" not in database.read_bytes()


@pytest.mark.parametrize("typed", ["ann\n", "yes\n", "\n"])
def test_wrong_confirmation_deletes_no_one(typed: str) -> None:
    call("people", "add", "Ann")
    refused = call("people", "forget", "Ann", typed=typed)
    assert refused.code == 2
    assert "nothing was deleted; use --yes" in refused.err
    assert list(listed()) == ["Ann"]


def test_no_confirmation_deletes_no_one() -> None:
    call("people", "add", "Ann")
    stopped = call("people", "forget", "Ann")
    assert stopped.code == 2
    assert stopped.err.endswith(
        "clemtui: the name was not confirmed; nothing was deleted; use --yes to delete without "
        "confirmation\n"
    )
    assert list(listed()) == ["Ann"]


def test_yes_skips_confirmation() -> None:
    call("people", "add", "Ann")
    done = call("people", "forget", "Ann", "--yes")
    assert done.code == 0
    assert "Type the name" not in done.err
    assert listed() == {}


def test_who_is_forgotten_does_not_come_back_by_the_settings(home: Path) -> None:
    file = home / "config" / "clemtui.toml"
    call("people", "add", "Ann")
    call("people", "use", "Ann")
    assert f"Written to {file}" in call("people", "forget", "Ann", "--yes").err
    assert tomllib.loads(file.read_text(encoding="utf-8")) == {}
    play("wordle")
    assert "Ann" not in listed()


def test_who_is_forgotten_in_another_database_stays_in_the_settings(
    home: Path, tmp_path: Path
) -> None:
    other = str(tmp_path / "other.db")
    call("people", "add", "Ann")
    call("people", "add", "Ann", "--db", other)
    call("people", "use", "Ann")
    done = call("people", "forget", "Ann", "--yes", "--db", other)
    assert "The settings still name this person" in done.err
    file = home / "config" / "clemtui.toml"
    assert tomllib.loads(file.read_text(encoding="utf-8")) == {"person": "Ann"}


def test_playing_person_is_not_deleted(database: Path) -> None:
    async def while_playing() -> None:
        async with sitting(database) as service:
            left = await leave_when(service, choices("taboo"), asked)
            live = await service.resume(left.live.id)  # it is open, and no one has answered yet
            refused = await asyncio.to_thread(call, "people", "forget", "Ann", "--yes")
            assert refused.code == 1
            assert "'Ann' is playing, or was less than" in refused.error
            assert listed()["Ann"]["playing"] == [live.id]

    asyncio.run(while_playing())
    assert call("people", "forget", "Ann", "--yes").code == 0


def test_a_file_that_cannot_be_read_is_reported_once_everything_else_is_erased(
    database: Path, home: Path
) -> None:
    call("people", "add", "Ann")
    call("people", "use", "Ann")
    beside = emergency_places(database)[0]
    beside.mkdir()
    (beside / "x").touch()
    forgotten = call("people", "forget", "Ann", "--yes")
    assert forgotten.code == 1
    assert "Deleted." in forgotten.err
    last = forgotten.err.splitlines()[-1]
    assert last.startswith(f"clemtui: {beside}: could not be read or changed (")
    assert listed() == {}
    assert "person" not in tomllib.loads((home / "config" / "clemtui.toml").read_text("utf-8"))
