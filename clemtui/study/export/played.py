"""An episode as it is exported: who said what when, and the text if it may be published."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from clemtui.engine import Response, Timing
from clemtui.records.rows import (
    EpisodeSummary,
    SeatAssignment,
    StoredAttempt,
    StoredEntry,
    StoredEpisode,
)

Number = TypeVar("Number", int, float)


@dataclass(frozen=True, slots=True)
class Turn:
    """A response of a player.

    Attributes:
        number: its position among the entries of the episode.
        asked_at: when the request was first delivered.
        timing: of the participant; None for everyone else.
        held_ms: how long the answer of a paced partner was held back; None: it was not paced.
        calls: number of calls to a model; the tokens and the cost (in US dollars) are those of all
            of them, None if unknown.
        answering: the models that answered, as their providers name them.
        text: None: not published.
    """

    number: int
    request: int
    seat: SeatAssignment
    asked_at: datetime
    at: datetime
    timing: Timing | None
    held_ms: float | None
    calls: int
    prompt_tokens: int | None
    completion_tokens: int | None
    reasoning_tokens: int | None
    cost: float | None
    answering: str
    characters: int
    text: str | None


@dataclass(frozen=True, slots=True)
class Played:
    """An episode without its texts.

    Attributes:
        published: whether what was said in it may be published: everyone in it has agreed.
        condition: as recorded.
    """

    summary: EpisodeSummary
    session: str
    rules_hash: str
    condition: Mapping[str, Any]
    ended_at: datetime | None
    published: bool
    turns: tuple[Turn, ...]


def played_episode(stored: StoredEpisode, own_seat: str, writers: Collection[str]) -> Played:
    """Return an episode.

    Args:
        own_seat: the seat of the participant, whose timing is exported; empty: none.
        writers: the people who agreed to publishing.
    """
    seats = {each.seat: each for each in stored.summary.seats if each.kind != "service"}
    published = all(each.person in writers for each in seats.values() if each.kind == "human")
    asked = {each.request.id: each.asked_at for each in stored.requests}
    attempts: dict[int, list[StoredAttempt]] = defaultdict(list)
    for attempt in stored.attempts:
        attempts[attempt.request].append(attempt)
    return Played(
        summary=stored.summary,
        session=stored.session,
        rules_hash=stored.rules_hash,
        condition=stored.condition,
        ended_at=stored.ended_at,
        published=published,
        turns=tuple(
            _turn(
                each, each.entry, seats[each.seat], asked[each.entry.request_id],
                attempts[each.entry.request_id], timed=each.seat == own_seat, published=published,
            )
            for each in stored.entries
            if isinstance(each.entry, Response) and each.seat in seats
        ),
    )  # fmt: skip


def _turn(
    entry: StoredEntry,
    response: Response,
    seat: SeatAssignment,
    asked_at: datetime,
    attempts: Sequence[StoredAttempt],
    *,
    timed: bool,
    published: bool,
) -> Turn:
    answering = sorted({each.model for each in attempts if each.outcome == "done" and each.model})
    return Turn(
        number=entry.seq,
        request=response.request_id,
        seat=seat,
        asked_at=asked_at,
        at=entry.at,
        timing=entry.timing if timed else None,
        held_ms=entry.held_ms,
        calls=len(attempts),
        prompt_tokens=_total([each.prompt_tokens for each in attempts]),
        completion_tokens=_total([each.completion_tokens for each in attempts]),
        reasoning_tokens=_total([each.reasoning_tokens for each in attempts]),
        cost=_total([each.cost for each in attempts]),
        answering=" ".join(answering),
        characters=len(response.text),
        text=response.text if published else None,
    )


def _total(values: Sequence[Number | None]) -> Number | None:
    """Return the sum of what is known; None if nothing is."""
    known = [each for each in values if each is not None]
    return sum(known[1:], known[0]) if known else None
