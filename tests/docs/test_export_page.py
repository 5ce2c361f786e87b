"""docs/export.md: its examples work, and it shows the tree that is written."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.exchange.records import Who, open_records
from tests.support.calling import call
from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "export.md").read_text("utf-8")
EXAMPLES = [
    line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()
]
SAID = {"Player 1": ["no tag"]}


@pytest.fixture
def recorded(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder; anna and a model have played one instance twice."""
    database = home / "data" / "clemtui.db"
    database.parent.mkdir(parents=True)
    who: dict[str, Who] = {"Player 1": ("human", "anna"), "Player 2": ("model", "gpt-4o")}
    with open_records(database) as made:
        for _ in range(2):
            made.play(made.instance("taboo", "high", 7), SAID, who=who)
    place = tmp_path / "work"
    place.mkdir()
    monkeypatch.chdir(place)
    return place


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 3


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_works(recorded: Path, example: str) -> None:
    called = call(*shlex.split(example)[1:])
    assert (called.code, called.err) == (0, "")


def test_tree_on_the_page_is_what_is_written(recorded: Path) -> None:
    drawn = PAGE.partition("```\nDIR/")[2].partition("```")[0]
    names = {line.split()[0].rpartition("/")[2] for line in drawn.splitlines() if ".json" in line}
    assert call("export", "clembench", "results").code == 0
    episode = recorded / "results" / "anna--gpt-4o" / "taboo" / "high" / "instance_00007"
    folders = (episode, episode.parent, episode.parents[2])
    written = {path.name for folder in folders for path in folder.iterdir() if path.is_file()}
    assert names - written == {"player_2.requests.json"}  # no one asked the second seat here
    assert written <= names
    assert episode.with_name("instance_00007_play_2").is_dir()
    for part in ("anna--gpt-4o/", "taboo/", "instance_00007/", "instance_00007_play_2/"):
        assert part in f"DIR/{drawn}"
