"""The rows of a merge: which are new, which contradict each other, and how they come over.

Everything is read from ``incoming`` (the copy of the other database, attached) and written to
``main``. Keys are UUIDs, or hashes of contents, so a row that both have is the same record.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from clemtui.store.errors import RefusedWrite

if TYPE_CHECKING:
    from clemtui.store.library import Database

_FORGOTTEN = "(SELECT person FROM main.erasures UNION SELECT person FROM incoming.erasures)"
_ERASED = """(SELECT episode FROM main.erased_episodes
    UNION SELECT episode FROM incoming.erased_episodes)"""
_OF_ATTEMPT = "(SELECT episode FROM incoming.attempts_started WHERE id = i.attempt)"
_OF_EPISODE = "i.episode"
_NOBODY_FORGOTTEN = f"""NOT EXISTS (SELECT 1 FROM
    (SELECT id, person FROM main.sessions UNION ALL SELECT id, person FROM incoming.sessions) s
    WHERE s.id = {{session}} AND s.person IN {_FORGOTTEN})"""


@dataclass(frozen=True, slots=True)
class _Table:
    """How a table of evidence is merged.

    Attributes:
        key: the columns that make two rows the same record.
        free: columns in which the same record may differ between databases.
        episode: what names the episode of ``i``, where erasing an episode changes its rows.
        closed: whether the triggers refuse new rows of an erased episode.
        compared: which rows both of which exist must be the same; all if empty.
        replaced: columns that come as something else.
    """

    key: tuple[str, ...] = ("id",)
    free: frozenset[str] = frozenset()
    episode: str | None = None
    closed: bool = False
    compared: str = ""
    replaced: tuple[tuple[str, str], ...] = ()


def _of_episode(*key: str, free: str = "", episode: str = _OF_EPISODE) -> _Table:
    return _Table(key, frozenset(free.split()), episode, closed=True)


_UNLESS_FORGOTTEN = (
    ("person", "CASE WHEN i.person NOT IN (SELECT person FROM main.erasures) THEN i.person END"),
)

_PEOPLE = _Table(free=frozenset({"pseudonym"}))

#: In the order in which they refer to each other; people come before all of them.
EVIDENCE: dict[str, _Table] = {
    # One body may serve as several kinds of content; the first to be stored names it.
    "contents": _Table(("hash",), frozenset({"kind"})),
    "consents": _Table(),
    "sessions": _Table(
        compared=_NOBODY_FORGOTTEN.format(session="i.id"), replaced=_UNLESS_FORGOTTEN
    ),
    "sitting_events": _Table(compared=_NOBODY_FORGOTTEN.format(session="i.session")),
    "episodes": _Table(),
    "seat_assignments": _Table(
        ("episode", "seat"), episode=_OF_EPISODE, replaced=_UNLESS_FORGOTTEN
    ),
    "requests": _of_episode("episode", "number"),
    "entries": _of_episode("episode", "seq"),
    "attempts_started": _of_episode("id"),
    "attempt_partials": _of_episode("attempt", "seq", episode=_OF_ATTEMPT),
    "attempts_ended": _of_episode("attempt", episode=_OF_ATTEMPT),
    "episode_ends": _of_episode("episode"),
    "exposures": _Table(),
    # The same word may have been put on the same episode here and there.
    "tags": _of_episode("episode", "key", "value", free="at"),
    # A run of an older version becomes a row in each database that has some of its episodes.
    "runs": _Table(free=frozenset({"created_at"})),
    "work_items": _Table(("run", "key"), frozenset({"position", "state", "result"})),
}

#: What somebody adds to an episode by playing on; two databases must not both have done so.
_PLAY = {"requests": "number", "entries": "seq", "episode_ends": "episode"}


def columns(db: Database, table: str) -> tuple[str, ...]:
    """The columns of a table of this database."""
    return tuple(row[1] for row in db.execute(f"PRAGMA main.table_info({table})"))


def check(db: Database, other: Path) -> frozenset[str]:
    """Make sure that the rows of both databases fit together.

    Returns:
        the episodes that both have and that got further in the other.

    Raises:
        RefusedWrite: naming the first record that contradicts one of here.
    """
    ahead, behind = _further(db, "incoming", "main"), _further(db, "main", "incoming")
    for episode in sorted(ahead & behind):
        raise _continued(other, episode)
    for table, rule in {"people": _PEOPLE, **EVIDENCE}.items():
        _compare(db, table, rule, other)
    return ahead


def _further(db: Database, one: str, two: str) -> frozenset[str]:
    """The episodes of both of which one has play that the other lacks; erased ones left out."""
    found: set[str] = set()
    for table, column in _PLAY.items():
        rows = db.execute(
            f"""SELECT DISTINCT o.episode FROM {one}.{table} o
            WHERE EXISTS (SELECT 1 FROM {two}.episodes e WHERE e.id = o.episode)
            AND o.episode NOT IN {_ERASED}
            AND NOT EXISTS (SELECT 1 FROM {two}.{table} t
                WHERE t.episode = o.episode AND t.{column} = o.{column})"""
        )
        found |= {row[0] for row in rows}
    return frozenset(found)


def _compare(db: Database, table: str, rule: _Table, other: Path) -> None:
    here = columns(db, table)
    free = {*rule.key, *rule.free}
    differs = " OR ".join(f"m.{each} IS NOT i.{each}" for each in here if each not in free) or "0"
    same_key = " AND ".join(f"m.{each} = i.{each}" for each in rule.key)
    played = "m.session IS NOT i.session" if table in _PLAY else "0"
    clauses = [f"({differs})"]
    if rule.compared:
        clauses.append(rule.compared)
    if rule.episode is not None:
        clauses.append(f"{rule.episode} NOT IN {_ERASED}")
    row = db.execute(
        f"""SELECT {", ".join(f"i.{each}" for each in rule.key)}, {played}
        FROM incoming.{table} i JOIN main.{table} m ON {same_key}
        WHERE {" AND ".join(clauses)} LIMIT 1"""
    ).fetchone()
    if row is None:
        return
    if row[-1]:
        raise _continued(other, row[0])
    key = ", ".join(str(each) for each in row[:-1])
    raise RefusedWrite(
        f"{other}: record {key} of {table!r} is not the one recorded here: one of the files was "
        "damaged or changed from outside; nothing was merged"
    )


def _continued(other: Path, episode: str) -> RefusedWrite:
    return RefusedWrite(
        f"{other}: episode {episode} was gone on with in both databases, in different ways; "
        "nothing was merged"
    )


def bring(db: Database, table: str) -> int:
    """Insert the rows of a table of evidence that are missing here; returns how many."""
    rule = EVIDENCE[table]
    names = columns(db, table)
    replaced = dict(rule.replaced)
    values = ", ".join(replaced.get(each, f"i.{each}") for each in names)
    same = " AND ".join(f"m.{each} = i.{each}" for each in rule.key)
    clauses = [f"NOT EXISTS (SELECT 1 FROM main.{table} m WHERE {same})"]
    if rule.closed:
        clauses.append(f"{rule.episode} NOT IN (SELECT episode FROM main.erased_episodes)")
    return db.execute(
        f"""INSERT INTO main.{table} ({", ".join(names)}) SELECT {values}
        FROM incoming.{table} i WHERE {" AND ".join(clauses)} ORDER BY i.rowid"""
    ).rowcount


def bring_people(db: Database) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Insert the people who are missing here.

    The same id is the same person, who keeps the name that they have here. Different ids are
    different people: if the name is taken here, the one who comes gets the end of their own id
    behind it, which is the same whenever and wherever they come.

    Returns:
        the names here of those who are new, and of these the pairs of names there and here that
        differ.
    """
    taken = {row[0] for row in db.execute("SELECT pseudonym FROM main.people")}
    names = columns(db, "people")
    new, renamed = [], []
    rows = db.execute(
        f"""SELECT {", ".join(names)} FROM incoming.people i
        WHERE NOT EXISTS (SELECT 1 FROM main.people m WHERE m.id = i.id) ORDER BY id"""
    ).fetchall()
    for values in rows:
        row = dict(zip(names, values, strict=True))
        name = distinguished(row["pseudonym"], row["id"], taken)
        taken.add(name)
        new.append(name)
        if name != row["pseudonym"]:
            renamed.append((row["pseudonym"], name))
        row["pseudonym"] = name
        marks = ", ".join(f":{each}" for each in names)
        db.execute(f"INSERT INTO main.people ({', '.join(names)}) VALUES ({marks})", row)
    return tuple(new), tuple(renamed)


