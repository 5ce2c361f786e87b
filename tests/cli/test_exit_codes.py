"""Exit codes: 2 for a call that names something that does not exist, 1 for what failed."""

from __future__ import annotations

import shlex
from pathlib import Path

import click
import pytest

from tests.support.calling import call
from tools.pages.commands import commands

WRONG = (
    "nope",
    "play nope",
    "play taboo --seat nope",
    "play taboo --partner nope",
    "play taboo --lang nope",
    "play taboo --experiment nope",
    "play taboo --instances nope.json",
    "play taboo --clembench nope",
    "play --resume ffffffff",
    "run nope --players scripted",
    "run taboo --players nope",
    "run taboo --players scripted --lang nope",
    "run taboo --players scripted --experiment nope",
    "run taboo --players scripted --instances nope.json",
    "run --resume nope",
    "replay nope --responses nope.json",
    "replay taboo --responses nope.json",
    "replay --cases nope.jsonl",
    "history nope:taboo",
    "episodes show ffffffff",
    "episodes show ffffffff --json",
    "episodes show ffffffff --format markdown",
    "episodes show what?",
    "episodes export ffffffff",
    "episodes erase ffffffff --yes",
    "episodes exclude ffffffff --reason noise --by Ann",
    "episodes include ffffffff --reason checked --by Ann",
    "episodes tag wave=1 ffffffff --by Ann",
    "episodes close ffffffff --outcome void --reason gone --by Ann",
    "episodes export --output nope/episodes.jsonl",
    "episodes list --state nope",
    "episodes list nope:taboo",
    "people use nope",
    "people export nope",
    "people forget nope --yes",
    "config set nope 1",
    "config set theme nope",
    "config set language nope",
    "config set collections nope",
    "config unset nope",
    "database merge nope.db",
    "report --by nope",
    "report nope:taboo",
    "export nope",
    "export clembench results nope:taboo",
    "import nope",
    "import clembench nope",
    "languages nope",
    "languages card nope",
    "languages card de nope",
    "languages stats nope",
    "languages stats --family nope",
    "languages check nope",
    "languages check --family nope",
    "languages diff nope",
    "languages diff de nope",
    "languages new nope_NOPE",
    "languages new de --family nope",
    "languages stamp nope.toml",
    "languages stamp locales/de/taboo.toml --entry nope",
    "languages effect --games nope",
    "languages effect --lang nope",
    "languages effect --published nope.csv",
    "study new memory --title a --question b --games nope",
    "study check nope",
    "study freeze nope",
    "study power nope --mean 50",
    "study join nope",
    "study start nope",
    "study status nope",
    "study report nope",
    "study export nope --to nope",
    "study checklist nope",
    "study match nope --players scripted",
    "study rehearse nope --to nope.db",
    "study close nope --yes",
    "doctor --ask nope",
    "games --collection nope",
    "games --config nope.toml",
)
"""Calls that name something that does not exist."""

NAMELESS = {
    "clemtui",
    "clemtui config path",
    "clemtui config show",
    "clemtui languages compile",
    "clemtui languages extract",
    "clemtui languages list",
    "clemtui languages update",
    "clemtui people add",
    "clemtui people list",
    "clemtui serve",
    "clemtui study list",
}
"""Commands that name nothing that exists already."""


@pytest.mark.parametrize("line", WRONG)
def test_an_argument_that_names_nothing_is_wrong_usage(line: str) -> None:
    called = call(*shlex.split(line))
    assert (called.code, called.out) == (2, "")
    assert "nope" in called.error or "ffffffff" in called.error or "what?" in called.error


@pytest.mark.parametrize(
    "line",
    [
        *(each for each in WRONG if "ffffffff" in each or "people" in each),
        "report --scorer nope",
        "export clembench results --scorer nope",
    ],
)
def test_the_same_where_something_is_recorded(line: str) -> None:
    call("run", "taboo", "--players", "scripted", "--limit", "1", "--experiment", "high")
    called = call(*shlex.split(line))
    assert (called.code, called.out) == (2, "")


def test_every_command_has_a_call_that_names_nothing() -> None:
    tried = {" ".join(["clemtui", *line.split()]) for line in WRONG}
    for words, command in commands():
        name = " ".join(words)
        if not isinstance(command, click.Group) and name not in NAMELESS:
            assert any(each.startswith(f"{name} ") for each in tried), name


def test_a_correct_call_that_cannot_be_carried_out_has_failed(home: Path, tmp_path: Path) -> None:
    (home / "config").mkdir(parents=True)
    settings = home / "config" / "clemtui.toml"
    settings.write_text("theme = 3", encoding="utf-8")
    assert call("games").code == 1
    settings.unlink()
    database = tmp_path / "no.db"
    database.write_text("something else entirely", encoding="utf-8")
    assert call("episodes", "list", "--db", str(database)).code == 1
    assert call("import", "clembench", str(tmp_path)).code == 1
