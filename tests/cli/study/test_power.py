"""``clemtui study power``, as its readers read it."""

from __future__ import annotations

import asyncio
import csv
import json
import time
from pathlib import Path

import click
import numpy as np
import pytest

from clemtui.cli.options import current_setup
from clemtui.cli.study.opening import studies_of
from clemtui.cli.study.power import power
from clemtui.study.power.layouts import Assigned
from clemtui.study.power.pilots import Piloted, exported_pilot, recorded_pilot
from tests.cli.study.conftest import Recorded
from tests.study.power.protocols import LANGUAGES, SECOND, analysis, checked
from tests.study.protocols import study_folder
from tests.support.calling import CallResult, call

FEW = ("--simulations", "100", "--participants", "12,24")
COLUMNS = (
    "participant_id", "game", "seat", "language", "task", "aborted", "main_score", "counts",
)  # fmt: skip


def planned(folder: Path, *options: str) -> CallResult:
    called = call("study", "power", str(folder), *FEW, *options)
    assert called.code == 0, called.err
    return called


def export_of(place: Path, people: int) -> Path:
    """Write the table of episodes of a pilot with some people, as an export has it."""
    episodes = Assigned(checked(place / "pilot", LANGUAGES)).first(people)
    draw = np.random.default_rng(3)
    file = place / "study-pilot_description-episodes_data.csv"
    with file.open("w", encoding="utf-8", newline="") as opened:
        table = csv.writer(opened)
        table.writerow(COLUMNS)
        for each in episodes:
            score = float(draw.choice((0, 50, 100), p=(0.2, 0.2, 0.6)))
            row = (each.participant, each.game, each.seat, each.language, each.task)
            table.writerow((*row, "false", score, "true"))
            table.writerow((*row, "true", "", "false"))  # does not count
    return file


def test_a_comparison_of_languages_with_a_margin(tmp_path: Path) -> None:
    folder = study_folder(tmp_path, LANGUAGES, analysis("margin = 20.0"))
    out = planned(folder, "--mean", "60", "--difference", "25").out
    assert out.startswith("taboo: de minus en, the same people on the same instances\n")
    for part in (
        "24 participants, 48 and 48 episodes on 12 instances; alpha 0.05",
        "people 12.0, people in one condition 6.0, instances 15.0",
        "smallest difference found with a power of 80 %: ",
        "Monte Carlo error: ",
        "a difference of 25 points is found with a power of ",
        "equivalence within 20 points is shown with a power of ",
        "participants  power for 25  smallest difference  equivalence within 20",
    ):
        assert part in " ".join(out.split()) or part in out, part
    assert max(map(len, out.splitlines())) <= 80


def test_several_comparisons_share_alpha_and_are_planned_together(tmp_path: Path) -> None:
    folder = study_folder(tmp_path, LANGUAGES, SECOND)
    out = " ".join(planned(folder, "--mean", "50", "--difference", "25").out.split())
    assert out.count("alpha 0.025 (0.05 for 2 comparisons, holm)") == 2
    assert "all 2 comparisons together, if each has its difference, with 24 participants" in out


def test_json_has_everything(tmp_path: Path) -> None:
    folder = study_folder(tmp_path, analysis("margin = 20.0"))
    found = json.loads(planned(folder, "--mean", "70", "--power", "90", "--json").out)
    (each,) = found["comparisons"]
    assert (each["game"], each["level"], each["baseline"]) == ("taboo", "people", "80.5")
    assert (each["target"], each["participants"], each["alpha"]) == (90, 24, 0.05)
    assert each["planned"]["difference"] == each["difference"] == -10.5
    assert [row["participants"] for row in each["table"]] == [12, 24]
    assert each["equivalent"]["low"] <= each["equivalent"]["power"] <= each["equivalent"]["high"]
    assert (found["seed"], found["simulations"], found["pilot"]) == (1, 100, [])


