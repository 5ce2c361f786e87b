"""Free descriptions of the shipped grids, by which the follower must find the target.

No luck is involved: no other grid may fit as well.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from clemtui.catalogue import open_catalogue

from .conftest import Load

FOLDER = Path(__file__).with_name("free_descriptions")
WRITTEN = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in FOLDER.glob("*.toml")}

CASES = [
    pytest.param(language, experiment, int(number), text, id=f"{language} {experiment} {text}"[:80])
    for language, experiments in sorted(WRITTEN.items())
    for experiment, by_number in experiments.items()
    for number, texts in by_number.items()
    for text in texts
]


@pytest.mark.parametrize(("language", "experiment", "number", "text"), CASES)
def test_the_follower_finds_the_target_by_what_people_write(
    load: Load, language: str, experiment: str, number: int, text: str
) -> None:
    experiments = open_catalogue().experiments("referencegame", language)
    instances = next(each.instances for each in experiments if each.name == experiment)
    grids = next(each.data["grids"] for each in instances if each.game_id == number)
    facts = load("bots.reading").statements(text, load("bots.tokens").LEXICONS[language])
    target, *distractors = (load("bots.facts").fit_key(facts, filled(grid)) for grid in grids)
    assert target > max(distractors), (target, distractors, facts)


def filled(grid: str) -> frozenset[tuple[int, int]]:
    """Return the filled cells of a grid in an instance file."""
    rows = grid.split("/")
    return frozenset(
        (row, column)
        for row, line in enumerate(rows)
        for column, sign in enumerate(line)
        if sign == "X"
    )
