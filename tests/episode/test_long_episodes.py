"""Long episodes: nothing grows excessively, and nothing blocks the event loop."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from clemtui.engine import Game, Message, Request
from clemtui.episode.restoring import replay as resuming
from clemtui.episode.restoring import resumable
from clemtui.episode.updates import Asked, Update
from clemtui.records.rows import StoredEpisode
from tests.support.broken_games import with_limit
from tests.support.play_helpers import (
    Person,
    asked,
    choices,
    evidence,
    leave_when,
    planned,
    sitting,
    stored,
)


class LeavesAt(Person):
    """Leaves at the request with a given number."""

    last = 0

    def hear(self, update: Update) -> None:
        if isinstance(update, Asked) and update.request.id == self.last:
            self.updates.append(update)
            self.live.leave()
        else:
            super().hear(update)


async def test_an_episode_of_many_turns_is_resumed_where_it_stood(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = 300
    async with sitting(database) as service:
        live = await service.start(with_limit(planned(service, choices("tidy")), turns))
        person = LeavesAt(live, lambda request: f"no move {request.id}")
        person.last = turns - 1
        assert await live.play() == "left"
        before = evidence(stored(database, live.id))

        compared = 0
        equal = Message.__eq__

        def counted(self: Message, other: object) -> bool:
            nonlocal compared
            compared += 1
            return equal(self, other)

        with monkeypatch.context() as patch:
            patch.setattr(Message, "__eq__", counted)
            resumed = await service.resume(live.id)
        assert 0 < compared < 10 * turns, "each message is compared a few times, however often sent"
        (request,) = resumed.master.pending()
        assert request == asked(person)[-1]
        assert resumed.drafts == {}
        assert evidence(stored(database, live.id)) == before
        again = Person(resumed, lambda _: "no move")
        assert await resumed.play() == "finished"
        assert [r.id for r in asked(again)] == [turns - 1, turns]


async def test_resuming_loads_and_replays_off_the_event_loop(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[threading.Thread] = []

    def position(game: Game, episode: StoredEpisode) -> resuming.Position:
        threads.append(threading.current_thread())
        return resuming.position(game, episode)

    async with sitting(database) as service:
        left = await leave_when(service, choices("wordle"), asked)
        find = service.catalogue.game

        def game(id: str) -> Game:
            threads.append(threading.current_thread())
            return find(id)

        monkeypatch.setattr(resumable, "position", position)
        monkeypatch.setattr(service.catalogue, "game", game)
        await service.resume(left.live.id)
    assert len(threads) == 2
    assert threading.main_thread() not in threads


def test_a_request_that_differs_anywhere_is_noticed() -> None:
    from clemtui.engine import Tool, assistant, user

    same = resuming._Comparison()
    messages = (user("a"), assistant("b"), user("c"))
    one = Request(1, "Player 1", "Role", messages, new_from=2)
    assert same(one, Request(1, "Player 1", "Role", tuple(messages), new_from=2))
    others = [
        None,
        Request(2, "Player 1", "Role", messages, new_from=2),
        Request(1, "Player 2", "Role", messages, new_from=2),
        Request(1, "Player 1", "Other", messages, new_from=2),
        Request(1, "Player 1", "Role", messages[:2], new_from=2),
        Request(1, "Player 1", "Role", (user("a"), assistant("x"), user("c")), new_from=2),
        Request(1, "Player 1", "Role", (user("a"), user("b"), user("c")), new_from=2),
        Request(1, "Player 1", "Role", messages, new_from=1),
        Request(1, "Player 1", "Role", messages, new_from=2, thread="aside"),
        Request(1, "Player 1", "Role", messages, new_from=2, purpose="side question"),
        Request(1, "Player 1", "Role", messages, new_from=2, tools=(Tool("t", "", {}),)),
        Request(1, "Player 1", "Role", messages, new_from=2, stream_to=frozenset({"Player 2"})),
    ]
    assert [same(one, other) for other in others] == [False] * len(others)
