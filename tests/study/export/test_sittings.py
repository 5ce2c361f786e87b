"""What a participant did is in the order of the way through the study, whatever the clock says."""

from __future__ import annotations

from dataclasses import replace

from clemtui.records.studies import Answer, AnswerPart, Assignment, StudyRef
from clemtui.study.export.sittings import Way
from clemtui.study.path.steps import Outline
from tests.study.results.synthetic import answer, assignment

OUTLINE = Outline(attention=("blue", "red"), questionnaire=("age",), breaks=1)


def assigned(position: int, game: str, *, practice: bool = False) -> Assignment:
    made = assignment("a")
    return replace(made, ref=StudyRef("a", position), game=game, practice=practice)


WAY = Way(
    OUTLINE,
    [
        assigned(1, "taboo", practice=True), assigned(2, "taboo"), assigned(3, "taboo"),
        assigned(4, "wordle"),
    ],
)  # fmt: skip


def said(
    part: AnswerPart, item: str, session: str, position: int | None = None, attempt: int = 1
) -> Answer:
    return replace(
        answer("a", part, item, attempt=attempt), session=session, position=position, id=session
    )


def test_sittings_are_in_the_order_of_what_was_done_in_them() -> None:
    """The ids are those of a clock that was set back twice."""
    answers = [
        said("questionnaire", "age", "0-last"),
        said("break", "read", "1-fourth", 3),
        said("comprehension", "taboo.q", "5-second"),
        said("consent", "record", "9-first"),
        said("instructions", "taboo", "9-first"),
    ]
    found = WAY.sessions(answers, [(1, "9-first"), (2, "5-second"), (3, "4-third")])
    assert found == {"9-first": 1, "5-second": 2, "4-third": 3, "1-fourth": 4, "0-last": 5}


def test_an_attention_question_is_where_it_is_asked() -> None:
    answers = [said("attention", "blue", "2-middle"), said("attention", "red", "1-later")]
    found = WAY.sessions(answers, [(2, "3-before"), (3, "2-middle"), (4, "0-end")])
    assert found == {"3-before": 1, "2-middle": 2, "1-later": 3, "0-end": 4}
    no_breaks = Way(replace(OUTLINE, breaks=0), WAY.assignments)
    assert no_breaks.sessions(answers, [(4, "9")]) == {"9": 1, "1-later": 2, "2-middle": 3}


def test_a_sitting_of_which_only_the_withdrawal_is_known_is_the_last() -> None:
    found = WAY.sessions([said("withdrawal", "kept", "0")], [(1, "5"), (3, "4")])
    assert found == {"5": 1, "4": 2, "0": 3}


def test_answers_are_in_the_order_of_the_way() -> None:
    right = [
        said("consent", "record", "a"),
        said("consent", "publish", "b"),
        said("instructions", "taboo", "c"),
        said("comprehension", "taboo.q", "d"),
        said("comprehension", "taboo.q", "e", attempt=2),
        said("episode", "partner", "f", 2),
        said("attention", "blue", "g"),
        said("break", "read", "h", 2),
        said("instructions", "wordle", "i"),
        said("questionnaire", "age", "j"),
        said("questionnaire", "ai_use", "k"),
        said("debrief", "read", "l"),
    ]
    assert list(WAY.answers(right)) == right
    mixed = [right[1], right[0], *right[:1:-1]]
    sessions = [each.session for each in WAY.answers(mixed)]
    assert sessions == list("bacdefghikjl"), "those at one place as they were recorded"
