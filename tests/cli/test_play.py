"""What ``clemtui play`` passes to the app."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.calling import call


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The options the app was opened with, in a simulated terminal."""
    given: list[dict[str, Any]] = []

    def app(setup: object, **options: Any) -> int:
        given.append(options)
        return 0

    monkeypatch.setattr("clemtui.cli.play.open_app", app)
    monkeypatch.setattr("clemtui.cli.play.at_terminal", lambda: True)
    return given


def test_app_asks_for_a_partner_who_speaks_the_language(
    opened: list[dict[str, Any]],
) -> None:
    assert call("play", "taboo", "--lang", "it").code == 0
    assert call("play", "taboo", "--lang", "de").code == 0
    assert [each.get("ask_partner", False) for each in opened] == [True, False]


@pytest.mark.parametrize("how", [["--partner", "scripted"], ["--plain"]])
def test_unsuitable_partner_is_one_line(how: list[str], opened: list[dict[str, Any]]) -> None:
    """The same holds for plain text, which scripts may use."""
    called = call("play", "taboo", "--lang", "it", "--as", "Ann", *how)
    assert (called.code, called.out) == (2, "")
    assert "choose a model or a person with --partner" in called.err
    assert not opened


def test_missing_instance_says_why(opened: list[dict[str, Any]]) -> None:
    chosen = ("--experiment", "unbanded", "--game-id", "40", "--partner", "human:Bob")
    called = call("play", "taboo", "--lang", "te", *chosen)
    assert called.code == 2
    assert "has no game id 40: the language has no word for it (no everyday word" in called.err
    assert not opened


@pytest.mark.parametrize("name", ["a\tb", "\x1b[31mred", "two\nlines", "x" * 41, "\u202ereversed"])
@pytest.mark.parametrize("option", ["--as={}", "--partner=human:{}"])
def test_a_name_that_cannot_be_shown_is_refused(home: Path, option: str, name: str) -> None:
    called = call("play", "taboo", option.format(name))
    assert called.code == 2
    assert called.error.startswith(("a name must be one line", "this name is too long"))
    assert call("people", "list", "--json").out == "[]\n"
