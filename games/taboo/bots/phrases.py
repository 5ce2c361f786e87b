"""The scripted describer's phrasings: short sentences for each kind of hint."""

from __future__ import annotations

from collections.abc import Sequence

# Phrasings by kind of hint and part of speech (n, v, a, r; * is any), best first. Several are
# needed because a forbidden word may occur in the sentence itself ("word", "kind").
PHRASES: dict[str, dict[tuple[str, str], tuple[str, ...]]] = {
    "en": {
        ("gloss", "n"): ("Think of this: {x}.", "It is described as: {x}.", "{x}."),
        ("gloss", "v"): ("When you do this, you {x}.", "To {x}.", "{x}."),
        ("gloss", "*"): ("Said of something or somebody: {x}.", "It means: {x}.", "{x}."),
        ("broader", "n"): ("It is a kind of {x}.", "It is one sort of {x}.", "{x}, more or less."),
        ("broader", "v"): (
            "It is one way to {x}.",
            "You {x} in a certain manner.",
            "{x}, roughly.",
        ),
        ("synonyms", "*"): (
            "You could also say {x}.",
            "Another word for it: {x}.",
            "Much like {x}.",
        ),
        ("narrower", "n"): ("Examples are {x}.", "Such as {x}.", "For instance: {x}."),
        ("narrower", "v"): ("Special ways to do it: {x}.", "For instance: {x}."),
        ("parts", "n"): ("It comes with {x}.", "You find {x} in it.", "Look inside for {x}."),
        ("opposites", "*"): ("It is the opposite of {x}.", "The contrary: {x}.", "Not {x}."),
        ("linked", "*"): ("It has to do with {x}.", "It makes me think of {x}.", "Keywords: {x}."),
        ("letters", "*"): (
            "It has {n} letters and begins with {x}.",
            "{n} letters, beginning with {x}.",
        ),
        ("ending", "*"): ("It ends with {x}.", "Last comes {x}."),
    },
    "de": {
        ("gloss", "n"): ("Gemeint ist: {x}.", "Denk an Folgendes: {x}.", "{x}."),
        ("gloss", "v"): ("Das tut man: {x}.", "Gemeint ist: {x}.", "{x}."),
        ("gloss", "*"): ("So beschreibt man etwas: {x}.", "Es bedeutet: {x}.", "{x}."),
        ("broader", "*"): ("Es gehört zu {x}.", "Der Oberbegriff lautet {x}.", "Allgemeiner: {x}."),
        ("synonyms", "*"): ("Man sagt dazu auch {x}.", "Ähnlich ist {x}.", "Anders gesagt: {x}."),
        ("narrower", "*"): ("Beispiele sind {x}.", "Zum Beispiel {x}.", "Etwa {x}."),
        ("opposites", "*"): ("Das Gegenteil ist {x}.", "Nicht {x}, sondern umgekehrt."),
        ("linked", "*"): ("Es hat mit {x} zu tun.", "Dabei denke ich an {x}.", "Stichworte: {x}."),
        ("letters", "*"): (
            "Es hat {n} Buchstaben und beginnt mit {x}.",
            "Vorn steht {x}, von {n}.",
        ),
    },
}

# Replaces a forbidden word within a definition.
BLANK = "..."

# Used when nothing else is allowed. No two share a content word, so four forbidden words can never
# rule out all of them.
LAST_RESORT: dict[str, tuple[str, ...]] = {
    "en": ("Just try.", "Take a wild shot.", "No idea.", "Use your imagination.", "Good luck!"),
    "de": ("Rate einfach.", "Nur Mut!", "Keine Ahnung.", "Viel Glück!", "Versuch irgendetwas."),
}

_OR = {"en": " or ", "de": " oder "}
_AND = {"en": " and ", "de": " und "}
_CHOICE = frozenset({"synonyms", "opposites", "broader"})


def phrasings(language: str, kind: str, pos: str) -> tuple[str, ...]:
    """Return the sentences for a kind of hint, or an empty tuple if the language has none."""
    table = PHRASES[language]
    return table.get((kind, pos), table.get((kind, "*"), ()))


def join_words(language: str, kind: str, words: Sequence[str]) -> str:
    """Join words as ``a, b and c``, or with "or" if they are alternatives."""
    if len(words) == 1:
        return words[0]
    last = _OR[language] if kind in _CHOICE else _AND[language]
    return ", ".join(words[:-1]) + last + words[-1]
