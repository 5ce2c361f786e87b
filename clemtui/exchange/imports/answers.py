"""The responses of a log, fed to our rules in the order in which they ask for them.

A log contains only the dialogue. The replies to side questions are in the calls of a player, if
those were kept, or (in privateshared) in events of their own or among the game master's notes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from clemtui.engine import Control, Game, Instance, Replay, Request, Texts
from clemtui.engine.replaying import play_out
from clemtui.exchange.imports.logged import LoggedEpisode

_SIDE = "side question"


class ResponsesNotLogged(LookupError):
    """The log lacks responses; the message says which, in one line."""


class LoggedResponses:
    """The logged responses of every seat that the rules ask.

    Attributes:
        total: number of responses.
    """

    def __init__(self, logged: LoggedEpisode, game: Game) -> None:
        """Collect the responses.

        Raises:
            ResponsesNotLogged: if side questions were asked whose replies were not kept.
        """
        self._waiting: dict[tuple[str, bool], deque[str]] = {}
        self._mixed: set[str] = set()
        for seat in game.card.seats:
            self._collect(logged, seat.name)
        self.total = sum(map(len, self._waiting.values()))

    def _collect(self, logged: LoggedEpisode, seat: str) -> None:
        said = logged.responses.get(seat, ())
        calls = logged.calls.get(seat, ())
        if calls and len(calls) >= len(said):
            self._mixed.add(seat)
            self._waiting[seat, False] = deque(call.response for call in calls)
            return
        self._waiting[seat, False] = deque(said)
        if seat in logged.replies:
            self._waiting[seat, True] = deque(logged.replies[seat])
        elif seat == next(iter(logged.messages_to), seat):
            self._waiting[seat, True] = deque(_probe_replies(logged.keys.get("probes")))

    def next_response(self, request: Request) -> str | None:
        """Return the seat's next response to a side question or a turn; None if there is none
        left."""
        aside = request.purpose == _SIDE and request.seat not in self._mixed
        waiting = self._waiting.get((request.seat, aside))
        return waiting.popleft() if waiting else None


@dataclass(frozen=True, slots=True)
class LoggedReplay(Replay):
    """A replay of logged responses.

    Attributes:
        unanswered: the requests that were open when the responses ran out.
        control: what ended the episode then, in a tree exported by this program.
    """

    unanswered: tuple[Request, ...] = ()
    control: Control | None = None


def replay_logged(
    logged: LoggedEpisode, game: Game, instance: Instance, texts: Texts
) -> LoggedReplay:
    """Play the logged responses verbatim, until they run out or the rules stop asking.

    Raises:
        ResponsesNotLogged: if side questions were asked whose replies were not kept.
    """
    replay = play_out(game, instance, texts, LoggedResponses(logged, game).next_response)
    unanswered = replay.master.pending()
    control = logged.own.control if logged.own and unanswered else None
    if control is not None:
        replay.master.submit(control)
    return LoggedReplay(replay.master, replay.exchanges, unanswered, control)


def _probe_replies(probes: Any) -> Iterator[str]:
    """Yield the replies to probing questions, by round, as noted by the game master.

    Only privateshared has such notes. For a question that was asked again, only the last reply is
    noted.
    """
    for asked in probes if isinstance(probes, list) else ():
        for probe in asked if isinstance(asked, list) else ():
            if not isinstance(probe, Mapping) or not isinstance(probe.get("answer"), str):
                continue
            if probe.get("tries") != 1:
                raise ResponsesNotLogged(
                    "a side question was asked again, and the first replies are not in the log: "
                    "player_1.requests.json is missing"
                )
            yield probe["answer"]
