"""What the scripted follower makes of ordinary phrasings of people and models.

Each phrasing stands beside the grid that it makes of an empty one: rows from the top, a dot for an
empty cell.
"""

from __future__ import annotations

from typing import Any

import pytest

ENGLISH: list[tuple[str, str]] = [
    (
        "Draw a diagonal of X's from the bottom left to the top right",
        "....X ...X. ..X.. .X... X....",
    ),
    ("Row 1: A A ▢ ▢ A", "AA..A ..... ..... ..... ....."),
    ("Put an A in every other cell of row 3", "..... ..... A.A.A ..... ....."),
    ("Fill the rest with O", "OOOOO OOOOO OOOOO OOOOO OOOOO"),
    ("Fill every cell in the grid with Y", "YYYYY YYYYY YYYYY YYYYY YYYYY"),
    ("Put Y in the middle cell of row 2", "..... ..Y.. ..... ..... ....."),
    ("Put R in the middle three cells of row 5", "..... ..... ..... ..... .RRR."),
    ("Put R in row 1 column 1 to column 3", "RRR.. ..... ..... ..... ....."),
    ("Put R from row 1 column 2 to row 4 column 5", ".R... ..R.. ...R. ....R ....."),
    ("Put an X in the last cell of each row", "....X ....X ....X ....X ....X"),
    ("Fill the first row and the last column with X", "XXXXX ....X ....X ....X ....X"),
    ("Put a V in columns 1 and 5 of rows 2 to 4", "..... V...V V...V V...V ....."),
    ("Put F at both ends of the third row", "..... ..... F...F ..... ....."),
    ("Put T in row 1 and leave the rest empty", "TTTTT ..... ..... ..... ....."),
    ("Put A in R2C3", "..... ..A.. ..... ..... ....."),
    ("Put A in the second and fourth columns", ".A.A. .A.A. .A.A. .A.A. .A.A."),
    ("Fill column 3 with I", "..I.. ..I.. ..I.. ..I.. ..I.."),
    ("A row of Xs in row 3", "..... ..... XXXXX ..... ....."),
    ("Fill the bottom right 2 by 2 square with X", "..... ..... ..... ...XX ...XX"),
    ("Put X in the upper left and lower right corners", "X.... ..... ..... ..... ....X"),
    ("Put X in row 3, except for the middle cell", "..... ..... XX.XX ..... ....."),
    ("Put X in every cell of the second column", ".X... .X... .X... .X... .X..."),
    ("Fill the entire grid with T", "TTTTT TTTTT TTTTT TTTTT TTTTT"),
    ("Put a B in the first column, rows 2 and 4", "..... B.... ..... B.... ....."),
    ("Put a C at row 2, column 4 and at row 5, column 1", "..... ...C. ..... ..... C...."),
    ("Draw an X in the first, third and fifth cell of row 2", "..... X.X.X ..... ..... ....."),
    (
        "Put Q in row 1, column 1; row 2, column 2; and row 3, column 3",
        "Q.... .Q... ..Q.. ..... .....",
    ),
    ("Put Q in row 1, column 1, row 2, column 2, row 3, column 3", "Q.... .Q... ..Q.. ..... ....."),
    ("Fill the four corners with B", "B...B ..... ..... ..... B...B"),
    ("Put W in all cells of row 4", "..... ..... ..... WWWWW ....."),
    ("Put H in the centre of the grid", "..... ..... ..H.. ..... ....."),
    ("Fill the top right to bottom left diagonal with R", "....R ...R. ..R.. .R... R...."),
    ("Put A in the diagonal from bottom left to top right", "....A ...A. ..A.. .A... A...."),
    ("Place the letter E in the last row, in columns 2-4", "..... ..... ..... ..... .EEE."),
    ("Put L in the third row from the first to the fourth column", "..... ..... LLLL. ..... ....."),
    ("Put L in row 3 from column 2 to column 4", "..... ..... .LLL. ..... ....."),
    ("Fill both diagonals with X", "X...X .X.X. ..X.. .X.X. X...X"),
    ("Put an O in the middle of the top row", "..O.. ..... ..... ..... ....."),
    ("Fill the last two columns with K", "...KK ...KK ...KK ...KK ...KK"),
    ("Fill row two with J", "..... JJJJJ ..... ..... ....."),
    ("Put M in row 1, every cell", "MMMMM ..... ..... ..... ....."),
    ("Row 1: M in all cells", "MMMMM ..... ..... ..... ....."),
    ("In column 5 fill all five cells with R", "....R ....R ....R ....R ....R"),
    ("Make the third column all Z", "..Z.. ..Z.. ..Z.. ..Z.. ..Z.."),
    ("Fill in the fourth row completely with U", "..... ..... ..... UUUUU ....."),
    ("Put U in the 2nd row, 5th column", "..... ....U ..... ..... ....."),
    ("Put an N in 3rd cell in the 4th row", "..... ..... ..... ..N.. ....."),
    ("Put S in column 2 of every row", ".S... .S... .S... .S... .S..."),
    ("put an X in each corner of the grid", "X...X ..... ..... ..... X...X"),
    ("Put a P two cells to the right of (1,1)", "..P.. ..... ..... ..... ....."),
    ("Fill the outer edge with X, then put a Z in the center", "XXXXX X...X X.Z.X X...X XXXXX"),
    ("Put X in cells (1,1) to (1,4)", "XXXX. ..... ..... ..... ....."),
    ("Put X in row 1: columns 2, 3, 4", ".XXX. ..... ..... ..... ....."),
    ("Put E in row 2, columns 2 and 4, and in row 4, column 3", "..... .E.E. ..... ..E.. ....."),
    ("Fill the middle row with M and the middle column with M", "..M.. ..M.. MMMMM ..M.. ..M.."),
    ("Put a cross of T in the middle", "..T.. ..T.. TTTTT ..T.. ..T.."),
    ("fill the inner 3x3 area with V", "..... .VVV. .VVV. .VVV. ....."),
    ("Put X in the left column from row 2 to row 4", "..... X.... X.... X.... ....."),
    ("Fill rows 1 and 5 with X and columns 1 and 5 with X", "XXXXX X...X X...X X...X XXXXX"),
    ("Put an A in row 2, column 3", "..... ..A.. ..... ..... ....."),
    ("fill the last row with B", "..... ..... ..... ..... BBBBB"),
    ("Put X in the top left corner", "X.... ..... ..... ..... ....."),
    ("Put C in the first two cells of row 1", "CC... ..... ..... ..... ....."),
    (
        "Fill the whole diagonal from top left to bottom right with D",
        "D.... .D... ..D.. ...D. ....D",
    ),
    ("Fill row 1 with A and row 2 with B", "AAAAA BBBBB ..... ..... ....."),
    ("In row 2, put A in column 1 and B in column 3", "..... A.B.. ..... ..... ....."),
    ("Put A, B and C in the first three cells of row 1", "ABC.. ..... ..... ..... ....."),
    ("Row 1: A B A B A, row 2: C ▢ ▢ ▢ C", "ABABA C...C ..... ..... ....."),
    ("Fill everything with X except the border", "..... .XXX. .XXX. .XXX. ....."),
    ("Fill row 1 with A except column 3", "AA.AA ..... ..... ..... ....."),
    ("Fill row 1 with A except for the last cell", "AAAA. ..... ..... ..... ....."),
    ("Fill all cells but the last row with E", "EEEEE EEEEE EEEEE EEEEE ....."),
    ("Put A in row 2 column 2. Put B to the right of it.", "..... .AB.. ..... ..... ....."),
    (
        "Put an A in the third cell of the second row and in the fourth cell of the last row",
        "..... ..A.. ..... ..... ...A.",
    ),
    ("Fill the left and right columns with T", "T...T T...T T...T T...T T...T"),
    ('Place "H" at row 4, column 2 and row 5, column 1', "..... ..... ..... .H... H...."),
    ("Write the letter Q in the bottom-right cell", "..... ..... ..... ..... ....Q"),
    ("Put a B in row 1 col 5", "....B ..... ..... ..... ....."),
    ("put b in row 3, column 3", "..... ..... ..B.. ..... ....."),
    ("Put an X at position (4, 2)", "..... ..... ..... .X... ....."),
    ("Place an S in the cell at row 3 and column 5", "..... ..... ....S ..... ....."),
    ("Now put a Z in the fourth row, first column, please.", "..... ..... ..... Z.... ....."),
    ("I want an X in the bottom left corner", "..... ..... ..... ..... X...."),
    ("Fill the second row, columns 2 through 5, with K", "..... .KKKK ..... ..... ....."),
    ("Put K in cells 2 to 5 of the second row", "..... .KKKK ..... ..... ....."),
    (
        "Put a G in every cell of the last column except the first one",
        "..... ....G ....G ....G ....G",
    ),
    ("Fill the top left 3x3 square with W", "WWW.. WWW.. WWW.. ..... ....."),
    ("Draw an L in column 1, then fill the rest of row 5 with L", "L.... L.... L.... L.... LLLLL"),
    ("Fill columns 1, 3, and 5 with O", "O.O.O O.O.O O.O.O O.O.O O.O.O"),
    ("Add a D directly below (3,3)", "..... ..... ..... ..D.. ....."),
    ("The first row is all A", "AAAAA ..... ..... ..... ....."),
    ("Put A in A1", "A.... ..... ..... ..... ....."),
    ("Put the letter M in the 2nd and 4th cells of the 3rd row", "..... ..... .M.M. ..... ....."),
    ("Fill odd rows with U", "UUUUU ..... UUUUU ..... UUUUU"),
    ("Put N in the second column from the right", "...N. ...N. ...N. ...N. ...N."),
    ("Put two Xs in the middle of row 1 and row 5", "..X.. ..... ..... ..... ..X.."),
    (
        "Fill the first and last rows and the first and last columns with B",
        "BBBBB B...B B...B B...B BBBBB",
    ),
    ("Put an X in row 3 and column 5", "..... ..... ....X ..... ....."),
    ("Fill row 3 and column 5 with X", "....X ....X XXXXX ....X ....X"),
    ("Put an X in the first row and in the last column", "XXXXX ....X ....X ....X ....X"),
    ("Put a X in the first row, first column", "X.... ..... ..... ..... ....."),
    ("Place 'X' in the 1st row and 2nd column", ".X... ..... ..... ..... ....."),
    ("put x in row 1 columns 1-5", "XXXXX ..... ..... ..... ....."),
    ("Fill cells in row 3 with P", "..... ..... PPPPP ..... ....."),
    ("Fill in column 5, rows 1 to 3 with P", "....P ....P ....P ..... ....."),
    ("Write D at the intersection of row 4 and column 2", "..... ..... ..... .D... ....."),
    ("place a G in row 1, col 1 and row 2, col 2", "G.... .G... ..... ..... ....."),
    ("Set cell (4,5) to Y", "..... ..... ..... ....Y ....."),
    ("Set the cell in row 4, column 5 to Y", "..... ..... ..... ....Y ....."),
    ("Put the letter V in the top right corner cell", "....V ..... ..... ..... ....."),
    ("Place a line of V from top to bottom in column 2", ".V... .V... .V... .V... .V..."),
    ("Put R in every cell of rows 1 and 2", "RRRRR RRRRR ..... ..... ....."),
    ("Put Z on the anti-diagonal", "....Z ...Z. ..Z.. .Z... Z...."),
    ("Draw a vertical line of T in the middle column", "..T.. ..T.. ..T.. ..T.. ..T.."),
    ("Draw a horizontal line of T's across row 3", "..... ..... TTTTT ..... ....."),
    ("Put U in the remaining cells of row 2", "..... UUUUU ..... ..... ....."),
    ("Place S in the fifth column of the second row", "..... ....S ..... ..... ....."),
    ("Put K in the first, second, and fourth columns of row 3", "..... ..... KK.K. ..... ....."),
    ("Put an A in the 2nd, 3rd, 4th cells in column 1", "..... A.... A.... A.... ....."),
    ("Put a K in the last row, middle column", "..... ..... ..... ..... ..K.."),
    ("Row 2, column 4: J", "..... ...J. ..... ..... ....."),
    ("In the third column, fill rows 2 through 4 with N", "..... ..N.. ..N.. ..N.. ....."),
    ("For row 4, place H in columns 1, 2, 4 and 5", "..... ..... ..... HH.HH ....."),
    ("Fill column 1 from top to bottom with E", "E.... E.... E.... E.... E...."),
    ("Second row: put F in the second and third cells", "..... .FF.. ..... ..... ....."),
    ("Place an O in the center cell of the grid", "..... ..... ..O.. ..... ....."),
    ("X in the bottom right", "..... ..... ..... ..... ....X"),
    ("Put W in row 5, column 1 through 3", "..... ..... ..... ..... WWW.."),
    ("Put B in the top row except the corners", ".BBB. ..... ..... ..... ....."),
]

