"""The engine's front door: every name of the contract, and no more loaded than is asked for."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from importlib import import_module
from types import FunctionType, ModuleType

import pytest

from clemtui import engine
from tests.support.paths import ROOT


@pytest.mark.parametrize("name", engine.__all__)
def test_every_name_of_the_contract_is_there(name: str) -> None:
    """And is what it says, and no module: none is called like a name."""
    value = getattr(engine, name)
    assert not isinstance(value, ModuleType)
    if isinstance(value, type | FunctionType):
        assert getattr(import_module(value.__module__), name) is value
        assert value.__module__.startswith("clemtui.engine.")


def test_a_name_that_is_not_of_the_contract() -> None:
    with pytest.raises(AttributeError, match=r"'clemtui\.engine' has no attribute 'Chess'"):
        engine.Chess  # type: ignore[attr-defined]  # noqa: B018


def test_a_name_is_loaded_when_it_is_asked_for() -> None:
    """The list of games is on the screen before the classes of play are made."""
    program = (
        "import sys; import clemtui.engine\n"
        "def loaded(): return sorted(m for m in sys.modules if m.startswith('clemtui.engine.'))\n"
        "print(loaded())\n"
        "from clemtui.engine import GameCard, Label\n"
        "print(loaded())\n"
        "from clemtui.engine import entries, replay\n"
        "print(entries.__name__, replay.__name__)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == [
        "[]",
        "['clemtui.engine.game', 'clemtui.engine.labels']",
        "entries replay",
    ]


def test_no_module_is_called_like_a_name() -> None:
    """Loading it would put the module in the place of what is meant."""
    modules = {module.name for module in pkgutil.iter_modules(engine.__path__)}
    assert not modules & set(engine.__all__)
