"""Reduce clues to the stems of their content words, through which they match the associations.

The stemmers are light ones of our own, which unify inflected forms and nothing else. A stem is a
key, not a word.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_FOLD = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "ss"})
_SHORTEST = 3
_VOWELS = "aeiou"

_ENGLISH_STOP_WORDS = """
a about all also an and any are as at be been being bit briefly but by can could
did do does doing don't e.g each either else etc ever example few for from get
got had has have having he her here his how i if in informally instance into is
it its itself just kind let like make makes many may me might more most much my
no nor of often on one one's ones or other our out perhaps person put say says
she should so some somebody someone something sometimes sort such than that the
their them then there they thing things this those to too type us use used very
was we were what when where which who whose why will with would you your
"""
_GERMAN_STOP_WORDS = """
aber alle alles als am an andere anderen art auch auf aus bei beim beispiel bin
bis bzw da dabei dadurch dafür damit dann daran darauf darin das dass davon dazu
dem den denn der deren des dessen die dies diese diesem diesen dieser dieses
doch dort durch ein eine einem einen einer eines er es etwa etwas für ganz ganze
gern gibt haben hat hatte heißt ich ihm ihn ihr ihre ihrem ihren ihrer im in ist
ja jede jedem jeden jeder jedes jemand kann können man manche manchmal mehr mit
muss nach noch nur ob oder oft ohne sagt sehr sein seine seinem seinen seiner
sich sie sind so solche sonst soll über um und uns vom von vor war was weil wenn
wer werden wie wird wir wo womit wozu wurde zu zum zur
"""

#: Words that say nothing about the word a clue asks for.
STOP_WORDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "en": frozenset(_ENGLISH_STOP_WORDS.split()),
        "de": frozenset(_GERMAN_STOP_WORDS.split()),
    }
)

#: Words that ask for the opposite of what follows.
OPPOSITE_WORDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "en": frozenset({"not", "no", "opposite", "neither", "nor", "never", "without", "isn't"}),
        "de": frozenset({"nicht", "kein", "keine", "gegenteil", "weder", "ohne", "gegensatz"}),
    }
)

# Endings and their replacements. Endings in -er and -est are kept: "flower" is not related to
# "flow".
_ENGLISH_ENDINGS = (
    ("nesses", "ness"),
    ("ically", "ic"),
    ("iness", "y"),
    ("ness", ""),
    ("ingly", ""),
    ("edly", ""),
    ("sses", "ss"),
    ("ies", "y"),
    ("ied", "y"),
    ("ier", "y"),
    ("ily", "y"),
    ("ing", ""),
    ("ed", ""),
    ("ly", ""),
    ("es", "e"),
    ("s", ""),
)
_GERMAN_ENDINGS = ("ern", "em", "en", "er", "es", "et", "e")
_BEFORE_GERMAN_S = "bdfghklmnrt"
_BEFORE_GERMAN_N = "lr"


def tokens(text: str) -> list[str]:
    """Return the words of a text in lower case (NFC), in order, with repetitions."""
    return _TOKEN.findall(unicodedata.normalize("NFC", text).lower().replace("’", "'"))


def content_stems(language: str, text: str) -> list[str]:
    """Return the distinct stems of a text's content words, in order."""
    ignored = STOP_WORDS[language] | OPPOSITE_WORDS[language]
    telling = (t for t in tokens(text) if ignored.isdisjoint((t, t.partition("'")[0])))
    return list(dict.fromkeys(stem(language, token) for token in telling))


def asks_for_opposite(language: str, text: str) -> bool:
    """Check whether a clue may describe what the word is not."""
    return not OPPOSITE_WORDS[language].isdisjoint(tokens(text))


@lru_cache(maxsize=65_536)
def stem(language: str, word: str) -> str:
    """Return the stem of a lower-case word."""
    word = word.partition("'")[0]
    return _english(word) if language == "en" else _german(word)


def folded(language: str, word: str) -> str:
    """Write a word in the letters that stems are made of."""
    return word.translate(_FOLD) if language == "de" else word


def _english(word: str) -> str:
    for ending, new in _ENGLISH_ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            if ending == "s" and word.endswith(("ss", "us", "is")):
                break
            word = word[: len(word) - len(ending)] + new
            if not new and word[-1] == word[-2] and word[-1] not in "lsz":
                word = word[:-1]
            break
    return word[:-1] if word.endswith("e") and len(word) > _SHORTEST else word


def _german(word: str) -> str:
    word = word.translate(_FOLD)
    if word.endswith("s") and len(word) > _SHORTEST and word[-2] in _BEFORE_GERMAN_S:
        word = word[:-1]
    for ending in _GERMAN_ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            word = word[: -len(ending)]
            break
    else:
        if word.endswith("n") and len(word) > _SHORTEST + 1 and word[-2] in _BEFORE_GERMAN_N:
            word = word[:-1]
    if word.endswith("t") and len(word) > _SHORTEST + 1 and word[-2] not in _VOWELS:
        word = word[:-1]
    return word
