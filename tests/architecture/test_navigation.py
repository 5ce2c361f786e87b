"""The navigator: each destination names a screen that accepts it and returns what it promises."""

from __future__ import annotations

import ast
import importlib
import tomllib
from dataclasses import fields
from inspect import signature
from pathlib import Path
from typing import Any, get_args

import pytest
from textual.screen import Screen

from clemtui.ui.settings.bindings import screen_classes
from clemtui.ui.shell import navigation
from clemtui.ui.shell.navigation import Destination, screen_at
from tests.support.paths import ROOT

DESTINATIONS = tuple(Destination.__subclasses__())
DIALOGS = "clemtui.ui.shell.dialogs."
"""Small dialogs, which any screen may import and show."""


def screen_of(destination: type[Destination[Any]]) -> type[Screen[Any]]:
    module, _, name = destination.screen.partition(":")
    found: type[Screen[Any]] = getattr(importlib.import_module(module), name)
    assert issubclass(found, Screen)
    return found


def answer_of(kind: type[Any]) -> Any:
    """Return the result type in the bases of a screen or a destination."""
    for base in getattr(kind, "__orig_bases__", ()):
        for argument in get_args(base):
            return argument
    raise AssertionError(f"{kind} does not say what it answers")


@pytest.mark.parametrize("destination", DESTINATIONS)
def test_destination_names_a_screen_that_accepts_it(destination: type[Destination[Any]]) -> None:
    screen = screen_of(destination)
    _, context, to, *rest = signature(screen.__init__).parameters.values()
    assert context.name == "context"
    assert to.annotation in (destination.__name__, "Destination[Result]")
    assert all(each.default is not each.empty for each in rest)
    if to.annotation == "Destination[Result]":
        assert not fields(destination), "the screen does not read what it is given"  # type: ignore[arg-type]


@pytest.mark.parametrize("destination", DESTINATIONS)
def test_screen_returns_the_promised_type(
    destination: type[Destination[Any]],
) -> None:
    assert answer_of(screen_of(destination)) == answer_of(destination)


@pytest.mark.parametrize("destination", DESTINATIONS)
def test_destinations_are_frozen(destination: type[Destination[Any]]) -> None:
    parameters: Any = vars(destination)["__dataclass_params__"]
    assert parameters.frozen


def test_every_screen_has_one_destination() -> None:
    kinds = {kind for kind in screen_classes() if not kind.__module__.startswith(DIALOGS)}
    shown = {kind for kind in kinds if not any(kind in each.__bases__ for each in kinds)}
    named = [screen_of(destination) for destination in DESTINATIONS]
    assert len(named) == len(set(named))
    assert set(named) == shown, "name it in clemtui/ui/shell/navigation.py"


def test_import_contract_lists_every_screen() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    listed = next(each for each in contracts if each["name"] == "No screen imports another")
    modules = sorted(destination.screen.partition(":")[0] for destination in DESTINATIONS)
    assert listed["modules"] == modules, "change 'No screen imports another' in pyproject.toml"


def test_only_the_navigator_creates_screens() -> None:
    """The app creates the first one, whose class it needs to know."""
    names = {destination.screen.partition(":")[2] for destination in DESTINATIONS}
    made = {
        (str(path.relative_to(ROOT)), call.func.id)
        for path in (ROOT / "clemtui" / "ui").rglob("*.py")
        for call in calls(path)
        if isinstance(call.func, ast.Name) and call.func.id in names
    }
    assert made == {("clemtui/ui/app.py", "HomeScreen")}


def calls(path: Path) -> list[ast.Call]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.Call)]


def test_navigator_passes_context_and_destination() -> None:
    class Shown:
        def __init__(self, context: object, to: object) -> None:
            self.given = (context, to)

    class Somewhere(Destination[None]):
        screen = f"{__name__}:planted"

    globals()["planted"] = Shown
    context, to = object(), Somewhere()
    try:
        made: Any = screen_at(to, context)  # type: ignore[arg-type]
    finally:
        del globals()["planted"]
    assert made.given == (context, to)


def test_navigator_imports_no_screen() -> None:
    assert not [
        name
        for name, value in vars(navigation).items()
        if isinstance(value, type) and issubclass(value, Screen)
    ]