def test_the_same_call_prints_the_same(tmp_path: Path) -> None:
    folder = study_folder(tmp_path, LANGUAGES)
    first, again, other = (
        planned(folder, "--mean", "60", "--seed", seed).out for seed in ("4", "4", "5")
    )
    assert first == again != other


def test_a_pilot_is_shown_with_its_bounds_and_a_warning(tmp_path: Path) -> None:
    folder = study_folder(tmp_path, LANGUAGES)
    small = " ".join(planned(folder, "--pilot", str(export_of(tmp_path, 12))).out.split())
    assert "taboo: 12 participants, 12 instances, 48 episodes" in small
    assert "warning: with fewer than 16 participants or 10 instances" in small
    assert small.count("(up to ") == 5
    assert "assumed, as the pilot estimates: mean " in small
    assert "assumed, upper bounds of the pilot: mean " in small


def test_a_large_pilot_has_no_warning(tmp_path: Path) -> None:
    folder = study_folder(tmp_path, LANGUAGES)
    large = export_of(tmp_path, 24)
    found = json.loads(planned(folder, "--pilot", str(large), "--json").out)
    assert found["pilot"][0]["participants"] == 24
    assert [each["basis"] for each in found["comparisons"]] == [
        "as the pilot estimates",
        "upper bounds of the pilot",
    ]
    assert "warning" not in planned(folder, "--pilot", str(large)).out


def test_a_pilot_is_the_same_from_the_records_and_from_its_export(
    recorded: Recorded, folder: Path
) -> None:
    """But for what its participants are called."""

    async def read() -> Piloted:
        with click.Context(power):
            setup = current_setup()
        async with studies_of(setup) as studies:
            return await recorded_pilot(studies, "memory", "joint")

    stored = asyncio.run(read())
    exported = exported_pilot(folder, "joint")
    rows = [
        sorted(
            (each.game, each.seat, each.language, each.task, value)
            for each, value in zip(found.episodes, found.values, strict=True)
        )
        for found in (stored, exported)
    ]
    assert rows[0] == rows[1]
    assert rows[0]
    called = call("study", "power", "memory", "--pilot", "memory")
    assert "--pilot: a study cannot be its own pilot; name another one" in called.error
    called = call("study", "power", "memory", "--pilot", str(folder))
    assert called.code == 1
    assert "taboo: the pilot is too small" in called.err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((), "Missing option '--mean'"),
        (("--mean", "70", "--participants", "3"), "--participants must be numbers from 4 to 512"),
        (("--mean", "70", "--scores", "0"), "--scores must be at least two scores"),
        (("--pilot", "nope"), "nope"),
        (("--pilot", "no/such.csv"), "no/such.csv: no such file"),
        (("--mean", "70", "--difference", "80"), "a mean of 160.5 is not between 0 and 100"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, options: tuple[str, ...], message: str) -> None:
    called = call("study", "power", str(study_folder(tmp_path)), *options)
    assert called.code != 0
    assert message in called.err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("participant_id,game\nx,y\n", "it has no column seat"),
        (",".join(COLUMNS) + "\n1,taboo,A,en,t,false,180,true\n", "a score of 180"),
        (",".join(COLUMNS) + "\n1,taboo,A,en,t,false,x,true\n", "could not convert"),
        (
            ",".join(COLUMNS) + "\n1,taboo,A,en,t,false,100,false\n",
            "no episode of the pilot counts",
        ),
    ],
)
def test_a_file_that_is_no_pilot_is_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "pilot.csv"
    file.write_text(text, encoding="utf-8")
    called = call("study", "power", str(study_folder(tmp_path)), "--pilot", str(file))
    assert called.code != 0
    assert message in called.err


def test_a_default_run_takes_seconds(tmp_path: Path) -> None:
    folder = study_folder(tmp_path, LANGUAGES, analysis("margin = 10.0"))
    start = time.process_time()
    assert call("study", "power", str(folder), "--mean", "60", "--difference", "12").code == 0
    assert time.process_time() - start < 20
