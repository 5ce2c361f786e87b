"""A whole study with 40 simulated people: two collectors, the app and lines of text, and a kill.

From `study new` to the report, the checklist and the export; what is true of the people is found
again.
"""

from __future__ import annotations

import asyncio
import csv
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from clemtui.study.joining.session import opened_study, take_part
from clemtui.study.service import Studies
from clemtui.ui.shell.options import StudyStart
from clemtui.ui.widgets import key_guard
from tests.cli.study.test_collecting import rows
from tests.study.protocols import fill_in
from tests.study.whole.participant import Character, SimulatedFront
from tests.study.whole.visitor import visit
from tests.study.whole.world import LADDERS, World, truth
from tests.support.calling import call
from tests.support.paths import ROOT
from tests.support.play_helpers import sitting

pytestmark = [pytest.mark.nightly, pytest.mark.timeout(3600)]

WORLD = World(2026)
NEW = """study new whole --title "Words" --question "How well?" --games taboo,wordle --languages en
--interface-languages en --interface assisted --partner scripted --participants 40
--compare value=50 --contact "the lab" """
CHANGES = (
    (r"^seed = .*$", "seed = 2026"),
    (r"^number = 40$", "number = 40\ncollectors = 2"),
    (r"^seats = .*Describer.*$", 'seats = ["WordGuesser"]'),
    (r"^payment = .*$", 'payment = "none"\neligibility = [{ en = "I am an adult." }]'),
)
"""What is changed in the protocol: patterns and what takes their place."""


def characters() -> list[Character]:
    """Return 45 people: five who do not take part, and some of every kind among the others."""
    odd: dict[int, dict[str, Any]] = {
        0: {"adult": False}, 1: {"adult": False}, 2: {"agrees": False},
        10: {"understands": False}, 11: {"uses_ai": True}, 12: {"leaves_at": 3},
        13: {"leaves_at": 1}, 14: {"withdraws_at": 2}, 15: {"withdraws_at": 3, "keeps": "nothing"},
        20: {"understands": False}, 21: {"uses_ai": True}, 30: {"agrees": False},
        31: {"adult": False},
    }  # fmt: skip
    return [Character(person, **odd.get(person, {})) for person in range(45)]


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The home of the first collector, with everything that both have collected."""
    folder = tmp_path_factory.mktemp("whole")
    patch = pytest.MonkeyPatch()
    patch.setenv("CLEMTUI_HOME", str(folder / "one"))
    patch.setattr(key_guard, "PAUSE_SECONDS", 0)  # whoever is simulated reads at once
    patch.setattr(key_guard, "TYPING_SECONDS", 0)
    assert call(*shlex.split(NEW)).code == 0
    protocol = folder / "one" / "data" / "studies" / "whole" / "study.toml"
    text = protocol.read_text("utf-8")
    for pattern, line in CHANGES:
        text, count = re.subn(pattern, line, text, flags=re.MULTILINE)
        assert count == 1, pattern
    protocol.write_text(text, "utf-8")
    fill_in(protocol.parent)
    checked = call("study", "check", "whole")
    assert checked.code == 0, checked.out
    databases = [folder / name / "data" / "clemtui.db" for name in ("one", "two")]
    for database in databases:
        called = call("study", "freeze", str(protocol.parent), "--db", str(database))
        assert called.code == 0, called.err
    codes = asyncio.run(collect(databases))
    code = killed_in_an_episode(databases[1])
    asyncio.run(_joined(databases[1], 2, Character(45), code))
    last = ("people", "forget", codes[-1], "--scores", "--yes", "--db", str(databases[0]))
    assert call(*last).code == 0
    merged = call("database", "merge", str(databases[1]), "--db", str(databases[0]))
    assert merged.code == 0, merged.err
    yield folder / "one"
    patch.undo()


async def collect(databases: list[Path]) -> list[str]:
    """Let everyone take part; every third one in the app. Return the codes of the admitted."""
    codes = []
    for number, character in enumerate(characters()):
        collector = number % 2 + 1
        database = databases[collector - 1]
        in_app = number % 3 == 0 and not (character.leaves_at or character.withdraws_at)
        if in_app:
            start = StudyStart("whole", collector=collector)
            code = await visit(database, start, WORLD, character)
        else:
            code = await _joined(database, collector, character)
        if code:
            codes.append(code)
    return codes


async def _joined(database: Path, collector: int, character: Character, code: str = "") -> str:
    async with sitting(database) as play:
        studies = Studies(play)
        study = await opened_study(studies, "whole", None)
        front = SimulatedFront(play, WORLD, character)
        end = await take_part(front, studies, study, code, collector)
        if end == "left":
            end = await take_part(front, studies, study, front.code, collector)
            assert end == "finished"
        return "" if end == "not admitted" else front.code


def killed_in_an_episode(database: Path) -> str:
    """Kill a participant's program in the middle of an episode; return their code."""
    command = [sys.executable, "-m", "clemtui", "study", "join", "whole", "--collector", "2",
               "--db", str(database)]  # fmt: skip
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "CLEMTUI_LANG": "en"}
    lines = ("yes", "8", "yes", "yes", "LAB-45", "", "", "zebra", "")
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write("".join(f"{line}\n" for line in lines))
        program.stdin.flush()
        shown = ""
        while "zebra" not in shown and "ZEBRA" not in shown:
            letter = program.stdout.readline()
            assert letter, shown
            shown += letter
        program.send_signal(signal.SIGKILL)
    return "LAB-45"


