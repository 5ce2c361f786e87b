"""Problems found in a language pack, each with a pack that has only this one."""

from __future__ import annotations

from pathlib import Path

import pytest

from clemtui.catalogue import Pack
from clemtui.packs.rules import find_problems
from tests.catalogue.sample_collections import write

ENGLISH = """\
policy = "reference"
any_number = ["rows"]

[card]
language = "en"
version = "2"
translator = "Ada"
method = "written by hand"
reviewed_by = ""
date = "2026-01-01"
source_version = "2"
licence = "MIT"

[tags]
clue = "CLUE:"
guess = "GUESS:"
last_guess = "LAST GUESS:"

[options]
answers = ["yes", "no"]
hints = ["", "one more word"]
rows = ["abc", "def"]

[prompts]
call = "Say ${word} with ${tag}."

[constraints.call]
word = "The word is to be said."
tag = "It is said with the tag."

[interface]
"echo.title" = "Echo"
"echo.left" = "${n} left"
"""

GERMAN = """\
policy = "unicode"

[card]
language = "de"
version = "1"
translator = "Bert"
method = "translated by hand"
reviewed_by = ""
date = "2026-01-02"
source_version = "2"
licence = "MIT"

[tags]
clue = "HINWEIS:"
guess = "WORT:"
last_guess = "LETZTES WORT:"

[options]
answers = ["ja", "nein"]
hints = ["", "noch ein Wort"]
rows = ["abc", "def", "äöü"]

[prompts]
call = "Sag ${word} mit ${tag}."

[states]
call = ["word", "tag"]

[interface]
"echo.title" = "Echo"
"echo.left" = "noch ${n}"
"""


