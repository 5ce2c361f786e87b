"""The README and its second page are true: their commands are run in order."""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.calling import CallResult, call
from tests.support.checkout import checkout
from tests.support.fake_openai import FakeOpenAI
from tests.support.paths import ROOT

PAGES = (ROOT / "README.md", ROOT / "docs" / "getting-started.md")
TEXT = "\n".join(page.read_text("utf-8") for page in PAGES)

BLOCKS = re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL)
COMMANDS = [
    line.split("#")[0].strip()
    for block in BLOCKS
    for line in block.splitlines()
    if line.startswith("clemtui")
]
(SETTINGS,) = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)


@pytest.fixture(scope="module")
def server() -> Iterator[FakeOpenAI]:
    """A server that stands in for every model the pages name."""
    with FakeOpenAI(lambda messages: "GUESS: water") as server:
        yield server


@pytest.fixture
def written(home: Path, tmp_path: Path, server: FakeOpenAI) -> Path:
    """The configuration and the files that the commands name, in a new folder."""
    config = home / "config"
    config.mkdir(parents=True)
    address = tomllib.loads(SETTINGS)["models"]["small"]["api_base"]
    settings = SETTINGS.replace(address, server.base_url)
    assert settings != SETTINGS
    (config / "clemtui.toml").write_text(settings, encoding="utf-8")
    answers = {"Player 1": ["CLUE: nothing to say"], "Player 2": ["GUESS: water"]}
    (tmp_path / "answers.json").write_text(json.dumps(answers), encoding="utf-8")
    shutil.copy(ROOT / "games" / "taboo" / "instances" / "en.json", tmp_path / "instances.json")
    other = str(tmp_path / "other.db")
    assert call("run", "wordle", "--players", "scripted", "--limit", "1", "--db", other).code == 0
    results = str(tmp_path / "RESULTS_DIR")
    assert call("export", "clembench", results, "--db", other).code == 0
    checkout(tmp_path / "clembench")
    return tmp_path


def _run(command: str, server: FakeOpenAI) -> CallResult:
    arguments = command.split()[1:]
    if "openai/" in command and "--api-base" not in command:
        arguments += ["--api-base", server.base_url]
    arguments = [a if not a.startswith("http://") else server.base_url for a in arguments]
    arguments = [a.replace("~/clembench", "clembench") for a in arguments]
    return call(*arguments)


LOCKED = [
    (name, line)
    for name in ("README.md", "CONTRIBUTING.md", "docs/export.md", ".ci/nightly", "tools/lock.py")
    for line in (ROOT / name).read_text("utf-8").splitlines()
    if "--require-hashes" in line
]


@pytest.mark.parametrize(("page", "line"), LOCKED)
def test_nothing_but_a_lock_file_decides_what_is_installed(page: str, line: str) -> None:
    """Without `--no-deps`, pip refuses a lock as soon as there is a newer version of a package that
    another one names with an extra, like `markdown-it-py[linkify]`."""
    assert "--no-deps" in line.split("--require-hashes")[0].split("&&")[-1], page


def test_locked_installs_are_known() -> None:
    assert len(LOCKED) > 5


def test_the_page_has_commands() -> None:
    assert len(COMMANDS) > 12


def test_every_command_works(
    written: Path, server: FakeOpenAI, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(written)
    for command in COMMANDS:
        if " ID" in command:
            latest = json.loads(call("episodes", "list", "--json").out)[0]["id"]
            command = command.replace(" ID", f" {latest}")
        called = _run(command, server)
        assert called.code == 0, f"{command}\n{called.out}\n{called.err}"


@pytest.mark.parametrize("page", [*PAGES, ROOT / "docs" / "README.md"], ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?://)([^)#]+)\)", page.read_text("utf-8"))
    assert links
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_index_lists_every_page() -> None:
    index = (ROOT / "docs" / "README.md").read_text("utf-8")
    pages = {path.name for path in (ROOT / "docs").glob("*.md")} - {"README.md"}
    assert {page for page in pages if f"]({page})" not in index} == set()


def test_the_first_screen_has_picture_and_both_commands() -> None:
    """A visitor sees without scrolling what it is, an animation, and how to start."""
    beginning = PAGES[0].read_text("utf-8").splitlines()[:30]
    wanted = ("pictures/film/game.svg", "<!-- command: play -->", "<!-- command: test -->")
    assert all(any(mark in line for line in beginning) for mark in wanted)


SCRIPTS = (
    *sorted((ROOT / ".ci").iterdir()),
    ROOT / "CONTRIBUTING.md",
    *(ROOT / "docs").glob("*.md"),
)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_every_test_that_a_page_or_the_gate_names_exists(script: Path) -> None:
    named = set(
        re.findall(r"(?<![\w/*])tests/[\w/]+\w(?:\.py)?(?![\w*/])", script.read_text("utf-8"))
    )
    assert {name for name in named if not (ROOT / name).exists()} == set()
