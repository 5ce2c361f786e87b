"""German words about grids."""

from __future__ import annotations

from ..regions import BORDER, CENTRE, CORNERS, FALLING, GRID, INSIDE, LAST, MIDDLE_FROM_END, RISING
from . import Kind, Lexicon, Token, numbered, table


def _forms(*rows: tuple[str, Kind, object]) -> dict[str, Token]:
    """Return adjectives with all their endings."""
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
_DIGITS_AS_NOUNS = "Eins|Zwei|Drei|Vier|Fünf|Sechs|Sieben|Acht|Neun|Null"
_DIGITS = f"{_DIGITS_AS_NOUNS}|{_DIGITS_AS_NOUNS.lower()}"
_CLAUSE_ENDS = r"\s*(?:$|[.,;:!?)]|\b(?:mit|in|im|am|und|aber|die|unten|oben)\b)"

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
            ("mittler mittelst mittig", "ordinal", MIDDLE_FROM_END),
            ("ober oberst", "side", ("row", 0)),
            ("unter unterst", "side", ("row", LAST)),
            ("link", "side", ("column", 0)),
            ("recht", "side", ("column", LAST)),
            ("gefüllt voll ausgefüllt besetzt markiert schwarz belegt angekreuzt", "state", True),
            ("vollgefüllt", "state", True),
            ("leer frei weiß ungefüllt unausgefüllt unbesetzt unbelegt", "state", False),
            ("kein", "none", None),
            ("benachbart nebeneinanderliegend dick breit", "arrangement", "together"),
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
            ("nicht", "not", None),
            ("ohne nirgends weder nie nichts", "none", None),
            ("nebeneinander untereinander direkt-nebeneinander", "arrangement", "together"),
            ("alles überall", "grid", GRID),
            ("anderen übrigen restlichen rest", "rest", None),
            ("nur lediglich ausschließlich", "only", None),
            ("genau exakt", "relation", ("exactly", 0)),
            ("mindestens wenigstens", "relation", ("at least", 0)),
            ("höchstens maximal", "relation", ("at most", 0)),
            ("ecken eckfelder eckfeldern", "area", CORNERS),
            ("ecke eckfeld", "corner", None),
            ("zentrum mittelfeld", "area", CENTRE),
            ("mitte", "ordinal", MIDDLE_FROM_END),
            ("rand rahmen umrandung randfelder ränder umriss", "area", BORDER),
            ("inneren innen innenbereich", "area", INSIDE),
            ("diagonale diagonal", "diagonal", None),
            ("diagonalen", "area", FALLING | RISING),
            ("hauptdiagonale", "diagonal", FALLING),
            ("nebendiagonale gegendiagonale", "diagonal", RISING),
            ("außer ausgenommen fehlt fehlen", "except", None),
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
            r"\b(?:sonst|ansonsten) (?:gar )?nichts\b"
            r"|\bnichts (?:anderes|weiter|sonst|dazwischen)\b",
            Token("nothing else"),
        ),
        (
            r"\b(?:mit )?(?:da)?zwischen (?:ist |liegt |bleibt )?(?:ist |liegt )?(?:eine?n? )?"
            r"(?:lücke|abstand|leere (?:zeile|reihe|spalte))\b|\bmit (?:einer )?lücke dazwischen\b",
            Token("arrangement", "apart"),
        ),
        (
            r"\bnicht (?:direkt )?(?:nebeneinander|untereinander|benachbart)\b",
            Token("arrangement", "apart"),
        ),
        (
            r"\b(?:beide |alle )?(?:nicht|keiner?(?: davon)?) (?:ist |sind )?(?:am|an den) "
            r"(?:rand|rändern)\b",
            Token("arrangement", "off the edge"),
        ),
        (r"\bübereinander\b", Token("filler")),
        (
            r"\b(?:zwei|drei|2|3) (?:spalten |felder )?(?=breite?[nrs]?\b|dicke?[nrs]?\b)",
            Token("filler"),
        ),
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
        (r"\b(?:beginn(?:t|en)|fäng(?:t|en)|fangen) mit\b", Token("place", 0)),
        (r"\b(?:ende(?:t|n)|hör(?:t|en)) (?:mit|auf)\b", Token("place", -1)),
        (r"\bein plus\b", Token("shape", ("plus",))),
        (r"\bdiagonalkreuz\b|\bschräges kreuz\b", Token("shape", ("cross",))),
        (r"\bwie ein kreuz\b", Token("shape", ("plus", "cross"))),
        (r"\b(?:genau|nur) eine?n?\b", Token("number", 1)),
    ),
    shapes=(
        r"(?:Buchstaben?|Großbuchstaben?) [„\"'“‚]?([A-Za-z])\b",
        r"\b([A-Z])[\"“']?-?(?:Form|förmig)",
        rf"(?:wie|Form|bildet|ergibt|zeigt|bilden){_ARTICLES}{_SIZES} "
        rf"[„\"'“‚]?([A-WYZ]|\d|{_DIGITS_AS_NOUNS})\b",
        rf"(?:wie|Form|bildet|ergibt|bilden) eine?[ns]?{_SIZES} [„\"'“‚]?(X)\b(?!['’]?\w)",
        rf"(?:Zahl|Ziffer|Nummer) [„\"'“‚]?(\d|{_DIGITS})\b",
        r"\b(?:[Ee]in|[Dd]as|[Gg]roßes|[Kk]leines)(?: (?:großes|große|kleines))* "
        r"[„\"'“‚]?([A-WYZ])\b(?!['’-]?\w)",
        r"\b(?:[Ee]in |[Dd]as )?(Y)psilon\b",
        r"\b[Ee]ine(?: (?:große|kleine|schmale|dünne|breite|geschwungene|runde|eckige|normale))*"
        rf" (\d|{_DIGITS})(?={_CLAUSE_ENDS})",
        rf"\b(?:[Ee]ine|[Dd]ie)(?: (?:große|kleine))* ({_DIGITS_AS_NOUNS})\b",
        r"^\W*([A-WYZ])(?=\W*$|\s*\()",
        r"^\W*([A-NP-WYZ])(?=[,.;:]\s)",
        rf"^\W*(X|\d|{_DIGITS})(?=\W*$|\s*\()",
    ),
    numbered=r"(?=\s*(?:zeile|reihe|spalte|feld|zelle|und|,|bis|\d\.))",
)
