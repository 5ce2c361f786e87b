"""English words about grids."""

from __future__ import annotations

from ..regions import BORDER, CENTRE, CORNERS, FALLING, GRID, INSIDE, LAST, MIDDLE_FROM_END, RISING
from . import THEN, Lexicon, Token, numbered, table

_NAMED = r"(?:letter|character|capital|symbol) [\"'“‘]?([A-Za-z])\b"
_SHAPED = r"\b([A-Z])[\"'”’]?[- ](?:shaped?|form)\b"
_ARTICLES = r"(?: an?| the)?(?: (?:big|large|small|capital|block|letter|number|digit|numeral))*"
_LIKE = (
    r"(?:looks? like|looking like|resembl\w+|shaped like|shape of|form of|forms?|forming|"
    r"makes?|spells?|reads? as|drawn like|like)"
)
_DIGITS = "one|two|three|four|five|six|seven|eight|nine|zero"
_SIZES = (
    "big|large|small|capital|backwards?|thin|narrow|wide|curvy|round|rounded|square|normal|digital"
)
_CLAUSE_ENDS = r"\s*(?:$|[.,;:!?)]|\b(?:with|in|at|on|and|but|that|which|standing)\b)"

ENGLISH = Lexicon(
    words={
        **numbered(
            "one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
            "fifteen sixteen seventeen eighteen nineteen twenty twenty-one twenty-two "
            "twenty-three twenty-four twenty-five",
            "number",
        ),
        **numbered("first second third fourth fifth", "ordinal", 0),
        **numbered("1st 2nd 3rd 4th 5th", "ordinal", 0),
        **table(
            ("zero none", "number", 0),
            ("both", "number", 2),
            ("last final", "ordinal", -1),
            ("penultimate", "ordinal", -2),
            ("middle central mid", "ordinal", MIDDLE_FROM_END),
            ("top upper uppermost topmost", "side", ("row", 0)),
            ("bottom lower lowest bottommost", "side", ("row", LAST)),
            ("left leftmost left-most left-hand", "side", ("column", 0)),
            ("right rightmost right-most right-hand", "side", ("column", LAST)),
            ("row rows", "line", "row"),
            ("column columns col cols", "line", "column"),
            ("line lines bar bars stripe stripes stroke strokes band bands", "stroke", "row"),
            ("cell cells square squares box boxes field fields spot spots", "cell", None),
            ("position positions place places space spaces", "cell", None),
            ("ends", "ends", None),
            ("end", "place", -1),
            ("start beginning", "place", 0),
            ("filled full x xs x's solid black marked occupied coloured colored", "state", True),
            ("crossed shaded taken cross-filled fill fills filling", "state", True),
            ("empty blank blanks white unfilled free open unmarked vacant", "state", False),
            ("unshaded clear hollow gap gaps", "state", False),
            ("not isn't aren't", "not", None),
            ("no without never nothing neither lacks", "none", None),
            ("all every each entire whole complete any", "all", None),
            ("completely entirely fully wholly totally", "all", None),
            ("only just solely", "only", None),
            ("exactly precisely", "relation", ("exactly", 0)),
            ("corners", "area", CORNERS),
            ("corner", "corner", None),
            ("centre center", "area", CENTRE),
            ("border borders frame edges perimeter outline rim outside", "area", BORDER),
            ("edge side", "filler", None),
            ("inside interior inner", "area", INSIDE),
            ("diagonal diagonally", "diagonal", None),
            ("diagonals", "area", FALLING | RISING),
            ("outer outermost", "ends", None),
            ("everything everywhere", "grid", GRID),
            ("others rest", "rest", None),
            ("except missing", "except", None),
            ("but", "except", "but"),
            ("and or plus & as", "and", None),
            ("to through until thru", "to", None),
            ("in of at on within along", "in", None),
            ("while whereas however", "stop", None),
            ("then", "stop", THEN),
            ("alternating alternately", "every other", None),
            ("adjacent neighbouring neighboring consecutive thick wide", "arrangement", "together"),
            ("symmetric symmetrical symmetry mirrored mirror-symmetric", "mirrored", None),
            ("checkerboard chequerboard chessboard chequered checkered", "shape", ("chequers",)),
            ("diamond rhombus", "shape", ("diamond",)),
        ),
    },
    phrases=(
        (r"\b5 ?(?:x|×|by) ?5\b|\bfive[- ]by[- ]five\b", Token("filler")),
        (r"\b3 ?(?:x|×|by) ?3\b|\bthree[- ]by[- ]three\b", Token("area", INSIDE)),
        (
            r"\b(?:from )?(?:the )?(?:top|upper)[- ]left(?: corner)? (?:down )?to (?:the )?"
            r"(?:bottom|lower)[- ]right(?: corner)?\b",
            Token("diagonal", FALLING),
        ),
        (
            r"\b(?:from )?(?:the )?(?:bottom|lower)[- ]right(?: corner)? (?:up )?to (?:the )?"
            r"(?:top|upper)[- ]left(?: corner)?\b",
            Token("diagonal", FALLING),
        ),
        (
            r"\b(?:from )?(?:the )?(?:top|upper)[- ]right(?: corner)? (?:down )?to (?:the )?"
            r"(?:bottom|lower)[- ]left(?: corner)?\b",
            Token("diagonal", RISING),
        ),
        (
            r"\b(?:from )?(?:the )?(?:bottom|lower)[- ]left(?: corner)? (?:up )?to (?:the )?"
            r"(?:top|upper)[- ]right(?: corner)?\b",
            Token("diagonal", RISING),
        ),
        (r"\bmain diagonal\b", Token("diagonal", FALLING)),
        (r"\banti-?diagonal\b", Token("diagonal", RISING)),
        (r"\b(?:from )?(?:left to right|top to bottom|end to end)\b", Token("filler")),
        (r"\bfrom (?:the )?(top|bottom|left|right)\b", Token("from")),
        (
            r"\b(?:second|next)[- ](?:to[- ])?last\b|\blast but one\b",
            Token("ordinal", -2),
        ),
        (
            r"\bhorizontal(?:ly)? (?:lines?|bars?|stripes?|strokes?|bands?)\b",
            Token("stroke", "row"),
        ),
        (
            r"\bvertical(?:ly)? (?:lines?|bars?|stripes?|strokes?|bands?)\b",
            Token("stroke", "column"),
        ),
        (
            r"\b(?:with )?(?:a|an|one) (?:(?:single|blank|empty) )?"
            r"(?:gap|space|blank|line|row|column) (?:in )?between(?: them)?\b"
            r"|\bwith (?:a|one) gap\b",
            Token("arrangement", "apart"),
        ),
        (
            r"\bnot (?:directly |right )?(?:next to each other|side by side|adjacent|neighbou?ring"
            r"|touching(?: each other)?)\b",
            Token("arrangement", "apart"),
        ),
        (
            r"\b(?:neither|none|not)(?: of (?:them|the lines|these))?(?: is| are)?(?: touching)?"
            r"(?: (?:at|on|along))? (?:the|an) (?:edges?|borders?|sides?)\b",
            Token("arrangement", "off the edge"),
        ),
        (
            r"\b(?:next to each other|side by side|right beside each other)\b",
            Token("arrangement", "together"),
        ),
        (
            r"\balternat(?:es?|ing)\b[^.;]*?\b(?:start|begin)(?:s|ning|ing)? with (?:an? )?"
            r"(x|filled|full|empty|blank)\b",
            Token("alternating"),
        ),
        (r"\bfollowed by\b", Token("stop", THEN)),
        (r"\bon top of (?:each other|one another|the other)\b", Token("filler")),
        (r"\b(?:two|three|2|3)[- ](?=wide\b|thick\b)", Token("filler")),
        (r"\bnothing (?:else|(?:in )?between)\b|\bno others?\b", Token("nothing else")),
        (r"\bevery (?:other|second)\b", Token("every other")),
        (r"\beven(?:-numbered)?\b", Token("every other", 1)),
        (r"\bodd(?:-numbered)?\b", Token("every other", 0)),
        (
            r"\b(?:all|every|the|each) (?:the )?(?:other|remaining|rest of the) (?:cells?|squares?)"
            r"\b|\bthe rest\b|\beverything else\b|\ball (?:the )?others\b|\beverywhere else\b"
            r"|\bthe remaining ones\b|\brest of (?:it|the grid)\b|\bremaining cells\b"
            r"|\belsewhere\b|\botherwise\b",
            Token("rest"),
        ),
        (
            r"\b(?:except(?: for)?|apart from|other than|aside from|excluding|all but|save for)\b",
            Token("except"),
        ),
        (r"\bnothing but\b", Token("only")),
        (r"\bat least\b|\bno fewer than\b", Token("relation", ("at least", 0))),
        (r"\bmore than\b", Token("relation", ("at least", 1))),
        (r"\bat most\b|\bno more than\b", Token("relation", ("at most", 0))),
        (r"\b(?:fewer|less) than\b", Token("relation", ("at most", -1))),
        (r"\bin all\b", Token("filler")),
        (r"\b(?:number|count) of\b|\bhow many\b", Token("how many")),
        (r"\b(?:start|begin)(?:s|ning|ing)? with\b", Token("place", 0)),
        (r"\bend(?:s|ing)? (?:with|in)\b", Token("place", -1)),
        (r"\beither end\b", Token("ends")),
        (r"\b(?:each|every) one\b|\bof them\b|\bone of the\b", Token("filler")),
        (r"\bplus (?:sign|shape)\b|\ba plus\b", Token("shape", ("plus",))),
        (r"\bdiagonal cross\b|\bsaltire\b", Token("shape", ("cross",))),
        (r"\ba cross\b|\bcross[- ]shaped?\b", Token("shape", ("plus", "cross"))),
        (r"\bhollow square\b|\bempty square\b|\bring\b", Token("shape", ("frame", "square"))),
    ),
    shapes=(
        _NAMED,
        _SHAPED,
        rf"{_LIKE}{_ARTICLES} [\"'“‘]?([A-WYZ]|\d)\b(?!['’.]?\w)",
        rf"{_LIKE} an?(?: (?:big|large|capital))* [\"'“‘]?(X)\b(?!['’]?\w)",
        rf"(?:number|digit|digital|numeral|figure) [\"'“‘]?(\d|{_DIGITS})\b",
        rf"\b(?:[Aa]n?|[Bb]ig|[Ll]arge|[Ss]mall)(?: (?:{_SIZES}))*"
        r" [\"'“‘]?([A-WYZ])\b(?!['’-]?\w)",
        rf"\b[Aa]n?(?: (?:{_SIZES}))* (\d|{_DIGITS})(?={_CLAUSE_ENDS})",
        rf"^\W*(\d)(?=,\s+(?!\d|and\b|or\b|{_DIGITS})[a-z])",
        r"^\W*(?:[Tt]he )?([A-WYZ])(?=\W*$|\s*\()",
        r"^\W*(?:[Tt]he )?([A-HJ-NP-WYZ])(?=[,.;:]\s)",
        rf"^\W*(?:the )?(X|\d|{_DIGITS}|{_DIGITS.title()})(?=\W*$|\s*\()",
    ),
)