class EditablePacks:
    """An English pack and a valid German one, to be modified."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.english = ENGLISH
        self.german = GERMAN

    def found(self, language: str = "de") -> list[tuple[str, str]]:
        """Return the kind and text of each finding.

        The translation carries the stamps of ``ENGLISH``.
        """
        english = self._read("en", ENGLISH)
        stamps = "".join(f'"{id}" = "{stamp}"\n' for id, stamp in english.entry_hashes.items())
        if "[source]" not in self.german:
            self.german += f"\n[source]\n{stamps}"
        source = self._read("en", self.english)
        pack = source if language == "en" else self._read(language, self.german)
        return [(each.kind, each.what) for each in find_problems(pack, source)]

    def _read(self, language: str, text: str) -> Pack:
        path = self.folder / language / "echo.toml"
        write(path, text)
        return Pack.read("echo", path)


@pytest.fixture
def workshop(tmp_path: Path) -> EditablePacks:
    return EditablePacks(tmp_path)


def test_nothing_is_found_in_a_pack_in_order(workshop: EditablePacks) -> None:
    assert workshop.found() == []
    assert workshop.found("en") == []


@pytest.mark.parametrize(
    ("old", "new", "kind", "what"),
    [
        ('clue = "HINWEIS:"\n', "", "missing", "tags.clue is missing"),
        ('"HINWEIS:"', '" "', "empty", "tags.clue is empty"),
        ('"noch ein Wort"', '" "', "empty", "options.hints is empty"),
        ('["abc", "def", "äöü"]', "[]", "empty", "options.rows is empty"),
        (
            'clue = "HINWEIS:"\n',
            'clue = "HINWEIS:"\nmore = "MEHR:"\n',
            "unknown",
            "tags.more is not in the English pack",
        ),
        (
            "mit ${tag}",
            "mit ${Tag}",
            "placeholders",
            "prompts.call has different placeholders than the English entry (tag, word)",
        ),
        (
            '["ja", "nein"]',
            '["ja", "nein", "vielleicht"]',
            "number",
            "options.answers has a different number of options than the English entry",
        ),
        (
            '["word", "tag"]',
            '["word"]',
            "not stated",
            "prompts.call does not state 'tag': It is said with the tag.",
        ),
        (
            '["word", "tag"]',
            '["word", "tag", "loud"]',
            "added",
            "prompts.call states 'loud', which the English prompt does not",
        ),
        (
            "[states]\n",
            "[states]\nrest = []\n",
            "unlisted",
            "states.rest: the English pack lists no constraints for it",
        ),
        (
            '"WORT:"',
            '"HINWEIS:"',
            "tag",
            "tags.clue (HINWEIS:) is contained in tags.guess (HINWEIS:)",
        ),
        (
            '"HINWEIS:"',
            '"WORT"',
            "tag",
            "tags.clue (WORT) is contained in tags.guess (WORT:)",
        ),
        (
            '["ja", "nein"]',
            '["Ja", "ja"]',
            "options",
            "options.answers: 'Ja' and 'ja' are the same",
        ),
        (
            '["ja", "nein"]',
            '["ja", "jawohl"]',
            "options",
            "options.answers: 'ja' is contained in 'jawohl'",
        ),
        ('"echo.left" = "noch ${n}"\n', "", "missing", "interface.echo.left is missing"),
        ('"noch ${n}"', '""', "empty", "interface.echo.left is empty"),
        (
            '"noch ${n}"',
            '"noch ${m}"',
            "placeholders",
            "interface.echo.left has different placeholders than the English entry (n)",
        ),
        (
            '"echo.title" = "Echo"\n',
            '"echo.title" = "Echo"\n"echo.more" = "Mehr"\n',
            "unknown",
            "interface.echo.more is not in the English pack",
        ),
        ('method = "translated by hand"', 'method = ""', "card", "card.method is empty"),
        ('translator = "Bert"', 'translator = " "', "card", "card.translator is empty"),
        (
            '"2026-01-02"',
            '"today"',
            "card",
            "card.date must be a date such as 2026-01-31, not 'today'",
        ),
        (
            'source_version = "2"',
            'source_version = "1"',
            "card",
            "card.source_version is '1', but the English pack has version '2'",
        ),
    ],
)
def test_a_mistake_is_found(
    old: str, new: str, kind: str, what: str, workshop: EditablePacks
) -> None:
    assert old in workshop.german
    workshop.german = workshop.german.replace(old, new, 1)
    assert (kind, what) in workshop.found()


def test_a_stale_entry_is_found(workshop: EditablePacks) -> None:
    workshop.english = ENGLISH.replace("Say ${word}", "Please say ${word}")
    what = "prompts.call is stale: the English entry has changed since"
    assert workshop.found() == [("stale", what)]


def test_an_entry_without_a_stamp_is_found(workshop: EditablePacks) -> None:
    workshop.german += "\n[source]\n"
    kinds = {kind for kind, _ in workshop.found()}
    assert kinds == {"unstamped"}
    assert len(workshop.found()) == 7


def test_a_tag_that_is_not_read_back_is_found(workshop: EditablePacks) -> None:
    """Text is composed (NFC) when read, so a tag with separate marks is never found."""
    workshop.german = GERMAN.replace('"HINWEIS:"', '"ERKLA\u0308RUNG:"')
    found = r"tags.clue does not round-trip: 'ERKLA\u0308RUNG:' is read as 'ERKL\xc4RUNG:'"
    assert workshop.found() == [("tag", found)]


def test_a_blank_before_the_colon_of_a_tag_is_found(workshop: EditablePacks) -> None:
    """The French policy accepts a space as in French, but the tag itself must not require one."""
    workshop.german = GERMAN.replace('"unicode"', '"french"').replace('"HINWEIS:"', '"HINWEIS :"')
    what = "tags.clue has a space before its colon, which some players omit"
    assert workshop.found() == [("tag", what)]


@pytest.mark.parametrize(
    ("old", "new", "kind", "what"),
    [
        (
            '\n[constraints.call]\nword = "The word is to be said."\n'
            'tag = "It is said with the tag."\n',
            "",
            "unlisted",
            "constraints.call is missing",
        ),
        (
            "[interface]",
            '[constraints.gone]\nword = "Said."\n\n[interface]',
            "unknown",
            "constraints.gone is for a prompt that does not exist",
        ),
        ('licence = "MIT"', 'licence = ""', "card", "card.licence is empty"),
    ],
)
def test_a_mistake_in_the_english_pack_is_found(
    old: str, new: str, kind: str, what: str, workshop: EditablePacks
) -> None:
    assert old in workshop.english
    workshop.english = workshop.english.replace(old, new, 1)
    assert workshop.found("en") == [(kind, what)]


def test_tags_may_contain_each_other_as_the_english_ones_do(workshop: EditablePacks) -> None:
    """``GUESS:`` is contained in ``LAST GUESS:``, so the game already distinguishes them."""
    assert "WORT:" in "LETZTES WORT:"
    assert workshop.found() == []


def test_the_number_of_some_options_is_free(workshop: EditablePacks) -> None:
    """An example is the rows of a keyboard."""
    assert '["abc", "def", "äöü"]' in workshop.german
    assert workshop.found() == []


def test_a_paraphrase_has_no_words_of_the_interface(workshop: EditablePacks) -> None:
    workshop.german = GERMAN.replace('language = "de"', 'language = "en-x-two"').replace(
        "unicode", "reference"
    )
    assert workshop.found("en-x-two") == [
        ("word", "interface: a paraphrase must not have interface texts")
    ]
    workshop.german = workshop.german.replace(
        '[interface]\n"echo.title" = "Echo"\n"echo.left" = "noch ${n}"\n', ""
    )
    assert workshop.found("en-x-two") == []


def test_every_finding_says_what_to_do(workshop: EditablePacks) -> None:
    workshop.german = GERMAN.replace('clue = "HINWEIS:"\n', "").replace('["word", "tag"]', "[]")
    english = workshop._read("en", ENGLISH)
    lines = [
        f"{each.what}; {each.remedy}"
        for each in find_problems(workshop._read("de", workshop.german), english)
    ]
    assert (
        "tags.clue is missing; translate it; 'clemtui languages new' adds it to the file"
    ) in lines
    assert (
        "prompts.call does not state 'word': The word is to be said.; state it in the prompt, then "
        "tick it in [states]"
    ) in lines
