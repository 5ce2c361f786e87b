"""Names of people on the command line: one rule for new ones, and any spelling of a known one."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from clemtui.store.write.writer import Writer
from tests.plain.playing import lines, play
from tests.support.calling import call

NO_PSEUDONYMS = pytest.mark.parametrize(
    ("name", "words"),
    [("anna@uni.de", "e-mail address"), ("Ada Lovelace", "full name"), ("Ada--Ben", "folders")],
)


def people() -> list[str]:
    return [each["name"] for each in json.loads(call("people", "list", "--json").out)]


def ids(*filters: str) -> list[str]:
    found = json.loads(call("episodes", "list", "--json", *filters).out)
    return [each["id"] for each in found]


@NO_PSEUDONYMS
def test_no_entry_accepts_a_new_name_that_identifies_someone(
    home: Path, name: str, words: str
) -> None:
    for command in (
        ("play", "taboo", "--plain", "--as", name),
        ("play", "taboo", "--plain", "--as", "P-07", "--partner", f"human:{name}"),
        ("people", "add", name),
        ("config", "set", "person", name),
        ("history", "--plain", "--as", name),
    ):
        refused = call(*command)
        assert refused.code == 2, command
        assert f"{words}: choose a pseudonym" in refused.error, command
    (home / "config").mkdir(exist_ok=True)
    (home / "config" / "clemtui.toml").write_text(f'person = "{name}"\n', encoding="utf-8")
    assert words in call("play", "taboo", "--plain").error
    assert name not in people()


@NO_PSEUDONYMS
def test_a_name_that_exists_is_valid_everywhere(home: Path, name: str, words: str) -> None:
    database = home / "data" / "clemtui.db"
    database.parent.mkdir(parents=True)
    writer = Writer(database)
    writer.person(name)
    writer.close()
    play("taboo", "--as", name, typed=lines("clue"))
    assert call("people", "use", name.upper()).code == 0
    file = home / "config" / "clemtui.toml"
    assert tomllib.loads(file.read_text(encoding="utf-8")) == {"person": name}
    assert len(ids("--as", name.lower())) == 1
    assert call("people", "forget", name.lower(), "--yes").code == 0
    assert people() == []


def test_another_case_is_the_same_person() -> None:
    play("taboo", "--as", "P-07", typed=lines("clue"))
    play("wordle", "--as", "p-07")
    assert people() == ["P-07"]
    assert len(ids("--as", "p-07")) == len(ids("by:P-07")) == 2
    play("taboo", "--new", "--as", "Q", "--partner", "human:p-07")
    assert people() == ["P-07", "Q"]


def test_names_that_clash_are_refused_in_any_other_spelling(home: Path) -> None:
    database = home / "data" / "clemtui.db"
    database.parent.mkdir(parents=True)
    writer = Writer(database)
    for name in ("Ann", "ANN"):  # as two older databases have them
        writer._db.execute(
            "INSERT INTO people (id, pseudonym, created_at, home) SELECT ?, ?, created_at, id "
            "FROM databases", (name, name),
        )  # fmt: skip
    writer._db.commit()
    writer.close()
    for command in (
        ("play", "taboo", "--plain", "--as", "ann"),
        ("episodes", "list", "--as", "ann"),
        ("people", "forget", "ann", "--yes"),
    ):
        refused = call(*command)
        assert refused.code == 2
        assert "'ann' can be any of 'Ann', 'ANN'" in refused.error
    play("taboo", "--as", "ANN")
    assert people() == ["Ann", "ANN"]


def test_an_episode_is_resumed_only_by_its_own_person() -> None:
    play("taboo", "--as", "Ada", typed=lines("clue"))
    (id,) = ids()
    call("people", "add", "Eve")
    refused = call("play", "--plain", "--resume", id, "--as", "Eve")
    assert refused.code == 2
    short = id[-8:]
    assert refused.error.strip().endswith(
        f"episode {short} belongs to Ada, not to Eve; to resume it, run 'clemtui play --resume "
        f"{short} --as Ada'"
    )
    assert call("play", "--plain", "--resume", id, "--as", "ada").code == 0
