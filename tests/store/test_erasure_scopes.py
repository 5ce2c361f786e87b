"""Erasure of a sitting or of some episodes, with or without scores; what others need is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from clemtui.engine import Response, Scores, Timing
from clemtui.records.errors import ErasedEpisode, LeaseHeld, NotFound, RefusedWrite
from clemtui.records.rows import EpisodeFilter, ErasureTarget, SeatAssignment
from clemtui.store.merge.merge import merge
from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from tests.store.builders import MODEL, human, request, rows, session, start
from tests.store.merge.helpers import copy_database, dump

WORD = "rhinoceros"
TIMING = Timing(submitted_ms=9000, edits=3, values={"clue": WORD})


class TwoSittings:
    """Ada has sat twice: alone with a model, then with Ben; Ben has sat once alone."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.writer = writer = Writer(path)
        self.ada, self.ben = writer.person("Ada").id, writer.person("Ben").id
        self.first, self.second = session(writer, self.ada), session(writer, self.ada)
        self.bens = session(writer, self.ben)
        writer.sitting_event(self.second, "paused", WORD)
        guesser = SeatAssignment("Player 2", "WordGuesser", "human", "human", self.ben)
        self.alone = self.played(self.first, human(self.ada), MODEL)
        self.shared = self.played(self.second, human(self.ada), guesser)
        self.other = self.played(self.bens, human(self.ben), MODEL)

    def played(self, sitting: str, *seats: SeatAssignment) -> str:
        writer = self.writer
        episode = writer.start_episode(start(sitting, *seats, tags={"wave": "1"}))
        writer.request(episode, request(1, "hello"))
        writer.entry(episode, Response.of(1, f"{WORD} in {episode}"), TIMING)
        writer.request(episode, request(2, WORD, seat="Player 2"))
        writer.entry(episode, Response.of(2, f"a {WORD} in {episode}"), TIMING)
        writer.end_episode(episode, "finished", scores=Scores(0, 1, 0, {"Main Score": 100}))
        for seat in seats:
            if seat.person is not None:
                writer.exposure(seat.person, "taboo:tea", "h", "played", episode)
        return episode

    def erased(self) -> set[str]:
        with Reader(self.path) as reader:
            return {each.id for each in reader.episodes(EpisodeFilter()) if each.erased}

    def timings(self, episode: str) -> list[float | None]:
        query = "SELECT submitted_ms FROM entries WHERE episode = ? ORDER BY seq"
        return [row[0] for row in rows(self.writer, query, (episode,))]

    def targets(self) -> dict[str, tuple[ErasureTarget, set[str]]]:
        """Return a target of each scope, with the episodes that it covers."""
        return {
            "person": (ErasureTarget(person=self.ada), {self.alone, self.shared}),
            "sitting": (ErasureTarget(session=self.second), {self.shared}),
            "episodes": (ErasureTarget(episodes=(self.alone, self.other)),
                         {self.alone, self.other}),
        }  # fmt: skip


@pytest.fixture
def two(tmp_path: Path) -> TwoSittings:
    return TwoSittings(tmp_path / "records.db")


SCOPES = pytest.mark.parametrize("scope", ["person", "sitting", "episodes"])


@SCOPES
def test_an_erasure_covers_the_episodes_of_its_scope_and_no_others(
    two: TwoSittings, scope: str
) -> None:
    target, episodes = two.targets()[scope]
    assert set(two.writer.covered_by(target)) == episodes
    assert set(two.writer.erase(target).episodes) == episodes == two.erased()
    two.writer.close()
    files = b"".join(file.read_bytes() for file in two.path.parent.glob("records*"))
    kept = {two.alone, two.shared, two.other} - episodes
    assert {each for each in kept if f"{WORD} in {each}".encode() in files} == kept
    assert not [each for each in episodes if f"{WORD} in {each}".encode() in files]


@SCOPES
@pytest.mark.parametrize("scores", [False, True])
def test_scores_stay_unless_they_are_erased_too_and_then_none_is_added(
    two: TwoSittings, scope: str, scores: bool
) -> None:
    target, episodes = two.targets()[scope]
    target = ErasureTarget(target.person, target.session, target.episodes, scores)
    two.writer.erase(target)
    scored = {row[0] for row in dump(two.path)["scores"]}
    assert scored == {two.alone, two.shared, two.other} - (episodes if scores else set())
    if scores:
        with pytest.raises(RefusedWrite, match="scores of the episode were erased"):
            two.writer.add_scores(min(episodes), "another", Scores(0, 1, 0, {"Main Score": 1}))


@SCOPES
def test_tags_exposures_and_the_timing_of_others_are_kept(two: TwoSittings, scope: str) -> None:
    before = dump(two.path)
    two.writer.erase(two.targets()[scope][0])
    after = dump(two.path)
    assert after["tags"] == before["tags"] != set()
    assert after["exposures"] == before["exposures"] != set()
    assert two.timings(two.shared) == [9000 if scope == "episodes" else None, 9000]


