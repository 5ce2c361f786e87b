"""Rules that merge neighbouring tokens into regions until no rule applies.

The kinds of tokens, each one character:

    D draw   Z erase   V replace   w swap   Q copy, the same   H keep   ! not understood   ~ also
    L letter   n number   N numbers   o ordinals   p even or odd   A every other   T times
    r row   c column   k cell   K corner   b border   d diagonal   g grid   B block   E end
    S side   M middle   z size   l direction   v direction from it   O around   # checkerboard
    e every   u empty   U still empty   h other   q the rest   J that one   j its   + cross
    Y shape   y "shape"   m made of   _ filler
    & and   , comma   t to   f from   > onwards   i in, of   x except   . end of a clause
    R rows   C columns   P places in a row or column   X region   W a row spelt out

A rule is a regular expression over these characters and a function of the tokens it matched.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ..grids import SIZE
from .meanings import (
    Merged,
    around,
    at_middle_of_side,
    at_side,
    at_sides,
    axis,
    beside,
    corner,
    counted,
    counted_from,
    crossed,
    diagonal,
    every_but,
    every_one,
    first_of,
    from_edge,
    from_side,
    joined,
    line_beside,
    line_between,
    named_corners,
    number_range,
    of_size,
    onwards,
    ordinal,
    ordinals,
    region_token,
    row_beside,
    spelt,
    stretch,
    two_crossed,
    what_is_left,
    with_places,
    without,
)
from .regions import ALL, BORDER, CENTRE, CHECKERS, CROSS
from .tokens import Token

Rule = tuple[re.Pattern[str], Callable[[Sequence[Token]], Merged]]


def merge_tokens(tokens: Sequence[Token], *, single: bool = False) -> list[Token]:
    """Apply the first matching rule at its first match, again and again until none matches.

    If a ``single`` letter is placed, "row 2 and column 3" is one cell, not a row and a column.
    """
    now = list(tokens)
    rules = (*AXES, ONE_CELL, *REGIONS) if single else (*AXES, *REGIONS)
    while True:
        kinds = "".join(token.kind for token in now)
        for pattern, make in rules:
            match = pattern.search(kinds)
            if match is not None:
                made = make(now[match.start() : match.end()])
                now[match.start() : match.end()] = made if isinstance(made, list) else [made]
                break
        else:
            return now


def _rule(pattern: str, make: Callable[[Sequence[Token]], Merged]) -> Rule:
    return re.compile(pattern), make


def _letters(found: Sequence[Token]) -> list[Token]:
    return [token for token in found if token.kind == "L"]


AND = "(?:,?&|,)"

AXES: tuple[Rule, ...] = (
    # a row, block or diagonal of a letter
    _rule(r"(?<![oMSnNApe])(?:z[Bk]?|[dbBrck+#Y])[im]L", lambda found: [found[-1], *found[:-2]]),
    # corners and middles of sides
    _rule(r"K[,i]*S,?S|SS[kK]?(?![rcbnk])", corner),
    _rule(r"SMk?(?![nrc])|MSk?(?![nrcbS])|Mk?iS(?![rckbSK])|SiM(?![rck])", at_middle_of_side),
    # from top to bottom: the direction of drawing does not matter
    _rule(r"(?<!S)f?StS(?!S)", lambda found: []),
    _rule(r"E,?&E", lambda found: Token("E", 0)),
    # numbers and ordinals
    _rule(r"f?ntn", number_range),
    _rule(rf"[nN](?:{AND}[nN])+(?!k)", joined),
    _rule(r"ot(?=o)o", stretch),
    _rule(rf"o(?:{AND}o)+", joined),
    _rule(r"[oM]n(?!d)", counted),
    _rule(r"Sn(?=[rck])", counted),
    _rule(r"(?<![rck&,t])n[MSo](?=[rck])", lambda found: counted(found[::-1])),
    # rows, columns, places
    _rule(r"o[rck]fS(?!t)|ofS[rck]", from_side),
    _rule(r"[oM][rck]", axis),
    _rule(r"[rck][nN]", axis),
    _rule(r"[Ap][rck]", axis),
    _rule(r"en?[rc],?xi?[nNo](?![rc])k?", every_but),
    _rule(r"en?[rc]", every_one),
    _rule(r"Sk(?!,?i?[SX])", axis),
    _rule(r"S&S(?=[rcb])[rcb]", at_sides),
    _rule(r"S[rcb]", at_sides),
    _rule(r"[RC]b", first_of),
    _rule(r"[rc],?i?S(?![SKMnrck])", at_side),
    _rule(r"[rc]l[if]?[RC]", line_beside),
    # two cells, each a row and a column, before rows or columns are merged into lists
    _rule(r"R[,i]*C,?&?C[,i]*R", two_crossed),
    _rule(r"C[,i]*R,?&?R[,i]*C", two_crossed),
)
"""Rules for rows, columns and places."""

ONE_CELL = _rule(r"(?<!C)R&C(?![,i&]*R)|(?<!R)C&R(?![,i&]*C)", crossed)

REGIONS: tuple[Rule, ...] = (
    # from one on; a number of cells in a direction is a path, not a region
    _rule(r">nk|nk>", lambda found: Token("!")),
    _rule(r"f?[RCP],?>|f[RCP],?tS(?![rckSKb])", onwards),
    _rule(r"nL[if]*[RC],?fi?[RCPS]|LnT?[if]*[RC],?fi?[RCPS]", counted_from),
    _rule(r"[RC],?f?St[RCP]", from_edge),
    _rule(r"f?RtR|f?CtC|f?PtP", stretch),
    _rule(rf"(?<![C])R(?:{AND}R)+(?![,i]*C)|(?<![R])C(?:{AND}C)+(?![,i]*R)", joined),
    _rule(rf"R(?:{AND}R)+|C(?:{AND}C)+|P(?:{AND}P)+", joined),
    # places of a row or column; also bare numbers after a row or column
    _rule(r"[RC][^nNRC]*(?:i|,)[nN](?![a-zBKMNPRSUX])", with_places),
    _rule(r"(?<=i)[nN][if]*(?=[RC])", lambda found: Token("P", ordinals(found[0]))),
    _rule(r"(?<=x)i?(?:[en]?E|Mk?(?![rcz]))", lambda found: Token("P", ordinals(found[-1]))),
    _rule(r"en?k[if]?(?=[RC])", lambda found: []),
    # all cells of the row or column just named ("row 1, every cell")
    _rule(r"[RC][,i]*[DL]*[,i]*en?k(?![if])", lambda found: [t for t in found if t.kind in "RCDL"]),
    _rule(r"k[,i]*(?:R&C|C&R)", crossed),
    _rule(r"SE(?=[if]?[RC])", lambda found: Token("P", (ordinal(found[0]),))),
    _rule(r"[en]?E(?=[if]?[RC])", lambda found: Token("P", ordinals(found[-1]))),
    _rule(r"[MSo](?=[if][RC])|M(?=[RC])", lambda found: Token("P", ordinals(found[0]))),
    _rule(r"P[if]{0,2}[RC]", crossed),
    _rule(r"[RC][,i]*P", crossed),
    _rule(r"R[,fi]{0,3}C|C[,fi]{0,3}R", crossed),
    _rule(r"B[fi]*R[,&if]*C|B[fi]*C[,&if]*R", crossed),
    # a row spelt out
    _rule(rf"[RC],?i?L(?:,?&?L){{{SIZE - 1}}}(?!,?&?L)", spelt),
    # around a cell, or the grid
    _rule(r"O(?=e?i?[gb])", lambda found: []),
    _rule(r"e?n?k?Oi?(?:XK?|Mk?)", around),
    # corners and the centre
    _rule(r"XK", first_of),
    _rule(r"S&SK", corner),
    _rule(r"e?n?S?n?K", named_corners),
    _rule(r"[oM]?z[Bk]?[fi]*X|X[Bk]?z[Bk]?", of_size),
    _rule(r"M?z[Bk]?(?:iM)?", of_size),
    # diagonals, border and other shapes
    _rule(r"fX,?L?dL?tX", lambda found: [*_letters(found), line_between(found)]),
    _rule(r"df?Xt(?=X)X|f?XtXd?|Bf?XtX", line_between),
    _rule(r"d[fi]*X|Xd", diagonal),
    _rule(r"[eh]?n?d", diagonal),
    _rule(r"e?bk?", lambda found: region_token(BORDER)),
    _rule(r"[+#Y][,it]*M(?![rck])k?", first_of),
    _rule(r"Y", lambda found: region_token(found[0].value)),
    _rule(r"#", lambda found: region_token(CHECKERS)),
    _rule(r"\+", lambda found: region_token(CROSS)),
    _rule(r"e?n?[gk]?,?U[krc]?", lambda found: Token("q")),
    # remaining cells, and cells beside something
    _rule(r"e?[hu]{1,2}[krc]", lambda found: Token("q")),
    _rule(r"q[if]?[RCX]|q", what_is_left),
    _rule(r"(?<=i)nkl[if]?X", row_beside),
    _rule(r"nkl[if]?X|k?[,i]*l[if]?X", beside),
    _rule(r"M(?![rck])k?", lambda found: region_token(CENTRE)),
    # the whole grid
    _rule(r"(?<=[RCPX]),?i?e?g|e?gi(?=[RCX])", lambda found: []),
    _rule(r"e?nk?(?=g)|ek(?=ig)", lambda found: []),
    _rule(r"e?g|enk(?![if])|ek(?![if])", lambda found: region_token(ALL)),
    # lists of regions, and exceptions
    _rule(rf"X(?:{AND}?X)+", joined),
    _rule(r"(?<=x)i?o(?![rck])", lambda found: Token("P", ordinals(found[-1]))),
    _rule(r"[RCPX],?xi?[RCPX]", without),
)
