"""The word rules of taboo: which clues are allowed, and when a guess is correct.

English, like every official instance, follows the reference benchmark's rule with its oddities:
only single blanks separate words, only ASCII punctuation is removed, and stop words are allowed
even if they are forbidden words. German has a comparable rule adapted to the language
(`GermanWordRules`); every other language has a table of its word forms (`word_forms`).
"""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal, Protocol

from clemtui.engine import UNICODE, TextPolicy

from .stems.english import stem_english
from .stems.german import stem_german

DATA = Path(__file__).parent / "data"
#: The languages whose word rules are written in code; the others use tables of word forms.
CODED_RULES = ("en", "de")
CLUE_TAG = "CLUE:"
GUESS_TAG = "GUESS:"

_ASCII_PUNCTUATION = str.maketrans("", "", string.punctuation)


@cache
def stop_words(language: str) -> frozenset[str]:
    """Return the fixed stop words of ``en`` or ``de``.

    Raises:
        FileNotFoundError: if the language is another one.
    """
    lines = (DATA / f"stopwords_{language}.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))


@dataclass(frozen=True, slots=True)
class Violation:
    """A clue word that is too close to a forbidden word."""

    kind: Literal["target", "related"]
    forbidden: str
    forbidden_stem: str
    clue_word: str
    clue_stem: str


class WordRules(Protocol):
    """The word rules of a language under one text policy.

    Utterances are passed with their tags; every occurrence of the tag is removed before anything is
    compared.
    """

    language: str

    def stem(self, word: str) -> str:
        """Return the stem; two words with the same stem count as the same word."""

    def normalise(self, utterance: str, tag: str) -> str:
        """Return the utterance without its tag, normalised for comparison."""

    def clue_words(self, clue: str, tag: str = CLUE_TAG) -> list[str]:
        """Return the words of a clue that are compared with the forbidden words, in order."""

    def check(
        self, clue: str, target: str, related: Sequence[str], tag: str = CLUE_TAG
    ) -> Violation | None:
        """Return the first violation, or None if the clue is allowed."""

    def is_correct(self, guess: str, target: str, tag: str = GUESS_TAG) -> bool:
        """Check whether a guess names the target."""


class ReferenceWordRules:
    """The word rules for English, exactly as in the reference benchmark.

    Source: clembench v3.0, taboo game master, ``check_clue`` and the guess check.
    """

    language = "en"

    def stem(self, word: str) -> str:
        return stem_english(word)

    def normalise(self, utterance: str, tag: str) -> str:
        """Remove tags, strip, lower-case and delete ASCII punctuation, without stripping again."""
        return utterance.replace(tag, "").strip().lower().translate(_ASCII_PUNCTUATION)

    def clue_words(self, clue: str, tag: str = CLUE_TAG) -> list[str]:
        """Split at single blanks and drop stop words; a newline separates nothing."""
        free = stop_words("en")
        return [word for word in self.normalise(clue, tag).split(" ") if word not in free]

    def check(
        self, clue: str, target: str, related: Sequence[str], tag: str = CLUE_TAG
    ) -> Violation | None:
        """Compare the stem of each clue word with the target first, then with the related words."""
        target_stem = stem_english(target)
        related_stems = [stem_english(word) for word in related]
        for word in self.clue_words(clue, tag):
            stem = stem_english(word)
            if stem == target_stem:
                return Violation("target", target, target_stem, word, stem)
            for forbidden, forbidden_stem in zip(related, related_stems, strict=True):
                if stem == forbidden_stem:
                    return Violation("related", forbidden, forbidden_stem, word, stem)
        return None

    def is_correct(self, guess: str, target: str, tag: str = GUESS_TAG) -> bool:
        return self.normalise(guess, tag) == target


class GermanWordRules:
    """The word rules for German: the reference's kind of check, adapted to the language.

    - Text is compared in NFC and lower case. Any mark, sign or white space separates words, so a
      hyphen or newline hides nothing.
    - Words are stemmed with the German Snowball stemmer, which treats ``ß`` and ``ss`` alike, and
      also ``ä``, ``ae`` and ``a`` (the umlaut of a plural or verb form).
    - A compound clashes if a forbidden word is its first or last member ("Hundehütte" for "Hund").
      English writes such compounds as two words, which its check catches. The rest of the compound
      must itself be in the lexicon, so that "Ballast" does not count as a kind of "Last". As in
      English, parts of a forbidden word are not checked.
    - Forms of weak verbs clash ("spielte", "gespielt" for "spielen"), although the stemmer gives
      them different stems. Forms of strong verbs do not ("ging" for "gehen"), as in English ("went"
      for "go").
    - Stop words are allowed, as in the reference. A guess is correct if it equals the target in
      this normal form; ``ae`` is accepted for ``ä`` and ``ss`` for ``ß``.
    """

    language = "de"

    def __init__(self, is_word: Callable[[str], bool]) -> None:
        """Create the rules; ``is_word`` checks whether a lower-case word is in the lexicon."""
        self._is_word = is_word
        self._clashes = lru_cache(maxsize=65_536)(self._find_clash)

    def stem(self, word: str) -> str:
        return stem_german(unicodedata.normalize("NFC", word))

    def normalise(self, utterance: str, tag: str) -> str:
        text = unicodedata.normalize("NFC", utterance.replace(tag, "")).lower()
        return " ".join(_WORDS.findall(text))

    def clue_words(self, clue: str, tag: str = CLUE_TAG) -> list[str]:
        free = stop_words("de")
        return [word for word in self.normalise(clue, tag).split() if word not in free]

    def check(
        self, clue: str, target: str, related: Sequence[str], tag: str = CLUE_TAG
    ) -> Violation | None:
        words = self.clue_words(clue, tag)
        for word in words:
            stem = stem_german(word)
            if self._clashes(word, stem, target):
                return Violation("target", target, self.stem(target), word, stem)
            for forbidden in related:
                if self._clashes(word, stem, forbidden):
                    return Violation("related", forbidden, self.stem(forbidden), word, stem)
        return None

    def is_correct(self, guess: str, target: str, tag: str = GUESS_TAG) -> bool:
        return fold_spelling(self.normalise(guess, tag)) == fold_spelling(
            self.normalise(target, "")
        )

    def _find_clash(self, word: str, stem: str, forbidden: str) -> bool:
        forbidden_stem = self.stem(forbidden)
        return (
            stem == forbidden_stem
            or (forbidden.endswith("n") and stem in _verb_forms(forbidden_stem))
            or self._is_member(self.normalise(forbidden, ""), fold_spelling(word))
        )

    def _is_member(self, forbidden: str, word: str) -> bool:
        """Check whether ``forbidden`` is the first or last member of the compound ``word``."""
        short = fold_spelling(forbidden)
        if len(short) < _SHORTEST_MEMBER:
            return False
        return any(
            # The rest may be a verb without its ending ("Trag-last").
            len(rest) >= _SHORTEST_REST and (self._is_word(rest) or self._is_word(rest + "en"))
            for rest in _remainders(word, short, self._bare(short))
        )

    def _bare(self, short: str) -> str:
        """Return a verb or noun as the first member of a compound ("Schul-", "fahr-")."""
        return re.sub(r"(en|e)$", "", short) if len(short) > _SHORTEST_MEMBER else short


def _verb_forms(stem: str) -> frozenset[str]:
    """Return the stems of a weak verb's forms, which the German stemmer does not unify."""
    endings = {stem + ending for ending in ("t", "et", "st", "est")}
    return frozenset(endings | {"ge" + form for form in (stem, stem + "t", stem + "et")})


_WORDS = re.compile(r"[^\W_]+")
_SHORTEST_MEMBER = 4
_SHORTEST_REST = 3
_LINKS = ("", "s", "es", "n", "en", "er", "e", "ens")
_FOLD = (("ae", "ä"), ("oe", "ö"), ("ue", "ü"), ("ß", "ss"))


def fold_spelling(word: str) -> str:
    """Unify alternative German spellings; apply this to both sides of a comparison."""
    for written, folded in _FOLD:
        word = word.replace(written, folded)
    return word


def stem(language: str, word: str) -> str:
    """Return the stem of a word in ``en`` or ``de``."""
    return _STEMMERS[language](word)


_STEMMERS: dict[str, Callable[[str], str]] = {"en": stem_english, "de": stem_german}


def _remainders(word: str, member: str, bare: str) -> Iterator[str]:
    """Yield what remains of ``word`` without the member at its start (plus a link) or end."""
    for start in dict.fromkeys((member, bare)):
        if word.startswith(start):
            tail = word[len(start) :]
            yield from (tail[len(link) :] for link in _LINKS if tail.startswith(link))
    for ending in ("", "n", "en", "e", "er", "s", "es"):
        if word.endswith(member + ending):
            head = word[: len(word) - len(member + ending)]
            yield from (head[: len(head) - len(link)] for link in _LINKS if head.endswith(link))


@cache
def rules_for(language: str, policy: TextPolicy = UNICODE) -> WordRules:
    """Return the word rules of a language; English and German ignore the policy.

    Raises:
        ValueError: if the language has no word rules.
    """
    if language == "en":
        return ReferenceWordRules()
    if language == "de":
        from .relations import load_relations

        relations = load_relations("de")
        return GermanWordRules(relations.has_spelling)
    from .unsegmented import UnsegmentedWordRules
    from .word_forms import TABLES, InflectedWordRules

    if language in TABLES:
        if TABLES[language]["segmented"]:
            return InflectedWordRules(language, policy)
        return UnsegmentedWordRules(language, policy)
    known = ", ".join((*CODED_RULES, *TABLES))
    raise ValueError(f"taboo has no word rules for {language!r}; available: {known}")
