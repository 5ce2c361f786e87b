"""Reports of recorded episodes, for the front ends: selection, dimensions and scorers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from clemtui.analysis.report.dimensions import DIMENSIONS, Dimension
from clemtui.analysis.report.rows import Report, report
from clemtui.episode.errors import UsageError
from clemtui.episode.exposure_keys import complete_exposure_keys
from clemtui.episode.planning.listing import open_games
from clemtui.episode.planning.names import unknown
from clemtui.records.results import AbortCause, ItemResult, Result, Results
from clemtui.records.rows import EpisodeFilter
from clemtui.store.database import has_records
from clemtui.store.read.reader import Reader

OWN = "own"
"""The scorer of each game itself: its rules, in the version that was played."""


def dimensions(
    names: Iterable[str], among: Collection[Dimension] = DIMENSIONS
) -> tuple[Dimension, ...]:
    """Return dimensions by name, each once.

    Raises:
        UsageError: if there is none of that name; suggests the nearest one.
    """
    known = {str(each): each for each in among}
    found = []
    for name in names:
        if name not in known:
            raise UsageError(unknown("dimension", name, known))
        found.append(known[name])
    return tuple(dict.fromkeys(found))


@dataclass(frozen=True)
class Rows:
    """What the rows of a report are; see `clemtui.analysis.report.rows.report`.

    Attributes:
        by: what to split by; empty for the default.
        mix: the dimensions of `NEVER_POOLED_SILENTLY` that may be mixed.
    """

    by: Sequence[Dimension] = ()
    mix: Collection[Dimension] = ()


def make_report(
    database: Path,
    where: EpisodeFilter,
    *,
    rows: Rows | None = None,
    scorers: Collection[str] = (),
    collections: Iterable[Path] = (),
    repeats: bool = False,
    study: str = "",
    causes: bool = False,
) -> Report:
    """Report the results of the episodes that match a filter; empty without records.

    Args:
        database: the records.
        where: which episodes; practice counts if it asks for practice.
        rows: what to split by, and what may be mixed.
        scorers: whose scores (`chosen_scorers`); of several, the latest counts. Empty, or ``own``
            alone: each game's own.
        collections: further collections, whose games define which rules are the same version.
        repeats: count repetitions, too.
        study: a study whose own exclusions apply as well.
        causes: count why episodes were aborted.

    Raises:
        UsageError: if there is no such scorer.
        PlayError: if a folder is not a collection.
        StoreError: if the database cannot be read.
    """
    rows = rows or Rows()
    if not has_records(database):
        return report(Results({}, {}, {}, {}), rows.by, rows.mix)
    complete_exposure_keys(database, lambda: open_games(collections))
    with Reader(database) as reader:
        chosen = chosen_scorers(scorers, reader)
        sample: dict[str, Any] = {"people": "people" in rows.by, "repeats": repeats, "study": study}
        found = reader.results(where, chosen, **sample)
        if causes:
            found = replace(found, aborts=reader.abort_causes(where, chosen, **sample))
    if _has_several_rules(found):
        found = _with_newest_hashes(found, open_games(collections).newest_hashes)
    return report(found, rows.by, rows.mix)


def _has_several_rules(results: Results) -> bool:
    """Return whether a scorer has results under rules of different hashes."""
    rules = {(each.scorer, each.rules_hash) for each, _ in results.items}
    return len(rules) > len({scorer for scorer, _ in rules})


def _with_newest_hashes(results: Results, newest: Mapping[tuple[str, str], str]) -> Results:
    """Return the results with one hash for all rules of the same version (`Catalogue`)."""
    items: Counter[tuple[Result, ItemResult]] = Counter()
    for (result, item), count in results.items.items():
        items[renewed(result, newest), item] += count
    void: Counter[Result] = Counter()
    for result, count in results.void.items():
        void[renewed(result, newest)] += count
    aborts: Counter[tuple[Result, AbortCause]] = Counter()
    for (result, cause), count in results.aborts.items():
        aborts[renewed(result, newest), cause] += count
    return replace(results, items=items, void=void, aborts=aborts)


def renewed(result: Result, newest: Mapping[tuple[str, str], str]) -> Result:
    """Return a result with the hash that stands for all rules of the same version (`Catalogue`)."""
    rules = newest.get((result.scorer, result.rules_hash or ""), result.rules_hash)
    return result._replace(rules_hash=rules)


def chosen_scorers(wanted: Collection[str], reader: Reader) -> tuple[str, ...] | None:
    """Return the full names of scorers, or None if none or ``own`` is wanted.

    A scorer may be named in full (``taboo:2``, ``taboo:clemcore-3.7.2``), by the part before or
    after the colon, or by a program without its version (``clemcore``).

    Raises:
        UsageError: if there is no such scorer (suggests the nearest one), or ``own`` is not alone.
    """
    if tuple(wanted) in ((), (OWN,)):
        return None
    known = reader.scorers()
    found: list[str] = []
    for name in wanted:
        named = [each for each in known if name in _aliases(each)]
        if name == OWN:
            raise UsageError(
                "--scorer own means each game's own scores and cannot be combined "
                "with another scorer"
            )
        if not named:
            raise UsageError(unknown("scorer", name, (OWN, *known)))
        found += named
    return tuple(dict.fromkeys(found))


def _aliases(scorer: str) -> tuple[str, ...]:
    before, _, after = scorer.partition(":")
    return scorer, before, after, after.rpartition("-")[0]
