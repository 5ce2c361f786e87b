"""A connection for reading: snapshots of one moment, with all results computed."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Self

from clemtui.store import leases, search
from clemtui.store.clock import Clock, SystemClock
from clemtui.store.database import (
    can_be_written,
    open_for_reading,
    open_for_writing,
    private_copy,
    results_pending,
)
from clemtui.store.library import Database
from clemtui.store.sqlite_errors import store_error


class SnapshotReader:
    """The base of all readers."""

    def __init__(self, path: Path, *, clock: Clock | None = None) -> None:
        """Open a database for reading. ``clock`` determines which leases are stale.

        Raises:
            StoreError: if the file is missing, not one of our databases, or of another version.
        """
        self.path = path
        self._clock = clock or SystemClock()
        self._host = leases.this_program("").host
        self._db = open_for_reading(path)
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        with self._lock:
            self._db.close()

    @contextmanager
    def _snapshot(self) -> Iterator[Database]:
        """Run the block in a read transaction, so that it sees the database at one moment."""
        with self._lock:
            try:
                with self._db.atomic():
                    yield self._db
            except sqlite3.Error as error:
                raise store_error(error, self.path) from error

    @contextmanager
    def _settled(self) -> Iterator[Database]:
        """As `_snapshot`, with all results computed, even if another program has changed records.

        If the database cannot be written, they are computed in a private copy, which is read from
        then on.
        """
        with self._snapshot() as db:
            if not results_pending(db):
                yield db
                return
        if can_be_written(self.path):
            open_for_writing(self.path).close()
        else:
            with self._lock:
                self._db = private_copy(self._db, self.path)
        with self._snapshot() as db:
            yield db

    def _index(self) -> None:
        """Bring the search index up to date if it is behind and the database can be written."""
        with self._snapshot() as db:
            behind = search.is_behind(db)
        if behind and can_be_written(self.path):
            with closing(open_for_writing(self.path)) as writing:
                search.index_all(writing)
