"""The R script: what it contains; R itself is not run."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

import pytest

from clemtui.analysis.baseline.mixed import PEOPLE
from clemtui.analysis.baseline.r_script import ScriptRow, r_script

NAMES = ["game", "agent", "participant", "instance", "seat", "language", "played", "quality"]


def rows(
    agents: Iterable[str] = (PEOPLE,), seats: Iterable[str] = ("A",), game: str = "taboo"
) -> list[ScriptRow]:
    return [
        ScriptRow(
            game, agent, str(who) if agent == PEOPLE else "", f"t{what}", seat, "en",
            played=bool((who + what) % 3), quality=33.33 if (who + what) % 3 else None,
        )
        for agent in agents
        for seat in seats
        for who in range(3)
        for what in range(4)
    ]  # fmt: skip


def table_in(script: str) -> list[dict[str, str]]:
    """Return the table in a script, as R would read it."""
    literal = re.search(r'data <- "((?:[^"\\]|\\.)*)"', script)
    assert literal
    text = re.sub(r"\\(.)", r"\1", literal[1])
    return list(csv.DictReader(io.StringIO(text)))


def formulas(script: str) -> list[str]:
    return re.findall(r"(?:played|quality) ~ .*?(?=,)", script)


def test_its_first_line_says_that_it_was_not_run() -> None:
    first = r_script("memory", rows()).splitlines()[0]
    assert first.startswith("# This script was not run by clemtui.")


def test_the_data_are_in_it() -> None:
    given = rows([PEOPLE, "openai/x"])
    found = table_in(r_script("memory", given))
    assert list(found[0]) == NAMES
    assert [(each["agent"], each["participant"], each["instance"]) for each in found] == [
        (each.agent, each.participant, each.instance) for each in given
    ]
    assert {(each["played"], each["quality"]) for each in found} == {("1", "33.33"), ("0", "")}


def test_people_alone_have_a_random_intercept() -> None:
    assert formulas(r_script("memory", rows())) == [
        "played ~ 1 + (1 | participant) + (1 | instance)",
        "quality ~ 1 + (1 | participant) + (1 | instance)",
    ]


def test_what_has_several_levels_is_a_fixed_effect() -> None:
    script = r_script("memory", rows(seats=("B", "A")))
    assert formulas(script)[0] == "played ~ seat + (1 | participant) + (1 | instance)"
    assert 'part$seat <- relevel(factor(part$seat), ref = "B")' in script


def test_models_have_no_effect_of_a_participant() -> None:
    given = [each for each in rows(["openai/x", PEOPLE]) if each.agent == PEOPLE]
    given += rows(["openai/x"])[:4]
    script = r_script("memory", given)
    terms = "agent + (0 + human | participant) + (1 | instance)"
    assert formulas(script) == [f"played ~ {terms}", f"quality ~ {terms}"]
    assert 'part$agent <- relevel(factor(part$agent), ref = "people")' in script


def test_replicates_of_a_model_share_an_effect_on_the_instance() -> None:
    script = r_script("memory", [*rows(), *rows(["openai/x"])])
    random = "(0 + human | participant) + (1 | instance) + (1 | agent:instance)"
    assert formulas(script)[0] == f"played ~ agent + {random}"


def test_models_alone_have_no_participants() -> None:
    script = r_script("memory", rows(["openai/x"]))
    assert formulas(script)[0] == "played ~ 1 + (1 | instance)"


def test_games_are_modelled_each_on_its_own() -> None:
    script = r_script("memory", rows() + rows(game="wordle"))
    assert re.findall(r'subset\(episodes, game == "(\w+)"\)', script) == ["taboo", "wordle"]
    assert len(formulas(script)) == 4


@pytest.mark.parametrize("name", ['a"); system("rm', "back\\slash", "comma, name"])
def test_names_stay_data(name: str) -> None:
    script = r_script("a title\nof two lines", rows([PEOPLE, name]))
    assert {each["agent"] for each in table_in(script)} == {PEOPLE, name}
    outside = re.sub(r'"(?:[^"\\]|\\.)*"', "", script)
    assert "system" not in outside
    assert "slash" not in outside
    assert "# Mixed models of the study: a title of two lines\n" in script
