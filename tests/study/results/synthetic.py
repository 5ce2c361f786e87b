"""A frozen study with made-up results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from clemtui.records.studies import (
    Answer,
    AnswerPart,
    AssignedEpisode,
    Assignment,
    Enrolment,
    StudyRef,
    StudyResponse,
    StudyResult,
)
from clemtui.records.work import ItemRef
from clemtui.study.assignment.planning import PlannedTask
from clemtui.study.manifest import FrozenGame, Manifest
from clemtui.study.protocol.model import Protocol
from clemtui.study.results.marks import Mark, Marks
from clemtui.study.tasks import Cell

NOW = datetime(2026, 1, 31, tzinfo=UTC)
CELLS = tuple(Cell(seat, tag) for tag in ("en", "de") for seat in ("A", "B"))


def manifest(
    primary: Mapping[str, Any] | None = None,
    games: Sequence[str] = ("taboo",),
    **tables: Mapping[str, Any],
) -> Manifest:
    """Return a study of games with two seats, in two languages; tasks are called t0, t1, ..."""
    analysis = {"primary": primary or {"between": "people and value", "value": 50.0}}
    protocol = Protocol.model_validate(
        {
            "title": "T", "question": "Q", "languages": ["en", "de"], "seed": 1,
            "participants": {"number": 9},
            "responsible": {"contact": "c"},
            "consent": {"en": "en.md"},
            "games": [{"game": each, "seats": ["Ay", "Bee"], "episodes": 4} for each in games],
            "analysis": {**analysis, **tables.pop("analysis", {})},
            **tables,
        }
    )  # fmt: skip
    tasks = tuple(
        PlannedTask(f"t{at}", f"k{at}", {tag: f"t{at}-{tag}" for tag in ("en", "de")})
        for at in range(12)
    )
    frozen = [FrozenGame(each, "1", "r", "1", {"q": 2}, {}, CELLS, tasks, (), {}) for each in games]
    return Manifest("x", protocol, {"en": "c"}, "0", tuple(frozen))


def result(
    person: str,
    task: int,
    score: float | None = 100.0,
    *,
    language: str = "en",
    seat: str = "A",
    game: str = "taboo",
    left_out: str | None = None,
    practice: bool = False,
) -> StudyResult:
    """Return an episode; the score None means that it was aborted."""
    return StudyResult(
        person, 1, 1, practice, game, seat, language, f"t{task}-{language}",
        f"{person}-{game}-{task}-{language}-{seat}", "finished", score is None,
        score == 100, score, left_out,
    )  # fmt: skip


def no_marks(**participants: Mark) -> Marks:
    """Return marks of participants, which exclude."""
    found = {person: frozenset({mark}) for person, mark in participants.items()}
    return Marks(found, {}, frozenset(participants.values()))


def answer(person: str, part: AnswerPart, item: str, value: Any = True, attempt: int = 1) -> Answer:
    return Answer("", person, part, item, value, attempt, None, "s", None, NOW, 0.0)


def enrolment(person: str, number: int = 1) -> Enrolment:
    return Enrolment(person, "x", person, number, 1, 1, NOW)


def assignment(person: str, *, finished: bool = True) -> Assignment:
    episodes = (AssignedEpisode("e", "finished" if finished else None, None, False),)
    return Assignment(
        ref=StudyRef(person, 1), item=ItemRef("r", person), state="done", game="taboo", seat="A",
        language="en", instance_hash="t0-en", exposure_key="k0", block=1, episodes=episodes,
    )  # fmt: skip


def response(
    episode: str, text: str = "a", seconds: float | None = 5.0, pasted: int | None = 0
) -> StudyResponse:
    return StudyResponse(episode, text, seconds, pasted)
