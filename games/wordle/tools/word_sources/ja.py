"""Japanese: readings in kana from EDICT (Electronic Dictionary Research and Development Group)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import wordfreq

from games.wordle.letters import folded

from .common import Lists, Spellings

ALPHABET = re.compile(r"[ぁ-ゔー]{5}")
LINE = re.compile(r"(?P<written>\S+)(?: \[(?P<kana>[^]]+)\])? /(?P<notes>.*)/")
#: Minimum frequency of accepted words that EDICT does not mark as common.
IN_USE_ZIPF = 2.0
#: EDICT's parts of speech for entries that are not independent words.
NO_WORDS = frozenset({"exp", "pref", "suf", "ctr", "unc"})
#: Nouns, adjectives and verbs; entries marked as obsolete, vulgar or the like cannot be targets.
KIND = re.compile(r"(n|n-adv|n-t|vs|adj-i|adj-na|v1|v5.*)")
UNFIT = frozenset({"arch", "obs", "obsc", "vulg", "X", "derog", "sl", "m-sl", "net-sl", "col"})


@dataclass(frozen=True)
class Entry:
    """An entry: spelling, reading, notes, meaning, and whether it is a common word."""

    written: str
    kana: str
    notes: frozenset[str]
    meaning: str
    common: bool


def build(sources: Path, spellings: Spellings) -> Lists:
    """Return readings of five kana that are common, or in use and also in ipadic.

    The entries of ``spellings`` are replaced: wordfreq counts written forms, whereas a word on the
    board stands for everything with that reading. Different written forms with the same meaning
    count as one spelling.
    """
    entries = list(edict(sources))
    second = set(ipadic(sources))
    shares = wordfreq.get_frequency_dict("ja", "best")
    readings: dict[str, set[str]] = {}
    for entry in entries:
        readings.setdefault(entry.written, set()).add(entry.kana)
    common = {entry.written: set[str]() for entry in entries}
    for entry in entries:
        if entry.common:
            common[entry.written].add(entry.kana)
    spellings.of.clear()
    counted: set[tuple[str, str]] = set()
    common_words: set[str] = set()
    agreed_words: set[str] = set()
    candidates: set[str] = set()
    for entry in entries:
        if not ALPHABET.fullmatch(entry.kana) or entry.notes & NO_WORDS:
            continue
        if (entry.written, entry.kana) not in counted:
            counted.add((entry.written, entry.kana))
            read = common[entry.written] or readings[entry.written]
            share = shares.get(entry.written, 0.0) / len(read) if entry.kana in read else 0.0
            spelt = spellings.of.setdefault(entry.kana, {})
            spelt[entry.meaning] = spelt.get(entry.meaning, 0.0) + share
        agreed = (entry.written, entry.kana) in second
        if agreed:
            agreed_words.add(entry.kana)
        if entry.common:
            common_words.add(entry.kana)
        fit = any(map(KIND.fullmatch, entry.notes)) and not entry.notes & UNFIT
        if entry.common and agreed and fit:
            candidates.add(entry.meaning)
    in_use = {word for word in agreed_words if spellings.zipf(word) >= IN_USE_ZIPF}
    accepted = common_words | in_use
    return Lists(
        frozenset(accepted),
        frozenset(
            word
            for word in accepted
            if any(
                meaning in candidates and spellings.is_unambiguous(word, meaning)
                for meaning in spellings.of.get(word, {})
            )
        ),
    )


def edict(sources: Path) -> Iterator[Entry]:
    """Yield the entries of EDICT; the kana of words written in kana are folded."""
    path = sources / "edict" / "usr" / "share" / "edict" / "edict"
    for line in path.read_text("euc_jp").splitlines()[1:]:
        found = LINE.fullmatch(line)
        if found is None:
            continue
        written, kana, text = found["written"], found["kana"] or found["written"], found["notes"]
        common = text.endswith("/(P)")
        meaning = text.removesuffix("/(P)")
        notes = {note for group in re.findall(r"\(([^) ]+)\)", text) for note in group.split(",")}
        yield Entry(written, folded("ja", kana), frozenset(notes), meaning, common)


def ipadic(sources: Path) -> Iterator[tuple[str, str]]:
    """Yield written forms and readings from ipadic, without names of any kind."""
    folder = sources / "ipadic-common" / "usr" / "share" / "chasen" / "ipadic"
    entry = re.compile(r"\(見出し語 \((\S+) \d+\)\) \(読み (\S+)\)")
    for path in sorted(folder.glob("*.dic")):
        if path.name not in {f"Noun.{kind}.dic" for kind in ("name", "place", "org", "proper")}:
            for written, kana in entry.findall(path.read_text("utf-8")):
                yield written, folded("ja", kana)
