"""Interface-only packs: the game's title, rules and labels in a language it has no prompts in."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from clemtui.catalogue import Catalogue, CatalogueError, Collection, Pack
from tests.cli.pack_collections import Packs
from tests.support.calling import CallResult, call

PACK = """\
interface_only = true

[card]
language = "fr"
version = "1"
translator = "Ada"
method = "translated by hand"
reviewed_by = ""
date = "2026-01-31"
source_version = "1"
licence = "MIT"

[interface]
"""


@pytest.fixture
def packs(tmp_path: Path) -> Packs:
    """A family with packs in English and German, and interface texts in French."""
    packs = Packs(tmp_path / "own")
    words = tomllib.loads(packs.text("en"))["interface"]
    french = words | {"sealed.title": "Sous pli"}
    packs.file("fr").parent.mkdir()
    rows = "".join(f'"{id}" = {json.dumps(text)}\n' for id, text in french.items())
    packs.file("fr").write_text(PACK + rows, "utf-8")
    return packs


def languages(packs: Packs, *arguments: str) -> CallResult:
    return call("languages", *arguments, "--collection", str(packs.folder))


def check(packs: Packs) -> CallResult:
    return languages(packs, "check", "fr", "--family", "sealed")


def test_words_are_used_but_games_cannot_be_played(packs: Packs) -> None:
    catalogue = Catalogue([Collection.at(packs.folder)])
    assert sorted(catalogue.packs("sealed")) == ["de", "en"]
    assert catalogue.words("sealed")["fr"]["sealed.title"] == "Sous pli"
    assert catalogue.problems == []
    (instance, *_) = catalogue.experiments("sealed")[0].instances
    with pytest.raises(CatalogueError, match="no language pack 'fr'; available: de, en"):
        catalogue.texts(instance, "fr")


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ('policy = "french"\n', "policy"),
        ('[tags]\nbid = "MISE:"\n', "tags"),
        ('[prompts]\nrules = "Misez."\n', "prompts"),
        ('[source]\n"tags.bid" = "1"\n[options]\nremarks = ["a"]\n', "options, source"),
        ('[states]\nrules = ["both"]\n', "states"),
    ],
)
def test_pack_has_no_prompts(line: str, named: str, packs: Packs) -> None:
    packs.change("fr", "[card]", f"{line}[card]")
    with pytest.raises(CatalogueError, match=f"interface_only, so it must not have {named}$"):
        Pack.read("sealed", packs.file("fr"))


def test_its_words_and_its_card_are_checked(packs: Packs) -> None:
    assert check(packs).out == "no problems found in 1 pack\n"
    packs.change("fr", 'translator = "Ada"', 'translator = ""')
    packs.change("fr", '"sealed.title" = ', '# "sealed.title" = ')
    *found, end = check(packs).out.splitlines()
    assert [line.partition(": ")[2].partition(";")[0] for line in found] == [
        "card.translator is empty",
        "interface.sealed.title is missing",
    ]
    assert end == "2 problems in 1 file; checked 1 pack"


def test_english_prompt_changes_do_not_matter(packs: Packs) -> None:
    packs.change("en", "The lot is yours.", "The lot is now yours.")
    assert check(packs).code == 0
    assert languages(packs, "diff", "fr", "sealed").out == "fr sealed: nothing to do\n"


def test_nothing_in_it_is_stamped(packs: Packs) -> None:
    before = packs.text("fr")
    called = call("languages", "stamp", "--all", str(packs.file("fr")))
    assert (called.code, called.out) == (0, f"{packs.file('fr')}: 0 stamped\n")
    called = call("languages", "stamp", "--entry", "tags.bid", str(packs.file("fr")))
    assert (called.code, "no entry 'tags.bid' to stamp" in called.error) == (2, True)
    assert packs.text("fr") == before


def test_lists_mark_it_interface_only(packs: Packs) -> None:
    (block,) = (
        part for part in languages(packs, "list").out.split("\n\n") if part.startswith("fr: ")
    )
    assert "  sealed: interface only" in block.splitlines()
    assert not any("games: " in line and "sealed" in line for line in block.splitlines())
    document = json.loads(languages(packs, "list", "--json").out)
    (pack,) = (
        each for each in document["packs"] if (each["family"], each["language"]) == ("sealed", "fr")
    )
    assert (pack["interface_only"], pack["offered"], pack["problems"]) == (True, False, [])
    assert (pack["card"]["titles"], pack["card"]["hash"]) == ({"sealed": "Sous pli"}, "")
    card = languages(packs, "card", "fr", "sealed").out
    assert "    Version: 1\n" in card
    assert "    Prompts: interface only\n" in card


def test_its_words_are_counted(packs: Packs) -> None:
    document = json.loads(languages(packs, "stats", "fr", "--family", "sealed", "--json").out)
    (pack,) = document["packs"]
    assert (pack["entries"], pack["translated"], pack["missing"], pack["games"]) == (0, 0, 0, [])
    assert pack["words"] == pack["of_words"] > 0
    assert pack["interface_only"]
    out = languages(packs, "stats", "fr", "--family", "sealed").out
    (row,) = (line.split() for line in out.splitlines() if "sealed" in line)
    words = f"{pack['words']}/{pack['of_words']}"
    assert row == ["sealed", words, "interface", "only"]


def test_new_pack_has_english_words_as_comments(packs: Packs) -> None:
    assert languages(packs, "new", "es", "--interface-only").code == 0
    begun = tomllib.loads(packs.text("es"))
    assert begun.keys() == {"interface_only", "card", "interface"}
    assert begun["interface"] == {}
    assert '# "sealed.title" = "Sealed bids"\n' in packs.text("es")
    catalogue = Catalogue([Collection.at(packs.folder)])
    assert catalogue.words("sealed")["es"] == {}, "it can be read, and people see English words"
    assert catalogue.problems == []


def test_only_missing_words_are_added(packs: Packs) -> None:
    packs.change("fr", '"sealed.title" = ', '# "other" = ')
    before = packs.text("fr")
    called = languages(packs, "new", "fr")
    added = f"{packs.file('fr')}: added to (interface.sealed.title)"
    assert called.out.splitlines()[0] == added
    assert packs.text("fr").startswith(before)
    assert '# "sealed.title" = "Sealed bids"' in packs.text("fr").removeprefix(before)


def test_the_policy_of_a_new_pack_is_not_taken_from_it(packs: Packs) -> None:
    packs.file("fr").rename(packs.file("fr").with_name("another.toml"))
    assert languages(packs, "new", "fr").code == 0
    assert Pack.read("sealed", packs.file("fr")).file.policy == "unicode"


def test_paraphrase_has_no_interface_texts(packs: Packs) -> None:
    called = languages(packs, "new", "en-x-mine", "--interface-only")
    assert (called.code, "it has no labels for people" in called.error) == (2, True)
    assert not packs.file("en-x-mine").exists()
