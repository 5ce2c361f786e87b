"""Which pictures are taken of which scene, and how one is compared with the one that is kept."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

import pytest
from _pytest.mark import ParameterSet
from textual.app import App

from clemtui.ui.shell.themes import DARK, LIGHT, SIXTEEN_COLOURS
from tests.ui.snapshots.scenes import SCENES
from tests.ui.snapshots.studio import studio
from tools.pictures import PICTURES

SMALL, LARGE = (80, 24), (120, 40)
USUAL = ((SMALL, DARK), (LARGE, LIGHT))
FULL = tuple(itertools.product((SMALL, LARGE), (DARK, LIGHT)))
SLIM, TINY, TOO_SMALL = (60, 20), (40, 12), (39, 11)

Take = tuple[tuple[int, int], str]
"""Columns and rows, and a theme."""

SIXTEEN: Take = (SMALL, SIXTEEN_COLOURS)


class Compare(Protocol):
    """`snap_compare` of pytest-textual-snapshot."""

    def __call__(
        self, app: App[Any], *, terminal_size: tuple[int, int], run_before: Any
    ) -> bool: ...


def takes(names: Iterable[str], *kinds: Iterable[Take]) -> Iterator[ParameterSet]:
    """One test for each scene and each size with its theme, called as these are."""
    for name, ((columns, rows), theme) in itertools.product(names, itertools.chain(*kinds)):
        look = theme.removeprefix("clemtui-")
        yield pytest.param(name, (columns, rows), theme, id=f"{name}-{columns}x{rows}-{look}")


def spread(names: Iterable[str], kinds: Sequence[Take]) -> Iterator[ParameterSet]:
    """One test for each scene: as the documentation shows it, else at one size and theme after the
    other, so that all are seen somewhere.

    A picture tells of one scene, and a changed word changes few of them. What must hold at every
    size and in every theme is asserted (test_every_size.py).
    """
    shown = {picture.scene: (picture.size, picture.theme) for picture in PICTURES}
    for name, kind in zip(names, itertools.cycle(kinds), strict=False):
        documented = shown.get(name, kind)
        yield from takes((name,), (documented if documented in kinds else kind,))


def small(theme: str = DARK) -> tuple[Take, ...]:
    """Where there is less room than the screens were made for."""
    return ((SLIM, theme), (TINY, theme))


def looks_as_kept(
    compare: Compare, folder: Path, name: str, size: tuple[int, int], theme: str
) -> bool:
    """Whether a scene looks as it did when somebody looked at it and found it good."""
    scene = SCENES[name]
    with studio(folder, scene.environment):
        return compare(scene.app(folder, theme), terminal_size=size, run_before=scene.arrange)
