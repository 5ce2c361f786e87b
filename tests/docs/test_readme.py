"""The README's commands do what it says: each one is executed here, in the order of the page."""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.calling import Called, call
from tests.support.checkout import checkout
from tests.support.fake_openai import FakeOpenAI
from tests.support.paths import ROOT

README = (ROOT / "README.md").read_text("utf-8")

BLOCKS = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
COMMANDS = [
    line.split("#")[0].strip()
    for block in BLOCKS
    for line in block.splitlines()
    if line.startswith("clemtui")
]
(SETTINGS,) = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)


@pytest.fixture(scope="module")
def server() -> Iterator[FakeOpenAI]:
    """Stands in for every model of the README."""
    with FakeOpenAI(lambda messages: "GUESS: water") as server:
        yield server


@pytest.fixture
def written(home: Path, tmp_path: Path, server: FakeOpenAI) -> Path:
    """The configuration and the files that the README's commands name, in the current folder."""
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


def _run(command: str, server: FakeOpenAI) -> Called:
    arguments = command.split()[1:]
    if "openai/" in command and "--api-base" not in command:
        arguments += ["--api-base", server.base_url]
    arguments = [a if not a.startswith("http://") else server.base_url for a in arguments]
    arguments = [a.replace("~/clembench", "clembench") for a in arguments]
    return call(*arguments)


def test_the_page_has_commands() -> None:
    assert len(COMMANDS) > 12


def test_every_command_of_the_readme_works(
    written: Path, server: FakeOpenAI, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(written)
    for command in COMMANDS:
        if " ID" in command:
            latest = json.loads(call("episodes", "list", "--json").out)[0]["id"]
            command = command.replace(" ID", f" {latest}")
        called = _run(command, server)
        assert called.code == 0, f"{command}\n{called.out}\n{called.err}"


def test_every_link_of_the_readme_leads_somewhere() -> None:
    links = re.findall(r"\]\((?!https?://)([^)#]+)\)", README)
    assert links
    missing = [link for link in links if not (ROOT / link).exists()]
    assert not missing
