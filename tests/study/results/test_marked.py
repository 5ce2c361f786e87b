"""How much is marked: each mark says whose it is, and of how many."""

from __future__ import annotations

from clemtui.study.results.marked import Marked, marked_of
from clemtui.study.results.marks import Marks
from clemtui.study.telling.flow import marked_line
from tests.study.results.synthetic import enrolment, result

RESULTS = [
    result("a", 0), result("a", 1), result("b", 2), result("b", 3, left_out="not finished"),
    result("c", 4, practice=True), result("c", 5, left_out="erased"),
]  # fmt: skip
PEOPLE = [enrolment(each, at) for at, each in enumerate("abc", 1)]


def found(marks: Marks) -> list[Marked]:
    return list(marked_of(PEOPLE, RESULTS, marks))


def test_a_mark_of_a_participant_counts_people_and_what_they_began() -> None:
    marks = Marks({"b": frozenset({"ai_use"})}, {}, frozenset({"ai_use"}))
    (ai,) = found(marks)
    assert (ai.unit, ai.participants, ai.of_participants) == ("participant", 1, 3)
    assert (ai.episodes, ai.of_episodes) == (2, 4), "no practice, and nothing that was erased"
    assert marked_line(ai) == ("ai_use: 1 of 3 participants, with 2 of 4 episodes; excludes them")


def test_a_mark_of_an_episode_counts_episodes_and_whose_they_are() -> None:
    fast, once = frozenset({"too_fast"}), frozenset({"too_fast", "pasted"})
    episodes = {RESULTS[0].episode: fast, RESULTS[1].episode: once}
    too_fast, pasted = found(Marks({}, episodes, frozenset({"pasted"})))  # type: ignore[arg-type]
    assert marked_line(too_fast) == (
        "too_fast: 2 of 4 episodes, of 1 of 3 participants; excludes nothing"
    )
    assert marked_line(pasted) == ("pasted: 1 of 4 episodes, of 1 of 3 participants; excludes them")


def test_what_no_one_has_is_not_mentioned() -> None:
    assert found(Marks({"a": frozenset()}, {}, frozenset({"ai_use"}))) == []
