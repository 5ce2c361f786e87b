"""Make the pictures of the documentation: the program draws itself while being played.

    python -m tools.pictures                  writes docs/pictures/*.svg
    python -m tools.pictures --walk FOLDER    writes pictures of every seat at every size

Both play on a temporary database, with the same instances, people and dates every time. Those of
the documentation show scenes of the snapshot tests (tests/ui/snapshots). They use only fonts of the
reader's machine, and load nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from clemtui.ui.shell.themes import DARK, LIGHT
from tests.ui.snapshots.environment import draw
from tests.ui.snapshots.scenes import SCENES

FOLDER = Path(__file__).parent.parent.parent / "docs" / "pictures"
SMALL, LARGE = (80, 24), (120, 40)


@dataclass(frozen=True)
class Picture:
    """A picture: its name without suffix, its scene, and its size in columns and rows."""

    name: str
    scene: str
    size: tuple[int, int] = SMALL
    theme: str = DARK


PICTURES = (
    Picture("home", "home"),
    Picture("taboo", "play-describer", LARGE, LIGHT),
    Picture("wordle", "play-wordle"),
    Picture("critic", "withcritic-critic"),
    Picture("drawing-giver", "drawing-giver"),
    Picture("drawing-follower", "drawing-follower"),
    Picture("reference-giver", "reference-giver"),
    Picture("probes", "privateshared-probes"),
    Picture("verbatim", "play-verbatim"),
    Picture("result", "result-success", LARGE),
    Picture("history", "history", LARGE, LIGHT),
    Picture("english", "review-english", LARGE, LIGHT),
    Picture("study-consent", "study-consent"),
    Picture("study-code", "study-code", LARGE, LIGHT),
    Picture("study-instructions", "study-instructions"),
    Picture("study-rules", "study-rules-asked", LARGE, LIGHT),
    Picture("study-episode", "study-playing", LARGE, LIGHT),
    Picture("study-questionnaire", "study-questionnaire"),
    Picture("study-debriefing", "study-debriefing", LARGE, LIGHT),
    Picture("study-withdrawing", "study-withdrawing"),
    Picture("study-report", "studies-report"),
    Picture("study-pictures", "studies-pictures", LARGE, LIGHT),
)


def write_pictures() -> None:
    """Write all pictures and delete every other one in their folder."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.svg"):
        old.unlink()
    for picture in PICTURES:
        svg = draw(SCENES[picture.scene], picture.size, picture.theme)
        (FOLDER / f"{picture.name}.svg").write_text(svg, encoding="utf-8")
