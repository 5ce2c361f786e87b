"""Any two small databases, whatever was done in them, are equal after merging both ways."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from clemtui.engine import Response, Scores, Timing
from clemtui.records.rows import ErasureTarget, TagDecision
from clemtui.records.studies import NewAnswer, StudyRef
from clemtui.store.merge.merge import merge
from clemtui.store.read.reader import Reader
from clemtui.store.write import erasure
from clemtui.store.write.writer import Writer
from tests.store.builders import MODEL, enrolled, human, request, session, start
from tests.store.merge.helpers import copy_database, dump, evidence, views
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
    scores: bool


@dataclass(frozen=True)
class Erase:
    """The nth sitting or episode (from the end, if negative) is erased."""

    scope: str
    number: int
    scores: bool


Action = Play | Tag | Forget | Erase

names = st.sampled_from(NAMES)
plays = st.builds(Play, names, st.integers(0, 3), st.booleans(), st.booleans())
erasures = st.builds(
    Erase, st.sampled_from(["sitting", "episodes"]), st.integers(-2, 1), st.booleans()
)
tags, deletions = st.builds(Tag, st.sampled_from("ab")), st.builds(Forget, names, st.booleans())
actions = st.lists(st.one_of(plays, plays, plays, tags, deletions, erasures), max_size=6)


def word(episode: str) -> str:
    """Return a text that is said only in this episode."""
    return f"said-in-{episode}"


def do(path: Path, actions: list[Action]) -> None:
    writer = Writer(path)
    with writer.batch():
        for action in actions:
            if isinstance(action, Play):
                play(writer, action)
            elif isinstance(action, Forget):
                if writer._db.execute(
                    "SELECT 1 FROM people WHERE pseudonym = ?", (action.name,)
                ).fetchone():
                    person = writer.person(action.name).id
                    erase(writer, ErasureTarget(person=person, scores=action.scores))
            elif isinstance(action, Erase):
                erase_one(writer, action)
            else:
                first = writer._db.execute(
                    """SELECT id FROM episodes WHERE id NOT IN
                    (SELECT episode FROM tags WHERE value = ?) ORDER BY id LIMIT 1""",
                    (action.value,),
                ).fetchone()
                if first is not None:
                    writer.tag([first[0]], TagDecision("kind", action.value, "Ann"))
    writer.close()


def erase_one(writer: Writer, action: Erase) -> None:
    table = "sessions" if action.scope == "sitting" else "episodes"
    ids = [row[0] for row in writer._db.execute(f"SELECT id FROM {table} ORDER BY id")]
    if -len(ids) <= action.number < len(ids):
        id = ids[action.number]
        if action.scope == "sitting":
            erase(writer, ErasureTarget(session=id, scores=action.scores))
        else:
            erase(writer, ErasureTarget(episodes=(id,), scores=action.scores))


def erase(writer: Writer, target: ErasureTarget) -> None:
    """Do the same as `Writer.erase`, inside a transaction; the rest of it is not needed."""
    for episode in erasure.erase(writer._db, target, writer._now()).episodes:
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
        ref = StudyRef(enrolled(writer, f"of {sitting}", who).id, 1)
        writer.answer(NewAnswer(ref.enrolment, "break", "ready", word(action.name), sitting))
        episode = writer.start_episode(start(sitting, human(who), MODEL, study=ref))
    else:
        episode = unfinished[0]
        writer.resume_episode(episode, sitting)
    first = writer._cursors[episode].last_seq + 1
    for number in range(first, first + action.turns):
        writer.request(episode, request(number, f"ask {number}"))
        writer.entry(episode, Response.of(number, word(episode)), Timing(submitted_ms=number))
    writer.exposure(who, "taboo:tea", "h", "played", episode)
    if action.end:
        writer.end_episode(episode, "finished", scores=Scores(0, 1, 0, {"Main Score": 10.0}))
    else:
        writer.release(episode)


def forgotten(*paths: Path) -> set[object]:
    """Return the ids of the people who were deleted in one of some databases."""
    return {row[1] for path in paths for row in dump(path)["erasures"]} - {""}


def erased(*paths: Path) -> set[object]:
    """Return the ids of the episodes that were erased in one of some databases, or should be."""
    gone = forgotten(*paths)
    rows = [dump(path) for path in paths]
    return {row[0] for each in rows for row in each["erased_episodes"]} | {
        row[0] for each in rows for row in each["seat_assignments"] if row[5] in gone
    }


def without_scores(*paths: Path) -> set[object]:
    """Return the ids of the episodes whose scores were erased in one of some databases."""
    rows = [dump(path) for path in paths]
    return {
        episode
        for each in rows
        for episode, by in each["erased_episodes"]
        if (by, "text and scores") in {(row[0], row[5]) for row in each["erasures"]}
    }


def scored(*paths: Path) -> set[object]:
    return {row[0] for path in paths for row in dump(path)["scores"]}


def of_others(path: Path, gone: set[object]) -> dict[str, set[tuple[object, ...]]]:
    """Return what no erasure may change: tags, and the exposures of everyone else;
    and all entries, to compare those of episodes that were not erased."""
    rows = dump(path)
    return {
        "tags": rows["tags"],
        "exposures": {row for row in rows["exposures"] if row[1] not in gone},
        "entries": rows["entries"],
    }


def people(path: Path) -> dict[str, str]:
    with Reader(path) as reader:
        return {person.id: person.pseudonym for person in reader.people()}


@pytest.mark.timeout(1800)  # creates about 60 databases, and 1,200 in a soak test
@examples(12, deadline=None)
@given(common=actions, one_more=actions, two_more=actions, copy=st.booleans())
@example(  # tags are listed in the same order in both
    common=[Play("Ann", 0, end=False, new=False)],
    one_more=[Tag("a")],
    two_more=[Tag("b")],
    copy=True,
)
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
        gone, lost, unscored = forgotten(one, two), erased(one, two), without_scores(one, two)
        others = [of_others(path, gone) for path in (one, two)]
        as_it_was = {path: copy_database(path, f"{path.stem} as it was.db") for path in (one, two)}
        split = merge(one, as_it_was[two]).episodes_split
        merge(two, as_it_was[one])
        assert evidence(one) == evidence(two)
        assert views(one) == views(two)
        assert forgotten(one) == forgotten(two) == gone
        for path in (one, two):
            kept = people(path)
            assert kept == {**kept, **{
                id: name for id, name in before[path][1].items() if id not in gone
            }}  # fmt: skip
            everything = b"".join(
                file.read_bytes() for file in Path(folder).glob(f"{path.stem}.db*")
            )
            assert not [each for each in lost if word(str(each)).encode() in everything]
            assert erased(path) == lost
            assert not scored(path) & (unscored | without_scores(path))
            assert dump(path)["exposures"] >= others[0]["exposures"] | others[1]["exposures"]
            tagged = {row[2:4] for row in dump(path)["tags"]}
            assert tagged >= {row[2:4] for each in others for row in each["tags"]}
            assert {row[1:] for row in dump(path)["entries"]} >= {
                row[1:] for each in others for row in each["entries"] if row[0] not in lost
            }
        for table in ("episodes", "people", "sessions", "contents"):
            ids = [{row[0] for row in database[table]} for database, _ in before.values()]
            added = {new for _, new in split} if table == "episodes" else set()
            assert {row[0] for row in dump(one)[table]} == ids[0] | ids[1] | added, table
        for path, other in ((one, two), (two, one)):  # each learns about the other's tombstones
            merge(path, other)
        assert [merge(one, two).rows, merge(two, one).rows] == [0, 0]
        assert evidence(one) == evidence(two)
