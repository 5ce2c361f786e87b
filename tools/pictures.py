"""Make the pictures of the documentation: the program draws itself while being played.

    python -m tools.pictures        writes docs/pictures/*.svg

They show scenes of the snapshot tests (tests/ui/snapshots): the same instances, people and dates
every time, on a temporary database. They use only fonts of the reader's machine, and load nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from clemtui.ui.shell.themes import DARK, LIGHT
from tests.ui.snapshots.environment import draw
from tests.ui.snapshots.scenes import SCENES

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
SMALL, LARGE = (80, 24), (120, 40)


@dataclass(frozen=True)
class Picture:
    """A picture: its name without suffix, its scene, and its size in columns and rows."""

    name: str
    scene: str
    size: tuple[int, int] = SMALL
    theme: str = DARK


PICTURES = (
    Picture("first-start", "home-first-start"),
    Picture("home", "home"),
    Picture("setup", "setup-hello"),
    Picture("partner", "setup-partner"),
    Picture("taboo", "play-describer", LARGE, LIGHT),
    Picture("wordle", "play-wordle"),
    Picture("clue", "withclue"),
    Picture("critic", "withcritic-critic"),
    Picture("committing", "withcritic-committing"),
    Picture("drawing-giver", "drawing-giver"),
    Picture("drawing-follower", "drawing-follower"),
    Picture("reference-giver", "reference-giver"),
    Picture("reference-follower", "reference-follower"),
    Picture("questions", "privateshared-dialogue"),
    Picture("probes", "privateshared-probes"),
    Picture("hint", "play-hint"),
    Picture("verbatim", "play-verbatim"),
    Picture("watching", "play-watching"),
    Picture("hand-over", "play-hand-over"),
    Picture("halted", "play-halted"),
    Picture("result", "result-success", LARGE),
    Picture("history", "history", LARGE, LIGHT),
    Picture("review", "review"),
    Picture("english", "review-english", LARGE, LIGHT),
    Picture("progress", "progress", LARGE),
    Picture("commands", "palette"),
    Picture("settings", "settings"),
)


def main() -> None:
    """Write all pictures and delete every other one in their folder."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.svg"):
        old.unlink()
    for picture in PICTURES:
        svg = draw(SCENES[picture.scene], picture.size, picture.theme)
        (FOLDER / f"{picture.name}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
