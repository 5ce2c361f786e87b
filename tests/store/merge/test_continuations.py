"""An episode that was continued in both databases: both continuations are kept, and one counts."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest

from clemtui.engine import Control, Response, Scores, Timing
from clemtui.records.errors import LeaseHeld
from clemtui.records.rows import ErasureTarget, Merged, TagDecision
from clemtui.records.work import EndState, ItemRef
from clemtui.store.claims import NewWorkItem
from clemtui.store.merge.merge import merge
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from tests.store.builders import MODEL, human, outcome, request, session, start
from tests.store.merge.helpers import copy_database, dump, evidence, played, views

Act = Callable[[Writer, str], None]


def said(text: str, *, end: bool = False) -> Act:
    """Return what a person does who answers, and perhaps ends the episode so."""

    def act(writer: Writer, episode: str) -> None:
        writer.entry(episode, Response.of(2, text))
        attempt = writer.attempt_started(episode, 2, 2, {})
        writer.attempt_partial(attempt, text)
        writer.attempt_ended(attempt, outcome(text=text))
        if end:
            writer.end_episode(
                episode, "finished", scores=Scores(0, 1, 0, {"Main Score": len(text)})
            )

    return act


def gave_up(writer: Writer, episode: str) -> None:
    writer.entry(episode, Control("gave up", "Player 1"), Timing(submitted_ms=700))
    writer.end_episode(episode, "finished", scores=Scores(1, 0, 0, {"Main Score": None}))


def closed(state: EndState, author: str) -> Act:
    def act(writer: Writer, episode: str) -> None:
        scores = None
        if state == "finished":
            writer.entry(episode, Control("closed", reason=f"{author} says so"))
            scores = Scores(1, 0, 0, {"Main Score": None})
        writer.end_episode(episode, state, reason=f"{author} says so", scores=scores)
        writer.tag([episode], TagDecision("closed", state, author, f"{author} says so"))

    return act


def do(path: Path, episode: str, act: Act) -> None:
    writer = Writer(path)
    writer.resume_episode(episode, session(writer))
    act(writer, episode)
    writer.close()


def both_ways(here: Path, there: Path) -> tuple[Merged, Merged]:
    """Merge each database, as it was, into the other, and check that they agree for good."""
    before = copy_database(here, "here before.db"), copy_database(there, "there before.db")
    would = [merge(here, before[1], dry_run=True), merge(there, before[0], dry_run=True)]
    merged = merge(here, before[1]), merge(there, before[0])
    assert list(merged) == would
    assert evidence(here) == evidence(there)
    assert views(here) == views(there)
    for path in (here, there):
        assert [merge(path, other).rows for other in (*before, here, there) if other != path] == (
            [0] * 3
        )
        assert len(counted(path)) <= 1
    return merged


def counted(path: Path) -> list[Any]:
    """Return Ada's episodes that count."""
    return column(
        path,
        "SELECT episode FROM human_episodes WHERE left_out IS NULL AND pseudonym = 'Ada'",
    )


def column(path: Path, sql: str) -> list[Any]:
    with closing(sqlite3.connect(path)) as db:
        return [row[0] for row in db.execute(sql)]


@pytest.fixture
def episode(here: Path, there: Path) -> str:
    """An unfinished episode that both databases have."""
    episode = played(here, "Ada", over=False)
    copy_database(here, there.name)
    return episode


ACTS: dict[str, Act] = {
    "answered": said("CLUE: warm"),
    "answered and ended": said("CLUE: warm", end=True),
    "gave up": gave_up,
    "closed as aborted": closed("finished", "Ann"),
    "closed as void": closed("void", "Ann"),
}


