"""Tests of marks: nothing is deleted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from clemtui.records.studies import Answer, StudyResponse
from clemtui.study.path.steps import READ
from clemtui.study.results.identical import are_identical
from clemtui.study.results.marks import Mark, Marks, find_marks
from tests.study.results.synthetic import (
    answer,
    assignment,
    enrolment,
    manifest,
    response,
    result,
)

FINISHED = [
    answer("a", "instructions", "taboo"),
    answer("a", "comprehension", "taboo.q", 2),
    answer("a", "questionnaire", "age", "18 to 24"),
    answer("a", "questionnaire", "familiarity.taboo", "x"),
    answer("a", "questionnaire", "ai_use", False),
    answer("a", "debrief", READ),
]
"""What a participant says who does everything."""


def marks(
    said: Sequence[Answer] = FINISHED,
    given: Sequence[StudyResponse] = (),
    *,
    finished: bool = True,
    **tables: Any,
) -> Marks:
    episode = result("a", 0)
    responses = [replace(each, episode=episode.episode) for each in given]
    found = manifest(**tables)
    assigned = [assignment("a", finished=finished)]
    return find_marks(found, [enrolment("a")], assigned, said, [episode], responses)


def of_person(found: Marks) -> frozenset[Mark]:
    return found.participants["a"]


def of_episode(*given: StudyResponse, **checks: Any) -> frozenset[Mark]:
    found = marks(given=given, checks=checks)
    return next(iter(found.episodes.values()), frozenset())


def test_whoever_does_everything_has_no_mark() -> None:
    assert of_person(marks()) == frozenset()


def test_comprehension_is_failed_after_two_wrong_answers() -> None:
    wrong = [answer("a", "comprehension", "taboo.q", 1, attempt) for attempt in (1, 2)]
    others = [each for each in FINISHED if each.part != "comprehension"]
    assert of_person(marks([*others, *wrong])) == {"comprehension"}
    right = answer("a", "comprehension", "taboo.q", 2, 2)
    assert of_person(marks([*others, wrong[0], right])) == frozenset()


def test_a_wrong_answer_to_an_obvious_question_is_a_mark() -> None:
    question = {"id": "three", "text": {"en": "?"}, "options": [{"en": "x"}] * 3, "answer": 3}
    checks = {"attention": [question]}
    for value, expected in ((3, frozenset()), (1, {"attention"})):
        said = [*FINISHED, answer("a", "attention", "three", value)]
        assert of_person(marks(said, checks=checks)) == expected


def test_the_use_of_a_language_model_is_what_participants_say() -> None:
    said = [each for each in FINISHED if each.item != "ai_use"]
    assert of_person(marks([*said, answer("a", "questionnaire", "ai_use", True)])) == {"ai_use"}


def test_unfinished_is_whoever_has_a_step_left_or_has_withdrawn() -> None:
    assert of_person(marks(FINISHED[:-1])) == {"unfinished"}
    assert of_person(marks(FINISHED[:-1], finished=False)) == {"unfinished"}
    assert of_person(marks(finished=False)) == set(), "an amendment asks nothing of the debriefed"
    withdrawn = [*FINISHED, answer("a", "withdrawal", "kept", "everything")]
    assert of_person(marks(withdrawn)) == {"unfinished"}


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        ((0.5, 0.5), {"too_fast"}),
        ((0.5, 5.0), {"too_fast"}),
        ((0.5, 5.0, 5.0), set()),
        ((1.0, 1.0), set()),
        ((None, None), set()),
        ((None, 0.2), {"too_fast"}),
        ((601.0, 5.0), {"idle"}),
        ((600.0, 5.0), set()),
    ],
)
def test_an_episode_is_too_fast_or_idle_by_the_rules_of_the_protocol(
    seconds: Sequence[float | None], expected: set[Mark]
) -> None:
    given = [response("", f"answer {at}", each) for at, each in enumerate(seconds)]
    assert of_episode(*given) == expected


def test_as_many_identical_answers_in_a_row_are_a_mark() -> None:
    same = [response("", "yes")] * 4
    assert of_episode(*same) == frozenset()
    assert of_episode(*same, response("", " yes ")) == {"identical"}
    assert of_episode(*same, response("", "no"), response("", "yes")) == frozenset()
    assert of_episode(*[response("", "")] * 9) == frozenset(), "erased, or nothing was said"


def test_pasted_answers_are_a_mark_unless_the_front_end_cannot_tell() -> None:
    assert of_episode(response("", pasted=3)) == {"pasted"}
    assert of_episode(response("", pasted=None)) == frozenset()


def test_what_the_protocol_does_not_check_is_not_marked() -> None:
    off = {"too_fast": {"seconds": 0.0}, "idle_minutes": 0.0, "identical": 0, "pasted": False}
    given = [response("", "a", 0.1, 9)] * 9 + [response("", "a", 9999.0, 9)]
    assert of_episode(*given, **off) == frozenset()


def test_only_what_the_protocol_names_excludes() -> None:
    given = [response("", "a", 0.1)] * 2
    for exclude, expected in (([], ()), (["too_fast"], ("too_fast",)), (["idle"], ())):
        found = marks(given=given, checks={"exclude": exclude})
        assert found.excludes(result("a", 0)) == expected


def test_side_questions_are_passed_over_in_a_row_of_identical_answers() -> None:
    """The right answers to them are often the same ones."""
    aside = replace(response("", "no"), side=True)
    assert of_episode(*[aside] * 9) == frozenset()
    same = [response("", "I do not know")] * 4
    assert of_episode(*same, *[aside] * 9) == frozenset()
    assert of_episode(*same, aside, aside, same[0]) == {"identical"}, "they interrupt no row"


def test_choices_among_fixed_options_are_passed_over_in_a_row_of_identical_answers() -> None:
    given = [replace(response("e", "first"), request=number) for number in range(1, 6)]
    assert are_identical(given, 5)
    assert not are_identical(given, 5, {("e", number) for number in range(1, 6)})
    assert not are_identical(given, 5, {("e", 3)})
    assert are_identical(given, 5, {("another", number) for number in range(1, 6)})
