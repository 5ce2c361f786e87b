"""Find the line of the sheet that a question is about."""

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
    """Clues by which a question in a language is matched to a line of the sheet.

    Attributes:
        policy: how text in the language is compared.
        cues: the beginnings of words and phrases, by the name of a line. Both are normalised for
            comparison.
        spaced: whether words are separated by spaces. If not, a cue is found anywhere.
        elides: whether an apostrophe belongs to the word before it (French ``n'as``) rather than to
            what follows (``N's``).
    """

    policy: TextPolicy
    cues: Mapping[str, tuple[str, ...]]
    spaced: bool = True
    elides: bool = False

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> Cues:
        """Read the cues from a file in ``data/cues/``."""
        policy = POLICIES[table["policy"]]
        bare = cls(policy, {}, table.get("spaced", True), table.get("elides", False))
        cues = {
            bare._plain(name): tuple(map(bare._plain, found))
            for name, found in table["cues"].items()
        }
        return replace(bare, cues=cues)

    def topic(self, question: str, names: Iterable[str]) -> str:
        """Return the name of the line that a question is about: the one with the best match.

        A line is recognised by its name, as a word of the question, and by its cues. The first line
        wins a tie, and also if nothing matches.
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
        """Return the words of a text, separated by single spaces if the language has spaces.

        A hyphen within a word counts as a word of its own: "main-course" is a different name from
        "main course", yet two words begin in it.
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
    """Return whether a character is a letter, a digit or a mark such as a vowel sign.

    An empty text is not.
    """
    return bool(character) and unicodedata.category(character)[0] in "LMN"


CUES: Mapping[str, Cues] = ByLanguage(FOLDER, Cues.of)
