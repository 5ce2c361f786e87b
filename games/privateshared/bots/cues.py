"""Reading a question: which line of the sheet it is about."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from clemtui.engine import POLICIES, ByLanguage, TextPolicy

FOLDER = Path(__file__).resolve().parent / "data" / "cues"
_APOSTROPHES = "'’"
_HYPHENS = "-‐"


@dataclass(frozen=True)
class Cues:
    """What tells in a language which line a question is about.

    Attributes:
        policy: how the language's text is compared.
        cues: beginnings of words and phrases, by the name of a line. They and the names are in the
            form in which text is compared.
        spaced: whether blanks part the words. Where they do not, a cue is found anywhere.
        elides: whether an apostrophe belongs to the word before it (French ``n'as``) rather than to
            what comes after (``N's``).
    """

    policy: TextPolicy
    cues: Mapping[str, tuple[str, ...]]
    spaced: bool = True
    elides: bool = False

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> Cues:
        """The cues of a file of ``data/cues/``."""
        policy = POLICIES[table["policy"]]
        bare = cls(policy, {}, table.get("spaced", True), table.get("elides", False))
        cues = {
            bare._plain(name): tuple(map(bare._plain, found))
            for name, found in table["cues"].items()
        }
        return replace(bare, cues=cues)

    def topic(self, question: str, names: Iterable[str]) -> str:
        """The name of the line that a question is about: that of which most is found in it.

        A line is known by its name, as a word of the question, and by its cues. Where two are found
        alike, the first is meant; so it is where none is.
        """
        text = self._plain(question)

        def found(name: str) -> int:
            own = self._plain(name)
            cues = [cue for cue in self.cues.get(own, ()) if self._begins_in(cue, text)]
            whole = self._begins_in(f"{own} ", f"{text} ") if self.spaced else own in text
            return len(own) * whole + sum(map(len, cues))

        return max(names, key=found)

    def _begins_in(self, cue: str, text: str) -> bool:
        return f" {cue}" in f" {text}" if self.spaced else cue in text

    def _plain(self, text: str) -> str:
        """The words of a text, with one blank between them where the language has any.

        A hyphen within a word is a word of its own: "main-course" is another name than "main
        course", and yet two words begin in it.
        """
        key = self.policy.key(text)
        written: list[str] = []
        for at, character in enumerate(key):
            within = _is_of_a_word(key[at - 1 : at]) and _is_of_a_word(key[at + 1 : at + 2])
            if _is_of_a_word(character):
                written.append(character)
            elif within and character in _APOSTROPHES:
                written.append("' " if self.elides else " '")
            else:
                written.append(" - " if within and character in _HYPHENS else " ")
        return (" " if self.spaced else "").join("".join(written).split())


def _is_of_a_word(character: str) -> bool:
    """Whether it is a letter, a digit or a mark (a vowel sign, say); an empty text is not."""
    return bool(character) and unicodedata.category(character)[0] in "LMN"


CUES: Mapping[str, Cues] = ByLanguage(FOLDER, Cues.of)
