"""Columns, levels and values that several tables have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from clemtui.records.line_ups import identity
from clemtui.records.rows import EXCLUDED_TAG, STUDY_PREFIX, SeatAssignment
from clemtui.store.codec import compact
from clemtui.study.export.columns import Column, Row, flag, json, score
from clemtui.study.export.played import Played

STATES: Mapping[str, str] = {
    "running": "begun, and not ended",
    "finished": "played to its end",
    "abandoned": "given up",
    "void": "closed as void, and to be played again",
}
LEFT_OUT: Mapping[str, str] = {
    "practice": "it was for practice",
    "excluded": "the researchers excluded it",
    "continued": "it continues another episode with another partner",
    "not finished": "it has not ended",
    "abandoned": "it was given up",
    "void": "it was closed as void",
    "repetition": "the participant had met the task before",
}
MARKS: Mapping[str, str] = {
    "comprehension": "answered a question about the rules wrongly twice",
    "attention": "answered an attention question wrongly",
    "ai_use": "used a language model or another program, by their own account",
    "unfinished": "did not finish the study, or withdrew from it",
    "too_fast": "answers too fast to be thought about",
    "idle": "one answer took too long",
    "identical": "many identical answers in words in a row",
    "pasted": "an answer was pasted",
}
NOT_SCORED = "the episode has no scores, or not this one"


def participant(value: Callable[[Row], str | None], missing: str = "") -> Column[Row]:
    """Return the column that names the participant."""
    return Column(
        "participant_id",
        "the participant, by their number in the study; it is not the code with which they can "
        "ask for the erasure of their data",
        value,
        missing=missing,
    )


def assignment(value: Callable[[Row], int | None], missing: str = "") -> Column[Row]:
    """Return the column that names the assignment of a participant."""
    return Column(
        "assignment", "the assignment, by its place in the participant's order, from 1", value,
        "integer", missing=missing, least=1,
    )  # fmt: skip


def task(
    value: Callable[[Row], tuple[str, str, str, str, str]],
) -> tuple[Column[Row], ...]:
    """Return the columns of a task.

    Args:
        value: returns the game, the seat, the prompt language, the hash and the name of a task.
    """
    return (
        Column("game", "id of the game", lambda row: value(row)[0]),
        Column("seat", "the seat that was played, by its id in the game", lambda r: value(r)[1]),
        Column("language", "language of the prompts", lambda r: value(r)[2], unit="BCP 47"),
        Column(
            "instance", "identity of the instance; materials/ lists them", lambda r: value(r)[3],
            unit="SHA-256",
        ),
        Column(
            "task",
            "name of the task, the same in every language that has it",
            lambda row: value(row)[4] or None,
            missing="the task was removed by an amendment",
        ),
    )  # fmt: skip


def outcome(
    aborted: Callable[[Row], bool | None],
    played: Callable[[Row], Played],
    main: Callable[[Row], float | None],
) -> tuple[Column[Row], ...]:
    """Return the columns of the flags and scores of an episode."""
    return (
        flag("aborted", "whether it was aborted, by clembench's flag", aborted, NOT_SCORED),
        flag(
            "success",
            "whether it was solved, by clembench's flag",
            lambda row: _flag(played(row), "success"),
            NOT_SCORED,
        ),
        flag(
            "lose",
            "whether it was lost, by clembench's flag",
            lambda row: _flag(played(row), "lose"),
            NOT_SCORED,
        ),
        score(
            "main_score",
            "the score of the game, as clembench computes it",
            main,
            "the episode was aborted, or has no scores",
        ),
        score(
            "joint_score",
            "the same, with 0 for an aborted episode",
            lambda row: 0.0 if aborted(row) else main(row),
            "the episode has no such score",
        ),
        json(
            "scores",
            "all scores of the episode, by clembench's names; null is its NaN",
            lambda row: _scores(played(row)),
            NOT_SCORED,
        ),
    )


def _scores(played: Played) -> str | None:
    scores = played.summary.scores
    return None if scores is None else compact(dict(scores.episode))


def _flag(played: Played, name: str) -> bool | None:
    scores = played.summary.scores
    found = None if scores is None else getattr(scores, name)
    return None if found is None else bool(found)


def words(found: Iterable[str]) -> str | None:
    """Return several words in one cell; None for none."""
    return " ".join(found) or None


def exclusion(played: Played, study: str) -> str | None:
    """Return why the researchers excluded an episode, in their words; None if they did not."""
    found = [
        each.reason
        for each in played.summary.decisions
        if each.key == EXCLUDED_TAG
        and (each.value == STUDY_PREFIX + study or not each.value.startswith(STUDY_PREFIX))
    ]
    return "; ".join(found) or None


def partners(seats: Iterable[SeatAssignment], seat: str) -> tuple[SeatAssignment, ...]:
    """Return the players in the other seats, without services, which belong to the rules."""
    return tuple(each for each in seats if each.seat != seat and each.kind != "service")


def players(seats: Iterable[SeatAssignment]) -> str | None:
    """Return players with all that was configured of them, as JSON; None if there are none."""
    found = [_player(each) for each in seats]
    return compact(found) if found else None


def _player(seat: SeatAssignment) -> dict[str, Any]:
    known = identity(seat)
    return {"seat": seat.seat, **known} | ({} if seat.seed is None else {"seed": seat.seed})
