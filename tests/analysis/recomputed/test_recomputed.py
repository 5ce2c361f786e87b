"""Every figure of a generated researcher's database equals an independent computation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from clemtui.analysis.comparison import compare
from clemtui.analysis.effect.model import Measure
from clemtui.analysis.report.dimensions import Dimension
from clemtui.analysis.report.rows import Report
from clemtui.records.results import TallyScope
from clemtui.records.rows import EpisodeFilter
from clemtui.reports.effect.selection import make_effects
from clemtui.reports.report import Rows, make_report
from clemtui.store.read.reader import Reader
from tests.analysis.recomputed.figures import (
    Records,
    Wanted,
    averages,
    cells,
    comparison,
    differences,
)
from tests.analysis.recomputed.generated import FOREIGN, RULES, STUDY, VERSION, Generated

EXACT = 1e-6
ROUNDED = 0.005 + 1e-9
"""How far a number of two digits may be from the exact one."""
TWICE_ROUNDED = 0.01 + 1e-9
"""The same of a mean of such numbers, if one of them is exactly between two roundings."""

WAYS: Mapping[str, Wanted] = {
    "as usual": Wanted(),
    "with repetitions": Wanted(repeats=True),
    "of a study": Wanted(study=STUDY),
    "scored elsewhere": Wanted(scorer=FOREIGN),
}
BY: Sequence[tuple[Dimension, ...]] = (
    ("players", "game"),
    ("players", "language", "game"),
    ("players", "game", "experiment"),
    ("players", "people", "game"),
    ("kinds", "language", "game"),
    ("game",),
    ("people", "interface", "game"),
    ("player", "game"),
    ("seat", "role", "kind", "game"),
)
MEASURES: Sequence[Measure] = ("joint", "quality", "played")

GATE = range(4)
NIGHT = range(1000, 1200)


@pytest.mark.parametrize("seed", GATE)
def test_the_figures_of_a_database_equal_an_independent_computation(
    seed: int, tmp_path: Path
) -> None:
    check(Generated(tmp_path / "records.db", seed, episodes=(40, 150, 10, 90)[seed]).path)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", NIGHT)
def test_the_figures_of_many_databases_equal_an_independent_computation(
    seed: int, tmp_path: Path
) -> None:
    check(Generated(tmp_path / "records.db", seed, episodes=10 + seed * 7 % 190).path)


def check(path: Path) -> None:
    """Check every figure of a database."""
    records = Records(path)
    for wanted in WAYS.values():
        for by in BY:
            check_report(records, by, wanted)
    for wanted in (Wanted(), Wanted(repeats=True)):
        check_comparisons(records, wanted)
        for measure in MEASURES:
            check_effects(records, measure, wanted)


def check_report(records: Records, by: Sequence[Dimension], wanted: Wanted) -> None:
    if wanted.scorer and not any(records.tables["scores"].scorer.str.endswith(wanted.scorer)):
        return  # there is no such scorer
    expected = cells(records, by, wanted)
    players_only: tuple[Dimension, ...] = ("settings",) if "player" in by else ()
    found = make_report(
        records.path,
        EpisodeFilter(),
        rows=Rows(by, players_only),
        scorers=(wanted.scorer,) if wanted.scorer else (),
        repeats=wanted.repeats,
        study=wanted.study,
        causes=True,
    )
    for cell in found.cells:
        assert sum(cell.aborts.values()) == cell.measures.aborted
    lines, left_out = records.lines(wanted)
    assert found.left_out == left_out
    assert found.episodes == sum(not line["void"] for line in lines)
    rows = [(named(found, by, cell.key), {**asdict(cell.measures), "void": cell.void})
            for cell in found.cells]  # fmt: skip
    same_rows(rows, [(key, measured) for (key, _), measured in expected.items()], ROUNDED)
    over = tuple(name for name in by if name != "game" and name not in ("experiment", "role"))
    expected_averages, ambiguous = averages(expected, by)
    of_games = [
        (tuple(dict(zip(found.over, row.key, strict=True))[name] for name in over),
         asdict(row.average))
        for row in found.averages
    ]  # fmt: skip
    assert found.ambiguous_averages == ambiguous
    same_rows(of_games, expected_averages, TWICE_ROUNDED)


def named(report: Report, by: Sequence[Dimension], key: Sequence[str]) -> tuple[str, ...]:
    """Return the key of a row without what the report has added."""
    known = dict(zip(report.by, key, strict=True))
    return tuple(known[name] for name in by)


Figures = Sequence[tuple[Any, Mapping[str, Any]]]


def same_rows(found: Figures, expected: Figures, within: float) -> None:
    """Check that there are the same rows with the same numbers, in any order."""
    assert len(found) == len(expected)
    for (key, numbers), (other, exact) in zip(in_order(found), in_order(expected), strict=True):
        assert key == other
        assert set(numbers) == set(exact)
        for name, value in numbers.items():
            tolerance = EXACT if name.endswith("interval") else within
            assert value == pytest.approx(exact[name], abs=tolerance), (key, name)


def in_order(rows: Figures) -> Figures:
    def order(row: tuple[Any, Mapping[str, Any]]) -> Any:
        key, numbers = row
        known = [-1 if value is None else round(value, 1) for _, value in sorted(numbers.items())
                 if not isinstance(value, str | tuple)]  # fmt: skip
        return key, [value for value in known if value == int(value)], known

    return sorted(rows, key=order)


def check_comparisons(records: Records, wanted: Wanted) -> None:
    for game in sorted(set(records.tables["episodes"].game)):
        expected, left_out = comparison(records, game, VERSION, RULES, wanted)
        scope = TallyScope(game, VERSION, RULES, repeats=wanted.repeats)
        with Reader(records.path) as reader:
            found = compare(reader.tallies(scope))
        assert found.left_out == left_out
        numbers = (
            *("people", "episodes", "played", "quality", "joint", "successes", "losses"),
            *("aborted",),
        )
        rows = [(row.interface, {name: getattr(row, name) for name in numbers})
                for row in found.rows]  # fmt: skip
        others = [(row["interface"], {name: row[name] for name in numbers}) for row in expected]
        same_rows(rows, others, EXACT)


def check_effects(records: Records, measure: Measure, wanted: Wanted) -> None:
    found = make_effects(
        records.path, EpisodeFilter(), measure=measure, repeats=wanted.repeats, resamples=9
    )
    _, left_out = records.lines(wanted)
    assert found.left_out == left_out
    rows = [
        ((setting.key["game"], setting.players, each.language, each.group),
         {"n": each.n, "baseline_n": each.baseline_n, "alone": each.unpaired_tasks,
          "difference": each.difference.value, "p": each.p})
        for setting in found.settings
        for each in setting.comparisons
    ]  # fmt: skip
    expected = [
        ((each["game"], each["players"], each["language"], each["group"]),
         {name: each[name] for name in ("n", "baseline_n", "alone", "difference", "p")})
        for each in differences(records, "en", wanted, measure)
    ]  # fmt: skip
    same_rows(rows, expected, EXACT)
