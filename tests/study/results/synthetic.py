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
    MatchResult,
    StudyRef,
    StudyResponse,
    StudyResult,
)
from clemtui.records.work import ItemRef
from clemtui.study.assignment.planning import PlannedTask
from clemtui.study.manifest import FrozenGame, Manifest, named_cells
from clemtui.study.protocol.model import Protocol
from clemtui.study.results.marks import Mark, Marks
from clemtui.study.results.records import Recorded
from clemtui.study.tasks import Cell

NOW = datetime(2026, 1, 31, tzinfo=UTC)
CELLS = tuple(Cell(seat, tag) for tag in ("en", "de") for seat in ("A", "B"))


def manifest(
    primary: Mapping[str, Any] | None = None,
    games: Sequence[str] = ("taboo",),
    *,
    cells: Sequence[Cell] = CELLS,
    paired: bool = True,
    **tables: Mapping[str, Any],
) -> Manifest:
    """Return a study of games with two seats, in two languages; tasks are called t0, t1, ...

    Args:
        cells: the seats and languages that are played.
        paired: whether the tasks are the same in both languages.
    """
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
    names = [(f"t{at}", {tag: f"t{at}-{tag}" for tag in ("en", "de")}) for at in range(12)]
    if not paired:
        names = [(name, {tag: name}) for _, each in names for tag, name in each.items()]
    tasks = tuple(PlannedTask(name, f"k{name}", instances) for name, instances in names)
    named = named_cells(cells, ("Ay", "Bee"))
    frozen = [FrozenGame(each, "1", "r", "1", {"q": 2}, {}, named, tasks, (), {}) for each in games]
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


def matched(
    task: int,
    score: float | None,
    *,
    run: str = "study-x.1",
    player: str = "openai/m",
    replicate: int = 1,
    language: str = "en",
    seat: str = "A",
    game: str = "taboo",
) -> MatchResult:
    """Return an episode of a model that counts; the score None means that it was aborted."""
    return MatchResult(
        run, player, replicate, game, seat, language, f"t{task}-{language}", score is None, score,
        None,
    )  # fmt: skip


def recorded(
    results: Sequence[StudyResult],
    marks: Marks | None = None,
    *,
    answers: Sequence[Answer] = (),
    responses: Sequence[StudyResponse] = (),
    models: Sequence[MatchResult] = (),
) -> Recorded:
    """Return everything recorded about a study; participants are numbered as they come."""
    people = dict.fromkeys(each.enrolment for each in results)
    return Recorded(
        [enrolment(each, number) for number, each in enumerate(people, 1)],
        answers, results, responses, models, marks or no_marks(),
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
