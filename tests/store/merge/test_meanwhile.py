"""Episodes in both databases, and databases in which someone is playing meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest

from clemtui.engine import Control, Response, Scores
from clemtui.records.errors import LeaseHeld
from clemtui.records.rows import TagDecision
from clemtui.store import leases
from clemtui.store.merge.merge import merge
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from tests.store.builders import MODEL, SetClock, human, request, session, start
from tests.store.merge.helpers import copy_database, dump, play_on, played


def test_an_episode_further_along_there_advances_here(here: Path, there: Path) -> None:
    episode = played(here, "Ada", over=False)
    copy_database(here, there.name)
    play_on(there, episode, end=True)
    merged = merge(here, there)
    assert (merged.episodes_continued, merged.episodes_new) == (1, 0)
    with Reader(here) as one, Reader(there) as two:
        assert one.load(episode) == two.load(episode)
        assert one.load(episode).drafts == ()
    assert dump(here)["events"] == dump(there)["events"] != set()
    assert merge(there, here).rows == 0


def test_an_episode_that_got_further_here_stays_so(here: Path, there: Path) -> None:
    episode = played(here, "Ada", over=False)
    copy_database(here, there.name)
    play_on(here, episode, end=True)
    before = dump(here)
    assert merge(here, there).rows == 0
    assert dump(here) == before


def test_the_later_draft_stays(here: Path, there: Path) -> None:
    episode = played(here, "Ada", over=False)
    copy_database(here, there.name)
    writer = Writer(there)
    writer.resume_episode(episode, session(writer))
    writer.draft(episode, 2, "CLUE: warmer")
    writer.close()
    for one, two in ((here, there), (there, here)):
        merge(one, two)
        with Reader(one) as reader:
            assert [draft.body for draft in reader.load(episode).drafts] == ["CLUE: warmer"]


def test_the_scores_that_were_computed_later_stay(here: Path, there: Path) -> None:
    episode = played(here, "Ada")
    copy_database(here, there.name)
    writer = Writer(there)
    writer.add_scores(episode, "taboo:2", Scores(0, 0, 1, {"Main Score": 0}))
    writer.add_scores(episode, "taboo:1.0", Scores(0, 1, 0, {"Main Score": 33}))
    writer.close()
    for one, two in ((here, there), (there, here)):
        merge(one, two)
        with Reader(one) as reader:
            found = {each.scorer: each.scores.main_score for each in reader.scores(episode)}
        assert found == {"taboo:1.0": 33, "taboo:2": 0}


def test_a_tag_that_was_put_on_twice_is_one_tag(here: Path, there: Path) -> None:
    episode = played(here, "Ada")
    copy_database(here, there.name)
    for path in (here, there):
        writer = Writer(path)
        writer.tag([episode], TagDecision("excluded", "noise", "Ann"))
        writer.close()
    assert merge(here, there).rows == 1, "both decisions are kept"
    assert merge(here, there).rows == 0
    with Reader(here) as reader:
        assert reader.summaries([episode])[episode].tags["excluded"] == ("noise",)


# Databases that are written to meanwhile


def test_what_is_played_there_now_comes_as_far_as_it_got(here: Path, there: Path) -> None:
    clock = SetClock()
    writer = Writer(there, clock=clock)
    ben = writer.person("Ben").id
    episode = writer.start_episode(start(session(writer, ben), human(ben), MODEL))
    writer.request(episode, request(1, "hello"))
    merged = merge(here, there, clock=clock)
    assert (merged.episodes_new, merged.episodes_playing) == (1, 1)
    mine = Writer(here, clock=clock)
    with pytest.raises(LeaseHeld):
        mine.resume_episode(episode, session(mine))
    writer.entry(episode, Response.of(1, "CLUE: hot"))
    writer.end_episode(episode, "finished")
    again = merge(here, there, clock=clock)
    assert (again.episodes_continued, again.episodes_playing) == (1, 0)
    with Reader(here) as reader:
        assert reader.load(episode).state == "finished"
    assert leases.read(mine._db, episode) is None


def test_the_lease_that_came_along_is_stale_when_its_heartbeat_is_old(
    here: Path, there: Path
) -> None:
    clock = SetClock()
    writer = Writer(there, clock=clock)
    episode = writer.start_episode(start(session(writer), MODEL))
    merge(here, there, clock=clock)
    clock.forward(31)
    mine = Writer(here, clock=clock)
    mine.resume_episode(episode, session(mine))
    assert merge(here, there, clock=clock).episodes_playing == 0


def test_an_episode_being_played_here_is_not_changed(here: Path, there: Path) -> None:
    episode = played(here, "Ada", over=False)
    copy_database(here, there.name)
    play_on(there, episode, end=True)
    writer = Writer(here)
    writer.resume_episode(episode, session(writer))
    with pytest.raises(LeaseHeld, match="is being played here but is further along"):
        merge(here, there)
    writer.entry(episode, Control("gave up", "Player 1"))  # nothing has interfered
    writer.close()


def test_an_episode_being_played_here_is_not_erased(here: Path, there: Path) -> None:
    episode = played(here, "Ada", over=False)
    copy_database(here, there.name)
    with Reader(here) as reader:
        (ada,) = reader.people()
    forgetting = Writer(there)
    forgetting.delete_person(ada.id)
    forgetting.close()
    writer = Writer(here)
    writer.resume_episode(episode, session(writer))
    with pytest.raises(LeaseHeld, match="is being played here but was erased in"):
        merge(here, there)
    assert entries_of(here, episode) == writer.entry(episode, Control("gave up", "Player 1")) - 1
    writer.end_episode(episode, "finished")
    writer.close()
    assert merge(here, there).episodes_erased == 1


def entries_of(path: Path, episode: str) -> int:
    """Return the number of readable entries of an episode."""
    with Reader(path) as reader:
        return len(reader.load(episode).entries)


def test_the_other_database_log_is_merged(here: Path, there: Path) -> None:
    writer = Writer(there)  # still open: nothing was moved from the log into the file
    episode = writer.start_episode(start(session(writer), MODEL))
    assert there.with_name("there.db-wal").stat().st_size > 0
    merge(here, there)
    with Reader(here) as reader:
        assert reader.find(episode) == episode
    writer.close()
