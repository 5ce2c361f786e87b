"""Language packs are available only if complete and fresh, and never silently mixed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clemtui.catalogue import Catalogue, Collection, Pack
from tests.catalogue.sample_collections import family, pack, write


def hashes(folder: Path) -> str:
    """Return the hashes of the English entries as in a translation."""
    english = Pack.read("echo", folder / "locales" / "en" / "echo.toml")
    return "".join(f'"{id}" = "{digest}"\n' for id, digest in english.entry_hashes.items())


class EditableCollection:
    """A collection with one family and a German pack to be modified."""

    def __init__(self, folder: Path, *, english: bool = True) -> None:
        self.folder = folder
        family(folder, english=english)

    def german(self, text: str) -> None:
        write(self.folder / "locales" / "de" / "echo.toml", text)

    def english(self, text: str) -> None:
        write(self.folder / "locales" / "en" / "echo.toml", text)

    def offered(self) -> tuple[list[str], str]:
        """Return the available languages, and the only problem, if any."""
        catalogue = Catalogue([Collection.at(self.folder)])
        languages = sorted(catalogue.packs("echo"))
        assert len(catalogue.problems) <= 1, catalogue.problems
        problem = catalogue.problems[0] if catalogue.problems else ""
        assert "\n" not in problem
        return languages, problem


@pytest.fixture
def shelf(tmp_path: Path) -> EditableCollection:
    return EditableCollection(tmp_path)


def fresh(shelf: EditableCollection, **changes: str) -> str:
    """Return a complete and fresh German pack with these changes."""
    return pack("de", source=hashes(shelf.folder), **{"call": "Sag ${word}.", **changes})


def test_a_complete_and_fresh_translation_is_offered(shelf: EditableCollection) -> None:
    shelf.german(fresh(shelf))
    assert shelf.offered() == (["de", "en"], "")


def test_a_stale_one_is_not(shelf: EditableCollection) -> None:
    shelf.german(fresh(shelf))
    shelf.english(pack(call="Please say ${word}."))
    languages, problem = shelf.offered()
    assert languages == ["en"]
    assert problem.endswith(
        "not available: prompts.call is stale: the English entry has changed since"
    )
    assert "de/echo.toml" in problem


def test_one_without_hashes_is_stale(shelf: EditableCollection) -> None:
    shelf.german(pack("de"))
    assert shelf.offered()[0] == ["en"]


def test_an_incomplete_one_is_not(shelf: EditableCollection) -> None:
    shelf.german(fresh(shelf).replace('call = "CALL:"', ""))
    assert "tags.call is missing" in shelf.offered()[1]


def test_one_with_more_than_the_english_is_not(shelf: EditableCollection) -> None:
    shelf.german(fresh(shelf).replace('call = "CALL:"', 'call = "RUF:"\nmore = "MEHR:"'))
    assert "tags.more is not in the English pack" in shelf.offered()[1]


def test_one_with_other_placeholders_is_not(shelf: EditableCollection) -> None:
    shelf.german(fresh(shelf, call="Sag ${wort}."))
    assert "prompts.call has different placeholders than the English entry" in shelf.offered()[1]


def test_one_with_another_number_of_options_is_not(shelf: EditableCollection) -> None:
    """Games use options by position."""
    shelf.german(fresh(shelf, answers='["ja", "nein", "vielleicht"]'))
    assert "options.answers has a different number of options" in shelf.offered()[1]


def test_labels_for_people_may_differ_freely(shelf: EditableCollection) -> None:
    """They are not experiment material; missing ones are shown in English."""
    shelf.german(fresh(shelf).replace('"echo.title" = "Echo"', ""))
    assert shelf.offered() == (["de", "en"], "")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[prompts", "de/echo.toml: "),
        (pack("de", policy="runes"), "unknown policy 'runes'; available: reference, "),
        (pack("fr"), "card.language is 'fr', but must be the name of the folder"),
        (pack("de").replace('licence = "MIT"', ""), "card.licence: is missing"),
        (
            pack("de").replace("[prompts]", "[prompt]"),
            "prompt: unknown entry; did you mean prompts?",
        ),
        (pack("de").replace('"Say ${word}."', "7"), "prompts.call: must be text in quotes"),
    ],
)
def test_a_broken_pack_is_one_problem(text: str, expected: str, shelf: EditableCollection) -> None:
    shelf.german(text)
    languages, problem = shelf.offered()
    assert languages == ["en"]
    assert expected in problem


def test_a_translation_whose_english_pack_is_broken_is_not_offered(
    shelf: EditableCollection,
) -> None:
    """It cannot be known whether it is stale."""
    shelf.german(fresh(shelf))
    shelf.english("[prompts")
    catalogue = Catalogue([Collection.at(shelf.folder)])
    assert catalogue.packs("echo") == {}
    assert len(catalogue.problems) == 2
    assert "the English pack that it was made from is missing" in catalogue.problems[1]


def test_a_family_may_be_written_in_another_language_than_english(tmp_path: Path) -> None:
    shelf = EditableCollection(tmp_path, english=False)
    shelf.german(pack("de"))
    assert shelf.offered() == (["de"], "")
    catalogue = Catalogue([Collection.at(tmp_path)])
    assert catalogue.default_language("echo") == "de"
    (experiment,) = catalogue.experiments("echo")
    assert catalogue.texts(experiment.instances[0], None).language == "de"


def test_the_words_of_a_pack_are_what_the_game_gets(shelf: EditableCollection) -> None:
    texts = Catalogue([Collection.at(shelf.folder)]).packs("echo")["en"].texts
    assert texts.prompt("call", word="tea") == "Say tea."
    assert (texts.tag("call"), texts.options["answers"]) == ("CALL:", ("yes", "no"))
    assert texts.card["licence"] == "MIT"


CONSTRAINTS = """
[constraints.call]
word = "The word is to be said."
alone = "Nothing else is said."
"""


def test_one_that_states_what_the_english_prompt_states_is_offered(
    shelf: EditableCollection,
) -> None:
    shelf.english(pack() + CONSTRAINTS)
    shelf.german(fresh(shelf) + '\n[states]\ncall = ["alone", "word"]\n')
    assert shelf.offered() == (["de", "en"], "")


def test_one_that_leaves_a_constraint_out_is_not(shelf: EditableCollection) -> None:
    shelf.english(pack() + CONSTRAINTS)
    shelf.german(fresh(shelf) + '\n[states]\ncall = ["word"]\n')
    languages, problem = shelf.offered()
    assert languages == ["en"]
    assert problem.endswith("prompts.call does not state 'alone': Nothing else is said.")


def test_one_that_adds_a_constraint_is_not(shelf: EditableCollection) -> None:
    shelf.english(pack() + CONSTRAINTS)
    shelf.german(fresh(shelf) + '\n[states]\ncall = ["alone", "word", "loud"]\n')
    languages, problem = shelf.offered()
    assert languages == ["en"]
    assert problem.endswith("prompts.call states 'loud', which the English prompt does not")


def test_another_wording_of_english_is_played_on_english_instances(
    shelf: EditableCollection,
) -> None:
    write(
        shelf.folder / "locales" / "en-x-para1" / "echo.toml",
        pack("en-x-para1", source=hashes(shelf.folder), call="Would you say ${word}?"),
    )
    instances = shelf.folder / "games" / "echo" / "instances" / "instances.json"
    document = json.loads(instances.read_text("utf-8"))
    document["experiments"][0]["language"] = "en"
    write(instances, json.dumps(document))
    catalogue = Catalogue([Collection.at(shelf.folder)])
    assert catalogue.languages("echo") == ("en", "en-x-para1")
    assert catalogue.words("echo").keys() == {"en"}
    (experiment,) = catalogue.experiments("echo", "en-x-para1")
    texts = catalogue.texts(experiment.instances[0], "en-x-para1")
    assert (texts.language, texts.base_language) == ("en-x-para1", "en")
    assert texts.prompt("call", word="oak") == "Would you say oak?"


def test_a_pack_is_read_when_its_language_is_asked_for(shelf: EditableCollection) -> None:
    shelf.german("this is no TOML")
    catalogue = Catalogue([Collection.at(shelf.folder)])
    assert catalogue.tags("echo") == ("de", "en")
    assert catalogue.words("echo")["en"]["echo.title"] == "Echo"
    assert catalogue.problems == []
    assert list(catalogue.words("echo")) == ["en"]
    assert catalogue.pack("echo", "de") is None
    (problem,) = catalogue.problems  # reported once
    assert "de/echo.toml" in problem
