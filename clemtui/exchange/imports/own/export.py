"""What only a tree exported by this program says of an episode: ``clemtui`` in its ``meta``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, cast, get_args
from uuid import UUID

from clemtui.engine import Control, Timing
from clemtui.engine.instances import Origin
from clemtui.engine.requests import ControlKind
from clemtui.episode.condition import Condition
from clemtui.exchange.imports.own.block import (
    Answering,
    AnswerTiming,
    Decision,
    Met,
    Unanswered,
    read_part,
    read_parts,
)
from clemtui.exchange.imports.results_tree import parse_timestamp
from clemtui.records.rows import IMPORTED_TAG, NOT_RESCORED_TAG, TagDecision
from clemtui.store.codec import readable
from clemtui.store.ids import tag_id

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
        answering: the models with which it counted, by the model that was asked.
        tags: the decisions on its tags, oldest first, except on those that an import adds. In trees
            of older versions, only the tags that it had, without an id.
        met: how the people in it know its exposure key.
        scorer_rules_hash: the rules of the scorer, if they are its own.
        control: what ended it from outside the rules. In trees of older versions, without a seat.
        control_timing: the timing of the person who ended it; control_at: when.
        unanswered: the calls to models at requests that they did not answer.
        end_reason: the reason of its end; may be empty.
        started_at: when it started; its first event is logged later.
        time_known: whether the times of the tree are UTC; otherwise their zone is unknown.
        problems: one line for each part that is not valid, and is ignored.
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
    answering: Mapping[str, Sequence[str]] = field(default_factory=dict)
    tags: tuple[TagDecision, ...] = ()
    met: tuple[Met, ...] = ()
    scorer_rules_hash: str = ""
    control: Control | None = None
    control_timing: Timing | None = None
    control_at: datetime | None = None
    unanswered: tuple[Unanswered, ...] = ()
    end_reason: str = ""
    started_at: datetime | None = None
    time_known: bool = False
    problems: tuple[str, ...] = ()


_TEXTS = (
    *("language", "game_version", "rules_hash", "scorer"),
    *("task_key", "instance_hash", "scorer_rules_hash", "end_reason"),
)


def read_own_export(meta: Mapping[str, Any]) -> OwnExport | None:
    """Return what this program wrote into the ``meta`` of a log; None if it wrote nothing."""
    ours = meta.get("clemtui")
    episode = own_id(ours.get("episode")) if isinstance(ours, Mapping) else None
    if not isinstance(ours, Mapping) or episode is None:
        return None
    texts = {name: readable(ours[name]) for name in _TEXTS if isinstance(ours.get(name), str)}
    origin = ours.get("instance_origin")
    ended = _object(ours.get("ended_by")) or {"kind": ours.get("ended_by")}
    timing = ended.get("timing")
    problems: list[str] = []
    condition = _object(ours.get("condition")) or {}
    if condition and read_part(Condition, condition, "condition", problems) is None:
        condition = {}
    answering = {name: ours[name] for name in ("answering_models",) if name in ours}
    named = read_part(Answering, answering, "answering_models", problems) or Answering()
    timed = timing and read_part(AnswerTiming, timing, "ended_by.timing", problems)
    return OwnExport(
        episode,
        **texts,
        instance=_object(ours.get("instance")),
        origin=cast("Origin", origin) if origin in _ORIGINS else None,
        condition=condition,
        answering=named.answering_models,
        tags=tuple(_decisions(episode, ours, problems)),
        met=read_parts(Met, ours, "met", problems),
        control=_control(ended),
        control_timing=timed.timing() if timed else None,
        control_at=parse_timestamp(ended.get("at")),
        unanswered=read_parts(Unanswered, ended, "unanswered", problems),
        started_at=parse_timestamp(ours.get("started_at")),
        time_known=ours.get("time_known") is True,
        problems=tuple(problems),
    )


def own_id(value: Any) -> str | None:
    """Return an id of this program in its usual form; None if it is none."""
    try:
        return str(UUID(value)) if isinstance(value, str) else None
    except ValueError:
        return None


def _object(value: Any) -> Mapping[str, Any] | None:
    return value if isinstance(value, Mapping) else None


def _decisions(episode: str, ours: Mapping[str, Any], problems: list[str]) -> Iterator[TagDecision]:
    """Yield the decisions on tags. What the program decided has the same id in every database."""
    found = read_parts(Decision, ours, "decisions", problems)
    made = [each.made() for each in found] if "decisions" in ours else _tags(ours.get("tags"))
    for each in made:
        if each.key in (IMPORTED_TAG, NOT_RESCORED_TAG):
            continue
        by_program = not each.author and not each.revoked
        yield replace(each, id=tag_id(episode, each.key, each.value)) if by_program else each


def _tags(value: Any) -> list[TagDecision]:
    """Return the tags in a tree of an older version; a key may have several values."""
    return [
        TagDecision(key, each, author="")
        for key, values in (value.items() if isinstance(value, Mapping) else ())
        if isinstance(values, list)
        for each in values
        if isinstance(each, str)
    ]


def _control(said: Mapping[str, Any]) -> Control | None:
    """Return the control; older versions wrote only its kind."""
    kind, seat, reason = said.get("kind"), said.get("seat"), said.get("reason")
    if kind not in _KINDS:
        return None
    return Control(
        cast("ControlKind", kind),
        seat if isinstance(seat, str) else None,
        reason if isinstance(reason, str) else "",
    )