@pytest.mark.parametrize(("one", "two"), combinations_with_replacement(ACTS, 2))
def test_every_two_continuations_are_merged_and_at_most_one_counts(
    here: Path, there: Path, episode: str, one: str, two: str
) -> None:
    do(here, episode, ACTS[one])
    do(there, episode, ACTS[two])
    other = played(there, "Ben")  # something that has nothing to do with it
    everything = {row[1:] for path in (here, there) for row in dump(path)["entries"]}
    merged = both_ways(here, there)
    alike = one == two and "answered" not in one
    for each in merged:
        assert [len(each.episodes_split), len(each.episodes_ended_alike)] == (
            [0, 1] if alike else [1, 0]
        )
    assert other in column(here, "SELECT id FROM episodes")
    if not alike:
        assert {row[1:] for row in dump(here)["entries"]} == everything
    assert merged[0].episodes_split == merged[1].episodes_split


def test_calls_and_tags_belong_to_the_continuation_for_which_they_were_made(
    here: Path, there: Path, episode: str
) -> None:
    for path, text in ((here, "CLUE: warm"), (there, "CLUE: cool")):
        do(path, episode, said(text))
        writer = Writer(path)
        writer.tag([episode], TagDecision("by", text, "Ann"))
        writer.close()
    ((old, new),) = both_ways(here, there)[0].episodes_split
    for each, text in ((old, "CLUE: warm"), (new, "CLUE: cool")):
        for path in (here, there):
            with Reader(path) as reader:
                assert reader.load(each).entries[-1].entry == Response.of(2, text)
            assert column(
                path,
                f"""SELECT d.episode FROM search_words w JOIN search_documents d ON d.id = w.rowid
                WHERE w.words MATCH '{text[6:]}'""",
            ) == [each]
        assert column(
            here,
            f"""SELECT d.text FROM attempts_ended d JOIN attempts_started s ON s.id = d.attempt
            WHERE s.episode = '{each}' AND s.number = 2""",
        ) == [text]
        assert column(
            here, f"SELECT value FROM current_tags WHERE episode = '{each}' AND key = 'by'"
        ) == [text]
        assert column(
            here, f"SELECT value FROM current_tags WHERE episode = '{each}' AND key = 'wave'"
        ) == ["1"], "from before"
    assert column(here, "SELECT count(*) FROM attempts_started") == [3]
    assert counted(here) == []  # both are unfinished
    do(here, old, lambda writer, id: writer.end_episode(id, "finished"))
    do(here, new, lambda writer, id: writer.end_episode(id, "finished"))
    assert counted(here) == [old]


def test_a_continuation_can_be_played_on_in_either_database(
    here: Path, there: Path, episode: str
) -> None:
    do(here, episode, said("CLUE: warm"))
    do(there, episode, said("CLUE: cool"))
    ((old, new),) = merge(here, there).episodes_split
    do(there, episode, lambda writer, id: writer.end_episode(id, "finished"))  # knows of nothing
    merged = merge(here, there)
    assert (merged.episodes_split, merged.episodes_continued) == ((), 1)
    with Reader(here) as reader:
        assert [reader.load(each).state for each in (old, new)] == ["running", "finished"]
        assert [entry.seq for entry in reader.load(new).entries] == [1, 2]
    both_ways(here, there)


def test_three_databases_agree_in_whatever_order_they_are_merged(
    here: Path, there: Path, tmp_path: Path, episode: str
) -> None:
    third = copy_database(there, "third.db")
    do(here, episode, said("CLUE: warm"))
    do(there, episode, said("CLUE: cool"))
    do(third, episode, said("CLUE: cold", end=True))
    paths = here, there, third
    before = [copy_database(path, f"{path.stem} before.db") for path in paths]
    for path, first, second in ((here, 1, 2), (there, 2, 0), (third, 1, 0)):
        merge(path, before[first])
        merge(path, before[second])
    found = [evidence(path) for path in paths]
    assert found[0] == found[1] == found[2]
    assert column(here, "SELECT count(*) FROM episodes") == [3]
    assert [merge(path, other).rows for path in paths for other in before] == [0] * 9


