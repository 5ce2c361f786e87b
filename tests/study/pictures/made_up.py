"""Reports of studies with made-up results, large and small."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from clemtui.records.studies import FrozenStudy, MatchResult, StudyResult
from clemtui.study.manifest import Manifest
from clemtui.study.results.flow import Flow
from clemtui.study.results.marks import Marks
from clemtui.study.results.report import StudyReport
from clemtui.study.service import StudyInRecords
from clemtui.study.tasks import Cell
from tests.study.results.reports import report as report_of
from tests.study.results.synthetic import manifest as small_manifest
from tests.study.results.synthetic import recorded

SCORES = (0.0, 33.33, 50.0, 100.0, 100.0, None)


def manifest(
    games: Sequence[str] = ("taboo",),
    cells: Sequence[tuple[str, str]] = (("A", "en"),),
    title: str = "Memory for words",
    question: str = "How well do people describe words?",
) -> Manifest:
    """Return a frozen study of games with the same seats and languages."""
    made = small_manifest(games=[f"g{number}" for number in range(len(games))])
    places = tuple(Cell(*each) for each in cells)
    frozen = tuple(
        replace(each, game=name, cells=places) for each, name in zip(made.games, games, strict=True)
    )
    # names are not checked here, so that they can be hostile
    named = tuple(
        each.model_copy(update={"game": name})
        for each, name in zip(made.protocol.games, games, strict=True)
    )
    protocol = made.protocol.model_copy(
        update={"title": title, "question": question, "games": named}
    )
    return replace(made, games=frozen, protocol=protocol)


def results(
    of: Manifest, people: int, episodes: int = 4, instances: int = 12, seed: int = 1
) -> list[StudyResult]:
    """Return the episodes of people, who play the games one after the other in all their cells."""
    draw = random.Random(seed)
    found = []
    for number in range(people):
        skill, position = draw.random(), 0
        for game in of.games:
            for at in range(episodes):
                position += 1
                cell = game.cells[(at + number) % len(game.cells)]
                task = (at + 3 * number) % instances
                score = draw.choice(SCORES) if draw.random() > skill else 100.0
                found.append(_result(number, position, game.game, cell, task, score))
    return found


def _result(
    number: int, position: int, game: str, cell: Cell, task: int, score: float | None
) -> StudyResult:
    return StudyResult(
        f"p{number}", number + 1, position, False, game, cell.seat, cell.language,
        f"t{task}-{cell.language}", f"e{number}-{position}", "finished", score is None,
        score == 100, score, None,
    )  # fmt: skip


def matched(people: Sequence[StudyResult], players: Sequence[str]) -> list[MatchResult]:
    """Return what models played: what people have played, once each."""
    tasks = dict.fromkeys((e.game, e.seat, e.language, e.instance) for e in people)
    found = []
    for number, player in enumerate(players):
        draw = random.Random(number)
        for task in tasks:
            score = draw.choice(SCORES)
            run = f"study-memory.{number:08x}"
            found.append(MatchResult(run, player, 1, *task, score is None, score, None))
    return found


def report(
    of: Manifest,
    people: Sequence[StudyResult] = (),
    models: Sequence[MatchResult] = (),
    marks: Marks | None = None,
    flow: Flow | None = None,
) -> StudyReport:
    """Return the report of these episodes."""
    frozen = FrozenStudy("memory", "ab" * 32, datetime(2026, 1, 31, tzinfo=UTC), None, {})
    found = report_of(of, recorded(people, marks, models=models))
    return replace(
        found,
        study=StudyInRecords(frozen, of),
        flow=flow or found.flow,
    )
