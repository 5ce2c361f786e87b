"""The names that the engine exports: every name of the contract, once."""

from __future__ import annotations

import ast
import pkgutil
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

from clemtui import engine

IMPORTS = [
    statement
    for statement in ast.parse(Path(engine.__file__).read_text("utf-8")).body
    if isinstance(statement, ast.ImportFrom) and statement.module != "__future__"
]
NAMES = [alias.asname or alias.name for statement in IMPORTS for alias in statement.names]


@pytest.mark.parametrize("name", NAMES)
def test_every_exported_name_exists(name: str) -> None:
    """Each is defined in the engine under that name, and no module hides it."""
    value = getattr(engine, name)
    assert not isinstance(value, ModuleType)
    if isinstance(value, type | FunctionType):
        assert getattr(import_module(value.__module__), name) is value
        assert value.__module__.startswith("clemtui.engine.")


def test_names_are_exported_once() -> None:
    assert len(NAMES) > 100
    assert len(NAMES) == len(set(NAMES))


def test_unknown_name() -> None:
    with pytest.raises(AttributeError, match=r"'clemtui\.engine' has no attribute 'Chess'"):
        engine.Chess  # type: ignore[attr-defined]  # noqa: B018


def test_no_module_shares_an_exported_name() -> None:
    """Importing such a module would replace the exported name by the module."""
    modules = {module.name for module in pkgutil.iter_modules(engine.__path__)}
    assert not modules & set(NAMES)
