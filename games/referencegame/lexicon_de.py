"""German words about grids."""

from __future__ import annotations

from .lexicon import Kind, Lexicon, Token, numbered, table
from .regions import BORDER, CENTRE, CORNERS, FALLING, GRID, INSIDE, LAST, RISING


def _forms(*rows: tuple[str, Kind, object]) -> dict[str, Token]:
    """Adjectives in all their endings."""
    endings = ("", "e", "en", "er", "es", "em")
    return {
        stem + ending: Token(kind, value)
        for stems, kind, value in rows
        for stem in stems.split()
        for ending in endings
    }


_UPPER_LEFT = r"(?:links oben|oben links|linken oberen(?: ecke)?|oberen linken(?: ecke)?)"
_UPPER_RIGHT = r"(?:rechts oben|oben rechts|rechten oberen(?: ecke)?|oberen rechten(?: ecke)?)"
_LOWER_LEFT = r"(?:links unten|unten links|linken unteren(?: ecke)?|unteren linken(?: ecke)?)"
_LOWER_RIGHT = r"(?:rechts unten|unten rechts|rechten unteren(?: ecke)?|unteren rechten(?: ecke)?)"
_ARTICLES = r"(?: (?:ein|eine|einen|einem|einer|eines|der|die|das|dem|den|des))?"
_SIZES = r"(?: (?:großes|großer|große|großen|kleines|Buchstabe|Zahl|Ziffer))*"

