"""Snapshots of a transcript and a board in each of the twelve languages."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from tests.ui.scripts.samples import SAMPLES
from tests.ui.scripts.stage import scene
from tests.ui.snapshots.compare import Compare
from tests.ui.snapshots.environment import reproducible

SIZES = ((80, 24), (60, 20))
KINDS = ("talk", "board")
SHOWN = [
    *((kind, language, "terminal") for kind, language in itertools.product(KINDS, SAMPLES)),
    *((kind, "ar", "app") for kind in KINDS),
]


@pytest.mark.parametrize(
    ("kind", "language", "bidi", "size"),
    [
        pytest.param(*shown, size, id=f"{'-'.join(shown)}-{size[0]}x{size[1]}")
        for shown, size in zip(SHOWN, itertools.cycle(SIZES), strict=False)
    ],
)
def test_scripts(
    snap_compare: Compare,
    tmp_path: Path,
    kind: str,
    language: str,
    bidi: str,
    size: tuple[int, int],
) -> None:
    pictured = scene(kind, language, bidi)  # type: ignore[arg-type]
    with reproducible(tmp_path):
        assert snap_compare(pictured.app(tmp_path), terminal_size=size, run_before=pictured.arrange)
