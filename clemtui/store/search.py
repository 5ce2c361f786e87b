"""The full-text index of what was said in episodes.

The index is derived data: it can be discarded and rebuilt (`rebuild`). Each episode is one
document: what its seats wrote and what the game master sent them, as far as anyone may see it
(`clemtui.records.viewing`).

Triggers add every episode that gets a request, an entry or its end to ``search_pending``;
`index_episode` removes it. Every search also reads the pending episodes, so an episode can be found
from its first word on, however far the index lags behind.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import NamedTuple

from clemtui.records.errors import DamagedRecord
from clemtui.records.viewing import has_secrets, public_seats
from clemtui.store.codec import loads
from clemtui.store.database import write_transaction
from clemtui.store.folding import FOLDING, fold, fts_query
from clemtui.store.library import Database

#: FTS5 keeps only the index; the texts are in the evidence. `fold` has already done the
#: tokenization: words are separated by spaces (``ascii`` treats every character beyond ASCII as a
#: letter).
WORDS = """CREATE VIRTUAL TABLE {name} USING fts5(
    words, content='', columnsize=0, tokenize='ascii', prefix='1'
)"""

#: A word that no query contains, so that no phrase matches across two texts.
_TEXT_BREAK = " ¶ "

_STATE = """SELECT coalesce((SELECT state FROM episode_ends WHERE episode = :episode), 'running')"""
_SEATS = "SELECT seat, kind FROM seat_assignments WHERE episode = :episode ORDER BY position"
_ERASED = "SELECT 1 FROM erased_episodes WHERE episode = :episode"
_LAST = """SELECT coalesce((SELECT max(number) FROM requests WHERE episode = :episode), 0),
    coalesce((SELECT max(seq) FROM entries WHERE episode = :episode), 0)"""
# A text that another program wrote may be none: as bytes, it can be read nevertheless.
_REQUESTS = """SELECT seat, kept, new_from, CAST(messages AS BLOB) FROM requests
    WHERE episode = :episode AND number <= :requests ORDER BY number"""
_RESPONSES = """SELECT seat, CAST(text AS BLOB) FROM entries
    WHERE episode = :episode AND seq <= :entries AND kind = 'response' ORDER BY seq"""
_KNOWN = """SELECT id, requests, entries, whole, folding FROM search_documents
    WHERE episode = :episode"""


@dataclass(frozen=True, slots=True)
class _Coverage:
    """How much of an episode a document covers. As evidence only grows, this fixes its text."""

    requests: int
    entries: int
    whole: bool
    """Whether it covers what the episode's people have not seen, too."""


INDEXED_AT_ONCE = 200
"""How many episodes one transaction indexes. Other programs cannot write during it."""


# Updating the index


def index_all(db: Database, *, leased: bool = False) -> None:
    """Bring the index up to date in several transactions, as far as possible now."""
    done = INDEXED_AT_ONCE
    while done == INDEXED_AT_ONCE:
        try:
            with write_transaction(db):
                done = index_pending(db, leased=leased, limit=INDEXED_AT_ONCE)
        except sqlite3.OperationalError:
            # No evidence is at risk: another program has the lock, or the disk is full, which the
            # next record will report. Searches read pending episodes themselves.
            return


def index_episode(db: Database, episode: str) -> None:
    """Bring the index up to date for one episode, inside the open write transaction."""
    if db.execute(_ERASED, {"episode": episode}).fetchone() is None:
        now = _coverage(db, episode)
        known = db.execute(_KNOWN, {"episode": episode}).fetchone()
        if known is None:
            cursor = db.execute(
                """INSERT INTO search_documents (episode, requests, entries, whole, folding)
                VALUES (?, ?, ?, ?, ?)""",
                (episode, now.requests, now.entries, int(now.whole), FOLDING),
            )
            _insert(db, int(cursor.lastrowid or 0), _document(db, episode, now))
        elif known[4] != FOLDING:
            discard(db)
            index_episode(db, episode)
        elif (before := _Coverage(known[1], known[2], bool(known[3]))) != now:
            _delete(db, known[0], _document(db, episode, before))
            _insert(db, known[0], _document(db, episode, now))
            db.execute(
                "UPDATE search_documents SET requests = ?, entries = ?, whole = ? WHERE id = ?",
                (now.requests, now.entries, int(now.whole), known[0]),
            )
    db.execute("DELETE FROM search_pending WHERE episode = ?", (episode,))


