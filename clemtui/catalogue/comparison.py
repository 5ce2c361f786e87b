"""Compare a language pack with the English one, as findings that say what to do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

from clemtui.catalogue.packs import Pack
from clemtui.engine import placeholders

Kind = Literal[
    "card", "unreadable", "missing", "empty", "unknown", "unstamped", "stale", "placeholders",
    "number", "not stated", "added", "unlisted", "tag", "options", "word", "game",
]  # fmt: skip
"""Kinds of problem; ``word`` concerns the interface, ``game`` the code of a game."""

REMEDIES: dict[Kind, str] = {
    "card": "fill in the [card]",
    "unreadable": "fix the file",
    "missing": "translate it; 'clemtui languages new' adds it to the file",
    "empty": "translate it",
    "unknown": "fix its name, or remove it",
    "unstamped": "once it is translated, run 'clemtui languages stamp' on the file",
    "stale": "see 'clemtui languages diff', fix the translation, then run "
    "'clemtui languages stamp --entry' on the file",
    "placeholders": "use exactly the same placeholders",
    "number": "games use them by position: give the same number, in the same order",
    "not stated": "state it in the prompt, then tick it in [states]",
    "added": "remove it from the prompt and from [states]",
    "unlisted": "list in the English [constraints] what the prompt states",
    "tag": "choose another tag",
    "options": "choose different words",
    "word": "fix it in [interface]",
    "game": "fix this entry",
}
"""What to do about each kind, as the end of a line."""

_WORDS = "words"
"""Stands for any text."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem with a pack.

    Attributes:
        entry: the entry concerned, as ``table.id``; empty for the whole file.
        what: a sentence that names the entry.
    """

    kind: Kind
    entry: str
    what: str

    @property
    def remedy(self) -> str:
        """What to do about it, as the end of a line."""
        return REMEDIES[self.kind]


def unavailable_reasons(pack: Pack, source: Pack | None) -> tuple[str, ...]:
    """Return why a pack is not available, compared with the English pack.

    Reasons are missing, unknown and stale entries, and different placeholders or numbers of
    options. Empty for a pack that is complete and fresh, and for one written in its language rather
    than translated.
    """
    if source is None:
        translated = bool(pack.file.source)
        return ("the English pack that it was made from is missing",) if translated else ()
    if pack.language == source.language:
        return ()
    return tuple(sorted(found.what for found in compare(pack, source)))


def compare(pack: Pack, source: Pack) -> Iterator[Finding]:
    """Yield the problems that make a pack unavailable.

    These are entries that are missing, empty, unknown or stale, different placeholders or numbers
    of options, and prompts that are not equivalent. A pack that no one plays with has none.
    """
    if pack.interface_only:
        return
    wanted, mine = source.entry_hashes, pack.entry_hashes
    for id in wanted:
        if id not in mine:
            yield Finding("missing", id, f"{id} is missing")
        elif is_empty(pack, source, id):
            yield Finding("empty", id, f"{id} is empty")
        elif id not in pack.file.source:
            yield Finding(
                "unstamped", id, f"{id} does not say which English entry it was made from"
            )
        elif pack.file.source[id] != wanted[id]:
            what = f"{id} is stale: the English entry has changed since"
            yield Finding("stale", id, what)
    for id in mine:
        if id not in wanted:
            yield Finding("unknown", id, f"{id} is not in the English pack")
    yield from _placeholders(pack, source)
    for id, options in pack.file.options.items():
        free = id in source.file.any_number
        if not free and len(options) != len(source.file.options.get(id, options)):
            what = f"options.{id} has a different number of options than the English entry"
            yield Finding("number", f"options.{id}", what)
    yield from _not_equivalent(pack, source)


def is_empty(pack: Pack, source: Pack, id: str) -> bool:
    """Whether an entry, or one of its options, is empty although the English one is not."""
    table, _, name = id.partition(".")
    if table == "options":
        mine, english = pack.file.options[name], source.file.options[name]
        pairs = zip_longest(mine, english[: len(mine)], fillvalue=_WORDS)
        return not mine or any(words.strip() and not word.strip() for word, words in pairs)
    return not (pack.file.prompts if table == "prompts" else pack.file.tags)[name].strip()


def _placeholders(pack: Pack, source: Pack) -> Iterator[Finding]:
    for id, prompt in pack.file.prompts.items():
        original = source.file.prompts.get(id)
        if original is None or not prompt.strip():
            continue
        wanted = placeholders(original)
        if placeholders(prompt) != wanted:
            there = ", ".join(sorted(wanted)) or "none"
            what = f"prompts.{id} has different placeholders than the English entry ({there})"
            yield Finding("placeholders", f"prompts.{id}", what)


def _not_equivalent(pack: Pack, source: Pack) -> Iterator[Finding]:
    """Yield differences between the constraints that a pack states and the English ones."""
    for id, constraints in source.file.constraints.items():
        entry, stated = f"prompts.{id}", pack.file.states.get(id, ())
        for missing in constraints.keys() - set(stated):
            what = f"{entry} does not state {missing!r}: {constraints[missing]}"
            yield Finding("not stated", entry, what)
        for added in set(stated) - constraints.keys():
            what = f"{entry} states {added!r}, which the English prompt does not"
            yield Finding("added", entry, what)
    for id in pack.file.states.keys() - source.file.constraints.keys():
        what = f"states.{id}: the English pack lists no constraints for it"
        yield Finding("unlisted", f"states.{id}", what)
