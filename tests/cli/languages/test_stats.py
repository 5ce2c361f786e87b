"""``clemtui languages stats``: how complete every language is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.pack_collections import Packs
from tests.support.calling import call


@pytest.fixture
def packs(tmp_path: Path) -> Packs:
    return Packs(tmp_path / "own")


def counted(*arguments: str) -> dict[str, Any]:
    """Return the statistics of the only pack selected."""
    document = json.loads(call("languages", "stats", "--json", *arguments).out)
    (pack,) = document["packs"]
    assert isinstance(pack, dict)
    return pack


def own(packs: Packs) -> dict[str, Any]:
    return counted("de", "--family", "sealed", "--collection", str(packs.folder))


def test_entries_are_translated_stale_or_missing(packs: Packs) -> None:
    pack = own(packs)
    assert (pack["entries"], pack["translated"]) == (7, 7)
    packs.change("en", "The lot is yours.", "The lot is now yours.")
    packs.change("de", '"prompts.next" = ', '# "prompts.next" = ')
    packs.change("de", 'bid = "', '# bid = "')
    packs.change("de", '"sealed.title" = ', '# "sealed.title" = ')
    pack = own(packs)
    assert (pack["translated"], pack["stale"], pack["missing"]) == (4, 2, 1)
    assert pack["words"] == pack["of_words"] - 1


def test_a_review_counts(packs: Packs) -> None:
    where = ("--collection", str(packs.folder))
    every = call("languages", "stats", "de", *where).out.splitlines()
    assert "  not yet reviewed by a native speaker" in every
    assert own(packs)["reviewed"] is False
    packs.change("de", 'reviewed_by = ""', 'reviewed_by = "Ada"')
    assert own(packs)["reviewed"] is True
    (rest,) = (
        line.partition(":")[0].split(", ")
        for line in call("languages", "stats", "de", *where).out.splitlines()
        if line.endswith(": not yet reviewed by a native speaker")
    )
    assert "sealed" not in rest
    assert "taboo" in rest


def instances(packs: Packs, **languages: list[str]) -> None:
    """Write one experiment per language with these tasks."""
    folder = packs.folder / "games" / "sealed" / "instances"
    (path,) = folder.glob("*.json")
    document = json.loads(path.read_text("utf-8"))
    experiment = document["experiments"][0]
    task = experiment["game_instances"][0]
    document["experiments"] = [
        experiment
        | {
            "name": name,
            "language": name[:2],
            "game_instances": [
                task | {"game_id": number, "task": each} for number, each in enumerate(tasks)
            ],
        }
        for name, tasks in languages.items()
    ]
    path.write_text(json.dumps(document), "utf-8")


def game(packs: Packs) -> dict[str, Any]:
    (found,) = own(packs)["games"]
    assert isinstance(found, dict)
    return found


def test_language_independent_instances_have_equivalents(packs: Packs) -> None:
    found = game(packs)
    assert found["instances"] > 0
    assert found["without_equivalent"] == 0


def test_english_tasks_without_equivalent_are_counted() -> None:
    """Telugu has no word for some of the concepts; every instance of such a task counts."""
    english, telugu = (counted(tag, "--family", "taboo")["games"][0] for tag in ("en", "te"))
    assert english["without_equivalent"] == 0
    lacking = english["instances"] - telugu["instances"]
    assert telugu["without_equivalent"] == lacking


def test_a_language_without_frequencies_is_unbanded() -> None:
    assert counted("te", "--family", "taboo")["games"][0]["unbanded"] is True
    assert counted("de", "--family", "taboo")["games"][0]["unbanded"] is False
    assert "unbanded" in call("languages", "stats", "te").out
    assert "unbanded" not in call("languages", "stats", "de").out


def test_different_tasks_are_unpaired() -> None:
    games = counted("de", "--family", "wordle")["games"]
    assert {each["without_equivalent"] for each in games} == {None}
    assert "unpaired" in call("languages", "stats", "de", "--family", "wordle").out


def test_scripted_players_count_where_they_speak_the_language(packs: Packs) -> None:
    found = counted("de", "--family", "taboo")["games"][0]["scripted"]
    assert found == {"Player 1": True, "Player 2": True}
    code = packs.folder / "games" / "sealed" / "bots" / "__init__.py"
    text = code.read_text("utf-8")
    begin = text.index("def scripted_player(")
    body = text.index(":\n", text.index(")", begin)) + 2
    silent = "    if seat == 'Player 2':\n        raise LookupError('nobody')\n"
    code.write_text(text[:body] + silent + text[body:], "utf-8")
    assert game(packs)["scripted"] == {"Player 1": True, "Player 2": False}
    where = ("--family", "sealed", "--collection", str(packs.folder))
    (row,) = (
        line for line in call("languages", "stats", "de", *where).out.splitlines() if "7/7" in line
    )
    assert row.split()[-2:] == ["Player", "1"]


def test_a_game_that_cannot_be_loaded_says_why(packs: Packs) -> None:
    (packs.folder / "games" / "sealed" / "game.py").write_text("broken(", "utf-8")
    assert "SyntaxError" in game(packs)["problem"]


def test_a_language_has_its_interface_and_a_row_for_each_game() -> None:
    head, interface, review, *rows = call("languages", "stats", "de").out.splitlines()
    assert head == "de: German (Deutsch)"
    assert interface.endswith("% translated")
    assert review == "  not yet reviewed by a native speaker"
    assert ["taboo", "4/4", "50/50", "60", "all"] in [row.split() for row in rows]
    assert sum(row.split()[:1] == ["wordle_withcritic"] for row in rows) == 1


def test_the_tables_leave_room_for_remarks_in_80_columns() -> None:
    out = call("languages", "stats", "en", "te", "en-x-para1").out
    heads = [line for line in out.splitlines() if "Remarks" in line]
    assert len(heads) == 3
    assert all(head.index("Remarks") <= 64 for head in heads)


def test_interface_share_is_reported() -> None:
    document = json.loads(call("languages", "stats", "--json", "en", "--family", "taboo").out)
    assert document["interface"] == {"en": 1.0}


def test_unknown_language_is_wrong_usage() -> None:
    called = call("languages", "stats", "dee")
    assert (called.code, "did you mean 'de'?" in called.error) == (2, True)
