"""The averages equal those of the reference's own evaluation, run here on thousands of episodes.

`CLEMTUI_CLEMCORE` names the Python (or its folder) of an environment with clemcore.
"""

from __future__ import annotations

import csv
import json
import os
import random
import subprocess
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from clemtui.analysis.measures import average, measures
from clemtui.records.results import ItemResult

EVALUATE = """
import json, sys
import pandas
from clemcore.clemeval import save_clem_table
rows = json.load(open(sys.argv[1], encoding="utf-8"))
columns = ["game", "model", "experiment", "episode", "metric", "value"]
save_clem_table(pandas.DataFrame(rows, columns=columns), sys.argv[2], show_std=True)
"""
GAMES = (
    *("imagegame", "privateshared", "referencegame", "taboo", "wordle", "wordle_withclue"),
    *("wordle_withcritic", "a"),
)
SCORES = (0.0, 20.0, 30.0, 50.0, 100.0, 100 / 3, 33.33, 16.67)


@pytest.fixture
def clemcore() -> Path:
    named = os.environ.get("CLEMTUI_CLEMCORE")
    if not named:
        pytest.skip("no environment with clemcore: set CLEMTUI_CLEMCORE")
    path = Path(named)
    return path / "python" if path.is_dir() else path


def test_all_measures_equal_clem_eval(clemcore: Path, tmp_path: Path) -> None:
    draw = random.Random(20240)
    played: defaultdict[str, dict[str, list[float | None]]] = defaultdict(dict)
    # means of eight numbers with two digits are often halfway between two roundings, where the last
    # bit of the sum decides
    for number in range(400):
        for game in GAMES:
            played[f"even {number}"][game] = [draw.randrange(10001) / 100]
    for number in range(100):
        for game in draw.sample(GAMES, draw.randint(1, len(GAMES))):
            aborting = draw.choice((0, 0.1, 0.5, 1))
            count = draw.choice((1, 2, 3, 8, 16, 32))
            played[f"model {number}"][game] = [
                None if draw.random() < aborting else draw.choice((*SCORES, draw.random() * 100))
                for _ in range(count)
            ]
    evaluated = evaluate(clemcore, tmp_path, played)
    assert len(evaluated) == len(played)
    for row in evaluated:
        games = {
            game: measures(
                Counter(ItemResult.of_episode(int(one is None), 0, 0, one) for one in scores)
            )
            for game, scores in played[row[""]].items()
        }
        found = average(games)
        expected = {
            "-, clemscore": found.clemscore,
            "all, Average % Played": found.played,
            "all, Average Quality Score": found.quality,
        }
        for game, cell in games.items():
            expected[f"{game}, % Played"] = cell.played
            expected[f"{game}, Quality Score"] = cell.quality
            expected[f"{game}, Quality Score (std)"] = cell.quality_std
        theirs = {name: float(value) for name, value in row.items() if name and value}
        assert theirs == {name: value for name, value in expected.items() if value is not None}


def evaluate(
    python: Path, folder: Path, played: dict[str, dict[str, list[float | None]]]
) -> list[dict[str, str]]:
    """Return the rows of the reference's results.csv."""
    rows: list[tuple[str, str, str, str, str, float]] = []
    for model, games in played.items():
        for game, scores in games.items():
            for number, score in enumerate(scores):
                here = (game, model, "experiment", f"instance_{number:05}")
                rows.append((*here, "Played", float(score is not None)))
                rows.append((*here, "Main Score", float("nan") if score is None else score))
    (folder / "rows.json").write_text(json.dumps(rows), encoding="utf-8")
    subprocess.run(
        [python, "-c", EVALUATE, "rows.json", "."], cwd=folder, check=True, timeout=110,
        capture_output=True,
    )  # fmt: skip
    with (folder / "results.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
