"""Results by task, for comparing prompt languages: task, texts, outcome and abort cause.

As in `clemtui.store.read.results`, the database counts equal episodes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from clemtui.records.results import (
    AbortCause,
    ExclusionReason,
    PackCard,
    TaskResult,
    TaskResults,
    in_order,
)
from clemtui.records.rows import EpisodeFilter
from clemtui.store.codec import loads
from clemtui.store.library import Database
from clemtui.store.line_ups import line_ups_by_number
from clemtui.store.read.causes import CAUSE
from clemtui.store.read.players import line_ups_with
from clemtui.store.read.results import (
    all_scorers,
    contents_of,
    exclusion,
    results_by_part,
    selection,
)

_MORE = f", e.task_key, e.texts_hash, e.texts, {CAUSE} AS cause"


@dataclass(frozen=True, slots=True)
class TaskSelection:
    """A selection of episodes in addition to an `EpisodeFilter`; empty fields select all.

    Attributes:
        games: ids of games.
        players: as `EpisodeFilter.player`; one of them must play.
        languages: tags. If empty, ``baseline`` has no effect.
        baseline: the tag of a language that is selected together with its paraphrases
            (``en`` and ``en-x-para1``).
    """

    games: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    baseline: str = ""

    def conditions(self, db: Database) -> tuple[list[str], dict[str, str]]:
        """Return the selection as query conditions and their values."""
        given: dict[str, Sequence[object]] = {}
        if self.games:
            given["among_games"] = self.games
        if self.players:
            given["among_players"] = [id for each in self.players for id in line_ups_with(db, each)]
        if self.languages:
            given["among_languages"] = self.languages
        values = {name: json.dumps(each) for name, each in given.items()}
        return [_AMONG[name] for name in given], {**values, "baseline": self.baseline}


_AMONG = {
    "among_games": "e.game IN (SELECT value FROM json_each(:among_games))",
    "among_languages": """(e.language = :baseline
        OR substr(e.language, 1, length(:baseline) + 3) = :baseline || '-x-'
        OR e.language IN (SELECT value FROM json_each(:among_languages)))""",
    "among_players": """r.pool IN (SELECT id FROM result_pools
        WHERE line_up IN (SELECT value FROM json_each(:among_players)))""",
}


def task_results(
    db: Database,
    where: EpisodeFilter,
    among: TaskSelection,
    scorers: Iterable[str] | None = None,
    *,
    repeats: bool = False,
    study: str = "",
) -> TaskResults:
    """Count the results of the episodes that match a filter, by task and texts.

    Repetitions count only with ``repeats``. The exclusions of a ``study`` apply as well.

    The same episodes count as in `clemtui.store.read.results.results`.
    """
    besides, given = among.conditions(db)
    sample: dict[str, Any] = {"repeats": repeats, "study": study}
    query, values = selection(db, where, scorers, **sample, more=_MORE, besides=besides)
    causes: dict[str, AbortCause] = {}
    left_out: Counter[ExclusionReason] = Counter()
    counted: Counter[TaskResult] = Counter()
    columns = "reasons, unscored, part, task_key, texts_hash, texts, cause, aborted, main_score"
    result = results_by_part(db, people=True)
    for *known, episodes in db.execute(
        f"SELECT {columns}, count(*) FROM ({query}) GROUP BY {columns}", values | given
    ):
        reasons, unscored, part, task, texts_hash, texts, cause, aborted, main_score = known
        why = exclusion(reasons, unscored)
        if why is not None:
            left_out[why] += episodes
            continue
        if cause is not None and cause not in causes:
            causes[cause] = AbortCause(*json.loads(cause))
        why_aborted = None if cause is None else causes[cause]
        counted[
            TaskResult(result(part), task, texts_hash, texts, why_aborted, aborted, main_score)
        ] += episodes
    return TaskResults(
        tasks=counted,
        left_out=in_order(left_out),
        contents=contents_of(db, {each.result.condition for each in counted}),
        line_ups=line_ups_by_number(db, {each.result.line_up for each in counted}),
        scorers=all_scorers(db) if left_out["other scorer"] else (),
        packs=_packs(db, {each.texts for each in counted}),
    )


def _packs(db: Database, texts: Iterable[str]) -> dict[str, PackCard]:
    rows = db.execute(
        "SELECT hash, body FROM contents WHERE hash IN (SELECT value FROM json_each(?))",
        [json.dumps(sorted(texts))],
    )
    found = {}
    for digest, body in rows:
        content = loads(body)
        card = content.get("card") or {} if isinstance(content, dict) else {}
        found[digest] = PackCard(
            pack="reviewed_by" in card,
            version=str(card.get("version", "")),
            reviewed_by=str(card.get("reviewed_by", "")).strip(),
        )
    return found
