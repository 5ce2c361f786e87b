"""No file of the program imports itself through others; type-checking imports count.

Files in a circle can only be read, tested and moved together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import grimp
import pytest

from tests.support.paths import ROOT

Imports = dict[str, frozenset[str]]


@pytest.fixture(scope="module")
def imports() -> Imports:
    """Map each module to the modules of the program it imports, anywhere in the file."""
    graph = grimp.build_graph("clemtui", exclude_type_checking_imports=False, cache_dir=None)
    return {
        module: frozenset(graph.find_modules_directly_imported_by(module))
        for module in graph.modules
    }


def cycles(imports: Imports) -> list[frozenset[str]]:
    """Return the sets of modules that import each other, directly or not.

    They are disjoint: the strongly connected components with more than one module, found by one
    pass through the graph forwards and one backwards (Kosaraju).
    """
    order = list(_post_order(imports, imports.__getitem__, set()))
    importers: dict[str, set[str]] = {module: set() for module in imports}
    for module, imported in imports.items():
        for each in imported:
            importers[each].add(module)
    seen: set[str] = set()
    found = (
        frozenset(_post_order([module], importers.__getitem__, seen)) for module in reversed(order)
    )
    return [each for each in found if len(each) > 1]


def _post_order(
    starts: Iterable[str], following: Callable[[str], Iterable[str]], seen: set[str]
) -> Iterator[str]:
    """Yield everything reachable and not seen before, in post-order."""
    for start in starts:
        if start in seen:
            continue
        seen.add(start)
        path = [(start, iter(following(start)))]
        while path:
            module, rest = path[-1]
            step = next((each for each in rest if each not in seen), None)
            if step is None:
                path.pop()
                yield module
            else:
                seen.add(step)
                path.append((step, iter(following(step))))


def test_no_import_cycles(imports: Imports) -> None:
    assert [sorted(each) for each in cycles(imports)] == []


def test_every_file_is_in_the_graph(imports: Imports) -> None:
    files = {path for path in (ROOT / "clemtui").rglob("*.py") if "__pycache__" not in path.parts}
    assert len(imports) == len(files)


def test_cycles_are_found_separately() -> None:
    planted = {
        "a": frozenset("b"),
        "b": frozenset("c"),
        "c": frozenset("a"),
        "d": frozenset("ae"),
        "e": frozenset("d"),
        "f": frozenset("ad"),
    }
    assert sorted(map(sorted, cycles(planted))) == [["a", "b", "c"], ["d", "e"]]


def test_an_import_for_type_checking_counts(imports: Imports) -> None:
    """A known case: the navigator names what its destinations carry."""
    assert "clemtui.episode.seat_port" in imports["clemtui.ui.shell.navigation"]
