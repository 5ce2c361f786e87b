"""Everything published to a subscriber is already in the records."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from clemtui.engine import RECEIVE, Event, Response
from clemtui.episode.updates import Asked, EventsHappened, Finished, Update
from clemtui.store.read.reader import Reader
from tests.support.play_helpers import GAMES, Person, choices, planned, sitting


class RecordChecker(Person):
    """Looks up every update in the database, through its own connection."""

    reader: Reader
    looked_up = 0

    def hear(self, update: Update) -> None:
        on_disk = self.reader.load(self.live.id)
        requests = {each.request.id: each.request for each in on_disk.requests}
        answers = {
            e.request_id: e.text for e in on_disk.entries_for_replay if isinstance(e, Response)
        }
        match update:
            case Asked(request):
                assert requests[request.id] == request
                assert request.id not in answers
            case EventsHappened(events):
                for event in _responses(events):
                    assert event.request_id is not None
                    assert answers[event.request_id] == event.content
                assert {r.id for r in self.live.master.pending()} <= requests.keys()
            case Finished(scores):
                assert on_disk.state == "finished"
                assert on_disk.scores[0].scores == scores
            case _:
                raise AssertionError(f"nothing else should happen here: {update}")
        self.looked_up += 1
        super().hear(update)


def _responses(events: tuple[Event, ...]) -> Iterator[Event]:
    return (event for event in events if event.kind == RECEIVE)


@pytest.mark.parametrize("game", GAMES)
async def test_what_a_front_hears_of_is_on_the_disk(game: str, database: Path) -> None:
    async with sitting(database) as service:
        live = await service.start(planned(service, choices(game)))
        sceptic = RecordChecker(live)
        with Reader(database) as sceptic.reader:
            assert await live.play() == "finished"
        assert sceptic.looked_up == len(sceptic.updates) >= 4