@pytest.mark.parametrize("erased_here", [True, False])
def test_an_episode_that_was_erased_in_one_is_erased_with_all_its_continuations(
    here: Path, there: Path, episode: str, erased_here: bool
) -> None:
    """Where a continuation has no id of its own, nobody can have meant only one of them."""
    do(here, episode, said("CLUE: warm", end=True))
    do(there, episode, said("CLUE: cool", end=True))
    third = copy_database(here, "third.db")
    merge(third, there)
    writer = Writer(here if erased_here else there)
    writer.erase(ErasureTarget(episodes=(episode,)))
    writer.close()
    for one, two in ((here, there), (there, here), (third, here), (third, there)):
        merge(one, two)
    for path in (here, there, third):
        assert column(path, "SELECT DISTINCT text FROM entries WHERE seq > 1") == [""]
    for path in (here, there):
        merge(path, third)
        assert column(path, "SELECT DISTINCT text FROM entries WHERE seq > 1") == [""]


def test_of_two_continuations_one_can_be_erased(here: Path, there: Path, episode: str) -> None:
    do(here, episode, said("CLUE: warm", end=True))
    do(there, episode, said("CLUE: cool", end=True))
    ((old, _),) = both_ways(here, there)[0].episodes_split
    writer = Writer(here)
    writer.erase(ErasureTarget(episodes=(old,)))
    writer.close()
    for one, two in ((there, here), (here, there)):
        merge(one, two)
        assert sorted(column(one, "SELECT text FROM entries WHERE seq = 2")) == ["", "CLUE: cool"]


def test_while_the_second_continuation_is_played_here_nothing_is_merged(
    here: Path, there: Path, episode: str
) -> None:
    do(there, episode, said("CLUE: cool"))
    writer = Writer(here)
    writer.resume_episode(episode, session(writer))
    writer.entry(episode, Response.of(2, "CLUE: warm"))
    with pytest.raises(LeaseHeld, match="is being played here but was continued in"):
        merge(here, there)
    assert len(merge(there, here).episodes_split) == 1
    writer.entry(episode, Control("gave up", "Player 1"))  # nothing has interfered
    writer.close()
    both_ways(here, there)


@pytest.mark.parametrize("finished", ["first", "second", "both", "none"])
def test_the_item_of_a_run_counts_once(here: Path, there: Path, finished: str) -> None:
    writer = Writer(here)
    item = NewWorkItem("episode", {"game": "taboo"})
    writer.open_run("run-1", {"plan": None}, [item])
    ref = ItemRef("run-1", item.key)
    begun = start(session(writer), human(writer.person("Ada").id), MODEL, item=ref)
    episode = writer.start_episode(begun)
    for number in (1, 2):
        writer.request(episode, request(number, "hello"))
    writer.tag([episode], TagDecision("run", "run-1", ""))
    writer.close()
    copy_database(here, there.name)
    do(here, episode, said("CLUE: warm", end=finished in ("first", "both")))
    do(there, episode, said("CLUE: cool", end=finished in ("second", "both")))
    ((old, new),) = both_ways(here, there)[0].episodes_split
    with Reader(here) as reader:
        (found,) = reader.work_items("run-1")
    assert (found.state, found.result) == {
        "first": ("done", old), "second": ("done", new), "both": ("done", old),
        "none": ("begun", old),
    }[finished]  # fmt: skip
    for each in (old, new):
        with Reader(here) as reader:
            if reader.load(each).state == "finished":
                continue
        do(here, each, lambda writer, id: writer.end_episode(id, "finished"))
    excluded = "SELECT episode FROM current_tags WHERE key = 'excluded'"
    assert column(here, excluded) == [old if finished == "second" else new]


def test_decisions_on_episodes_that_both_have_are_counted(
    here: Path, there: Path, episode: str
) -> None:
    writer = Writer(there)
    writer.tag([episode], TagDecision("excluded", "everywhere", "Ann", "noise"))
    writer.close()
    assert merge(here, there).decisions_new == 1
    assert merge(here, there).decisions_new == 0
