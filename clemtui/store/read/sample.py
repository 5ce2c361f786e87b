"""The sample: which episodes count in a figure, and why others do not.

The view ``sample`` is the only definition of it. The view ``human_baseline`` and the lists of
episodes query it; reports, comparisons and exports read ``episode_results``, which is derived from
it (`clemtui.store.results`), so all of them count the same episodes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import get_args

from clemtui.records.line_ups import SeatPlayer
from clemtui.records.rows import EXCLUDED_TAG, STUDY_PREFIX, EpisodeFilter, SampleReason
from clemtui.store.codec import loads
from clemtui.store.library import Database

REASONS: tuple[SampleReason, ...] = get_args(SampleReason)
"""Why episodes do not count, in the order of the bits of ``sample.reasons``."""

_OF_STUDY = f"""{1 << REASONS.index("excluded")} * EXISTS (SELECT 1 FROM current_tags t
    WHERE t.episode = r.episode AND t.key = '{EXCLUDED_TAG}'
        AND t.value = '{STUDY_PREFIX}' || :study)"""


def reasons_of_row(counted: int, study: str) -> str:
    """Return SQL for the reasons not to count a row of ``episode_results r``; 0 if it counts.

    Its parameters are ``counted``, the bits of the reasons that do not matter (`counted`), and
    ``study``, the study whose own exclusions apply as well. Without them it is only the column, so
    that a query can follow an index.
    """
    found = f"(r.reasons | {_OF_STUDY})" if study else "r.reasons"
    return f"({found} & ~:counted)" if counted else found


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


def reason(bits: int) -> SampleReason | None:
    """Return the first of several reasons; None for 0."""
    return next(iter(reasons(bits)), None)


def reasons(bits: int) -> tuple[SampleReason, ...]:
    """Return all reasons in ``sample.reasons``, in order."""
    return tuple(each for place, each in enumerate(REASONS) if bits >> place & 1)


@cache
def seats_of(text: str) -> tuple[SeatPlayer, ...]:
    """Return the seats of ``episode_line_ups.seats``."""
    return tuple(SeatPlayer(*seat) for seat in loads(text))


def people_by_text(db: Database) -> Callable[[str], tuple[str, ...]]:
    """Return a function that parses ``result_pools.people`` into pseudonyms."""
    names: dict[str, str] = dict(db.execute("SELECT id, pseudonym FROM people"))

    @cache
    def people(text: str) -> tuple[str, ...]:
        return tuple(names[person] for person in json.loads(text)) if text else ()

    return people
