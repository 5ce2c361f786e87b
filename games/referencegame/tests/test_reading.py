"""The follower's reading of ordinary words: each phrase, and the cells that it describes."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .conftest import Load

Cells = frozenset[tuple[int, int]]

# In a mask, X is said to be filled, . to be empty, and ? is not mentioned.
ALL = "XXXXX"
NONE = "....."
FREE = "?????"


def rows(*given: str) -> str:
    """Return a mask with these rows, and rows that are not mentioned below them."""
    return "/".join((*given, *[FREE] * (5 - len(given))))


def columns(mask: str) -> str:
    """Return a mask in which every row is the same."""
    return "/".join([mask] * 5)


ENGLISH = {
    "the first row is filled": rows(ALL),
    "Row 2 is completely empty.": rows(FREE, NONE),
    "The top and bottom rows are full, the rest is empty": rows(ALL, NONE, NONE, NONE, ALL),
    "rows 1, 3 and 5 are filled": rows(ALL, FREE, ALL, FREE, ALL),
    "rows one and five full; column three full; others empty": "/".join(
        (ALL, "..X..", "..X..", "..X..", ALL)
    ),
    "row 1 is filled and row 2 is empty": rows(ALL, NONE),
    "filled first row and empty second row": rows(ALL, NONE),
    "the first row is filled, the second is empty": rows(ALL, NONE),
    "X's in the first and fifth rows, and empty cells in the second row": rows(
        ALL, NONE, FREE, FREE, ALL
    ),
    "top row filled, right column filled, all other cells empty": rows(
        ALL, "....X", "....X", "....X", "....X"
    ),
    "row 1 and column 5 are filled": rows(ALL, "????X", "????X", "????X", "????X"),
    "filled: row 1, row 5, column 3": rows(ALL, "??X??", "??X??", "??X??", ALL),
    "Row 2, column 3 is empty": rows(FREE, "??.??"),
    "the cell in row 2, column 3 is filled": rows(FREE, "??X??"),
    "the cell at (2,3) is filled": rows(FREE, "??X??"),
    "r4c1 is empty": rows(FREE, FREE, FREE, ".????"),
    "X in row 2, columns 1, 3 and 5": rows(FREE, "X?X?X"),
    "row 2 has X only in columns 1 and 3": rows(FREE, "X.X.."),
    "In row 2 only columns 1 and 3 are filled": rows(FREE, "X.X.."),
    "only the third column is filled": columns("..X.."),
    "Only the corners and the centre are filled.": "X...X/...../..X../...../X...X",
    "grid with a full third row and everything else empty": rows(NONE, NONE, ALL, NONE, NONE),
    "all cells are filled except the corners": ".XXX./XXXXX/XXXXX/XXXXX/.XXX.",
    "everything is empty but the border": "XXXXX/X...X/X...X/X...X/XXXXX",
    "Except for the centre, all cells are filled": "XXXXX/XXXXX/XX.XX/XXXXX/XXXXX",
    "The top row is full except for the middle cell": rows("XX.XX"),
    "a filled frame with an empty inside": "XXXXX/X...X/X...X/X...X/XXXXX",
    "a horizontal line at the top and a vertical line on the left": rows(
        ALL, "X????", "X????", "X????", "X????"
    ),
    "vertical stripes in columns 1, 3 and 5": columns("X?X?X"),
    "the left three columns are filled": columns("XXX??"),
    "the two rightmost columns are empty": columns("???.."),
    "the first two rows are filled": rows(ALL, ALL),
    "columns 2 to 4 are empty": columns("?...?"),
    "columns 2-4 are empty": columns("?...?"),
    "The outer columns are filled": columns("X???X"),
    "third row from the bottom is empty": rows(FREE, FREE, NONE),
    "the second row from the bottom is empty": rows(FREE, FREE, FREE, NONE),
    "the second column from the right is full": columns("???X?"),
    "the second to last row is empty": rows(FREE, FREE, FREE, NONE),
    "the left column is full and the right column is empty": columns("X???."),
    "the last column is all X": columns("????X"),
    "the middle column is empty from top to bottom": columns("??.??"),
    "the first and last cells of row 2 are filled": rows(FREE, "X???X"),
    "In row 2, the first and last cells are empty": rows(FREE, ".???."),
    "the last two cells of the third row are empty": rows(FREE, FREE, "???.."),
    "the first three cells of the top row are filled, the others are empty": rows("XXX.."),
    "The first row has X in the first two cells": rows("XX???"),
    "The first column has filled cells in the first, third and fifth rows.": rows(
        "X????", FREE, "X????", FREE, "X????"
    ),
    "the third cell of the first column is empty": rows(FREE, FREE, ".????"),
    "the cell in the middle of the bottom row is filled": rows(FREE, FREE, FREE, FREE, "??X??"),
    "X's at both ends of the middle row": rows(FREE, FREE, "X???X"),
    "there's an X at the end of row 4": rows(FREE, FREE, FREE, "????X"),
    "The second row starts with an X and ends with a blank.": rows(FREE, "X???."),
    "the bottom row has gaps at positions 2 and 4": rows(FREE, FREE, FREE, FREE, "?.?.?"),
    "top left corner is empty": rows(".????"),
    "the bottom-right corner is blank": rows(FREE, FREE, FREE, FREE, "????."),
    "all four corners are filled": rows("X???X", FREE, FREE, FREE, "X???X"),
    "no X in the corners": rows(".???.", FREE, FREE, FREE, ".???."),
    "none of the corners is filled": rows(".???.", FREE, FREE, FREE, ".???."),
    "the top-right and bottom-left corners are empty but the centre is filled": rows(
        "????.", FREE, "??X??", FREE, ".????"
    ),
    "the centre is empty": rows(FREE, FREE, "??.??"),
    "an X in the middle": rows(FREE, FREE, "??X??"),
    "the diagonal from top left to bottom right is filled": "X????/?X???/??X??/???X?/????X",
    "the diagonal from the bottom left to the top right is empty": "????./???.?/??.??/?.???/.????",
    "both diagonals are filled": "X???X/?X?X?/??X??/?X?X?/X???X",
    "the middle row has no filled cells": rows(FREE, FREE, NONE),
    "Row 1: X X X X X. Row 2: X □ □ □ X": rows(ALL, "X...X"),
    "row 3 is X.X.X": rows(FREE, FREE, "X.X.X"),
    "The third row reads: X X ▢ ▢ X": rows(FREE, FREE, "XX..X"),
    "the grid whose bottom row is X X □ □ X": rows(FREE, FREE, FREE, FREE, "XX..X"),
    "XXXXX in rows 1 and 3": rows(ALL, FREE, ALL),
    "XXXXX X...X XXXXX X...X XXXXX": "XXXXX/X...X/XXXXX/X...X/XXXXX",
    "row 2: full, empty, full, full, empty": rows(FREE, "X.XX."),
    "row 2 is XXX then blank then X": rows(FREE, "XXX.X"),
    "first row: two filled, one empty, two filled": rows("XX.XX"),
    "row 3: two blanks followed by three X's": rows(FREE, FREE, "..XXX"),
    "the fourth row starts with three blanks": rows(FREE, FREE, FREE, "...??"),
    "the fourth row ends with two X": rows(FREE, FREE, FREE, "???XX"),
    "the last row alternates, starting with an X": rows(FREE, FREE, FREE, FREE, "X.X.X"),
    "rows 2 and 4 full, nothing else": rows(NONE, ALL, NONE, ALL, NONE),
    "the first two and the last row are full": rows(ALL, ALL, FREE, FREE, ALL),
    "the top row is full and the middle one is empty": rows(ALL, FREE, NONE),
    "the left corners are filled": rows("X????", FREE, FREE, FREE, "X????"),
    "the bottom row only has an X in the right corner": rows(FREE, FREE, FREE, FREE, "....X"),
    "column 1 is full and there are no X in the third column of the last two rows": "/".join(
        ("X????", "X????", "X????", "X?.??", "X?.??")
    ),
    "the top row is missing the middle cell": rows("XX.XX"),
    "X X X X X\nX □ □ □ X\nX X X X X\nX □ □ □ X\nX X X X X": "XXXXX/X...X/XXXXX/X...X/XXXXX",
}

GERMAN = {
    "die erste Zeile ist gefüllt": rows(ALL),
    "Zeile 2 ist komplett leer": rows(FREE, NONE),
    "Die oberste und die unterste Zeile sind voll, der Rest ist leer.": rows(
        ALL, NONE, NONE, NONE, ALL
    ),
    "Zeilen 1, 3 und 5 sind gefüllt": rows(ALL, FREE, ALL, FREE, ALL),
    "Die erste Zeile ist voll, die zweite ist leer.": rows(ALL, NONE),
    "Gefüllt sind Zeile 1 und Spalte 3.": rows(ALL, "??X??", "??X??", "??X??", "??X??"),
    "Die 1. und 3. Spalte sind leer.": columns(".?.??"),
    "Spalten 2 bis 4 sind leer": columns("?...?"),
    "die ersten beiden Zeilen sind voll": rows(ALL, ALL),
    "Die dritte Zeile von unten ist leer.": rows(FREE, FREE, NONE),
    "die zweite Spalte von rechts ist voll": columns("???X?"),
    "Die vorletzte Zeile ist leer.": rows(FREE, FREE, FREE, NONE),
    "die äußeren Spalten sind gefüllt": columns("X???X"),
    "links ist alles gefüllt, rechts ist alles leer": columns("X???."),
    "nur die dritte Spalte ist gefüllt": columns("..X.."),
    "In der zweiten Zeile sind nur die Felder 1 und 3 gefüllt.": rows(FREE, "X.X.."),
    "X in Zeile 2 in den Spalten 1, 3 und 5": rows(FREE, "X?X?X"),
    "Das Feld in Zeile 2, Spalte 3 ist leer.": rows(FREE, "??.??"),
    "Das erste und das letzte Feld der zweiten Zeile sind leer": rows(FREE, ".???."),
    "Die letzten zwei Felder der dritten Zeile sind leer.": rows(FREE, FREE, "???.."),
    "Zeile 2 beginnt mit X und endet mit einem leeren Feld": rows(FREE, "X???."),
    "das Feld oben links ist leer": rows(".????"),
    "die Ecke unten rechts ist frei": rows(FREE, FREE, FREE, FREE, "????."),
    "alle vier Ecken sind gefüllt": rows("X???X", FREE, FREE, FREE, "X???X"),
    "die Mitte ist leer": rows(FREE, FREE, "??.??"),
    "alle Felder sind gefüllt außer den Ecken": ".XXX./XXXXX/XXXXX/XXXXX/.XXX.",
    "alles ist leer bis auf den Rand": "XXXXX/X...X/X...X/X...X/XXXXX",
    "Ein waagerechter Strich oben und ein senkrechter links": rows(
        ALL, "X????", "X????", "X????", "X????"
    ),
    "die Diagonale von links oben nach rechts unten ist gefüllt": "X????/?X???/??X??/???X?/????X",
    "die mittlere Zeile hat keine gefüllten Felder": rows(FREE, FREE, NONE),
    "1. Zeile: X X X X X, 2. Zeile: X □ □ □ X": rows(ALL, "X...X"),
    "Zeile 2: voll, leer, voll, voll, leer": rows(FREE, "X.XX."),
    "Zeile 2: XXX, dann frei, dann X": rows(FREE, "XXX.X"),
    "die vierte Zeile fängt mit drei leeren Feldern an": rows(FREE, FREE, FREE, "...??"),
    "Zeile 2 und 4 voll, sonst nichts": rows(NONE, ALL, NONE, ALL, NONE),
    "die ersten beiden und die letzte Zeile sind voll": rows(ALL, ALL, FREE, FREE, ALL),
    "alle Zeilen sind voll außer der dritten": rows(ALL, ALL, NONE, ALL, ALL),
    "oberste Zeile: nur in der Mitte leer": rows("XX.XX"),
}

PHRASES = [("en", *item) for item in ENGLISH.items()] + [("de", *item) for item in GERMAN.items()]


def facts_in(load: Load, language: str, text: str) -> list[Any]:
    facts: list[Any] = load("bots.reading").statements(text, load("bots.tokens").LEXICONS[language])
    return facts


def holds(facts: list[Any], filled: Cells) -> bool:
    return all(fact.truth(filled) == 1 for fact in facts)


def completed(mask: str, choice: random.Random) -> Cells:
    """Return a grid that matches the mask, with random cells where it says nothing."""
    return frozenset(
        (row, column)
        for row, line in enumerate(mask.split("/"))
        for column, sign in enumerate(line)
        if sign == "X" or (sign == "?" and choice.random() < 0.5)
    )


@pytest.mark.parametrize(("language", "phrase", "mask"), PHRASES, ids=lambda value: str(value)[:60])
def test_a_phrase_speaks_of_these_cells(load: Load, language: str, phrase: str, mask: str) -> None:
    """It holds whatever the other cells are, but not if one of its own cells differs."""
    facts = facts_in(load, language, phrase)
    choice = random.Random(phrase)
    for _ in range(10):
        assert holds(facts, completed(mask, choice)), phrase
    spoken_of = [
        (row, column)
        for row, line in enumerate(mask.split("/"))
        for column, sign in enumerate(line)
        if sign != "?"
    ]
    assert spoken_of
    for cell in spoken_of:
        assert not holds(facts, completed(mask, choice) ^ {cell}), cell


EVERYWHERE = columns("#####")
COUNTS = [
    ("en", "row 2 has exactly three X's", rows(FREE, "#####"), 3),
    ("en", "there are exactly ten filled cells", EVERYWHERE, 10),
    ("en", "12 X's in total", EVERYWHERE, 12),
    ("en", "the number of filled cells in row 1 is 4", rows("#####"), 4),
    ("en", "the top row has one X", rows("#####"), 1),
    ("en", "three of the corners are filled", rows("#???#", FREE, FREE, FREE, "#???#"), 3),
    ("en", "the right column has two filled squares", columns("????#"), 2),
    ("de", "Zeile 2 hat genau drei X", rows(FREE, "#####"), 3),
    ("de", "insgesamt zehn gefüllte Felder", EVERYWHERE, 10),
    ("de", "Die Anzahl der gefüllten Felder in Zeile 1 ist 4", rows("#####"), 4),
    ("de", "die rechte Spalte hat zwei gefüllte Kästchen", columns("????#"), 2),
]


@pytest.mark.parametrize(("language", "phrase", "where", "number"), COUNTS)
def test_a_phrase_counts_the_filled_cells_of_a_place(
    load: Load, language: str, phrase: str, where: str, number: int
) -> None:
    facts = facts_in(load, language, phrase)
    place = completed(where.replace("#", "X").replace("?", "."), random.Random(0))
    choice = random.Random(phrase)
    for count in range(len(place) + 1):
        inside = frozenset(choice.sample(sorted(place), count))
        outside = completed(where.replace("#", "."), choice)
        assert holds(facts, inside | outside) == (count == number)


STRIPES = "XXXXX/...../XXXXX/...../XXXXX"
OTHERS = [
    ("en", "two rows are completely filled", "XXXXX/XXXXX/...../X.X.X/.....", STRIPES),
    ("en", "three horizontal lines", STRIPES, "XXXXX/XXXXX/...../X.X.X/....."),
    ("en", "no row is completely filled", "XXXX./...../XXXX./...../.....", STRIPES),
    ("en", "exactly two empty columns", "X.X.X/X.X.X/X.X.X/X.X.X/X.X.X", STRIPES),
    ("en", "every row has exactly one filled cell", "X..../.X.../..X../X..../X....", STRIPES),
    ("en", "rows 2 and 4 each contain one X", "...../X..../...../..X../.....", STRIPES),
    ("en", "three filled cells in the top row and one in the bottom row",
     "X.X.X/...../...../...../.X...", "X.X.X/...../...../...../.XX.."),
    ("en", "the first row has three filled and two empty cells", "X.X.X/...../...../...../.....",
     "X...X/...../...../...../....."),
    ("en", "more than twelve cells are filled", STRIPES, "XXXXX/...../XXXXX/...../XX..."),
    ("en", "at most five X's", "XXXXX/...../...../...../.....", STRIPES),
    ("en", "only one cell is empty", "XXXXX/XXXXX/XXXXX/XXXXX/XXXX.", STRIPES),
    ("en", "the second row is not empty", "...../..X../...../...../.....", STRIPES),
    ("en", "not all cells in row 1 are filled", "XXXX./...../...../...../.....", STRIPES),
    ("en", "every other row is filled", STRIPES, "XXXXX/XXXXX/...../...../XXXXX"),
    ("en", "It is symmetrical", STRIPES, "XXXXX/X..../...../...../....."),
    ("en", "looks like the letter T", "XXXXX/..X../..X../..X../..X..", STRIPES),
    ("en", "a big L shape", "X..../X..../X..../X..../XXXXX", "XXXXX/..X../..X../..X../..X.."),
    ("en", "It forms an E.", "XXXX./X..../XXX../X..../XXXX.", "X...X/X...X/XXXXX/X...X/X...X"),
    ("en", "the number three", "XXXX./...X./XXXX./...X./XXXX.", "XXXX./X..../XXXX./...X./XXXX."),
    ("en", "the digit 7", "XXXXX/....X/....X/....X/....X", "XXXXX/X...X/XXXXX/....X/XXXXX"),
    ("en", "a plus sign", "..X../..X../XXXXX/..X../..X..", "X...X/.X.X./..X../.X.X./X...X"),
    ("en", "checkerboard pattern", "X.X.X/.X.X./X.X.X/.X.X./X.X.X", STRIPES),
    ("de", "Zwei Zeilen sind komplett gefüllt", "XXXXX/XXXXX/...../X.X.X/.....", STRIPES),
    ("de", "drei waagerechte Linien", STRIPES, "XXXXX/XXXXX/...../X.X.X/....."),
    ("de", "keine Zeile ist ganz gefüllt", "XXXX./...../XXXX./...../.....", STRIPES),
    ("de", "in jeder Zeile ist genau ein Feld gefüllt", "X..../.X.../..X../X..../X....", STRIPES),
    ("de", "Drei gefüllte Felder in der ersten Zeile und eins in der letzten",
     "X.X.X/...../...../...../.X...", "X.X.X/...../...../...../.XX.."),
    ("de", "mehr als zwölf Felder sind gefüllt", STRIPES, "XXXXX/...../XXXXX/...../XX..."),
    ("de", "nur ein Feld ist leer", "XXXXX/XXXXX/XXXXX/XXXXX/XXXX.", STRIPES),
    ("de", "Die zweite Zeile ist nicht leer.", "...../..X../...../...../.....", STRIPES),
    ("de", "jede zweite Zeile ist gefüllt", STRIPES, "XXXXX/XXXXX/...../...../XXXXX"),
    ("de", "sieht aus wie der Buchstabe T", "XXXXX/..X../..X../..X../..X..", STRIPES),
    ("de", "ein großes E", "XXXX./X..../XXX../X..../XXXX.", "X...X/X...X/XXXXX/X...X/X...X"),
    ("de", "wie eine 3", "XXXX./...X./XXXX./...X./XXXX.", "XXXX./X..../XXXX./...X./XXXX."),
    ("de", "Schachbrettmuster", "X.X.X/.X.X./X.X.X/.X.X./X.X.X", STRIPES),
]  # fmt: skip


@pytest.mark.parametrize(("language", "phrase", "right", "wrong"), OTHERS)
def test_a_phrase_fits_one_grid_better_than_another(
    load: Load, language: str, phrase: str, right: str, wrong: str
) -> None:
    facts = facts_in(load, language, phrase)
    agreement = load("bots.facts").agreement
    one, two = (completed(mask, random.Random(0)) for mask in (right, wrong))
    assert agreement(facts, one) > agreement(facts, two)


def test_ties_go_to_the_grid_with_least_left_unmentioned(load: Load) -> None:
    """Unmentioned cells break ties.

    Someone who says "rows 1 and 3" would have named a third full row too, and someone who names the
    empty rows a further empty one. What is said always weighs more.
    """
    two, three, other = (
        completed(mask, random.Random(0))
        for mask in (
            "XXXXX/...../XXXXX/...../.....",
            "XXXXX/...../XXXXX/XXXXX/.....",
            "XXXXX/XXXXX/...../...../.....",
        )
    )
    fit_key, agreement = load("bots.facts").fit_key, load("bots.facts").agreement
    full = facts_in(load, "en", "rows 1 and 3")
    assert agreement(full, two) == agreement(full, three) == 1
    assert fit_key(full, two) > fit_key(full, three) > fit_key(full, other)
    empty = facts_in(load, "en", "rows 2 and 5 are empty")
    assert agreement(empty, two) == agreement(empty, three) == 1
    assert fit_key(empty, three) > fit_key(empty, two) > fit_key(empty, other)


@pytest.mark.parametrize(
    ("how", "grid", "holds"),
    [
        ("together", "XXXXX/XXXXX/...../...../.....", True),
        ("together", "XXXXX/...../XXXXX/...../.....", False),
        ("together", ".XX../.XX../.XX../.XX../.XX..", True),
        ("together", "XXXXX/...../...../...../.....", False),
        ("apart", "XXXXX/...../XXXXX/...../.....", True),
        ("apart", "XXXXX/XXXXX/...../...../.....", False),
        ("apart", "X.X.X/...../...../...../.....", False),
        ("off the edge", "...../XXXXX/...../XXXXX/.....", True),
        ("off the edge", "XXXXX/XXXXX/...../...../.....", False),
        ("off the edge", "...../...../..X../...../.....", False),
    ],
)
def test_line_arrangements(load: Load, how: str, grid: str, holds: bool) -> None:
    """The lines are rows or columns; without any, no arrangement holds."""
    filled = completed(grid, random.Random(0))
    assert load("bots.facts").LineArrangement(how).truth(filled) == float(holds)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    "text",
    ["", "?", "no idea", "keine Ahnung", "the grid", "row", "Zeile", "7", "row 99", "X", "except",
     "only", "(9,9)", "first first first", "to to to", "row 1 to", "-" * 500, "row 1 " * 2000,
     "the letter ß", "\ud800", "row 2 row 2, 3, , and and 4", "all but", "not not not not"],
)  # fmt: skip
def test_any_text_can_be_read(load: Load, language: str, text: str) -> None:
    facts = facts_in(load, language, text)
    assert load("bots.facts").agreement(facts, frozenset()) >= 0


PHRASES_BESIDE_WORDS = (
    *(".", ",", ":", "1", "3", "7", "(1,2)", "XXXXX", "X.X.X", "letter T", "from the bottom"),
    *("every other", "second to last", "at least", "the rest", "all but", "number of"),
    *("von unten", "jede zweite", "der Rest", "bis auf", "mindestens", "1."),
)


@pytest.mark.parametrize("language", ["en", "de"])
@given(data=st.data())
def test_known_words_can_be_read_in_any_order(
    load: Load, language: str, data: st.DataObject
) -> None:
    lexicon = load("bots.tokens").LEXICONS[language]
    words = st.sampled_from((*lexicon.words, *PHRASES_BESIDE_WORDS))
    text = " ".join(data.draw(st.lists(words, max_size=14)))
    facts = load("bots.reading").statements(text, lexicon)
    assert 0 <= load("bots.facts").agreement(facts, frozenset({(0, 0)})) <= len(facts)
