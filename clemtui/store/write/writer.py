"""The writer: one connection, used by one thread at a time. Methods commit before they return.

A program that plays calls the methods through a `Recorder`; batch jobs (imports) call them
directly.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from clemtui.engine import Control, Entry, Event, Request, Response, Scores, Timing
from clemtui.records.attempts import AttemptOutcome, ReceivedBody
from clemtui.records.errors import (
    ErasedEpisode,
    LeaseLost,
    NotFound,
    RefusedWrite,
    StoreError,
)
from clemtui.records.rows import EpisodeStart, Erased, ErasureTarget, TagDecision
from clemtui.records.work import EndState, ItemRef, WorkItem
from clemtui.store import changes, claims, leases, line_ups, search
from clemtui.store.changes import Change, Row, Value
from clemtui.store.claims import NewWorkItem
from clemtui.store.clock import Clock, iso, moment
from clemtui.store.codec import checked_name, readable, split
from clemtui.store.database import Connect, connect
from clemtui.store.ids import tag_id, uuid7
from clemtui.store.write import rows
from clemtui.store.write.cursor import EpisodeCursor
from clemtui.store.write.emergency import check_restored
from clemtui.store.write.forking import copy_evidence
from clemtui.store.write.studies import StudiesWriter, study_episode


class Writer(StudiesWriter):
    """Writes records.

    All methods raise StoreError (see `clemtui.records.errors`) with a one-line message for the
    user.
    """

    def __init__(
        self,
        path: Path,
        *,
        clock: Clock | None = None,
        connect: Connect = connect,
    ) -> None:
        """Open a database for writing, creating or migrating it if needed.

        Raises:
            StoreError: if the database cannot be opened; the message says what to do.
        """
        super().__init__(path, clock=clock, connect=connect)
        self._fronts = {}
        self._cursors: dict[str, EpisodeCursor] = {}
        self._troubles: dict[str, str] = {}
        self._stored: set[str] = set()
        self._partials: dict[str, int] = {}
        self._claimed = False
        self._index_pending(leased=True)

    # Runs

    def open_run(self, id: str, manifest: Mapping[str, Any], items: Sequence[NewWorkItem]) -> None:
        """Record a run with its items, or the missing items of a known run."""
        self._write(Change("run", tuple(rows.run(id, manifest, items, self._now()))))

    def claim(self, item: ItemRef) -> WorkItem:
        """Claim an item of a run and return it. A finished item is returned without a claim."""
        with self._transaction():
            self._claimed = True
            return claims.claim(self._db, item, self._holder, self._clock.now())

    def release_claim(self, item: ItemRef) -> None:
        """Release the claim on an item."""
        with self._transaction():
            claims.release(self._db, self._holder, item)

    def exposure_keys(self, keys: Iterable[tuple[str, str, str]]) -> None:
        """Record exposure keys: the hash of an instance, its key, and the hash of the rules."""
        with self._transaction():
            for instance_hash, key, rules_hash in keys:
                line_ups.record_exposure_key(self._db, instance_hash, readable(key), rules_hash)

    # Episodes

    def start_episode(self, start: EpisodeStart) -> str:
        """Record the start of an episode, take its lease and return its id.

        Raises:
            ClaimHeld: if another program is working on its item, or has begun it.
            NotFound: if there is no such item or assignment.
        """
        episode, now = start.id or uuid7(), self._clock.now()
        of_episode = {
            "instance": rows.content("instance", start.instance.to_json()),
            "texts": rows.content("texts", start.texts.to_json()),
            "condition": rows.content("condition", start.condition),
            "environment": rows.content("environment", start.environment),
        }
        parameters = [rows.content("parameters", seat.parameters) for seat in start.seats]
        contents = [*of_episode.values(), *parameters]
        new = [row for row in contents if row[1]["hash"] not in self._stored]
        new += rows.separate_contents(start.instance, self._stored)
        written: list[Row] = [
            *new,
            rows.episode(episode, start, iso(start.created_at or now), of_episode),
        ]
        for position, (seat, row) in enumerate(zip(start.seats, parameters, strict=True), 1):
            written.append(rows.seat(episode, position, seat, row))
        for key, value in start.tags.items():
            written.append(self._tag(episode, key, value))
        if start.study is not None:
            written.append(study_episode(episode, start.study))
        change = Change("episode", tuple(written))
        with self._transaction():
            item = start.item if start.study is None else self._assigned_item(start.study)
            changes.apply(self._db, change, self.owner, iso(now))
            line_ups.record(self._db, episode, start.seats)
            if start.exposure_key:
                known = (start.instance.hash, readable(start.exposure_key), start.rules_hash)
                line_ups.record_exposure_key(self._db, *known)
            self._take(episode, start.session, force=False)
            if item is not None:
                self._claimed = True
                claims.start_item(self._db, item, episode, self._holder, now)
        self._stored |= {str(row[1]["hash"]) for row in new}
        scorer = f"{start.game}:{start.game_version}"
        self._cursors[episode] = EpisodeCursor(start.session, scorer, start.rules_hash)
        return episode

    def resume_episode(self, episode: str, session: str, *, force: bool = False) -> None:
        """Take the lease of an unfinished episode to resume it in this sitting.

        A stale lease is taken over. A live one is taken over only with ``force``, at the user's
        request; the program that held it then gets `LeaseLost` on its next write.

        Raises:
            LeaseHeld: if another program is playing it, unless ``force``.
            NotFound: if the episode does not exist.
            ErasedEpisode, RefusedWrite: if it was erased or has ended.
            Unrestored: if records of it are in an emergency file: what is recorded instead of them
                would make it impossible to restore them.
        """
        with self._transaction():
            if not self._exists("episodes", "id", episode):
                raise NotFound(f"unknown episode {episode}")
            if changes.is_erased(self._db, episode):
                raise ErasedEpisode(f"episode {episode} was erased; it cannot be resumed")
            if self._exists("episode_ends", "episode", episode):
                raise RefusedWrite(f"episode {episode} has ended; it cannot be resumed")
            attempts = self._db.execute(
                "SELECT id FROM attempts_started WHERE episode = ?", (episode,)
            )
            ids = (episode, *(id for (id,) in attempts))
            check_restored(f"episode {episode}", ids, self.path)
            self._take(episode, session, force=force)
            self._cursors[episode] = EpisodeCursor.read(self._db, episode, session)
        leases.settle(episode, self._holder)

    def fork_episode(self, source: str, start: EpisodeStart, *, entries: int) -> str:
        """Start an episode with a copy of another one's requests, entries and drafts.

        The other episode is abandoned in the same transaction. Returns the id of the new one.

        Args:
            source: the other episode.
            start: the new one.
            entries: the number of entries that the source is known to have.

        Raises:
            LeaseHeld: if another program is playing the source.
            ErasedEpisode, RefusedWrite: if the source was erased, has ended, or has new entries.
        """
        stored = set(self._stored)
        fork = ""
        try:
            with self._transaction():
                self.resume_episode(source, start.session)
                if self._cursors[source].last_seq != entries:
                    raise RefusedWrite(f"episode {source} has changed meanwhile; try again")
                fork = self.start_episode(start)
                copy_evidence(self._db, source, fork)
                end = self._end(source, "abandoned", f"continued as {fork}")
                changes.apply(self._db, end, self.owner, self._now())
                self._cursors[fork] = EpisodeCursor.read(self._db, fork, start.session)
        except BaseException:
            self._stored = stored
            self._cursors.pop(fork, None)
            raise
        finally:
            self._cursors.pop(source, None)
        return fork

    def release(self, episode: str) -> None:
        """Release the lease of an episode without ending it.

        If that fails, the heartbeat tries it again; until then, this process knows that it is free.
        """
        self._cursors.pop(episode, None)
        leases.give_up(episode, self._holder)
        self._release_given_up()
        self._index_pending()

    def _release_given_up(self, *, with_claims: bool = False) -> None:
        episodes = leases.given_up(self._holder)
        if not episodes and not with_claims:
            return
        with self._transaction():
            for episode in episodes:
                leases.release(self._db, episode, self._holder)
            if with_claims:
                claims.release(self._db, self._holder)
        for episode in episodes:
            leases.settle(episode, self._holder)

    def heartbeat(self, watched: Iterable[str] = ()) -> tuple[str, ...]:
        """Renew all leases and claims; return the held or watched episodes that were lost."""
        self._release_given_up()
        believed = {*self._cursors, *watched}
        if not believed and not self._claimed:
            return ()
        with self._transaction():
            now = self._clock.now()
            lost = believed - leases.renew(self._db, self._holder, now)
            claims.renew(self._db, self._holder, now)
        for episode in lost:
            self._cursors.pop(episode, None)
        return tuple(sorted(lost))

    def tag(self, episodes: Iterable[str], decision: TagDecision) -> None:
        """Record a decision on a tag of episodes, all in one transaction.

        A tag that the program adds, without an author, is the same in every database. A decision
        that has an id was made elsewhere, at its own time; if it is known here, nothing happens.
        """
        if decision.id is not None and self._exists("tags", "id", decision.id):
            return
        now = decision.id is None or decision.at is None
        at = self._now() if decision.at is None or now else iso(decision.at)
        row: dict[str, Value] = {
            "key": checked_name(decision.key, "the tag"),
            "value": checked_name(decision.value, "the tag"),
            "decision": "revoked" if decision.revoked else "added",
            "author": self._author(decision),
            "reason": readable(decision.reason),
            "at": at,
        }
        by_program = not decision.author and not decision.revoked
        written: list[Row] = []
        for episode in episodes:
            if now:
                row["at"] = max(at, self._after_decisions(episode, decision))
            own = tag_id(episode, decision.key, decision.value) if by_program else uuid7()
            id = decision.id or own
            written.append(("tags", {"id": id, "episode": episode, **row}))
        self._write(Change("tag", tuple(written)))

    def _author(self, decision: TagDecision) -> str:
        known = self._db.execute("SELECT pseudonym FROM people WHERE id = ?", (decision.person,))
        named = known.fetchone()
        return readable(decision.author) if named is None else str(named[0])

    def _after_decisions(self, episode: str, decision: TagDecision) -> str:
        """Return the first time after all decisions on a tag of an episode; empty for none.

        A decision by a program with a wrong clock may be dated in the future.
        """
        (last,) = self._db.execute(
            "SELECT max(at) FROM tags WHERE episode = ? AND key = ? AND value = ?",
            (episode, decision.key, decision.value),
        ).fetchone()
        return "" if last is None else iso(moment(last) + timedelta(milliseconds=1))

    def end_episode(
        self,
        episode: str,
        state: EndState,
        *,
        reason: str = "",
        scores: Scores | None = None,
        events: Sequence[Event] = (),
    ) -> None:
        """Record an episode's end, its events and its own scorer's scores; release the lease."""
        written: list[Row] = []
        cursor = self._cursor(episode)
        if scores is not None:
            written.append(
                rows.scores(episode, cursor.scorer, scores, cursor.rules_hash, self._now())
            )
        written += rows.events(episode, events, cursor.rules_hash)
        if state == "finished":
            runs = claims.superseding_runs(self._db, episode)
            written += [self._tag(episode, "excluded", claims.superseded(run)) for run in runs]
        answered = line_ups.with_answering_models(self._db, episode)
        if answered is not None:
            written.append(("episode_line_ups", answered))
        self._write(self._end(episode, state, reason, written))
        del self._cursors[episode]
        self._index_pending()

    def _end(
        self, episode: str, state: EndState, reason: str, written: Sequence[Row] = ()
    ) -> Change:
        end: dict[str, Value] = {
            "episode": episode,
            "session": self._cursor(episode).session,
            "state": state,
            "reason": readable(reason),
        }
        deletes: tuple[Row, ...] = (
            ("events", {"episode": episode}),
            ("drafts", {"episode": episode}),
            ("leases", {"episode": episode, "owner": self.owner}),
        )
        rows_ = (("episode_ends", end | self._timed()), *written)
        return Change("end of the episode", rows_, deletes, fence=episode)

    def add_scores(
        self, episode: str, scorer: str, scores: Scores, *, rules_hash: str | None = None
    ) -> None:
        """Record the scores by a scorer (``game:version``, or the name of an import's scorer)."""
        row = rows.scores(episode, scorer, scores, rules_hash, self._now())
        self._write(Change("scores", (row,)))

    # Requests and entries

    def request(self, episode: str, request: Request) -> None:
        """Record a request exactly as it is delivered.

        Recording the same request again (after resuming) does nothing.

        Raises:
            RefusedWrite: if a different request has that number, i.e. the episode does not replay.
            LeaseLost: if another program took the episode over.
        """
        cursor = self._cursor(episode)
        try:
            chain, base, kept = cursor.chain(request)
        except ValueError as error:
            raise RefusedWrite(f"request {request.id} cannot be stored: {error}") from error
        recorded = cursor.asked.get(request.id)
        if recorded is not None:
            if recorded != (request.seat, request.thread, chain.hash):
                raise RefusedWrite(
                    f"request {request.id} differs from the recorded one: the episode does "
                    "not replay under these rules"
                )
            return
        row = rows.request(episode, request, chain.hash, base, kept)
        row |= {"session": cursor.session, **self._timed("asked_at")}
        self._write(Change("request", (("requests", row),), fence=episode))
        cursor.add_request(request, chain)

    def entry(
        self,
        episode: str,
        entry: Entry,
        timing: Timing | None = None,
        held: float | None = None,
    ) -> int:
        """Append an entry and delete the request's draft, in one transaction; return its number.

        ``held`` is for how many seconds the answer of a paced partner was held back.

        Raises:
            RefusedWrite: if the request does not exist or already has an answer, or the episode has
                ended.
            LeaseLost: if another program took the episode over.
        """
        cursor = self._cursor(episode)
        seq = cursor.last_seq + 1
        deletes: tuple[Row, ...]
        if isinstance(entry, Control):
            seat = rows.control_seat(entry)
            deletes = ()
        else:
            seat = self._answering_seat(cursor, entry)
            deletes = (("drafts", {"episode": episode, "request": entry.request_id}),)
        row = rows.entry(episode, seq, seat, entry, timing)
        if held is not None:
            row["held_ms"] = held * 1000
        row |= {"session": cursor.session, **self._timed()}
        self._write(Change("entry", (("entries", row),), deletes, fence=episode))
        cursor.last_seq = seq
        if isinstance(entry, Response):
            cursor.answered.add(entry.request_id)
        return seq

    def draft(
        self,
        episode: str,
        request: int,
        body: str | Mapping[str, Any] | None,
        timing: Timing | None = None,
    ) -> None:
        """Save what a person has written so far (None: nothing), and the time spent on it."""
        self._cursor(episode)
        row = rows.draft(episode, request, body, timing) | {"updated_at": self._now()}
        self._write(Change("draft", (("drafts", row),), fence=episode))

    # Attempts

    def attempt_started(
        self, episode: str, request: int, number: int, parameters: Mapping[str, object]
    ) -> str:
        """Record an attempt before it is sent; return its id."""
        cursor = self._cursor(episode)
        stored = rows.content("parameters", parameters)
        attempt = uuid7()
        row: dict[str, Value] = {
            "id": attempt,
            "episode": episode,
            "request": request,
            "number": number,
            "session": cursor.session,
            "parameters": stored[1]["hash"],
            **self._timed("started_at"),
        }
        new = () if stored[1]["hash"] in self._stored else (stored,)
        self._write(Change("attempt", (*new, ("attempts_started", row)), fence=episode))
        self._stored.add(str(stored[1]["hash"]))
        self._partials[attempt] = 0
        return attempt

    def attempt_partial(self, attempt: str, text: str) -> None:
        """Record the answer so far."""
        seq = self._partials[attempt] + 1
        plain, exact = split(text)
        row: dict[str, Value] = {"attempt": attempt, "seq": seq, "text": plain}
        row |= {"text_exact": exact, **self._timed()}
        self._write(Change("partial answer", (("attempt_partials", row),)))
        self._partials[attempt] = seq

    def attempt_received(self, attempt: str, body: ReceivedBody) -> None:
        """Record what a server sent."""
        row = rows.attempt_body(attempt, body) | self._timed()
        self._write(Change("response to the attempt", (("attempt_bodies", row),)))

    def attempt_ended(self, attempt: str, outcome: AttemptOutcome) -> None:
        """Record how the attempt ended."""
        row = rows.attempt_end(attempt, outcome) | self._timed()
        self._write(Change("end of the attempt", (("attempts_ended", row),)))
        self._partials.pop(attempt, None)

    # State and closing

    def discard_state(self, trouble: StoreError | None = None) -> None:
        """Discard the in-memory state; resumed episodes are read again.

        Until then, their writes raise ``trouble``, if there is any.
        """
        if trouble is not None:
            self._troubles.update(dict.fromkeys(self._cursors, str(trouble)))
        self._cursors.clear()
        self._stored.clear()

    def erase(self, target: ErasureTarget) -> Erased:
        """Erase a target, and drop the state of the erased episodes."""
        erased = super().erase(target)
        for episode in erased.episodes:
            self._cursors.pop(episode, None)
        return erased

    def close(self) -> None:
        """Release all leases and claims, and close the database."""
        try:
            for episode in self._cursors:
                leases.give_up(episode, self._holder)
            if self._claimed or leases.given_up(self._holder):
                self._release_given_up(with_claims=self._claimed)
                self._index_pending()
        finally:
            self._cursors.clear()
            self._db.close()

    # Helpers

    def _index_pending(self, *, leased: bool = False) -> None:
        """Update the search index; ``leased`` includes episodes that are being played."""
        try:
            search.index_all(self._db, leased=leased)
        except sqlite3.Error as error:
            raise self._trouble(error) from error

    def _tag(self, episode: str, key: str, value: str) -> Row:
        row: dict[str, Value] = {
            "id": tag_id(episode, key, value),
            "episode": episode,
            "key": checked_name(key, "the tag"),
            "value": checked_name(value, "the tag"),
        }
        return "tags", {**row, "decision": "added", "author": "", "reason": "", "at": self._now()}

    def _exists(self, table: str, column: str, value: str) -> bool:
        sql = f"SELECT 1 FROM {table} WHERE {column} = ?"
        return self._db.execute(sql, (value,)).fetchone() is not None

    def _take(self, episode: str, session: str, *, force: bool) -> None:
        front = self._fronts.get(session, "")
        now = self._clock.now()
        leases.take(self._db, episode, self._holder, front, now, force=force)
        self._troubles.pop(episode, None)

    def _cursor(self, episode: str) -> EpisodeCursor:
        try:
            return self._cursors[episode]
        except KeyError:
            if episode in self._troubles:
                raise StoreError(self._troubles[episode]) from None
            raise LeaseLost(f"this program is not playing episode {episode}") from None

    @staticmethod
    def _answering_seat(cursor: EpisodeCursor, response: Response) -> str:
        asked = cursor.asked.get(response.request_id)
        if asked is None:
            raise RefusedWrite(f"request {response.request_id} was never recorded")
        if response.request_id in cursor.answered:
            raise RefusedWrite(f"request {response.request_id} already has an answer")
        return asked[0]
