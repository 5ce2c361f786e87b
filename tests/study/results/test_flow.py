"""The flow of participants: everyone is counted once at every stage, so that the numbers add up."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clemtui.records.studies import StudyResult
from clemtui.study.results.flow import REASONS, Flow, flow_of
from clemtui.study.results.marks import MARKS, OF_PARTICIPANT, Mark, Marks
from clemtui.study.telling.flow import flow_lines, stages
from tests.study.results.synthetic import enrolment, result


def flow(
    people: dict[str, frozenset[Mark]],
    results: list[StudyResult],
    *,
    gone: frozenset[str] = frozenset(),
    excluding: frozenset[Mark] = frozenset({"comprehension", "attention", "ai_use"}),
    episodes: dict[str, frozenset[Mark]] | None = None,
) -> Flow:
    enrolled = [enrolment(each, at) for at, each in enumerate(people, 1)]
    marks = Marks(people, episodes or {}, excluding)
    return flow_of({"not eligible": 2, "declined": 1}, enrolled, gone, results, marks)


def of_one(
    *marks: Mark, counts: bool = True, gone: bool = False, excluding: frozenset[Mark] | None = None
) -> Flow:
    """Return the flow of one participant with an episode."""
    left_out = None if counts else "void"
    return flow(
        {"a": frozenset(marks)},
        [result("a", 0, left_out=left_out)],
        gone=frozenset({"a"} if gone else ()),
        excluding=frozenset({"comprehension", "attention", "ai_use"})
        if excluding is None
        else excluding,
    )


def reason(found: Flow) -> str | None:
    named = [reason for reason, number in found.not_analysed.items() if number]
    assert len(named) == found.admitted - found.analysed
    return named[0] if named else None


def test_everyone_who_was_asked_is_in_the_flow_once() -> None:
    nothing: frozenset[Mark] = frozenset()
    found = flow(
        {"a": frozenset({"ai_use", "attention"}), "b": frozenset({"unfinished"}), "c": nothing,
         "d": nothing},
        [result("a", 0), result("b", 1), result("c", 2), result("d", 3, left_out="void")],
        gone=frozenset({"b"}),
    )  # fmt: skip
    assert (found.asked, found.admitted, found.analysed) == (7, 4, 2)
    assert (found.finished, found.unfinished, found.withdrawn) == (3, 0, 1)
    assert {why: n for why, n in found.not_analysed.items() if n} == {
        "attention": 1, "no episode counts": 1
    }  # fmt: skip
    assert found.analysed_stages == {"finished": 1, "unfinished": 0, "withdrawn": 1}


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (of_one(), None),
        (of_one("unfinished"), None),
        (of_one("unfinished", gone=True), None),
        (of_one("unfinished", counts=False, gone=True), "withdrawn"),
        (of_one("unfinished", "ai_use", gone=True), "withdrawn"),
        (of_one("ai_use", "comprehension"), "comprehension"),
        (of_one("unfinished", "ai_use"), "ai_use"),
        (of_one("unfinished", counts=False), "unfinished"),
        (of_one("unfinished", excluding=frozenset({"unfinished"})), "unfinished"),
        (of_one("ai_use", excluding=frozenset()), None),
        (of_one(counts=False), "no episode counts"),
    ],
)
def test_whoever_is_not_analysed_has_the_first_reason_that_applies(
    found: Flow, expected: str | None
) -> None:
    assert reason(found) == expected


def test_an_episode_without_scores_is_not_analysed() -> None:
    """Its scores were erased: no figure counts it, and so it makes no one count."""
    unscored = replace(result("a", 0), aborted=None, main_score=None)
    assert reason(flow({"a": frozenset()}, [unscored])) == "no episode counts"


def test_marks_of_all_episodes_leave_nothing_that_counts() -> None:
    each = result("a", 0)
    found = flow(
        {"a": frozenset()},
        [each],
        excluding=frozenset({"too_fast"}),
        episodes={each.episode: frozenset({"too_fast"})},
    )
    assert reason(found) == "no episode counts"


PEOPLE = st.lists(
    st.tuples(
        st.frozensets(st.sampled_from(sorted(OF_PARTICIPANT))),
        st.booleans(),
        st.sampled_from([None, "void", "excluded", "not finished"]),
    ),
    max_size=12,
)


@given(PEOPLE, st.frozensets(st.sampled_from(MARKS)))
def test_the_numbers_add_up_at_every_stage(
    people: list[tuple[frozenset[Mark], bool, str | None]], excluding: frozenset[Mark]
) -> None:
    named = [f"p{number}" for number in range(len(people))]
    found = flow(
        {name: marks for name, (marks, _, _) in zip(named, people, strict=True)},
        [result(name, 0, left_out=why) for name, (_, _, why) in zip(named, people, strict=True)],
        gone=frozenset(name for name, (_, gone, _) in zip(named, people, strict=True) if gone),
        excluding=excluding,
    )
    assert found.asked == sum(found.turned_away.values()) + found.admitted
    assert found.admitted == found.finished + found.unfinished + found.withdrawn == len(people)
    assert found.admitted == sum(found.not_analysed.values()) + found.analysed
    assert found.analysed == sum(found.analysed_stages.values())
    assert list(found.not_analysed) == list(REASONS)


def test_the_printed_numbers_add_up_and_say_how_reasons_are_counted() -> None:
    found = flow(
        {
            "a": frozenset({"ai_use", "attention"}), "b": frozenset({"unfinished", "ai_use"}),
            "c": frozenset(), "d": frozenset({"unfinished"}),
        },
        [result("c", 0), result("d", 1)],
        gone=frozenset({"b"}),
    )  # fmt: skip
    assert list(flow_lines(found)) == [
        "asked: 7",
        "  not admitted: 3",
        "    not eligible: 2",
        "    declined: 1",
        "admitted: 4",
        "  finished: 2, not finished: 1, withdrawn or erased: 1",
        "  not analysed: 2",
        "    withdrawn or erased: 1",
        "    excluded (attention): 1",
        "    not finished: 0",
        "    no episode that counts: 0",
        "    (each of them under the first reason that applies, in this order)",
        "analysed: 2",
        "  finished: 1, not finished: 1, withdrawn or erased: 0",
    ]
    admitted = stages(found)[1]
    assert sum(int(each.rpartition(" ")[2]) for each in admitted.why) == 2
