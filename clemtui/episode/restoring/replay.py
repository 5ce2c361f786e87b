"""Replay a recorded episode to resume it, refusing if the replay differs."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from clemtui.engine import (
    CannotRestore,
    Event,
    Exchange,
    Game,
    GameMaster,
    Request,
    Response,
    Score,
    Scores,
    Service,
)
from clemtui.episode.errors import PlayError
from clemtui.language import Sentence, translatable
from clemtui.records.rows import StoredEpisode

NOT_RESUMED = translatable("this episode cannot be resumed: {why}")
_ENDED = translatable("it has already ended")
_OTHER_VERSION = translatable(
    "it was recorded under {game} version {version}, but the game here is version {here}"
)
_DIFFERS = translatable(
    "it was recorded under {game} version {version}, and replaying it gives a different result"
)


@dataclass(frozen=True, slots=True)
class Position:
    """The state of an unfinished episode.

    Attributes:
        recorded: requests that are already on disk.
        held: open requests with an attempt but no answer; they are not resent automatically.
        arrived: answers that arrived but were not entered, by open request.
    """

    master: GameMaster
    exchanges: tuple[Exchange, ...]
    recorded: frozenset[int]
    held: frozenset[int]
    arrived: Mapping[int, str]

    @property
    def responses(self) -> int:
        """The number of responses entered."""
        return len(self.exchanges)

    def restore(self, seat: str, service: Service) -> None:
        """Restore the state of a service.

        Raises:
            PlayError: if it cannot be restored.
        """
        mine = [(e.request, e.response) for e in self.exchanges if e.request.seat == seat]
        try:
            service.restore(mine)
        except CannotRestore as error:
            raise PlayError(Sentence(NOT_RESUMED, why=f"{seat}: {error}")) from None


class ReplayDiffers(Exception):
    """Raised if replaying the recorded entries does not give what was recorded."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A recorded episode after replaying it.

    Attributes:
        steps: the events of the start and of each entry.
    """

    master: GameMaster
    exchanges: tuple[Exchange, ...]
    steps: tuple[tuple[Event, ...], ...]


def replay_episode(game: Game, stored: StoredEpisode) -> Replay:
    """Replay the recorded entries and check that every recorded request comes out the same.

    Raises:
        ReplaysOtherwise: if a request differs, or an entry is not valid.
    """
    recorded = {r.request.id: r.request for r in stored.requests}
    exchanges: list[Exchange] = []
    checked: set[int] = set()
    same = _Comparison()
    try:
        master = game.start(stored.instance, stored.texts)
        steps = [tuple(master.events)]
        for entry in stored.entries_for_replay:
            asked = {request.id: request for request in master.pending()}
            if any(not same(asked[id], recorded.get(id)) for id in asked.keys() - checked):
                raise ReplayDiffers
            checked |= asked.keys()
            steps.append(master.submit(entry))
            if isinstance(entry, Response):
                exchanges.append(Exchange(asked[entry.request_id], entry))
        open_now = {request.id: request for request in master.pending()}
    except ReplayDiffers:
        raise
    except Exception as error:  # rules that have changed since may fail on recorded entries
        raise ReplayDiffers from error
    if any(id in recorded and not same(r, recorded[id]) for id, r in open_now.items()):
        raise ReplayDiffers
    if recorded.keys() - checked - open_now.keys():
        raise ReplayDiffers
    return Replay(master, tuple(exchanges), tuple(steps))


def has_same_result(game: Game, master: GameMaster, recorded: Scores | None) -> bool:
    """Return whether a replayed episode is over, with the recorded result where there is one.

    The same requests are not enough: a version of the rules may judge the last response otherwise.

    Args:
        recorded: the scores of the version it was played under; None: any end will do.
    """
    if not master.finished:
        return False
    if recorded is None:
        return True
    try:
        now = game.score(master)
    except Exception:  # noqa: BLE001 - rules that have changed stumble over what was said
        return False
    return _result(now) == _result(recorded)


def _result(scores: Scores) -> tuple[Score, ...]:
    main = scores.main_score
    unknown = isinstance(main, float) and not math.isfinite(main)
    return scores.aborted, scores.success, scores.lose, None if unknown else main


def position(game: Game, stored: StoredEpisode) -> Position:
    """Return the state of an unfinished episode by replaying it.

    Raises:
        PlayError: if the episode is over, was erased, or does not replay.
    """
    if stored.erased:
        raise PlayError(Sentence(NOT_RESUMED, why=Sentence(translatable("its text was erased"))))
    if stored.state != "running":
        raise PlayError(Sentence(NOT_RESUMED, why=Sentence(_ENDED)))
    recorded = {"game": game.card.id, "version": stored.summary.game_version}
    if stored.summary.game_version != game.card.version:
        why = Sentence(_OTHER_VERSION, here=game.card.version, **recorded)
        raise PlayError(Sentence(NOT_RESUMED, why=why))
    try:
        again = replay_episode(game, stored)
    except ReplayDiffers as error:
        why = Sentence(_DIFFERS, **recorded)
        raise PlayError(Sentence(NOT_RESUMED, why=why)) from error
    open_now = {request.id for request in again.master.pending()}
    arrived = {
        a.request: a.text or ""
        for a in stored.attempts
        if a.request in open_now and a.outcome == "done"
    }
    tried = {a.request for a in stored.attempts if a.request in open_now}
    return Position(
        master=again.master,
        exchanges=again.exchanges,
        recorded=frozenset(r.request.id for r in stored.requests),
        held=frozenset(tried - arrived.keys()),
        arrived=arrived,
    )


class _Comparison:
    """Compares requests, comparing each pair of messages only once.

    A long dialogue repeats its messages in every request.
    """

    def __init__(self) -> None:
        self._equal: set[tuple[int, int]] = set()
        self._kept: list[tuple[Request, Request]] = []  # kept alive so that no id is reused

    def __call__(self, request: Request, recorded: Request | None) -> bool:
        if recorded is None or len(request.messages) != len(recorded.messages):
            return False
        self._kept.append((request, recorded))
        for mine, theirs in zip(request.messages, recorded.messages, strict=True):
            pair = id(mine), id(theirs)
            if pair not in self._equal:
                if mine != theirs:
                    return False
                self._equal.add(pair)
        return replace(request, messages=()) == replace(recorded, messages=())