GERMAN: list[tuple[str, str]] = [
    ("Setze M in Zeile 1, jedes Feld", "MMMMM ..... ..... ..... ....."),
    ("Fülle in Reihe 1 alle fünf Felder mit R", "RRRRR ..... ..... ..... ....."),
    ("Setze ein A in Zeile 2, Spalte 3", "..... ..A.. ..... ..... ....."),
    ("Fülle die letzte Zeile mit B", "..... ..... ..... ..... BBBBB"),
    ("Schreibe X in die linke obere Ecke", "X.... ..... ..... ..... ....."),
    ("Schreibe C in die ersten zwei Felder der ersten Zeile", "CC... ..... ..... ..... ....."),
    ("Fülle die Diagonale von links oben nach rechts unten mit D", "D.... .D... ..D.. ...D. ....D"),
    ("Setze in der 2. Zeile ein A in die 3. Spalte", "..... ..A.. ..... ..... ....."),
    ("Fülle die 1. und 3. Zeile mit Q", "QQQQQ ..... QQQQQ ..... ....."),
    ("Schreibe in Zeile 2 in die Spalten 1 bis 3 ein W", "..... WWW.. ..... ..... ....."),
    ("Fülle den Rand mit Z", "ZZZZZ Z...Z Z...Z Z...Z ZZZZZ"),
    ("Fülle alle übrigen Felder mit O", "OOOOO OOOOO OOOOO OOOOO OOOOO"),
    ("Schreibe ein K in die Mitte", "..... ..... ..K.. ..... ....."),
    ("Fülle die rechte Spalte mit P", "....P ....P ....P ....P ....P"),
    ("Setze ein X in alle vier Ecken", "X...X ..... ..... ..... X...X"),
    ("Zeile 1 mit A füllen", "AAAAA ..... ..... ..... ....."),
    ("Fülle das ganze Raster mit X außer dem Rand", "..... .XXX. .XXX. .XXX. ....."),
    ("Setze ein X in die Ecke rechts unten", "..... ..... ..... ..... ....X"),
    (
        "Schreibe in die dritte Zeile in das zweite und vierte Feld ein B",
        "..... ..... .B.B. ..... .....",
    ),
    ("Fülle jede zweite Zeile mit A", "..... AAAAA ..... AAAAA ....."),
    ("Setze ein B in das letzte Feld jeder Zeile", "....B ....B ....B ....B ....B"),
    ("Fülle die Zeilen 2 bis 4 mit G", "..... GGGGG GGGGG GGGGG ....."),
    (
        "Schreibe ein E in Zeile 1, Spalte 1 und in Zeile 5, Spalte 5",
        "E.... ..... ..... ..... ....E",
    ),
    ("Fülle die oberen zwei Zeilen mit X", "XXXXX XXXXX ..... ..... ....."),
    ("Setze A oben links und B unten rechts", "A.... ..... ..... ..... ....B"),
    ("Male ein Kreuz aus X in die Mitte", "..X.. ..X.. XXXXX ..X.. ..X.."),
    (
        "Schreibe ein F in das dritte Feld von links in der zweiten Zeile",
        "..... ..F.. ..... ..... .....",
    ),
    (
        "Trage in der ersten Spalte in den Zeilen 1, 3 und 5 ein R ein",
        "R.... ..... R.... ..... R....",
    ),
    ("Schreib ein K in das Feld rechts unten", "..... ..... ..... ..... ....K"),
    ("Setz ein M in Zeile 3, Spalte 4", "..... ..... ...M. ..... ....."),
    ("Schreib in jedes Feld der ersten Spalte ein K", "K.... K.... K.... K.... K...."),
    ("Trage „B“ in Zeile 2 Spalte 2 bis 4 ein", "..... .BBB. ..... ..... ....."),
    ("Male ein X in die Mitte und ein O in alle vier Ecken", "O...O ..... ..X.. ..... O...O"),
    ("Ein A kommt in die erste Zeile, zweite Spalte", ".A... ..... ..... ..... ....."),
    ("Fülle die unteren beiden Zeilen mit C", "..... ..... ..... CCCCC CCCCC"),
    ("Zeile 1: A A ▢ ▢ A", "AA..A ..... ..... ..... ....."),
    ("Setze ein E in die Felder (1,1), (2,2) und (3,3)", "E.... .E... ..E.. ..... ....."),
    ("Schreibe S in die Gegendiagonale", "....S ...S. ..S.. .S... S...."),
    ("Fülle alles außer der letzten Spalte mit T", "TTTT. TTTT. TTTT. TTTT. TTTT."),
    ("Fülle die dritte Reihe komplett mit H", "..... ..... HHHHH ..... ....."),
    ("Setze ein D direkt unter (2,3)", "..... ..... ..D.. ..... ....."),
    ("Schreibe L in die vorletzte Zeile", "..... ..... ..... LLLLL ....."),
    ("Fülle den Rest der ersten Zeile mit R", "RRRRR ..... ..... ..... ....."),
    ("Schreib ein Z in das vierte Kästchen der 2. Reihe", "..... ...Z. ..... ..... ....."),
    ("Setze ein X in die beiden oberen Ecken", "X...X ..... ..... ..... ....."),
    ("Setze ein X in Zeile 3 und Spalte 5", "..... ..... ....X ..... ....."),
    ("Fülle beide Diagonalen mit X", "X...X .X.X. ..X.. .X.X. X...X"),
    ("Setze ein X an beide Enden der dritten Zeile", "..... ..... X...X ..... ....."),
    ("Schreibe ein A in die zweite Spalte der dritten Zeile", "..... ..... .A... ..... ....."),
    ("Schreibe in Spalte 3 von Zeile 2 bis 4 ein B", "..... ..B.. ..B.. ..B.. ....."),
    ("Setze ein X in das Feld Zeile 2, Spalte 4", "..... ...X. ..... ..... ....."),
    ("Setze X in alle Felder der ersten Zeile", "XXXXX ..... ..... ..... ....."),
    ("Oben rechts ein B", "....B ..... ..... ..... ....."),
    ("In die Mitte kommt ein M", "..... ..... ..M.. ..... ....."),
    ("Fülle die komplette zweite Spalte mit U", ".U... .U... .U... .U... .U..."),
    ("Setze in Reihe 1 in Spalte 2 und 4 ein K", ".K.K. ..... ..... ..... ....."),
    ("Fülle Zeile 1 und Zeile 5 mit A", "AAAAA ..... ..... ..... AAAAA"),
    ("Setze ein A in die Felder 2 und 4 der dritten Zeile", "..... ..... .A.A. ..... ....."),
    ("Fülle die äußerste rechte Spalte mit C", "....C ....C ....C ....C ....C"),
    (
        "Fülle die erste Reihe von links bis zur dritten Spalte mit A",
        "AAA.. ..... ..... ..... .....",
    ),
]

