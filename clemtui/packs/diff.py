"""Show what has changed in the English packs since a translation, and what it lacks."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from clemtui.catalogue import Catalogue, Pack
from clemtui.catalogue.comparison import compare
from clemtui.packs.history import OldPack, PackHistory, at_same_commit
from clemtui.packs.listing import FoundPack, find_packs

State = Literal["missing", "stale", "unstamped", "fresh"]
Change = Literal["added", "removed", "reworded"]

_TOKEN = re.compile(r"\s+|[^\s]+")


@dataclass(frozen=True, slots=True)
class ConstraintChange:
    """A change in the constraints of an English prompt that a translation may not reflect.

    Attributes:
        then: the former text, or empty.
        now: the current text, or empty.
    """

    change: Change
    id: str
    then: str
    now: str


@dataclass(frozen=True, slots=True)
class EntryDifference:
    """An entry that needs work.

    Attributes:
        then: the English text that the translation was made from; None if unknown.
        then_date: the day on which that was committed.
        now: the current English text.
        mine: the translation; empty if there is none.
    """

    id: str
    state: State
    then: str | None
    then_date: str
    now: str
    mine: str
    constraints: tuple[ConstraintChange, ...]


@dataclass(frozen=True, slots=True)
class PackDifference:
    """A pack and the parts of it that need work.

    Attributes:
        has_history: whether former versions of the English pack are known from git.
        unknown: entries that are not in the English pack.
        words: missing labels of the interface.
    """

    found: FoundPack
    has_history: bool
    entries: tuple[EntryDifference, ...]
    unknown: tuple[str, ...]
    words: tuple[str, ...]


def pack_diffs(
    catalogue: Catalogue, language: str, family: str | None = None
) -> Iterator[PackDifference]:
    """Yield the packs of a language that were made from English ones, with what needs work.

    Raises:
        UsageError: if the language has no packs, or none of the family.
    """
    for found in find_packs(catalogue, (language,), family):
        if found.pack is not None and found.source not in (None, found.pack):
            yield _difference(found, found.pack, found.source)


def _difference(found: FoundPack, pack: Pack, source: Pack | None) -> PackDifference:
    assert source is not None
    history = PackHistory.of(source.path)
    mine = PackHistory.of(pack.path)
    ticked = at_same_commit(source.path, mine.versions[0]) if history and mine else None
    states: dict[str, State] = {}
    unknown: list[str] = []
    for each in compare(pack, source):
        if each.kind in ("missing", "empty"):
            states[each.entry] = "missing"
        elif each.kind == "stale":
            states[each.entry] = "stale"
        elif each.kind == "unstamped":
            states[each.entry] = "unstamped"
        elif each.kind == "unknown":
            unknown.append(each.entry)
    entries = []
    for id in pack.needed(source):
        state = states.get(id, "fresh")
        stamp = pack.file.source.get(id, "")
        old = history.with_hash(id, stamp) if history and state == "stale" else None
        constraints = tuple(_constraints(pack, source, id, old or ticked))
        if state != "fresh" or constraints:
            entries.append(_entry(pack, source, id, state, old, constraints))
    words = () if pack.is_paraphrase else tuple(id for id in source.words if id not in pack.words)
    return PackDifference(found, history is not None, tuple(entries), tuple(unknown), words)


def _entry(
    pack: Pack,
    source: Pack,
    id: str,
    state: State,
    old: OldPack | None,
    constraints: tuple[ConstraintChange, ...],
) -> EntryDifference:
    return EntryDifference(
        id=id,
        state=state,
        then=_shown(old.entry(id)) if old is not None else None,
        then_date=old.date if old is not None else "",
        now=_shown(_of(source, id)),
        mine=_shown(_of(pack, id)),
        constraints=constraints,
    )


def _constraints(
    pack: Pack, source: Pack, id: str, old: OldPack | None
) -> Iterator[ConstraintChange]:
    """Yield how the constraints have changed, compared with what the pack ticks."""
    table, _, prompt = id.partition(".")
    if table != "prompts":
        return
    now: Mapping[str, str] = source.file.constraints.get(prompt, {})
    then = old.constraints(prompt) if old is not None else {}
    stated = pack.file.states.get(prompt, ())
    for name in sorted(set(stated) - now.keys()):
        yield ConstraintChange("removed", name, then.get(name, ""), "")
    for name, says in now.items():
        if name not in stated:
            yield ConstraintChange("added", name, "", says)
        elif name in then and then[name] != says:
            yield ConstraintChange("reworded", name, then[name], says)


def _of(pack: Pack, id: str) -> object:
    table, _, name = id.partition(".")
    entries: Mapping[str, object] = getattr(pack.file, table)
    return entries.get(name, "")


def _shown(entry: object) -> str:
    if isinstance(entry, str):
        return entry.strip("\n")
    return "\n".join(f"- {option}" for option in entry) if isinstance(entry, Sequence) else ""


def word_diff(then: str, now: str) -> str:
    """Merge two texts, marking changes as ``[-removed words-]`` and ``{+added words+}``."""
    before, after = _TOKEN.findall(then), _TOKEN.findall(now)
    parts: list[str] = []
    for same, gone, new in _runs(before, after):
        parts.append(same)
        if gone.strip():
            parts.append(f"[-{gone}-]")
        parts.append(f"{{+{new}+}}" if new.strip() else new)
    return "".join(parts)


def _runs(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Yield an unchanged text with the removed and added texts that follow it.

    A single space between two changes is included in the change.
    """
    same = gone = new = ""
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    for operation, start, end, new_start, new_end in matcher.get_opcodes():
        old, young = "".join(before[start:end]), "".join(after[new_start:new_end])
        if operation == "equal" and not (old == " " and (gone or new)):
            yield same, gone, new
            same, gone, new = old, "", ""
        else:
            gone, new = gone + old, new + young
    yield same, gone, new