GERMAN = Lexicon(
    words={
        **numbered(
            "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn "
            "fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig einundzwanzig zweiundzwanzig "
            "dreiundzwanzig vierundzwanzig fünfundzwanzig",
            "number",
        ),
        **_forms(
            ("erst", "ordinal", 0),
            ("zweit", "ordinal", 1),
            ("dritt", "ordinal", 2),
            ("viert", "ordinal", 3),
            ("fünft", "ordinal", 4),
            ("letzt", "ordinal", -1),
            ("vorletzt", "ordinal", -2),
            ("mittler mittelst mittig", "ordinal", 2),
            ("ober oberst", "side", ("row", 0)),
            ("unter unterst", "side", ("row", LAST)),
            ("link", "side", ("column", 0)),
            ("recht", "side", ("column", LAST)),
            ("gefüllt voll ausgefüllt besetzt markiert schwarz belegt angekreuzt", "state", True),
            ("vollgefüllt", "state", True),
            ("leer frei weiß ungefüllt unausgefüllt unbesetzt unbelegt", "state", False),
            ("kein", "not", None),
            ("all jed ganz gesamt komplett vollständig", "all", None),
            ("äußer", "ends", None),
            ("inner", "area", INSIDE),
            ("symmetrisch spiegelsymmetrisch achsensymmetrisch", "mirrored", None),
            ("abwechselnd", "every other", None),
        ),
        **table(
            ("null keins", "number", 0),
            ("beide beiden", "number", 2),
            ("oben", "side", ("row", 0)),
            ("unten", "side", ("row", LAST)),
            ("links", "side", ("column", 0)),
            ("rechts", "side", ("column", LAST)),
            ("zeile zeilen reihe reihen", "line", "row"),
            ("spalte spalten", "line", "column"),
            ("linie linien strich striche balken streifen", "stroke", "row"),
            ("feld felder feldern feldes felds zelle zellen kästchen", "cell", None),
            ("stelle stellen position positionen platz plätze", "cell", None),
            ("enden", "ends", None),
            ("ende schluss", "place", -1),
            ("anfang beginn", "place", 0),
            ("x xs x'e xe kreuz kreuze", "state", True),
            ("lücke lücken", "state", False),
            ("nicht ohne nirgends weder nie", "not", None),
            ("alles überall", "grid", GRID),
            ("anderen übrigen restlichen", "rest", None),
            ("nur lediglich ausschließlich", "only", None),
            ("genau exakt", "relation", ("exactly", 0)),
            ("mindestens wenigstens", "relation", ("at least", 0)),
            ("höchstens maximal", "relation", ("at most", 0)),
            ("ecken eckfelder eckfeldern", "area", CORNERS),
            ("ecke eckfeld", "corner", None),
            ("mitte zentrum mittelfeld", "area", CENTRE),
            ("rand rahmen umrandung randfelder ränder umriss", "area", BORDER),
            ("inneren innen innenbereich", "area", INSIDE),
            ("diagonale diagonal", "diagonal", None),
            ("diagonalen", "area", FALLING | RISING),
            ("hauptdiagonale", "diagonal", FALLING),
            ("nebendiagonale gegendiagonale", "diagonal", RISING),
            ("außer ausgenommen", "except", None),
            ("und oder sowie", "and", None),
            ("bis", "to", None),
            ("in im an am auf bei von vom der des", "in", None),
            ("aber während sondern dagegen jedoch wobei", "stop", None),
            ("schachbrett schachbrettmuster", "shape", ("chequers",)),
            ("raute", "shape", ("diamond",)),
            ("pluszeichen", "shape", ("plus",)),
        ),
    },
    phrases=(
        (r"\b5 ?(?:x|×|mal) ?5\b", Token("filler")),
        (r"\b3 ?(?:x|×|mal) ?3\b", Token("area", INSIDE)),
        (rf"\bvon (?:der )?{_UPPER_LEFT} (?:bis )?nach {_LOWER_RIGHT}", Token("diagonal", FALLING)),
        (rf"\bvon (?:der )?{_LOWER_RIGHT} (?:bis )?nach {_UPPER_LEFT}", Token("diagonal", FALLING)),
        (rf"\bvon (?:der )?{_UPPER_RIGHT} (?:bis )?nach {_LOWER_LEFT}", Token("diagonal", RISING)),
        (rf"\bvon (?:der )?{_LOWER_LEFT} (?:bis )?nach {_UPPER_RIGHT}", Token("diagonal", RISING)),
        (r"\bvon links nach rechts\b|\bvon oben nach unten\b", Token("filler")),
        (r"\bvon (oben|unten|links|rechts)\b", Token("from")),
        (
            r"\b(?:waagerecht|waagrecht|horizontal)e?[nrs]? (?:linien?|striche?|balken|streifen)\b",
            Token("stroke", "row"),
        ),
        (
            r"\b(?:senkrecht|vertikal)e?[nrs]? (?:linien?|striche?|balken|streifen)\b",
            Token("stroke", "column"),
        ),
        (r"\bjede[nrs]? zweite[nrs]?\b", Token("every other")),
        (r"\bgerade[nrs]?\b", Token("every other", 1)),
        (r"\bungerade[nrs]?\b", Token("every other", 0)),
        (
            r"\b(?:alle|die) (?:anderen|übrigen|restlichen)(?: felder| zellen| kästchen)?\b"
            r"|\bder rest\b|\balles andere\b|\balles übrige\b|\bsonst\b|\bansonsten\b",
            Token("rest"),
        ),
        (r"\bbis auf\b|\babgesehen von\b|\bmit ausnahme (?:von|der|des)\b", Token("except")),
        (r"\bmehr als\b", Token("relation", ("at least", 1))),
        (r"\bweniger als\b", Token("relation", ("at most", -1))),
        (r"\bim ganzen\b", Token("filler")),
        (r"\banzahl (?:der|an|von)\b|\bwie viele\b", Token("how many")),
        (r"\b(?:beginnt|fängt) mit\b", Token("place", 0)),
        (r"\b(?:endet|hört) (?:mit|auf)\b", Token("place", -1)),
        (r"\bein plus\b", Token("shape", ("plus",))),
        (r"\bdiagonalkreuz\b|\bschräges kreuz\b", Token("shape", ("cross",))),
        (r"\bwie ein kreuz\b", Token("shape", ("plus", "cross"))),
        (r"\b(?:genau|nur) eine?n?\b", Token("number", 1)),
    ),
    shapes=(
        r"(?:Buchstaben?|Großbuchstaben?) [„\"'“‚]?([A-Za-z])\b",
        r"\b([A-Z])[\"“']?-?(?:Form|förmig)",
        rf"(?:wie|Form|bildet|ergibt|zeigt|bilden){_ARTICLES}{_SIZES} [„\"'“‚]?([A-WYZ]|\d)\b",
        rf"(?:wie|Form|bildet|ergibt|bilden) eine?[ns]?{_SIZES} [„\"'“‚]?(X)\b(?!['’]?\w)",
        r"(?:Zahl|Ziffer|Nummer) [„\"'“‚]?(\d|[Ee]ins|[Zz]wei|[Dd]rei|[Vv]ier|[Ff]ünf|[Ss]echs"
        r"|[Ss]ieben|[Aa]cht|[Nn]eun|[Nn]ull)\b",
        r"^(?:[Ee]in|[Dd]as)(?: (?:großes|große|kleines))* [„\"'“‚]?([A-Z])[\"“'‘]?[.!]?$",
    ),
    numbered=r"(?=\s*(?:zeile|reihe|spalte|feld|zelle|und|,|bis|\d\.))",
)
