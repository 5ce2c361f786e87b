"""Names of games, players, seats and abort causes in comparisons of languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from clemtui.analysis.effect.model import Setting
from clemtui.analysis.report.dimensions import Dimension
from clemtui.episode.planning.listing import list_games
from clemtui.language import Interface
from clemtui.records.results import AbortCause
from clemtui.reports.names import Names


@pytest.fixture(scope="module")
def listings() -> Any:
    return list_games()[0]


@pytest.fixture
def names(listings: Any) -> Names:
    return Names(listings, Interface("en"))


def setting(key: Mapping[Dimension, str], *players: str) -> Setting:
    return Setting(key, players, None, True, (), (), (), {}, ())


def test_a_setting_has_the_title_of_its_game_and_names_of_players(
    names: Names, listings: Any
) -> None:
    played = setting({"game": "taboo", "players": "scripted--gpt"}, "scripted", "gpt")
    assert names.setting(played) == "Taboo · scripted player + gpt"
    german = Names(listings, Interface("de"))
    assert german.setting(played).startswith("Tabu · ")


def test_distinguishing_values_follow_the_names(names: Names) -> None:
    key: dict[Dimension, str] = {
        "game": "taboo", "players": "a--b", "condition": "", "scorer": "taboo:1",
    }  # fmt: skip
    assert names.setting(setting(key, "a", "b")) == "Taboo · a + b · taboo:1"


def test_unknown_game_uses_recorded_names(names: Names) -> None:
    assert names.setting(setting({"game": "chess"}, "gpt")) == "chess · gpt"
    assert names.seat("chess", "Player 1") == "Player 1"
    assert names.reason("chess", AbortCause("", "malformed", "chess.tag")) != "chess.tag"


def test_names_are_made_safe(names: Names) -> None:
    assert "\x1b" not in names.setting(setting({"game": "\x1bc"}, "\x1b[31mred"))


def test_seats_are_called_by_their_roles(names: Names) -> None:
    assert names.seat("referencegame", "Player 2") == "Finder"
    assert names.seat("referencegame", "") == "–"


@pytest.mark.parametrize(
    ("cause", "said"),
    [
        (("Player 2", "control", "partner gone"), "The other player has left"),
        (("Player 2", "control", "time-out"), "Time is up"),
        (("Player 1", "malformed", "referencegame.said.no_answer"), "An answer must be"),
        (("Player 1", "cut off", ""), "the model's answer was cut off"),
        (("Player 1", "refused", ""), "the model refused to answer"),
        (("Player 1", "", ""), "unknown"),
    ],
)
def test_abort_reasons_in_words(names: Names, cause: tuple[str, str, str], said: str) -> None:
    assert names.reason("referencegame", AbortCause(*cause)).startswith(said)
