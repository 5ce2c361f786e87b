"""A connection for writing: transactions, times, and the emergency file for failed commits."""

from __future__ import annotations

import os
import shlex
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path

from clemtui.records.errors import DatabaseGone, RefusedWrite, StoreError
from clemtui.store import changes, leases
from clemtui.store.changes import Change, Value
from clemtui.store.clock import Clock, SystemClock, iso
from clemtui.store.database import Connect, open_for_writing, write_transaction
from clemtui.store.ids import uuid7
from clemtui.store.sqlite_errors import store_error
from clemtui.store.write.emergency import append_change, emergency_places
from clemtui.store.write.rescue import OpenFile, empty_log


class TransactionWriter:
    """The base of all writers. ``owner`` is the owner id of its leases and claims.

    If the file of the database loses its name, everything goes on in the copy that is made then
    (see `clemtui.store.write.rescue`), which becomes the ``path``, but every commit raises
    `DatabaseGone`: no one would look for it there.
    """

    def __init__(self, path: Path, *, clock: Clock | None, connect: Connect) -> None:
        self.path = path
        self.owner = uuid7()
        self._clock = clock or SystemClock()
        self._holder = leases.this_program(self.owner)
        self._db = open_for_writing(path, connect=connect)
        self._file, self._named = OpenFile.of(path), path
        self._gone = ""
        self._group: list[Change] | None = None
        self._saved: dict[Path, dict[str, None]] = {}
        self._unsaved: dict[str, str] = {}
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
            DatabaseGone: if the file is not the one any more that was opened.
        """
        self._leave_lost_file()
        done: list[Change] = []
        self._group = done
        self._failed.clear()
        begun = False
        try:
            with write_transaction(self._db):
                begun = True
                yield
            self._acknowledge(done)
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

    def is_in_place(self) -> bool:
        """Whether the database is still the file that was opened; from any thread."""
        return not self._gone and not self._file.lost()

    def check_file(self) -> None:
        """Raise `DatabaseGone`, and save what was in the file, if it is not in place any more."""
        self._acknowledge()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        outermost = not self._in_transaction()
        if outermost:
            self._leave_lost_file()
        try:
            with write_transaction(self._db):
                yield
        except sqlite3.Error as error:
            if outermost:
                self._acknowledge()
            raise self._trouble(error) from error
        if outermost:
            self._acknowledge()

    def _in_transaction(self) -> bool:
        try:
            return self._db.conn.in_transaction
        except sqlite3.ProgrammingError:  # it is closed: the write that follows says so
            return False

    def _write(self, change: Change, needed: Callable[[], bool] | None = None) -> bool:
        """Commit a change. If that fails, keep it in the emergency file and raise an error.

        Args:
            change: what to write.
            needed: asked in the same transaction, before anything is written: whether to write it.
                Whatever it raises but an SQLite error refuses the change, which is not kept then.

        Returns:
            whether it was written.
        """
        outermost = not self._in_transaction()
        if outermost:
            self._leave_lost_file()
        try:
            # Within a group, the savepoint of a single change would cost as much as the change.
            shared = self._group is not None and change.single and self._db.conn.in_transaction
            with nullcontext() if shared else write_transaction(self._db):
                if needed is not None and not needed():
                    return False
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
        elif outermost:
            self._acknowledge([change])
        return True

    def _acknowledge(self, done: Sequence[Change] = ()) -> None:
        """Check, after a commit, that the file is still where everyone will look for it.

        Called before, this would say nothing of the commit; nothing is acknowledged that is not
        there.

        Raises:
            DatabaseGone: if it is not; then these changes are in the copy of the database.
        """
        before = self._db
        if lost := self._leave_lost_file():
            self._save_to_files(done)
            raise self._gone_error(lost)
        if self._gone:
            if self._db is not before:
                self._add_to_copy(done)
            raise self._gone_error(self._gone)

    def _leave_lost_file(self) -> str:
        """Go on in a copy of the database if its file is not in place.

        Returns:
            what has happened if there is no such copy.
        """
        lost = self._file.lost()
        if not lost:
            return ""
        try:
            copy = self._file.rescued(self._db)
            db = open_for_writing(copy)
        except StoreError as error:
            return f"{lost}; there is no copy of its content: {error}"
        source, target = shlex.quote(str(copy)), shlex.quote(str(self._named))
        self._gone = (
            f"{lost}; everything recorded until now is in {copy}; to bring it back, close clemtui "
            f"and enter: clemtui database merge {source} --db {target}"
        )
        empty_log(self._db)
        with suppress(sqlite3.Error):
            self._db.close()
        self._db, self._file, self.path = db, OpenFile.of(copy), copy
        return ""

    def _add_to_copy(self, done: Sequence[Change]) -> None:
        """Write changes to the copy that lacks them if another writer had made it before."""
        try:
            with write_transaction(self._db):
                for change in done:
                    changes.recover(self._db, change)
        except (sqlite3.Error, StoreError):
            self._save_to_files(done)

    def _gone_error(self, what: str) -> DatabaseGone:
        return DatabaseGone(f"{what}{self._saved_elsewhere()}")

    def _save_to_emergency_file(self, error: sqlite3.Error, lost: list[Change]) -> StoreError:
        """Keep changes in the emergency file and return the error to raise."""
        if self._group is None and not self._in_transaction() and not self.is_in_place():
            uncopied = self._leave_lost_file()
            keep = self._save_to_files if uncopied else self._add_to_copy
            keep(lost)
            return self._gone_error(uncopied or self._gone)
        self._save_to_files(lost)
        return StoreError(f"{store_error(error, self.path)}{self._saved_elsewhere()}")

    def _save_to_files(self, lost: Sequence[Change]) -> None:
        """Keep changes in emergency files; errors say so from then on, or that it is impossible."""
        self._forget_restored()
        for change in lost:
            try:
                wanted = emergency_places(self.path)
                file = append_change(change, self._now(), self._home, self.path, *wanted)
            except OSError as failed:
                self._unsaved[change.what] = str(failed)
            else:
                self._saved.setdefault(file, {})[change.what] = None

    def _trouble(self, error: sqlite3.Error) -> StoreError:
        """Return the error to raise. It says where everything is that had to be saved elsewhere,
        and what could not be.

        Only the last of several errors may be shown, and the records of the first may be the last
        copy of what someone wrote.
        """
        trouble = store_error(error, self.path)
        if isinstance(trouble, RefusedWrite):
            return trouble
        return StoreError(f"{trouble}{self._saved_elsewhere()}")

    def _saved_elsewhere(self) -> str:
        self._forget_restored()
        saved = [f"; {' and '.join(what)} saved in {file}" for file, what in self._saved.items()]
        for why in dict.fromkeys(self._unsaved.values()):
            what = " and ".join(each for each, reason in self._unsaved.items() if reason == why)
            saved.append(f"; {what} could not be saved anywhere else: {why}")
        return "".join(saved)

    def _forget_restored(self) -> None:
        """Forget the files that another program has restored, and renamed, meanwhile."""
        for file in [each for each in self._saved if not os.path.lexists(each)]:
            del self._saved[file]
