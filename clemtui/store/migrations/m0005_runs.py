"""Step 5: runs, work items and claims. Runs that were tags on episodes become rows.

The arguments of a run were stored in the tag ``run-arguments`` of each of its episodes; they become
the plan of the run's manifest. Every task that the run has begun becomes a work item. Its result is
the episode that counted when the run was resumed: the first finished one, or else the first running
one. All tags are kept. Anyone may have written a tag, so one that is not a plan does not stop the
migration: without a plan, there is no run.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

from clemtui.store.library import Database
from clemtui.store.migrations.scripts import run

TABLES = """
CREATE TABLE runs (
    id TEXT PRIMARY KEY,
    manifest TEXT NOT NULL REFERENCES contents(hash),
    created_at TEXT NOT NULL
) STRICT;

CREATE TABLE work_items (
    run TEXT NOT NULL REFERENCES runs(id),
    key TEXT NOT NULL,
    kind TEXT NOT NULL,
    content TEXT NOT NULL REFERENCES contents(hash),
    slot INTEGER NOT NULL CHECK (slot > 0),
    position INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'begun', 'done')),
    result TEXT,
    PRIMARY KEY (run, key),
    CHECK (state <> 'open' OR result IS NULL),
    CHECK (state <> 'done' OR result IS NOT NULL)
) STRICT;
CREATE INDEX work_items_result ON work_items(result);

CREATE TABLE claims (
    run TEXT NOT NULL,
    item TEXT NOT NULL,
    owner TEXT NOT NULL,
    host TEXT NOT NULL,
    pid INTEGER NOT NULL,
    acquired TEXT NOT NULL,
    heartbeat TEXT NOT NULL,
    PRIMARY KEY (run, item),
    FOREIGN KEY (run, item) REFERENCES work_items(run, key)
) STRICT;
"""

GUARDS = """
CREATE TRIGGER runs_update BEFORE UPDATE ON runs
BEGIN SELECT RAISE(ABORT, 'runs is evidence and append-only'); END;

CREATE TRIGGER runs_delete BEFORE DELETE ON runs
BEGIN SELECT RAISE(ABORT, 'runs is evidence and append-only'); END;

CREATE TRIGGER runs_once BEFORE INSERT ON runs
WHEN EXISTS (SELECT 1 FROM runs WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'runs has this record already'); END;

CREATE TRIGGER work_items_update
BEFORE UPDATE OF run, key, kind, content, slot, position ON work_items
BEGIN SELECT RAISE(ABORT, 'only the state and the result of a work item change'); END;

CREATE TRIGGER work_items_delete BEFORE DELETE ON work_items
BEGIN SELECT RAISE(ABORT, 'work_items is evidence and append-only'); END;

CREATE TRIGGER work_items_once BEFORE INSERT ON work_items
WHEN EXISTS (SELECT 1 FROM work_items WHERE run = NEW.run AND key = NEW.key)
BEGIN SELECT RAISE(ABORT, 'work_items has this record already'); END;

CREATE TRIGGER work_items_done BEFORE UPDATE ON work_items
WHEN OLD.state = 'done' AND (NEW.state <> 'done' OR NEW.result > OLD.result)
BEGIN SELECT RAISE(ABORT, 'the work item is done; only an earlier result may replace its result');
END;

CREATE TRIGGER claims_done BEFORE INSERT ON claims
WHEN EXISTS (SELECT 1 FROM work_items WHERE run = NEW.run AND key = NEW.item AND state = 'done')
BEGIN SELECT RAISE(ABORT, 'the work item is done'); END;

CREATE TRIGGER episode_ends_item AFTER INSERT ON episode_ends
WHEN EXISTS (SELECT 1 FROM work_items
    WHERE result = NEW.episode AND kind = 'episode' AND state = 'begun')
BEGIN
    DELETE FROM claims WHERE (run, item) IN
        (SELECT run, key FROM work_items WHERE result = NEW.episode AND kind = 'episode');
    UPDATE work_items SET state = iif(NEW.state = 'finished', 'done', 'open'),
        result = iif(NEW.state = 'finished', result, NULL)
    WHERE result = NEW.episode AND kind = 'episode' AND state = 'begun';
END;

CREATE TRIGGER erased_episodes_item AFTER INSERT ON erased_episodes
WHEN EXISTS (SELECT 1 FROM work_items
    WHERE result = NEW.episode AND kind = 'episode' AND state = 'begun')
BEGIN
    DELETE FROM claims WHERE (run, item) IN
        (SELECT run, key FROM work_items WHERE result = NEW.episode AND kind = 'episode');
    UPDATE work_items SET state = 'open', result = NULL
    WHERE result = NEW.episode AND kind = 'episode' AND state = 'begun';
