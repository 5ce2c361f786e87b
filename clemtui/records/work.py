"""Runs and their items: what was to be played, and how far it has got."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

ItemKind = Literal["episode"]
ItemState = Literal["open", "begun", "done"]
EndState = Literal["finished", "abandoned", "void"]


@dataclass(frozen=True, slots=True)
class ItemRef:
    """A reference to a work item: its run, and its key within the run."""

    run: str
    key: str


@dataclass(frozen=True, slots=True)
class WorkItem:
    """An item of a run in its current state.

    Attributes:
        position: its place in the plan of the run, from 1.
        result: the id of its episode; None while the item is open.
    """

    ref: ItemRef
    kind: ItemKind
    slot: int
    position: int
    state: ItemState
    result: str | None


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A run: its id and its manifest."""

    id: str
    manifest: Mapping[str, Any]
    created_at: datetime
