"""Results by task, for comparing prompt languages: task, texts, outcome and abort cause.

As in `clemtui.store.read.results`, one query reads everything, and equal episodes are counted as
they arrive.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from clemtui.records.results import (
    AbortCause,
    ExclusionReason,
    PackCard,
    Result,
    Results,
    TaskResult,
    TaskResults,
)
from clemtui.records.rows import EpisodeFilter
from clemtui.store.codec import loads
from clemtui.store.library import Database
from clemtui.store.read.results import all_scorers, contents_of, holders_by_text, selection

# The last verdict is near the end of an episode's events, so search backwards.
_CAUSE = """CASE WHEN s.aborted = 1 THEN coalesce(
        (SELECT json_array(coalesce(n.seat, ''), 'control', n.control) FROM entries n
            WHERE n.episode = e.id AND n.kind = 'control' ORDER BY n.seq DESC LIMIT 1),
        (SELECT json_array(coalesce((SELECT r.seat FROM requests r
                WHERE r.episode = v.episode AND r.number = v.request), ''), v.verdict,
                coalesce(json_extract(v.verdict_reason, '$.id'),
                    json_extract(v.verdict_reason, '$."$readable".id'), ''))
            FROM events v WHERE v.episode = e.id AND v.verdict IS NOT NULL
            ORDER BY v.seq DESC LIMIT 1),
        '["", "", ""]') END"""
_MORE = f"e.task_key, e.texts_hash, e.texts, {_CAUSE}, "


@dataclass(frozen=True, slots=True)
class TaskSelection:
    """A selection of episodes in addition to an `EpisodeFilter`; empty fields select all.

    Attributes:
        games: ids of games.
        players: kinds, or parts of the names of models or people, of which one must play.
        languages: tags. If empty, ``baseline`` has no effect.
        baseline: the tag of a language that is selected together with its paraphrases
            (``en`` and ``en-x-para1``).
    """

    games: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    baseline: str = ""

    def conditions(self) -> tuple[list[str], dict[str, str]]:
        """Return the selection as query conditions and their values."""
        wanted = {"games": self.games, "players": self.players, "languages": self.languages}
        given = {f"among_{name}": json.dumps(values) for name, values in wanted.items() if values}
        return [_AMONG[name] for name in given], {**given, "baseline": self.baseline}


_AMONG = {
    "among_games": "e.game IN (SELECT value FROM json_each(:among_games))",
    "among_languages": """(e.language = :baseline
        OR substr(e.language, 1, length(:baseline) + 3) = :baseline || '-x-'
        OR e.language IN (SELECT value FROM json_each(:among_languages)))""",
    "among_players": """EXISTS (SELECT 1 FROM json_each(:among_players) w, seat_assignments a
        LEFT JOIN people p ON p.id = a.person
        WHERE a.episode = e.id AND a.kind <> 'service' AND (a.kind = w.value
            OR instr(lower(coalesce(p.pseudonym, a.player)), lower(w.value)) > 0))""",
}


def task_results(
    db: Database,
    where: EpisodeFilter,
    among: TaskSelection,
    scorers: Iterable[str] | None = None,
) -> TaskResults:
    """Count the results of the episodes that match a filter, by task and texts.

    The same episodes count as in `clemtui.store.read.results.results`. Models are separated by
    settings if any model was used with several.
    """
    besides, given = among.conditions()
    query, values = selection(db, where, scorers, more=_MORE, besides=besides)
    values |= given
    holders = holders_by_text(db)
    causes: dict[str, AbortCause] = {}
    left_out: Counter[ExclusionReason] = Counter()
    counted: Counter[TaskResult] = Counter()
    plain: Counter[Result] = Counter()
    for row, episodes in Counter(db.execute(query, values)).items():
        reason, task, texts_hash, texts, cause, *facts, seats = row
        if reason is not None:
            left_out[reason] += episodes
            continue
        if cause is not None and cause not in causes:
            causes[cause] = AbortCause(*json.loads(cause))
        result = Result._make((*facts, holders(seats)))
        known = None if cause is None else causes[cause]
        counted[TaskResult(result, task, texts_hash, texts, known)] += episodes
        plain[result] += episodes
    return TaskResults(
        tasks=counted,
        results=Results(
            episodes=plain,
            left_out=dict(left_out),
            contents=contents_of(db, plain),
            scorers=all_scorers(db) if left_out["other scorer"] else (),
        ),
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
