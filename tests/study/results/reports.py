"""Reports of made-up results."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from clemtui.catalogue import open_catalogue
from clemtui.records.studies import Answer, FrozenStudy, MatchResult, StudyResponse, StudyResult
from clemtui.study.manifest import Manifest
from clemtui.study.results.analyses import analyses_of
from clemtui.study.results.figures import rows_of
from clemtui.study.results.flow import flow_of
from clemtui.study.results.leaks import Leaks, PartnerLeaks
from clemtui.study.results.marked import marked_of
from clemtui.study.results.marks import Marks
from clemtui.study.results.records import Recorded
from clemtui.study.results.references import references_of
from clemtui.study.results.report import StudyReport
from clemtui.study.service import StudyInRecords
from tests.study.results.synthetic import NOW, answer, manifest, matched, no_marks, recorded, result

CATALOGUE = open_catalogue()
GAMES = ("taboo", "wordle_withcritic")
MODEL = "openrouter/meta-llama/llama-3.1-405b-instruct"

PRIMARIES: Mapping[str, Mapping[str, Any]] = {
    "value": {"between": "people and value", "value": 50.0},
    "games": {"between": "games", "baseline": "taboo"},
    "model": {"between": "people and model", "model": MODEL},
    "languages": {"between": "languages", "baseline": "en"},
    "unpaired languages": {"between": "languages", "baseline": "en"},
    "seats": {"between": "seats", "baseline": "Ay"},
}


def played(study: Manifest, marks: Marks, people: int) -> Recorded:
    """Return people who each play eight of twelve tasks of every game, two in every cell, and a
    model on all of them; everyone says who their partner was."""
    draw = random.Random(1)
    results: list[StudyResult] = []
    responses: list[StudyResponse] = []
    answers: list[Answer] = []
    models: list[MatchResult] = []
    for number, game in enumerate(study.games):
        for who in range(people):
            for at in range(8):
                cell = game.cells[at % len(game.cells)]
                score = draw.choice((None, 0.0, 50.0, 100.0, 100.0))
                each = result(
                    f"p{who}", (who + at) % 12, score,
                    game=game.game, seat=cell.seat, language=cell.language,
                )  # fmt: skip
                results.append(replace(each, position=100 * number + at))
                responses += [
                    StudyResponse(each.episode, "x", draw.uniform(1, 9), 0) for _ in range(3)
                ]
                said = {"guess": draw.choice(("person", "program")), "confidence": 70}
                answered = answer(f"p{who}", "episode", "partner", said)
                answers.append(replace(answered, position=100 * number + at))
        models += [
            matched(
                task, draw.choice((0.0, 100.0)), player=MODEL,
                game=game.game, seat=cell.seat, language=cell.language,
            )
            for task in range(12)
            for cell in game.cells
        ]  # fmt: skip
    return recorded(results, marks, answers=answers, responses=responses, models=models)


def report(study: Manifest, found: Recorded) -> StudyReport:
    """Return the report of what was recorded."""
    frozen = FrozenStudy("memory", "hash", NOW, None, {})
    excluded = len(found.kept) < len(found.counting)
    return StudyReport(
        study=StudyInRecords(frozen, study),
        flow=flow_of({}, found.enrolments, set(), found.results, found.marks),
        marked=tuple(marked_of(found.enrolments, found.results, found.marks)),
        left_out=Counter(),
        rows=tuple(rows_of(study, found.results, found.marks)),
        analyses=analyses_of(study, found, found.kept),
        with_excluded=analyses_of(study, found, found.counting) if excluded else None,
        references=tuple(references_of(CATALOGUE, study)),
        leaks=(),
        deviations=(),
        recorded=found,
    )


@cache
def full_report(primary: str = "value", *, excluded: bool = False) -> StudyReport:
    """Return a report with everything that there can be in one but deviations.

    Args:
        primary: the kind of primary comparison, of `PRIMARIES`.
        excluded: whether a participant is excluded.
    """
    study = manifest(
        PRIMARIES[primary],
        GAMES,
        paired=primary != "unpaired languages",
        analysis={"margin": 9.0},
        blinding={"question": True},
    )
    found = report(study, played(study, no_marks(p3="ai_use") if excluded else no_marks(), 10))
    leaks = PartnerLeaks(GAMES[0], "openai/lab", {"e1": Leaks(emphasis=2), "e2": Leaks()})
    return replace(found, leaks=(leaks,))