def distinguished(name: str, id: str, taken: set[str]) -> str:
    """A name that is free: the name itself, or with as much of the end of the id as it takes."""
    found = name
    for length in range(4, len(id) + 1):
        if found not in taken:
            break
        found = f"{name} ({id[-length:]})"
    return found


def bring_scores(db: Database) -> int:
    """Take the scores that are missing here or were computed later there; returns how many."""
    names = ", ".join(columns(db, "scores"))
    return db.execute(
        f"""INSERT OR REPLACE INTO main.scores ({names}) SELECT {names} FROM incoming.scores i
        WHERE NOT EXISTS (SELECT 1 FROM main.scores m
            WHERE m.episode = i.episode AND m.scorer = i.scorer
            AND m.computed_at >= i.computed_at)"""
    ).rowcount


def bring_events(db: Database, ahead: frozenset[str]) -> int:
    """Take the events of episodes that have none here or got further there; returns how many."""
    for episode in ahead:
        db.execute("DELETE FROM main.events WHERE episode = ?", (episode,))
    names = ", ".join(columns(db, "events"))
    return db.execute(
        f"""INSERT INTO main.events ({names}) SELECT {names} FROM incoming.events i
        WHERE i.episode NOT IN (SELECT episode FROM main.events)
        AND i.episode NOT IN (SELECT episode FROM main.erased_episodes)"""
    ).rowcount


def bring_drafts(db: Database) -> int:
    """Take the drafts of open requests that are missing here or were kept later there.

    Drafts of requests that were answered in the other database go. Returns how many came or went.
    """
    names = ", ".join(columns(db, "drafts"))
    came = db.execute(
        f"""INSERT OR REPLACE INTO main.drafts ({names}) SELECT {names} FROM incoming.drafts i
        WHERE i.episode NOT IN (SELECT episode FROM main.erased_episodes)
        AND i.episode NOT IN (SELECT episode FROM main.episode_ends)
        AND NOT EXISTS (SELECT 1 FROM main.entries n
            WHERE n.episode = i.episode AND n.request = i.request)
        AND NOT EXISTS (SELECT 1 FROM main.drafts m WHERE m.episode = i.episode
            AND m.request = i.request AND m.updated_at >= i.updated_at)"""
    ).rowcount
    went = db.execute(
        """DELETE FROM main.drafts WHERE episode IN (SELECT episode FROM main.episode_ends)
        OR EXISTS (SELECT 1 FROM main.entries n
            WHERE n.episode = drafts.episode AND n.request = drafts.request)"""
    ).rowcount
    return came + went
