"""The writer's in-memory state of an episode, so that writes need no reads."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

from clemtui.engine import Request
from clemtui.store.deltas import Chain, common_prefix
from clemtui.store.library import Database
from clemtui.store.read import rebuild


@dataclass(slots=True)
class EpisodeCursor:
    """The state of an episode whose lease the writer holds.

    Attributes:
        session: the sitting in which it is played now.
        scorer: the game's own scorer, ``game:version``.
        last_seq: the number of the last entry.
        asked: seat, thread and hash of every request, by number.
        answered: the requests that have a response.
    """

    session: str
    scorer: str
    rules_hash: str
    last_seq: int = 0
    asked: dict[int, tuple[str, str, str]] = field(default_factory=dict)
    answered: set[int] = field(default_factory=set)
    _chains: dict[tuple[str, str], tuple[int, Chain]] = field(default_factory=dict)

    @classmethod
    def read(cls, db: Database, episode: str, session: str) -> Self:
        """Read the state of a resumed episode from its records.

        Raises:
            DamagedRecord: if a request does not match its hash.
        """
        game, version, rules_hash = db.execute(
            "SELECT game, game_version, rules_hash FROM episodes WHERE id = ?", (episode,)
        ).fetchone()
        cursor = cls(session, f"{game}:{version}", rules_hash)
        for rebuilt in rebuild.requests(db, episode):
            cursor.add_request(rebuilt.stored.request, rebuilt.chain)
        for seq, request in db.execute(
            "SELECT seq, request FROM entries WHERE episode = ? ORDER BY seq", (episode,)
        ):
            cursor.last_seq = seq
            if request is not None:
                cursor.answered.add(request)
        return cursor

    def chain(self, request: Request) -> tuple[Chain, int | None, int]:
        """Return the chain of a request and how to store it.

        Returns:
            the chain, the number of the request that it is stored relative to (or None), and how
            many messages are shared with that one. All messages that the seat sees for the first
            time are stored with the request itself.
        """
        best: tuple[int, Chain] | None = None
        kept = 0
        for (seat, _), candidate in self._chains.items():
            if seat == request.seat:
                alike = min(
                    common_prefix(candidate[1].messages, request.messages), request.new_from
                )
                if alike > kept:
                    best, kept = candidate, alike
        if best is None:
            return Chain.of(request.messages), None, 0
        return best[1].extended_to(request.messages, kept), best[0], kept

    def add_request(self, request: Request, chain: Chain) -> None:
        """Remember a recorded request."""
        self.asked[request.id] = (request.seat, request.thread, chain.hash)
        self._chains[request.seat, request.thread] = (request.id, chain)
