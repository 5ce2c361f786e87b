"""The pre-commit hooks run tools from our own lock file and fetch nothing."""

from __future__ import annotations

import subprocess
import sysconfig
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import yaml

from tests.support.paths import ROOT

#: Tools of the hooks -> the package in the test group that provides each.
TOOLS = {"ruff": "ruff", "typos": "typos", "lint-imports": "import-linter"}


def hooks() -> list[dict[str, Any]]:
    """Return the hooks of `.pre-commit-config.yaml`."""
    text = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    (repository,) = yaml.safe_load(text)["repos"]
    assert repository["repo"] == "local", "nothing is fetched to look at a commit"
    found: list[dict[str, Any]] = repository["hooks"]
    return found


def test_hooks_run_tools_of_the_test_group() -> None:
    tools = [hook["entry"].split()[0] for hook in hooks()]
    assert set(tools) == set(TOOLS)
    for tool in tools:
        files = distribution(TOOLS[tool]).files or []
        assert tool in {Path(str(file)).stem for file in files}
    assert {hook["language"] for hook in hooks()} == {"system"}


def test_ci_runs_every_hook() -> None:
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    for command in ("ruff check", "ruff format", "typos", "lint-imports --no-logo"):
        assert f".venv/bin/{command}" in ci
        assert any(hook["entry"].startswith(command) for hook in hooks())


def typos(folder: Path) -> subprocess.CompletedProcess[str]:
    """Check the spelling of a folder with our own settings."""
    program = Path(sysconfig.get_path("scripts"), "typos")
    command = [str(program), "--config", str(ROOT / "pyproject.toml"), "--format", "brief"]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False
    )


def test_no_spelling_mistakes() -> None:
    result = typos(ROOT)
    assert result.returncode == 0, result.stdout


def test_a_spelling_mistake_is_found(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text("t" + "eh records\n", encoding="utf-8")
    result = typos(tmp_path)
    assert result.returncode != 0
    assert "should be" in result.stdout
