"""A person's own results up to an episode, as read from the records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from clemtui.engine import Scores
from clemtui.records.results import PlayedEpisode, TallyScope
from clemtui.reports.comparison import compare_players, own_person, results_up_to
from clemtui.store.read.reader import Reader
from tests.support.play_helpers import choices, play, sitting

MANY = 40_000
"""More than SQLite takes parameters."""


async def test_all_episodes_count_however_many_there_are(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_played, read_scores = Reader.played, Reader.scores_of

    def played(reader: Reader, scope: TallyScope) -> tuple[PlayedEpisode, ...]:
        (here,) = read_played(reader, scope)
        before = here.at - timedelta(days=1)
        return (*(replace(here, episode=str(n), ended=before) for n in range(MANY)), here)

    def scores_of(reader: Reader, ids: Sequence[str], scorer: str) -> dict[str, Scores]:
        (known,) = read_scores(reader, ids, scorer).values()
        return dict.fromkeys(ids, known)

    async with sitting(database) as service:
        live = (await play(service, choices("wordle"))).live
        person = await own_person(service, live, "Ann")
        assert person is not None
        monkeypatch.setattr(Reader, "played", played)
        monkeypatch.setattr(Reader, "scores_of", scores_of)
        assert (await results_up_to(service, live, person)).episodes == MANY + 1


async def test_what_ended_later_is_not_among_them(database: Path) -> None:
    async with sitting(database) as service:
        first, second = [
            (await play(service, choices("wordle", game_id=number))).live for number in (1, 2)
        ]
        person = await own_person(service, first, "Ann")
        assert person is not None
        found = [(await results_up_to(service, each, person)).episodes for each in (first, second)]
    assert found == [1, 2]


async def test_who_plays_with_one_has_played_as_well(database: Path) -> None:
    async with sitting(database) as service:
        for number in (1, 2):
            await play(service, choices("wordle", game_id=number))
        found = await compare_players(service, "wordle", person="Ann")
    assert found.only_own
    (row,) = found.all_players.rows
    together = replace(found.all_players, rows=(replace(row, people=2),))
    assert not replace(found, all_players=together).only_own
