"""Any two small databases, whatever was done in them, are equal after merging both ways."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.engine import Response, Scores
from clemtui.records.errors import RefusedWrite
from clemtui.records.rows import Merged
from clemtui.store.merge.merge import merge
from clemtui.store.read.reader import Reader
from clemtui.store.write import erasure
from clemtui.store.write.writer import Writer
from tests.store.builders import MODEL, human, request, session, start
from tests.store.merge.helpers import copy_database, dump, evidence
from tests.support.examples import examples

NAMES = ("Ann", "Ben", "Cleo")


@dataclass(frozen=True)
class Play:
    """A person plays that many turns, of a new episode or of an unfinished one."""

    name: str
    turns: int
    end: bool
    new: bool


@dataclass(frozen=True)
class Tag:
    """The first episode gets a tag."""

    value: str


@dataclass(frozen=True)
class Forget:
    """A person is deleted."""

    name: str


Action = Play | Tag | Forget

names = st.sampled_from(NAMES)
plays = st.builds(Play, names, st.integers(0, 3), st.booleans(), st.booleans())
actions = st.lists(
    st.one_of(plays, plays, st.builds(Tag, st.sampled_from("ab")), st.builds(Forget, names)),
    max_size=5,
)


def word(person: str) -> str:
    """Return a text that only this person says."""
    return f"said-by-{person}"


def do(path: Path, actions: list[Action]) -> None:
    writer = Writer(path)
    with writer.batch():
        for action in actions:
            if isinstance(action, Play):
                play(writer, action)
            elif isinstance(action, Forget):
                forget(writer, action.name)
            else:
                first = writer._db.execute(
                    """SELECT id FROM episodes WHERE id NOT IN (SELECT episode FROM erased_episodes)
                    AND id NOT IN (SELECT episode FROM tags WHERE value = ?) ORDER BY id LIMIT 1""",
                    (action.value,),
                ).fetchone()
                if first is not None:
                    writer.tag(first[0], "kind", action.value)
    writer.close()


def forget(writer: Writer, name: str) -> None:
    """Do the same as `Writer.delete_person`, inside a transaction; the rest of it is not needed."""
    if writer._db.execute("SELECT 1 FROM people WHERE pseudonym = ?", (name,)).fetchone():
        person = writer.person(name).id
        for episode in erasure.delete_person(writer._db, person, writer._now()).episodes:
            writer._cursors.pop(episode, None)


def play(writer: Writer, action: Play) -> None:
    who = writer.person(action.name).id
    sitting = session(writer, who)
    unfinished = writer._db.execute(
        """SELECT u.episode FROM unfinished u JOIN seat_assignments a ON a.episode = u.episode
        WHERE a.person = ? ORDER BY 1 LIMIT 1""",
        (who,),
    ).fetchone()
    if action.new or unfinished is None:
        episode = writer.start_episode(start(sitting, human(who), MODEL))
    else:
        episode = unfinished[0]
        writer.resume_episode(episode, sitting)
    first = writer._cursors[episode].last_seq + 1
    for number in range(first, first + action.turns):
        writer.request(episode, request(number, f"ask {number}"))
        writer.entry(episode, Response.of(number, word(who)))
    writer.exposure(who, "taboo:tea", "h", "played", episode)
    if action.end:
        writer.end_episode(episode, "finished", scores=Scores(0, 1, 0, {"Main Score": 10.0}))
    else:
        writer.release(episode)


def forgotten(*paths: Path) -> set[object]:
    return {row[1] for path in paths for row in dump(path)["erasures"]}


def people(path: Path) -> dict[str, str]:
    with Reader(path) as reader:
        return {person.id: person.pseudonym for person in reader.people()}


def attempt(path: Path, other: Path) -> Merged | None:
    """Return the result of the merge, or None if the two databases conflict."""
    try:
        return merge(path, other)
    except RefusedWrite as error:
        if "was continued differently in the two" not in str(error):
            raise
        return None


@pytest.mark.timeout(1800)  # creates about 60 databases, and 1,200 in a soak test
@examples(12, deadline=None)
@given(common=actions, one_more=actions, two_more=actions, copy=st.booleans())
def test_merged_both_ways_they_hold_the_same(
    common: list[Action], one_more: list[Action], two_more: list[Action], copy: bool
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        one, two = Path(folder) / "one.db", Path(folder) / "two.db"
        do(one, common)
        if copy:  # they share a history
            copy_database(one, two.name)
        do(one, one_more)
        do(two, two_more)
        before = {path: (dump(path), people(path)) for path in (one, two)}
        gone = forgotten(one, two)
        first = attempt(one, copy_database(two, "two as it was.db"))
        second = attempt(two, copy_database(one, "one merged.db") if first else one)
        assert (first is None) == (second is None)
        if first is None:
            assert {path: (dump(path), people(path)) for path in (one, two)} == before
            return
        assert evidence(one) == evidence(two)
        assert forgotten(one) == forgotten(two) == gone
        for path in (one, two):
            kept = people(path)
            assert kept == {**kept, **{
                id: name for id, name in before[path][1].items() if id not in gone
            }}  # fmt: skip
            everything = b"".join(
                file.read_bytes() for file in Path(folder).glob(f"{path.stem}.db*")
            )
            assert not [who for who in gone if word(str(who)).encode() in everything]
        for table in ("episodes", "people", "sessions", "contents"):
            ids = [{row[0] for row in database[table]} for database, _ in before.values()]
            assert {row[0] for row in dump(one)[table]} == ids[0] | ids[1], table
        for path, other in ((one, two), (two, one)):  # each learns about the other's tombstones
            merge(path, other)
        assert [merge(one, two).rows, merge(two, one).rows] == [0, 0]
        assert evidence(one) == evidence(two)
