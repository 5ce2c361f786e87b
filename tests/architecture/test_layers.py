"""The import contracts in `pyproject.toml` hold, and each of them catches a violation."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.support.paths import ROOT

#: contract -> a module that breaks it, and the line that does so
VIOLATIONS = {
    "Layers of the program": ("clemtui/store/planted.py", "import clemtui.players"),
    "The engine imports nothing of ours and no package": (
        "clemtui/engine/planted.py",
        "import rich",
    ),
    "Fronts never reach players, store and catalogue": (
        "clemtui/ui/planted.py",
        "import clemtui.store",
    ),
    "Fronts hold a seat port and nothing else of a live episode": (
        "clemtui/ui/planted_live.py",
        "import clemtui.episode.live",
    ),
    "Layers of an episode": (
        "clemtui/episode/response_times.py",
        "import clemtui.episode.updates",
    ),
    "Games import the engine and the game kit alone": (
        "games/one/rules.py",
        "import clemtui.resources",
    ),
    "A family of games never imports another": ("games/two/rules.py", "from ..one import rules"),
    "The program loads games through the catalogue, never by import": (
        "clemtui/catalogue/planted.py",
        "import games.one.rules",
    ),
    "Only the adapter of the model player imports litellm": (
        "clemtui/episode/planted_model.py",
        "def late() -> None:\n    import litellm",
    ),
    "Only the server of the app imports what an extra brings": (
        "clemtui/ui/planted_server.py",
        "import textual_serve",
    ),
    "Only the store speaks SQL": ("clemtui/episode/planted_sql.py", "import sqlite3"),
    "Analysis draws nothing and asks nobody": ("clemtui/analysis/planted.py", "import rich"),
    "Layers of the screens": ("clemtui/ui/widgets/planted.py", "import clemtui.ui.shell.base"),
    "Layers of what every screen stands on": (
        "clemtui/ui/shell/dialogs/planted.py",
        "import clemtui.ui.shell.base",
    ),
    "No screen imports another": (
        "clemtui/ui/play/pause.py",
        "def late() -> None:\n    import clemtui.ui.play.rules",
    ),
    "Layers of the archive": (
        "clemtui/archive/search_line.py",
        "import clemtui.archive.history",
    ),
    "Layers of a document": (
        "clemtui/archive/documents/sheet.py",
        "import clemtui.archive.documents.text",
    ),
    "Layers of a study": ("clemtui/study/tasks.py", "import clemtui.study.checking"),
    "Layers of the reports": ("clemtui/reports/tables.py", "import clemtui.reports.documents"),
    "Layers of the report on prompt languages": (
        "clemtui/reports/effect/tables.py",
        "import clemtui.reports.effect.plot",
    ),
    "Packages do not go in circles": (
        "clemtui/ui/shell/dialogs/planted_circle.py",
        "import clemtui.ui.shell.base",
    ),
    "Only the screens import Textual": ("clemtui/episode/planted_screen.py", "import textual"),
}


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    """Check the contracts of the checkout in ``folder``."""
    program = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"
    return subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=False
    )


def test_contracts_hold() -> None:
    result = lint_imports(ROOT)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the linter's report on a copy of the checkout with every contract broken once."""
    copy = tmp_path_factory.mktemp("broken")
    without_caches = shutil.ignore_patterns("__pycache__", "tests")
    shutil.copytree(ROOT / "clemtui", copy / "clemtui", ignore=without_caches)
    shutil.copy(ROOT / "pyproject.toml", copy)
    for path, statement in VIOLATIONS.values():
        target = copy / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(statement + "\n", encoding="utf-8")
    result = lint_imports(copy)
    assert result.returncode == 1, result.stdout + result.stderr
    return result.stdout


@pytest.mark.parametrize("contract", VIOLATIONS)
def test_violations_are_caught(contract: str, verdicts: str) -> None:
    assert f"{contract} BROKEN" in verdicts


def test_every_episode_module_has_a_layer() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    (layers,) = (each["layers"] for each in contracts if each["name"] == "Layers of an episode")
    folder = ROOT / "clemtui" / "episode"
    files = (path.relative_to(folder).with_suffix("") for path in folder.rglob("*.py"))
    modules = {".".join(path.parts) for path in files if path.name != "__init__"}
    listed = {name for layer in layers for name in layer.split(" | ")}
    assert listed ^ modules == set(), "list modules in 'Layers of an episode' in pyproject.toml"


def test_every_contract_has_a_violation() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    assert {contract["name"] for contract in contracts} == set(VIOLATIONS)
