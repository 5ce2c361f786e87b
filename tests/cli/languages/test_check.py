"""``clemtui languages check``: one line per mistake, and an exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.pack_collections import Packs
from tests.support.calling import CallResult, call


@pytest.fixture
def packs(tmp_path: Path) -> Packs:
    return Packs(tmp_path / "own")


def check(packs: Packs, *arguments: str) -> CallResult:
    where = ("--collection", str(packs.folder), "--family", "sealed")
    return call("languages", "check", *arguments, *where)


def test_correct_packs_are_counted(packs: Packs) -> None:
    called = check(packs)
    assert (called.code, called.out) == (0, "no problems found in 2 packs\n")
    called = check(packs, "de")
    assert (called.code, called.out) == (0, "no problems found in 1 pack\n")


def test_mistake_is_one_line_and_exits_with_1(packs: Packs) -> None:
    packs.change("de", 'method = "', 'method = "" # "')
    called = check(packs, "--quick")
    assert called.code == 1
    assert called.out.splitlines() == [
        f"{packs.file('de')}: card.method is empty; fill in the [card]",
        "1 problem in 1 file; checked 2 packs",
    ]


def test_a_pack_that_cannot_be_read_is_a_finding(packs: Packs) -> None:
    packs.change("de", "[card]", "[card")
    called = check(packs, "--quick")
    assert called.code == 1
    assert called.out.startswith(f"{packs.file('de')}: ")
    assert "; fix the file\n" in called.out


def test_correct_pack_is_tried_with_its_games(packs: Packs) -> None:
    """Reading the files cannot reveal that a prompt does not match the game's values."""
    code = packs.folder / "games" / "sealed"
    (source,) = [path for path in code.glob("*.py") if '"next"' in path.read_text("utf-8")]
    text = source.read_text("utf-8")
    source.write_text(text.replace('"next", ', '"next", more="x", '), "utf-8")
    assert source.read_text("utf-8") != text
    assert check(packs, "de", "--quick").code == 0
    called = check(packs, "de")
    assert called.code == 1
    assert "sealed: prompts: " in called.out
    assert "unused values ['more']" in called.out
    assert called.out.splitlines()[0].endswith("; fix this entry")


def test_pack_with_mistakes_is_not_tried(packs: Packs) -> None:
    packs.change("de", 'method = "', 'method = "" # "')
    remark = f"({packs.file('de')}: not tried with its games until these problems are fixed)"
    assert remark in check(packs, "de").out


def test_a_game_without_instances_in_the_language_was_not_tried(packs: Packs) -> None:
    for path in (packs.folder / "games" / "sealed" / "instances").glob("*.json"):
        document = json.loads(path.read_text("utf-8"))
        for experiment in document["experiments"]:
            experiment["language"] = "en"
        path.write_text(json.dumps(document), "utf-8")
    called = check(packs, "de")
    assert called.code == 0
    why = "not tried with sealed: it has no instances in 'de'"
    assert called.out.splitlines()[0] == f"({packs.file('de')}: {why})"


def test_json_has_the_same_findings(packs: Packs) -> None:
    packs.change("de", 'method = "', 'method = "" # "')
    called = check(packs, "--quick", "--json")
    document = json.loads(called.out)
    assert called.code == 1
    assert (document["packs"], document["catalogues"]) == (2, 0)
    assert document["findings"] == [
        {
            "file": str(packs.file("de")),
            "kind": "card",
            "entry": "card.method",
            "what": "card.method is empty",
            "remedy": "fill in the [card]",
            "messages": [],
        }
    ]


@pytest.mark.parametrize(
    ("arguments", "meant"), [(("dee",), "de"), (("--family", "tabo"), "taboo")]
)
def test_unknown_name_is_wrong_usage(arguments: tuple[str, ...], meant: str) -> None:
    called = call("languages", "check", "--quick", *arguments)
    assert (called.code, f"did you mean '{meant}'?" in called.error) == (2, True)


CATALOGUE = """\
msgid ""
msgstr ""
"Language: de\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Play {game}"
msgstr "{game} spielen"

msgid "{n} game"
msgid_plural "{n} games"
msgstr[0] "Ein Spiel"
msgstr[1] "{n} Spiele"
"""


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A correct German interface catalogue, to be broken by a test."""
    locales = tmp_path / "interface"
    file = locales / "de" / "LC_MESSAGES" / "ui.po"
    file.parent.mkdir(parents=True)
    file.write_text(CATALOGUE, "utf-8")
    monkeypatch.setattr("clemtui.packs.interface.bundled_locales", lambda: locales)
    return file


def interface_findings() -> list[tuple[str, str]]:
    """Return the kind and sentence of each finding in the German interface."""
    document = json.loads(call("languages", "check", "de", "--quick", "--json").out)
    assert document["catalogues"] == 1
    return [
        (each["kind"], each["what"])
        for each in document["findings"]
        if each["file"].endswith("ui.po")
    ]


def test_correct_catalogue_has_no_findings(german: Path) -> None:
    assert interface_findings() == []


@pytest.mark.parametrize(
    ("old", "new", "kind", "what"),
    [
        ('"{game} spielen"', '""', "untranslated", "not translated: 1 of 2 sentences"),
        (
            'msgstr[1] "{n} Spiele"',
            'msgstr[1] ""',
            "untranslated",
            "not translated: 1 of 2 sentences",
        ),
        ('msgid "Play', '#, fuzzy\nmsgid "Play', "fuzzy", "marked as fuzzy: 1 of 2 sentences"),
        ('"{game} spielen"', '"spielen"', "wrong", "'Play {game}': placeholders ['game'] became"),
        ("plural=(n != 1)", "plural=(n > 1)", "wrong", "Plural-Forms must be 'nplurals=2; plural="),
        ('msgstr[1] "{n}', 'msgstr[2] "x"\nmsgstr[1] "{n}', "unreadable", "cannot be read: "),
        ('msgid "Play', "msgid Play", "unreadable", "cannot be read: "),
    ],
)
def test_mistakes_in_an_interface_catalogue(
    german: Path, old: str, new: str, kind: str, what: str
) -> None:
    assert old in CATALOGUE
    german.write_text(CATALOGUE.replace(old, new), "utf-8")
    ((found, said),) = interface_findings()
    assert found == kind
    assert said.startswith(what)


def test_json_lists_messages_and_text_counts_them(german: Path) -> None:
    german.write_text(CATALOGUE.replace('"{game} spielen"', '""'), "utf-8")
    document = json.loads(call("languages", "check", "de", "--quick", "--json").out)
    (found,) = (each for each in document["findings"] if each["kind"] == "untranslated")
    assert found["messages"] == ["Play {game}"]
    said = "not translated: 1 of 2 sentences; translate them; the first is 'Play {game}'"
    assert f"{german}: {said}" in call("languages", "check", "de", "--quick").out.splitlines()
