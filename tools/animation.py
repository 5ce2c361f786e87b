"""Make the animation in the README: the program is filmed playing a game of Wordle.

    python -m tools.animation    writes docs/pictures/film/game.svg

The animation is one SVG without scripts or fonts: style rules show and hide what changes. What
several frames have in common is stored once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from clemtui.ui.results.screen import ResultScreen
from tests.ui.snapshots.environment import Scene, draw
from tests.ui.snapshots.stage import open_episode, write
from tests.ui.support.app import on

ANIMATION = Path(__file__).parent.parent / "docs" / "pictures" / "film" / "game.svg"
SIZE = (80, 24)
GUESSES = ("crane", "plaid", "panda")
TYPING, READING, LAST = 0.25, 1.6, 4.0
"""Seconds to show a frame: while a word is typed, once it is judged, and at the end."""

_STYLE = re.compile(r"\.terminal-(r\d+) \{ ([^}]*) \}")
_PIECE = re.compile(r"<rect [^>]*/>|<text [^>]*>.*?</text>", re.DOTALL)
_CLASS = re.compile(r'class="terminal-(r\d+)"')
_SCREEN = '<g transform="translate(9, 41)"'


@dataclass(frozen=True)
class Frame:
    """One frame of the animation, as SVG, and the seconds it is shown."""

    svg: str
    seconds: float

    def pieces(self) -> list[str]:
        """Return the backgrounds and texts that make up the screen, each with its own style."""
        styles = dict(_STYLE.findall(self.svg))
        screen = self.svg[self.svg.index(_SCREEN) :]
        return [
            _CLASS.sub(lambda found: f'style="{styles[found[1]]}"', piece)
            for piece in _PIECE.findall(screen)
        ]


def record() -> list[Frame]:
    """Play the game, taking a frame at every step."""
    frames: list[Frame] = []

    async def play(pilot: Pilot[Any]) -> None:
        def take(seconds: float) -> None:
            frames.append(Frame(pilot.app.export_screenshot(), seconds))

        table = await open_episode(pilot, "wordle")
        take(READING)
        for guess in GUESSES:
            await table.wait_for_request()
            for letter in guess:
                await write(table, letter)
                take(TYPING)
            await pilot.press("enter")
            if guess == GUESSES[-1]:
                await on(pilot, ResultScreen)
            else:
                await table.wait_for_request()
            await pilot.pause()
            take(READING)

    draw(Scene("film", play), SIZE)
    return [*frames[:-1], Frame(frames[-1].svg, LAST)]


def as_svg(frames: Sequence[Frame]) -> str:
    """Return one SVG that shows the frames in turn, in an endless loop."""
    first = frames[0].svg
    seen: dict[str, list[int]] = {}
    for number, frame in enumerate(frames):
        for piece in frame.pieces():
            seen.setdefault(piece, []).append(number)
    groups: dict[tuple[int, ...], list[str]] = {}
    for piece, numbers in seen.items():
        groups.setdefault(tuple(numbers), []).append(piece)
    # Backgrounds first; no two of them are ever shown in the same place at once.
    ordered = [
        (numbers, "".join(piece for piece in pieces if piece.startswith(kind)))
        for kind in ("<rect", "<text")
        for numbers, pieces in groups.items()
    ]
    names = {numbers: f"s{index}" for index, numbers in enumerate(groups)}
    body = "\n".join(
        f'<g class="{names[numbers]}">{pieces}</g>' for numbers, pieces in ordered if pieces
    )
    rules = "\n".join(
        _rule(name, numbers, frames)
        for numbers, name in names.items()
        if len(numbers) < len(frames)
    )
    head, screen = first.split(_SCREEN, 1)
    head = head.replace("</style>", f"{rules}\n</style>", 1)
    opening = screen[: screen.index(">") + 1]
    return f'{head}{_SCREEN}{opening}<g class="terminal-matrix">\n{body}\n</g></g>\n</svg>\n'


def _rule(name: str, numbers: Sequence[int], frames: Sequence[Frame]) -> str:
    """Return the style rule for what is visible only in the frames with these numbers."""
    whole = sum(frame.seconds for frame in frames)
    steps, start = [], 0.0
    for number, frame in enumerate(frames):
        shown = "visible" if number in numbers else "hidden"
        steps.append(f"{100 * start / whole:.2f}%{{visibility:{shown}}}")
        start += frame.seconds
    return (
        f".{name}{{animation:{name} {whole:.2f}s step-end infinite}}"
        f"@keyframes {name}{{{''.join(steps)}}}"
    )


def main() -> None:
    """Write the animation."""
    ANIMATION.parent.mkdir(parents=True, exist_ok=True)
    ANIMATION.write_text(as_svg(record()), encoding="utf-8")


if __name__ == "__main__":
    main()
