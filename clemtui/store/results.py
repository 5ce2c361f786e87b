"""The results of episodes: a derived table that everything reads that counts many episodes.

The view ``sample`` defines what counts, but deriving it takes about 20 microseconds an episode.
Triggers therefore queue each episode whose result may have changed in ``results_pending``, and
`settle` computes its row of ``episode_results`` at the end of the transaction. What results have in
common is stored once, in ``result_groups`` and ``result_pools``, so that a query over a million
episodes reads only numbers. Figures of whole groups read even less: ``result_counts`` has the
number of their episodes, and ``result_items`` the number of items with each result. Groups that
differ by experiment only are a series: triggers add up both tables in ``series_counts`` and
``series_items``.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Any

from clemtui.engine.scores import mean
from clemtui.store.library import Database

LARGEST_SCORE = 1e12
"""The largest score that is believed. Sums and squares of larger ones may be no numbers."""


def believed(scores: str) -> str:
    """Return the condition that a row of ``scores`` can be right, given the name of the row.

    Another program may write anything; what cannot be right counts as not scored.
    """
    flags = (f"coalesce({scores}.{flag} IN (0, 1), 1)" for flag in ("aborted", "success", "lose"))
    return f"abs(coalesce({scores}.main_score, 0)) <= {LARGEST_SCORE} AND {' AND '.join(flags)}"


_POOL = ("game", "language", "line_up", "people", "interface")
_SERIES = (
    "pool", "game_version", "interface", "condition", "instance_origin", "instance_source",
    "rules_hash", "seats", "answered",
)  # fmt: skip
_GROUP = ("series", "experiment", *_SERIES)
_ROW = (
    "episode", "pool", "result_group", "reasons", "unscored", "item", "aborted", "success", "lose",
    "main_score",
)  # fmt: skip
# An episode without a line-up is incomplete: `clemtui.store.line_ups.complete` adds it.
_PENDING = f"""
    SELECT
        m.game, m.language, m.line_up,
        iif(m.people, (SELECT json_group_array(person) FROM (SELECT a.person
            FROM seat_assignments a WHERE a.episode = m.episode AND a.person IS NOT NULL
            ORDER BY a.position)), ''),
        iif(m.people, m.interface, ''),
        m.experiment,
        m.game_version, m.interface, m.condition, m.instance_origin, m.instance_source,
        coalesce(iif(s.episode IS NULL, e.rules_hash, s.rules_hash), ''), l.seats, l.answered,
        m.episode, m.reasons,
        CASE WHEN s.episode IS NOT NULL THEN 0
            WHEN EXISTS (SELECT 1 FROM scores x WHERE x.episode = m.episode AND {believed("x")})
                THEN 2
            ELSE 1 END,
        m.people, m.instance_hash, s.aborted, s.success, s.lose, s.main_score
    FROM json_each(:pending) p
    CROSS JOIN sample m ON m.episode = p.value
    JOIN episodes e ON e.id = m.episode
    JOIN episode_line_ups l ON l.episode = m.episode
    LEFT JOIN scores s ON s.episode = m.episode AND s.scorer = m.game || ':' || m.game_version
        AND {believed("s")}"""
_POOL_ENDS = len(_POOL)
_SERIES_ENDS = _POOL_ENDS + len(_SERIES)
_MARKS = ", ".join("?" * len(_ROW))
# The id of a row is kept, and so is the item of an episode with people, which is made of it. What
# is the same is not written: that would also write three indexes and the counts.
_RECORD = f"""INSERT INTO episode_results ({", ".join(_ROW)}) VALUES ({_MARKS})
    ON CONFLICT (episode) DO UPDATE SET
        {", ".join(f"{name} = excluded.{name}" for name in _ROW[1:])}
    WHERE ({", ".join("max(item, 0)" if name == "item" else name for name in _ROW[1:])})
        IS NOT ({", ".join(f"excluded.{name}" for name in _ROW[1:])})"""


# What counts, or would if repetitions did: only people repeat, whose episodes are items themselves.
_COUNTING = "r.unscored = 0 AND r.reasons IN (0, 128)"
_ITEMS_OF_EPISODES = f"""SELECT r.pool, r.item FROM json_each(:pending) p
    CROSS JOIN episode_results r ON r.episode = p.value WHERE {_COUNTING}"""
_EPISODE = """r.pool, r.item, r.reasons, r.result_group, r.aborted, r.success, r.lose,
    r.main_score"""
_ALL_EPISODES = f"""SELECT {_EPISODE} FROM episode_results r WHERE {_COUNTING}
    ORDER BY r.pool, r.item"""
_EPISODES_OF_ITEMS = f"""SELECT {_EPISODE}
    FROM json_each(:items) t CROSS JOIN episode_results r
        ON r.pool = json_extract(t.value, '$[0]') AND r.item = json_extract(t.value, '$[1]')
    WHERE {_COUNTING}"""
_COUNT = """INSERT INTO result_items VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET items = items + excluded.items"""

AT_ONCE = 1000
"""How many results are computed together; all of them are in one transaction."""

_Item = tuple[int, int]
"""A pool, and an item in it."""


def settle(db: Database) -> None:
    """Compute the pending results, inside the open write transaction."""
    numbers = (
        _numbers(db, "result_pools", _POOL),
        _numbers(db, "result_series", _SERIES),
        _numbers(db, "result_groups", _GROUP),
        _numbers(db, "result_instances", ("instance_hash",)),
    )
    most = _most_are_pending(db)
    if most:  # to count each item once is faster than to count it for each 1000 of its episodes
        db.execute("DELETE FROM result_items")
    while pending := db.execute(
        "SELECT episode FROM results_pending LIMIT ?", (AT_ONCE,)
    ).fetchall():
        values = {"pending": json.dumps([row[0] for row in pending])}
        rows = [_row(row, *numbers) for row in db.execute(_PENDING, values)]
        if most:
            _record(db, rows, values)
            continue
        items: set[_Item] = {*db.execute(_ITEMS_OF_EPISODES, values)}
        items |= {(row[1], row[5]) for row in rows if row[3] in (0, 128) and row[4] == 0}
        before = _counts(db, items)
        _record(db, rows, values)
        items |= {*db.execute(_ITEMS_OF_EPISODES, values)}
        after = _counts(db, items)
        after.subtract(before)
        _add(db, after)
    if most:
        _count_all(db)


def _most_are_pending(db: Database) -> bool:
    """Whether so much is pending, as after an upgrade, that all items are to be counted."""
    (pending,) = db.execute("SELECT count(*) FROM results_pending").fetchone()
    if pending <= AT_ONCE:
        return False
    (episodes,) = db.execute("SELECT count(*) FROM episodes").fetchone()
    return bool(2 * pending > episodes)


def _count_all(db: Database) -> None:
    counts: Counter[tuple[Any, ...]] = Counter()
    for _, episodes in groupby(db.execute(_ALL_EPISODES), key=itemgetter(0, 1)):
        counts.update(_rows_of_items(episodes))
    _add(db, counts)


def _add(db: Database, counts: Counter[tuple[Any, ...]]) -> None:
    db.conn.executemany(_COUNT, ((*key, items) for key, items in counts.items() if items))


def _record(db: Database, rows: Sequence[tuple[Any, ...]], values: dict[str, Any]) -> None:
    """Record rows of ``episode_results``; the pending ones without a row have none."""
    of_pending = "episode IN (SELECT value FROM json_each(:pending))"
    db.conn.executemany(_RECORD, rows)
    db.execute(f"UPDATE episode_results SET item = -id WHERE item = 0 AND {of_pending}", values)
    db.execute(
        f"""DELETE FROM episode_results WHERE {of_pending}
            AND episode NOT IN (SELECT episode FROM episode_line_ups)""",
        values,
    )
    db.execute(f"DELETE FROM results_pending WHERE {of_pending}", values)


def _row(
    row: tuple[Any, ...], pool: _Number, series: _Number, group: _Number, instance: _Number
) -> tuple[Any, ...]:
    """Return a row of ``episode_results``; ``item`` is 0 for episodes with people."""
    in_pool = pool(row[:_POOL_ENDS])
    experiment, *of_series = row[_POOL_ENDS:_SERIES_ENDS]
    common = (in_pool, *of_series)
    of_group = group((series(common), experiment, *common))
    episode, reasons, unscored, people, digest, *scores = row[_SERIES_ENDS:]
    item = 0 if people else instance((digest,))
    return episode, in_pool, of_group, reasons, unscored, item, *scores


def _counts(db: Database, items: Collection[_Item]) -> Counter[tuple[Any, ...]]:
    """Return the rows of ``result_items`` that these items make, each with its number."""
    if not items:
        return Counter()
    return _rows_of_items(db.execute(_EPISODES_OF_ITEMS, {"items": json.dumps(list(items))}))


def _rows_of_items(episodes: Iterable[tuple[Any, ...]]) -> Counter[tuple[Any, ...]]:
    """Return the rows of ``result_items`` of whole items, given all of their episodes."""
    parts: defaultdict[tuple[int, int, int], dict[int, list[Sequence[Any]]]] = defaultdict(dict)
    for pool, item, reasons, group, *scores in episodes:
        parts[pool, item, reasons].setdefault(group, []).append(scores)
    return Counter(
        (item if len(groups) > 1 else 0, group, reasons, *_result(episodes))
        for (_, item, reasons), groups in parts.items()
        for group, episodes in groups.items()
    )


def _result(episodes: Sequence[Sequence[Any]]) -> tuple[float, ...]:
    """Return the result of the episodes of an item, as in ``result_items``.

    The same episodes must always give the same numbers, in whatever order, to be subtracted again.
    """
    aborted, success, lose, main = zip(*episodes, strict=True)
    scored = [score for score in main if score is not None]
    joint = [0.0 if out else score for out, score in zip(aborted, main, strict=True)]
    jointly = [score for score in joint if score is not None]
    return (
        len(episodes),
        sum(flag is not None for flag in aborted),
        *(sum(map(bool, flags)) for flags in (aborted, success, lose)),
        len(scored),
        mean(sorted(scored)) or 0.0,
        mean(sorted(jointly)) or 0.0,
        len(jointly),
    )


_Number = Callable[[tuple[Any, ...]], int]
"""The number of a row of a table."""


def _numbers(db: Database, table: str, columns: tuple[str, ...]) -> _Number:
    """Return a function that gives the number of a row of a table, which it adds if missing."""
    same = " AND ".join(f"{column} = ?" for column in columns)
    known = f"SELECT id FROM {table} WHERE {same}"
    marks = ", ".join("?" * len(columns))
    added = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"

    @cache
    def number(values: tuple[Any, ...]) -> int:
        row = db.execute(known, values).fetchone()
        return int(row[0] if row else db.execute(added, values).lastrowid or 0)

    return number
