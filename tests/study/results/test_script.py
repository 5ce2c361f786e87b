"""The rows of the R script: what counts, in the order of the protocol."""

from __future__ import annotations

from dataclasses import replace

from clemtui.analysis.baseline.mixed import PEOPLE
from clemtui.study.results.script import script_rows
from tests.study.results.synthetic import enrolment, manifest, matched, no_marks, recorded, result

RESULTS = [
    result("anna", 0, 50.0, language="de"),
    result("anna", 1, None),
    result("ben", 0, 100.0, seat="B"),
    result("ben", 2, 100.0, left_out="excluded"),
    replace(result("ben", 3), aborted=None, main_score=None),
    result("cleo", 0, 0.0),
]


def test_what_counts_is_in_it_and_what_is_excluded_is_not() -> None:
    found = recorded(RESULTS, no_marks(cleo="ai_use"), models=[matched(1, 25.0)])
    rows = list(script_rows(manifest(), found))
    assert [
        (r.agent, r.participant, r.instance, r.seat, r.language, r.played, r.quality) for r in rows
    ] == [
        (PEOPLE, "1", "t1", "A", "en", False, None),
        (PEOPLE, "2", "t0", "B", "en", True, 100.0),
        (PEOPLE, "1", "t0", "A", "de", True, 50.0),
        ("openai/m", "", "t1", "A", "en", True, 25.0),
    ]


def test_numbers_that_a_merge_gave_twice_are_told_apart() -> None:
    found = replace(recorded(RESULTS[:3]), enrolments=[enrolment("anna", 1), enrolment("ben", 1)])
    people = {each.participant for each in script_rows(manifest(), found)}
    assert people == {"1", "1-2"}, "as in an export"
