"""Every scene at every size and in every theme, in one app that is resized and rethemed."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot

from clemtui.ui.shell.themes import DARK, LIGHT, SIXTEEN_COLOURS
from tests.ui.snapshots.compare import LARGE, SLIM, SMALL, TINY, TOO_SMALL
from tests.ui.snapshots.environment import reproducible
from tests.ui.snapshots.scenes import SCENES
from tests.ui.support.app import paint, seen, until

SIZES = (LARGE, SMALL, SLIM, TINY, TOO_SMALL)
THEMES = (DARK, LIGHT, SIXTEEN_COLOURS)

pytestmark = [pytest.mark.nightly, pytest.mark.timeout(300)]


def filled(app: App[Any], rows: int) -> bool:
    """Whether as many rows are drawn as the terminal has, and not all of them are blank."""
    paint(app)  # with the screen below, which says that the terminal is too small
    shown = seen(app)
    return len(shown.splitlines()) == rows and bool(shown.strip())


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_is_drawn_at_every_size_in_every_theme(name: str, tmp_path: Path) -> None:
    """Check that nothing is cut off or empty, and that the focus is visible."""
    scene = SCENES[name]

    async def look(pilot: Pilot[object]) -> None:
        app = pilot.app
        await scene.arrange(pilot)
        for size, theme in itertools.product(SIZES, THEMES):
            app.theme = theme
            await pilot.resize_terminal(*size)
            await until(pilot, lambda rows=size[1]: filled(app, rows))  # type: ignore[misc]
            await pilot.pause()
            where = f"{name} at {size}, {theme}"
            focused = app.screen.focused
            if focused is not None and size != TOO_SMALL and app.screen.can_view_partial(focused):
                continue
            assert focused is None or size in (TINY, TOO_SMALL), f"{where}: {focused!r} is hidden"
        looked.append(name)
        app.exit()

    looked: list[str] = []
    with reproducible(tmp_path, scene.environment):
        scene.app(tmp_path).run(headless=True, auto_pilot=look, size=SMALL)
    assert looked == [name]
