"""Find words associated with a word by weighing the evidence of its relations."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from functools import cache, lru_cache

from ..relations import Entry, load_relations
from ..sense import Sense
from .index import DATA, load_index
from .similarity import look_related

_MAIN_SHARE = 25
_FAMILIAR = 3.0
_SYNONYM, _BROADER, _NARROWER, _PART, _OPPOSITE, _DEFINING = 3.0, 2.0, 1.0, 1.5, 2.5, 0.8
_TELLING, _MOST_TELLING, _EXPLAINED_BY = 15.0, 1.5, 0.7
# Evidence in both directions counts for more than the sum.
_MUTUAL = 1.3
# A defining word counts by how much rarer it is than the usual vocabulary of definitions.
_DEFINITION_JARGON = 3.0
_COMMON = 0.25
_LARGE = 100.0
# Parts of speech of content words: nouns, verbs and adjectives.
CONTENT = ("n", "v", "a")


@dataclass(frozen=True, slots=True)
class Associate:
    """An associated word and the strength of the association (no unit; 5 is strong)."""

    word: str
    score: float


@lru_cache(maxsize=4096)
def associates(language: str, target: str) -> tuple[Associate, ...]:
    """Return the words associated with ``target``, strongest first; empty for an unknown word.

    Only single, familiar content words are included that are fit for play and on no editors' list.
    None shares the stem of the target or of a stronger associate, or looks like a form of it.
    """
    relations = load_relations(language)
    entry = relations.find(target)
    if entry is None:
        return ()
    scores = _evidence(language, entry)
    ranked = []
    for position, score in scores.items():
        other = relations.entry(position)
        if (
            _is_fit(other)
            and relations.represents_stem(other.word)
            and other.word not in excluded_words(language)
        ):
            common = 1 + _COMMON * math.log10(min(other.per_million, _LARGE) / _FAMILIAR)
            ranked.append((-score * common, position, other.word))
    chosen: list[Associate] = []
    stems = {relations.stem(target)}
    for negative, _, word in sorted(ranked):
        stem = relations.stem(word)
        if (
            stem in stems
            or look_related(word, target)
            or any(look_related(word, one.word) for one in chosen)
        ):
            continue
        stems.add(stem)
        chosen.append(Associate(word, -negative))
    return tuple(chosen)


@cache
def excluded_words(language: str) -> frozenset[str]:
    """Return the words that the editors' list ``data/unsuited_*.txt`` excludes from instances."""
    lines = (DATA / f"unsuited_{language}.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))


def _is_fit(entry: Entry) -> bool:
    return (
        not entry.flags
        and entry.per_million >= _FAMILIAR
        and len(entry.word) >= 3
        and entry.senses[0].pos in CONTENT
    )


def _evidence(language: str, entry: Entry) -> dict[int, float]:
    relations, index = load_relations(language), load_index(language)
    scores: dict[int, float] = defaultdict(float)
    for number, sense in enumerate(entry.senses):
        if number == 0 or sense.share >= _MAIN_SHARE:
            for position, score in _sense_evidence(language, sense).items():
                scores[position] += score * (1.0 if number == 0 else sense.share / 100)
    said = frozenset(scores)
    # Words whose own description gives much weight to the target.
    for position, weight in index.postings(relations.stem(entry.word)):
        other = relations.entry(position)
        scores[position] += min(_TELLING * index.mention_share(position, weight), _MOST_TELLING)
        if relations.stem(entry.word) in relations.content_stems(other.senses[0].gloss):
            scores[position] += _EXPLAINED_BY
            if position in said:
                scores[position] *= _MUTUAL
    scores.pop(relations.position(entry.word) or 0, None)
    return scores


def _sense_evidence(language: str, sense: Sense) -> dict[int, float]:
    relations, index = load_relations(language), load_index(language)
    scores: dict[int, float] = defaultdict(float)
    for weight, names in (
        (_SYNONYM, sense.synonyms),
        (_BROADER, sense.broader),
        (_NARROWER, sense.narrower),
        (_PART, sense.parts),
        (_OPPOSITE, sense.opposites),
    ):
        for rank, name in enumerate(names):
            position = relations.position(name)
            if position is not None:
                scores[position] += weight / (1 + 0.2 * rank)
    for word in set(relations.content_words(sense.gloss)):
        position = relations.position(word)
        if position is not None:
            rare = index.rarity(relations.stem(word)) - _DEFINITION_JARGON
            scores[position] += _DEFINING * max(rare, 0.0)
    return scores
