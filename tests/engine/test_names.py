"""The engine's front door: every name of the contract, and no more loaded than is asked for."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from types import FunctionType, ModuleType

import pytest

from clemtui import engine
from tests.support.paths import ROOT


@pytest.mark.parametrize("name", engine.__all__)
def test_every_name_of_the_contract_is_there(name: str) -> None:
    """And is what it says, not the module of the same name (`entries`, `replay`)."""
    value = getattr(engine, name)
    assert not isinstance(value, ModuleType)
    if isinstance(value, type | FunctionType):
        assert getattr(import_module(value.__module__), name) is value
        assert value.__module__.startswith("clemtui.engine.")


def test_a_name_that_is_not_of_the_contract() -> None:
    with pytest.raises(AttributeError, match=r"'clemtui\.engine' has no attribute 'Chess'"):
        engine.Chess  # type: ignore[attr-defined]  # noqa: B018


def test_forms_and_views_are_loaded_when_they_are_asked_for() -> None:
    program = (
        "import sys; from clemtui.engine import Game, GameCard, Label, entries, replay\n"
        "later = {'clemtui.engine.' + name for name in ('forms', 'form_values', 'views')}\n"
        "print(sorted(later & set(sys.modules)))\n"
        "from clemtui.engine import Form, View, problems\n"
        "print(sorted(later - set(sys.modules)), entries.__name__, replay.__name__)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n[] entries replay\n"
