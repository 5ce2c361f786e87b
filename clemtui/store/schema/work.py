"""The tables of runs: what was to be played and the result of each item."""

from __future__ import annotations

from clemtui.store.schema.model import (
    Added,
    Column,
    CustomMerge,
    Owner,
    Table,
    integer,
    sha256,
    time,
)

_RUNS = """
CREATE TRIGGER runs_update BEFORE UPDATE ON runs
BEGIN SELECT RAISE(ABORT, 'runs is evidence and append-only'); END;

CREATE TRIGGER runs_delete BEFORE DELETE ON runs
BEGIN SELECT RAISE(ABORT, 'runs is evidence and append-only'); END;
"""
_WORK_ITEMS = """
CREATE TRIGGER work_items_update
BEFORE UPDATE OF run, key, kind, content, slot, position ON work_items
BEGIN SELECT RAISE(ABORT, 'only the state and the result of a work item change'); END;

CREATE TRIGGER work_items_delete BEFORE DELETE ON work_items
BEGIN SELECT RAISE(ABORT, 'work_items is evidence and append-only'); END;

CREATE TRIGGER work_items_done BEFORE UPDATE ON work_items
WHEN OLD.state = 'done' AND (NEW.state <> 'done' OR NEW.result > OLD.result)
BEGIN SELECT RAISE(ABORT, 'the work item is done; only an earlier result may replace its result');
END;
"""
_CLAIMS = """
CREATE TRIGGER claims_done BEFORE INSERT ON claims
WHEN EXISTS (SELECT 1 FROM work_items WHERE run = NEW.run AND key = NEW.item AND state = 'done')
BEGIN SELECT RAISE(ABORT, 'the work item is done'); END;
"""
WORK = (
    Table(
        "runs",
        "evidence",
        "Runs: what `clemtui run` was asked to play.",
        (
            Column("id", "id of the run, e.g. `20260131-0a1b2c`"),
            sha256("manifest", "complete plan, versions, rules and players (`contents.hash`)"),
            time("created_at", "when it was first started", may_differ=True),
        ),
        key=("id",),
        merge=Added(),
        export=None,
        guards=_RUNS,
        on_existing="ignored",
    ),
    Table(
        "work_items",
        "evidence",
        "The items of runs; only `state` and `result` change.",
        (
            Column("run", "the run"),
            sha256("key", "hash of the item's content and its slot"),
            Column("kind", "`episode`"),
            sha256("content", "everything that defines the item (`contents.hash`)"),
            integer("slot", "distinguishes items with the same content, from 1"),
            integer("position", "order in the run, from 1", may_differ=True),
            Column("state", "`open`, `begun` or `done`", may_differ=True),
            Column("result", "its result: the id of the episode", may_differ=True),
        ),
        key=("run", "key"),
        merge=Added(),
        export=None,
        guards=_WORK_ITEMS,
        on_existing="ignored",
    ),
    Table(
        "claims",
        "mutable",
        "Which program is working on an item now.",
        (
            Column("run", "the run"),
            Column("item", "the item (`work_items.key`)"),
            Column(
                "owner", "id of the recorder that has it; prefixed with `elsewhere:` after a merge"
            ),
            Column("host", "machine"),
            integer("pid", "process"),
            time("acquired", "when it was acquired"),
            time("heartbeat", "time of the last heartbeat"),
        ),
        key=("run", "item"),
        merge=CustomMerge("copies the claims of programs that use the other database now"),
        export=None,
        episode=Owner("run, item", "work_items", "result", key="run, key"),
        erased_with=("episode",),
        deleted=True,
        guards=_CLAIMS,
    ),
)