# What changes a grid that is there already.

CHANGES: list[tuple[str, str, str, str]] = [
    ("en", "Erase the top left corner", "AA... B....", ".A... B...."),
    ("en", "Clear row 1", "AA... B....", "..... B...."),
    ("en", "Empty the first column", "AA... B....", ".A... ....."),
    ("en", "Remove all Bs", "AB... B....", "A.... ....."),
    ("en", "Delete the A in row 1", "AB... A....", ".B... A...."),
    ("en", "Erase everything", "AB... A....", "..... ....."),
    ("en", "Make (1,1) empty", "AB...", ".B..."),
    ("en", "Set the second cell of row 1 to blank", "AB...", "A...."),
    ("en", "Replace all A's with C", "AB... A....", "CB... C...."),
    ("en", "Change the A in row 1 to B", "AA... A....", "BB... A...."),
    ("en", "Fill the rest of row 1 with C", "AB...", "ABCCC"),
    ("en", "Fill all the empty cells in row 2 with C", "AB... .D...", "AB... CDCCC"),
    ("en", "Also fill the last cell of row 1", "A....", "A...A"),
    ("en", "Put A in row 1. Do the same in row 2.", "", "AAAAA AAAAA"),
    ("en", "Overwrite row 1 with C", "AB...", "CCCCC"),
    ("de", "Lösche Zeile 1", "AA... B....", "..... B...."),
    ("de", "Leere die erste Spalte", "AA... B....", ".A... ....."),
    ("de", "Entferne alle B", "AB... B....", "A.... ....."),
    ("de", "Zeile 1 löschen", "AA... B....", "..... B...."),
    ("de", "Mach das erste Feld der ersten Zeile leer", "AB...", ".B..."),
    ("de", "Ersetze A durch C", "AB... A....", "CB... C...."),
    ("de", "Fülle die leeren Felder der zweiten Zeile mit C", "AB... .D...", "AB... CDCCC"),
    ("de", "Fülle auch Zeile 2", "A....", "A.... AAAAA"),
]

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
]


