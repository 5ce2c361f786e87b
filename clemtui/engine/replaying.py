"""Replaying: the same instance, texts and entries always give the same episode."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from clemtui.engine.game import Game
from clemtui.engine.instances import Instance
from clemtui.engine.master import GameMaster
from clemtui.engine.requests import Entry, Request, Response
from clemtui.engine.texts import Texts


@dataclass(frozen=True, slots=True)
class Exchange:
    """A request and the response to it."""

    request: Request
    response: Response


@dataclass(frozen=True, slots=True)
class Replay:
    """A master after some entries, and the exchanges on the way."""

    master: GameMaster
    exchanges: tuple[Exchange, ...]


def replay(game: Game, instance: Instance, texts: Texts, entries: Iterable[Entry]) -> Replay:
    """Replay entries with a new master.

    Raises:
        NotPending: if an entry answers a request that is not open.
    """
    master = game.start(instance, texts)
    exchanges: list[Exchange] = []
    for entry in entries:
        asked = {request.id: request for request in master.pending()}
        master.submit(entry)
        if isinstance(entry, Response):
            exchanges.append(Exchange(asked[entry.request_id], entry))
    return Replay(master, tuple(exchanges))


def feed(
    game: Game, instance: Instance, texts: Texts, responses: Mapping[str, Sequence[str]]
) -> Replay:
    """Play given responses, each seat's in order, verbatim and without a limit.

    Stops when the episode ends or no seat that is asked has a response left.
    """
    waiting = {seat: iter(texts) for seat, texts in responses.items()}

    def respond(request: Request) -> str | None:
        return next(waiting.get(request.seat, iter(())), None)

    return play_out(game, instance, texts, respond)


def play_out(
    game: Game, instance: Instance, texts: Texts, respond: Callable[[Request], str | None]
) -> Replay:
    """Play verbatim the responses that ``respond`` returns, until it has none to an open request.

    None means that there is no response; of several open requests, the next one is tried.
    """
    master = game.start(instance, texts)
    exchanges: list[Exchange] = []
    while True:
        for request in master.pending():
            text = respond(request)
            if text is not None:
                response = Response.of(request.id, text)
                master.submit(response)
                exchanges.append(Exchange(request, response))
                break
        else:
            return Replay(master, tuple(exchanges))