END;
"""

EPISODES = """
SELECT r.value, e.id, e.game, e.experiment, e.game_id,
    coalesce((SELECT l.value FROM tags l WHERE l.episode = e.id AND l.key = 'run-language'), ''),
    coalesce((SELECT n.state FROM episode_ends n WHERE n.episode = e.id),
        iif(EXISTS (SELECT 1 FROM erased_episodes x WHERE x.episode = e.id), 'erased', 'running')),
    (SELECT a.value FROM tags a WHERE a.episode = e.id AND a.key = 'run-arguments'),
    e.created_at, e.rules_hash, e.instance_hash, e.texts_hash, e.condition
FROM tags r JOIN episodes e ON e.id = r.episode JOIN sessions s ON s.id = e.session
WHERE r.key = 'run' AND s.front = 'run'
ORDER BY r.value, e.id
"""

PLAN = {
    "games": "list",
    "players": "list",
    "languages": "list",
    "instances": "text null",
    "experiment": "text null",
    "limit": "number null",
    "models": "object",
}
LARGEST = 2**53  # beyond it, numbers differ between programs; NaN compares as larger, too

SEATS = """
SELECT a.seat, a.kind, a.player, c.body FROM seat_assignments a
JOIN contents c ON c.hash = a.parameters WHERE a.episode = ? ORDER BY a.position
"""


def apply(db: Database) -> None:
    """Create the tables and triggers, and convert the runs recorded as tags."""
    for script in (TABLES, GUARDS):
        run(db, script)
    runs: dict[str, list[Any]] = {}
    for row in db.execute(EPISODES).fetchall():
        runs.setdefault(row[0], []).append(row)
    for id, episodes in runs.items():
        plan = next((found for row in episodes if (found := _plan(row[7])) is not None), None)
        if plan is not None:
            _run(db, id, plan, episodes)


def _run(db: Database, id: str, plan: dict[str, Any], episodes: list[Any]) -> None:
    manifest = _content(db, "manifest", {"plan": plan, "models": {}, "versions": {}, "rules": {}})
    db.execute("INSERT INTO runs VALUES (?, ?, ?)", (id, manifest, min(r[8] for r in episodes)))
    tasks: dict[tuple[Any, ...], list[Any]] = {}
    for row in episodes:
        if row[6] in ("finished", "running"):
            tasks.setdefault(tuple(row[2:6]), []).append(row)
    slots: dict[str, int] = {}
    for position, rows in enumerate(tasks.values(), 1):
        counts = next((row for row in rows if row[6] == "finished"), rows[0])
        content = _content(db, "work item", _item(db, counts))
        slots[content] = slot = slots.get(content, 0) + 1
        key = hashlib.sha256(f"{content}:{slot}".encode()).hexdigest()
        state = "done" if counts[6] == "finished" else "begun"
        db.execute(
            "INSERT INTO work_items VALUES (?, ?, 'episode', ?, ?, ?, ?, ?)",
            (id, key, content, slot, position, state, counts[1]),
        )


def _plan(text: str | None) -> dict[str, Any] | None:
    """Return the plan in a tag, or None if it is not one."""
    try:
        found = json.loads(text or "")
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict) or not PLAN.keys() <= found.keys():
        return None
    if not all(_is(found[name], kinds) for name, kinds in PLAN.items()):
        return None
    models = found["models"]
    if not all(_is_text(name) and _is(value, "text number null") for name, value in models.items()):
        return None
    kept = {name: found[name] for name in PLAN}
    if _is(found.get("clembench"), "text"):
        kept["clembench"] = found["clembench"]
    return {**kept, "replicates": 1, "seed": 0}


def _is(value: Any, kinds: str) -> bool:
    """Return whether a JSON value is of one of these kinds, and can be stored."""
    if value is None:
        return "null" in kinds
    if isinstance(value, str):
        return "text" in kinds and _is_text(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return "number" in kinds and abs(value) <= LARGEST
    if isinstance(value, list):
        return "list" in kinds and all(_is_text(each) for each in value)
    return "object" in kinds and isinstance(value, dict)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and not re.search("[\0\ud800-\udfff]", value)


def _item(db: Database, row: Any) -> dict[str, Any]:
    seats = db.execute(SEATS, (row[1],)).fetchall()
    return {
        "game": row[2],
        "rules": row[9],
        "instance": row[10],
        "texts": {seat: row[11] for seat, *_ in seats},
        "players": {
            seat: {"kind": kind, "player": player, "parameters": json.loads(body)}
            for seat, kind, player, body in seats
        },
        "condition": row[12],
        "replicate": 1,
    }


def _content(db: Database, kind: str, value: dict[str, Any]) -> str:
    body = json.dumps(
        value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
    )
    digest = hashlib.sha256(body.encode("utf-8")).hexdigest()
    db.execute(
        """INSERT INTO contents SELECT ?, ?, ?
        WHERE NOT EXISTS (SELECT 1 FROM contents WHERE hash = ?)""",
        (digest, kind, body, digest),
    )
    return digest
