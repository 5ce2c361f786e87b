"""Find problems in a language pack beyond those that make it unavailable.

`compare` says why a pack may not be played with. The findings here are further problems for its
author to fix: an incomplete card, tags that the text policy does not read back, colliding answer
options, and missing labels of the interface.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import permutations

from clemtui.catalogue.comparison import Finding, compare
from clemtui.catalogue.packs import Pack
from clemtui.engine import placeholders

_PROBE = " 1"
"""Appended to a tag to read it back."""

_BLANK_BEFORE_COLON = re.compile(r"\s[:\uff1a]")

_SAID = ("version", "translator", "method", "licence")
"""Required fields of the card of every pack."""


def find_problems(pack: Pack, source: Pack) -> tuple[Finding, ...]:
    """Return the problems of a pack compared with the English one; none for a valid pack.

    For the English pack itself, these are its own problems.
    """
    found = [*_card(pack, source)]
    found += _constraints(source) if pack is source else compare(pack, source)
    if not pack.interface_only:
        found += _tags(pack, source)
        found += _options(pack, source)
    if not pack.is_paraphrase:
        found += _words(pack.words, source.words)
    elif pack.words:
        what = "interface: a paraphrase must not have interface texts"
        found.append(Finding("word", "interface", what))
    return tuple(sorted(found, key=lambda each: (each.entry, each.what)))


def _card(pack: Pack, source: Pack) -> Iterator[Finding]:
    card = pack.file.card
    for name in _SAID:
        if not str(getattr(card, name)).strip():
            yield Finding("card", f"card.{name}", f"card.{name} is empty")
    try:
        date.fromisoformat(card.date)
    except ValueError:
        what = f"card.date must be a date such as 2026-01-31, not {card.date!r}"
        yield Finding("card", "card.date", what)
    version = source.file.card.version
    if pack is not source and card.source_version != version:
        what = (
            f"card.source_version is {card.source_version!r}, but the English pack has "
            f"version {version!r}"
        )
        yield Finding("card", "card.source_version", what)


def _constraints(source: Pack) -> Iterator[Finding]:
    for id in source.file.prompts:
        if not source.file.constraints.get(id):
            what = f"constraints.{id} is missing"
            yield Finding("unlisted", f"constraints.{id}", what)
    for id in source.file.constraints.keys() - source.file.prompts.keys():
        what = f"constraints.{id} is for a prompt that does not exist"
        yield Finding("unknown", f"constraints.{id}", what)


def _tags(pack: Pack, source: Pack) -> Iterator[Finding]:
    """Check that tags survive being read, and are as distinct as the English ones."""
    policy, texts = pack.texts.policy, pack.texts
    tags = {id: tag for id, tag in pack.file.tags.items() if tag.strip()}
    for id, tag in tags.items():
        read = texts.tidy(tag + _PROBE)
        if not read.startswith(tag):
            told = ascii(read.removesuffix(_PROBE))
            what = f"tags.{id} does not round-trip: {tag!a} is read as {told}"
            yield Finding("tag", f"tags.{id}", what)
        if _BLANK_BEFORE_COLON.search(tag):
            what = f"tags.{id} has a space before its colon, which some players omit"
            yield Finding("tag", f"tags.{id}", what)
    english = {id: tag.casefold() for id, tag in source.file.tags.items()}
    for one, other in permutations(tags, 2):
        inside = policy.key(tags[one]) in policy.key(tags[other])
        if inside and english.get(one, "") not in english.get(other, ""):
            what = f"tags.{one} ({tags[one]}) is contained in tags.{other} ({tags[other]})"
            yield Finding("tag", f"tags.{one}", what)


def _options(pack: Pack, source: Pack) -> Iterator[Finding]:
    """Check that answer options (single words in English) differ and none contains another."""
    policy = pack.texts.policy
    for id, options in pack.file.options.items():
        keys = [policy.key(option) for option in options]
        for one, other in _alike(keys):
            what = f"options.{id}: {options[one]!r} and {options[other]!r} are the same"
            yield Finding("options", f"options.{id}", what)
        if not _are_answers(source.file.options.get(id, ())):
            continue
        for one, other in permutations(range(len(keys)), 2):
            if keys[one] and keys[one] != keys[other] and keys[one] in keys[other]:
                what = f"options.{id}: {options[one]!r} is contained in {options[other]!r}"
                yield Finding("options", f"options.{id}", what)


def _alike(keys: Sequence[str]) -> Iterator[tuple[int, int]]:
    for at, key in enumerate(keys):
        for later in range(at + 1, len(keys)):
            if key and key == keys[later]:
                yield at, later


def _are_answers(english: Sequence[str]) -> bool:
    return bool(english) and all(option and " " not in option for option in english)


def _words(mine: Mapping[str, str], english: Mapping[str, str]) -> Iterator[Finding]:
    for id in english.keys() - mine.keys():
        yield Finding("missing", f"interface.{id}", f"interface.{id} is missing")
    for id in mine.keys() - english.keys():
        yield Finding("unknown", f"interface.{id}", f"interface.{id} is not in the English pack")
    for id in mine.keys() & english.keys():
        if not mine[id].strip():
            yield Finding("empty", f"interface.{id}", f"interface.{id} is empty")
        elif placeholders(mine[id]) != placeholders(english[id]):
            there = ", ".join(sorted(placeholders(english[id]))) or "none"
            what = f"interface.{id} has different placeholders than the English entry ({there})"
            yield Finding("placeholders", f"interface.{id}", what)
