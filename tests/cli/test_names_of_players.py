"""A name of a player selects the same episodes in every command: all that the player has played."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.store.records import GPT, LOST, WON, Records
from tests.support.calling import call

ALPHA = tuple(
    replace(seat, player="small", parameters={"model": "lab/alpha"}) for seat in GPT
)  # fmt: skip
TWIN = tuple(replace(seat, player="twin") for seat in ALPHA)
WITH_SCRIPT = (ALPHA[0], replace(GPT[1], kind="scripted", player="scripted"))
OTHER = tuple(replace(seat, player="lab/other") for seat in GPT)


@pytest.fixture
def records(home: Path) -> Records:
    """The model lab/alpha under two names, with itself and with a script; and another model."""
    found = Records(home / "data" / "clemtui.db")
    for language, main in (("en", WON), ("de", LOST)):
        found.play_grids(language, [main] * 3, seats=ALPHA)
        found.play_grids(language, [main] * 2, seats=TWIN)
        found.play_grids(language, [main], seats=WITH_SCRIPT)
        found.play_grids(language, [main] * 4, seats=OTHER)
    return found


def listed(name: str) -> int:
    called = call("episodes", "list", "--json", f"with:{name}")
    assert called.code == 0
    return len(json.loads(called.out))


def reported(name: str) -> int:
    rows = json.loads(call("report", "--json", "--by", "game", f"with:{name}").out)["rows"]
    return sum(row["episodes"] for row in rows)


def compared(*arguments: str) -> int:
    called = call("languages", "effect", "--format", "json", "--resamples", "199", *arguments)
    assert called.code == 0
    episodes: int = json.loads(called.out)["episodes"]
    return episodes


@pytest.mark.parametrize(
    ("name", "episodes"),
    [("twin", 12), ("small", 12), ("lab/alpha", 12), ("LAB/AL", 12), ("lab", 20)],
)  # fmt: skip
def test_every_command_selects_the_same_episodes(
    records: Records, name: str, episodes: int
) -> None:
    assert listed(name) == reported(name) == episodes
    assert compared("--players", name) == compared(f"with:{name}") == episodes


def test_what_is_listed_as_available_can_be_compared(records: Records) -> None:
    refused = call("languages", "effect", "--players", "nosuch")
    assert refused.code == 2
    _, _, available = refused.err.partition("available: ")
    names = available.strip().strip(")").split(", ")
    assert {"lab/alpha", "lab/other", "small", "twin", "scripted"} < set(names)
    for name in {*names} - {"human"}:  # a kind may be named before it has played
        assert compared("--players", name) > 0, name


def test_one_unknown_player_among_others_is_a_mistake(records: Records) -> None:
    called = call("languages", "effect", "--players", "twin,nosuch")
    assert (called.code, called.out) == (2, "")
    assert "unknown player 'nosuch'" in called.err


def test_headings_name_players_by_names_that_select_them(records: Records) -> None:
    out = call("languages", "effect", "--resamples", "199").out
    headings = [line for line in out.splitlines() if line.startswith("Reference game · ")]
    assert headings == [
        "Reference game · lab/alpha + lab/alpha",
        "Reference game · lab/alpha + scripted player",
        "Reference game · lab/other + lab/other",
    ]
