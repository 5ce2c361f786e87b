"""The page about importing: its commands run, and its report is what the command prints."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.exchange.reference_trees import TABOO, instance_file, write, write_line_2, write_line_3
from tests.support.calling import call
from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "import.md").read_text("utf-8")
COMMANDS = re.findall(r"^ {4,}clemtui (.+)$", PAGE, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_on_the_page_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    write_line_3(tmp_path / "results")
    write_line_2(tmp_path / "results")
    instance_file(tmp_path)
    checkout = tmp_path / "clembench"
    write(checkout / "taboo" / "clemgame.json", {"game_name": "taboo"})
    write(checkout / "taboo" / "in" / "instances.json", TABOO)
    called = call(*shlex.split(command.replace("~/clembench", str(checkout))))
    assert called.code == 0
    if "--output" in command:
        assert (tmp_path / command.split()[-1]).is_file()
        return
    assert called.err == ""
    if "--verify" in command:
        assert ["taboo", "clembench-2.0", "2", "1"] in [
            x.split()[:4] for x in called.out.split("\n")
        ]
        return
    found = "1" if "clembench results --dry-run" in command or command.endswith("results") else "2"
    assert ["taboo", "2", found] in [line.split()[:3] for line in called.out.splitlines()]


def test_report_on_the_page_is_what_is_printed(shared: Path) -> None:
    called = call(
        *("import", "clembench", str(shared / "published"), "--dry-run"),
        *("--clembench", str(shared / "clembench")),
    )
    assert called.code == 0
    report = PAGE.partition("```text\n")[2].partition("```")[0]
    printed = "\n".join(line.rstrip() for line in called.out.splitlines())
    assert report.strip("\n") in printed
    assert "Re-scored: 7. All scores agree in 5." in printed
    assert "2 episodes have no scores to compare" in printed
    again = re.findall(r"(wordle\w*)/\S+/(episode_\d+)\n +(message 1 to Player 1)", printed)
    assert len(again) == 4
    for game, episode, _ in again:
        assert f"`{game}`" in PAGE
        assert f"`{episode}`" in PAGE
