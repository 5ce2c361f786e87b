"""A scripted describer that draws its clues from the word relations and avoids forbidden words.

It sees what a person in the seat sees: the target, the related words, the number of tries, its own
clues and the partner's guesses. Of the sentences it could say, it picks those after which a
listener with the same dictionary would most clearly expect the target and least expect the guesses
that were wrong.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from ..generate.index import load_index
from ..generate.similarity import look_related
from ..relations import Entry, load_relations
from ..sense import Sense
from ..words import CLUE_TAG, rules_for
from .guesser import Guesser
from .phrases import BLANK, LAST_RESORT, join_words, phrasings

_SENTENCES = 2
_MOST_SENTENCES = 8
_LEAST_SHARE = 25
_FEW_SENTENCES = 4
_MOST_NAMED = 3
_MOST_BLANKS = 2
# Occurrences per million from which a word is familiar enough to serve as a hint.
_FAMILIAR = 2.0
# How much each kind of hint is penalised relative to a definition, in units of the listener's
# score.
_RELUCTANCE = {"gloss": 0.0, "synonyms": 1.0, "broader": 1.0, "opposites": 1.0, "linked": 3.0}
_USUAL_RELUCTANCE = 1.5
_MINOR_SENSE = 4.0
_CLEAR_LEAD = 4.0
# Words that match a sentence less than this are not rivals.
_FAINT = 1.0


@dataclass(frozen=True, slots=True)
class _Hint:
    kind: str
    sentence: str
    reluctance: float


class Describer:
    """A describer for one language; stateless, and deterministic for a given seed."""

    def __init__(self, language: str, seed: int = 0) -> None:
        """Load the language's data.

        Raises:
            ValueError: if the language has no rules.
        """
        self.language = language
        self._seed = seed
        self._rules = rules_for(language)
        self._relations = load_relations(language)
        self._index = load_index(language)
        self._listener = Guesser(language, seed)

    def clue(
        self,
        target: str,
        related: Sequence[str],
        max_turns: int,
        clues: Sequence[str] = (),
        guesses: Sequence[str] = (),
    ) -> str:
        """Return the text of the next clue, without the tag; it always passes the clue check."""
        said = [clue.replace(CLUE_TAG, "").strip() for clue in clues]
        hints = [
            hint
            for hint in self._hints(target, related)
            if not any(hint.sentence in clue for clue in said)
        ]
        chosen = self._choose(target, hints, said, guesses)
        last_try = len(clues) + 1 >= max_turns
        if not chosen or (last_try and len(chosen) < _SENTENCES):
            spelling = self._spelling_hints(target, related)
            chosen += [hint for hint in spelling if hint.sentence not in " ".join(said)][:1]
        text = " ".join(hint.sentence for hint in chosen)
        if text and self._allowed(text, target, related):
            return text
        return self._last_resort(target, related, len(clues))

    def _hints(self, target: str, related: Sequence[str]) -> list[_Hint]:
        entry = self._relations.find(target)
        if entry is None:
            return []
        hints: dict[str, _Hint] = {}
        for number, sense in enumerate(entry.senses):
            if number == 0 or sense.share >= _LEAST_SHARE or len(hints) < _FEW_SENTENCES:
                minor = 0.0 if number == 0 else _MINOR_SENSE * (1 - sense.share / 100)
                for hint in self._sense_hints(entry, sense, related):
                    hint = replace(hint, reluctance=hint.reluctance + minor)
                    hints.setdefault(hint.sentence, hint)
        for hint in self._linked(entry, related):
            hints.setdefault(hint.sentence, hint)
        return list(hints.values())[:_MOST_SENTENCES]

    def _sense_hints(self, entry: Entry, sense: Sense, related: Sequence[str]) -> Iterator[_Hint]:
        definition = self._definition(sense.gloss, entry.word, related)
        if definition:
            yield from self._phrased_hints("gloss", sense.pos, definition, entry.word, related)
        for kind, names in (
            ("synonyms", sense.synonyms),
            ("broader", sense.broader),
            ("narrower", sense.narrower),
            ("parts", sense.parts),
            ("opposites", sense.opposites),
        ):
            most = 2 if kind == "broader" else _MOST_NAMED
            known = (name for name in names if self._is_known(name))
            free = [name for name in known if self._is_sayable(name, entry.word, related)][:most]
            if free:
                text = join_words(self.language, kind, free)
                yield from self._phrased_hints(kind, sense.pos, text, entry.word, related)

    def _is_known(self, name: str) -> bool:
        """Check whether every word of a name is in the vocabulary, so that people know it."""
        words = self._relations.content_words(name)
        return bool(words) and all(self._relations.find(word) for word in words)

    def _linked(self, entry: Entry, related: Sequence[str]) -> Iterator[_Hint]:
        """Yield hints made of familiar words whose definitions use the target, best first."""
        own = self._relations.stem(entry.word)
        postings = self._index.postings(own)
        near = sorted(postings, key=lambda found: (-self._index.mention_share(*found), found[0]))
        words = (self._relations.entry(position) for position, _ in near)
        explained = (
            other.word
            for other in words
            if not other.flags
            and other.per_million >= _FAMILIAR
            and own in self._relations.content_stems(other.senses[0].gloss)
            and self._is_sayable(other.word, entry.word, related)
        )
        free = list(islice(explained, 2 * _MOST_NAMED))
        for start in range(0, 2 * _MOST_NAMED, _MOST_NAMED):
            some = free[start : start + _MOST_NAMED]
            if some:
                text = join_words(self.language, "linked", some)
                yield from self._phrased_hints("linked", "*", text, entry.word, related)

    def _phrased_hints(
        self, kind: str, pos: str, text: str, target: str, related: Sequence[str]
    ) -> Iterator[_Hint]:
        """Yield the first allowed phrasing, if any; the seed orders the first two."""
        ways = list(phrasings(self.language, kind, pos))
        if random.Random(f"{self._seed} {kind} {target}").random() < 0.5:
            ways[:2] = reversed(ways[:2])
        for way in ways:
            sentence = way.format(x=text, n=len(target)).replace(f"{BLANK}.", BLANK)
            sentence = sentence[0].upper() + sentence[1:]
            if self._allowed(sentence, target, related):
                yield _Hint(kind, sentence, _RELUCTANCE.get(kind, _USUAL_RELUCTANCE))
                return

    def _definition(self, gloss: str, target: str, related: Sequence[str]) -> str:
        """Return the definition with forbidden words blanked; empty if too little is left."""
        clauses = []
        for clause in re.split(r"\s*;\s*", gloss):
            words = clause.split(" ")
            spoken = [word if self._is_sayable(word, target, related) else BLANK for word in words]
            lost = spoken.count(BLANK)
            left = len(self._relations.content_words(" ".join(spoken)))
            if lost == 0 or (lost <= _MOST_BLANKS and left >= lost):
                clauses.append(" ".join(spoken))
        return "; ".join(clauses[:2])

    def _is_sayable(self, name: str, target: str, related: Sequence[str]) -> bool:
        """Check that a name is allowed and resembles no forbidden word that the rules overlook."""
        if not self._allowed(name, target, related):
            return False
        words = re.findall(r"[^\W\d_]+", name)
        return not any(
            look_related(word, forbidden) for word in words for forbidden in (target, *related)
        )

    def _allowed(self, text: str, target: str, related: Sequence[str]) -> bool:
        return self._rules.check(text, target, related) is None

    def _choose(
        self, target: str, hints: list[_Hint], said: Sequence[str], guesses: Sequence[str]
    ) -> list[_Hint]:
        """Choose up to two hints, each the best addition to what was already said."""
        position = self._relations.position(target)
        if position is None:
            return []
        wrong = [self._relations.position(guess.split()[-1]) for guess in guesses if guess.split()]
        out = {position, *(found for found in wrong if found is not None)}
        scores = {hint: self._listener.match_scores([hint.sentence]) for hint in hints}
        total = self._listener.match_scores(said) if said else {}
        chosen: list[_Hint] = []
        while len(chosen) < _SENTENCES:
            rest = [hint for hint in hints if hint.kind not in {one.kind for one in chosen}]
            if not rest:
                break
            leads = {hint: self._lead(position, out, total, scores[hint]) for hint in rest}
            # Beyond a clear lead, more certainty gains nothing.
            best = max(rest, key=lambda hint: min(leads[hint], _CLEAR_LEAD) - hint.reluctance)
            chosen.append(best)
            total = _sum_scores(total, scores[best])
            if leads[best] >= _CLEAR_LEAD and best.kind == "gloss":
                break
        return chosen

    def _lead(
        self, position: int, out: set[int], total: dict[int, float], more: dict[int, float]
    ) -> float:
        """Return how far a listener would prefer the target to the best other word."""
        prior = self._listener.prior
        own = total.get(position, 0.0) + more.get(position, 0.0) + prior(position)
        rivals = (
            total.get(other, 0.0) + score + prior(other)
            for other, score in more.items()
            if other not in out and score > _FAINT
        )
        return own - max(rivals, default=0.0)

    def _spelling_hints(self, target: str, related: Sequence[str]) -> list[_Hint]:
        """Return hints about the letters of a word, for when it cannot be described otherwise."""
        return [
            *self._phrased_hints("letters", "*", target[0].upper(), target, related),
            *self._phrased_hints("ending", "*", target[-1].upper(), target, related),
        ]

    def _last_resort(self, target: str, related: Sequence[str], turn: int) -> str:
        allowed = [
            text for text in LAST_RESORT[self.language] if self._allowed(text, target, related)
        ]
        return allowed[turn % len(allowed)]


def _sum_scores(one: dict[int, float], other: dict[int, float]) -> dict[int, float]:
    total = dict(one)
    for position, score in other.items():
        total[position] = total.get(position, 0.0) + score
    return total