def test_whoever_is_deleted_with_their_scores_leaves_no_exposures(two: TwoSittings) -> None:
    two.writer.erase(ErasureTarget(person=two.ada, scores=True))
    assert {row[1] for row in dump(two.path)["exposures"]} == {two.ben}


@pytest.mark.parametrize("scope", ["sitting", "episodes"])
def test_a_person_can_play_on_after_a_sitting_or_episodes_are_erased(
    two: TwoSittings, scope: str
) -> None:
    two.writer.erase(two.targets()[scope][0])
    with Reader(two.path) as reader:
        assert [person.pseudonym for person in reader.people()] == ["Ada", "Ben"]
        assert [each.value for each in reader.facets().people] == ["Ada", "Ben"]
    again = two.played(session(two.writer, two.ada), human(two.ada), MODEL)
    assert again not in two.erased()
    assert two.writer.person("Ada").id == two.ada


def test_a_sitting_covers_what_was_resumed_in_it(two: TwoSittings) -> None:
    episode = two.writer.start_episode(start(two.first, human(two.ada), MODEL))
    two.writer.release(episode)
    two.writer.resume_episode(episode, two.second)
    two.writer.request(episode, request(1, WORD))
    assert set(two.writer.covered_by(ErasureTarget(session=two.second))) == {two.shared, episode}
    two.writer.erase(ErasureTarget(session=two.second))
    with pytest.raises(ErasedEpisode):
        two.writer.resume_episode(episode, two.second)


def test_remarks_on_a_sitting_go_with_it(two: TwoSittings) -> None:
    two.writer.erase(ErasureTarget(session=two.second))
    platforms = rows(two.writer, "SELECT id FROM sessions WHERE platform = ''")
    assert platforms == [(two.second,)]
    assert rows(two.writer, "SELECT DISTINCT note FROM sitting_events") == [("",)]


def test_scores_can_be_erased_after_the_text(two: TwoSittings) -> None:
    two.writer.erase(ErasureTarget(person=two.ada))
    two.writer.erase(ErasureTarget(episodes=(two.alone,), scores=True))
    assert {row[0] for row in dump(two.path)["scores"]} == {two.shared, two.other}


@pytest.mark.parametrize(
    "target",
    [ErasureTarget(person="x"), ErasureTarget(session="x"), ErasureTarget(episodes=("x",))],
)
def test_what_does_not_exist_is_not_erased(two: TwoSittings, target: ErasureTarget) -> None:
    before = dump(two.path)
    with pytest.raises(NotFound, match=r"unknown (person|sitting|episode) x"):
        two.writer.erase(target)
    assert dump(two.path) == before


@SCOPES
def test_what_is_erased_in_one_database_comes_back_from_no_other(
    two: TwoSittings, scope: str
) -> None:
    other = copy_database_of(two, "other.db")
    target, episodes = two.targets()[scope]
    two.writer.erase(ErasureTarget(target.person, target.session, target.episodes, scores=True))
    two.writer.close()
    merge(two.path, other)
    merge(other, two.path)
    for path in (two.path, other):
        found = dump(path)
        assert {row[0] for row in found["erased_episodes"]} == episodes
        assert not {row[0] for row in found["scores"]} & episodes
        files = b"".join(file.read_bytes() for file in path.parent.glob(f"{path.stem}.db*"))
        assert not [each for each in episodes if f"{WORD} in {each}".encode() in files]
    assert [merge(two.path, other).rows, merge(other, two.path).rows] == [0, 0]


@SCOPES
def test_a_merge_does_not_erase_what_is_being_played_here(two: TwoSittings, scope: str) -> None:
    episode = two.writer.start_episode(start(two.second, human(two.ada), MODEL))
    two.writer.request(episode, request(1, "hello"))
    other = copy_database_of(two, "other.db")
    there = Writer(other)
    target = two.targets()[scope][0]
    there.erase(ErasureTarget(episodes=(episode,)) if scope == "episodes" else target)
    there.close()
    with pytest.raises(LeaseHeld, match=f"{episode} is being played here but was erased in"):
        merge(two.path, other)
    two.writer.entry(episode, Response.of(1, "played on"))
    two.writer.close()
    merge(two.path, other)
    assert episode in two.erased()


@SCOPES
def test_the_erasures_of_an_unrelated_database_erase_nothing_here(
    two: TwoSittings, tmp_path: Path, scope: str
) -> None:
    unrelated = TwoSittings(tmp_path / "unrelated.db")
    unrelated.writer.erase(unrelated.targets()[scope][0])
    unrelated.writer.close()
    playing = two.writer.start_episode(start(two.second, human(two.ada), MODEL))
    two.writer.request(playing, request(1, "hello"))
    merge(two.path, unrelated.path)
    two.writer.entry(playing, Response.of(1, "played on"))
    assert not two.erased() & {two.alone, two.shared, two.other, playing}


def copy_database_of(two: TwoSittings, name: str) -> Path:
    two.writer._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return copy_database(two.path, name)
