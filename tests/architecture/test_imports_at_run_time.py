"""What is imported when: slow and third-party packages only once they are needed.

The contracts of `test_layers.py` read import statements; these tests look at `sys.modules`, which
also shows what is imported through other packages or by name.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT

FAMILIES = sorted(path.parent.name for path in ROOT.glob("games/*/game.toml"))


def loaded_by(code: str) -> set[str]:
    """Run ``code`` in a new interpreter at the root; return the names of the modules imported."""
    program = (
        "import json, sys\n"
        f"sys.path.insert(0, {str(ROOT)!r})\n"
        "before = set(sys.modules)\n"
        "try:\n"
        + "".join(f"    {line}\n" for line in code.splitlines())
        + "except SystemExit as end:\n"
        "    if end.code not in (0, None):\n"
        "        raise\n"
        "print()\n"
        "print(json.dumps(sorted(set(sys.modules) - before)))\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    return set(json.loads(result.stdout.splitlines()[-1]))


def packages(modules: set[str]) -> set[str]:
    """Return the top-level names of ``modules``."""
    return {module.partition(".")[0] for module in modules}


def run_program(*arguments: str) -> set[str]:
    """Return what the program imports when called with ``arguments``."""
    return loaded_by(
        "import runpy\n"
        f"sys.argv = ['clemtui', *{list(arguments)!r}]\n"
        "runpy.run_module('clemtui', run_name='__main__', alter_sys=True)"
    )


def import_all(files: list[Path]) -> set[str]:
    """Return what is imported by importing the modules in ``files``."""
    names = sorted(
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for path in files
    )
    assert names, "there is nothing to import"
    return loaded_by(f"import importlib\nfor name in {names!r}: importlib.import_module(name)")


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_version_and_help_import_nothing_slow(option: str) -> None:
    loaded = packages(run_program(option))
    assert "click" in loaded  # the program did run
    assert loaded.isdisjoint({"textual", "litellm", "openai", "sqlite_utils"})


@pytest.mark.parametrize("group", [(), ("languages",)], ids=" ".join)
def test_listing_commands_imports_no_command(group: tuple[str, ...]) -> None:
    loaded = run_program(*group, "--help")
    assert "clemtui.cli.lazy" in loaded
    assert not {
        each
        for each in loaded
        if each.startswith(("clemtui.cli.languages.check", "clemtui.cli.play"))
    }


def test_listing_games_imports_no_screen_and_no_model_library() -> None:
    loaded = packages(run_program("games", "--json"))
    assert "clemtui" in loaded
    assert loaded.isdisjoint({"textual", "litellm", "openai"})


ROOMS_OF_GAMES = ("clemtui.engine.", "clemtui.gamekit.")


def test_engine_imports_only_the_standard_library_and_itself() -> None:
    modules = import_all(list((ROOT / "clemtui" / "engine").rglob("*.py")))
    assert packages(modules) <= {"clemtui", *sys.stdlib_module_names}
    ours = {module for module in modules if module.startswith("clemtui.")}
    assert all((module + ".").startswith("clemtui.engine.") for module in ours), ours
    assert packages(modules).isdisjoint({"sqlite3", "socket", "ssl", "asyncio", "subprocess"})


@pytest.mark.parametrize("family", FAMILIES)
def test_games_import_only_engine_and_gamekit(family: str) -> None:
    folder = ROOT / "games" / family
    files = [
        path
        for path in folder.rglob("*.py")
        if not {"tests", "tools"}.intersection(path.relative_to(folder).parts)
    ]
    modules = import_all(files)
    ours = {module for module in modules if module.startswith("clemtui.")}
    assert all((module + ".").startswith(ROOMS_OF_GAMES) for module in ours), ours
    foreign = {"textual", "rich", "litellm", "openai", "sqlite3", "sqlite_utils", "asyncio"}
    assert packages(modules).isdisjoint(foreign)
    others = set(FAMILIES) - {family}
    assert not {module for module in modules if module.split(".")[1:2] in [[o] for o in others]}


def test_app_imports_no_model_library() -> None:
    loaded = packages(loaded_by("import clemtui.ui.app"))
    assert "textual" in loaded
    assert loaded.isdisjoint({"litellm", "openai", "boto3"})


def test_home_screen_imports_no_play_service() -> None:
    """Otherwise it would miss the budget of the first paint (tests/benchmarks)."""
    loaded = loaded_by("import clemtui.cli.program, clemtui.ui.app")
    assert "clemtui.ui.home.screen" in loaded
    assert loaded.isdisjoint({"clemtui.episode.service", "sqlite3", "sqlite_utils", "pydantic"})


@pytest.mark.parametrize("words", [(), ("play", "wordle"), ("history",)])
def test_opening_the_app_imports_no_plain_front_end(words: tuple[str, ...]) -> None:
    loaded = loaded_by(
        "from unittest import mock\n"
        "from clemtui.cli import history, opening, play, program\n"
        "app = mock.Mock(return_value=0)\n"
        "for each in (history, play, program):\n"
        "    each.open_app, each.at_terminal = app, lambda: True\n"
        f"try: program.main({list(words)!r})\n"
        "finally: assert app.called"
    )
    assert "clemtui.cli.program" in loaded
    assert not any(module.startswith("clemtui.plain") for module in loaded)


def test_families_are_found() -> None:
    assert {"taboo", "wordle"} <= set(FAMILIES)


def test_store_imports_no_numpy_or_pandas() -> None:
    """sqlite_utils imports numpy and pandas if installed: 40 megabytes and more than a second."""
    loaded = packages(loaded_by("import clemtui.store.library"))
    assert "sqlite_utils" in loaded
    assert not loaded & {"numpy", "pandas"}


def test_hidden_packages_remain_importable() -> None:
    loaded = packages(loaded_by("import clemtui.store.library\nimport numpy\nimport pandas"))
    assert {"numpy", "pandas"} <= loaded
