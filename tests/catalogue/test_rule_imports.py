"""Everything that the rules of a game import is hashed with them.

This covers the family's own files and the modules of the game kit that it names.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from clemtui.catalogue import Collection, Family
from clemtui.resources import bundled_collection
from tests.catalogue.sample_collections import family, write
from tests.support.families import CONTRACT_GAMES

FAMILIES = [
    Family.read(collection, folder)
    for collection in (Collection.at(bundled_collection()), Collection.at(CONTRACT_GAMES))
    for folder in collection.folders()
]
GAMEKIT = "clemtui.gamekit"


def imported(name: str, path: Path) -> Iterator[str]:
    """Yield the modules, and names in modules, that a rule file imports anywhere.

    Modules of its own family start with a dot.
    """
    folders = name.split("/")[:-1]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                around = folders[: len(folders) - node.level + 1]
                base = "." + ".".join([*around, *filter(None, [node.module])])
            yield base
            yield from (f"{base.rstrip('.')}.{alias.name}" for alias in node.names)


def modules(found: Family) -> dict[str, str]:
    """Return the names of rule files by module, as `imported` writes modules."""
    named = {}
    for name in found.rule_files:
        if name.endswith(".py"):
            path = name.removeprefix("gamekit:").removesuffix(".py").removesuffix("/__init__")
            room = GAMEKIT if name.startswith("gamekit:") else ""
            named[f"{room}.{path.replace('/', '.')}"] = name
    return named


def unhashed(found: Family) -> list[str]:
    """Return the imports of rules that lead to code not hashed with them."""
    hashed = modules(found)
    return [
        f"{name}: {module}"
        for name, path in found.rule_files.items()
        if name.endswith(".py")
        for module in imported(name, path)
        if not _allowed(module, hashed)
    ]


def _allowed(module: str, hashed: Mapping[str, str]) -> bool:
    """Whether rules may import a module.

    They may import a hashed module, a name in it, a package around it, the contract, or a library.
    """
    if module.startswith((".", f"{GAMEKIT}.")):
        within = any(f"{module}.".startswith(f"{each}.") for each in hashed)
        return within or any(each.startswith(f"{module.rstrip('.')}.") for each in hashed)
    if module.startswith("clemtui."):
        return module == GAMEKIT or f"{module}.".startswith("clemtui.engine.")
    return module != "importlib"


@pytest.mark.parametrize("found", FAMILIES, ids=lambda found: found.id)
def test_rules_import_nothing_that_is_not_hashed(found: Family) -> None:
    """If this fails, add the module of the game kit to ``rules`` in `game.toml`.

    Code in ``bots``, ``generate`` or ``tools`` that rules need is itself rules, and belongs
    elsewhere.
    """
    assert [*modules(found)]
    assert unhashed(found) == []


@pytest.mark.parametrize("found", FAMILIES, ids=lambda found: found.id)
def test_no_module_of_the_game_kit_is_named_that_rules_do_not_import(found: Family) -> None:
    used = {each for name, path in found.rule_files.items() if name.endswith(".py")
            for each in imported(name, path)}  # fmt: skip
    for module in found.file.family.rules:
        assert any(f"{each}.".startswith(f"{GAMEKIT}.{module}.") for each in used), module


@pytest.mark.parametrize(
    "line",
    [
        "from . import bots",
        "from .bots import Nobody",
        "from .bots.data import words",
        "    from .generate import instance",
        "from .tools.build import words",
        "from clemtui.gamekit import inflection",
        "from clemtui.gamekit.inflection import mentions",
        "import clemtui.gamekit.grid_words.cells",
        "from clemtui.catalogue import Family",
        "import importlib",
    ],
)
def test_a_planted_import_is_found(line: str, tmp_path: Path) -> None:
    folder = family(tmp_path)
    indented = line.startswith(" ")
    write(folder / "more.py", f"def lazily():\n{line}\n" if indented else f"{line}\n")
    (found,) = {each.partition(":")[0] for each in unhashed(_read(folder))}
    assert found == "more.py"


@pytest.mark.parametrize(
    "line",
    [
        "from .words import GREETING",
        "from . import words",
        "from .deep.inside import one",
        "from .deep import inside",
        "from clemtui.engine import Game",
        "from clemtui.gamekit.inflection import mentions",
        "from clemtui.gamekit import inflection",
    ],
)
def test_imports_of_what_is_hashed_pass(line: str, tmp_path: Path) -> None:
    folder = family(tmp_path)
    text = (folder / "game.toml").read_text("utf-8")
    write(folder / "game.toml", text.replace('"game"\n', '"game"\nrules = ["inflection"]\n', 1))
    write(folder / "deep" / "inside.py", "from ..words import GREETING\n")
    write(folder / "more.py", f"{line}\n")
    assert unhashed(_read(folder)) == []


def _read(folder: Path) -> Family:
    return Family.read(Collection.at(folder.parent.parent), folder)
