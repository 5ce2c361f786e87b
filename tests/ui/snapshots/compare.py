"""The snapshots taken of each scene, and their comparison with the stored ones."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

import pytest
from _pytest.mark import ParameterSet
from textual.app import App

from clemtui.ui.shell.themes import DARK, LIGHT, SIXTEEN_COLOURS
from tests.ui.snapshots.environment import reproducible
from tests.ui.snapshots.scenes import SCENES
from tools.pictures import PICTURES

SMALL, LARGE = (80, 24), (120, 40)
USUAL = ((SMALL, DARK), (LARGE, LIGHT))
FULL = tuple(itertools.product((SMALL, LARGE), (DARK, LIGHT)))
SLIM, TINY, TOO_SMALL = (60, 20), (40, 12), (39, 11)

Take = tuple[tuple[int, int], str]
"""The terminal size in columns and rows, and a theme."""

SIXTEEN: Take = (SMALL, SIXTEEN_COLOURS)


class Compare(Protocol):
    """The type of `snap_compare` from pytest-textual-snapshot."""

    def __call__(
        self, app: App[Any], *, terminal_size: tuple[int, int], run_before: Any
    ) -> bool: ...


def parameters(names: Iterable[str], *kinds: Iterable[Take]) -> Iterator[ParameterSet]:
    """Yield one test parameter per scene, size and theme, with an id that names them."""
    for name, ((columns, rows), theme) in itertools.product(names, itertools.chain(*kinds)):
        look = theme.removeprefix("clemtui-")
        yield pytest.param(name, (columns, rows), theme, id=f"{name}-{columns}x{rows}-{look}")


def spread_parameters(names: Iterable[str], kinds: Sequence[Take]) -> Iterator[ParameterSet]:
    """Yield one test parameter per scene, cycling through sizes and themes.

    Scenes shown in the documentation use the size and theme shown there. A snapshot covers one
    scene, so a changed word affects few of them. What must hold at every size and in every theme is
    asserted in test_every_size.py.
    """
    shown = {picture.scene: (picture.size, picture.theme) for picture in PICTURES}
    for name, kind in zip(names, itertools.cycle(kinds), strict=False):
        documented = shown.get(name, kind)
        yield from parameters((name,), (documented if documented in kinds else kind,))


def small(theme: str = DARK) -> tuple[Take, ...]:
    """Return sizes with less room than the screens are designed for."""
    return ((SLIM, theme), (TINY, theme))


def matches_snapshot(
    compare: Compare, folder: Path, name: str, size: tuple[int, int], theme: str
) -> bool:
    """Return whether a scene matches its approved snapshot."""
    scene = SCENES[name]
    with reproducible(folder, scene.environment):
        return compare(scene.app(folder, theme), terminal_size=size, run_before=scene.arrange)