def index_pending(db: Database, *, leased: bool = True, limit: int | None = None) -> int:
    """Bring the index up to date, inside the open write transaction.

    Args:
        db: the database.
        leased: include episodes that are being played, which will change again.
        limit: the maximum number of episodes to index now.

    Returns:
        the number of episodes indexed.
    """
    at_rest = "" if leased else "WHERE episode NOT IN (SELECT episode FROM leases)"
    rows = db.execute(
        f"SELECT episode FROM search_pending {at_rest} ORDER BY episode LIMIT ?",
        (-1 if limit is None else limit,),
    ).fetchall()
    for (episode,) in rows:
        index_episode(db, episode)
    return len(rows)


def is_behind(db: Database) -> bool:
    """Whether more is pending than each search should read, as after an upgrade."""
    rows = f"SELECT 1 FROM search_pending LIMIT {INDEXED_AT_ONCE + 1}"
    (pending,) = db.execute(f"SELECT count(*) FROM ({rows})").fetchone()
    return bool(pending > INDEXED_AT_ONCE)


def discard(db: Database) -> None:
    """Discard the index and mark every episode as pending, inside the open write transaction."""
    db.execute("INSERT INTO search_words (search_words) VALUES ('delete-all')")
    db.execute("DELETE FROM search_documents")
    db.execute("DELETE FROM search_pending")
    db.execute(
        """INSERT INTO search_pending SELECT id FROM episodes
        WHERE id NOT IN (SELECT episode FROM erased_episodes)"""
    )


def rebuild(db: Database) -> int:
    """Rebuild the index inside the open write transaction; return the number of episodes."""
    discard(db)
    return index_pending(db)


def remove_episodes(db: Database, episodes: Iterable[str]) -> None:
    """Remove episodes from the index, before their text is erased from the evidence.

    Runs inside the open write transaction. FTS5 only marks words as deleted; removing their bytes
    from the file requires rewriting the whole index ('optimize').
    """
    removed = False
    for episode in episodes:
        known = db.execute(_KNOWN, {"episode": episode}).fetchone()
        if known is not None and known[4] != FOLDING:
            # Deleting a document requires its words as indexed, and the folding has changed.
            discard(db)
        elif known is not None:
            coverage = _Coverage(known[1], known[2], bool(known[3]))
            _delete(db, known[0], _document(db, episode, coverage))
            removed = True
        db.execute("DELETE FROM search_documents WHERE episode = ?", (episode,))
        db.execute("DELETE FROM search_pending WHERE episode = ?", (episode,))
    if removed:
        db.execute("INSERT INTO search_words (search_words) VALUES ('optimize')")


# Searching


def pending(db: Database, query: str) -> str:
    """Return the episodes that match a query among those that are not fully indexed yet.

    Returns:
        a JSON array of their ids; an empty string if no episode is pending.
    """
    match = fts_query(query)
    ids = [row[0] for row in db.execute("SELECT episode FROM search_pending")]
    if match is None or not ids:
        return ""
    with closing(sqlite3.connect(":memory:")) as scratch:
        scratch.execute(WORDS.format(name="texts"))
        scratch.executemany(
            "INSERT INTO texts (rowid, words) VALUES (?, ?)",
            ((row, _document(db, id, _coverage(db, id))) for row, id in enumerate(ids)),
        )
        rows = scratch.execute("SELECT rowid FROM texts WHERE texts MATCH ?", (match,))
        return json.dumps([ids[row[0]] for row in rows])


def count(db: Database, query: str) -> int:
    """Return the number of episodes that match a query."""
    match = fts_query(query)
    if match is None:
        return 0
    values = {"match": match, "pending": pending(db, query)}
    found = "SELECT rowid FROM search_words WHERE search_words MATCH :match"
    if not values["pending"]:
        return int(db.execute(f"SELECT count(*) FROM ({found})", values).fetchone()[0])
    # What is pending may also be in the index, where it may match, or not any more.
    row = db.execute(
        f"""SELECT (SELECT count(*) FROM ({found})) + (SELECT count(*) FROM json_each(:pending)
            WHERE value NOT IN (SELECT d.episode FROM search_documents d
                JOIN search_pending p ON p.episode = d.episode WHERE d.id IN ({found})))""",
        values,
    ).fetchone()
    return int(row[0])