def follow(load: Any, language: str, command: str, start: str = "") -> str:
    """The rows after a command, down to the last one that is not empty or was there before."""
    rows = [*start.split(), *["....."] * 5][:5]
    made = load("follower").follow(
        tuple(row.replace(".", load("grids").BLANK) for row in rows), command, language
    )
    return " ".join(made).replace(load("grids").BLANK, ".")


@pytest.mark.parametrize(("command", "rows"), ENGLISH)
def test_english_phrasings(load: Any, command: str, rows: str) -> None:
    assert follow(load, "en", command) == rows


@pytest.mark.parametrize(("command", "rows"), GERMAN)
def test_german_phrasings(load: Any, command: str, rows: str) -> None:
    assert follow(load, "de", command) == rows


@pytest.mark.parametrize(("language", "command", "before", "after"), CHANGES)
def test_what_is_there_already_is_changed_only_where_it_is_meant(
    load: Any, language: str, command: str, before: str, after: str
) -> None:
    whole = [*after.split(), *["....."] * 5][:5]
    assert follow(load, language, command, before) == " ".join(whole)


@pytest.mark.parametrize(("language", "command"), NOTHING)
def test_what_is_not_understood_changes_nothing(load: Any, language: str, command: str) -> None:
    before = "AB... ..A.. ..... ..... ....B"
    assert follow(load, language, command, before) == before