def study(home: Path, command: str, *options: str) -> str:
    """Run a command for the study on what was collected."""
    called = call("study", command, "whole", *options, "--db", str(home / "data" / "clemtui.db"))
    assert called.code == 0, called.err
    return called.out


def report(home: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(study(home, "report", "--json"))
    return found


def test_everyone_is_in_the_flow_once(collected: Path) -> None:
    flow = report(collected)["flow"]
    assert flow["asked"] == 46
    assert flow["turned_away"] == {"not eligible": 3, "declined": 2}
    assert (flow["admitted"], flow["withdrawn"], flow["unfinished"]) == (41, 3, 0)
    why = {reason: number for reason, number in flow["not_analysed"].items() if number}
    assert why == {"withdrawn": 2, "comprehension": 2, "ai_use": 2}
    assert flow["analysed"] == 35, "one who withdrew wanted kept what there was"
    assert flow["analysed_stages"]["withdrawn"] == 1


@pytest.mark.parametrize("game", LADDERS)
def test_the_truth_is_found_again(collected: Path, game: str) -> None:
    (row,) = (
        each
        for each in report(collected)["rows"]
        if (each["game"], each["seat"], each["with_excluded"]) == (game, None, False)
    )
    assert row["joint"]["low"] <= truth(game) <= row["joint"]["high"]
    assert row["joint"]["high"] - row["joint"]["low"] < 25


def test_no_one_met_a_task_twice_and_no_task_was_assigned_twice(collected: Path) -> None:
    keys = "SELECT enrolment, exposure_key, count(*) FROM assignments GROUP BY 1, 2 HAVING 3 > 1"
    twice = [each for each in rows(collected, keys) if each[2] != 1]
    assert twice == []
    status = json.loads(study(collected, "status", "--json"))
    assert status["participants"]["finished"] == 38
    counts = [cell["assigned"] for cell in status["cells"]]
    assert max(counts) - min(counts) <= 2


def test_the_killed_participant_lost_and_repeated_nothing(collected: Path) -> None:
    query = """SELECT count(*), count(DISTINCT p.position) FROM study_episodes p
        JOIN enrolments n ON n.id = p.enrolment JOIN people ON people.id = n.person
        WHERE people.pseudonym = 'LAB-45'"""
    ((episodes, positions),) = rows(collected, query)
    assert episodes == positions
    assert episodes


def test_it_can_be_given_away(collected: Path, tmp_path: Path) -> None:
    page, folder = tmp_path / "report.html", tmp_path / "data"
    study(collected, "report", "--html", str(page))
    study(collected, "export", "--to", str(folder), "--transcripts")
    assert "____" in study(collected, "checklist")
    (table,) = folder.glob("data/*description-participants_data.csv")
    with table.open(encoding="utf-8", newline="") as opened:
        assert len(list(csv.DictReader(opened))) == 39, "all but those who were erased"