WINDOW = 10_000
"""How many episodes a list searches first: of what is frequent, they fill a page."""


@dataclass(frozen=True, slots=True)
class Window:
    """The episodes from which a list begins.

    Attributes:
        edge: the id of the last of them in the order of the list.
        lowest, highest: the range of the numbers of their documents.
    """

    edge: str
    lowest: int
    highest: int


def window(
    db: Database, before: str | None, after: str | None, *, oldest_first: bool
) -> Window | None:
    """Return the first `WINDOW` episodes of a list between two ids.

    None if there are not that many, or if their documents are far apart, as after a merge: episodes
    are indexed when they end, so mostly in their order.
    """
    order, edge = ("ASC", "max") if oldest_first else ("DESC", "min")
    *found, documents = db.execute(
        f"""SELECT {edge}(episode), min(id), max(id), count(*) FROM (
            SELECT episode, id FROM search_documents
            WHERE episode > coalesce(:after, '') AND episode < coalesce(:before, '~')
            ORDER BY episode {order} LIMIT {WINDOW})""",
        {"before": before, "after": after},
    ).fetchone()
    near = documents == WINDOW and found[2] - found[1] < 10 * WINDOW
    return Window(*found) if near else None


class SearchableText(NamedTuple):
    """A text of an episode: what a seat said, or was told by the game master (``received``)."""

    seat: str
    received: bool
    text: str


def searchable_texts(db: Database, episode: str) -> Iterator[SearchableText]:
    """Yield what is searchable of an episode now, in order."""
    return _texts(db, episode, _coverage(db, episode))


def _coverage(db: Database, episode: str) -> _Coverage:
    requests, entries = db.execute(_LAST, {"episode": episode}).fetchone()
    state = db.execute(_STATE, {"episode": episode}).fetchone()[0]
    return _Coverage(requests, entries, not has_secrets(state, _people(db, episode)))


def _people(db: Database, episode: str) -> tuple[str, ...]:
    """Return the seats that people fill."""
    seats = db.execute(_SEATS, {"episode": episode})
    return tuple(seat for seat, kind in seats if kind == "human")


def _document(db: Database, episode: str, coverage: _Coverage) -> str:
    # Many requests repeat the same instruction; indexing it once is enough.
    texts = dict.fromkeys(each.text for each in _texts(db, episode, coverage))
    return _TEXT_BREAK.join(fold(text) for text in texts)


def _texts(db: Database, episode: str, coverage: _Coverage) -> Iterator[SearchableText]:
    values = {"episode": episode, "requests": coverage.requests, "entries": coverage.entries}
    seats = None if coverage.whole else public_seats("running", (), _people(db, episode))
    for seat, kept, new_from, messages in db.execute(_REQUESTS, values):
        if seats is None or seat in seats:
            for text in _readable_messages(messages, max(0, new_from - kept)):
                yield SearchableText(seat, received=True, text=text)
    for seat, text in db.execute(_RESPONSES, values):
        if seats is None or seat in seats:
            yield SearchableText(seat, received=False, text=text.decode("utf-8", "replace"))


def _readable_messages(messages: bytes, start: int) -> list[str]:
    """Return the texts of messages from one of them on.

    There are none in a damaged record: one episode must not prevent the search of all others.
    """
    try:
        return [
            "".join(part.get("text", "") for part in message["parts"])
            for message in loads(messages.decode("utf-8", "replace"))[start:]
        ]
    except (DamagedRecord, LookupError, TypeError, AttributeError):
        return []


def _insert(db: Database, id: int, document: str) -> None:
    db.execute("INSERT INTO search_words (rowid, words) VALUES (?, ?)", (id, document))


def _delete(db: Database, id: int, document: str) -> None:
    db.execute(
        "INSERT INTO search_words (search_words, rowid, words) VALUES ('delete', ?, ?)",
        (id, document),
    )
