"""Work items in a merge: an item that both databases have is one item and counts once.

It keeps the most advanced state of the two. Of two equally advanced results, the one that was begun
first counts, in both databases. If the other is a finished episode, a tag excludes it from
analyses; an unfinished one gets that tag if it ever ends (`clemtui.store.write.writer`).
"""

from __future__ import annotations

from dataclasses import dataclass

from clemtui.records.work import ItemRef
from clemtui.store import claims, leases
from clemtui.store.clock import Clock
from clemtui.store.ids import tag_id
from clemtui.store.library import Database

#: Prefix of the owner of a merged lease or claim: its program plays in another database.
ELSEWHERE = "elsewhere:"

OF_ELSEWHERE = f"substr(owner, 1, {len(ELSEWHERE)}) = '{ELSEWHERE}'"
_RANK = "CASE {row}.state WHEN 'open' THEN 0 WHEN 'begun' THEN 1 ELSE 2 END"
_RIVALS = f"""
SELECT i.run, i.key, i.state, i.result, m.result,
    {_RANK.format(row="i")} > {_RANK.format(row="m")}
        OR (i.state = m.state AND i.result < m.result)
FROM incoming.work_items i JOIN main.work_items m ON m.run = i.run AND m.key = i.key
WHERE i.result IS NOT NULL AND i.result IS NOT m.result
AND NOT (i.kind = 'episode' AND i.state = 'begun' AND EXISTS
    (SELECT 1 FROM main.episode_ends n WHERE n.episode = i.result AND n.state <> 'finished'))
"""
_EXCLUDED = """
INSERT INTO main.tags (id, episode, key, value, decision, author, reason, at)
SELECT :id, n.episode, 'excluded', :why, 'added', '', '', n.at FROM main.episode_ends n
WHERE n.episode = :episode AND n.state = 'finished'
AND n.episode NOT IN (SELECT episode FROM main.erased_episodes)
AND NOT EXISTS (SELECT 1 FROM main.tags t WHERE t.id = :id)
"""
_SETTLED = """
UPDATE main.work_items SET state = iif(n.state = 'finished', 'done', 'open'),
    result = iif(n.state = 'finished', result, NULL)
FROM main.episode_ends n
WHERE n.episode = work_items.result AND work_items.kind = 'episode' AND work_items.state = 'begun'
"""


@dataclass(frozen=True, slots=True)
class Advanced:
    """What became of items that both databases have: changed items, and all changed rows."""

    items: int
    rows: int


def finish_items(db: Database, clock: Clock) -> int:
    """Finish the items that are finished there and only begun here; return their number.

    This comes before episodes are copied: if the end of the one begun here comes along, it ended
    too late to count.
    """
    busy = _claimed_items(db, clock)
    finished = [
        (result, run, key)
        for run, key, result in db.execute(
            """SELECT i.run, i.key, i.result
            FROM incoming.work_items i JOIN main.work_items m ON m.run = i.run AND m.key = i.key
            WHERE i.state = 'done' AND m.state = 'begun' AND i.result <> m.result"""
        ).fetchall()
        if ItemRef(run, key) not in busy
    ]
    for item in finished:
        db.execute(
            "UPDATE main.work_items SET state = 'done', result = ? WHERE run = ? AND key = ?", item
        )
    return len(finished)


def advance_items(db: Database, clock: Clock) -> Advanced:
    """Advance items that both databases have to the later of their states.

    Items that someone is working on here now are left to a later merge.
    """
    busy = _claimed_items(db, clock)
    items = tags = 0
    for run, key, state, coming, here, better in db.execute(_RIVALS).fetchall():
        if ItemRef(run, key) in busy:
            continue
        why = claims.superseded(run)
        loser = here if better else coming
        tag = {"id": tag_id(loser, "excluded", why), "episode": loser, "why": why}
        tags += db.execute(_EXCLUDED, tag).rowcount
        if better:
            db.execute(
                "UPDATE main.work_items SET state = ?, result = ? WHERE run = ? AND key = ?",
                (state, coming, run, key),
            )
            items += 1
    items += db.execute(_SETTLED).rowcount
    return Advanced(items, items + tags)


def copy_claims(db: Database) -> None:
    """Copy the claims on items that are being worked on there; they expire like any claim."""
    db.execute(
        f"""DELETE FROM main.claims
        WHERE ({OF_ELSEWHERE} AND run IN (SELECT id FROM incoming.runs))
        OR (run, item) IN (SELECT run, key FROM main.work_items WHERE state = 'done')"""
    )
    db.execute(
        f"""INSERT INTO main.claims (run, item, owner, host, pid, acquired, heartbeat)
        SELECT i.run, i.item, '{ELSEWHERE}' || i.owner, i.host, i.pid, i.acquired, i.heartbeat
        FROM incoming.claims i JOIN main.work_items m ON m.run = i.run AND m.key = i.item
        WHERE m.state <> 'done' AND NOT {OF_ELSEWHERE.replace("owner", "i.owner")}
        AND NOT EXISTS (SELECT 1 FROM main.claims c WHERE c.run = i.run AND c.item = i.item)"""
    )


def _claimed_items(db: Database, clock: Clock) -> frozenset[ItemRef]:
    """Return the items that someone is working on in this database now."""
    host = leases.this_program("").host
    found = set()
    for run, item in db.execute(f"SELECT run, item FROM main.claims WHERE NOT {OF_ELSEWHERE}"):
        ref = ItemRef(run, item)
        claim = claims.read(db, ref)
        after = claims.EXPIRY[claims.item(db, ref).kind]
        if claim is not None and not leases.is_stale(claim, clock.now(), host, after=after):
            found.add(ref)
    return frozenset(found)
