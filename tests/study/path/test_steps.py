"""Tests of the steps of a participant: they follow from what is recorded and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from clemtui.records.studies import Answer, AnswerPart, AssignedEpisode, Assignment, StudyRef
from clemtui.records.work import EndState, ItemRef
from clemtui.study.path.steps import (
    ATTEMPTS,
    PARTNER,
    READ,
    Attention,
    Break,
    Comprehension,
    Debrief,
    Finished,
    Instructions,
    Outline,
    PartnerQuestion,
    Play,
    Questionnaire,
    Step,
    failed,
    next_step,
)

NOW = datetime(2026, 1, 31, tzinfo=UTC)
RULES = {"taboo": {"loses": 2, "points": 3}}


def assignments(*games: tuple[str, int, int]) -> list[Assignment]:
    """Return assignments: for each game its id, practice episodes and episodes that count."""
    found: list[Assignment] = []
    for block, (game, practice, counting) in enumerate(games, 1):
        for at in range(practice + counting):
            position = len(found) + 1
            found.append(
                Assignment(
                    ref=StudyRef("E", position),
                    item=ItemRef("study-x", str(position)),
                    state="open",
                    game=game,
                    seat="A",
                    language="en",
                    instance_hash=str(position),
                    exposure_key=str(position),
                    block=block,
                    practice=at < practice,
                )
            )
    return found


def played(assignment: Assignment, *ends: EndState | None) -> Assignment:
    """Return an assignment with episodes that have ended so; None: not yet."""
    episodes = tuple(AssignedEpisode(str(at), end, None, False) for at, end in enumerate(ends))
    return replace(assignment, episodes=episodes)


def answer(
    part: AnswerPart, item: str, value: object = True, attempt: int = 1, position: int | None = None
) -> Answer:
    return Answer("", "E", part, item, value, attempt, position, "s", None, NOW, 0.0)


def taken(step: Step, outline: Outline, chosen: int) -> tuple[list[Answer], int | None]:
    """Return the answers that a step leads to, and the position of the episode it plays."""
    match step:
        case Instructions(game):
            return [answer("instructions", game)], None
        case Comprehension(game, attempt, questions):
            return [
                answer("comprehension", f"{game}.{each}", chosen, attempt) for each in questions
            ], None
        case Play(assignment):
            return [], assignment.ref.position
        case PartnerQuestion(assignment):
            return [answer("episode", PARTNER, position=assignment.ref.position)], None
        case Attention(question):
            return [answer("attention", question)], None
        case Break(position):
            return [answer("break", READ, position=position)], None
        case Questionnaire(questions):
            return [answer("questionnaire", questions[0])], None
        case Debrief():
            return [answer("debrief", READ)], None
    raise AssertionError(step)


def walk(
    outline: Outline, planned: Sequence[Assignment], chosen: int = 0
) -> Iterator[tuple[Step, list[Answer]]]:
    """Yield every step of a participant with the answers before it, until they have finished."""
    said: list[Answer] = []
    now = list(planned)
    while not isinstance(step := next_step(outline, now, said), Finished):
        yield step, list(said)
        new, position = taken(step, outline, chosen)
        said += new
        if position is not None:
            now[position - 1] = played(now[position - 1], "finished")
        assert len(said) < 1000, "no end"


def kinds(outline: Outline, planned: Sequence[Assignment], chosen: int = 0) -> list[str]:
    return [type(step).__name__ for step, _ in walk(outline, planned, chosen)]


def test_a_game_is_explained_practised_and_understood_before_it_counts() -> None:
    outline = Outline(comprehension=RULES)
    path = kinds(outline, assignments(("taboo", 1, 2), ("wordle", 1, 1)))
    assert path == [
        "Instructions", "Play", "Comprehension", "Comprehension", "Play", "Play",
        "Instructions", "Play", "Play",
        "Debrief",
    ]  # fmt: skip


def test_a_question_that_was_answered_rightly_is_not_asked_again() -> None:
    outline = Outline(comprehension=RULES)
    planned = assignments(("taboo", 0, 1))
    steps = [step for step, _ in walk(outline, planned, 2)]
    assert steps[1:3] == [
        Comprehension("taboo", 1, ("loses", "points")),
        Comprehension("taboo", 2, ("points",)),
    ]


def test_after_two_attempts_play_goes_on_and_the_failure_is_known() -> None:
    outline = Outline(comprehension=RULES)
    planned = assignments(("taboo", 0, 1))
    *_, (_, said) = walk(outline, planned, 1)
    assert max(each.attempt for each in said) == ATTEMPTS
    assert failed(outline, "taboo", said) == ("loses", "points")
    *_, (_, said) = walk(outline, planned, 3)
    assert failed(outline, "taboo", said) == ("loses",)
    assert failed(outline, "taboo", []) == ()


def test_breaks_come_after_so_many_episodes_that_count_and_not_after_the_last() -> None:
    outline = Outline(breaks=2)
    path = kinds(outline, assignments(("taboo", 1, 4), ("wordle", 1, 2)))
    assert path == [
        "Instructions", "Play", "Play", "Play", "Break", "Play", "Play", "Break",
        "Instructions", "Play", "Play", "Play",
        "Debrief",
    ]  # fmt: skip


def test_attention_questions_are_spread_over_the_breaks_and_none_is_forgotten() -> None:
    outline = Outline(breaks=1, attention=("a", "b", "c"))
    path = kinds(outline, assignments(("taboo", 0, 3)))
    assert path == [
        "Instructions", "Play", "Attention", "Break", "Play", "Attention", "Break", "Play",
        "Attention", "Debrief",
    ]  # fmt: skip
    without = replace(outline, breaks=0)
    assert kinds(without, assignments(("taboo", 0, 1)))[-4:] == [*["Attention"] * 3, "Debrief"]


def test_the_partner_is_asked_about_after_every_episode_that_counts() -> None:
    outline = Outline(partner_question=True)
    path = kinds(outline, assignments(("taboo", 1, 2)))
    assert path.count("PartnerQuestion") == 2
    assert path[:4] == ["Instructions", "Play", "Play", "PartnerQuestion"]


def test_the_questionnaire_asks_what_was_not_answered_yet() -> None:
    outline = Outline(questionnaire=("age", "ai_use"))
    planned = [played(assignments(("taboo", 0, 1))[0], "finished")]
    said = [answer("instructions", "taboo")]
    assert next_step(outline, planned, said) == Questionnaire(("age", "ai_use"))
    said.append(answer("questionnaire", "age"))
    assert next_step(outline, planned, said) == Questionnaire(("ai_use",))
    said.append(answer("questionnaire", "ai_use", None))
    assert next_step(outline, planned, said) == Debrief()


def test_a_void_episode_is_played_again_and_an_interrupted_one_goes_on() -> None:
    outline = Outline()
    (assignment,) = assignments(("taboo", 0, 1))
    said = [answer("instructions", "taboo")]
    for episodes, plays in [
        ((), True),
        ((None,), True),
        (("void",), True),
        (("void", None), True),
        (("finished",), False),
        (("abandoned",), False),
        (("void", "finished"), False),
    ]:
        now = played(assignment, *episodes)  # type: ignore[arg-type]
        step = next_step(outline, [now], said)
        assert step == (Play(now) if plays else Debrief()), episodes


def test_whoever_withdraws_has_nothing_left_to_do() -> None:
    outline = Outline(questionnaire=("age",))
    planned = assignments(("taboo", 1, 1))
    for _, said in walk(outline, planned):
        withdrawn = [*said, answer("withdrawal", "kept", None)]
        assert next_step(outline, planned, withdrawn) == Finished(withdrawn=True)


@given(
    practice=st.integers(0, 2),
    counting=st.integers(1, 5),
    games=st.integers(1, 3),
    breaks=st.integers(0, 3),
    attention=st.integers(0, 3),
    partner=st.booleans(),
    chosen=st.integers(1, 3),
)
def test_every_path_plays_everything_once_and_ends(
    practice: int,
    counting: int,
    games: int,
    breaks: int,
    attention: int,
    partner: bool,
    chosen: int,
) -> None:
    outline = Outline(
        comprehension={f"game{at}": {"q": 2} for at in range(games)},
        attention=tuple(f"attention{at}" for at in range(attention)),
        questionnaire=("age", "more"),
        breaks=breaks,
        partner_question=partner,
    )
    planned = assignments(*((f"game{at}", practice, counting) for at in range(games)))
    steps = [step for step, _ in walk(outline, planned, chosen)]
    plays = [step.assignment.ref.position for step in steps if isinstance(step, Play)]
    assert plays == list(range(1, len(planned) + 1))
    asked = [step.question for step in steps if isinstance(step, Attention)]
    assert asked == list(outline.attention)
    assert sum(isinstance(step, Instructions) for step in steps) == games
    assert isinstance(steps[-1], Debrief)
