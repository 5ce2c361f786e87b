"""A connection for writing: transactions, times, and the emergency file for failed commits."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from clemtui.records.errors import RefusedWrite, StoreError
from clemtui.store import changes, leases
from clemtui.store.changes import Change, Value
from clemtui.store.clock import Clock, SystemClock, iso
from clemtui.store.database import Connect, open_for_writing, write_transaction
from clemtui.store.ids import uuid7
from clemtui.store.sqlite_errors import store_error
from clemtui.store.write.emergency import append_change, emergency_places


class TransactionWriter:
    """The base of all writers. ``owner`` is the owner id of its leases and claims."""

    def __init__(self, path: Path, *, clock: Clock | None, connect: Connect) -> None:
        self.path = path
        self.owner = uuid7()
        self._clock = clock or SystemClock()
        self._holder = leases.this_program(self.owner)
        self._db = open_for_writing(path, connect=connect)
        self._group: list[Change] | None = None
        self._saved: dict[Path, dict[str, None]] = {}
        self._failed: list[sqlite3.Error] = []
        self._home = str(self._db.execute("SELECT id FROM databases").fetchone()[0])

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Run the block in one transaction, all or nothing. For imports."""
        with self._transaction():
            yield

    @contextmanager
    def group(self) -> Iterator[None]:
        """Commit several writes at once; each can succeed or fail on its own.

        Raises:
            StoreError: if the commit fails; then nothing is written, and all changes are kept in
                the emergency file.
        """
        done: list[Change] = []
        self._group = done
        self._failed.clear()
        begun = False
        try:
            with write_transaction(self._db):
                begun = True
                yield
        except sqlite3.Error as error:
            self._group = None
            # after a write failed, SQLite may say no more than that there is no transaction
            cause = self._failed[0] if self._failed else error
            trouble = self._save_to_emergency_file(cause, done) if done else self._trouble(cause)
            if begun:
                self.discard_state(trouble)
            raise trouble from error
        finally:
            self._group = None

    def discard_state(self, trouble: StoreError | None = None) -> None:
        """Discard in-memory state that may be wrong because a commit failed (with ``trouble``)."""

    def _now(self) -> str:
        return iso(self._clock.now())

    def _timed(self, column: str = "at") -> dict[str, Value]:
        return {column: self._now(), "clock_ms": self._clock.monotonic_ms()}

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        try:
            with write_transaction(self._db):
                yield
        except sqlite3.Error as error:
            raise self._trouble(error) from error

    def _write(self, change: Change) -> None:
        """Commit a change. If that fails, keep it in the emergency file and raise an error."""
        try:
            # Within a group, the savepoint of a single change would cost as much as the change.
            shared = self._group is not None and change.single and self._db.conn.in_transaction
            with nullcontext() if shared else write_transaction(self._db):
                changes.apply(self._db, change, self.owner, self._now())
        except sqlite3.Error as error:
            trouble = store_error(error, self.path)
            if isinstance(trouble, RefusedWrite):
                raise trouble from error
            if self._group is not None:
                self._failed.append(error)
            raise self._save_to_emergency_file(error, [change]) from error
        if self._group is not None:
            self._group.append(change)

    def _save_to_emergency_file(self, error: sqlite3.Error, lost: list[Change]) -> StoreError:
        """Keep changes in the emergency file and return the error to raise."""
        what = " and ".join(dict.fromkeys(change.what for change in lost))
        self._forget_restored()
        try:
            wanted = emergency_places(self.path)
            for change in lost:
                file = append_change(change, self._now(), self._home, self.path, *wanted)
                self._saved.setdefault(file, {})[change.what] = None
        except OSError as failed:
            trouble = self._trouble(error)
            return StoreError(f"{trouble}; {what} could not be saved anywhere else: {failed}")
        return self._trouble(error)

    def _trouble(self, error: sqlite3.Error) -> StoreError:
        """Return the error to raise. It says where everything is that had to be saved elsewhere.

        Only the last of several errors may be shown, and the records of the first may be the last
        copy of what someone wrote.
        """
        trouble = store_error(error, self.path)
        if isinstance(trouble, RefusedWrite):
            return trouble
        self._forget_restored()
        saved = [f"; {' and '.join(what)} saved in {file}" for file, what in self._saved.items()]
        return StoreError(f"{trouble}{''.join(saved)}")

    def _forget_restored(self) -> None:
        """Forget the files that another program has restored, and renamed, meanwhile."""
        for file in [each for each in self._saved if not os.path.lexists(each)]:
            del self._saved[file]
