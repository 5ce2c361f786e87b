"""Of options that choose the form of the output, a command accepts one."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import click
import pytest

from tests.support.calling import call
from tools.pages.commands import commands

FORMS = {
    "--csv": ("--csv",),
    "--json": ("--json",),
    "--long": ("--long",),
    "--md": ("--md",),
    "--format": ("--format", "{}"),
}


def pairs() -> list[tuple[tuple[str, ...], str, str]]:
    """Every command with each pair of options for the form of its output."""
    found = []
    for name, command in commands():
        options = [
            option.opts[0] for option in command.params
            if isinstance(option, click.Option) and option.opts[0] in FORMS
        ]  # fmt: skip
        found += [(name[1:], *pair) for pair in combinations(options, 2)]
    return found


def given(name: tuple[str, ...], option: str) -> tuple[str, ...]:
    """The words of an option, with a value that the command accepts."""
    command = dict(commands())["clemtui", *name]
    kind = next(each.type for each in command.params if option in each.opts)
    value = kind.choices[-1] if isinstance(kind, click.Choice) else ""
    return tuple(word.format(value) for word in FORMS[option])


def test_there_are_such_commands() -> None:
    assert {" ".join(name) for name, *_ in pairs()} == {
        "episodes show",
        "import clembench",
        "languages list",
        "report",
    }


@pytest.mark.parametrize(("name", "one", "other"), pairs())
def test_two_forms_of_output_exclude_each_other(
    name: tuple[str, ...], one: str, other: str
) -> None:
    named: dict[tuple[str, ...], list[str]] = {
        ("episodes", "show"): ["x"],
        ("import", "clembench"): ["."],
    }
    arguments = named.get(name, [])
    called = call(*name, *arguments, *given(name, other), *given(name, one))
    assert (called.code, called.out) == (2, "")
    assert f"{one} and {other} exclude each other" in called.error.replace(
        f"{other} and {one}", f"{one} and {other}"
    )


def test_all_of_them_are_named() -> None:
    assert "--csv, --json and --md exclude" in call("report", "--md", "--json", "--csv").error


@pytest.mark.parametrize(
    "command",
    [
        ("report", "--csv"),
        ("episodes", "export"),
        ("languages", "effect", "--format", "json"),
    ],
    ids=" ".join,
)
def test_a_file_is_not_written_under_the_name_of_another_format(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    called = call(*command, "--output", str(tmp_path / "results.pdf"))
    assert (called.code, called.out) == (2, "")
    assert "choose a name that ends in ." in called.err
    assert not list(tmp_path.glob("results*"))
