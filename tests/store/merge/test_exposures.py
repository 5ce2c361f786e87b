"""What a person has met in one database makes later episodes of the other repetitions."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from clemtui.engine import Response
from clemtui.store.merge.merge import merge
from clemtui.store.write.writer import Writer
from tests.store.builders import INSTANCE, SetClock, human, request, session, start
from tests.store.merge.helpers import copy_database, views


def play(path: Path, hours: int, *, time_known: bool = True) -> str:
    """Record an episode that Ada played some hours after noon."""
    clock = SetClock()
    clock.moment += timedelta(hours=hours)
    writer = Writer(path, clock=clock)
    ada = writer.person("Ada").id
    at: datetime | None = None if time_known else clock.moment
    begun = start(session(writer, ada), human(ada), created_at=at, time_known=time_known)
    episode = writer.start_episode(begun)
    writer.exposure(ada, INSTANCE.task_key, INSTANCE.hash, "played", episode)
    clock.forward(1)
    writer.request(episode, request(1, "hello"))
    writer.entry(episode, Response.of(1, "CLUE: hot"))
    writer.end_episode(episode, "finished")
    writer.close()
    return episode


def counting(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as db:
        return {row[0] for row in db.execute("SELECT episode FROM sample WHERE left_out IS NULL")}


@pytest.fixture
def both(here: Path, there: Path) -> tuple[Path, Path]:
    """Two databases that know Ada."""
    writer = Writer(here)
    writer.person("Ada")
    writer.close()
    copy_database(here, there.name)
    return here, there


@pytest.mark.parametrize("first_here", [True, False])
def test_only_the_first_of_two_plays_counts_in_both_databases(
    both: tuple[Path, Path], first_here: bool
) -> None:
    here, there = both if first_here else both[::-1]
    first, second = play(here, 0), play(there, 5)
    assert counting(there) == {second}
    for one, two in ((there, copy_database(here, "copy.db")), (here, there)):
        merge(one, two)
        assert counting(one) == {first}
    assert views(here) == views(there)


def test_a_play_at_an_unknown_time_makes_no_other_a_repetition(both: tuple[Path, Path]) -> None:
    here, there = both
    known, unknown = play(here, 5), play(there, 0, time_known=False)
    for one, two in ((here, copy_database(there, "copy.db")), (there, here)):
        merge(one, two)
        assert counting(one) == {known, unknown}
    assert views(here) == views(there)
