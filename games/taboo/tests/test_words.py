"""The clue check and the guess check: the reference's rule for English, and the German one."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="module")
def english(load: Any) -> Any:
    return load("words").rules_for("en")


@pytest.fixture(scope="module")
def german(load: Any) -> Any:
    return load("words").rules_for("de")


@pytest.mark.parametrize(
    ("clue", "kind", "forbidden"),
    [
        ("CLUE: being respectful", "target", "respect"),
        ("CLUE: what you regarded highly", "related", "regard"),
        ("CLUE: your Deference!", "related", "deference"),
        ("CLUE:respect", "target", "respect"),
        ("CLUE: reCLUE:spect", "target", "respect"),
    ],
)
def test_a_clue_word_of_a_forbidden_stem_is_refused(
    english: Any, clue: str, kind: str, forbidden: str
) -> None:
    found = english.check(clue, "respect", ["consideration", "deference", "regard"])
    assert (found.kind, found.forbidden) == (kind, forbidden)


def test_the_first_violation_names_word_and_stems(english: Any) -> None:
    found = english.check("CLUE: covering long distances", "away", ["gone", "distance", "here"])
    assert (found.clue_word, found.clue_stem, found.forbidden_stem) == (
        "distances",
        "distanc",
        "distanc",
    )


def test_clue_words_are_compared_in_order_and_the_target_before_the_related(english: Any) -> None:
    assert english.check("CLUE: winter snow", "snow", ["winter"]).forbidden == "winter"
    assert english.check("CLUE: cold", "cold", ["cold"]).kind == "target"


@pytest.mark.parametrize(
    ("clue", "target", "related"),
    [
        # Stop words are removed before the comparison, forbidden or not.
        ("CLUE: just here, have most", "just", ["here", "have", "most"]),
        # Only blanks separate words: a newline, tab or hyphen joins them and so hides them.
        ("CLUE: far\naway", "away", ["far"]),
        ("CLUE: far\taway", "away", ["far"]),
        ("CLUE: far-away, long-gone", "away", ["gone"]),
        # Typographic quotes are not ASCII punctuation.
        ("CLUE: “away”", "away", []),
        # Related words with a blank or a hyphen never match.
        ("CLUE: a strong-minded person", "independent", ["strong-minded"]),
        # The stemmer does not relate snowy to snow, and parts of words are not checked.
        ("CLUE: snowy snowball", "snow", []),
        ("CLUE:", "away", ["gone"]),
    ],
)
def test_clues_the_reference_allows(
    english: Any, clue: str, target: str, related: list[str]
) -> None:
    assert english.check(clue, target, related) is None


def test_capitals_in_related_words_do_not_matter(english: Any) -> None:
    assert english.check("CLUE: from tibet", "yak", ["Tibet"]) is not None


def test_typographic_possessive_is_stemmed_away(english: Any) -> None:
    assert english.check("CLUE: the dog’s house", "dog", []) is not None


@pytest.mark.parametrize(
    ("guess", "right"),
    [
        ("GUESS: away", True),
        ("GUESS:AWAY!", True),
        ("GUESS: GUESS: a-way", True),
        ("GUESS: away .", False),
        ("GUESS: away\nbecause it is far", False),
        ("GUESS: far away", False),
        ("GUESS: ways", False),
    ],
)
def test_a_guess_must_equal_the_target(english: Any, guess: str, right: bool) -> None:
    assert english.is_correct(guess, "away") is right


def test_stop_lists_are_frozen(load: Any) -> None:
    words = load("words")
    assert len(words.stop_words("en")) == 179
    assert {"just", "mustn", "most", "y", "wouldn't"} <= words.stop_words("en")
    assert "must" not in words.stop_words("en")
    assert len(words.stop_words("de")) == 232
    assert {"über", "daß", "nicht"} <= words.stop_words("de")


@pytest.mark.parametrize(
    ("clue", "hit"),
    [
        ("CLUE: zwei Hunde", True),
        ("CLUE: sein HUND.", True),
        ("CLUE: der\nHund", True),
        ("CLUE: Schäfer-Hund", True),
        # Compounds with the word as first or last member count, like "dog house" in English.
        ("CLUE: er wohnt in der Hundehütte", True),
        ("CLUE: ein Schäferhund", True),
        # But not if the rest is not a word.
        ("CLUE: hundert", False),
        ("CLUE: Haustier, das bellt", False),
    ],
)
def test_german_forms_and_compounds(german: Any, clue: str, hit: bool) -> None:
    assert (german.check(clue, "Hund", ["Wolf"]) is not None) is hit


@pytest.mark.parametrize(
    ("word", "target"),
    [
        ("Strasse", "Straße"),
        ("STRASSE", "Straße"),
        ("Bäume", "Baum"),
        ("Baeume", "Baum"),
        ("Ba\u0308ume", "Baum"),
        ("gespielt", "spielen"),
        ("spielt", "spielen"),
        ("spielte", "spielen"),
    ],
)
def test_german_spelling_variants_are_one_word(german: Any, word: str, target: str) -> None:
    assert german.check(f"CLUE: {word}", target, []) is not None


def test_german_compound_rest_must_be_a_word(german: Any) -> None:
    assert german.check("CLUE: Ballast", "Last", []) is None
    assert german.check("CLUE: Traglast", "Last", []) is not None


@pytest.mark.parametrize(
    ("guess", "target", "right"),
    [
        ("GUESS: Straße", "Straße", True),
        ("GUESS: strasse", "Straße", True),
        ("GUESS: aepfel .", "Äpfel", True),
        ("GUESS: die Straße", "Straße", False),
        ("GUESS: Apfel", "Äpfel", False),
    ],
)
def test_german_guess(german: Any, guess: str, target: str, right: bool) -> None:
    assert german.is_correct(guess, target) is right


def test_the_error_for_other_languages_lists_the_available_ones(load: Any) -> None:
    with pytest.raises(ValueError, match="en, de"):
        load("words").rules_for("fi")


def test_parity_of_the_clue_check_with_the_reference(english: Any) -> None:
    """Every clue and guess of the parity cases gets the reference's verdict."""
    here = Path(__file__).resolve()
    shared = Path(os.environ.get("CLEMTUI_SHARED", here.parents[4] / "shared"))
    cases = sorted((shared / "parity" / "cases").glob("taboo__*.json"))
    if not cases:
        pytest.skip("the parity cases are missing")
    seen = 0
    for path in cases:
        case = json.loads(path.read_text(encoding="utf-8"))
        expected = json.loads((shared / "parity" / "expected" / path.name).read_text("utf-8"))
        file = shared / "clembench" / "taboo" / "in" / f"{case['instances']}.json"
        target, related = _instance(json.loads(file.read_text(encoding="utf-8")), case)
        last = ""
        for event in expected["log"]:
            kind, content = event["type"], event["content"]
            if kind == "get message":
                last = content
            elif kind == "valid clue":
                assert english.check(last, target, related) is None
                assert english.normalise(last, "CLUE:") == content
                seen += 1
            elif kind == "invalid clue":
                found = english.check(last, target, related)
                assert f"'{found.forbidden}' (stem={found.forbidden_stem})" in content
                assert f"'{found.clue_word}' (stem={found.clue_stem})" in content
                seen += 1
            elif kind == "valid guess":
                assert english.normalise(last, "GUESS:") == content
                seen += 1
    assert seen > len(cases)


def _instance(file: Any, case: Any) -> tuple[str, list[str]]:
    for experiment in file["experiments"]:
        for instance in experiment["game_instances"]:
            if (experiment["name"], instance["game_id"]) == (case["experiment"], case["game_id"]):
                return instance["target_word"], instance["related_word"]
    raise LookupError(case["name"])
