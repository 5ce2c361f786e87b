"""The scripted pair in every language it has sentences for."""

from __future__ import annotations

import itertools
import random
import re
from pathlib import Path
from typing import Any

import pytest

from clemtui.catalogue import open_catalogue
from clemtui.kit.checks.answers import MAX_CALLS_PER_MOVE
from clemtui.kit.counting import counted
from tests.support.free_sentences import FreeSentences, in_own_digits

from .conftest import Load

Cells = frozenset[tuple[int, int]]

LOOSE = FreeSentences(Path(__file__).with_name("loose"))
OWN_READER = ("de", "en")

# : Sentences that the reader is known to ignore, with the reason.
SILENT = {
    ("ru", "the first row is filled, the last row is empty"),  # a state between "last" and "row"
}


def test_every_pack_has_a_scripted_pair(load: Load) -> None:
    packs = open_catalogue().packs("referencegame")
    spoken = {pack.texts.base_language for pack in packs.values()}
    assert spoken == set(load("bots.wording").WORDINGS) == {*LOOSE.languages, *OWN_READER}


@pytest.mark.parametrize("language", LOOSE.languages)
def test_all_that_the_giver_can_say_is_understood_as_it_was_meant(
    load: Load, language: str
) -> None:
    """The sentence may lack its final sign or be on a line of its own."""
    words = load("bots.wording").WORDINGS[language]
    facts_in = load("bots.vocabulary_reader").facts_in
    said = [*load("bots.vocabulary_reader").sentences(words)]
    assert len({text for _, text in said}) == len({fact for fact, _ in said}) > 150
    for fact, text in said:
        assert facts_in(text, language) == [fact], text
        assert facts_in(f"  {text[:-1]}\n", language) == [fact], text


@pytest.mark.parametrize("language", LOOSE.languages)
def test_sentences_are_read_in_any_order(load: Load, language: str) -> None:
    words = load("bots.wording").WORDINGS[language]
    facts_in = load("bots.vocabulary_reader").facts_in
    (one, first), (two, second) = list(load("bots.vocabulary_reader").sentences(words))[4:60:50]
    assert facts_in(words.joined(first, second), language) == [one, two]
    assert facts_in(words.joined(second, first), language) == [two, one]


@pytest.mark.parametrize("language", LOOSE.languages)
def test_digits_and_signs_of_the_language_are_read(load: Load, language: str) -> None:
    """These are its own digits, full-width letters and capitals."""
    words = load("bots.wording").WORDINGS[language]
    said = load("bots.vocabulary_reader").sentences(words)
    fact, text = next((fact, text) for fact, text in said if {"2", "3"} <= set(text))
    assert load("bots.vocabulary_reader").facts_in(in_own_digits(text, language), language) == [
        fact
    ]


@pytest.mark.parametrize(
    "said", ["La ligne 1 est pleine,", "et, la ligne 1 est pleine", "ligne 1 pleine, et,"]
)
def test_a_superfluous_and_is_ignored(load: Load, said: str) -> None:
    facts_in = load("bots.vocabulary_reader").facts_in
    assert facts_in(said, "fr") == facts_in("La ligne 1 est pleine", "fr") != []
    assert facts_in("et, et", "fr") == []


def every_kind_of_grid() -> list[Cells]:
    """Return lines, letters and their complements, all with changed cells, and random grids."""
    cells = list(itertools.product(range(5), range(5)))
    lines = [frozenset((at, c) for c in range(5)) for at in range(5)]
    lines += [frozenset((r, at) for r in range(5)) for at in range(5)]
    corners = frozenset(itertools.product((0, 4), (0, 4)))
    diagonals = frozenset(cell for cell in cells if cell[0] in (cell[1], 4 - cell[1]))
    t = lines[0] | lines[7]
    grids = [frozenset(), corners, diagonals, t]
    grids += [a | b | c for a in lines for b in lines for c in lines]
    grids += [frozenset(cells) - grid for grid in grids]
    choice = random.Random(5)
    grids += [grid ^ frozenset(choice.sample(cells, choice.randint(1, 2))) for grid in grids]
    grids += [frozenset(choice.sample(cells, choice.randint(0, 25))) for _ in range(200)]
    return list(dict.fromkeys(grids))


GRIDS = every_kind_of_grid()


def fitting(facts: list[Any]) -> list[bool]:
    """Return for each grid whether all facts hold."""
    return [all(fact.truth(grid) == 1 for fact in facts) for grid in GRIDS]


@pytest.mark.parametrize(("language", "meaning", "said"), LOOSE.meant)
def test_free_sentences_are_understood_or_passed_over(
    load: Load, language: str, meaning: str, said: str
) -> None:
    """A free sentence fits the same grids as its English equivalent."""
    facts_in = load("bots.vocabulary_reader").facts_in
    facts = facts_in(said, language)
    if (language, meaning) in SILENT:
        assert facts == []
    else:
        assert any(fitting(facts))
        assert fitting(facts) == fitting(facts_in(meaning, "en"))


@pytest.mark.parametrize(("language", "said"), LOOSE.not_understood)
def test_nothing_is_guessed(load: Load, language: str, said: str) -> None:
    assert load("bots.vocabulary_reader").facts_in(said, language) == []


def simplest(phrases: str) -> str:
    """Return a word that matches the phrases of a kind."""
    found = re.sub(r"\(\?[:=!<][^()]*\)\??|\w\?", "", re.sub(r"\[(\w)\w*\]", r"\1", phrases))
    return found.split("|")[0].removesuffix("-")


@pytest.mark.parametrize("language", LOOSE.languages)
def test_reading_any_text_is_cheap(load: Load, language: str) -> None:
    """Words of the language in any order and number are read; too many say nothing."""
    words = load("bots.vocabulary_reader").VOCABULARIES[language].words
    plain = [phrase for kind in words for phrase in words[kind].split("|") if phrase.isalpha()]
    choice = random.Random(language)

    def read(said: str) -> list[Any]:
        facts_in = load("bots.vocabulary_reader").facts_in
        facts, calls = counted(lambda: list(facts_in(said, language)))
        assert calls < MAX_CALLS_PER_MOVE / 2
        return facts

    for count in (3, 8, 20, 60, 400):
        for _ in range(20):
            read(" ".join(choice.choices([*plain, "1", "2", ",", ".", "T"], k=count)))
    for kinds in (("middle", "cell"), ("and", "row"), ("row", "first")):
        state, *several = (simplest(words[kind]) for kind in ("filled", *kinds))
        assert read(f"{state} {f'{several[0]} {several[1]} ' * 40}") == []


def test_the_tables_are_large_enough() -> None:
    """Each language has at least twelve sentences, and understands four fifths of them."""
    for language, number in LOOSE.meanings():
        passed_over = sum(silent == language for silent, _ in SILENT)
        assert number - passed_over >= 0.8 * number >= 0.8 * 12
