"""A blinded study from joining to the report: who the partner is, is said at the end."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.study.test_collecting import (
    ENTERS,
    FINISHES,
    LOSES,
    READS,
    SMALL,
    UNDERSTANDS,
    join,
    rows,
)
from tests.study.protocols import study_folder
from tests.support.calling import call
from tests.support.fake_openai import FakeOpenAI, Reply, error_reply

MODEL = "openai/hidden-model-7"
CLUES = ("CLUE: **something** to sit on", "CLUE: furniture", "CLUE: As an AI, I cannot sit")
SURE = ("2", "85")
"""A program, and how sure one is."""

PATH = (*ENTERS, *READS, *LOSES, *UNDERSTANDS, *LOSES, *SURE, *LOSES, *SURE, *FINISHES)


@pytest.fixture
def server() -> Iterator[FakeOpenAI]:
    """A server whose model is refused the first time and describes ever after."""
    replies = iter([error_reply(503, f"{MODEL} is loading")])
    clues = iter(CLUES * 100)
    with FakeOpenAI(lambda messages: next(replies, None) or Reply(next(clues))) as found:
        yield found


def freeze(home: Path, server: FakeOpenAI, *blinding: str, minutes: str = "") -> None:
    partner = f'partner = {{ model = "{MODEL}", api_base = "{server.base_url}" }}'
    study_folder(
        home / "data" / "studies",
        SMALL[1],
        SMALL[2],
        ("episodes = 4", f"episodes = 2\n{partner}\n{minutes}"),
        ("value = 80.5\n", "value = 80.5\n" + "\n".join(("[blinding]", *blinding)) + "\n"),
    )
    called = call("study", "freeze", "memory")
    assert called.code == 0, called.err


def test_the_partner_is_named_in_the_debriefing_and_nowhere_before(
    home: Path, server: FakeOpenAI
) -> None:
    freeze(
        home, server, "partner = true", "question = true",
        "pacing = { graphemes_per_minute = 1e9, thinking_seconds = 0 }",
    )  # fmt: skip
    called = join(PATH)
    assert called.code == 0, called.err
    before, debriefing = called.out.split("Thank you for taking part!")
    assert f"the language model {MODEL}" in debriefing
    assert MODEL not in before + called.err
    assert "hidden" not in before + called.err
    assert "Player B" in before
    assert "attempt 2" not in before
    said = rows(home, "SELECT value, position FROM answers WHERE item = 'partner' ORDER BY id")
    assert [json.loads(str(value)) for value, _ in said] == [
        {"guess": "program", "confidence": 85}
    ] * 2
    seats = "SELECT DISTINCT player FROM seat_assignments WHERE kind = 'model'"
    assert rows(home, seats) == [(MODEL,)]
    held = "SELECT count(*), min(held_ms) >= 0 FROM entries WHERE seat = 'Player 1'"
    assert rows(home, held) == [(9, 1)]
    assert rows(home, "SELECT count(held_ms) FROM entries WHERE seat = 'Player 2'") == [(0,)]
    retried = "SELECT count(*) FROM attempts_ended WHERE outcome = 'error'"
    assert rows(home, retried) == [(1,)], "the failed call is in the records"


def test_whoever_withdraws_learns_who_the_partner_was(home: Path, server: FakeOpenAI) -> None:
    freeze(home, server, "partner = true")
    called = join((*ENTERS, *READS, LOSES[0], "/withdraw", "1", "yes"))
    before, told = called.out.split("This cannot be undone.")
    assert MODEL not in before
    assert told.count(f"the language model {MODEL}") == 1


@pytest.mark.parametrize("blinded", [True, False])
def test_the_report_counts_leaks_of_style_of_a_blinded_partner(
    home: Path, server: FakeOpenAI, blinded: bool
) -> None:
    freeze(home, server, *(["partner = true"] if blinded else []))
    join((*ENTERS, *READS, *LOSES, *UNDERSTANDS, *LOSES, *LOSES, *FINISHES))
    line = f" taboo, {MODEL}: in 2 of 2 episodes (emphasis 2, disclosures 2)"
    printed = " ".join(call("study", "report", "memory").out.split())
    assert (line in printed) is blinded
    found = json.loads(call("study", "report", "memory", "--json").out)["leaks"]
    assert len(found) == (1 if blinded else 0)
    if blinded:
        assert [each["emphasis"] for each in found[0]["episodes"].values()] == [1, 1]


def test_the_limit_of_a_game_is_that_of_its_episodes(home: Path, server: FakeOpenAI) -> None:
    freeze(home, server, "partner = true", minutes="minutes = 2.5")
    out = join((*ENTERS, *READS, *LOSES, *UNDERSTANDS, *LOSES, *LOSES, *FINISHES)).out
    first, *_, last = re.findall(r"Time left: (\S+)", out)
    assert first == "2:30"
    assert last in ("2:30", "2:29"), "each episode begins with the whole time"
    conditions = "SELECT json_extract(body, '$.time_limit') FROM contents WHERE kind = 'condition'"
    assert set(rows(home, conditions)) == {(150.0,)}


def test_an_episode_whose_time_is_up_counts_as_aborted(home: Path, server: FakeOpenAI) -> None:
    freeze(home, server, "partner = true", minutes="minutes = 0.0000001")
    guess = LOSES[0]
    called = join((*ENTERS, *READS, guess, *UNDERSTANDS, guess, guess, *FINISHES))
    assert called.out.endswith("You have finished this study. Thank you!\n"), called.out
    ends = "SELECT control, seat FROM entries WHERE kind = 'control'"
    assert rows(home, ends) == [("time-out", "Player 2")] * 3
    found = json.loads(call("study", "report", "memory", "--json").out)["rows"][0]
    assert (found["played"]["value"], found["joint"]["value"]) == (0.0, 0.0)
