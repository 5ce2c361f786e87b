"""The scripted follower's reading of ordinary phrasings by people and models.

The phrasings are in ``phrasings/``, each with the grid it draws: rows from the top, a dot for an
empty cell.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

PHRASINGS = Path(__file__).parent / "phrasings"

# Commands that the follower does not understand, or that draw nothing: the grid does not change.

NOTHING: list[tuple[str, str]] = [
    ("en", "Leave row 1 empty"),
    ("en", "Don't put anything into row 2"),
    ("en", "Move the A in row 1 to row 2"),
    ("en", "Mirror the grid"),
    ("en", "Well done so far!"),
    ("en", "Draw a house"),
    ("en", "Put C in row 7, column 9"),
    ("en", "Put C in (0,6)"),
    ("en", "The target looks like a flag with a pole on the left"),
    ("en", ""),
    ("de", "Lass Zeile 1 leer"),
    ("de", "Schreibe nichts mehr, verschiebe Zeile 1 nach unten"),
    ("de", "Spiegle das Raster"),
    ("de", "Das sieht gut aus"),
    ("en", "Fill the upper half with H"),
    ("en", "From the top left go down 3 cells with K"),
    ("en", "Draw a T shape"),
    ("en", "Draw a T shape with a bar in row 1 and a bar in column 3"),
    ("en", "Make a Q shape out of K"),
    ("en", "a row of U on the left"),
    ("en", "Copy rows 1 and 2 to row 4"),
    ("en", "Swap row 1 and column 2"),
    ("en", "Swap rows 1, 2 and 3"),
    ("en", "Undo the last command"),
    ("en", "Do the same in row 4"),
    ("en", "Put C in its middle"),
    ("en", "Don't fill the corners"),
    ("de", "Fülle die obere Hälfte mit H"),
    ("de", "Tausche Zeile 1 und Spalte 2"),
    ("de", "Fülle die Ecken nicht"),
    ("de", "Dasselbe in Zeile 4"),
]

# Commands that refer to earlier ones: the commands, oldest first, and the grid they draw together.

REFERRING: list[tuple[str, list[str], str]] = [
    (
        "en",
        ["Put A in row 1, columns 1 to 3", "Now the same in row 5"],
        "AAA.. ..... ..... ..... AAA..",
    ),
    ("en", ["Row 1: A B . B A", "Repeat that in rows 2 and 4"], "AB.BA AB.BA ..... AB.BA"),
    ("en", ["Put A in (2,2)", "Put B to the right of it", "C below that"], "..... .AB.. ..C.."),
    ("en", ["Fill row 2 with A", "Put B in its middle"], "..... AABAA"),
    (
        "en",
        ["Fill column 1 with A and row 5 with B", "Also fill row 1"],
        "BBBBB A.... A.... A.... BBBBB",
    ),
    (
        "en",
        ["Put A in the corners", "Fill column 3 with B", "same for column 4"],
        "A.BBA ..BB. ..BB. ..BB. A.BBA",
    ),
    (
        "de",
        ["Setze A in Zeile 1, Spalten 1 bis 3", "Jetzt dasselbe in Zeile 5"],
        "AAA.. ..... ..... ..... AAA..",
    ),
]


def whole(rows: str) -> str:
    """Return all five rows; trailing empty ones may be omitted in ``rows``."""
    return " ".join([*rows.split(), *["....."] * 5][:5])


def follow(load: Any, language: str, command: str, start: str = "") -> str:
    """Return the rows of the grid after a command."""
    rows = tuple(whole(start).replace(".", load("grids").BLANK).split())
    made = load("bots.follower").follow(rows, command, language)
    return " ".join(made).replace(load("grids").BLANK, ".")


def written(language: str) -> list[tuple[str, str, str]]:
    """Return the phrasings in a language's file: command, grid afterwards, grid before."""
    found = []
    for line in (PHRASINGS / f"{language}.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            command, after, before = (*line.split(" | "), "")[:3]
            found.append((command, after, before))
    return found


@pytest.mark.parametrize(("command", "after", "before"), written("en"))
def test_english_phrasings(load: Any, command: str, after: str, before: str) -> None:
    assert follow(load, "en", command, before) == whole(after)


@pytest.mark.parametrize(("command", "after", "before"), written("de"))
def test_german_phrasings(load: Any, command: str, after: str, before: str) -> None:
    assert follow(load, "de", command, before) == whole(after)


@pytest.mark.parametrize(("language", "said", "after"), REFERRING)
def test_what_refers_to_the_commands_before(
    load: Any, language: str, said: list[str], after: str
) -> None:
    grid = load("grids").EMPTY
    for number, command in enumerate(said):
        grid = load("bots.follower").follow(grid, command, language, said[:number])
    assert " ".join(grid).replace(load("grids").BLANK, ".") == whole(after)


@pytest.mark.parametrize(("language", "command"), NOTHING)
def test_what_is_not_understood_changes_nothing(load: Any, language: str, command: str) -> None:
    before = "AB... ..A.. ..... ..... ....B"
    assert follow(load, language, command, before) == before
