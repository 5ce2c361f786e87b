"""What only a tree exported by this program says of an episode: ``clemtui`` in its ``meta``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, cast, get_args
from uuid import UUID

from clemtui.engine import Control
from clemtui.engine.instances import Origin
from clemtui.engine.requests import ControlKind
from clemtui.exchange.imports.results_tree import parse_timestamp
from clemtui.records.rows import IMPORTED_TAG, NOT_RESCORED_TAG

_KINDS: tuple[str, ...] = get_args(ControlKind)
_ORIGINS: tuple[str, ...] = get_args(Origin)


@dataclass(frozen=True, slots=True)
class OwnExport:
    """What an exported tree says of an episode beyond the reference's format.

    Trees of older versions lack some of it; a missing text is empty.

    Attributes:
        episode: id of the exported episode.
        instance: its instance as recorded, except official ones, whose files are in the tree.
        origin: where its instance came from; None if the tree does not say.
        condition: the condition it was played under.
        tags: its tags, except those that an import adds.
        control: what ended it from outside the rules. In trees of older versions, without a seat.
        started_at: when it started; its first event is logged later.
        time_known: whether the times of the tree are UTC; otherwise their zone is unknown.
    """

    episode: str
    language: str = ""
    game_version: str = ""
    rules_hash: str = ""
    scorer: str = ""
    task_key: str = ""
    instance_hash: str = ""
    instance: Mapping[str, Any] | None = None
    origin: Origin | None = None
    condition: Mapping[str, Any] = field(default_factory=dict)
    tags: tuple[tuple[str, str], ...] = ()
    control: Control | None = None
    started_at: datetime | None = None
    time_known: bool = False


_TEXTS = (
    *("language", "game_version", "rules_hash", "scorer"),
    *("task_key", "instance_hash"),
)


def read_own_export(meta: Mapping[str, Any]) -> OwnExport | None:
    """Return what this program wrote into the ``meta`` of a log; None if it wrote nothing."""
    ours = meta.get("clemtui")
    episode = own_id(ours.get("episode")) if isinstance(ours, Mapping) else None
    if not isinstance(ours, Mapping) or episode is None:
        return None
    texts = {name: ours[name] for name in _TEXTS if isinstance(ours.get(name), str)}
    origin = ours.get("instance_origin")
    return OwnExport(
        episode,
        **texts,
        instance=_object(ours.get("instance")),
        origin=cast("Origin", origin) if origin in _ORIGINS else None,
        condition=_object(ours.get("condition")) or {},
        tags=tuple(_tags(ours.get("tags"))),
        control=_control(ours.get("ended_by")),
        started_at=parse_timestamp(ours.get("started_at")),
        time_known=ours.get("time_known") is True,
    )


def own_id(value: Any) -> str | None:
    """Return an id of this program in its usual form; None if it is none."""
    try:
        return str(UUID(value)) if isinstance(value, str) else None
    except ValueError:
        return None


def _object(value: Any) -> Mapping[str, Any] | None:
    return value if isinstance(value, Mapping) else None


def _tags(value: Any) -> list[tuple[str, str]]:
    """Return pairs of key and value; a key may have several values."""
    return [
        (key, each)
        for key, values in (value.items() if isinstance(value, Mapping) else ())
        if key not in (IMPORTED_TAG, NOT_RESCORED_TAG) and isinstance(values, list)
        for each in values
        if isinstance(each, str)
    ]


def _control(value: Any) -> Control | None:
    """Return the control; older versions wrote only its kind."""
    said: Mapping[str, Any] = value if isinstance(value, Mapping) else {"kind": value}
    kind, seat, reason = said.get("kind"), said.get("seat"), said.get("reason")
    if kind not in _KINDS:
        return None
    return Control(
        cast("ControlKind", kind),
        seat if isinstance(seat, str) else None,
        reason if isinstance(reason, str) else "",
    )
