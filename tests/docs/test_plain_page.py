"""docs/plain.md explains every command and word of the plain-text front end; its examples work."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from clemtui.plain import afterwards, history, home, review
from clemtui.plain.commands import COMMANDS
from clemtui.plain.prompter import PromptWord
from tests.plain.playing import lines, play, recorded
from tests.support.calling import call
from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "plain.md").read_text("utf-8")
HOME, COMMAND, OFFERED = (
    re.findall(r"^\| `([^`]+)`", table, re.MULTILINE)
    for table in re.findall(r"(?:^\|.*\n)+", PAGE, re.MULTILINE)
)
EXAMPLES = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)


def test_every_command_is_explained() -> None:
    assert list(COMMANDS) == COMMAND


def test_every_prompt_word_is_explained() -> None:
    assert sorted(OFFERED) == sorted(PromptWord)


def test_home_menu_is_explained() -> None:
    assert [line.split()[0] for line in HOME] == list(home.CHOICES)


@pytest.mark.parametrize(
    ("heading", "words"),
    [
        ("In an episode", list(afterwards.choices(seats=2, playing=True, languages=True))),
        ("Reading past episodes", [*review.CHOICES, *history.CHOICES]),
    ],
)
def test_other_menus_are_explained(heading: str, words: list[str]) -> None:
    section = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    named = {word for code in re.findall(r"`([^`]+)`", section) for word in code.split()}
    assert set(words) - {"help"} <= named


def test_every_example_works(home: Path) -> None:
    play("taboo", typed=lines("a chair"))  # something to resume
    for command in EXAMPLES[0].splitlines():
        called = call(*shlex.split(command)[1:])
        assert (called.code, called.err) == (0, ""), command


def test_the_script_plays(home: Path) -> None:
    typed, command = EXAMPLES[1].strip().split(" | ")
    answers = shlex.split(typed)[2:]
    called = call(*shlex.split(command)[1:], typed=lines(*answers))
    assert (called.code, called.err) == (0, "")
    (episode,) = recorded(home)
    assert episode.summary.people == ("ada",)
    assert len(episode.entries) == 2
