"""Short descriptions of settings: only what tells them apart."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import Any, TypeVar

from clemtui.records.line_ups import differences
from clemtui.records.results import Tally

Described = TypeVar("Described", bound=Hashable)


def settings_of_rows(rows: Iterable[Tally]) -> dict[Tally, str]:
    """Return what tells each row from the others of players with the same names; empty if it is
    the only one."""
    alike: defaultdict[object, list[Tally]] = defaultdict(list)
    for row in rows:
        alike[row.seats, row.interface].append(row)
    found: dict[Tally, str] = {}
    for same in alike.values():
        found |= descriptions(
            {row: differences(row.line_up, row.seats, row.answered) for row in same}
        )
    return found


def descriptions(described: Mapping[Described, Mapping[str, Any]]) -> dict[Described, str]:
    """Describe each mapping by the entries that are not the same in all of them.

    Entries that only some have are included only if the others do not distinguish the descriptions.
    """
    names = {name for description in described.values() for name in description}
    seen = {
        name: {_as_text(each[name]) for each in described.values() if name in each}
        for name in names
    }
    different = {name for name, values in seen.items() if len(values) > 1}
    words = _described_by(described, different)
    distinct = {_as_text(description) for description in described.values()}
    if len(set(words.values())) == len(distinct):
        return words
    of_some = {name for name in names if any(name not in each for each in described.values())}
    return _described_by(described, different | of_some)


def _described_by(
    described: Mapping[Described, Mapping[str, Any]], names: Collection[str]
) -> dict[Described, str]:
    return {
        key: ", ".join(
            f"{name}={_as_text(description[name])}" for name in sorted(names) if name in description
        )
        for key, description in described.items()
    }


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True)
