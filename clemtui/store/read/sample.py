"""The sample: which episodes count in a figure, and why others do not.

The view ``sample`` is the only definition of it. Reports, comparisons, exports and the view
``human_baseline`` all query it, so they count the same episodes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, get_args

from clemtui.records.line_ups import SeatPlayer
from clemtui.records.rows import EpisodeFilter, SampleReason
from clemtui.store.codec import loads
from clemtui.store.library import Database
from clemtui.store.read.filters import EXCLUDED_TAG, STUDY_PREFIX

REASONS: tuple[SampleReason, ...] = get_args(SampleReason)
"""Why episodes do not count, in the order of the bits of ``sample.reasons``."""

_REASONS = f"""((m.reasons | {1 << REASONS.index("excluded")} * EXISTS (SELECT 1 FROM current_tags t
    WHERE :study <> '' AND t.episode = m.episode AND t.key = '{EXCLUDED_TAG}'
        AND t.value = '{STUDY_PREFIX}' || :study)) & ~:counted)"""
LEFT_OUT = f"({_REASONS} & -{_REASONS})"
"""The bit of the first reason not to count an episode of ``sample m``, 0 if it counts.

The parameter ``counted`` has the bits of the reasons that do not matter (`counted`), and ``study``
is the study whose own exclusions apply as well, or empty.
"""

ITEM = "iif(m.people, m.episode, m.instance_hash)"
"""What is averaged before anything else: replicates by models and scripted players are one item,
and each episode of a person is its own."""

PEOPLE = """(SELECT json_group_array(json_array(a.position, a.person)) FROM seat_assignments a
    WHERE a.episode = m.episode AND a.person IS NOT NULL)"""
"""The people in the seats of an episode, in no particular order; for `people_by_text`."""


def counted(where: EpisodeFilter, *, repeats: bool) -> int:
    """Return the bits of the reasons that do not exclude an episode from what was asked for.

    Practice counts if the filter asks for practice, excluded episodes if it asks for their tag, and
    repetitions on request.
    """
    matters_not: Mapping[SampleReason, bool] = {
        "practice": where.practice is True,
        "excluded": where.tag is not None and where.tag[0] == EXCLUDED_TAG,
        "repetition": repeats or where.repeated is True,
    }
    return bits(*(reason for reason, counts in matters_not.items() if counts))


def bits(*reasons: SampleReason) -> int:
    """Return reasons as bits of ``sample.reasons``."""
    return sum(1 << REASONS.index(reason) for reason in reasons)


def reason(bit: int) -> SampleReason | None:
    """Return the reason of a bit that `LEFT_OUT` gave; None for 0."""
    return REASONS[bit.bit_length() - 1] if bit else None


def reasons(bits: int) -> tuple[SampleReason, ...]:
    """Return all reasons in ``sample.reasons``, in order."""
    return tuple(each for place, each in enumerate(REASONS) if bits >> place & 1)


@cache
def seats_of(text: str) -> tuple[SeatPlayer, ...]:
    """Return the seats of ``episode_line_ups.seats``."""
    return tuple(SeatPlayer(*seat) for seat in loads(text))


def people_by_text(db: Database) -> Callable[[str | None], tuple[str, ...]]:
    """Return a function that parses `PEOPLE` into pseudonyms in the order of the seats."""
    names: dict[str, str] = dict(db.execute("SELECT id, pseudonym FROM people"))

    @cache
    def people(text: str | None) -> tuple[str, ...]:
        found: list[list[Any]] = sorted(json.loads(text)) if text else []
        return tuple(names[person] for _, person in found)

    return people
