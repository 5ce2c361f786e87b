"""Makes the pictures of the documentation: the program draws itself while it is being played.

    python tools/pictures.py                 writes docs/pictures/wordle.svg and taboo.svg

The same instances and the same keys every time, on a database that is thrown away. The pictures
name fonts of the reader's machine only, and load nothing.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from textual.pilot import Pilot

from clemtui.config import Settings
from clemtui.play.plan import Choices
from clemtui.ui.app import ClemtuiApp
from clemtui.ui.options import AppOptions
from clemtui.ui.screens.play import PlayScreen
from clemtui.ui.widgets.composer import Composer

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
SIZE = (100, 30)
PERSON = "Ada"
SEED = 2024
"""Of new instances: no picture gives away a word of those that people are measured with."""
FONTS = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
GIVE_UP_SECONDS = 60

_FONT_FACE = re.compile(r"\s*@font-face\s*\{.*?\}", re.DOTALL)
_FONT_FAMILY = re.compile(r"font-family: [^;]*;")
_GENERATED = re.compile(r"terminal-\d+-")


@dataclass(frozen=True)
class Picture:
    """What is played for a picture: answers to send, and what is being typed at the end."""

    name: str
    choices: Choices
    answers: tuple[str, ...]
    typing: str


PICTURES = (
    Picture(
        "wordle",
        Choices(game="wordle", person=PERSON, language="en", seed=SEED),
        ("crane", "plaid"),
        "panda",
    ),
    Picture(
        "taboo",
        Choices(game="taboo", person=PERSON, language="en", seed=SEED),
        ("You push a trolley through it and queue at the till",),
        "A big place with many shelves, open late",
    ),
)


async def take(picture: Picture, database: Path) -> str:
    """Play as far as the picture shows, and draw the screen as SVG."""
    options = AppOptions(
        database=database, settings=Settings(), person=PERSON, choices=picture.choices
    )
    app = ClemtuiApp(options)
    async with app.run_test(size=SIZE) as pilot:
        for number, answer in enumerate(picture.answers):
            await _until(pilot, partial(_asked, app, number))
            await pilot.press(*map(_key, answer), "enter")
        await _until(pilot, partial(_asked, app, len(picture.answers)))
        await pilot.press(*map(_key, picture.typing))
        await pilot.pause()
        drawn = app.export_screenshot(title="clemtui")
        await app.leave(0)
    return without_links(drawn, picture.name)


def without_links(svg: str, name: str) -> str:
    """The picture with fonts of the reader's machine in place of those of a server, and with
    names that do not change from one run to the next."""
    svg = _FONT_FACE.sub("", svg)
    svg = _FONT_FAMILY.sub(f"font-family: {FONTS};", svg)
    return _GENERATED.sub(f"{name}-", svg)


def _asked(app: ClemtuiApp, answered: int) -> bool:
    """Whether a new answer is asked for, after so many."""
    screen = app.screen
    if not isinstance(screen, PlayScreen) or screen.query_one(Composer).answering is None:
        return False
    return sum(line.kind == "from seat" for line in screen.stage.state.lines) == answered


async def _until(pilot: Pilot[None], condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(GIVE_UP_SECONDS):
        while not condition():
            await pilot.pause(0.01)
    await pilot.pause()


def _key(character: str) -> str:
    return {" ": "space"}.get(character, character)


def main() -> None:
    """Write all pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for picture in PICTURES:
        with tempfile.TemporaryDirectory() as folder:
            svg = asyncio.run(take(picture, Path(folder) / "clemtui.db"))
        (FOLDER / f"{picture.name}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
