"""Why episodes were aborted, counted for a report."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable

from clemtui.records.attempts import CUT_OFF
from clemtui.records.results import AbortCause, Result
from clemtui.records.rows import EpisodeFilter
from clemtui.store.library import Database
from clemtui.store.read.results import results_by_part, selection

# The answer that a verdict rejected may not be what the model wanted to say: it was cut off at the
# token limit, or the provider marked it as a refusal. Older records have only the finish reason.
_ANSWER = f"""(SELECT CASE
            WHEN d.notes ->> '$.policies.refusals' IS NOT NULL THEN 'refused'
            WHEN lower(d.finish_reason) IN ({", ".join(f"'{each}'" for each in sorted(CUT_OFF))})
            THEN 'cut off' END
        FROM attempts_started a JOIN attempts_ended d ON d.attempt = a.id
        WHERE a.episode = v.episode AND a.request = v.request AND d.outcome = 'done'
            AND v.verdict <> 'accepted'
        ORDER BY a.number DESC LIMIT 1)"""

# The last verdict is near the end of an episode's events, so search backwards.
_VERDICT = f"""(SELECT iif(answer IS NULL, json_array(seat, verdict, reason),
            json_array(seat, answer, '')) FROM (
        SELECT v.verdict, {_ANSWER} AS answer,
            coalesce((SELECT r.seat FROM requests r
                WHERE r.episode = v.episode AND r.number = v.request), '') AS seat,
            coalesce(json_extract(v.verdict_reason, '$.id'),
                json_extract(v.verdict_reason, '$."$readable".id'), '') AS reason
        FROM events v WHERE v.episode = e.id AND v.verdict IS NOT NULL
        ORDER BY v.seq DESC LIMIT 1))"""
CAUSE = f"""CASE WHEN {{scores}}.aborted = 1 THEN coalesce(
        (SELECT json_array(coalesce(n.seat, ''), 'control', n.control) FROM entries n
            WHERE n.episode = e.id AND n.kind = 'control' ORDER BY n.seq DESC LIMIT 1),
        {_VERDICT},
        '["", "", ""]') END"""
"""The cause of an episode ``e`` that was aborted according to ``{scores}``, as JSON; else NULL."""


def abort_causes(
    db: Database,
    where: EpisodeFilter,
    scorers: Iterable[str] | None = None,
    *,
    people: bool = False,
    repeats: bool = False,
    study: str = "",
) -> Counter[tuple[Result, AbortCause]]:
    """Count the causes of the aborted episodes that count in a report.

    The arguments are those of `clemtui.store.read.results.results`.
    """
    more = f", {CAUSE} AS cause"
    rows, values = selection(db, where, scorers, repeats=repeats, study=study, more=more)
    result = results_by_part(db, people=people)
    found: Counter[tuple[Result, AbortCause]] = Counter()
    for part, cause, episodes in db.execute(
        f"""SELECT part, cause, count(*) FROM ({rows})
        WHERE reasons = 0 AND unscored = 0 AND aborted = 1 GROUP BY part, cause""",
        values,
    ):
        found[result(part), AbortCause(*json.loads(cause))] += episodes
    return found
