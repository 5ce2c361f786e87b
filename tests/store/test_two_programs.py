"""Real processes: killed halfway, writing at the same time, racing for a lease."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from clemtui.store.read.reader import Reader
from clemtui.store.write.writer import Writer
from tests.store.builders import enrolled, running, session
from tests.support.paths import ROOT

PLAY = """
import sys
from pathlib import Path
from clemtui.engine import Response
from clemtui.store.write.writer import Writer
from tests.store.builders import MODEL, request, session, start

writer = Writer(Path(sys.argv[1]))
turns = int(sys.argv[2])
print("open", flush=True)
sys.stdin.readline()
episode = writer.start_episode(start(session(writer), MODEL))
print(episode, flush=True)
for number in range(1, turns + 1):
    writer.request(episode, request(number, f"ask {number}"))
    writer.entry(episode, Response.of(number, f"answer {number}"))
    print(number, flush=True)
writer.end_episode(episode, "finished")
"""

RACE = """
import sys
from pathlib import Path
from clemtui.records.errors import LeaseHeld
from clemtui.store.write.writer import Writer
from tests.store.builders import session

writer = Writer(Path(sys.argv[1]))
sitting = session(writer)
print("ready", flush=True)
sys.stdin.readline()
try:
    writer.resume_episode(sys.argv[2], sitting)
except LeaseHeld:
    print("held", flush=True)
else:
    print("won", flush=True)
sys.stdin.readline()
"""

ENROL = """
import sqlite3, sys
from pathlib import Path
from clemtui.records.errors import NumberTaken
from clemtui.store.write.writer import Writer
from tests.store.builders import enrolled

def watched(path):
    db = sqlite3.connect(path)
    def said(statement):
        if statement.lstrip().startswith(sys.argv[3]):
            print("there", flush=True)
            sys.stdin.readline()
    if sys.argv[3]:
        db.set_trace_callback(said)
    return db

writer = Writer(Path(sys.argv[1]), connect=watched)
print("ready", flush=True)
sys.stdin.readline()
try:
    enrolled(writer, "pilot", sys.argv[2], number=1, items=3)
except NumberTaken:
    print("taken", flush=True)
else:
    print("enrolled", flush=True)
sys.stdin.readline()
"""


def program(code: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def go(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("go\n")
    process.stdin.flush()


def test_nothing_that_was_committed_is_lost_to_kill_9(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    victim = program(PLAY, str(path), "100000")
    with victim:
        assert line(victim) == "open"
        go(victim)
        episode = line(victim)
        while (said := line(victim)) != "40":
            assert said
        victim.kill()
        assert victim.stdout is not None
        last = int((["40", *victim.stdout.read().split()])[-1])
    assert victim.returncode < 0
    check = sqlite3.connect(path)
    assert check.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    check.close()
    with Reader(path) as reader:
        entries = reader.load(episode).entries
        (unfinished,) = reader.unfinished()
    assert len(entries) >= last
    assert [stored.seq for stored in entries] == list(range(1, len(entries) + 1))
    assert unfinished.summary.id == episode
    assert unfinished.lease_stale
    writer = Writer(path)
    writer.resume_episode(episode, session(writer))
    writer.end_episode(episode, "abandoned")
    writer.close()


def test_two_programs_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "records.db"  # neither exists first: both create or migrate it
    turns = 60
    with program(PLAY, str(path), str(turns)) as one, program(PLAY, str(path), str(turns)) as two:
        assert (line(one), line(two)) == ("open", "open")
        go(one)
        go(two)
        episodes = {line(one), line(two)}
        for process in (one, two):
            process.communicate()
            assert process.returncode == 0
    with Reader(path) as reader:
        assert {summary.id for summary in reader.episodes()} == episodes
        for episode in episodes:
            said = [stored.entry for stored in reader.load(episode).entries]
            assert [getattr(entry, "text", "") for entry in said] == [
                f"answer {number}" for number in range(1, turns + 1)
            ]


def test_of_two_programs_that_take_an_episode_one_wins(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    writer, _, episode = running(path)
    writer.close()
    for _ in range(3):
        with program(RACE, str(path), episode) as one, program(RACE, str(path), episode) as two:
            assert (line(one), line(two)) == ("ready", "ready")
            go(one)
            go(two)
            outcomes = sorted([line(one), line(two)])
            go(one)
            go(two)
        assert outcomes == ["held", "won"]


@pytest.mark.parametrize("point", ["INSERT INTO enrolments", "INSERT INTO assignments"])
def test_nothing_of_a_killed_enrolment_is_there_and_it_can_be_repeated(
    tmp_path: Path, point: str
) -> None:
    path = tmp_path / "records.db"
    writer = Writer(path)
    ada = writer.person("Ada").id
    with program(ENROL, str(path), ada, point) as victim:
        assert line(victim) == "ready"
        go(victim)
        assert line(victim) == "there"
        victim.kill()
    with Reader(path) as reader:
        assert [study.id for study in reader.studies()] == ["pilot"]
        assert reader.enrolments("pilot") == ()
        assert reader.assignments("pilot") == ()
        assert reader.work_items("study-pilot") == ()
    enrolled(writer, "pilot", ada, number=1, items=3)
    with Reader(path) as reader:
        assert len(reader.assignments("pilot")) == 3


def test_of_two_programs_that_give_a_number_one_is_told_that_it_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    writer = Writer(path)
    ada, ben = (writer.person(name).id for name in ("Ada", "Ben"))
    with program(ENROL, str(path), ada, "") as one, program(ENROL, str(path), ben, "") as two:
        assert (line(one), line(two)) == ("ready", "ready")
        go(one)
        go(two)
        outcomes = sorted([line(one), line(two)])
        go(one)
        go(two)
    assert outcomes == ["enrolled", "taken"]
    with Reader(path) as reader:
        assert [each.number for each in reader.enrolments("pilot")] == [1]
